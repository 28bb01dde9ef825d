"""Days that pass, out of fights (C14, C15, D12, D17, T7)."""

from dataclasses import replace

import pytest

from rules import Sheet, find_preset, scripted
from rules.lasting import Lasting
from rules.notation import parse
from rules.presets.d10x2 import D10X2
from rules.vitals import Fate, Vitals
from tests.rules.margin_fights import hero

TABLE = find_preset("ryf-table")


def hurt(pv, **vitals):
    return Sheet({"physique": 4}, {}, {"pv": pv}, vitals=Vitals(**vitals))


def test_a_night_gives_a_point_back_up_to_the_maximum():
    assert [TABLE.day(hurt(pv), scripted())[0].pools["pv"] for pv in (9, 15, 16)] == [10, 16, 16]
    assert TABLE.day(hurt(9), scripted())[1]["rest"] == {"pv": 1}
    assert TABLE.day(hurt(16), scripted())[1]["rest"] == {}


@pytest.mark.parametrize(("points", "after"), [(0, 9), (2, 11)])
def test_how_much_a_night_gives_is_an_option(points, after):
    assert TABLE.patched({"recovery.night": points}).day(hurt(9), scripted())[0].pools["pv"] == after


def test_who_does_not_rest_gets_nothing_back():
    sheet, facts = TABLE.day(hurt(9), scripted(), rests=False)

    assert sheet.pools["pv"] == 9
    assert facts["rest"] == {}


def test_a_night_wakes_who_was_down():
    sheet, _facts = TABLE.day(hurt(0, fate=Fate.STABLE, successes=3), scripted())

    assert (sheet.pools["pv"], sheet.vitals.fate, sheet.vitals.successes) == (1, Fate.UP, 0)


def test_the_dead_have_no_days():
    dead = hurt(0, fate=Fate.DEAD, is_tended=True)

    assert TABLE.day(dead, scripted()) == (dead, {"harms": [], "ended": [], "rest": {}})


def test_what_may_be_had_once_a_day_is_free_again():
    sheet, _facts = TABLE.day(hurt(9, is_tended=True, treated=("wound",)), scripted())

    assert (sheet.vitals.is_tended, sheet.vitals.treated) == (False, ())


def test_effects_of_days_harm_with_dice_and_those_of_turns_stay():
    fever = Lasting("fever", "Fever", days=1, harm=parse("1d6"))
    curse = Lasting("curse", "Curse")
    venom = Lasting("venom", "Venom", turns=3, points=2)
    calm = Lasting("calm", "Calm", days=3)

    sheet, facts = TABLE.day(replace(hurt(9), vitals=Vitals(effects=(fever, curse, venom, calm))), scripted(4))

    assert sheet.pools["pv"] == 9 - 4 + 1
    assert [(each.key, each.days) for each in sheet.vitals.effects] == [("curse", None), ("venom", None), ("calm", 2)]
    assert [(harm["passed"], harm["damage"]["total"]) for harm in facts["harms"]] == [(4, 4)]
    assert facts["ended"] == ["Fever"]


def test_a_day_of_care_gives_half_the_constitution():
    sheet, facts = D10X2.day(hero(pools={"pv": 11}, constitution=7).sheet, scripted())

    assert sheet.pools["pv"] == 14
    assert facts["rest"] == {"pv": 3}


def test_a_disease_may_kill_and_the_dead_do_not_rest():
    plague = Lasting("plague", "Plague", days=2, points=9, ignores_absorption=True)
    ill = hero(pools={"pv": -8}).sheet

    sheet, facts = D10X2.day(replace(ill, vitals=Vitals(effects=(plague,))), scripted())

    assert (sheet.pools["pv"], sheet.vitals.fate, facts["rest"]) == (-15, Fate.DEAD, {})
