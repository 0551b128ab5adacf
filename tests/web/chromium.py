"""Drives a real Chromium by its DevTools protocol."""

import asyncio
import base64
import json
import os
import shutil
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from aiohttp import ClientSession, ClientWebSocketResponse

from tests.web.support import SECONDS, Screen

CHROMIUM = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
)
"""The program; None if there is none on this machine."""
_FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--remote-debugging-port=0",
    "--window-size=1000,700",
    # Whatever it might ask for, it finds nothing but this machine.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
)
_KEYS = {"\r": ("Enter", 13), "\x1b": ("Escape", 27)}


class Tab:
    """A tab of the browser."""

    def __init__(self, socket: ClientWebSocketResponse) -> None:
        self._socket = socket
        self._number = 0
        self._answers: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self._changed = asyncio.Event()
        self.requests: list[str] = []
        """Every address that was asked for, those of sockets too."""
        self.complaints: list[str] = []
        """What the console of the page says of errors and refusals."""
        self.screen = Screen()
        """What the app has drawn."""
        self._loaded = 0
        self._reader = asyncio.create_task(self._read())

    async def ask(self, method: str, **parameters: object) -> dict[str, Any]:
        """Send a command of the protocol and return its answer."""
        self._number += 1
        answer = self._answers[self._number] = asyncio.get_running_loop().create_future()
        message = {"id": self._number, "method": method, "params": parameters}
        await self._socket.send_str(json.dumps(message))
        return await asyncio.wait_for(answer, SECONDS)

    async def _read(self) -> None:
        async for message in self._socket:
            told = json.loads(message.data)
            if "id" in told:
                answer = self._answers.pop(told["id"])
                if not answer.done():
                    answer.set_result(told.get("result", {}))
            else:
                self._take(told["method"], told["params"])
                self._changed.set()

    def _take(self, event: str, told: dict[str, Any]) -> None:
        if event == "Network.requestWillBeSent":
            self.requests.append(told["request"]["url"])
        elif event == "Network.webSocketCreated":
            self.requests.append(told["url"])
        elif event == "Network.webSocketFrameReceived" and told["response"]["opcode"] == 2:
            self.screen.draw(base64.b64decode(told["response"]["payloadData"]))
        elif event == "Page.loadEventFired":
            self._loaded += 1
        elif event == "Log.entryAdded" and told["entry"]["level"] == "error":
            self.complaints.append(told["entry"]["text"])
        elif event == "Runtime.exceptionThrown":
            self.complaints.append(json.dumps(told["exceptionDetails"]))

    async def until(self, holds: Callable[[], bool], what: str) -> None:
        """Wait until what the browser has told makes this true."""
        try:
            async with asyncio.timeout(SECONDS):
                while not holds():
                    self._changed.clear()
                    await self._changed.wait()
        except TimeoutError as error:
            said = f"{self.complaints}\n{self.screen.text}"
            raise AssertionError(f"it never came to this: {what}; {said}") from error

    async def wait_for(self, *words: str) -> None:
        """Wait until all these words are on the screen."""
        text = self.screen
        await self.until(lambda: all(word in text.text for word in words), f"{words} are drawn")

    async def open(self, address: str) -> None:
        """Go to an address, and wait until its page is loaded."""
        loaded = self._loaded
        await self.ask("Page.navigate", url=address)
        await self.until(lambda: self._loaded > loaded, f"{address} is loaded")

    async def value(self, script: str) -> Any:  # noqa: ANN401 - whatever the script returns
        """Return the value of an expression in the page."""
        told = await self.ask(
            "Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True
        )
        assert "exceptionDetails" not in told, told
        return told["result"].get("value")

    async def type(self, keys: str) -> None:
        """Press and release keys, as a person does."""
        for key in keys:
            name, code = _KEYS.get(key, (key, ord(key.upper())))
            told = {"key": name, "windowsVirtualKeyCode": code}
            await self.ask("Input.dispatchKeyEvent", type="keyDown", text=key, **told)
            await self.ask("Input.dispatchKeyEvent", type="keyUp", **told)

    async def click_on(self, words: str) -> None:
        """Click in the middle of these words."""
        await self.wait_for(words)
        column, line = self.screen.find(words)
        await self.click(column + len(words) // 2, line)

    async def click(self, column: int, line: int) -> None:
        """Click in the middle of a character of the terminal, both counted from 0."""
        x, y, width, height = await self.value(
            """(() => {
                const box = document.querySelector(".xterm-screen").getBoundingClientRect();
                return [box.x, box.y, box.width, box.height];
            })()"""
        )
        columns, lines = self.size()
        spot = {"x": x + (column + 0.5) * width / columns, "y": y + (line + 0.5) * height / lines}
        for type_ in ("mouseMoved", "mousePressed", "mouseReleased"):
            button = {} if type_ == "mouseMoved" else {"button": "left", "clickCount": 1}
            await self.ask("Input.dispatchMouseEvent", type=type_, **spot, **button)

    def size(self) -> tuple[int, int]:
        """Return how many columns and lines the terminal has."""
        url = next(each for each in self.requests if each.startswith("ws:"))
        _, _, query = url.partition("?")
        columns, lines = (int(each.partition("=")[2]) for each in query.split("&"))
        return columns, lines

    async def close(self) -> None:
        """Stop to listen."""
        self._reader.cancel()
        await asyncio.gather(self._reader, return_exceptions=True)


class Browser:
    """A running browser."""

    def __init__(self, client: ClientSession, address: str) -> None:
        self._client, self._address = client, address

    @asynccontextmanager
    async def tab(self) -> AsyncIterator[Tab]:
        """Open an empty tab; close it afterwards, as a person does."""
        async with self._client.put(f"{self._address}/json/new?about:blank") as answer:
            told = await answer.json(content_type=None)
        async with self._client.ws_connect(told["webSocketDebuggerUrl"], max_msg_size=0) as socket:
            tab = Tab(socket)
            try:
                for name in ("Page", "Network", "Log", "Runtime"):
                    await tab.ask(f"{name}.enable")
                yield tab
            finally:
                await tab.close()
        async with self._client.get(f"{self._address}/json/close/{told['id']}") as answer:
            await answer.read()


@asynccontextmanager
async def browsing(folder: Path) -> AsyncIterator[Browser]:
    """Run Chromium, with everything that it keeps in this folder."""
    assert CHROMIUM is not None
    process = await asyncio.create_subprocess_exec(
        CHROMIUM,
        *_FLAGS,
        f"--user-data-dir={folder / 'chromium'}",
        stdout=DEVNULL,
        stderr=PIPE,
        env={**os.environ, "HOME": str(folder)},
    )
    assert process.stderr is not None
    said = b""
    drain = None
    try:
        async with asyncio.timeout(SECONDS):
            while b"DevTools listening on" not in said:
                said = await process.stderr.readline()
                assert said, "Chromium has not started"
        drain = asyncio.create_task(process.stderr.read())
        port = said.decode().partition("ws://127.0.0.1:")[2].partition("/")[0]
        async with ClientSession() as client:
            yield Browser(client, f"http://127.0.0.1:{port}")
    finally:
        if process.returncode is None:
            process.terminate()
        await asyncio.wait_for(process.wait(), SECONDS)
        if drain is not None:
            await drain
