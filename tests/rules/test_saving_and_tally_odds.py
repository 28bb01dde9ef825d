"""Exact odds of saving throws over some turns (R10), and of the tally of those who are down (C12)."""

import json
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import Check, CheckKind, Keep, Sheet, find_preset
from rules.checks import Factor, Term
from rules.kept_die import KeptDie
from rules.saving_odds import ended_within
from rules.tally_odds import tally_odds
from rules.two_tens import TwoTens

VECTORS = Path(__file__).parents[1] / "vectors"
TABLE = find_preset("ryf-table")


def saving_throw(attribute, difficulty, keep=Keep.MID):
    factors = (Factor("x", keep - Keep.MID, "R1"),)
    return Check(CheckKind.ATTRIBUTE, "physique", (Term("physique", attribute),), factors, difficulty)


def test_saving_throws_are_those_of_the_vectors():
    for case in json.loads((VECTORS / "saving_throws.json").read_text())["cases"]:
        fails = frozenset({CheckKind.ATTRIBUTE} if case["natural_one_fails"] else ())
        asked = saving_throw(case["attribute"], case["difficulty"], Keep.labelled(case["keep"]))
        for turns, expected in case["ended_within"].items():
            assert ended_within(KeptDie(natural_one_fails=fails), asked, int(turns)) == Fraction(expected), case


def test_e79_a_saving_throw_of_four_against_twelve():
    unhurt = Sheet({"physique": 4}, {}, {})
    wounded = Sheet({"physique": 4}, {}, {"pv": 5})
    asked, hindered = (TABLE.check(sheet, "physique", difficulty=12) for sheet in (unhurt, wounded))

    assert ended_within(TABLE.rolls, asked, 1) == Fraction(27, 125)
    assert ended_within(TABLE.rolls, asked, 3) == Fraction(1011933, 1953125)
    assert ended_within(TABLE.rolls, hindered, 1) == Fraction(27, 1000)


@given(turns=st.integers(0, 20), system=st.sampled_from([KeptDie(), TwoTens()]))
def test_each_turn_takes_its_share_of_what_is_left(turns, system):
    asked = saving_throw(4, 12)

    left = 1 - ended_within(system, asked, turns)

    assert 1 - ended_within(system, asked, turns + 1) == left * (1 - system.chance(asked))
    assert turns or left == 1


def test_no_saving_throw_without_a_difficulty():
    with pytest.raises(ValueError, match="difficulty"):
        ended_within(KeptDie(), saving_throw(4, None), 3)


def test_tallies_are_those_of_the_vectors():
    for case in json.loads((VECTORS / "tally.json").read_text())["cases"]:
        odds = tally_odds(case["successes"], case["failures"], success_from=case["success_from"])
        found = {"stable": odds.stable, "back": odds.back, "out": odds.out}
        assert found == {name: Fraction(case[name]) for name in found}, case
        for throws, expected in case["decided_within"].items():
            assert odds.decided_within(int(throws)) == Fraction(expected), case


@pytest.mark.parametrize(
    ("successes", "failures", "expected"),
    [(0, 0, "61/200 587/2000 803/2000"), (1, 2, "1/4 3/20 3/5"), (2, 2, "1/2 1/10 2/5")],
)
def test_e74_the_odds_of_the_tally(successes, failures, expected):
    odds = tally_odds(successes, failures)

    assert (odds.stable, odds.back, odds.out) == tuple(map(Fraction, expected.split()))


def ends(faces, successes, failures, success_from, stable_at, out_at):
    """How a tally with these faces ends, and after how many of them; nothing if it is still open."""
    for number, face in enumerate(faces, start=1):
        if face in (1, 10):
            return ("back" if face == 10 else "out"), number
        successes, failures = (successes + 1, failures) if face >= success_from else (successes, failures + 1)
        if successes >= stable_at:
            return "stable", number
        if failures >= out_at:
            return "out", number
    return "", 0


@pytest.mark.parametrize(
    ("success_from", "stable_at", "out_at"), [(5, 3, 3), (2, 2, 3), (8, 3, 2), (10, 2, 2), (6, 1, 4)]
)
def test_the_odds_of_a_tally_are_what_counting_every_throw_gives(success_from, stable_at, out_at):
    longest = stable_at + out_at - 1
    found = {"stable": Fraction(0), "back": Fraction(0), "out": Fraction(0)}
    decided = [Fraction(0)] * (longest + 2)
    for faces in product(range(1, 11), repeat=longest):
        how, after = ends(faces, 0, 0, success_from, stable_at, out_at)
        found[how] += Fraction(1, 10**longest)
        for throws in range(after, longest + 2):
            decided[throws] += Fraction(1, 10**longest)

    odds = tally_odds(success_from=success_from, stable_at=stable_at, out_at=out_at)

    assert {name: getattr(odds, name) for name in found} == found
    assert [odds.decided_within(throws) for throws in range(longest + 2)] == decided
    assert odds.decided_within(99) == 1
