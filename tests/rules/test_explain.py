"""What is said of a roll before its dice fall, and after (R1, R6, R13, D3)."""

from dataclasses import replace
from fractions import Fraction

import pytest

from rules import Check, CheckKind, Keep, Sheet, find_preset, scripted
from rules.checks import Factor, Outcome, Term
from rules.explain import Instead, after, before
from rules.presets.d10x2_rolls import MODIFIERS, ROLLS
from rules.protagonism import Protagonism
from rules.techniques import Specialization, Technique

TABLE = find_preset("ryf-table")
CORE = find_preset("ryf-core")
TENS = replace(TABLE, rolls=ROLLS, modifiers=MODIFIERS, protagonism=Protagonism(1))
SHADOWS, FIRE = Specialization("stealth", "sombras"), Technique("fire", "Fuego", 3, "dexterity")
SHEET = Sheet({"dexterity": 4}, {"stealth": 5}, {}, techniques=(FIRE,), specializations=(SHADOWS,))


def test_before_a_roll_which_die_counts_and_why():
    hurt = Sheet({"dexterity": 4}, {}, {"pv": 3}, fixed={"pv": 20})

    found = before(TABLE, TABLE.check(hurt, "stealth", difficulty=15))

    assert found.keep is Keep.LOW
    assert [(each.code, each.rule) for each in found.check.factors] == [("wounded", "C10"), ("unskilled", "R1")]
    assert [(each.key, each.value, each.rule) for each in found.check.terms] == [
        ("dexterity", 4, "R2"),
        ("stealth", 0, "R2"),
    ]
    assert found.faces[0] == (1, Fraction(271, 1000))


def test_before_a_roll_its_odds_and_what_a_token_or_two_more_would_change():
    check = TABLE.check(SHEET, "stealth", difficulty=15)

    found = before(TABLE, check, tokens=1)

    # A kept 6 or more: of the middle one, of the highest one, and a middle 4 or more.
    assert found.odds.success == Fraction(1, 2)
    assert found.with_token.success == 1 - Fraction(1, 2) ** 3
    assert found.with_bonus.success == Fraction(784, 1000)
    assert found.odds.fumble == Fraction(13, 1000)
    assert found.with_token.fumble == Fraction(1, 1000)
    assert found.with_protagonism is None


def test_before_a_roll_of_a_technique_where_its_numbers_come_from_and_its_odds():
    found = before(TABLE, TABLE.check(SHEET, "fire", difficulty=13))

    assert [(each.key, each.value, each.rule) for each in found.check.terms] == [
        ("dexterity", 4, "R2"),
        ("fire", 3, "P2"),
    ]
    assert found.odds.success == Fraction(1, 2)  # the middle die shows 6 or more


def test_before_a_roll_each_degree_of_a_critical():
    found = before(TABLE, TABLE.check(SHEET, "stealth", difficulty=8))

    # The middle one is a 1 in 28 of 1000 throws, and 9 or more in 104.
    assert found.odds.degrees == ((0, Fraction(868, 1000)), (1, Fraction(104, 1000)))


@pytest.mark.parametrize(
    ("tokens", "forced", "given"), [(0, 0, {}), (1, 0, {"specialization": "sombras"}), (1, 1, {"token": True})]
)
def test_no_odds_of_a_token_that_cannot_be_spent(tokens, forced, given):
    check = CORE.check(replace(SHEET, forced=forced), "stealth", difficulty=15, **given)

    assert before(CORE, check, tokens=tokens).with_token is None


def test_before_a_roll_of_2d10():
    found = before(TENS, TENS.check(SHEET, "stealth", difficulty=18), tokens=1, protagonism=1)

    assert (found.keep, found.with_token) == (None, None)
    assert found.faces[0] == (2, Fraction(1, 100))
    # 9, 7 and 3 or more with two dice
    assert found.odds.success == Fraction(72, 100)
    assert found.with_bonus.success == Fraction(85, 100)
    assert found.with_protagonism.success == Fraction(99, 100)


def test_a_point_of_protagonism_is_spent_once():
    check = TENS.check(SHEET, "stealth", difficulty=18, protagonism=True)

    assert before(TENS, check, protagonism=1).with_protagonism is None
    assert before(TENS, TENS.check(SHEET, "stealth", difficulty=18)).with_protagonism is None


@pytest.mark.parametrize("kind", [CheckKind.OPPOSED, CheckKind.INITIATIVE])
def test_before_a_roll_without_a_difficulty_there_are_faces_but_no_odds(kind):
    found = before(TABLE, Check(kind, "stealth", (Term("stealth", 4),)), tokens=1, protagonism=1)

    assert (found.odds, found.with_token, found.with_protagonism, found.with_bonus) == (None, None, None, None)
    assert len(found.faces) == 10


def test_after_a_roll_what_the_other_dice_would_have_given():
    outcome = TABLE.rolls.resolve(TABLE.check(SHEET, "stealth", difficulty=15, token=True), scripted(9, 2, 7))

    found = after(outcome)

    assert (found.keep, found.face, found.again) == (Keep.HIGH, 9, ())
    assert found.outcome.check.factors == (Factor("token", 1, "R13"),)
    assert found.others == (Instead(Keep.LOW, 2, 11, -4), Instead(Keep.MID, 7, 16, 1))


def test_after_a_roll_what_its_explosions_added():
    kinds = frozenset({CheckKind.SKILL})
    die = replace(TABLE.rolls, explodes_in=kinds)

    found = after(die.resolve(TABLE.check(SHEET, "stealth"), scripted(10, 4, 10, 8, 3, 6)))

    assert (found.face, found.again) == (10, (6,))
    assert found.others == (Instead(Keep.LOW, 4, 13, None), Instead(Keep.HIGH, 10, 19, None, is_least=True))


def test_a_ten_that_was_not_kept_would_have_come_to_more_where_it_explodes():
    """R7: 10 and whatever the next throw keeps, at least 1; where nothing explodes it is 10."""
    skill = TABLE.check(SHEET, "stealth", difficulty=15)
    for kinds, is_least in ((frozenset({CheckKind.SKILL}), True), (frozenset({CheckKind.OPPOSED}), False)):
        outcome = replace(TABLE.rolls, explodes_in=kinds).resolve(skill, scripted(10, 2, 7))

        assert [each.is_least for each in after(outcome).others] == [False, is_least]
        assert Outcome.from_facts(outcome.facts()) == outcome


def test_after_a_roll_of_2d10_no_die_was_left_out():
    found = after(TENS.rolls.resolve(TENS.check(SHEET, "stealth", difficulty=18), scripted(10, 10, 2, 3)))

    assert (found.keep, found.face, found.again, found.others) == (None, 20, (5,), ())
