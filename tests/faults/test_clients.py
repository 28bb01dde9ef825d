"""Slow, dead and broken lines: nobody else waits for them, and they miss nothing."""

import re
import socket
from contextlib import ExitStack

import pytest
from django.urls import reverse

from campaigns.models import LogEntry
from characters.models import Character
from tests.live import lines
from tests.live.lines import read, until

pytestmark = pytest.mark.live
PRESSES = 60


@pytest.fixture
def smallest_sockets(monkeypatch) -> None:
    """Lines that hold as little as the system allows: who does not read has it wait at the server."""

    def connect(port: int, stack: ExitStack) -> socket.socket:
        made = stack.enter_context(socket.socket())
        made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        made.settimeout(lines.PATIENCE)
        made.connect(("127.0.0.1", port))
        return made

    monkeypatch.setattr(lines, "connect", connect)


def test_clients_that_take_no_byte_slow_nobody_and_miss_nothing(
    served, visit, marta, pablo, ines, vera, brianda, smallest_sockets
):
    """Two lines whose reader has fallen asleep, beside one that reads what each press brings before the next."""
    Character.objects.filter(pk=brianda.pk).update(traits={**brianda.traits, "fixed": {"pv": 900}})
    path, there = reverse("characters:points", args=[brianda.key, "pv"]), visit(ines)
    asleep = [visit(seat).listen() for seat in (pablo, vera)]
    awake = visit(marta).listen()

    keys = []
    for _ in range(PRESSES):
        keys.append(there.press(path, amount="-1").headers["Mesa-Entry"])
        awake.brings(LogEntry.objects.get(key=keys[-1]))

    assert awake.entries == keys
    assert not any(line.news for line in asleep)
    read(asleep, lambda line: line.entries[-1:] == keys[-1:])
    assert [line.entries for line in asleep] == [keys, keys]


def test_a_line_cut_in_the_middle_of_a_message_goes_on_after_the_last_whole_one(served, visit, ines, pablo, brianda):
    """The half of a message is none: its entries come again, whole."""
    path, there = reverse("characters:points", args=[brianda.key, "pv"]), visit(ines)
    line = visit(pablo).listen()
    first = there.press(path, amount="-1").headers["Mesa-Entry"]
    line.until(lambda line: first in line.entries)
    place, whole = line.after, len(line.raw)

    second = there.press(path, amount="-1").headers["Mesa-Entry"]
    until(lambda: LogEntry.objects.filter(key=second).exists())
    half = b""
    while len(half) < 300:  # a message has some thousand bytes
        half += line.socket.recv(300 - len(half))
    line.close()
    assert b"event: regions" in half or re.search(rb"id: \w+", half)
    assert len(line.raw) == whole

    again = visit(pablo).listen(after=place)
    again.until(lambda line: line.entries)
    assert again.entries == [second]
    assert "<span>14<small>" in again.news[-1].data


def test_a_client_that_hangs_up_without_a_word_leaves_no_stream_behind(served, visit, ines, pablo, brianda):
    token = "x" * 20
    served.environment["METRICS_TOKEN"] = token
    served.stop()
    served.start()
    there = visit(ines)

    def open_streams() -> float:
        told = there.http.get("/metrics", headers={"Authorization": f"Bearer {token}"}).text
        return float(re.search(r"^mesa_streams_open (\S+)$", told, re.M)[1])

    gone = [visit(pablo).listen() for _ in range(5)]
    assert open_streams() == 5
    for line in gone:
        line.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")  # reset, not closed
        line.close()
    until(lambda: open_streams() == 0)
    read([visit(pablo).listen()], lambda line: line.status == 200)
