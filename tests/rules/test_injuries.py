"""Wounds beyond the examples (C10, P6, T5)."""

from dataclasses import replace
from fractions import Fraction

import pytest

from rules import Sheet, find_preset
from rules.injuries import Body, Circumstances, Condition, Falling
from rules.vitals import Fate, Vitals

RULES = find_preset("ryf-table")
FALLING = Falling()


def body(points, maximum=20, **vitals):
    return Body({"pv": points}, {"pv": maximum}, {}, Vitals(**vitals))


def after(before, now, linger=0, falling=FALLING, **how):
    how = Circumstances(**{"in_encounter": True, **how})
    return falling.after(body(before, linger=linger), {"pv": now}, how).linger


def end_turn(linger):
    return FALLING.after_turn(body(9, linger=linger)).linger


def test_rising_above_the_threshold_sets_the_counter():
    assert after(5, 6) == 2


def test_the_end_of_a_turn_that_had_begun_is_not_one_of_the_two():
    linger = after(3, 8, own_turn=True)

    for _turn in range(2):
        linger = end_turn(linger)
        assert linger > 0
    assert end_turn(linger) == 0


def test_more_healing_above_the_threshold_changes_nothing():
    assert after(6, 9, linger=1) == 1


def test_falling_to_the_threshold_clears_the_counter():
    assert after(8, 5, linger=1) == 0
    assert after(3, 4) == 0


def test_nothing_lingers_outside_an_encounter():
    assert after(3, 8, in_encounter=False) == 0
    assert after(8, 8, linger=2, in_encounter=False) == 0


@pytest.mark.parametrize("own_turn", [False, True])
def test_with_no_turns_a_wound_ends_at_once(own_turn):
    falling = replace(FALLING, linger_turns=0)

    assert after(3, 8, falling=falling, own_turn=own_turn) == 0


def test_the_counter_stops_at_zero():
    assert end_turn(0) == 0


def test_nobody_lingers_below_the_threshold():
    assert FALLING.condition(body(4, linger=2)) == FALLING.condition(body(4))


def test_out_at_zero():
    assert FALLING.condition(body(0)).out
    assert not FALLING.condition(body(1)).out


@pytest.mark.parametrize(
    ("how", "word"),
    [
        ({}, ""),
        ({"wounded": True}, "wounded"),
        ({"wounded": True, "out": True, "fate": Fate.DOWN}, "down"),
        ({"out": True, "is_knocked_out": True}, "knocked-out"),
    ],
)
def test_how_someone_fares_is_one_word_and_the_worst(how, word):
    assert Condition(**{"wounded": False, "lingering": 0, "out": False, **how}).word == word


@pytest.mark.parametrize(("maximum", "threshold"), [(4, 2), (5, Fraction(5, 2)), (6, 5), (20, 5)])
def test_half_of_a_maximum_that_is_no_higher_than_the_threshold_unrounded(maximum, threshold):
    assert FALLING.threshold(body(1, maximum)) == threshold


def test_a_foe_without_the_attribute_of_the_threshold_takes_a_quarter():
    rules = RULES.patched({"injuries.threshold_formula": "physique"})
    foe = Sheet({}, {}, {"pv": 5}, fixed={"pv": 23})

    assert rules.threshold(foe) == 5
    assert rules.condition(foe).wounded


def test_a_skill_that_is_not_written_is_no_lacking_attribute():
    rules = RULES.patched({"injuries.threshold_formula": "3 + brawl"})

    assert rules.threshold(Sheet({}, {}, {}, fixed={"pv": 23})) == 3


def test_a_number_as_threshold_serves_foes_too():
    assert RULES.threshold(Sheet({}, {}, {}, fixed={"pv": 23})) == 5
