"""Exact odds against the vectors, and against judging every throw there is."""

import json
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import pairwise, product
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import Check, CheckKind, Keep, find_preset
from rules.checks import Factor, Term
from rules.dice import Throw
from rules.kept_die import KeptDie
from rules.rolls import Added

VECTORS = Path(__file__).parents[1] / "vectors"
EVERY_THROW = list(product(range(1, 11), repeat=3))

dice = st.builds(
    KeptDie,
    natural_one_fails=st.sampled_from([frozenset(), frozenset({CheckKind.SKILL})]),
    fumble_next=st.integers(1, 10),
    any_one_fumbles=st.booleans(),
    fumble_fails=st.booleans(),
    critical_margin=st.integers(1, 20),
    natural_critical=st.booleans(),
    natural_critical_kept=st.integers(2, 10),
    natural_critical_next=st.integers(1, 10),
    explodes_in=st.sampled_from([frozenset(), frozenset({CheckKind.SKILL})]),
)
checks = st.builds(
    lambda keep, bonus, difficulty: check(keep, bonus, difficulty),
    st.sampled_from(Keep),
    st.integers(-10, 40),
    st.integers(0, 60),
)


def check(keep, bonus, difficulty, kind=CheckKind.SKILL):
    return Check(kind, "stealth", (Term("dexterity", bonus),), (Factor("any", keep - Keep.MID, "R1"),), difficulty)


def vectors(name):
    return json.loads((VECTORS / name).read_text())["cases"]


def of_case(case):
    """The die and the check of a vector: skill checks, with or without R4 and R7."""
    kinds = frozenset({CheckKind.SKILL})
    die = KeptDie(
        natural_one_fails=kinds if case["natural_one_fails"] else frozenset(),
        explodes_in=kinds if case["target_die_explodes"] else frozenset(),
    )
    return die, check(Keep.labelled(case["keep"]), case["bonus"], case["difficulty"])


@pytest.mark.parametrize("name", ["odds_1o3d10.json", "odds_1o3d10_edges.json"])
def test_odds_are_those_of_the_vectors(name):
    for case in vectors(name):
        die, asked = of_case(case)
        odds = die.odds(asked)
        found = {"success": odds.success, "critical": odds.critical, "fumble": odds.fumble}
        assert found == {each: Fraction(case[each]) for each in found}, case


def test_degrees_are_those_of_the_vectors():
    for case in vectors("degrees.json"):
        die, asked = of_case(case)
        degrees = dict(die.odds(asked).degrees)
        for degree, expected in case["degrees"].items():
            exact = die.chance(asked, int(degree) * 10) - die.chance(asked, int(degree) * 10 + 10)
            assert exact == Fraction(expected), case
            assert degrees.get(int(degree), 0) in (exact, 0), case
            assert int(degree) in degrees or exact < Fraction(1, 10**6), case


@cache
def reach(keep, need):
    """P(kept dice ≥ need) where a kept ten is thrown on: a sum over every throw, one explosion at a time."""
    if need <= 1:
        return Fraction(1)
    kept = [Throw(faces, keep).kept for faces in EVERY_THROW]
    plain = Fraction(sum(need <= each < 10 for each in kept), 1000)
    return plain + Fraction(kept.count(10), 1000) * reach(keep, need - 10)


def counted(die, asked):
    """(fumble, success, critical), judging each of the thousand throws; only what explodes is a sum of its own."""
    keep, need = die.keep(asked), asked.difficulty - asked.bonus
    fumble = success = critical = Fraction(0)
    for faces in EVERY_THROW:
        first = Throw(faces, keep)
        if first.kept == 10 and asked.kind in die.explodes_in:
            once = reach(keep, need - 10)
            is_backed = first.next_down is None or first.next_down >= die.natural_critical_next
            success += once
            if not die.natural_critical:
                critical += reach(keep, need - 10 + die.critical_margin)
            elif is_backed:
                critical += once
        else:
            outcome = die.judge(asked, (first,))
            fumble += outcome.fumble
            success += outcome.success
            critical += outcome.critical
    return fumble / 1000, success / 1000, critical / 1000


@settings(deadline=None)
@given(die=dice, asked=checks)
def test_odds_are_what_counting_every_throw_gives(die, asked):
    odds = die.odds(asked)

    assert (odds.fumble, odds.success, odds.critical) == counted(die, asked)


@given(die=dice, asked=checks)
def test_odds_add_up(die, asked):
    odds = die.odds(asked)

    assert odds.failure + odds.success == 1
    assert 0 <= odds.fumble <= odds.failure
    assert 0 <= odds.critical <= odds.success
    assert 0 <= odds.success - sum(chance for _degree, chance in odds.degrees) <= Fraction(1, 10**6)
    assert all(chance > 0 for _degree, chance in odds.degrees)
    if CheckKind.SKILL not in die.explodes_in:
        assert odds.success == sum(chance for _degree, chance in odds.degrees)
        assert odds.critical == sum(chance for degree, chance in odds.degrees if degree)


@given(die=dice, asked=checks)
def test_odds_never_fall_with_the_bonus(die, asked):
    better = replace(asked, terms=(*asked.terms, Term("modifier", 1)))

    now, then = die.odds(asked), die.odds(better)

    assert then.success >= now.success
    assert then.critical >= now.critical
    assert then.fumble <= now.fumble


@given(die=dice, asked=checks)
def test_a_curve_never_rises_and_gives_the_odds_of_its_totals(die, asked):
    curve = die.curve(asked)

    assert curve[0] == (asked.bonus + 1, 1)
    assert all(chance >= lower for (_, chance), (_, lower) in pairwise(curve))
    spared = replace(die, natural_one_fails=frozenset(), fumble_fails=False)
    assert all(spared.odds(replace(asked, difficulty=total)).success == chance for total, chance in curve[:12])


def test_the_odds_of_a_fumble_where_a_natural_one_fails():
    die = find_preset("ryf-table").rolls

    fumbles = [die.odds(check(keep, 5, 15)).fumble for keep in Keep]

    assert fumbles == [Fraction(196, 1000), Fraction(13, 1000), Fraction(1, 1000)]


@pytest.mark.parametrize(
    ("need", "explodes", "success", "critical"),
    [
        (10, False, "28/1000", "16/1000"),  # two tens and a 5 to 9, three times each, or three tens
        (10, True, "28/1000", "16/1000"),
        (11, False, "0", "0"),
        (20, True, "784/1000000", "448/1000000"),  # a ten and a ten again
    ],
)
def test_the_odds_of_a_natural_critical(need, explodes, success, critical):
    die = KeptDie(natural_critical=True, explodes_in=frozenset({CheckKind.SKILL} if explodes else ()))
    asked, success, critical = check(Keep.MID, 5, 5 + need), Fraction(success), Fraction(critical)

    odds, hits = die.odds(asked), list(die.hits(asked))

    expected = [(0, success - critical), (1, critical)] if success else []
    assert (odds.success, odds.critical, list(odds.degrees)) == (success, critical, expected)
    assert hits == [(chance, Added(degree, 0)) for degree, chance in expected]
    assert [die.reaches(asked, degree) for degree in range(3)] == [success, critical, 0]
    assert die.mean_added(asked) == (critical, 0)


@pytest.mark.parametrize(
    ("kind", "difficulty"), [(CheckKind.SKILL, None), (CheckKind.OPPOSED, None), (CheckKind.INITIATIVE, 15)]
)
def test_no_odds_without_something_to_meet(kind, difficulty):
    with pytest.raises(ValueError, match="difficulty"):
        KeptDie().odds(check(Keep.MID, 5, difficulty, kind))
