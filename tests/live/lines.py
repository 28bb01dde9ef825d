"""A person at the running server, without a browser: pages, presses, and streams that are read on demand.

A `Line` owns no thread: what the server itself holds can be counted while any number of them is open.
"""

import re
import select
import socket
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from urllib.parse import urlencode

import httpx
from django.conf import settings
from django.test import Client

from campaigns.models import LogEntry, Membership

PATIENCE = 20  # seconds until a state that must come is given up
TOKEN = "a" * 32


@dataclass(frozen=True)
class Event:
    name: str
    data: str
    id: str

    @property
    def entries(self) -> list[str]:
        """The keys of the entries that a message brings."""
        found = re.match(r'<div data-entries="([^"]*)">', self.data)
        return found[1].split() if found else []


def event_of(block: bytes) -> Event:
    parts: dict[str, list[str]] = {"event": [], "data": [], "id": [], "retry": []}
    for line in block.decode().split("\n"):
        name, _, value = line.partition(":")
        parts[name].append(value.removeprefix(" "))
    return Event("".join(parts["event"]), "\n".join(parts["data"]), "".join(parts["id"]))


@dataclass(eq=False)
class Line:
    """One open stream. `raw` is every byte that ever came down, head and chunk marks included."""

    socket: socket.socket
    raw: bytearray = field(default_factory=bytearray)
    events: list[Event] = field(default_factory=list)
    has_ended: bool = False
    _unread: bytes = b""
    _text: bytes = b""

    @property
    def status(self) -> int:
        return int(self.raw.split(b" ", 2)[1])

    @property
    def news(self) -> list[Event]:
        return [event for event in self.events if event.name == "regions"]

    @property
    def entries(self) -> list[str]:
        """The keys of all entries, in the order in which they came."""
        return [key for event in self.news for key in event.entries]

    @property
    def after(self) -> str:
        """Where this page stands: the id of the last message."""
        return self.news[-1].id

    def take(self) -> None:
        """Read what is there."""
        try:
            data = self.socket.recv(1 << 20)
        except ConnectionError:
            data = b""
        had_head = b"\r\n\r\n" in self.raw
        self.raw += data
        self.has_ended = not data or self.raw.endswith(b"\r\n0\r\n\r\n")
        if had_head:
            self._unread += data
        elif b"\r\n\r\n" in self.raw:
            self._unread = bytes(self.raw).partition(b"\r\n\r\n")[2]
        if self.status == 200:
            self._understand()

    def _understand(self) -> None:
        """Take chunks apart, then events."""
        while True:
            size, end, rest = self._unread.partition(b"\r\n")
            if not end or len(rest) < int(size, 16) + 2:
                break
            self._text += rest[: int(size, 16)]
            self._unread = rest[int(size, 16) + 2 :]
        *blocks, self._text = self._text.split(b"\n\n")
        self.events += map(event_of, blocks)

    def until(self, condition: Callable[["Line"], object], patience: float = PATIENCE) -> "Line":
        read([self], condition, patience)
        return self

    def brings(self, *entries: LogEntry) -> "Line":
        """Wait until all of `entries` have come."""
        return self.until(lambda line: {entry.key for entry in entries} <= set(line.entries))

    def ends(self) -> "Line":
        return self.until(lambda line: line.has_ended)

    def close(self) -> None:
        self.socket.close()


def read(lines: Sequence[Line], condition: Callable[[Line], object], patience: float = PATIENCE) -> None:
    """Read from all `lines` at once until `condition` holds for each of them."""
    until = time.monotonic() + patience
    waiting = [line for line in lines if not condition(line)]
    while waiting:
        still = [line for line in waiting if not line.has_ended]
        assert still, f"the stream ended: {bytes(waiting[0].raw[-2000:])!r}"
        ready, _, _ = select.select([line.socket for line in still], [], [], max(0, until - time.monotonic()))
        assert ready, f"this did not come within {PATIENCE} s; the last was {bytes(still[0].raw[-2000:])!r}"
        for line in still:
            if line.socket in ready:
                line.take()
        waiting = [line for line in waiting if not condition(line)]


class Visitor:
    """Someone with a cookie (or nobody) at the server on `port` of this machine."""

    def __init__(self, port: int, seat: Membership | None, client: Client | None, stack: ExitStack) -> None:
        self.port, self.seat, self._stack = port, seat, stack
        self.host = f"localhost:{port}"
        self.cookies = {settings.CSRF_COOKIE_NAME: TOKEN}
        if client is not None:
            self.cookies[settings.SESSION_COOKIE_NAME] = client.cookies[settings.SESSION_COOKIE_NAME].value
        self.http = stack.enter_context(
            httpx.Client(
                base_url=f"http://{self.host}",
                cookies=self.cookies,
                headers={"X-CSRFToken": TOKEN, "Accept-Language": "es"},
                timeout=PATIENCE,
                verify=False,  # plain http: no certificates to read each time
                limits=httpx.Limits(max_connections=200, max_keepalive_connections=200),
            )
        )

    @property
    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())

    def page(self, path: str, **query: str) -> httpx.Response:
        return self.http.get(path, params=query)

    def press(self, path: str, **fields: object) -> httpx.Response:
        """A press of a button, as htmx sends it."""
        return self.http.post(path, data=fields, headers={"HX-Request": "true"})

    def head(self, path: str, length: int) -> bytes:
        """The same press up to its body of so many bytes."""
        return (
            f"POST {path} HTTP/1.1\r\nHost: {self.host}\r\nCookie: {self.cookie}\r\nX-CSRFToken: {TOKEN}\r\n"
            f"HX-Request: true\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: {length}\r\n\r\n"
        ).encode()

    def send(self, path: str, **fields: object) -> socket.socket:
        """A press on a line of its own, sent whole, whose answer nobody reads."""
        line, body = connect(self.port, self._stack), urlencode(fields).encode()
        line.sendall(self.head(path, len(body)) + body)
        return line

    def after(self, path: str) -> str:
        """Where the page at `path` stands, as its HTML says it."""
        found = re.search(r'data-after="([^"]*)"', self.page(path).text)
        assert found
        return found[1]

    def query(self, seat: Membership, page: str, after: str, role: str | None, language: str) -> dict[str, str]:
        return {"page": page, "as": seat.role if role is None else role, "lang": language, "after": after}

    def listen(
        self,
        seat: Membership | None = None,
        *,
        page: str = "table",
        after: str = "",
        role: str | None = None,
        language: str = "es",
        host: str = "",
        **headers: str,
    ) -> Line:
        """Open the stream of a page of the campaign of `seat` (one's own), and wait for its first words."""
        seat = seat or self.seat
        assert seat is not None
        query = urlencode(self.query(seat, page, after, role, language))
        return self.open(f"/t/{seat.campaign.key}/live?{query}", host or self.host, headers)

    def open(self, target: str, host: str, headers: Mapping[str, str]) -> Line:
        named = {"Host": host, "Cookie": self.cookie}
        named |= {name.replace("_", "-"): value for name, value in headers.items()}
        line = Line(connect(self.port, self._stack))
        line.socket.sendall(
            f"GET {target} HTTP/1.1\r\n".encode()
            + b"".join(f"{name}: {value}\r\n".encode() for name, value in named.items())
            + b"\r\n"
        )
        return line.until(lambda line: line.has_ended or b"event: hello" in line.raw or is_refusal(line.raw))

    def news(self, after: str, *, page: str = "table", role: str | None = None) -> httpx.Response:
        """What the stream would bring, asked over plain http."""
        assert self.seat is not None
        query = self.query(self.seat, page, after, role, "es")
        return self.page(f"/t/{self.seat.campaign.key}/news/", **query)


def is_refusal(raw: bytes) -> bool:
    head, end, _ = raw.partition(b"\r\n\r\n")
    return bool(end) and not head.startswith(b"HTTP/1.1 200")


def connect(port: int, stack: ExitStack) -> socket.socket:
    made = stack.enter_context(socket.create_connection(("127.0.0.1", port), PATIENCE))
    made.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return made


@contextmanager
def visitors(port: Callable[[], int], as_: Callable[[object], Client]) -> Iterator[Callable[..., Visitor]]:
    """`visit(pablo)`: that seat at the server, with all of its lines closed at the end; `visit(None)`: nobody."""
    with ExitStack() as stack:

        def visit(who: object) -> Visitor:
            seat = who if isinstance(who, Membership) else None
            return Visitor(port(), seat, None if who is None else as_(who), stack)

        yield visit


def until(condition: Callable[[], object], patience: float = PATIENCE) -> None:
    """Wait for a state of the server that no answer tells."""
    end = time.monotonic() + patience
    while not condition():
        assert time.monotonic() < end, "that state did not come"
        select.select([], [], [], 0.005)
