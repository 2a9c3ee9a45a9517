"""The lab on a server: pages rendered once at start, sent as bytes; Panel sessions only for /panel and /lab."""

from __future__ import annotations

import errno
import gzip
import hashlib
import logging
import mimetypes
import re
import signal
import socket
import webbrowser
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from tornado.httputil import HTTPHeaders, HTTPServerRequest
from tornado.netutil import bind_sockets
from tornado.web import GZipContentEncoding, HTTPError, OutputTransform, RequestHandler

from .. import __version__
from ..lab import page as lab_page
from . import assets
from .lesson_page import not_found_page
from .page import HEAD_SCRIPT, Linked, script_hash
from .site import pages

# Pages may be framed by anyone (embedding is a feature), ask nobody else for anything and run no other code than ours.
# There is no frame-ancestors: "*" would shut out pages opened from disk.
_POLICY = (
    "default-src 'none'; script-src 'self' {scripts}; style-src 'self' 'unsafe-inline'; img-src 'self' data:{blobs}; "
    "font-src 'self' data:; connect-src 'self'{blobs}; base-uri 'none'; form-action 'none'"
)
PAGE_POLICY = _POLICY.format(scripts=script_hash(HEAD_SCRIPT), blobs="")
# Panel's pages carry inline scripts of their own and fetch components as blobs; eval stays forbidden there too.
PANEL_POLICY = _POLICY.format(scripts="'unsafe-inline' blob:", blobs=" blob:")
COMMON_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    # The state of a figure stands in the address: what a reader tried is nobody else's business.
    "Referrer-Policy": "no-referrer",
}
KEEP = "public, max-age=31536000, immutable"
ASK = "no-cache"
HTML = "text/html; charset=utf-8"
UNUSED = 5000  # ms that a session without a connection stays


class ServeError(Exception):
    """The server cannot start; the message says why and what to do."""


@dataclass(frozen=True)
class Content:
    """One file as it is sent: the bytes, the same bytes packed, and what names them."""

    body: bytes
    packed: bytes | None
    kind: str
    digest: str
    policy: str | None = None

    @classmethod
    def of(cls, body: bytes, kind: str, policy: str | None = None) -> Content:
        """Packs text; fonts and pictures are packed already."""
        text = kind.startswith("text/") or "javascript" in kind or "json" in kind
        # mtime=0: the same content has the same bytes after each start.
        packed = gzip.compress(body, 9, mtime=0) if text else None
        return cls(body, packed, kind, hashlib.sha256(body).hexdigest(), policy)


def _kind(path: str) -> str:
    """The media type of an asset; not by the machine's registry, which some programs spoil for .js."""
    known = {".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8", ".woff2": "font/woff2"}
    known |= {".txt": "text/plain; charset=utf-8", ".png": "image/png"}
    suffix = path[path.rfind(".") :]
    return known.get(suffix) or mimetypes.guess_type(path)[0] or "application/octet-stream"


def accepts_gzip(header: str) -> bool:
    """Whether an Accept-Encoding header allows gzip."""
    allowed = {}
    for each in header.lower().split(","):
        name, _, quality = each.partition(";")
        allowed[name.strip()] = not re.fullmatch(r"\s*q\s*=\s*0(\.0*)?\s*", quality)
    return next((allowed[name] for name in ("gzip", "x-gzip", "*") if name in allowed), False)


class Packing(GZipContentEncoding):
    """Tornado's packing of Panel's responses, which takes "gzip;q=0" for a wish."""

    def __init__(self, request: HTTPServerRequest) -> None:
        super().__init__(request)
        self._gzipping = accepts_gzip(request.headers.get("Accept-Encoding", ""))


class ContentHandler(RequestHandler):
    """Sends one of our files: GET, HEAD, 304 for who has it already."""

    SUPPORTED_METHODS = ("GET", "HEAD")

    def initialize(self, contents: dict[str, Content]) -> None:
        """Takes the files, by the part of the path that the route names."""
        self.contents = contents
        self.etag = ""

    def get(self, name: str = "") -> None:
        """Sends the file or says that there is none."""
        content = self.contents.get(name or "")
        if content is None:
            raise HTTPError(404)
        self.set_header("Content-Type", content.kind)
        if content.policy:
            self.set_header("Content-Security-Policy", content.policy)
            self.set_header("Cache-Control", ASK)
        else:
            # A frame without an origin of its own may still use our fonts.
            self.set_header("Access-Control-Allow-Origin", "*")
            asked = self.get_query_argument("v", "")
            self.set_header("Cache-Control", KEEP if asked == content.digest[:12] else ASK)
        body, self.etag = content.body, f'"{content.digest[:32]}"'
        # Tornado's own transform adds "Vary: Accept-Encoding" to everything.
        if content.packed is not None and accepts_gzip(self.request.headers.get("Accept-Encoding", "")):
            body, self.etag = content.packed, f'"{content.digest[:32]}-gzip"'
            self.set_header("Content-Encoding", "gzip")
        self.write(body)

    head = get

    def compute_etag(self) -> str | None:
        """The hash that was computed at start; Tornado compares it with If-None-Match."""
        return self.etag or None


class HealthHandler(RequestHandler):
    """Says that the server is up."""

    SUPPORTED_METHODS = ("GET", "HEAD")

    def get(self) -> None:
        """Sends the version."""
        self.set_header("Cache-Control", "no-store")
        self.write({"status": "ok", "version": __version__})

    head = get


class SlashHandler(RequestHandler):
    """Leads from the bare prefix to the lesson: relative links need the slash."""

    SUPPORTED_METHODS = ("GET", "HEAD")

    def initialize(self, home: str) -> None:
        """Takes the address of the lesson."""
        self.home = home

    def get(self) -> None:
        """Redirects, the query kept."""
        query = f"?{self.request.query}" if self.request.query else ""
        self.redirect(self.home + query, permanent=False)

    head = get


def _headers_and_missing(missing: bytes) -> type[OutputTransform]:
    """A Tornado transform: the only public hook that sees every response, Panel's and Bokeh's own included."""

    class Transform(OutputTransform):
        def __init__(self, request: HTTPServerRequest) -> None:
            pass

        def transform_first_chunk(
            self, status_code: int, headers: HTTPHeaders, chunk: bytes, finishing: bool
        ) -> tuple[int, HTTPHeaders, bytes]:
            headers.pop("Server", None)
            for name, value in COMMON_HEADERS.items():
                headers.setdefault(name, value)
            if status_code == 404 and finishing:
                chunk = missing
                headers["Content-Type"] = HTML
                headers["Content-Length"] = str(len(missing))
                headers["Content-Security-Policy"] = PAGE_POLICY
                headers["Cache-Control"] = ASK
            elif headers.get("Content-Type", "").startswith("text/html"):
                headers.setdefault("Content-Security-Policy", PANEL_POLICY)
            return status_code, headers, chunk

    return Transform


def routes(
    prefix: str, public_url: str = "", reach: str = ""
) -> list[tuple[str, type[RequestHandler], dict[str, Any]]]:
    """Renders everything and returns what to send where."""
    rendered = {
        path: Content.of(html, HTML, PAGE_POLICY) for path, html in pages(public_url, reach, live="lab").items()
    }
    lesson = {"": rendered["index.html"]}
    lecture = {"": rendered["lecture.html"]}
    identify = {"": rendered["identify.html"]}
    alone = {
        path[len("figures/") : -len(".html")]: each for path, each in rendered.items() if path.startswith("figures/")
    }
    sent = {**assets.files(), **lab_page.files()}
    files = {path: Content.of(body, _kind(path)) for path, body in sent.items()}
    found: list[tuple[str, type[RequestHandler], dict[str, Any]]] = [
        (r"/(?:index\.html)?", ContentHandler, {"contents": lesson}),
        (r"/lecture(?:\.html)?", ContentHandler, {"contents": lecture}),
        (r"/identify(?:\.html)?", ContentHandler, {"contents": identify}),
        (r"/figures/([^/]+?)(?:\.html)?", ContentHandler, {"contents": alone}),
        (r"/assets/(.+)", ContentHandler, {"contents": files}),
        (r"/health", HealthHandler, {}),
    ]
    if prefix:
        found.append((r"", SlashHandler, {"home": f"{prefix}/"}))
    return found


def lan_address() -> str:
    """The address of this machine on the local network, or "localhost" where there is none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Connecting a datagram socket sends nothing: it asks which of our addresses would be used.
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return "localhost"


def _listen(address: str, port: int) -> int:
    """Finds out in a moment whether we may listen, before anything is rendered; returns the port."""
    try:
        sockets = bind_sockets(port, address)
    except (OSError, UnicodeError) as error:
        code = getattr(error, "errno", None)
        if code == errno.EADDRINUSE:
            raise ServeError(
                f"port {port} is in use; choose another with --port, for example --port {port + 1}"
            ) from None
        if code == errno.EACCES:
            raise ServeError(f"no permission to listen on port {port}; choose one above 1023 with --port") from None
        raise ServeError(f"cannot listen on address {address!r}: it is not an address of this machine") from None
    found = int(sockets[0].getsockname()[1])
    for each in sockets:
        each.close()
    return found


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def _origins(address: str, port: int, public_url: str) -> list[str]:
    """The hosts whose pages may open a websocket."""
    hosts = ["localhost", "127.0.0.1"]
    if address in ("0.0.0.0", "::"):
        hosts += [lan_address(), socket.gethostname().lower()]
    elif ":" not in address:
        hosts.append(address)
    found = [f"{host}:{port}" for host in dict.fromkeys(hosts)]
    if public_url:
        found.append(urlsplit(public_url).netloc)
    return found


def serve(*, port: int, address: str, public_url: str = "", prefix: str = "", show: bool = False) -> None:
    """Serves the lab until it is told to stop (SIGINT or SIGTERM).

    Raises ServeError if it cannot listen.
    """
    port = _listen(address, port)

    # Panel takes seconds to import: whoever mistyped a port should not wait for it.
    from bokeh.settings import settings
    from panel.io.server import get_server

    from ..lab.app import app as live_lab
    from .panel_lesson import app

    settings.resources = "server"  # nothing of Panel's pages comes from another host
    # A tab that is closed in the middle of a run is no news for whoever looks at the terminal.
    logging.getLogger("bokeh.server.views.ws").setLevel(logging.ERROR)
    host = lan_address() if address in ("0.0.0.0", "::") else address
    url = public_url.rstrip("/") + "/" if public_url else f"http://{_bracketed(host)}:{port}{prefix}/"
    # A lecturer's browser says localhost; a phone needs the address of this machine.
    reach = url if public_url or address in ("0.0.0.0", "::") else ""
    home = f"{urlsplit(public_url).path.rstrip('/')}/" if public_url else f"{prefix}/"
    missing = not_found_page(Linked(home), home).encode()
    try:
        server = get_server(
            {"/panel": lambda: app(""), "/lab": live_lab},
            port=port,
            address=address,
            prefix=prefix,
            websocket_origin=_origins(address, port, public_url),
            location=False,
            extra_patterns=routes(prefix, public_url, reach),
            # Whoever closes a page does not come back to its session: it goes soon, and its memory with it.
            unused_session_lifetime_milliseconds=UNUSED,
            check_unused_sessions_milliseconds=UNUSED // 5,
            use_index=False,
            transforms=[_headers_and_missing(missing), Packing],
            log_function=lambda handler: None,
        )
    except OSError as error:
        raise ServeError(f"cannot listen on {address}, port {port}: {error.strerror or error}") from None

    loop = server.io_loop
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: loop.add_callback_from_signal(loop.stop))
    server.start()
    print(f"GELU Lab is at {url} (Ctrl-C stops it)", flush=True)
    if show:
        loop.add_callback(webbrowser.open, url)
    loop.start()
    server.stop(wait=False)
