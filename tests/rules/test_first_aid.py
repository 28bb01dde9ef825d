"""First aid and healing: what is rolled, and what it gives back (C5, C14, R11)."""

from dataclasses import replace

import pytest

from rules import Refused, Sheet, find_preset, scripted
from rules.checks import Factor, Term
from rules.effects import EffectKind, Effects

RULES = find_preset("ryf-table")
HEALER = Sheet({"intelligence": 4, "perception": 2}, {"medicine": 2, "healing_and_herbs": 5, "law": 3}, {}, {"pv": 16})


def refusals(action, *arguments, **named):
    with pytest.raises(Refused) as refused:
        action(*arguments, **named)
    assert all(str(problem) for problem in refused.value.problems)
    return [(problem.code, problem.field) for problem in refused.value.problems]


def test_intelligence_and_a_healing_skill_against_fifteen():
    check = RULES.healing(HEALER, "medicine", modifier=-1)

    assert check.terms == (Term("intelligence", 4), Term("medicine", 2), Term("modifier", -1, "R2"))
    assert check.difficulty == 15


def test_the_best_skill_unless_one_says():
    assert RULES.healing(HEALER).trait == "healing_and_herbs"
    assert RULES.healing(replace(HEALER, skills={"medicine": 1})).trait == "medicine"


def test_who_has_neither_skill_is_unskilled():
    assert RULES.healing(replace(HEALER, skills={})).factors == (Factor("unskilled", -1, "R1"),)


def test_a_degree_adds_a_die():
    outcome = RULES.rolls.resolve(RULES.healing(HEALER, modifier=6), scripted(10, 10, 2))

    assert (outcome.margin, outcome.degrees) == (10, 1)
    assert [str(RULES.healing_dice(degrees)) for degrees in (0, outcome.degrees, 2)] == ["1d6", "2d6", "3d6"]


def test_healing_does_not_explode_unless_the_table_says_so():
    exploding = replace(RULES, effects=Effects(explode=frozenset(EffectKind)))
    dice = RULES.healing_dice(1)

    assert RULES.effects.throw(EffectKind.HEALING, dice, scripted(6, 6)).total == 12
    assert exploding.effects.throw(EffectKind.HEALING, dice, scripted(6, 1, 6, 6, 2)).total == 21


def test_difficulty_and_dice_can_be_changed():
    rules = RULES.patched({"first_aid.difficulty": 18, "first_aid.dice": "2d6"})

    assert rules.healing(HEALER).difficulty == 18
    assert str(rules.healing_dice(1)) == "3d6"


def test_only_skills_that_heal():
    assert refusals(RULES.healing, HEALER, "law") == [("not_healing", "skill")]
    assert refusals(RULES.healing, HEALER, modifier=100) == [("out_of_bounds", "modifier")]


def test_a_campaign_without_these_skills_or_rules_has_no_first_aid():
    contemporary = RULES.patched({"skills.healing_and_herbs": None})
    neither = contemporary.patched({"skills.medicine": None})
    without = replace(RULES, first_aid=None)

    assert [rules.healing_skills for rules in (contemporary, neither, without)] == [("medicine",), (), ()]
    assert refusals(contemporary.healing, HEALER, "healing_and_herbs") == [("not_healing", "skill")]
    for rules in (neither, without):
        assert refusals(rules.healing, HEALER) == [("no_first_aid", "skill")]
    with pytest.raises(LookupError):
        without.healing_dice(0)
