"""Actions by initiative, minor actions and extra ones (D5–D7)."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import Refused
from rules.deeds import Deeds
from rules.multiple_actions import MultipleActions

TURNS = MultipleActions()


def refusals(action, *arguments, **named):
    with pytest.raises(Refused) as refused:
        action(*arguments, **named)
    assert all(str(problem) for problem in refused.value.problems)
    return [(problem.code, problem.field) for problem in refused.value.problems]


def with_minors(deeds, *names):
    for name in names:
        deeds = TURNS.minor(deeds, name)
    return deeds


def test_e49_actions_by_initiative():
    assert [TURNS.majors(total) for total in (9, 10, 19, 20, 29, 30, 39, 40)] == [1, 1, 1, 2, 2, 3, 3, 4]


def test_e95_the_weapon_planned_for_the_first_turn_gives_an_action_more():
    assert TURNS.begin(30, (9, 9)).granted == 3
    assert TURNS.begin(28, (9, 9)).granted == 2


def test_a_natural_two_comes_last_with_one_action():
    assert TURNS.comes_last((1, 1))
    assert TURNS.begin(24, (1, 1)).granted == 1


@pytest.mark.parametrize("faces", [(1, 2), (2, 1), (10, 10, 1, 1), ()])
def test_anything_else_is_no_fumble_of_initiative(faces):
    assert not TURNS.comes_last(faces)
    assert TURNS.begin(24, faces).granted == 2


def test_e97_extra_actions_weigh_on_all_rolls():
    deeds = TURNS.begin(24, (6, 7))
    bonus = 6 + 7 + 5 + 4

    assert TURNS.penalty(deeds) == 0
    assert bonus + TURNS.penalty(TURNS.declare(deeds)) == 19
    assert bonus + TURNS.penalty(TURNS.declare(deeds, 2)) == 16


def test_an_action_beyond_those_there_are_is_refused_until_it_is_declared():
    spent = TURNS.major(TURNS.begin(12))

    assert refusals(TURNS.major, spent) == [("no_action", "action")]
    assert TURNS.major(TURNS.declare(spent)) == Deeds(1, extra=1, spent=2)


@pytest.mark.parametrize("extra", [0, -1, 21])
def test_extra_actions_have_bounds(extra):
    assert refusals(TURNS.declare, Deeds(1), extra) == [("extra", "extra")]


def test_extra_actions_have_bounds_in_all():
    assert refusals(TURNS.declare, TURNS.declare(Deeds(1), 20)) == [("extra", "extra")]


def test_two_minor_actions_are_free_and_the_third_costs_an_action():
    two = with_minors(Deeds(1), "drop", "words")

    assert two.left == 1
    assert TURNS.costs_action(two)
    assert with_minors(two, "drink").left == 0


def test_after_the_third_minor_action_two_more_are_free():
    five = with_minors(Deeds(2), "drop", "words", "drink", "pass", "draw")

    assert five.left == 1
    assert with_minors(five, "kneel").left == 0


def test_a_third_minor_action_may_be_an_extra_one():
    spent = TURNS.major(Deeds(1))
    two = with_minors(spent, "drop", "words")

    assert refusals(TURNS.minor, two, "drink") == [("no_action", "action")]
    assert TURNS.penalty(with_minors(TURNS.declare(two), "drink")) == -3


def test_the_same_minor_action_is_not_taken_twice():
    assert refusals(TURNS.minor, with_minors(Deeds(1), "drop"), "drop") == [("minor_again", "action")]


def test_every_problem_of_a_minor_action_is_named():
    spent = with_minors(TURNS.major(Deeds(1), meters=6), "move", "words")

    assert refusals(TURNS.minor, spent, "move", meters=4) == [
        ("minor_again", "action"),
        ("no_action", "action"),
        ("too_far", "meters"),
    ]


def test_a_move_goes_six_meters_as_an_action_and_three_as_a_minor_one():
    assert TURNS.minor(TURNS.major(Deeds(1), meters=6), "move", meters=3).meters == 9
    assert refusals(TURNS.major, Deeds(1), meters=7) == [("too_far", "meters")]
    assert refusals(TURNS.minor, Deeds(1), "move", meters=4) == [("too_far", "meters")]
    assert refusals(TURNS.major, Deeds(1), meters=-1) == [("too_far", "meters")]


def test_nobody_moves_more_than_nine_meters_whatever_the_actions():
    moved = TURNS.major(Deeds(4), meters=6)

    assert refusals(TURNS.major, moved, meters=4) == [("too_far", "meters")]
    assert TURNS.major(moved, meters=3).meters == 9


@given(st.integers(-20, 99), st.integers(0, 5), st.lists(st.booleans(), max_size=20))
def test_nobody_does_more_than_is_granted_and_declared(total, extra, wants):
    deeds = TURNS.begin(total)
    deeds = TURNS.declare(deeds, extra) if extra else deeds
    for number, is_major in enumerate(wants):
        try:
            deeds = TURNS.major(deeds) if is_major else TURNS.minor(deeds, f"minor {number}")
        except Refused:
            break

    assert deeds.left >= 0
    assert deeds.spent <= max(1, total // 10) + extra


def test_idle_is_who_neither_acts_nor_rolls():
    deeds = Deeds(2)

    assert deeds.is_idle
    assert with_minors(deeds, "drop").is_idle
    assert not TURNS.major(deeds).is_idle
    assert not replace(deeds, has_rolled=True).is_idle


def test_deeds_are_kept_as_plain_values():
    deeds = Deeds(3, 1, 2, ("move", "drop"), 3, has_rolled=True)

    assert deeds.state() == {
        "granted": 3,
        "extra": 1,
        "spent": 2,
        "minors": ["move", "drop"],
        "meters": 3,
        "has_rolled": True,
    }
    assert Deeds.from_state(deeds.state()) == deeds
