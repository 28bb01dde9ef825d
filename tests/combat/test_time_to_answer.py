"""A player has so long to answer an attack; then it takes its course, once, by the server's clock (C8, D8, S1).

A goblin shoots at Brianda: 6 and 10 more against 15 at short distance. Time is an argument: nothing here waits.
"""

from datetime import datetime, timedelta

import pytest
from django.urls import reverse

from campaigns import changes, feed
from campaigns.models import LogEntry
from characters.models import Character
from combat.models import Encounter
from rules.problems import Refused
from tests.combat.fights import key, pv, sign, stored
from tests.combat.sight import entry_html as told

SPANISH = {"accept-language": "es"}


@pytest.fixture
def hit(fight, marta, press, dice):
    """Brianda is asked; the key of the hit that waits."""
    Character.objects.filter(name="Goblin 1").update(
        traits={"fixed": {"pv": 8, "defense": 12, "attack": 6, "initiative": 5}}, gear={"weapons": ["long_bow"]}
    )
    dice(2, 5, 9)
    goblin = key(fight, "Goblin 1")
    asked = {"weapon": f"{goblin}:long_bow", "target": key(fight, "Brianda"), "modifier": 0, "band": "short"}
    assert press(marta, "attack", fight, **asked).status_code == 204
    (waits,) = stored(fight).state["pending"]
    return waits["key"]


def until(fight, hit) -> datetime | None:
    now = stored(fight)
    return now.until(now.fight.waiting(hit))


@pytest.fixture
def long_ago(fight, hit):
    """The question was put an hour ago."""
    asked = {
        name: (datetime.fromisoformat(at) - timedelta(hours=1)).isoformat() for name, at in stored(fight).asked.items()
    }
    Encounter.objects.filter(pk=fight.pk).update(asked=asked)


def page(seat, fight, as_):
    feed.forget()
    return as_(seat).get(fight.get_absolute_url(), headers=SPANISH).content.decode()


def time_up(seat, fight, hit, as_):
    url = reverse("combat:time-up", args=[fight.key])
    return as_(seat).post(url, {"answer": hit}, headers={**SPANISH, "hx-request": "true"})


def test_the_one_who_is_asked_and_the_gm_see_until_when_and_nobody_else(fight, hit, marta, ines, pablo, vera, as_):
    assert [f'id="up-{hit}"' in page(seat, fight, as_) for seat in (marta, ines, pablo, vera)] == [
        True,
        True,
        False,
        False,
    ]
    assert [f'id="more-time-{hit}"' in page(seat, fight, as_) for seat in (marta, ines)] == [True, False]


def test_before_the_time_nothing_happens(fight, hit, ines, as_, said):
    before = sign(fight)

    answer = time_up(ines, fight, hit, as_)

    assert (answer.status_code, sign(fight)) == (422, before)
    assert "Aún hay tiempo para responder" in said(answer)


def test_it_is_a_minute_to_begin_with(fight, hit):
    asked = datetime.fromisoformat(stored(fight).asked[hit])

    assert until(fight, hit) == asked + timedelta(seconds=60)
    with pytest.raises(Refused):
        stored(fight).time_up(hit, asked + timedelta(seconds=58))


def test_when_it_is_up_the_hit_is_taken_and_the_log_says_so(fight, hit, marta, ines, as_, dice):
    """2d6 of the bow: 4 and 3 of her 16."""
    asked = datetime.fromisoformat(stored(fight).asked[hit])
    dice(4, 3)

    entry = stored(fight).time_up(hit, asked + timedelta(seconds=60))

    assert (entry.by, entry.facts["how"], entry.facts["outcome"]) == (marta, None, None)
    assert pv(stored(fight).known[key(fight, "Brianda")].character) == 9
    assert stored(fight).asked == {}
    assert "sin respuesta a tiempo" in told(ines, fight, as_)


def test_however_many_pages_say_so_it_counts_once(fight, hit, long_ago, marta, ines, coral, as_, dice):
    dice(4, 3)

    assert [time_up(seat, fight, hit, as_).status_code for seat in (ines, marta, coral, ines)] == [204] * 4

    assert LogEntry.objects.filter(kind="defense").count() == 1


def test_only_who_is_asked_and_who_leads_may_say_so(fight, hit, long_ago, pablo, vera, sergio, as_):
    before = sign(fight)

    assert [time_up(seat, fight, hit, as_).status_code for seat in (pablo, vera, sergio)] == [403, 403, 404]
    assert sign(fight) == before


def test_who_answers_in_time_has_answered(fight, hit, long_ago, ines, press, as_, dice):
    """The clock may have run out: as long as nobody has said so, an answer counts."""
    dice(9, 9, 9, 4, 3)
    assert press(ines, "defend", fight, answer=f"{hit}:dodge").status_code == 204

    assert time_up(ines, fight, hit, as_).status_code == 204

    assert LogEntry.objects.get(kind="defense").facts["how"] == "dodge"


def test_the_gm_gives_all_the_time_again(fight, hit, long_ago, marta, ines, pablo, press, as_):
    before = sign(fight)
    assert press(ines, "more-time", fight, answer=hit).status_code == 403

    assert press(marta, "more-time", fight, answer=hit).status_code == 204

    assert time_up(ines, fight, hit, as_).status_code == 422
    assert sign(fight) == before
    assert "<b>Brianda</b> tiene 60 segundos más para responder" in told(pablo, fight, as_)


def test_the_gm_may_decide_at_once(fight, hit, marta, press, dice):
    dice(4, 3)

    assert press(marta, "defend", fight, answer=f"{hit}:").status_code == 204

    assert "is_late" not in LogEntry.objects.get(kind="defense").facts


@pytest.mark.parametrize("seconds", [0, 30, 120])
def test_the_gm_says_how_long_players_have(fight, hit, marta, ines, press, as_, seconds):
    before = sign(fight)
    assert press(ines, "defenses", fight, patience=seconds).status_code == 403

    assert press(marta, "defenses", fight, patience=seconds).status_code == 204

    asked = datetime.fromisoformat(stored(fight).asked[hit])
    assert until(fight, hit) == (asked + timedelta(seconds=seconds) if seconds else None)
    assert (f'id="up-{hit}"' in page(ines, fight, as_)) is bool(seconds)
    assert f'id="patience-{seconds}" name="patience" value="{seconds}" aria-pressed="true"' in page(marta, fight, as_)
    changes.toggle(LogEntry.objects.filter(kind="defenses").first(), marta)
    assert sign(fight) == before


@pytest.mark.parametrize("fields", [
    {"patience": 60}, {"patience": 45}, {"patience": -1}, {"patience": "abc"}, {"patience": "1e9"}, {},
    {"foes_dodge": "yes"}, {"foes_dodge": "maybe"}, {"foes_dodge": "no"},
])  # fmt: skip
def test_other_times_are_refused_with_a_sentence(fight, marta, press, said, fields):
    """What is so already too; and these rules call for no dodge in place of the defense value (D8)."""
    before = sign(fight)

    answer = press(marta, "defenses", fight, **fields)

    assert (answer.status_code, bool(said(answer)), sign(fight)) == (422, True, before)


def test_more_time_is_refused_where_none_runs(fight, hit, marta, press, said):
    press(marta, "defenses", fight, patience=0)

    for answer in (press(marta, "more-time", fight, answer=hit), press(marta, "more-time", fight, answer="nada")):
        assert (answer.status_code, bool(said(answer))) == (422, True)


def test_while_it_is_paused_no_time_runs_and_then_there_is_all_of_it(fight, hit, long_ago, marta, ines, press, as_):
    press(marta, "pause", fight)
    assert until(fight, hit) is None
    assert f'id="up-{hit}"' not in page(ines, fight, as_)

    press(marta, "resume", fight)

    assert time_up(ines, fight, hit, as_).status_code == 422


def test_who_is_asked_again_has_all_the_time_again(fight, hit, long_ago, marta, ines, as_, dice):
    """The answer is taken back (T8)."""
    dice(4, 3)
    time_up(ines, fight, hit, as_)

    changes.toggle(LogEntry.objects.get(kind="defense"), marta)

    assert time_up(ines, fight, hit, as_).status_code == 422


def test_for_a_foe_and_for_a_hero_without_a_player_no_time_runs(fight, hit, ines, brianda):
    Character.objects.filter(pk=brianda.pk).update(owner=None)

    assert until(fight, hit) is None
