"""Exact odds of effects, against the vectors and against counting faces."""

import json
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.effect_odds import EffectOdds
from rules.notation import Dice, Group, parse

VECTORS = Path(__file__).parents[1] / "vectors"

small_groups = st.builds(Group, st.integers(1, 2), st.integers(2, 6), explodes=st.booleans()) | st.builds(
    Group, st.just(2), st.integers(2, 6), st.just(True), st.booleans()
)
small_dice = st.builds(Dice, st.lists(small_groups, min_size=1, max_size=2).map(tuple), st.integers(-4, 4))


@pytest.mark.parametrize("name", ["damage.json", "damage_more.json"])
def test_odds_are_those_of_the_vectors(name):
    for case in json.loads((VECTORS / name).read_text())["cases"]:
        odds = EffectOdds(parse(case["dice"]), case.get("explodes", True))
        assert odds.mean == Fraction(case["mean"]), case
        for total, chance in case["at_least"].items():
            assert odds.at_least(int(total)) == Fraction(chance), (case, total)


def reach(values, need, explodes):
    """P(sum ≥ need) of groups, each `(weights by face)`: face by face, an explosion adding the same die again."""
    if not values:
        return Fraction(need <= 0)
    (weights, can_explode), *rest = values
    chance = Fraction(0)
    for face, weight in weights.items():
        if can_explode and face == max(weights):
            chance += weight * (reach(values, need - face, explodes) if need > face else Fraction(1))
        else:
            chance += weight * reach(rest, need - face, explodes)
    return chance


def weights(group):
    throws = list(product(range(1, group.sides + 1), repeat=group.together))
    return {
        face: Fraction(sum(min(throw) == face for throw in throws), len(throws)) for face in range(1, group.sides + 1)
    }


@pytest.mark.parametrize(
    ("total", "chance"), [(-9, 1), (3, 1), (4, 1), (5, Fraction(5, 6)), (9, Fraction(1, 6)), (10, 0)]
)
def test_a_bonus_is_sure_and_the_dice_are_not(total, chance):
    assert EffectOdds(parse("1d6+3")).at_least(total) == chance


@settings(deadline=None, max_examples=60)
@given(dice=small_dice, explodes=st.booleans(), total=st.integers(-3, 14))
def test_odds_are_what_counting_faces_gives(dice, explodes, total):
    values = [(weights(group), explodes or group.explodes) for group in dice.groups for _value in range(group.values)]

    assert EffectOdds(dice, explodes).at_least(total) == reach(values, total - dice.bonus, explodes)


@given(dice=small_dice, explodes=st.booleans())
def test_odds_never_rise_with_the_total(dice, explodes):
    odds = EffectOdds(dice, explodes)
    chances = [odds.at_least(total) for total in range(-5, 30)]

    assert chances == sorted(chances, reverse=True)
    assert chances[0] == 1


@settings(max_examples=40)
@given(dice=small_dice)
def test_without_explosions_the_mean_is_the_sum_of_all_chances(dice):
    plain = Dice(tuple(Group(each.count, each.sides, each.lowest) for each in dice.groups), dice.bonus + 5)
    odds = EffectOdds(plain)

    assert odds.mean == sum(odds.at_least(total) for total in range(1, 40))
