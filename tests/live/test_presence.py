"""Who is here, with other processes that say who is there."""

import time

import pytest

from live import presence
from live.presence import NOBODY, Presence

MARTA, PABLO, BOTH = frozenset({"marta"}), frozenset({"pablo"}), frozenset({"marta", "pablo"})


@pytest.fixture
def here() -> Presence:
    return Presence()


@pytest.fixture
def no_grace(monkeypatch) -> None:
    monkeypatch.setattr(presence, "GRACE_SECONDS", 0.0)


def test_who_is_here_is_who_anybody_says(here):
    here.count("salt", MARTA)
    here.hear("another", "salt", PABLO)
    here.hear("a third", "salt", PABLO)
    here.hear("another", "iron", MARTA)

    assert here.of("salt").here == BOTH
    assert here.of("iron").here == MARTA


def test_who_left_another_process_left_when_its_grace_began(here):
    here.hear("another", "salt", BOTH)
    here.hear("another", "salt", MARTA)

    assert here.of("salt").here == MARTA
    assert here.of("salt").left["pablo"] == pytest.approx(time.time() - presence.GRACE_SECONDS, abs=5)


def test_who_goes_from_one_process_to_another_was_never_gone(here, no_grace):
    here.hear("another", "salt", PABLO)
    here.count("salt", PABLO)
    here.hear("another", "salt", NOBODY)

    assert here.of("salt").here == PABLO
    assert here.of("salt").left == {}


def test_what_a_process_said_that_listens_no_more_is_forgotten(here):
    here.hear("dead", "salt", PABLO)
    here.hear("dead", "iron", PABLO)
    here.hear("alive", "salt", MARTA)

    assert sorted(here.forget_all_but({"alive", "ourselves"})) == ["iron", "salt"]

    assert here.of("salt").here == MARTA
    assert here.of("iron").here == NOBODY
    assert here.forget_all_but({"alive"}) == []


def test_what_changed_is_told_once(here):
    here.count("salt", MARTA)

    assert here.to_tell() == {"salt": MARTA}
    assert here.to_tell() == {}

    here.count("salt", BOTH)
    here.count("iron", PABLO)
    assert here.to_tell() == {"salt": BOTH, "iron": PABLO}


def test_who_opens_another_page_is_not_told(here):
    here.count("salt", MARTA)
    here.to_tell()

    here.count("salt", NOBODY)
    assert here.to_tell() == {}
    here.count("salt", MARTA)
    assert here.to_tell() == {}


def test_who_stays_away_is_told_after_the_grace(here, monkeypatch):
    here.count("salt", MARTA)
    here.to_tell()
    here.count("salt", NOBODY)
    assert here.to_tell() == {}

    monkeypatch.setattr(presence, "GRACE_SECONDS", 0.0)

    assert here.to_tell() == {"salt": NOBODY}
    assert here.to_tell() == {}


def test_what_could_not_be_told_is_told_later(here):
    here.count("salt", MARTA)
    here.failed_to_tell(here.to_tell())
    assert here.to_tell() == {"salt": MARTA}

    here.count("salt", BOTH)
    here.to_tell()
    here.count("salt", MARTA)
    here.tell_again()
    here.count("salt", BOTH)
    assert here.to_tell() == {"salt": BOTH}


def test_whoever_greets_is_told_all(here):
    here.count("salt", MARTA)
    here.count("iron", PABLO)
    here.to_tell()

    here.tell_again()

    assert here.to_tell() == {"salt": MARTA, "iron": PABLO}
