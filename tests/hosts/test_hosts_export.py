"""The lesson as files: what is written, what is left alone, and that it lives without a server and a network."""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlencode

import pytest
from browser_tools import Watched
from gelu_lab import figures
from gelu_lab.__main__ import main
from gelu_lab.hosts import assets, site
from hosts_tools import agrees, answers, elsewhere, moved

each_figure = pytest.mark.parametrize("name", figures.NAMES)
OpenPage = Callable[..., Watched]


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The exported site, in a folder with a name that addresses have to escape."""
    folder = tmp_path_factory.mktemp("export") / "Übung 1 & more" / "site"
    assert main(["export", str(folder)]) == 0
    return folder


@pytest.fixture(scope="module")
def single(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The lesson as one file."""
    path = tmp_path_factory.mktemp("single") / "gelu.html"
    assert main(["export", "--single", str(path)]) == 0
    return path


def test_what_is_written(exported: Path) -> None:
    written = {path.relative_to(exported).as_posix() for path in exported.rglob("*") if path.is_file()}
    pages = {
        "index.html",
        "lecture.html",
        "identify.html",
        "404.html",
        *(f"figures/{name}.html" for name in figures.NAMES),
    }
    assert written == pages | {f"assets/{path}" for path in assets.files()}
    assert not [path for path in exported.parent.rglob(".*")]
    lesson = (exported / "index.html").read_text(encoding="utf-8")
    assert lesson.count('href="identify.html"') == 1, "the section about mistakes leads there"


def test_every_address_is_relative_and_there(exported: Path) -> None:
    for page in exported.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        # A link that a reader may follow is fine; what the page itself asks for must lie beside it.
        asked = re.findall(r'<(?:script|link|img|iframe)\b[^>]*?\b(?:src|href)="([^"]+)"', text)
        for address in asked:
            if not address.startswith("data:"):
                assert not re.match(r"[a-z]+:|/", address), address
                assert (page.parent / address.partition("?")[0]).is_file(), address
        for base, paths in re.findall(r'data-assets="([^"]*)".*?data-scripts="([^"]*)"', text, re.DOTALL):
            for path in paths.split():
                assert (page.parent / base / path.partition("?")[0]).is_file()


def test_the_files_may_be_read_by_a_web_server(exported: Path) -> None:
    plain = exported.parent / "plain"
    plain.write_text("made by nobody special")
    for path in exported.rglob("*"):
        if path.is_file():
            assert path.stat().st_mode == plain.stat().st_mode, path


def open_from_disk(open_page: OpenPage, path: Path, query: str = "") -> Watched:
    """Opens a file with the network off."""
    page = open_page(offline=True)
    page.page.goto(path.as_uri() + query)
    return page


@each_figure
def test_figure_from_disk(exported: Path, open_page: OpenPage, name: str) -> None:
    figure = moved(name)
    page = open_from_disk(open_page, exported / "figures" / f"{name}.html", f"?{urlencode(elsewhere(figure))}")
    shown = page.ready(name)
    agrees(shown, figures.build(name).at(**elsewhere(figure)))
    answers(page, shown)
    state = shown.locator("[role=slider][data-handle]").first.get_attribute("data-handle")
    assert f"{state}=" in page.page.url
    page.clean()


def lesson_from_disk(open_page: OpenPage, path: Path) -> None:
    """Every figure of the lesson: ready, one drag, one key, clean."""
    page = open_from_disk(open_page, path, "?predict=off")
    for place in page.page.locator("figure[data-figure]").all():
        place.scroll_into_view_if_needed()
        name = place.get_attribute("data-figure")
        answers(page, page.ready(name))
        assert f"{name}." in page.page.url
    page.clean()


def test_lesson_from_disk(exported: Path, open_page: OpenPage) -> None:
    lesson_from_disk(open_page, exported / "index.html")


def test_single_file_can_be_printed(single: Path) -> None:
    html = single.read_text(encoding="utf-8")
    assert html.count('<img class="gl-still"') == html.count("<figure ")
    assert html.count("data:image/png;base64,") >= html.count("<figure ")


def test_single_file_from_disk(single: Path, open_page: OpenPage) -> None:
    assert [path.name for path in single.parent.iterdir()] == [single.name]
    lesson_from_disk(open_page, single)


def test_missing_page_from_disk(exported: Path, open_page: OpenPage) -> None:
    page = open_from_disk(open_page, exported / "404.html")
    page.page.get_by_role("link", name="To the lesson").click()
    page.ready()
    page.clean()


@each_figure
def test_save(tmp_path: Path, open_page: OpenPage, name: str) -> None:
    figure = moved(name)
    saved = figure.save(tmp_path / "deep" / "er" / "figure.html")
    assert saved == tmp_path / "deep" / "er" / "figure.html"
    page = open_from_disk(open_page, saved)
    agrees(page.ready(name), figure)
    page.clean()
    assert figure.save(str(saved)) == saved, "a second save replaces the first"
    with pytest.raises(IsADirectoryError):
        figure.save(tmp_path)


# Errors


def error(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    """Runs what cannot work; returns the one line that it says."""
    assert main(arguments) == 1
    out, said = capsys.readouterr()
    assert out == ""
    assert re.fullmatch(r"gelu-lab: error: [^\n]+\n", said)
    return said


def test_folder_that_is_not_empty(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    (tmp_path / "index.html").write_text("old")
    said = error(["export", str(tmp_path)], capsys)
    assert str(tmp_path) in said
    assert "--force" in said
    assert sorted(path.name for path in tmp_path.iterdir()) == ["index.html", "mine.txt"]

    assert main(["export", str(tmp_path), "--force"]) == 0
    assert (tmp_path / "mine.txt").read_text() == "mine"
    assert (tmp_path / "index.html").read_text(encoding="utf-8").startswith("<!DOCTYPE html>")


def test_single_file_that_exists(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "gelu.html"
    path.write_text("old")
    assert "--force" in error(["export", "--single", str(path)], capsys)
    assert path.read_text() == "old"
    assert main(["export", "--single", str(path), "--force"]) == 0
    assert path.stat().st_size > 1_000_000


def test_files_in_the_way(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "file"
    file.write_text("in the way")
    assert "is a file" in error(["export", str(file)], capsys)
    assert str(file) in error(["export", str(file / "below")], capsys)
    assert str(file) in error(["export", "--single", str(file / "gelu.html")], capsys)
    assert "is a folder" in error(["export", "--single", str(tmp_path)], capsys)
    site_folder = tmp_path / "site"
    site_folder.mkdir()
    (site_folder / "assets").write_text("in the way")
    assert "assets" in error(["export", str(site_folder), "--force"], capsys)
    assert file.read_text() == (site_folder / "assets").read_text() == "in the way"
    assert not [path for path in tmp_path.rglob(".*")], "no half-written files"


def test_no_permission(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def forbid(self: Path, *_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied", str(self))

    monkeypatch.setattr(Path, "write_bytes", forbid)
    assert "no permission to write" in error(["export", str(tmp_path / "site")], capsys)
    assert "no permission to write" in error(["export", "--single", str(tmp_path / "gelu.html")], capsys)
    assert list(tmp_path.iterdir()) == []
    monkeypatch.undo()
    monkeypatch.setattr(Path, "mkdir", forbid)
    assert str(tmp_path / "site") in error(["export", str(tmp_path / "site")], capsys)


def test_no_permission_for_real(capfd: pytest.CaptureFixture[str]) -> None:
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o555)
    site.pages()  # whoever is nobody may not read the checkout: so all of it is read before
    child = os.fork()
    if not child:  # root may write everywhere, so the export runs as nobody
        if os.geteuid() == 0:
            os.setuid(65534)
        os._exit(main(["export", str(folder / "site")]))
    _, status = os.waitpid(child, 0)
    assert "no permission to write" in capfd.readouterr().err
    assert os.waitstatus_to_exitcode(status) == 1
    folder.rmdir()  # it is empty


def test_full_disk_leaves_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    write, left = Path.write_bytes, iter(range(3))

    def fill(self: Path, data: bytes) -> int:
        if next(left, None) is None:
            write(self, data[:10])
            raise OSError(28, "No space left on device", str(self))
        return write(self, data)

    monkeypatch.setattr(Path, "write_bytes", fill)
    assert "No space left on device" in error(["export", str(tmp_path / "site")], capsys)
    assert list(tmp_path.iterdir()) == []
    assert "No space left on device" in error(["export", "--single", str(tmp_path / "gelu.html")], capsys)
    assert list(tmp_path.iterdir()) == []
