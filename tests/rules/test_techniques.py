"""Rolls of techniques: skills of one character's own (P2, R1, D1, D3)."""

from dataclasses import replace

import pytest

from rules import Keep, Refused, Sheet, find_preset
from rules.checks import CheckKind, Factor, Term
from rules.support import Support
from rules.techniques import Technique
from rules.vitals import Vitals

TABLE, TENS = find_preset("ryf-table"), find_preset("d10x2")
FIRE = Technique("fire", "Fuego", 3, "willpower")
SHEET = Sheet({"willpower": 4, "intelligence": 2}, {}, {}, techniques=(FIRE,))


def test_the_roll_of_a_technique_is_a_plain_skill_check_of_its_attribute_and_level():
    for rules in (TABLE, TENS):
        check = rules.check(SHEET, "fire", difficulty=15, modifier=2)

        assert (check.kind, check.trait, check.difficulty) == (CheckKind.SKILL, "fire", 15)
        assert check.terms == (Term("willpower", 4), Term("fire", 3), Term("modifier", 2))
        assert [each.rule for each in check.terms] == ["R2", "P2", "R2"]
        assert check.factors == ()


def test_a_technique_may_be_paired_with_another_attribute():
    assert TABLE.check(SHEET, "fire", attribute="intelligence").bonus == 2 + 3


def test_a_technique_of_level_0_is_rolled_as_unskilled():
    novice = replace(SHEET, techniques=(replace(FIRE, level=0),))

    assert TABLE.check(novice, "fire").factors == (Factor("unskilled", -1, "R1"),)
    assert TABLE.rolls.keep(TABLE.check(novice, "fire")) is Keep.LOW
    assert TENS.check(novice, "fire").bonus == 4 - 5


def test_where_the_attribute_does_not_count_a_technique_stands_alone():
    assert TENS.patched({"rolls.attribute_counts": False}).check(SHEET, "fire").bonus == 3


def test_support_that_waits_for_a_technique_helps_it():
    helped = replace(SHEET, vitals=Vitals(supports=(Support("fire", 2),)))

    assert TENS.check(helped, "fire").bonus == 4 + 3 + 2


@pytest.mark.parametrize("changes", [{"techniques": ()}, {"techniques": (replace(FIRE, attribute="luck"),)}])
def test_nobody_rolls_a_technique_that_is_not_theirs_or_leans_on_nothing(changes):
    with pytest.raises(Refused):
        TABLE.check(replace(SHEET, **changes), "fire")
