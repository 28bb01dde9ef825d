"""Exact odds of 2d10 against the vectors, and against counting every throw there is (D1, D2, D4)."""

import json
from dataclasses import replace
from fractions import Fraction
from itertools import islice, pairwise, product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import Check, CheckKind
from rules.checks import Term
from rules.dice import Pair
from rules.rolls import Added
from rules.two_tens import TwoTens

VECTORS = Path(__file__).parents[1] / "vectors"
EVERY_THROW = list(product(range(1, 11), repeat=2))

dice = st.builds(TwoTens, great_margin=st.integers(1, 30), fumble_margin=st.integers(1, 30))
needs = st.integers(-20, 60)


def check(bonus, nd, kind=CheckKind.SKILL):
    return Check(kind, "melee", (Term("dexterity", bonus),), difficulty=nd)


def counted(system, asked, before=()):
    """What judging every throw gives, one natural twenty at a time: until it cannot matter any more, or twelve deep."""
    found = {"success": Fraction(0), "fumble": Fraction(0), "great": Fraction(0), "critical": Fraction(0)}
    for faces in EVERY_THROW:
        throws = (*before, Pair(faces))
        if faces == (10, 10) and len(throws) < 12:
            for name, chance in counted(system, asked, throws).items():
                found[name] += chance / 100
        else:
            outcome = system.judge(asked, throws)
            for name in found:
                found[name] += Fraction(bool(getattr(outcome, name)), 100)
    return found


def test_odds_are_those_of_the_vectors():
    for case in json.loads((VECTORS / "odds_2d10.json").read_text())["cases"]:
        odds = TwoTens().odds(check(case["bonus"], case["nd"]))
        assert odds.success == Fraction(case["success"]), case
        assert odds.great == Fraction(case["nine_or_more_exitos"]), case
        assert odds.fumble == Fraction(case["six_or_more_fracasos"]), case


@given(system=dice, needed=needs)
def test_odds_are_what_counting_every_throw_gives(system, needed):
    asked = check(0, needed)

    odds = system.odds(asked)

    found = counted(system, asked)
    assert {name: getattr(odds, name) for name in found} == found
    assert odds.failure + odds.success == 1
    assert odds.degrees == ((0, odds.success),)


@given(system=dice, needed=needs)
def test_odds_never_fall_with_the_bonus(system, needed):
    now, then = system.odds(check(0, needed)), system.odds(check(1, needed))

    assert then.success >= now.success
    assert then.great >= now.great
    assert then.fumble <= now.fumble


def test_each_sum_of_the_first_throw():
    faces = TwoTens().faces(check(0, None))

    assert faces == tuple((total, Fraction(10 - abs(total - 11), 100)) for total in range(2, 21))


@given(bonus=st.integers(-10, 30))
def test_a_curve_never_rises_and_gives_the_odds_of_its_totals(bonus):
    system = TwoTens()
    curve = system.curve(check(bonus, None))

    assert curve[0] == (bonus + 2, 1)
    assert all(chance >= lower for (_, chance), (_, lower) in pairwise(curve))
    assert all(system.chance(check(bonus, total)) == chance for total, chance in curve)


@given(needed=st.integers(-30, 45))
def test_each_success_and_the_mean_of_what_it_adds(needed):
    system, asked = TwoTens(), check(0, needed)

    ways = list(islice(system.hits(asked), 150))

    assert sum(chance for chance, _added in ways) <= system.chance(asked)
    assert system.chance(asked) - sum(chance for chance, _added in ways) < Fraction(1, 10**9)
    assert all(after.points > before.points for (_, before), (_, after) in pairwise(ways))
    assert all(added == Added(0, added.points) for _chance, added in ways)
    mean = sum(chance * added.points for chance, added in ways)
    assert system.mean_added(asked).dice == 0
    assert 0 <= system.mean_added(asked).points - mean < Fraction(1, 10**6)


def test_there_are_no_degrees():
    system, asked = TwoTens(), check(10, 21)

    assert [system.reaches(asked, degree) for degree in range(3)] == [system.chance(asked), 0, 0]


def test_no_odds_without_something_to_meet():
    for asked in (check(5, None), replace(check(5, 15), kind=CheckKind.INITIATIVE)):
        for question in (TwoTens().odds, TwoTens().chance, TwoTens().mean_added):
            with pytest.raises(ValueError, match="difficulty"):
                question(asked)
