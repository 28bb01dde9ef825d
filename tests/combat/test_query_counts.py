"""How often the database is asked: as often with 3 in a fight as with 60, with 10 entries as with 500."""

from collections.abc import Callable

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from campaigns import chance, feed
from campaigns.models import Campaign, LogEntry
from campaigns.streams import screen_of
from characters.models import Character
from combat import board
from combat.board import rows_for
from combat.models import Encounter, Status
from rules.notation import parse
from tests.combat.fights import FOE, address, key, stored

MOST = {
    "page": 12, "page after a change": 12, "panel": 8, "odds": 8, "table": 28, "news": 14, "next turn": 18,
    "attack": 20, "harm": 18,
}  # fmt: skip


@pytest.fixture
def sized(campaign, marta, ines, brianda, monkeypatch) -> Callable[..., Encounter]:
    """`sized(60, 500)`: a fight of so many, Brianda among them, in a log of so many entries; Brianda has the turn."""
    monkeypatch.setattr(chance, "source", lambda sides: min(sides, 5))

    def make(fighters: int, entries: int) -> Encounter:
        for other in campaign.encounters.filter(status=Status.RUNNING):
            stored(other).pause(marta)
        fight = Encounter.objects.create(campaign=campaign, name="Grande")
        fight.add(marta, [brianda])
        for start in range(1, fighters, 20):
            stored(fight).add_foes(
                marta, "Goblin", count=min(20, fighters - start), fixed=FOE | {"pv": 900}, damage=parse("1d6")
            )
        stored(fight).start(marta)
        brianda.roll(ines, "stealth", difficulty=10)  # she has something to take back
        last = stored(fight).harm(marta, key(fight, "Goblin 1"), 1)
        _copied(last, max(0, entries - LogEntry.objects.count()))
        feed.forget()
        return fight

    return make


def _copied(entry: LogEntry, times: int) -> None:
    """So many more entries like this one, written at once."""
    fields = ("campaign", "by", "kind", "facts", "changes", "audience", "topic", "regions")
    same = {name: getattr(entry, name) for name in fields}
    LogEntry.objects.bulk_create(LogEntry(version=entry.version + number, **same) for number in range(1, times + 1))
    Campaign.objects.filter(pk=entry.campaign_id).update(version=entry.version + times)


@pytest.fixture
def counted(as_, marta, ines, campaign, brianda):
    """`counted("page", fight, marta)`: queries of one answer, everything warm."""

    def ask(what: str, fight: Encounter, seat) -> int:
        browser = as_(seat)
        page = f"fight-{fight.key}"
        news = reverse("campaigns:news", args=[campaign.key])
        goblin = key(fight, "Goblin 1")

        def read_news():
            place = feed.page(seat, ["log"], "es").after
            stored(fight).harm(marta, goblin, 1)
            return lambda: browser.get(news, {"page": page, "as": seat.role, "lang": "es", "after": place})

        def pass_on():
            ends = stored(fight).turn
            return lambda: browser.post(address("next", fight), {"ends": ends}, headers={"hx-request": "true"})

        aimed = {"weapon": f"{brianda.key}:unarmed", "target": goblin, "modifier": "0"}
        asks = {
            "page": lambda: lambda: browser.get(fight.get_absolute_url()),
            "page after a change": lambda: (
                stored(fight).harm(marta, goblin, 1), lambda: browser.get(fight.get_absolute_url())
            )[1],
            "panel": lambda: lambda: browser.get(f"{fight.get_absolute_url()}panel/"),
            "odds": lambda: lambda: browser.get(f"{fight.get_absolute_url()}odds/", aimed),
            "table": lambda: lambda: browser.get(campaign.get_absolute_url()),
            "news": read_news,
            "next turn": pass_on,
            "attack": lambda: lambda: browser.post(address("attack", fight), aimed, headers={"hx-request": "true"}),
            "harm": lambda: lambda: browser.post(
                address("harm", fight), {"who": goblin, "amount": "1"}, headers={"hx-request": "true"}
            ),
        }  # fmt: skip
        browser.get(fight.get_absolute_url())
        prepared = asks[what]()
        with CaptureQueriesContext(connection) as found:
            answer = prepared()
        assert answer.status_code in {200, 204}, answer.content[:300]
        return len(found)

    return ask


LEADER = ["page", "page after a change", "panel", "odds", "table", "news", "attack", "harm", "next turn"]
PLAYER = ["page", "page after a change", "panel", "odds", "table", "news", "attack", "next turn"]


def test_as_many_queries_whatever_the_size(sized, counted, marta, ines):
    def numbers(fight):
        return {
            (seat.name, what): counted(what, fight, seat)
            for seat, asked in ((ines, PLAYER), (marta, LEADER))
            for what in asked
        }

    small = numbers(sized(3, 10))
    large = numbers(sized(60, 500))

    assert large == small
    assert {at: count for at, count in small.items() if count > MOST[at[1]]} == {}


def test_the_order_is_made_once_for_all_who_hear_of_a_turn(sized, marta, ines, pablo, vera, monkeypatch):
    """For those who lead and for the table, though each player has a region of their own (B44)."""
    fight, made = sized(3, 10), []
    page = f"fight-{fight.key}"
    places = {seat: feed.page(seat, ["log"], "es").after for seat in (marta, ines, pablo, vera)}
    monkeypatch.setattr(board, "rows_for", lambda *rows, leads: (made.append(leads), rows_for(*rows, leads=leads))[1])

    stored(fight).next_turn(marta, stored(fight).turn)
    screens = [screen_of(seat, page, seat.role, "es", after) for seat, after in places.items()]

    assert all(feed.fresh_for(screens))
    assert sorted(made) == [False, True]


def test_the_turn_that_begins_a_round_asks_as_often_too(sized, as_, marta):
    """Everybody gets actions back (C2): still not a write for each."""
    counts = []
    for fighters in (3, 60):
        fight = sized(fighters, 10)
        browser, now = as_(marta), stored(fight)
        for row in now.present:
            row.state["has_acted"] = True
            row.save()
        ends = now.turn
        browser.get(fight.get_absolute_url())
        with CaptureQueriesContext(connection) as found:
            assert (
                browser.post(address("next", fight), {"ends": ends}, headers={"hx-request": "true"}).status_code == 204
            )
        assert stored(fight).round == 2
        counts.append(len(found))
    assert counts[0] == counts[1]


def test_the_start_and_its_undo_ask_as_often_too(campaign, marta, brianda, as_, monkeypatch):
    monkeypatch.setattr(chance, "source", lambda sides: min(sides, 5))
    counts = []
    for fighters in (3, 60):
        fight = Encounter.objects.create(campaign=campaign, name="Grande")
        for start in range(0, fighters, 20):
            stored(fight).add_foes(marta, "Rata", count=min(20, fighters - start), fixed=FOE, damage=parse("1d6"))
        browser = as_(marta)
        browser.get(fight.get_absolute_url())
        one = []
        for url in (address("start", fight), None):
            url = url or reverse("campaigns:toggle", args=[campaign.key, LogEntry.objects.first().key])
            with CaptureQueriesContext(connection) as found:
                assert browser.post(url, headers={"hx-request": "true"}).status_code == 204
            one.append(len(found))
        counts.append(one)
    assert counts[0] == counts[1]


def test_forty_heroes_come_with_as_many_queries_as_one(campaign, marta, ines, as_):
    """Foes are made one by one; heroes are there already."""
    counts = []
    for number in (1, 40):
        Character.objects.filter(is_foe=False).delete()
        for at in range(number):
            Character.objects.create(
                campaign=campaign, owner=ines, name=f"H{at}", is_finished=True, traits={"fixed": {"pv": 9}}
            )
        fight = Encounter.objects.create(campaign=campaign, name="Grande")
        browser = as_(marta)
        browser.get(fight.get_absolute_url())
        with CaptureQueriesContext(connection) as found:
            assert browser.post(address("heroes", fight), headers={"hx-request": "true"}).status_code == 204
        counts.append(len(found))
    assert counts[0] == counts[1]
