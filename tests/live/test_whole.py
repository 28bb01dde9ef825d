"""Requests arrive whole or not at all, and no slow or broken client holds up a page."""

import asyncio
import socket
import struct
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import ExitStack

import pytest
from django.urls import reverse

from campaigns.models import LogEntry
from characters.models import Pool
from characters.pictures import MOST_BYTES
from live.whole import WholeRequests
from tests.live.lines import connect, until

PATIENCE = 10
Messages = list[dict[str, object]]


class Site:
    """The pages behind: they write down each body and answer in three pieces."""

    def __init__(self) -> None:
        self.bodies: list[bytes] = []

    async def __call__(self, scope: object, receive: Callable[[], Awaitable[dict]], send: Callable) -> None:
        self.bodies.append((await receive())["body"])
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"9")]})
        for piece in (b"one", b"two", b"six"):
            await send({"type": "http.response.body", "body": piece, "more_body": True})
        await send({"type": "http.response.body", "body": b""})


@pytest.fixture
def site() -> Site:
    return Site()


def asked(app: WholeRequests, messages: Messages, **headers: str) -> Messages:
    """What is sent back for a request that comes as `messages` and then says nothing more."""
    sent: Messages = []
    waiting = iter(messages)

    async def receive() -> dict[str, object]:
        for message in waiting:
            return message
        await asyncio.Event().wait()
        raise AssertionError

    async def send(message: dict[str, object]) -> None:
        sent.append(message)

    async def story() -> None:
        named = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
        async with asyncio.timeout(PATIENCE):
            await app({"type": "http", "headers": named}, receive, send)

    run(story())
    return sent


def run(story: Coroutine[object, object, None]) -> None:
    asyncio.run(story)


def piece(body: bytes, *, more: bool) -> dict[str, object]:
    return {"type": "http.request", "body": body, "more_body": more}


GONE = {"type": "http.disconnect"}


def test_a_body_in_pieces_reaches_the_page_in_one(site):
    sent = asked(WholeRequests(site), [piece(b"pv=", more=True), piece(b"1", more=True), piece(b"2", more=False)])

    assert site.bodies == [b"pv=12"]
    assert sent[0]["status"] == 200


def test_an_answer_in_pieces_goes_out_in_one(site):
    sent = asked(WholeRequests(site), [piece(b"", more=False)])

    assert [message["type"] for message in sent] == ["http.response.start", "http.response.body"]
    assert sent[1]["body"] == b"onetwosix"
    assert sent[1]["more_body"] is False


@pytest.mark.parametrize(
    ("messages", "headers"),
    [
        ([piece(b"pv=1", more=True), GONE], {"content_length": "5"}),
        ([piece(b"pv=1", more=True), GONE], {"transfer_encoding": "chunked"}),
        ([GONE], {"content_length": "5"}),
        ([piece(b"pv=1", more=False)], {"content_length": "5"}),
    ],
    ids=["by length", "by chunks", "before it began", "by a server that calls it whole"],
)
def test_a_body_cut_short_never_reaches_a_page_and_is_not_answered(site, messages, headers):
    assert asked(WholeRequests(site), messages, **headers) == []
    assert site.bodies == []


def test_the_largest_picture_reaches_the_page_with_its_form(site):
    body = b"x" * (MOST_BYTES + 2000)

    asked(WholeRequests(site), [piece(body, more=False)], content_length=str(len(body)))

    assert [len(each) for each in site.bodies] == [len(body)]


def test_a_long_body_may_take_longer_to_arrive_than_a_short_one(site):
    impatient = WholeRequests(site, seconds=0)

    asked(impatient, [piece(b"x" * 500_000, more=False)], content_length="500000")
    refusal = asked(impatient, [piece(b"x", more=False)], content_length="0")

    assert len(site.bodies) == 1
    assert refusal[0]["status"] == 408


def test_a_body_that_says_it_is_too_large_is_refused_before_it_comes(site):
    sent = asked(WholeRequests(site, most_bytes=10), [], content_length="11")

    assert sent[0]["status"] == 413
    assert "demasiado grande" in sent[1]["body"].decode()
    assert site.bodies == []


def test_a_body_that_does_not_say_it_is_too_large_is_refused_when_it_is(site):
    messages = [piece(b"0123456789", more=True), piece(b"0", more=True)]

    assert asked(WholeRequests(site, most_bytes=10), messages, transfer_encoding="chunked")[0]["status"] == 413
    assert site.bodies == []


def test_a_body_of_the_largest_size_is_taken(site):
    sent = asked(WholeRequests(site, most_bytes=10), [piece(b"0123456789", more=False)], content_length="10")

    assert sent[0]["status"] == 200


def test_a_body_that_takes_too_long_is_refused(site):
    sent = asked(WholeRequests(site, seconds=0.01), [piece(b"pv=", more=True)], content_length="5")

    assert sent[0]["status"] == 408
    assert (b"connection", b"close") in sent[0]["headers"]
    assert "took too long" in sent[1]["body"].decode()
    assert site.bodies == []


def test_the_page_itself_may_take_longer_than_a_body(site):
    """The limit is on what the client sends, not on what the site does with it."""

    async def slow(scope: object, receive: Callable, send: Callable) -> None:
        await receive()
        for _ in range(3):
            await asyncio.sleep(0.02)
        await site(scope, receive, send)

    assert asked(WholeRequests(slow, seconds=0.02), [piece(b"", more=False)])[0]["status"] == 200


# --- the same through the real server --------------------------------------------------------------------------------


def pv_of(character: object) -> int | None:
    return Pool.objects.filter(character=character, key="pv").values_list("current", flat=True).first()


@pytest.mark.live
def test_a_press_cut_short_changes_nothing(visit, live, ines, brianda):
    ines_there = visit(ines)
    path = reverse("characters:points", args=[brianda.key, "pv"])
    for how in ("closed", "half closed", "reset"):
        with ExitStack() as stack:
            line = connect(live.port, stack)
            line.sendall(ines_there.head(path, len("amount=-12")) + b"amount=-1")
            if how == "half closed":
                line.shutdown(socket.SHUT_WR)
                assert line.recv(1024) == b""
            elif how == "reset":
                line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))

    assert ines_there.press(path, amount="-2").status_code == 204  # a press behind it, so that it had its time
    entry = LogEntry.objects.get()
    assert entry.facts["asked"] == -2
    assert pv_of(brianda) == 14


@pytest.mark.live
def test_a_whole_press_counts_though_its_sender_is_gone(visit, live, ines, brianda):
    path = reverse("characters:points", args=[brianda.key, "pv"])
    body = b"amount=-12"
    with ExitStack() as stack:
        connect(live.port, stack).sendall(visit(ines).head(path, len(body)) + body)

    until(lambda: LogEntry.objects.exists())
    assert pv_of(brianda) == 4


@pytest.mark.live
def test_too_large_a_press_is_refused_without_reading_it(visit, live, ines, brianda):
    path = reverse("characters:points", args=[brianda.key, "pv"])
    with ExitStack() as stack:
        line = connect(live.port, stack)
        line.sendall(visit(ines).head(path, 50_000_000))
        assert line.recv(1024).startswith(b"HTTP/1.1 413 ")
    assert not LogEntry.objects.exists()


@pytest.mark.live
def test_stalled_uploads_do_not_stop_the_pages(visit, live, ines, brianda):
    path = reverse("characters:points", args=[brianda.key, "pv"])
    ines_there = visit(ines)
    with ExitStack() as stack:
        for _ in range(10):
            connect(live.port, stack).sendall(ines_there.head(path, 100) + b"amount=")
        for _ in range(5):
            assert ines_there.page(ines.campaign.get_absolute_url()).status_code == 200
        assert ines_there.press(path, amount="-1").status_code == 204
