"""Mastery of a weapon, bursts, bare hands (D8, D10, D11)."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import Sheet
from rules.bare_hands import BareHands
from rules.bursts import strikes
from rules.checks import Check, CheckKind, Term
from rules.dice import Pair
from rules.formula import Formula
from rules.gear import WeaponKind, equipped
from rules.growth import Ledger
from rules.mastery import Grade, Mastery, let_through
from rules.options import options
from rules.presets.d10x2 import D10X2
from rules.presets.ryf_table import RYF_TABLE
from rules.reference import enforced
from rules.rolls import Added
from rules.two_tens import TwoTens

MASTERY, ROLLS = Mastery(), TwoTens()
SWORD, DAGGER = D10X2.find_weapon("long_sword"), D10X2.find_weapon("dagger")
ATTRIBUTES, SKILLS = {"dexterity": 5, "agility": 4, "strength": 6}, {"melee": 4, "athletics": 3}
MASTER = Sheet(ATTRIBUTES, SKILLS, {}, masteries={"long_sword": 2})


def judged(total, mastery=0, support=0):
    """An attack of that total against 10."""
    terms = (Term("dexterity", total - 11), Term("support", support, "D9"))
    check = Check(CheckKind.SKILL, "melee_attack", terms, (), 10, mastery=mastery)
    return ROLLS.judge(check, (Pair((5, 6)),))


def test_e19_support_then_mastery():
    assert judged(14, support=-2).margin == 2
    assert judged(14, support=-2, mastery=MASTERY.at(1).successes).margin == 3


def test_e101_support_can_spoil_a_success_and_save_a_failure():
    spoiled, saved = judged(11, support=-3), judged(9, support=3)

    assert (spoiled.success, spoiled.margin) == (False, -2)
    assert (saved.success, saved.margin) == (True, 2)


def test_e102_mastery_needs_a_success_of_its_own():
    grade = MASTERY.at(2)

    assert (grade.successes, grade.damage) == (2, 2)
    assert ROLLS.added(judged(10, mastery=2)) == Added(0, 0)
    assert ROLLS.added(judged(11, mastery=2)) == Added(0, 3)


def test_mastery_does_not_soften_a_failure():
    assert judged(7, mastery=2).margin == -3


def test_the_great_benefit_is_read_from_the_final_margin():
    assert [judged(17, mastery=mastery).great for mastery in (1, 2)] == [False, True]


@given(st.integers(-10, 30), st.integers(0, 6))
def test_the_odds_of_mastery_are_those_of_counting_its_successes(needed, mastery):
    check = Check(CheckKind.SKILL, "melee_attack", (), (), needed, mastery=mastery)
    plain = replace(check, mastery=0)

    for by in range(12):
        expected = ROLLS.chance(plain, by if by < 1 else max(1, by - mastery))
        assert ROLLS.chance(check, by) == expected
    with_one = ROLLS.chance(plain, 1)
    assert ROLLS.mean_added(check).points == ROLLS.mean_added(plain).points + mastery * with_one


def test_the_ways_to_hit_tell_mastery_too():
    check = Check(CheckKind.SKILL, "melee_attack", (), (), 17, mastery=2)

    ways = ROLLS.hits(check)

    assert [next(ways) for _each in range(2)] == [(Fraction(4, 100), Added(0, 0)), (Fraction(3, 100), Added(0, 3))]


@pytest.mark.parametrize("number", range(11))
def test_what_a_grade_gives(number):
    row = MASTERY.at(number)

    given = (row.grade, row.successes, row.damage, row.enemies, row.defense, row.rev)
    assert given == (number, number, number, number + 1, number, number + 1)


def test_a_grade_without_a_row_gives_what_the_one_below_it_does():
    few = replace(MASTERY, grades=(Grade("some", "Some", 2, damage=5), Grade("more", "More", 6, damage=7)))

    assert [few.at(number).damage for number in (0, 1, 2, 5, 6, 40)] == [0, 0, 5, 5, 7, 7]
    assert few.at(1).rev == 1


def test_mastery_counts_with_its_weapon_only():
    assert D10X2.grade(MASTER, "long_sword").grade == 2
    assert D10X2.grade(MASTER, "dagger").grade == 0
    assert str(D10X2.damage(MASTER, SWORD)) == "2d6+2"
    assert str(D10X2.damage(MASTER, DAGGER)) == "1d6"
    assert [D10X2.attack(MASTER, each, defense=12).mastery for each in (SWORD, DAGGER)] == [2, 0]


def test_the_best_mastery_in_hand_defends():
    values = [D10X2.value(equipped(MASTER, wielded=wielded), "defense") for wielded in ((), (DAGGER,), (DAGGER, SWORD))]

    assert values == [18, 18, 20]


def test_bare_hands_defend_with_their_own_mastery():
    assert D10X2.value(replace(MASTER, masteries={"unarmed": 3}), "defense") == 21


def test_with_mastery_off_everyone_has_the_evasion_range_of_the_campaign():
    rules = D10X2.patched({"attacks.mastery.counts": False})
    grade = rules.grade(MASTER, "long_sword")

    assert (grade.rev, grade.successes, grade.damage, grade.defense, grade.enemies) == (3, 0, 0, 0, 1)
    assert rules.patched({"attacks.mastery.rev": 4}).grade(MASTER).rev == 4


def test_one_switch_turns_mastery_off_in_fights_at_creation_and_for_px():
    off = D10X2.patched({"attacks.mastery.counts": False})

    for rules, counts in ((D10X2, True), (off, False), (RYF_TABLE, False)):
        codes = {each.code for each in rules.draft({}, {"melee": 4}, masteries={"long_sword": 2}).problems()}
        offers = {each.purchase.trait for each in rules.learner({}, Ledger()).offers()}
        assert ("off" in codes) is not counts
        assert ("masteries.long_sword" in offers) is counts
        assert (rules.grade(MASTER, "long_sword").damage > 0) is counts
        assert ("D10" in set(enforced(rules))) is counts
    assert not [each.path for each in options(RYF_TABLE) if each.rule == "D10"]


def test_where_there_is_no_mastery_it_gives_nothing():
    grade = RYF_TABLE.grade(MASTER, "long_sword")

    assert (grade.rev, grade.successes, grade.damage, grade.defense) == (1, 0, 0, 0)


def test_e20_e104_how_many_bullets_strike():
    assert strikes(12, 3) == 4
    assert strikes(10, 3) == 3
    assert strikes(2, 3) == 1
    assert strikes(10, MASTERY.at(0).rev) == 10


def test_enemies_beyond_the_grade_weigh_on_all_rolls():
    assert [MASTERY.penalty(MASTERY.at(0), enemies) for enemies in (1, 2, 3)] == [0, -3, -6]
    assert [MASTERY.penalty(MASTERY.at(2), enemies) for enemies in (1, 3, 4)] == [0, 0, -3]


def test_each_failure_lets_one_enemy_through_at_most_all():
    assert [let_through(margin, 3) for margin in (4, 0, -1, -2, -3, -9)] == [0, 0, 1, 2, 3, 3]


def test_bare_hands_do_what_their_weapon_does():
    assert str(D10X2.damage(MASTER, None)) == "1d6"
    assert BareHands().of(SWORD, {}) is SWORD


@pytest.mark.parametrize(("strength", "dice"), [(7, "3d6"), (2, "1d6"), (1, "1d6"), (900, "100d6")])
def test_bare_hands_may_hit_by_strength(strength, dice):
    rules = D10X2.patched({"attacks.bare_hands.dice": "strength // 2"})
    sheet = replace(MASTER, attributes={"strength": strength})

    assert str(rules.damage(sheet, None)) == dice
    assert str(rules.damage(sheet, rules.unarmed)) == dice
    assert rules.bare_hands(sheet).kind is WeaponKind.BLUNT


def test_a_formula_of_bare_hands_names_what_is_there():
    assert BareHands(Formula.parse("strength")).dice.names == {"strength"}
