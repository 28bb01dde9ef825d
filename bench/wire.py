"""Clients on the standard library alone, light enough not to be what is measured."""

import asyncio
import gzip
import time
from collections.abc import Sequence
from urllib.parse import urlencode

import brotli

from bench.site import Seat, Table

TOKEN = "b" * 32
PATIENCE = 30


class Unanswered(RuntimeError):
    """A press that was refused, or worse."""


class Visitor:
    """One kept connection of one seat; requests follow one another. `entry`: the one that the last press made."""

    def __init__(self, port: int, seat: Seat | None) -> None:
        self.entry = ""
        self._writer: asyncio.StreamWriter | None = None
        self._port = port
        session = f"; sessionid={seat.session}" if seat else ""
        self._head = (
            f"Host: localhost:{port}\r\nCookie: csrftoken={TOKEN}{session}\r\nAccept-Language: es\r\n"
            "Accept-Encoding: gzip, deflate, br\r\n"
        )

    async def __aenter__(self) -> "Visitor":
        self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self._port, limit=1 << 22)
        return self

    async def __aexit__(self, *fault: object) -> None:
        if self._writer is not None:
            self._writer.close()

    async def get(self, path: str) -> tuple[int, dict[str, str], bytes]:
        self._writer.write(f"GET {path} HTTP/1.1\r\n{self._head}\r\n".encode())
        return await self._answer()

    async def press(self, path: str, **fields: object) -> float:
        """A press of a button as htmx sends it; answers when it was sent, by `time.perf_counter`."""
        body = urlencode(fields)
        sent = time.perf_counter()
        self._writer.write(
            f"POST {path} HTTP/1.1\r\n{self._head}X-CSRFToken: {TOKEN}\r\nHX-Request: true\r\n"
            f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n\r\n{body}".encode()
        )
        status, headers, answer = await self._answer()
        if status != 204:
            raise Unanswered(f"{path} was answered {status}: {answer[:500]!r}")
        self.entry = headers.get("mesa-entry", "")
        return sent

    async def _answer(self) -> tuple[int, dict[str, str], bytes]:
        async with asyncio.timeout(PATIENCE):
            head = (await self._reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
            status = int(head[0].split()[1])
            headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in head[1:-2])}
            body = await self._reader.readexactly(int(headers.get("content-length", 0)))
        return status, headers, body


def unpacked(headers: dict[str, str], body: bytes) -> bytes:
    """What an answer says, as it was before it was compressed."""
    return {"br": brotli.decompress, "gzip": gzip.decompress}.get(headers.get("content-encoding", ""), bytes)(body)


class Lines:
    """Streams of a page, the table's unless another is named, and when the last of them had the last message."""

    def __init__(
        self, port: int, table: Table, page: str = "table", path: str = "", seats: Sequence[Seat] = ()
    ) -> None:
        self._port, self._table = port, table
        self._page, self._path, self._seats = page, path or table.page, seats or table.players
        self._lines: list[_Line] = []
        self._missing = 0
        self.news = 0
        self.last = 0.0
        self._all = asyncio.Event()

    def __len__(self) -> int:
        return len(self._lines)

    async def open(self, count: int) -> None:
        """Open `count` more, each of another seat as far as there are seats."""
        async with Visitor(self._port, self._table.owner) as owner:
            _, headers, body = await owner.get(self._path)
            page = unpacked(headers, body).decode()
        after = page.partition('data-after="')[2].partition('"')[0]
        for start in range(0, count, 50):
            await asyncio.gather(*(self._open(after) for _ in range(min(50, count - start))))

    async def _open(self, after: str) -> None:
        seat = self._seats[len(self._lines) % len(self._seats)]
        line = _Line(self)
        self._lines.append(line)
        await asyncio.get_running_loop().create_connection(lambda: line, "127.0.0.1", self._port)
        query = urlencode({"page": self._page, "as": seat.role, "lang": "es", "after": after})
        line.transport.write(
            f"GET /t/{self._table.campaign}/live?{query} HTTP/1.1\r\n"
            f"Host: localhost:{self._port}\r\nCookie: sessionid={seat.session}\r\n\r\n".encode()
        )
        async with asyncio.timeout(PATIENCE):
            await line.greeted.wait()

    def expect(self) -> None:
        """From now on one message is on its way to each."""
        self._missing = len(self._lines)
        self._all.clear()

    async def arrived(self) -> float:
        """When the last of them had it."""
        async with asyncio.timeout(PATIENCE):
            await self._all.wait()
        return self.last

    def got(self) -> None:
        self._missing -= 1
        if self._missing == 0:
            self.last = time.perf_counter()
            self._all.set()

    def close(self) -> None:
        for line in self._lines:
            line.transport.close()
        self._lines.clear()


class _Line(asyncio.Protocol):
    def __init__(self, lines: Lines) -> None:
        self._lines = lines
        self._buffer = b""
        self.greeted = asyncio.Event()
        self.size = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        if not self._buffer.endswith(b"\n\n\r\n"):  # the end of an event and of its chunk
            return
        if b"event: regions" in self._buffer:
            self.size = len(self._buffer)
            self._lines.got()
        elif b"event: hello" in self._buffer:
            self.greeted.set()
        self._buffer = b""
