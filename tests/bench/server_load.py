"""How many readers a server takes: lesson pages against Panel sessions, each on one core, and the memory they leave."""

from __future__ import annotations

import asyncio
import json
import re
import time
from typing import Any
from urllib.parse import urlsplit

from tornado.httpclient import AsyncHTTPClient
from tornado.websocket import WebSocketClientConnection, websocket_connect

from ..browser_tools import Served, memory
from .processes import one_core_each
from .table import Bound, Row

PAGES = 10_000
WARM_PAGES = 1_000
CONNECTIONS = 4
PAGES_A_CONNECTION = 50  # then the next reader comes
SESSIONS = 30
WARM_SESSIONS = 4
AT_ONCE = 2  # sessions, so that the server never waits for its client
GROWTH = 2  # MB that an allocator may take without a leak


async def _read_pages(url: str, count: int) -> None:
    """Reads the page over kept connections, packed as for a browser."""
    address = urlsplit(url)
    request = f"GET {address.path} HTTP/1.1\r\nHost: {address.netloc}\r\nAccept-Encoding: gzip\r\n\r\n".encode()
    while count > 0:
        reader, writer = await asyncio.open_connection(address.hostname, address.port)
        for _ in range(min(count, PAGES_A_CONNECTION)):
            writer.write(request)
            head = await reader.readuntil(b"\r\n\r\n")
            length = re.search(rb"Content-Length: (\d+)", head)
            if not head.startswith(b"HTTP/1.1 200") or b"Content-Encoding: gzip" not in head or not length:
                raise RuntimeError(f"not the packed lesson: {head!r}")
            await reader.readexactly(int(length[1]))
        writer.close()
        await writer.wait_closed()
        count -= PAGES_A_CONNECTION


async def pages_a_second(url: str, count: int) -> float:
    """Reads a page `count` times over several connections at once."""
    start = time.perf_counter()
    await asyncio.gather(*(_read_pages(url, count // CONNECTIONS) for _ in range(CONNECTIONS)))
    return count / (time.perf_counter() - start)


async def _receive(socket: WebSocketClientConnection, kind: str) -> None:
    """Reads one message of Bokeh's protocol: header, metadata, content, and two frames a buffer."""
    header = json.loads(await socket.read_message() or "{}")
    if header.get("msgtype") != kind:
        raise RuntimeError(f"{kind} expected, not {header}")
    for _ in range(2 + 2 * header.get("num_buffers", 0)):
        await socket.read_message()


async def _open_session(url: str) -> WebSocketClientConnection:
    """What a browser does: gets the page, opens its websocket, pulls the document; it is spared the drawing."""
    page = await AsyncHTTPClient().fetch(url)
    token = re.search(r'"token":\s*"([^"]+)"', page.body.decode())
    if token is None:
        raise RuntimeError("a page without a session")
    socket = await websocket_connect(f"ws://{urlsplit(url).netloc}/ws", subprotocols=["bokeh", token[1]])
    await _receive(socket, "ACK")
    for part in (json.dumps({"msgid": "1", "msgtype": "PULL-DOC-REQ"}), "{}", "{}"):
        await socket.write_message(part)
    await _receive(socket, "PULL-DOC-REPLY")
    return socket


async def sessions_a_second(url: str, count: int, kept: list[WebSocketClientConnection]) -> float:
    """Opens sessions and keeps them, as readers do who go on reading."""

    async def some() -> None:
        for _ in range(count // AT_ONCE):
            kept.append(await _open_session(url))

    start = time.perf_counter()
    await asyncio.gather(*(some() for _ in range(AT_ONCE)))
    return count / (time.perf_counter() - start)


async def measure(lesson: Served, usual: Served) -> tuple[list[Row], dict[str, Any]]:
    """Measures both servers, one after the other."""
    with one_core_each(lesson.process.pid) as pinned:
        await pages_a_second(lesson.url, WARM_PAGES)
        before = memory(lesson.process.pid)
        pages = await pages_a_second(lesson.url, PAGES)
        after = memory(lesson.process.pid)
    kept: list[WebSocketClientConnection] = []
    with one_core_each(usual.process.pid):
        await sessions_a_second(usual.url, WARM_SESSIONS, kept)
        usual_before = memory(usual.process.pid)
        sessions = await sessions_a_second(usual.url, SESSIONS, kept)
        usual_after = memory(usual.process.pid)
    for socket in kept:
        socket.close()

    rows = [Row("server on one core, readers", pages, "per second", sessions, Bound("ratio", ">=", 50))]
    if before is not None and after is not None and usual_before is not None and usual_after is not None:
        rows += [
            Row(f"memory taken by {PAGES:,} readers", after - before, "MB", bound=Bound("value", "<=", GROWTH)),
            Row(f"memory taken by {SESSIONS} sessions", usual_after - usual_before, "MB (usual way)"),
        ]
    return rows, {"pinned": pinned, "resident_mb": [before, after], "usual_resident_mb": [usual_before, usual_after]}
