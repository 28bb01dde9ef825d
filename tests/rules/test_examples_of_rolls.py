"""The examples of examples.md that rest on the kept die alone (R1–R7)."""

from fractions import Fraction

import pytest

from rules import Check, CheckKind, Keep, Sheet, find_preset, scripted
from rules.checks import Factor, Term
from rules.notation import step

RULES = find_preset("ryf-table")
TABLE = RULES.rolls
CORE = find_preset("ryf-core").rolls


def skill(attribute, level, difficulty, modifier=0):
    sheet = Sheet({"dexterity": attribute}, {"stealth": level}, {"pv": 20}, fixed={"pv": 20})
    return RULES.check(sheet, "stealth", difficulty=difficulty, modifier=modifier)


def attribute(value, difficulty):
    sheet = Sheet({"dexterity": value}, {}, {"pv": 20}, fixed={"pv": 20})
    return RULES.check(sheet, "dexterity", difficulty=difficulty)


def test_e1_the_middle_die_is_kept():
    outcome = TABLE.resolve(skill(3, 4, 15), scripted(2, 7, 9))

    assert (outcome.kept, outcome.total, outcome.margin) == (7, 14, -1)
    assert outcome.success is False
    assert outcome.rules == ("R1", "R3")


def test_e3_a_kept_one_with_a_low_next_die_is_a_fumble():
    outcome = TABLE.resolve(skill(5, 5, 10), scripted(1, 5, 1))

    assert outcome.natural_one
    assert outcome.fumble
    assert outcome.rules == ("R1", "R4", "R5")


def test_e4_a_natural_one_fails_at_any_total():
    outcome = TABLE.resolve(skill(5, 5, 10), scripted(1, 6, 1))

    assert (outcome.total, outcome.success, outcome.fumble) == (11, False, False)
    assert outcome.rules == ("R1", "R4")


def test_e5_the_unskilled_keep_the_low_die_and_fumble_by_the_middle_one():
    outcome = TABLE.resolve(skill(5, 0, 10), scripted(8, 1, 3))

    assert outcome.keep is Keep.LOW
    assert outcome.check.factors == (Factor("unskilled", -1, "R1"),)
    assert outcome.fumble


def test_e6_the_unskilled_fail_plainly_with_a_high_next_die():
    outcome = TABLE.resolve(skill(5, 0, 10), scripted(6, 1, 9))

    assert (outcome.kept, outcome.success, outcome.fumble) == (1, False, False)


def test_e7_a_kept_ten_explodes():
    outcome = CORE.resolve(skill(4, 5, 15), scripted(10, 4, 10, 8, 3, 6))

    assert [throw.kept for throw in outcome.throws] == [10, 6]
    assert [throw.faces for throw in outcome.again] == [(8, 3, 6)]
    assert (outcome.kept, outcome.total) == (16, 25)
    assert (outcome.critical, outcome.degrees) == (True, 1)
    assert outcome.rules == ("R1", "R7", "R3", "R6")


def test_e8_a_kept_ten_explodes_nothing_at_the_table():
    draw = scripted(10, 4, 10)

    outcome = TABLE.resolve(skill(4, 5, 15), draw)

    assert (outcome.total, outcome.margin, outcome.success) == (19, 4, True)
    assert draw.left == ()


def test_e9_a_ten_that_is_not_kept_explodes_nothing():
    outcome = CORE.resolve(skill(4, 5, 15), scripted(10, 4, 7))

    assert (outcome.kept, outcome.total, outcome.margin) == (7, 16, 1)
    assert len(outcome.throws) == 1


def test_e11_a_success_is_never_a_fumble():
    outcome = CORE.resolve(attribute(9, 9), scripted(1, 2, 1))

    assert (outcome.total, outcome.success, outcome.fumble) == (10, True, False)
    assert outcome.natural_one


def test_e29_attribute_checks_do_not_explode():
    outcome = CORE.resolve(attribute(4, 15), scripted(10, 10, 4))

    assert (outcome.total, outcome.margin) == (14, -1)


def test_e30_explosions_keep_the_same_die():
    outcome = CORE.resolve(skill(3, 0, 15), scripted(10, 10, 10, 6, 9, 4))

    assert (outcome.kept, outcome.total, outcome.margin) == (14, 17, 2)


def test_e47_extra_dice_come_after_the_step():
    outcome = CORE.resolve(skill(10, 10, 5), scripted(8, 8, 8))

    assert (outcome.margin, outcome.degrees) == (23, 2)
    assert str(step(-1).with_extra(outcome.degrees)) == "1b2d6+2d6"


@pytest.mark.parametrize(("modifier", "margin", "degrees"), [(0, 9, 0), (1, 10, 1)])
def test_e38_a_critical_needs_ten_over(modifier, margin, degrees):
    outcome = TABLE.resolve(skill(4, 5, 10, modifier), scripted(10, 10, 3))

    assert (outcome.margin, outcome.degrees, outcome.critical) == (margin, degrees, degrees == 1)


def test_e82_two_tens_in_a_row():
    check = Check(CheckKind.SKILL, "stealth", (Term("dexterity", 5),), difficulty=25)

    assert CORE.odds(check).success == Fraction(49, 62500)
