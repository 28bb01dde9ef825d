"""The examples of examples.md about the wounded (C10, T5)."""

from dataclasses import replace

from rules import Keep, Sheet, find_preset, scripted
from rules.injuries import Circumstances

RULES = find_preset("ryf-table")


def sheet(physique, pv):
    return Sheet({"physique": physique}, {"brawl": 3}, {"pv": pv})


def keep(someone):
    check = RULES.check(someone, "brawl", difficulty=15)
    return RULES.rolls.resolve(check, scripted(2, 6, 9)).keep


def test_e60_wounded_at_five():
    assert RULES.maximum(sheet(4, 6), "pv") == 16
    assert [RULES.condition(sheet(4, pv)).wounded for pv in (6, 5, 4)] == [False, True, True]


def test_e60_a_threshold_that_is_the_physique():
    rules = RULES.patched({"injuries.threshold_formula": "physique"})

    assert [rules.condition(sheet(4, pv)).wounded for pv in (6, 5, 4)] == [False, False, True]


def test_e61_half_of_a_small_maximum():
    assert [RULES.condition(sheet(1, pv)).wounded for pv in (4, 3, 2)] == [False, False, True]


def test_e61_wounded_at_full_points_with_the_option_off():
    rules = RULES.patched({"injuries.half_when_small": False})

    assert rules.condition(sheet(1, 4)).wounded


def test_e62_a_wound_lingers_for_two_own_turns():
    hurt = sheet(4, 3)
    healed = RULES.with_points(hurt, {"pv": 5}, Circumstances(in_encounter=True))
    after_one = replace(healed, vitals=RULES.injuries.after_turn(RULES.body(healed)))
    after_two = replace(after_one, vitals=RULES.injuries.after_turn(RULES.body(after_one)))

    assert [keep(each) for each in (hurt, healed, after_one, after_two)] == [Keep.LOW, Keep.LOW, Keep.LOW, Keep.MID]
    assert [RULES.condition(each).lingering for each in (hurt, healed, after_one, after_two)] == [0, 2, 1, 0]
    assert not RULES.condition(after_two).wounded
