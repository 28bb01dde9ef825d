"""Actions by initiative, minor actions and extra ones (C2, D5–D7)."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import Refused
from rules.deeds import Deeds
from rules.multiple_actions import MultipleActions
from rules.turns import Turns
from tests.rules.fights import refusals

TURNS, PLAIN = MultipleActions(), Turns()


def with_minors(deeds, *names):
    for name in names:
        deeds = TURNS.minor(deeds, name)
    return deeds


def test_e49_actions_by_initiative():
    assert [TURNS.majors(total) for total in (9, 10, 19, 20, 29, 30, 39, 40)] == [1, 1, 1, 2, 2, 3, 3, 4]


def test_e95_the_weapon_planned_for_the_first_turn_gives_an_action_more():
    assert TURNS.begin(30) == Deeds(majors=3, minors=2)
    assert TURNS.begin(28) == Deeds(majors=2, minors=2)


def test_who_fumbled_initiative_has_one_action():
    assert TURNS.begin(24, is_last=True).majors == 1


def test_e97_extra_actions_weigh_on_all_rolls():
    deeds = TURNS.begin(24)
    bonus = 6 + 7 + 5 + 4

    assert TURNS.penalty(deeds) == 0
    assert bonus + TURNS.penalty(TURNS.declare(deeds)) == 19
    assert bonus + TURNS.penalty(TURNS.declare(deeds, 2)) == 16


def test_an_action_beyond_those_there_are_is_refused_until_it_is_declared():
    spent = TURNS.major(TURNS.begin(12))

    assert refusals(TURNS.major, spent) == [("no_action", "action")]
    assert TURNS.major(TURNS.declare(spent)).majors == 0


@pytest.mark.parametrize("extra", [0, -1, 21])
def test_extra_actions_have_bounds(extra):
    assert refusals(TURNS.declare, Deeds(), extra) == [("extra", "extra")]


def test_extra_actions_have_bounds_in_all():
    assert refusals(TURNS.declare, TURNS.declare(Deeds(), 20)) == [("extra", "extra")]


def test_two_minor_actions_are_free_and_the_third_costs_an_action():
    two = with_minors(TURNS.begin(12), "drop", "words")

    assert two.majors == 1
    assert with_minors(two, "drink").majors == 0


def test_after_the_third_minor_action_two_more_are_free():
    five = with_minors(TURNS.begin(20), "drop", "words", "drink", "pass", "draw")

    assert five.majors == 1
    assert with_minors(five, "kneel").majors == 0


def test_a_third_minor_action_may_be_an_extra_one():
    two = with_minors(TURNS.major(TURNS.begin(12)), "drop", "words")

    assert refusals(TURNS.minor, two, "drink") == [("no_action", "action")]
    assert TURNS.penalty(with_minors(TURNS.declare(two), "drink")) == -3


def test_the_same_minor_action_is_not_taken_twice():
    assert refusals(TURNS.minor, with_minors(TURNS.begin(12), "drop"), "drop") == [("minor_again", "action")]


def test_minor_actions_without_a_name_are_only_counted():
    assert with_minors(TURNS.begin(12), "", "").minors == 0


def test_every_problem_of_a_minor_action_is_named():
    spent = with_minors(TURNS.major(TURNS.begin(12), meters=6), "move", "words")

    assert refusals(TURNS.minor, spent, "move", meters=4) == [
        ("minor_again", "action"),
        ("no_action", "action"),
        ("too_far", "meters"),
    ]


def test_a_move_goes_six_meters_as_an_action_and_three_as_a_minor_one():
    deeds = TURNS.begin(12)

    assert TURNS.minor(TURNS.major(deeds, meters=6), "move", meters=3).meters == 9
    assert refusals(TURNS.major, deeds, meters=7) == [("too_far", "meters")]
    assert refusals(TURNS.minor, deeds, "move", meters=4) == [("too_far", "meters")]
    assert refusals(TURNS.major, deeds, meters=-1) == [("too_far", "meters")]


def test_nobody_moves_more_than_nine_meters_whatever_the_actions():
    moved = TURNS.major(TURNS.begin(40), meters=6)

    assert refusals(TURNS.major, moved, meters=4) == [("too_far", "meters")]
    assert TURNS.major(moved, meters=3).meters == 9


@given(st.integers(-20, 99), st.integers(0, 5), st.lists(st.booleans(), max_size=30))
def test_nobody_does_more_than_is_granted_and_declared(total, extra, wants):
    deeds = TURNS.begin(total)
    deeds = TURNS.declare(deeds, extra) if extra else deeds
    majors = minors = 0
    for number, is_major in enumerate(wants):
        try:
            deeds = TURNS.major(deeds) if is_major else TURNS.minor(deeds, f"minor {number}")
        except Refused:
            break
        majors, minors = majors + is_major, minors + (not is_major)

    assert deeds.majors >= 0
    assert majors + minors // 3 <= max(1, total // 10) + extra


def test_idle_is_who_neither_acts_nor_rolls_and_who_only_talks():
    deeds = TURNS.begin(20)

    assert with_minors(deeds, "drop").is_idle
    assert TURNS.major(deeds, is_talk=True).is_idle
    assert not TURNS.major(deeds).is_idle
    assert not TURNS.major(TURNS.major(deeds), is_talk=True).is_idle
    assert not replace(deeds, has_rolled=True).is_idle
    assert not with_minors(deeds, "drop", "words", "drink").is_idle


def test_one_major_and_one_minor_where_there_is_no_more():
    deeds = PLAIN.begin(20)

    assert (deeds.majors, deeds.minors) == (2, 1)
    assert PLAIN.begin(20, is_last=False) == deeds
    assert PLAIN.penalty(deeds) == 0
    assert not PLAIN.major(deeds).is_idle
    assert refusals(PLAIN.minor, PLAIN.minor(deeds, "drink")) == [("no_action", "action")]
    assert refusals(PLAIN.major, PLAIN.major(PLAIN.major(deeds))) == [("no_action", "action")]
    assert refusals(PLAIN.declare, deeds) == [("no_extra", "extra")]


def test_a_named_minor_action_and_meters_are_kept():
    assert PLAIN.minor(PLAIN.begin(9), "move", meters=4) == Deeds(1, 0, named=("move",), meters=4)
