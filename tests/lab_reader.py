"""A reader of the live lab without a browser: the page, its websocket, and the messages that go both ways."""

from __future__ import annotations

import json
import re
from typing import Any
from urllib.parse import urlsplit

from tornado.httpclient import AsyncHTTPClient
from tornado.websocket import WebSocketClientConnection, websocket_connect


def _plain(value: Any) -> Any:
    """What Bokeh's protocol says, as dicts; arrays stay as they were sent."""
    if isinstance(value, dict) and value.get("type") == "map":
        return {key: _plain(each) for key, each in value.get("entries", [])}
    return [_plain(each) for each in value] if isinstance(value, list) else value


class LabReader:
    """One open page; made by `open_lab`."""

    def __init__(self, socket: WebSocketClientConnection) -> None:
        self._socket = socket
        self._model = ""
        self._messages = 0

    async def _receive(self) -> tuple[str, Any]:
        """One message of Bokeh's protocol: header, metadata, content, and two frames a buffer."""
        first = await self._socket.read_message()
        if first is None:
            raise ConnectionError("the server has closed the websocket")
        header = json.loads(first)
        await self._socket.read_message()
        content = json.loads(await self._socket.read_message() or "{}")
        for _ in range(2 * header.get("num_buffers", 0)):
            await self._socket.read_message()
        return header["msgtype"], content

    async def _send(self, kind: str, content: Any) -> None:
        self._messages += 1
        header = {"msgid": str(self._messages), "msgtype": kind}
        for part in (header, {}, content):
            await self._socket.write_message(json.dumps(part))

    async def start(self) -> None:
        """Pulls the document, as a browser does."""
        assert (await self._receive())[0] == "ACK"
        await self._send("PULL-DOC-REQ", {})
        _, content = await self._receive()
        self._model = content["doc"]["roots"][0]["id"]

    async def ask(self, do: str, **more: Any) -> None:
        """Asks something of Python."""
        data = {"type": "map", "entries": [["do", do], *map(list, more.items())]}
        values = {"type": "map", "entries": [["model", {"id": self._model}], ["data", data]]}
        event = {"type": "event", "name": "data_event", "values": values}
        await self._send(
            "PATCH-DOC", {"events": [{"kind": "MessageSent", "msg_type": "bokeh_event", "msg_data": event}]}
        )

    async def run(self, **settings: Any) -> None:
        """Asks for a run."""
        await self.ask("run", settings={"type": "map", "entries": [list(each) for each in settings.items()]})

    async def hear(self, *kinds: str, state: str = "") -> dict[str, Any]:
        """Waits until it is told one of these, with this state if one is named; answers the frames on the way."""
        while True:
            kind, content = await self._receive()
            if kind == "ERROR":
                raise RuntimeError(content)
            for event in content.get("events", []) if kind == "PATCH-DOC" else []:
                told = _plain(event.get("msg_data", {}).get("values", {})).get("data")
                if not told:
                    continue
                if told["kind"] == "frame":
                    await self.ask("seen")
                if told["kind"] in kinds and state in ("", told.get("state")):
                    return dict(told)

    def close(self) -> None:
        """Closes the tab."""
        self._socket.close()


async def open_lab(url: str) -> LabReader:
    """Opens the lab that a server at this address has."""
    page = await AsyncHTTPClient().fetch(f"{url}lab", request_timeout=60)
    token = re.search(r'"token":\s*"([^"]+)"', page.body.decode())
    assert token, "a page without a session"
    socket = await websocket_connect(
        f"ws://{urlsplit(url).netloc}/lab/ws", subprotocols=["bokeh", token[1]], max_message_size=2**25
    )
    reader = LabReader(socket)
    await reader.start()
    return reader
