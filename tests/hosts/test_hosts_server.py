"""The server: what it sends for which address, with which headers; what a browser makes of it."""

from __future__ import annotations

import gzip
import hashlib
import http.client
import json
import re
import signal
from urllib.parse import urlsplit

import pytest
from browser_tools import Served, serving
from gelu_lab import __version__, figures
from gelu_lab.hosts import assets
from gelu_lab.hosts.server import accepts_gzip
from gelu_lab.hosts.site import pages
from hosts_tools import answers
from playwright.sync_api import expect

each_figure = pytest.mark.parametrize("name", figures.NAMES)
PAGES = [
    "",
    "index.html",
    "lecture",
    "lecture.html",
    "identify",
    "identify.html",
    *(f"figures/{name}" for name in figures.NAMES),
]


class Answer:
    """A response, read as it came over the wire."""

    def __init__(self, url: str, method: str = "GET", **headers: str) -> None:
        parts = urlsplit(url)
        connection = http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=30)
        path = parts.path + (f"?{parts.query}" if parts.query else "")
        connection.request(method, path, headers={name.replace("_", "-"): value for name, value in headers.items()})
        response = connection.getresponse()
        self.status = response.status
        self.headers = response.headers
        self.body = response.read()
        connection.close()


@pytest.mark.parametrize("path", PAGES)
def test_page_headers(lab: Served, path: str) -> None:
    page = Answer(lab.at(path))
    assert page.status == 200
    assert page.headers["Content-Type"] == "text/html; charset=utf-8"
    assert page.headers["Cache-Control"] == "no-cache"
    assert page.headers["X-Content-Type-Options"] == "nosniff"
    assert page.headers["Referrer-Policy"] == "no-referrer"
    assert page.headers["Vary"] == "Accept-Encoding"
    assert "Set-Cookie" not in page.headers
    assert page.body.startswith(b"<!DOCTYPE html>")


@pytest.mark.parametrize("path", [*PAGES, "nothing/here"])
def test_strict_policy(lab: Served, path: str) -> None:
    header = Answer(lab.at(path)).headers["Content-Security-Policy"]
    policy = dict(part.strip().partition(" ")[::2] for part in header.split(";"))
    assert policy["default-src"] == "'none'"
    assert re.fullmatch(r"'self' 'sha256-[\w+/=]{44}'", policy["script-src"])
    assert policy["style-src"] == "'self' 'unsafe-inline'"
    assert policy["img-src"] == policy["font-src"] == "'self' data:"
    assert policy["connect-src"] == "'self'"
    assert policy["base-uri"] == policy["form-action"] == "'none'"
    assert "frame-ancestors" not in policy, "'*' would refuse to be framed by a page on disk"


@pytest.mark.parametrize("path", [*PAGES, "health", "assets/js/lab.js", "nothing"])
@pytest.mark.parametrize("encoding", ["gzip", "identity"])
def test_head_is_like_get(lab: Served, path: str, encoding: str) -> None:
    get = Answer(lab.at(path), Accept_Encoding=encoding)
    head = Answer(lab.at(path), "HEAD", Accept_Encoding=encoding)
    assert head.status == get.status
    assert head.body == b""
    assert int(get.headers["Content-Length"]) == len(get.body)
    ignored = {"Date"}
    assert {k: v for k, v in head.headers.items() if k not in ignored} == {
        k: v for k, v in get.headers.items() if k not in ignored
    }


@pytest.mark.parametrize("path", [*PAGES, "assets/js/lab.js", "assets/css/lab.css", "assets/js/bokeh.min.js"])
def test_packed_and_plain_are_the_same(lab: Served, path: str) -> None:
    plain, packed = Answer(lab.at(path)), Answer(lab.at(path), Accept_Encoding="br, gzip")
    assert "Content-Encoding" not in plain.headers
    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.body) == plain.body
    assert len(packed.body) < len(plain.body) / 2
    assert plain.headers["ETag"] != packed.headers["ETag"]
    assert packed.body[4:8] == b"\0\0\0\0", "a time in the gzip header makes other bytes after each start"


@pytest.mark.parametrize("path", [*PAGES, "assets/js/lab.js", "assets/fonts/gelu-lab-math.woff2"])
@pytest.mark.parametrize("encoding", ["gzip", "identity"])
def test_etag(lab: Served, path: str, encoding: str) -> None:
    first = Answer(lab.at(path), Accept_Encoding=encoding)
    tag = first.headers["ETag"]
    assert re.fullmatch(r'"[\w-]+"', tag), "strong"
    for given in (tag, f'"other", {tag}', f"W/{tag}", "*"):
        again = Answer(lab.at(path), Accept_Encoding=encoding, If_None_Match=given)
        assert (again.status, again.body) == (304, b"")
        assert again.headers["ETag"] == tag
        assert again.headers["Cache-Control"] == first.headers["Cache-Control"]
    assert Answer(lab.at(path), Accept_Encoding=encoding, If_None_Match='"other"').status == 200


@each_figure
def test_two_addresses_one_page(lab: Served, name: str) -> None:
    assert Answer(lab.at(f"figures/{name}")).body == Answer(lab.at(f"figures/{name}.html?x=1")).body


def test_every_asset(lab: Served) -> None:
    for path, content in assets.files().items():
        body = Answer(lab.at(f"assets/{path}")).body
        if not path.startswith("data/"):  # Bokeh's ids differ from process to process
            assert body == content
        answer = Answer(lab.at(f"assets/{path}?v={hashlib.sha256(body).hexdigest()[:12]}"))
        assert (answer.status, answer.body) == (200, body)
        assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        kinds = {".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8", ".woff2": "font/woff2"}
        suffix = path[path.rindex(".") :]
        assert answer.headers["Content-Type"] == kinds.get(suffix, answer.headers["Content-Type"])


def test_only_the_right_version_is_kept(lab: Served) -> None:
    for query in ("", "?v=", "?v=0123456789ab"):
        assert Answer(lab.at(f"assets/js/lab.js{query}")).headers["Cache-Control"] == "no-cache"


@pytest.mark.parametrize(
    "path",
    [
        "nothing",
        "figures/unknown",
        "figures/unknown.html",
        "figures/",
        "figures/gate/",
        "assets/",
        "assets/js/unknown.js",
        "assets/../pyproject.toml",
        "assets/%2e%2e/pyproject.toml",
        "static/unknown.js",
        "panel/unknown",
        "lab.html",
    ],
)
def test_our_own_missing_page(lab: Served, path: str) -> None:
    missing = Answer(lab.at(path))
    assert missing.status == 404
    text = missing.body.decode()
    assert "There is no page at this address." in text
    assert 'href="/"' in text
    assert "http://" not in text
    assert "https://" not in text
    assert missing.headers["Content-Type"] == "text/html; charset=utf-8"


def test_other_methods_are_refused(lab: Served) -> None:
    for method in ("POST", "PUT", "DELETE"):
        assert Answer(lab.at(""), method).status == 405


def test_health(lab: Served) -> None:
    health = Answer(lab.at("health"))
    assert health.status == 200
    assert json.loads(health.body) == {"status": "ok", "version": __version__}
    assert health.headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize(
    ("header", "allowed"),
    [
        ("gzip", True),
        ("br;q=1.0, gzip;q=0.8, *;q=0.1", True),
        ("*", True),
        ("GZIP", True),
        ("", False),
        ("br", False),
        ("gzip;q=0", False),
        ("gzip; q=0.000", False),
        ("identity", False),
    ],
)
def test_accept_encoding(header: str, allowed: bool) -> None:
    assert accepts_gzip(header) is allowed


@pytest.mark.parametrize("path", ["panel", "lab"])
def test_panel_page_headers(lab: Served, path: str) -> None:
    page = Answer(lab.at(path))
    policy = page.headers["Content-Security-Policy"]
    assert page.status == 200
    assert "script-src 'self' 'unsafe-inline' blob:;" in policy
    assert "unsafe-eval" not in policy
    assert page.headers["X-Content-Type-Options"] == "nosniff"
    assert page.headers["Referrer-Policy"] == "no-referrer"
    # Links that a reader may follow are no requests.
    assert not re.search(rb"""<(?!a\s)\w[^>]*\b(?:src|href)=["']?(?:https?:)?//""", page.body)


def test_what_is_served_and_what_is_exported(lab: Served) -> None:
    exported = pages()
    assert Answer(lab.at("")).body.count(b'href="lab"') == 1, "the way to the live lab, where there is one"
    assert b'href="lab"' not in exported["index.html"]
    assert Answer(lab.at("identify")).body == exported["identify.html"]


def test_missing_page_in_a_browser(lab: Served, open_page) -> None:
    page = open_page()
    page.page.goto(lab.at("figures/unknown"))
    page.page.get_by_role("link", name="To the lesson").click()
    page.ready()
    assert page.page.url == lab.url
    page.clean(allow=("status of 404",))


@each_figure
def test_frame_on_another_page(lab: Served, open_page, tmp_path, name: str) -> None:
    """A page on disk frames a figure of the server, hears its height, and the figure answers."""
    outer = tmp_path / "course.html"
    outer.write_text(
        '<!DOCTYPE html><html lang="en"><title>A course</title><h1>A course</h1>'
        f'<iframe src="{lab.at(f"figures/{name}")}" title="A figure" width="800" height="300"></iframe><script>'
        "addEventListener('message', ({data}) => { if (data.type === 'gelu:height') "
        "document.querySelector('iframe').height = data.height; });</script>",
        encoding="utf-8",
    )
    page = open_page()
    page.page.goto(outer.as_uri())
    frame = page.page.frame_locator("iframe")
    figure = frame.locator("figure[data-ready=true]")
    figure.wait_for()
    page.page.wait_for_function("() => document.querySelector('iframe').height > 400")
    assert frame.locator("html").evaluate("(root) => root.scrollHeight <= innerHeight + 1"), "nothing left to scroll"
    answers(page, figure)
    page.clean()


def test_under_a_prefix_and_stopped_quietly(open_page) -> None:
    """Ctrl-C, also while a reader has the Panel app open. SIGTERM ends the servers of test_hosts_command."""
    with serving(prefix="/course/gelu") as lab:
        bare = Answer(lab.url[:-1] + "?gate.x=2")
        assert (bare.status, bare.headers["Location"]) == (302, "/course/gelu/?gate.x=2")
        assert b'href="/course/gelu/"' in Answer(lab.at("nothing")).body
        assert Answer(lab.url.replace("/course/gelu", "")).status == 404
        assert Answer(lab.at("health")).status == 200
        assert b'data-reach=""' in Answer(lab.at("lecture")).body, "no other machine can come here"
        page = open_page()
        page.open(lab.url)
        page.open(lab.at(f"figures/{figures.NAMES[0]}"))
        page.open(lab.at("panel"))
        page.page.goto(lab.at("lab"))
        page.page.locator("[data-lab][data-ready=true]").wait_for()
        assert Answer(lab.at("assets/lab/live.js")).headers["Cache-Control"] == "no-cache"
        # Who leaves in the middle of a run leaves no trace in the terminal.
        page.page.get_by_label("Steps", exact=True).fill("20000")
        page.page.locator(".gl-run").get_by_role("button", name="Run", exact=True).click()
        expect(page.page.locator("[data-state]")).to_have_text("Running.")
        page.page.get_by_role("link", name="GELU Lab").click()
        page.ready()
        assert page.page.url == lab.url
        page.clean()
        assert len(page.sockets) == 2
        page.page.goto(lab.at("panel"))
        page.ready()
        lab.process.send_signal(signal.SIGINT)
        out, error = lab.process.communicate(timeout=20)
        assert (lab.process.returncode, error) == (0, "")
        assert out == f"GELU Lab is at {lab.url.replace('127.0.0.1', 'localhost')} (Ctrl-C stops it)\n"
