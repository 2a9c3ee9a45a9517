"""What is installed, and who imports whom."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import zipfile
from importlib.metadata import version
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
STATIC = ROOT / "static"


def imported(statement: str) -> set[str]:
    """The top-level modules that a statement loads, in a fresh process, and those of the lab in full."""
    code = f"{statement}\nimport sys\nprint(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    names = done.stdout.split()
    return {name.partition(".")[0] for name in names} | {name for name in names if name.startswith("gelu_")}


@pytest.mark.parametrize(
    ("statement", "loads", "never"),
    [
        ("import gelu_core", {"numpy", "scipy"}, {"bokeh", "panel", "param", "tornado", "gelu_lab"}),
        ("import gelu_lab", set(), {"panel", "param", "gelu_lab.hosts", "gelu_lab.lesson"}),
        (
            "from gelu_lab import figures\nfor name in figures.NAMES: figures.build(name).html()",
            {"bokeh", "gelu_core"},
            {"panel", "param", "gelu_lab.hosts", "gelu_lab.lesson"},
        ),
        ("import gelu_lab.lesson", set(), {"panel", "param", "gelu_lab.hosts"}),
        ("import gelu_lab\ngelu_lab.gate()._repr_html_()", {"bokeh"}, {"panel", "param", "gelu_lab.hosts.panel"}),
        ("import gelu_lab.hosts.site", {"bokeh"}, {"panel", "param", "gelu_lab.hosts.server"}),
        ("import gelu_lab.lab.session", {"gelu_core"}, {"panel", "param", "bokeh", "gelu_lab.hosts"}),
        ("import gelu_lab.lab.page", {"bokeh"}, {"panel", "param", "gelu_lab.hosts.server", "gelu_lab.hosts.panel"}),
        ("import gelu_lab.__main__", set(), {"panel", "bokeh.server", "gelu_lab.hosts"}),
        ("import gelu_lab\ngelu_lab.gate().panel()", {"panel"}, {"gelu_lab.hosts.server", "gelu_lab.hosts.notebook"}),
    ],
)
def test_imports_run_one_way(statement: str, loads: set[str], never: set[str]) -> None:
    names = imported(statement)
    assert loads <= names
    assert not never & names


@pytest.mark.parametrize("package", ["gelu_core", "app"])
def test_only_main_imports_the_package_by_name(package: str) -> None:
    for path in (ROOT / package).rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        if path != ROOT / "app" / "main.py":
            assert not re.search(r"^\s*(?:from|import) gelu_lab", text, re.MULTILINE), path


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    """The wheel, built from a copy: a build leaves folders behind."""
    copy = tmp_path_factory.mktemp("source") / "gelu-lab"
    copy.mkdir()
    for each in ("app", "gelu_core", "static"):
        shutil.copytree(ROOT / each, copy / each, ignore=shutil.ignore_patterns("__pycache__"))
    for each in ("pyproject.toml", "LICENSE", "README.md"):
        if (ROOT / each).is_file():
            shutil.copy(ROOT / each, copy / each)
    target = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "-w", str(target), str(copy)]
    # With the setuptools at hand nothing has to be downloaded; an old one does not know the licence expression.
    if int(version("setuptools").partition(".")[0]) >= 77:
        command.append("--no-build-isolation")
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return zipfile.ZipFile(next(target.glob("*.whl")))


def test_wheel_has_two_packages_and_nothing_else(wheel: zipfile.ZipFile) -> None:
    tops = {name.partition("/")[0] for name in wheel.namelist()}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"gelu_core", "gelu_lab"}
    assert len(tops) == 3
    assert not [name for name in wheel.namelist() if "test" in name or "__pycache__" in name]


def test_static_travels_in_the_wheel(wheel: zipfile.ZipFile) -> None:
    names = set(wheel.namelist())
    for path in STATIC.rglob("*"):
        kept = path.suffix in (".js", ".css", ".woff2", ".json", ".png") or path.name.endswith("LICENSE.txt")
        if kept and path.is_file():
            assert f"gelu_lab/static/{path.relative_to(STATIC).as_posix()}" in names
    for path in (ROOT / "app" / "lesson").rglob("*.md"):
        assert f"gelu_lab/{path.relative_to(ROOT / 'app').as_posix()}" in names
    assert {"gelu_lab/py.typed", "gelu_core/py.typed", "gelu_lab/figures/training.npz"} <= names


def test_wheel_works_when_unpacked(wheel: zipfile.ZipFile, tmp_path: Path) -> None:
    """The whole export from an installed copy, away from the checkout."""
    installed = tmp_path / "installed"
    wheel.extractall(installed)
    code = (
        f"import sys; sys.path.insert(0, {str(installed)!r})\n"
        "import gelu_core, gelu_lab\n"
        f"assert gelu_lab.__file__.startswith({str(installed)!r}), gelu_lab.__file__\n"
        f"from gelu_lab.__main__ import main; sys.exit(main(['export', {str(tmp_path / 'site')!r}]))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=tmp_path, check=False)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "site" / "index.html").is_file()
