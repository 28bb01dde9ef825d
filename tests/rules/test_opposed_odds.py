"""Exact odds of opposed rolls, against the vectors and against playing every pair of throws (R9, D1)."""

import json
from collections import Counter
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import Check, CheckKind, Keep, find_preset, scripted
from rules.checks import Factor, Term
from rules.contests import contest
from rules.dice import Pair, Throw
from rules.kept_die import KeptDie
from rules.opposed_odds import opposed_odds
from rules.two_tens import TwoTens

VECTORS = Path(__file__).parents[1] / "vectors"
OPPOSED = frozenset({CheckKind.OPPOSED})
TABLE = find_preset("ryf-table").rolls


def check(bonus, keep=Keep.MID):
    return Check(CheckKind.SKILL, "stealth", (Term("x", bonus),), (Factor("x", keep - Keep.MID, "R1"),))


def shares(odds):
    return odds.win, odds.tie, odds.lose


def test_odds_are_those_of_the_vectors():
    for case in json.loads((VECTORS / "opposed.json").read_text())["cases"]:
        explodes = OPPOSED if case["explodes"] else frozenset()
        system = TwoTens() if case["dice"] == "2d10" else KeptDie(explodes_in=explodes)
        one, other = (check(side["bonus"], Keep.labelled(side.get("keep", "mid"))) for side in (case["a"], case["b"]))
        expected = tuple(Fraction(case[name]) for name in ("win", "tie", "lose"))
        assert shares(opposed_odds(system, one, other)) == expected, case


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        (check(7), check(7), "27531/62500 3719/31250 27531/62500"),
        (check(9), check(7), "20953/31250 49/500 14469/62500"),
        (check(7, Keep.LOW), check(7), "39933/250000 1414/15625 187443/250000"),
    ],
)
def test_e78_middle_against_middle(one, other, expected):
    assert shares(opposed_odds(TABLE, one, other)) == tuple(map(Fraction, expected.split()))


def kept_by(keep):
    """How many of the thousand throws keep each face."""
    return Counter(Throw(faces, keep).kept for faces in product(range(1, 11), repeat=3))


SUMS = Counter(Pair(faces).kept for faces in product(range(1, 11), repeat=2))


def played(system, one, other, mine, yours):
    """What playing every pair of throws gives; `mine` and `yours` count throws by (faces to script)."""
    found = {"a": Fraction(0), "b": Fraction(0), None: Fraction(0)}
    ways = sum(mine.values()) * sum(yours.values())
    for (my_faces, my_count), (your_faces, your_count) in product(mine.items(), yours.items()):
        winner = contest(system, [("a", one), ("b", other)], scripted(*my_faces, *your_faces)).winner
        found[winner] += Fraction(my_count * your_count, ways)
    return found["a"], found[None], found["b"]


keeps = st.sampled_from(Keep)
bonuses = st.integers(-3, 12)


@given(fails=st.sampled_from([frozenset(), OPPOSED]), mine=keeps, yours=keeps, bonus=bonuses, their_bonus=bonuses)
def test_odds_are_what_playing_every_pair_of_throws_gives(fails, mine, yours, bonus, their_bonus):
    system, one, other = KeptDie(natural_one_fails=fails), check(bonus, mine), check(their_bonus, yours)
    faces = [{(face, face, face): count for face, count in kept_by(keep).items()} for keep in (mine, yours)]

    assert shares(opposed_odds(system, one, other)) == played(system, one, other, *faces)


@given(ahead=st.integers(-45, 45))
def test_odds_of_2d10_are_what_playing_every_pair_gives_up_to_twenties_in_a_row(ahead):
    one, other = check(ahead), check(0)
    again = {(10, 10, *second): count / Fraction(100) for second, count in two_dice().items()}
    throws = two_dice() | again

    exact, counted = shares(opposed_odds(TwoTens(), one, other)), played(TwoTens(), one, other, throws, throws)

    assert sum(counted) == 1
    assert all(abs(chance - found) <= Fraction(1, 2000) for chance, found in zip(exact, counted, strict=True))


def two_dice():
    """Faces to script for each sum but a natural twenty, with how many of the hundred throws have it."""
    return {(total // 2, total - total // 2): Fraction(count) for total, count in SUMS.items() if total < 20}


@given(
    system=st.sampled_from([KeptDie(), KeptDie(explodes_in=OPPOSED), TwoTens()]),
    mine=keeps,
    yours=keeps,
    ahead=st.integers(-60, 60),
)
def test_one_sides_win_is_the_others_loss(system, mine, yours, ahead):
    there = opposed_odds(system, check(ahead, mine), check(0, yours))
    back = opposed_odds(system, check(0, yours), check(ahead, mine))

    assert shares(there) == shares(back)[::-1]
    assert min(shares(there)) >= 0


def test_being_opposed_is_what_counts_not_what_was_rolled_before():
    attribute = Check(CheckKind.ATTRIBUTE, "willpower", (Term("willpower", 5),), difficulty=15)
    system = KeptDie(explodes_in=OPPOSED)

    assert opposed_odds(system, attribute, check(5)) == opposed_odds(system, check(5), check(5))
