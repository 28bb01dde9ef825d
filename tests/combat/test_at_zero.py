"""A hero at 0: the check on the right screens, the tally by itself, and all of it taken back (C11, C12, T4).

Brianda has 16 PV and willpower 5; she has the turn.
"""

import pytest

from campaigns import changes
from campaigns.models import LogEntry
from characters.models import Character
from rules.problems import Refused
from rules.vitals import Fate
from tests.combat.fights import condition, pv, sign, stored, turn

STRONG = {"attributes": {"physique": 4, "willpower": 5}, "skills": {}}


@pytest.fixture
def fallen(fight, marta, brianda):
    Character.objects.filter(pk=brianda.pk).update(traits=STRONG)
    stored(fight).harm(marta, brianda.key, 16)
    return fight


def fate(character):
    return condition(character).fate


def test_the_check_is_thrown_by_its_player(fallen, press, ines, brianda, dice):
    dice(10, 10, 10)

    assert press(ines, "stay-up", fallen, who=brianda.key).status_code == 204

    entry = LogEntry.objects.get(kind="at-zero")
    assert (fate(brianda), pv(brianda), entry.facts["outcome"]["success"]) == (Fate.UP, 1, True)


@pytest.mark.parametrize("seat", ["pablo", "vera"])
def test_nobody_else_throws_it(fallen, press, request, seat, brianda):
    before = sign(fallen)

    assert press(request.getfixturevalue(seat), "stay-up", fallen, who=brianda.key).status_code == 403
    assert sign(fallen) == before


def test_the_gm_throws_it_too(fallen, press, marta, brianda, dice):
    dice(1, 1, 2)

    assert press(marta, "stay-up", fallen, who=brianda.key).status_code == 204
    assert (fate(brianda), pv(brianda)) == (Fate.DOWN, 0)


def test_the_own_turn_does_not_pass_before_it_is_thrown(fallen, press, marta, said, brianda):
    answer = press(marta, "next", fallen, ends=brianda.key)

    assert answer.status_code == 422
    assert said(answer)
    assert turn(fallen) == "Brianda"


def test_a_second_throw_is_refused(fallen, press, marta, ines, brianda, dice):
    dice(1, 1, 2)
    press(ines, "stay-up", fallen, who=brianda.key)
    before = sign(fallen)

    assert press(marta, "stay-up", fallen, who=brianda.key).status_code == 422
    assert sign(fallen) == before


def test_its_player_and_the_gm_are_asked_and_nobody_else(fallen, as_, ines, marta, pablo, vera, brianda):
    asked = f'id="stay-up-{brianda.key}"'

    def page(person):
        return as_(person).get(fallen.get_absolute_url()).content.decode()

    assert [asked in page(person) for person in (ines, marta, pablo, vera)] == [True, True, False, False]


def test_the_tally_is_thrown_by_itself_and_seen_by_all(fallen, press, marta, as_, pablo, brianda, dice):
    dice(1, 1, 2)
    stored(fallen).stay_up(marta, brianda.key)
    for _foe in range(3):
        stored(fallen).next_turn(marta, stored(fallen).turn)
    dice(7)
    stored(fallen).next_turn(marta, stored(fallen).turn)

    entry = LogEntry.objects.filter(kind="turn").first()
    assert entry.facts["events"][0]["face"] == 7
    assert Character.objects.get(pk=brianda.pk).vitals["successes"] == 1
    assert turn(fallen) == "Goblin 3"
    assert "Brianda" in as_(pablo).get(fallen.get_absolute_url()).content.decode()


def test_taking_the_fall_back_takes_the_check_with_it(fight, marta, brianda, dice):
    """B26: in order, each as it was before."""
    before = sign(fight)
    blow = stored(fight).harm(marta, brianda.key, 16)
    dice(1, 1, 2)
    check = stored(fight).stay_up(marta, brianda.key)

    with pytest.raises(Refused):
        changes.toggle(blow, marta)
    changes.toggle(check, marta)
    changes.toggle(blow, marta)

    assert sign(fight) == before


@pytest.mark.parametrize("road", ["sheet", "tracker"])
def test_healing_by_any_road_clears_the_tally(fallen, marta, brianda, dice, road):
    """B22, B23: and taking it back gives the counts back."""
    dice(1, 1, 2)
    stored(fallen).stay_up(marta, brianda.key)
    for _blow in range(2):
        stored(fallen).harm(marta, brianda.key, 1)
    assert Character.objects.get(pk=brianda.pk).vitals["failures"] == 2

    if road == "sheet":
        entry = Character.objects.get(pk=brianda.pk).change_pool(marta, "pv", 3)
    else:
        entry = stored(fallen).heal(marta, brianda.key, 3)

    assert (fate(brianda), pv(brianda)) == (Fate.UP, 3)
    assert "failures" not in Character.objects.get(pk=brianda.pk).vitals
    changes.toggle(entry, marta)
    assert (fate(brianda), Character.objects.get(pk=brianda.pk).vitals["failures"]) == (Fate.DOWN, 2)


def test_points_lost_on_the_sheet_count_in_the_fight(fight, marta, brianda):
    """C11, C13: a fall is a fall, and what was lost there is what a breather may give back."""
    entry = Character.objects.get(pk=brianda.pk).change_pool(marta, "pv", -16)

    row = stored(fight).known[brianda.key]
    assert (row.fighter.falls, row.fighter.lost) == (1, 16)
    assert fate(brianda) is Fate.FALLING
    changes.toggle(entry, marta)
    row = stored(fight).known[brianda.key]
    assert (row.fighter.falls, row.fighter.lost) == (0, 0)


def test_outside_an_encounter_the_sheet_asks(brianda, as_, ines, dice):
    Character.objects.filter(pk=brianda.pk).update(traits=STRONG)
    Character.objects.get(pk=brianda.pk).change_pool(ines, "pv", -16)
    browser = as_(ines)
    address = f"{brianda.get_absolute_url()}stay-up/"
    assert address in browser.get(brianda.get_absolute_url()).content.decode()
    dice(10, 10, 10)

    assert browser.post(address, {"press": "una"}).status_code == 302

    assert (fate(brianda), pv(brianda)) == (Fate.UP, 1)
    assert LogEntry.objects.get(kind="stay-up").facts["now"] == 1
    assert browser.post(address, {"press": "otra"}).status_code == 422


def test_in_an_encounter_the_sheet_does_not_throw_it(fallen, as_, ines, brianda):
    browser = as_(ines)

    assert fallen.get_absolute_url() in browser.get(brianda.get_absolute_url()).content.decode()
    assert browser.post(f"{brianda.get_absolute_url()}stay-up/", {"press": "una"}).status_code == 422
