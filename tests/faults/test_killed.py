"""kill −9 at any moment: what was acknowledged is there, nothing is there twice, open pages go on where they were.

`KILLS=40 python3 run.py test tests/faults/test_killed.py` kills it more often.
"""

import os
import random
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import pytest
from django.db import connection, connections, transaction
from django.urls import reverse

from campaigns.keys import new_key
from campaigns.models import Campaign, LogEntry
from combat.models import Encounter
from tests.combat.fights import address, differing, pv, replayed, stored, whole
from tests.faults.process import Process
from tests.live.lines import Visitor, until

pytestmark = pytest.mark.live
KILLS = int(os.environ.get("KILLS", "3"))
LONGEST = 0.03  # seconds after a press in which the server is killed: as long as one takes, and some


@pytest.fixture
def points(brianda) -> str:
    return reverse("characters:points", args=[brianda.key, "pv"])


def versions(campaign: Campaign) -> list[int]:
    return list(LogEntry.objects.filter(campaign=campaign).order_by("version").values_list("version", flat=True))


# --- at a step that is known -----------------------------------------------------------------------------------------


def test_killed_before_the_commit_a_press_has_done_nothing_and_counts_once_when_it_comes_again(
    visit, served, brianda, campaign, ines, points
):
    there, name = visit(ines), new_key()
    with ThreadPoolExecutor(1) as threads:
        with transaction.atomic():
            Campaign.objects.select_for_update().get(pk=campaign.pk)  # on SQLite the transaction alone holds all others
            press = threads.submit(there.press, points, amount="-1", press=name)
            until(is_waiting_for_the_lock(served))
            served.kill()
        with pytest.raises(httpx.TransportError):
            press.result()
    assert (pv(brianda), versions(campaign)) == (16, [])

    served.start()

    assert there.press(points, amount="-1", press=name).status_code == 204
    assert (pv(brianda), versions(campaign)) == (15, [1])


def is_waiting_for_the_lock(served: Process) -> Callable[[], bool]:
    """Whether a press has come as far as its transaction: PostgreSQL tells, and SQLite's thread sleeps in between."""

    def waits() -> bool:
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_stat_clear_snapshot()")  # else it is what it was at first
                cursor.execute(
                    "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' "
                    "AND datname = current_database()"
                )
                return cursor.fetchone()[0] > 0
        return any("nanosleep" in each.read_text() for each in Path(f"/proc/{served.pid}/task").glob("*/wchan"))

    return waits


def test_killed_after_the_commit_a_press_that_got_no_answer_counts_once_when_it_comes_again(
    visit, served, brianda, campaign, ines, points
):
    there, name = visit(ines), new_key()
    line = there.listen()
    asked = there.send(points, amount="-1", press=name)
    until(lambda: LogEntry.objects.filter(press=name).exists())
    served.kill()
    asked.close()  # unread: whatever was on its way is lost
    line.ends()

    served.start()
    again = there.press(points, amount="-1", press=name)

    entry = LogEntry.objects.get(press=name)
    assert (again.status_code, again.headers["Mesa-Entry"]) == (204, entry.key)
    assert (pv(brianda), versions(campaign)) == (15, [1])
    there.listen(after="").brings(entry)


# --- at any step -----------------------------------------------------------------------------------------------------


@dataclass
class Fighting:
    """What four hands do while the server dies under them: each press is sent until it has an answer."""

    encounter: Encounter
    heroine: str
    people: list[str]
    goes_on: bool = True
    answers: dict[str, httpx.Response] = field(default_factory=dict)
    retried: set[str] = field(default_factory=set)
    sent: threading.Semaphore = field(default_factory=lambda: threading.Semaphore(0))
    is_up: threading.Event = field(default_factory=threading.Event)

    def play(self, hand: Visitor, number: int) -> None:
        luck = random.Random(number)
        while self.goes_on:
            self.press(hand, *self.deed(luck))

    def deed(self, luck: random.Random) -> tuple[str, dict[str, object]]:
        what = luck.choice(["harm", "heal", "attack", "next", "sheet"])
        somebody = luck.choice(self.people)
        if what == "attack":
            by, target = luck.sample([each for each in self.people if each != self.heroine], 2)
            return address("attack", self.encounter), {"weapon": f"{by}:own", "target": target}
        if what == "next":
            now = self.reading(lambda: Encounter.objects.values_list("turn", flat=True).get(pk=self.encounter.pk))
            return address("next", self.encounter), {"ends": now}
        if what == "sheet":
            return reverse("characters:points", args=[self.heroine, "pv"]), {"amount": luck.choice(["2", "-3"])}
        return address(what, self.encounter), {"who": somebody, "amount": luck.randint(1, 5)}

    def press(self, hand: Visitor, path: str, fields: dict[str, object]) -> None:
        name = new_key()
        while True:
            self.is_up.wait()
            self.sent.release()
            try:
                self.answers[name] = hand.press(path, press=name, **fields)
                return
            except httpx.TransportError:
                self.retried.add(name)

    def reading(self, question: Callable[[], str]) -> str:
        try:
            return question()
        finally:
            connections.close_all()


def test_killed_at_any_moment_of_a_fight_nothing_acknowledged_is_lost_and_nothing_counts_twice(
    visit, served, brawl, brianda, marta, coral, ines, pablo
):
    campaign, begin = stored(brawl).campaign, whole(brawl)
    first, luck = campaign.version, random.Random(os.urandom(8))
    people = [row.character.key for row in stored(brawl).present]
    fighting = Fighting(brawl, brianda.key, people)
    watching = visit(pablo)
    seen, line = [], watching.listen()

    with ThreadPoolExecutor(4) as threads:
        hands = [threads.submit(fighting.play, visit(seat), at) for at, seat in enumerate((marta, coral, ines, marta))]
        fighting.is_up.set()
        for _kill in range(KILLS):
            for _press in range(luck.randint(20, 40)):
                fighting.sent.acquire()
            threading.Event().wait(luck.uniform(0, LONGEST))  # no state is waited for: any moment will do
            connections.close_all()
            fighting.is_up.clear()
            served.kill()
            seen += line.ends().entries
            served.start()
            line = watching.listen(after=seen[-1] if seen else "")
            fighting.is_up.set()
        fighting.goes_on = False
    for hand in hands:
        hand.result()

    last = LogEntry.objects.get(campaign=campaign, version=stored(brawl).campaign.version)
    line.brings(last)
    seen += line.entries
    entries = list(LogEntry.objects.filter(campaign=campaign, version__gt=first).order_by("version"))
    statuses = {answer.status_code for answer in fighting.answers.values()}
    assert statuses <= {204, 403, 422}, statuses
    done = {name: answer for name, answer in fighting.answers.items() if answer.status_code == 204}
    assert {entry.press: entry.key for entry in entries} == {
        name: answer.headers["Mesa-Entry"] for name, answer in done.items()
    }
    assert len(entries) == len(done)
    assert fighting.retried, "no press was cut off: this test has seen nothing"
    assert [entry.version for entry in entries] == list(range(first + 1, first + 1 + len(entries)))
    assert differing(replayed(begin, entries), whole(brawl)) == []
    shown = list(LogEntry.objects.order_by("version").values_list("key", flat=True))
    assert list(dict.fromkeys(seen)) == [key for key in shown if key in set(seen)]
    assert {entry.key for entry in entries} <= set(seen)
