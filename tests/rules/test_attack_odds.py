"""Exact odds of attacks, against the vectors and against counting throws."""

import json
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise, product
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import Check, CheckKind, Keep, Sheet, find_preset
from rules.attack_odds import MOST_SHOWN, attack_odds, hits_of, odds_of_hits
from rules.checks import Factor, Term
from rules.dice import Pair, Throw
from rules.effect_odds import EffectOdds
from rules.kept_die import KeptDie
from rules.notation import parse, step
from rules.two_tens import TwoTens

VECTORS = Path(__file__).parents[1] / "vectors"
EXPLODING = frozenset({CheckKind.SKILL})
RULES = find_preset("ryf-table")


def check(keep, bonus, defense):
    return Check(CheckKind.SKILL, "melee_attack", (Term("x", bonus),), (Factor("x", keep - Keep.MID, "R1"),), defense)


def test_odds_are_those_of_the_vectors():
    for case in json.loads((VECTORS / "attack.json").read_text())["cases"]:
        die = KeptDie(explodes_in=EXPLODING if case["explodes"] else frozenset())
        asked = check(Keep.labelled(case["keep"]), case["bonus"], case["defense"])
        odds = attack_odds(
            die, asked, parse(case["damage"]), absorption=case["absorption"], points=case["pv"], explodes=True
        )
        found = {"hits": odds.hits, "takes": odds.takes, "drops": odds.drops, "mean": odds.mean}
        assert found == {each: Fraction(case[each]) for each in found}, case


def test_odds_of_2d10_are_those_of_the_vectors():
    for case in json.loads((VECTORS / "attack_2d10.json").read_text())["cases"]:
        asked = check(Keep.MID, case["bonus"], case["nd"])
        odds = attack_odds(
            TwoTens(), asked, parse(case["damage"]), absorption=case["armor"], points=case["pool"], explodes=False
        )
        found = {"hits": odds.hits, "takes": odds.takes, "drops": odds.drops, "mean": odds.mean}
        assert found == {each: Fraction(case[each]) for each in found}, case


def test_of_a_giant_s_points_only_what_can_be_seen_is_looked_into():
    die, asked, asking = KeptDie(explodes_in=EXPLODING), check(Keep.MID, 9, 13), {"absorption": 0, "explodes": True}
    whole = attack_odds(die, asked, parse("1d6+2"), points=40, **asking)
    hits, taken = hits_of(die, asked), []
    ways = (taken.append(each) or each for each in hits.ways)

    odds = odds_of_hits(hits._replace(ways=ways), parse("1d6+2"), points=999, **asking)

    assert len(taken) < 30  # of a hundred and fifty that have fewer than 999 dice
    assert all(abs(one - other) < Fraction(1, 10**30) for one, other in zip(odds.passing, whole.passing, strict=False))
    assert 0 < odds.drops < Fraction(1, 10**30)
    assert (odds.hits, odds.mean) == (whole.hits, whole.mean)


@pytest.mark.parametrize("needed", [4, 11, 19])
def test_damage_of_2d10_is_what_counting_every_throw_gives(needed):
    asked, damage, armor, points = check(Keep.MID, 0, needed), parse("1d6+1"), 4, 12
    passing, drops = [Fraction(0)] * points, Fraction(1, 100**3)  # three natural twenties in a row are enough
    no_twenty = [faces for faces in product(range(1, 11), repeat=2) if faces != (10, 10)]
    for twenties, faces, die in product(range(3), no_twenty, range(1, 7)):
        outcome = TwoTens().judge(asked, (*[Pair((10, 10))] * twenties, Pair(faces)))
        chance = Fraction(1, 6 * 100 ** (twenties + 1))
        passed = max(0, outcome.margin + die + 1 - armor)
        if outcome.success and passed < points:
            passing[passed] += chance
        elif outcome.success:
            drops += chance

    odds = attack_odds(TwoTens(), asked, damage, absorption=armor, points=points, explodes=False)

    assert odds.passing == tuple(passing)
    assert odds.drops == drops


def test_e80_an_attack_of_nine_against_fifteen():
    asked = check(Keep.MID, 9, 15)

    odds = attack_odds(RULES.rolls, asked, parse("2d6"), absorption=2, points=10, explodes=True)

    assert (odds.hits, odds.takes, odds.drops) == (Fraction(1, 2), Fraction(35, 72), Fraction(23, 216))


dice_systems = st.builds(
    KeptDie,
    natural_one_fails=st.sampled_from([frozenset(), EXPLODING]),
    fumble_fails=st.booleans(),
    critical_margin=st.sampled_from([1, 3, 4, 10]),
    natural_critical=st.booleans(),
    natural_critical_next=st.integers(1, 10),
)
damages = st.sampled_from([step(number) for number in range(-1, 6)] + [parse("1d8+3"), parse("1d4-2")])


@settings(deadline=None, max_examples=40)
@given(
    die=dice_systems,
    keep=st.sampled_from(Keep),
    bonus=st.integers(-5, 25),
    damage=damages,
    absorption=st.integers(0, 9),
    points=st.integers(0, 12),
    explodes=st.booleans(),
)
def test_odds_are_what_judging_every_throw_gives(die, keep, bonus, damage, absorption, points, explodes):
    asked = check(keep, bonus, 12)
    hits = {}
    for faces in product(range(1, 11), repeat=3):
        outcome = die.judge(asked, (Throw(faces, keep),))
        if outcome.success:
            hits[outcome.degrees] = hits.get(outcome.degrees, 0) + 1

    def passes(least):
        return sum(
            Fraction(count, 1000) * EffectOdds(damage.with_extra(degrees), explodes).at_least(absorption + least)
            for degrees, count in hits.items()
        )

    odds = attack_odds(die, asked, damage, absorption=absorption, points=points, explodes=explodes)

    assert odds.hits == Fraction(sum(hits.values()), 1000)
    assert odds.takes == passes(1)
    assert odds.drops == (passes(points) if points else odds.hits)
    assert odds.passing[1:] == tuple(passes(least) - passes(least + 1) for least in range(1, points))
    assert sum(odds.passing) + odds.drops == odds.hits


@settings(deadline=None, max_examples=40)
@given(die=dice_systems, explodes=st.booleans(), need=st.integers(-40, 25))
def test_the_mean_of_the_degrees_is_the_sum_of_their_chances(die, explodes, need):
    die = replace(die, explodes_in=EXPLODING if explodes else frozenset())
    asked = check(Keep.MID, 0, need)

    found = die.mean_added(asked).dice
    counted = sum(die.reaches(asked, degree) for degree in range(1, 150))

    assert 0 <= found - counted < Fraction(1, 10**9)
    assert explodes or found == counted


def test_without_explosions_the_mean_is_the_sum_of_all_chances():
    odds = attack_odds(RULES.rolls, check(Keep.MID, 9, 12), parse("2d6+1"), absorption=3, points=60, explodes=False)

    assert odds.mean == sum(points * chance for points, chance in enumerate(odds.overall))
    assert odds.drops == 0


def test_the_picture_of_damage():
    odds = attack_odds(
        RULES.rolls, check(Keep.MID, 9, 15), parse("2d6"), absorption=2, points=10, explodes=True, up_to=4
    )

    assert len(odds.passing) == 4
    assert odds.given_hit[0] == Fraction(1, 36)
    assert odds.overall[0] == Fraction(1, 2) + Fraction(1, 72)
    assert odds.overall[1:] == odds.passing[1:]


def test_the_picture_has_an_end():
    asked = check(Keep.MID, 9, 15)

    odds = attack_odds(RULES.rolls, asked, parse("2d6"), absorption=0, points=500, explodes=True)

    assert len(odds.passing) == MOST_SHOWN


def test_an_attack_that_cannot_hit():
    odds = attack_odds(RULES.rolls, check(Keep.MID, 0, 40), parse("2d6"), absorption=0, points=3, explodes=True)

    assert (odds.hits, odds.takes, odds.drops, odds.mean) == (0, 0, 0, 0)
    assert (odds.given_hit, odds.overall) == ((), (1, 0, 0))


def test_nothing_is_shown_of_who_has_no_points():
    odds = attack_odds(RULES.rolls, check(Keep.MID, 9, 15), parse("2d6"), absorption=0, points=0, explodes=True)

    assert (odds.drops, odds.passing, odds.overall) == (odds.hits, (), ())


def test_more_points_are_safer():
    attacker, target = Sheet({"physique": 4}, {"melee_weapons": 5}, {}), Sheet({}, {}, {}, fixed={"defense": 15})
    drops = [
        RULES.attack_odds(RULES.attack_between(attacker, replace(target, fixed={"defense": 15, "pv": pv}), None)).drops
        for pv in range(1, 20)
    ]

    assert all(less >= more for less, more in pairwise(drops))


def test_no_odds_without_a_difficulty():
    with pytest.raises(ValueError, match="difficulty"):
        attack_odds(RULES.rolls, check(Keep.MID, 9, None), parse("1d6"), absorption=0, points=5, explodes=True)
