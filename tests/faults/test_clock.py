"""The clock of the computer jumps: the order of things is that of their versions, and nothing breaks."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from campaigns import changes, feed
from campaigns.models import Campaign, LogEntry
from campaigns.replay import differences
from live import presence
from tests.combat.conftest import fight, goblins  # noqa: F401
from tests.combat.fights import key, pv, stored

JUMPS = (0, -3600, 7200, -90_000, 31 * 86_400, 0)


@pytest.fixture
def clock(monkeypatch) -> Callable[[float], None]:
    """`clock(-3600)`: an hour behind what it really is."""
    real, entries = timezone.now, LogEntry._meta.get_field("at")
    monkeypatch.setattr(entries, "_get_default", lambda: timezone.now())  # what Django keeps of the default

    def jump(seconds: float) -> None:
        monkeypatch.setattr(timezone, "now", lambda: real() + timedelta(seconds=seconds))

    return jump


@pytest.fixture
def read_all(as_, campaign, fight, brianda) -> Callable[[], None]:  # noqa: F811
    def read(seat: object) -> None:
        table = campaign.get_absolute_url()
        for path in (table, f"{table}log/", f"{table}journal/", f"{table}luck/", fight.get_absolute_url(),
                     brianda.get_absolute_url(), f"{fight.get_absolute_url()}chronicle/"):  # fmt: skip
            feed.forget()
            assert as_(seat).get(path).status_code == 200, path

    return read


def test_a_fight_goes_on_whatever_the_clock_says_and_is_told_in_its_order(
    fight, campaign, marta, ines, brianda, clock, read_all  # noqa: F811
):  # fmt: skip
    made = []
    for seconds in JUMPS:
        clock(seconds)
        made.append(stored(fight).harm(marta, key(fight, "Goblin 1"), 1))
        made.append(brianda.change_pool(ines, "pv", -1))
        read_all(ines)
    read_all(marta)

    listed = list(LogEntry.objects.listed_for(marta).values_list("key", flat=True))
    assert listed[: len(made)] == [entry.key for entry in reversed(made)]
    assert [entry.at for entry in made] != sorted(entry.at for entry in made)
    for entry in reversed(made):  # and it is taken back in that order
        changes.toggle(entry, marta)
    assert pv(brianda) == 16
    assert list(differences(Campaign.objects.get())) == []


def test_an_invitation_that_ended_because_the_clock_ran_ahead_is_good_again(as_, campaign, marta, clock):
    as_(marta).post(f"{campaign.get_absolute_url()}invite/", {"role": "player", "lasts": "week", "uses": ""})
    path = campaign.invitations.get().get_absolute_url()
    for seconds, status in ((0, 200), (8 * 86_400, 404), (-3600, 200), (0, 200)):
        clock(seconds)
        assert Client().get(path).status_code == status, seconds


def test_who_is_logged_in_stays_so_when_the_clock_jumps(as_, marta, clock):
    browser = as_(marta)
    for seconds in JUMPS:
        clock(seconds)
        assert "Marta" in browser.get("/").content.decode(), seconds


def test_who_left_before_the_clock_was_put_back_is_not_here_for_an_hour(monkeypatch):
    now = [10_000.0]
    monkeypatch.setattr(presence.time, "time", lambda: now[0])
    here = presence.Presence()
    here.count("mesa", frozenset({"ines"}))
    here.count("mesa", frozenset())
    assert here.of("mesa").here == {"ines"}  # within the grace

    now[0] -= 3600

    assert here.of("mesa").here == frozenset()
