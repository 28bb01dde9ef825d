"""Exact odds of active defenses, against playing every pair of throws (C8, D8, D10, R9)."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import Keep, find_preset
from rules.attack_odds import odds_of_hits
from rules.checks import Check, CheckKind, Factor, Term
from rules.defense_odds import Difference, against_total, dodged_hits, not_escaped, through_odds
from rules.dice import Pair, Throw
from rules.kept_die import KeptDie
from rules.notation import parse
from rules.opposed_odds import opposed_odds
from rules.two_tens import TwoTens

TABLE, CORE = find_preset("ryf-table").rolls, find_preset("ryf-core").rolls
TENS = TwoTens()
NEARLY = Fraction(1, 10**7)


def check(bonus, difficulty=None, keep=Keep.MID, mastery=0):
    factors = (Factor("x", keep - Keep.MID, "R1"),) if keep is not Keep.MID else ()
    return Check(CheckKind.SKILL, "x", (Term("x", bonus),), factors, difficulty, mastery=mastery)


def exploding(faces, top, depth):
    """Each sum of throws of which the top is thrown again, so many times at most, with its chance."""
    again, sums = faces.get(top, 0), Counter()
    for times in range(depth + 1):
        for face, chance in faces.items():
            if face != top:
                sums[times * top + face] += again**times * chance
    return sums


PAIRS = Counter(Pair(faces).kept for faces in product(range(1, 11), repeat=2))
TWENTIES = exploding({value: Fraction(count, 100) for value, count in PAIRS.items()}, 20, depth=3)


def kept_by(keep):
    counts = Counter(Throw(faces, keep).kept for faces in product(range(1, 11), repeat=3))
    return {face: Fraction(count, 1000) for face, count in counts.items()}


def ranged(attack, defense, *, explodes):
    """The chance that a shot reaches its difficulty and is not escaped, by playing both."""
    sides = []
    for each in (attack, defense):
        shift = sum(factor.shift for factor in each.factors)
        faces = kept_by(Keep.MID.shifted(shift))
        sides.append(exploding(faces, 10, depth=5) if explodes else faces)
    chance = Fraction(0)
    for mine, yours in product(*sides):
        hits = mine != 1 and mine + attack.bonus >= attack.difficulty
        escapes = yours != 1 and yours + defense.bonus >= mine + attack.bonus
        if hits and not escapes:
            chance += sides[0][mine] * sides[1][yours]
    return chance


@pytest.mark.parametrize("keep", Keep)
@pytest.mark.parametrize(("attack", "difficulty", "defense"), [(19, 15, 10), (19, 25, 12), (4, 20, 9), (30, 5, 40)])
def test_c8_a_shot_over_both_rolls_at_the_table(keep, attack, difficulty, defense):
    shot, dodge = check(attack, difficulty), check(defense, keep=keep)

    assert not_escaped(TABLE, shot, dodge) == ranged(shot, dodge, explodes=False)


@pytest.mark.parametrize("keep", Keep)
@pytest.mark.parametrize(("attack", "difficulty", "defense"), [(19, 15, 10), (19, 25, 12), (4, 20, 9), (30, 5, 40)])
def test_c8_a_shot_over_both_rolls_where_tens_explode(keep, attack, difficulty, defense):
    shot, dodge = check(attack, difficulty), check(defense, keep=keep)

    found = not_escaped(CORE, shot, dodge)

    near = 10 * Fraction(271, 1000) ** 5  # the high die kept is a ten in 271 of 1000
    assert 0 <= found - ranged(shot, dodge, explodes=True) <= near


@given(st.integers(-5, 30), st.integers(0, 40), st.integers(-5, 30), st.booleans(), st.integers(0, 3))
def test_c8_no_defense_makes_a_shot_better_and_a_hopeless_one_changes_nothing(
    bonus, difficulty, defense, core, mastery
):
    rolls, shot = CORE if core else TABLE, check(bonus, difficulty, mastery=mastery)

    assert 0 <= not_escaped(rolls, shot, check(defense)) <= rolls.chance(shot)
    assert rolls.chance(shot) - not_escaped(rolls, shot, check(-200)) < NEARLY


def test_a_shot_without_a_difficulty_has_no_odds():
    with pytest.raises(ValueError, match="difficulty"):
        not_escaped(TABLE, check(5), check(5))


@pytest.mark.parametrize(("attack", "dodge"), [(8, 6), (8, 8), (3, 20), (40, 1)])
def test_d8_a_dodge_over_both_rolls_hits_as_often_as_the_attack_wins(attack, dodge):
    hits = dodged_hits(TENS, check(attack), check(dodge))

    assert hits.chance == opposed_odds(TENS, check(attack), check(dodge)).win


@pytest.mark.parametrize("mastery", [0, 2])
@pytest.mark.parametrize(("attack", "dodge"), [(8, 6), (3, 20), (40, 1)])
def test_d8_how_a_dodged_attack_hits_hurts_and_drops_by_playing_both_rolls(attack, dodge, mastery):
    dice = Counter(sum(faces) for faces in product(range(1, 7), repeat=2))
    points, absorption = 12, 3
    expected = Counter()
    for (mine, one), (yours, other) in product(TWENTIES.items(), repeat=2):
        over = mine + attack - yours - dodge
        if over < 1:
            continue
        for sum_of_dice, count in dice.items():
            passed = max(0, over + mastery + sum_of_dice + 1 - absorption)
            share = one * other * Fraction(count, 36)
            expected["hits"] += share
            expected["takes"] += share * (passed > 0)
            expected["drops"] += share * (passed >= points)
            expected["mean"] += share * passed

    hits = dodged_hits(TENS, check(attack, mastery=mastery), check(dodge))
    found = odds_of_hits(hits, parse("2d6+1"), absorption=absorption, points=points, explodes=False)

    for name, chance in expected.items():
        assert abs(getattr(found, name) - chance) < NEARLY * 200, name
    assert found.passing[0] == found.hits - found.takes


def test_d8_each_way_to_hit_comes_in_order_and_adds_up():
    hits = dodged_hits(TENS, check(5), check(5))

    ways = [next(hits.ways) for _each in range(200)]

    assert [added.points for _chance, added in ways] == list(range(1, 201))
    assert hits.chance - sum(chance for chance, _added in ways) < NEARLY
    assert hits.mean.points - sum(chance * added.points for chance, added in ways) < NEARLY


def test_dice_that_do_not_explode_end():
    hits = dodged_hits(TABLE, check(4), check(2))

    ways = list(hits.ways)

    faces = kept_by(Keep.MID)
    expected = Counter()
    for (mine, one), (yours, other) in product(faces.items(), repeat=2):
        expected[mine + 2 - yours] += one * other
    assert {added.points: chance for chance, added in ways} == {by: each for by, each in expected.items() if by > 0}
    assert hits.chance == sum(chance for chance, _added in ways)
    assert hits.mean.points == sum(chance * added.points for chance, added in ways)


@given(st.integers(-45, 45), st.integers(-30, 30))
def test_the_difference_of_two_rolls_is_counted(by, shift):
    over = Difference(TENS.spread(check(0)), TENS.spread(check(0)), shift)

    expected = sum(chance * TWENTIES.get(value + by - shift, 0) for value, chance in TWENTIES.items())
    assert abs(over.exactly(by) - expected) < NEARLY


@pytest.mark.parametrize("total", [9, 16, 24, 31])
def test_d8_a_dodge_against_a_total_that_is_known(total):
    found = against_total(TENS, check(6), total)

    expected = Counter()
    for value, chance in TWENTIES.items():
        expected["win" if value + 6 > total else "tie" if value + 6 == total else "lose"] += chance
    assert found.win + found.tie + found.lose == 1
    assert all(abs(getattr(found, name) - chance) < NEARLY for name, chance in expected.items())


@pytest.mark.parametrize(("total", "enemies"), [(16, 3), (25, 4), (8, 2), (60, 2)])
def test_d10_how_many_get_through_one_dodge(total, enemies):
    found = through_odds(TENS, check(6), total, enemies)

    expected = Counter()
    for value, chance in TWENTIES.items():
        expected[min(enemies, max(0, total - value - 6))] += chance
    assert len(found) == enemies + 1
    assert sum(found) == 1
    assert all(abs(found[number] - expected[number]) < NEARLY for number in range(enemies + 1))


def test_the_kept_die_may_be_dodged_too():
    die = KeptDie(natural_one_fails=frozenset())

    assert dodged_hits(die, check(3), check(3)).chance == opposed_odds(die, check(3), check(3)).win
