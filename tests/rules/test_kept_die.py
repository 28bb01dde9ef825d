"""What each option of the kept die changes (R1, R4–R7, C1)."""

from dataclasses import replace

import pytest

from rules import Check, CheckKind, Keep, scripted
from rules.checks import Factor, Term
from rules.kept_die import KeptDie
from rules.rolls import Added

DIE = KeptDie()
WOUNDED, UNSKILLED, TOKEN = Factor("wounded", -1, "C10"), Factor("unskilled", -1, "R1"), Factor("token", 1, "R13")


def check(bonus=5, difficulty=10, kind=CheckKind.SKILL, factors=()):
    return Check(kind, "stealth", (Term("dexterity", bonus),), factors, difficulty)


@pytest.mark.parametrize(
    ("factors", "keep"),
    [
        ((), Keep.MID),
        ((WOUNDED,), Keep.LOW),
        ((TOKEN,), Keep.HIGH),
        ((UNSKILLED, TOKEN), Keep.MID),
        ((WOUNDED, UNSKILLED, TOKEN), Keep.LOW),
        ((WOUNDED, UNSKILLED), Keep.LOW),
    ],
)
def test_factors_add_up_and_are_then_clamped(factors, keep):
    assert DIE.keep(check(factors=factors)) is keep


def test_any_adverse_factor_keeps_the_low_die_if_the_table_says_so():
    die = replace(DIE, adverse_keeps_low=True)

    assert die.keep(check(factors=(UNSKILLED, TOKEN))) is Keep.LOW
    assert die.keep(check(factors=(TOKEN,))) is Keep.HIGH


@pytest.mark.parametrize(("up_to", "unskilled"), [(-1, []), (0, [0]), (1, [0, 1])])
def test_unskilled_up_to_a_level(up_to, unskilled):
    die = replace(DIE, unskilled_level=up_to)

    assert [level for level in range(4) if die.at_level(check(), level).factors] == unskilled


def test_factors_are_among_the_reasons():
    outcome = DIE.resolve(check(factors=(UNSKILLED, WOUNDED)), scripted(6, 6, 6))

    assert outcome.rules == ("R1", "C10", "R3")


@pytest.mark.parametrize("keep", [(WOUNDED,), (), (TOKEN,)])
def test_a_triple_one_is_a_fumble_at_every_keep(keep):
    assert DIE.resolve(check(factors=keep), scripted(1, 1, 1)).fumble


def test_a_fumble_by_another_next_die():
    assert replace(DIE, fumble_next=6).resolve(check(), scripted(1, 6, 1)).fumble
    assert not replace(DIE, fumble_next=4).resolve(check(), scripted(1, 5, 1)).fumble


def test_any_kept_one_fumbles_if_the_table_says_so():
    assert replace(DIE, any_one_fumbles=True).resolve(check(), scripted(1, 10, 1)).fumble


def test_a_fumble_makes_a_success_fail_if_the_table_says_so():
    die = replace(DIE, natural_one_fails=frozenset(), fumble_fails=True)

    fumble = die.resolve(check(bonus=12), scripted(1, 5, 1))
    one = die.resolve(check(bonus=12), scripted(1, 6, 1))

    assert (fumble.success, fumble.fumble, fumble.rules) == (False, True, ("R1", "R3", "R5"))
    assert (one.success, one.fumble) == (True, False)


def test_a_critical_margin_counts_in_both_places():
    outcome = replace(DIE, critical_margin=4).resolve(check(bonus=11), scripted(8, 8, 8))

    assert (outcome.margin, outcome.degrees) == (9, 2)


@pytest.mark.parametrize(
    ("faces", "factors", "critical"),
    [
        ((5, 10, 10), (), True),
        ((4, 10, 10), (), False),
        ((10, 9, 5), (), False),
        ((10, 5, 1), (TOKEN,), True),
        ((10, 4, 1), (TOKEN,), False),
        ((10, 10, 10), (WOUNDED,), True),
    ],
)
def test_a_natural_critical_needs_a_kept_ten_and_a_next_die_of_five(faces, factors, critical):
    outcome = replace(DIE, natural_critical=True).resolve(check(factors=factors), scripted(*faces))

    assert (outcome.critical, outcome.degrees) == (critical, int(critical))


def test_a_natural_critical_needs_a_success_and_no_margin():
    die = replace(DIE, natural_critical=True)

    assert not die.resolve(check(difficulty=16), scripted(10, 10, 10)).critical
    assert not die.resolve(check(bonus=30), scripted(2, 3, 4)).critical


def test_only_the_first_throw_is_read_for_ones_and_natural_criticals():
    die = replace(DIE, explodes_in=frozenset({CheckKind.SKILL}), natural_critical=True)

    outcome = die.resolve(check(), scripted(4, 10, 10, 1, 1, 1))

    assert (outcome.kept, outcome.success, outcome.fumble, outcome.critical) == (11, True, False, False)


@pytest.mark.parametrize("kind", CheckKind)
def test_explosions_by_kind(kind):
    for exploding in CheckKind:
        die = replace(DIE, explodes_in=frozenset({exploding}))
        outcome = die.resolve(check(kind=kind), scripted(10, 10, 10, 2, 3, 4))
        assert len(outcome.throws) == (2 if kind is exploding else 1)


def test_initiative_neither_succeeds_nor_fails():
    die = replace(DIE, natural_one_fails=frozenset(CheckKind), fumble_fails=True)

    for faces in ((1, 1, 1), (10, 10, 10)):
        outcome = die.resolve(check(bonus=40, kind=CheckKind.INITIATIVE), scripted(*faces))
        assert (outcome.success, outcome.fumble, outcome.critical) == (None, False, False)
        assert outcome.rules == ("R1", "C1")


def test_without_a_difficulty_nothing_is_decided():
    outcome = DIE.resolve(check(difficulty=None), scripted(2, 7, 9))

    assert (outcome.success, outcome.margin, outcome.degrees, outcome.rules) == (None, None, 0, ("R1",))


def test_without_a_difficulty_a_natural_one_fails_all_the_same():
    outcome = DIE.resolve(check(difficulty=None), scripted(1, 1, 3))

    assert (outcome.success, outcome.fumble, outcome.rules) == (False, True, ("R1", "R4", "R5"))


def test_an_opposed_natural_one_waits_for_the_other_side():
    outcome = DIE.resolve(check(difficulty=None, kind=CheckKind.OPPOSED), scripted(1, 1, 3))

    assert (outcome.natural_one, outcome.success, outcome.fumble) == (True, None, False)


def test_a_critical_adds_its_degrees_in_dice():
    assert DIE.added(DIE.resolve(check(bonus=22), scripted(8, 8, 8))) == Added(2, 0)
    assert DIE.added(DIE.resolve(check(bonus=1), scripted(8, 8, 8))) == Added(0, 0)
    assert DIE.added(DIE.resolve(check(bonus=22), scripted(1, 1, 8))) == Added(0, 0)
