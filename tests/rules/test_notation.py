"""Dice as text, both ways, and the damage scale (R1, R11, R12)."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rules import Keep, Refused
from rules.notation import (
    MAX_BONUS,
    MAX_DICE,
    MAX_GROUPS,
    MAX_LENGTH,
    MAX_SIDES,
    Dice,
    Group,
    KeptDice,
    NotationError,
    parse,
    parse_typed,
    raised,
    step,
)

groups = st.builds(Group, st.integers(1, 10), st.integers(2, MAX_SIDES), explodes=st.booleans()) | st.builds(
    Group, st.integers(2, 10), st.integers(2, MAX_SIDES), st.just(True), st.booleans()
)
bonuses = st.integers(-MAX_BONUS, MAX_BONUS)
dice = st.builds(Dice, st.lists(groups, min_size=1, max_size=MAX_GROUPS).map(tuple), bonuses)
kept_dice = st.builds(KeptDice, st.sampled_from(Keep), bonuses, st.booleans())


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("1d6", Dice.of(1)),
        ("3d8", Dice.of(3, 8)),
        ("2d6+3", Dice.of(2, 6, 3)),
        ("2d6-3", Dice.of(2, 6, -3)),
        ("1b2d6", Dice((Group(2, 6, lowest=True),))),
        ("2d6!", Dice((Group(2, 6, explodes=True),))),
        ("1b2d6+2d6", Dice((Group(2, 6, lowest=True), Group(2, 6)))),
        ("1d8+2+1d6", Dice((Group(1, 8), Group(1, 6)), 2)),
    ],
)
def test_dice_are_read(text, found):
    assert parse(text) == found


@pytest.mark.parametrize(
    ("text", "written"),
    [
        (" 2D6 + 3 ", "2d6+3"),
        ("d8", "1d8"),
        ("2d6 − 1", "2d6-1"),
        ("1B2D6 +\t2d6!", "1b2d6+2d6!"),
        ("3+1d6+4", "1d6+7"),
        ("02d06+0", "2d6"),
        ("1d6+1d6", "1d6+1d6"),
    ],
)
def test_dice_are_written_in_one_way(text, written):
    assert str(parse(text)) == written


@given(dice=dice)
def test_what_is_written_is_read_again(dice):
    assert parse(str(dice)) == dice
    assert hash(parse(str(dice))) == hash(dice)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("1o3d10", KeptDice()),
        ("1o3d10+7", KeptDice(bonus=7)),
        ("1o3d10b", KeptDice(Keep.LOW)),
        ("1o3d10a", KeptDice(Keep.HIGH)),
        ("1o3d10b-2", KeptDice(Keep.LOW, -2)),
        ("1o3d10!", KeptDice(explodes=True)),
        ("1o3d10a!+4", KeptDice(Keep.HIGH, 4, explodes=True)),
        ("2d6+3", Dice.of(2, 6, 3)),
        ("2d10+5", Dice.of(2, 10, 5)),
        ("3d8", Dice.of(3, 8)),
        ("1b2d6", Dice((Group(2, 6, lowest=True),))),
        ("2d6!", Dice((Group(2, 6, explodes=True),))),
    ],
)
def test_what_is_typed_is_read_and_written(text, found):
    assert parse_typed(text) == found
    assert str(found) == text


@pytest.mark.parametrize(
    ("text", "written"),
    [
        (" 1O3D10A + 3 − 1 ", "1o3d10a+2"),
        ("4 + 1o3d10B! + 3", "1o3d10b!+7"),
        ("01o03d010-0", "1o3d10"),
    ],
)
def test_the_kept_die_is_written_in_one_way(text, written):
    assert str(parse_typed(text)) == written


@given(dice=dice | kept_dice)
def test_what_was_typed_is_read_again(dice):
    assert parse_typed(str(dice)) == dice


@given(text=st.text(alphabet="0123456789dDbBoOaA!+-− ×x²٣é", max_size=40), read=st.sampled_from([parse, parse_typed]))
@example(text="1o3d10a!+7", read=parse_typed)
def test_any_text_is_dice_or_a_problem_with_its_place(text, read):
    problem = None
    try:
        found = read(text)
    except NotationError as error:
        problem = error.problem

    if problem:
        position = problem.params["position"]
        assert 1 <= position <= len(text) + 1
        assert problem.params["found"] == text[position - 1 : position]
        assert str(problem)
    else:
        assert read(str(found)) == found


@pytest.mark.parametrize(
    ("text", "code", "position"),
    [
        ("", "unfinished", 1),
        ("   ", "unfinished", 4),
        ("2d", "unfinished", 3),
        ("2d6+", "unfinished", 5),
        ("1b", "unfinished", 3),
        ("1b2", "unfinished", 4),
        ("5", "no_dice", 2),
        ("5+3", "no_dice", 4),
        ("2x6", "unexpected", 2),
        ("2 d6", "unexpected", 3),
        ("2d 6", "unexpected", 3),
        ("2d6 3", "unexpected", 5),
        ("2d6*2", "unexpected", 4),
        ("2d6!!", "unexpected", 5),
        ("!2d6", "unexpected", 1),
        ("-2d6", "unexpected", 1),
        ("2d٣", "unexpected", 3),
        ("1bd6", "unexpected", 3),
        ("1o3d10", "unexpected", 2),
        ("2b3d6", "keeps_one", 1),
        ("b2d6", "keeps_one", 1),
        ("1b1d6", "too_few", 3),
        ("3d6-1d6", "negative", 5),
        ("1d6+2d1", "sides", 7),
        ("1d0", "sides", 3),
        (f"1d{MAX_SIDES + 1}", "sides", 3),
        ("0d6", "dice", 1),
        (f"{MAX_DICE + 1}d6", "dice", 1),
        (f"{MAX_DICE}d6 + 1d6", "dice", 9),
        (f"1b{MAX_DICE + 1}d6", "dice", 1),
        ("1d6+10000", "too_large", 5),
        ("1d6-9999-1", "too_large", 10),
        ("1d6" + "+1d6" * MAX_GROUPS, "groups", 4 * MAX_GROUPS + 1),
        ("1d6" + "+1" * MAX_LENGTH, "too_long", MAX_LENGTH + 1),
        ("9" * MAX_LENGTH + "d6", "too_long", MAX_LENGTH + 1),
        ("9" * 90 + "d6", "dice", 1),
    ],
)
def test_what_are_no_dice_is_refused_at_its_character(text, code, position):
    with pytest.raises(NotationError) as refused:
        parse(text)

    problem = refused.value.problem
    assert (problem.code, problem.params["position"], problem.rule) == (code, position, "R11")
    assert isinstance(refused.value, Refused)
    assert str(position) in str(problem)


@pytest.mark.parametrize(
    ("text", "code", "position", "found"),
    [
        ("2o3d10", "keeps_one", 1, "2"),
        ("o3d10", "keeps_one", 1, "o"),
        ("1o2d10", "kept_of_three", 3, "2"),
        ("1o3d6", "kept_of_three", 5, "6"),
        ("1o3d100", "kept_of_three", 5, "1"),
        ("1od10", "unexpected", 3, "d"),
        ("1o3x10", "unexpected", 4, "x"),
        ("1o3d", "unfinished", 5, ""),
        ("1o3d10c", "unexpected", 7, "c"),
        ("1o3d10ab", "unexpected", 8, "b"),
        ("1o3d10 b", "unexpected", 8, "b"),
        ("1o3d10!a", "unexpected", 8, "a"),
        ("7-1o3d10", "negative", 3, "1"),
        ("1o3d10+1o3d10", "mixed", 8, "1"),
        ("1o3d10 + 2d6", "mixed", 10, "2"),
        ("2d6+1o3d10", "mixed", 5, "1"),
        ("1o3d10+10000", "too_large", 8, "1"),
        ("7+", "unfinished", 3, ""),
        ("7", "no_dice", 2, ""),
    ],
)
def test_what_nobody_can_roll_is_refused_at_its_character(text, code, position, found):
    with pytest.raises(NotationError) as refused:
        parse_typed(text)

    problem = refused.value.problem
    assert (problem.code, problem.params["position"], problem.params["found"]) == (code, position, found)
    assert str(position) in str(problem)


def test_e45_steps_of_the_damage_scale():
    steps = [str(step(number)) for number in range(-1, 10)]

    assert steps == ["1b2d6", "1d6", "1d6+1", "1d6+2", "1d6+3", "2d6", "2d6+1", "2d6+2", "2d6+3", "3d6", "3d6+1"]


def test_lower_steps_are_the_lowest():
    assert step(-2) == step(-40) == step(-1)


@given(number=st.integers(-1, 400))
def test_dice_know_their_step(number):
    assert step(number).step == number


@pytest.mark.parametrize("text", ["2d6+5", "1d6-1", "1d8", "2d6!", "1b2d8", "1b3d6", "1b2d6+1", "1d6+1d6", "1b2d6+2d6"])
def test_other_dice_are_on_no_step(text):
    assert parse(text).step is None


@pytest.mark.parametrize(
    ("text", "by", "found"),
    [
        ("1d6+3", 1, "2d6"),
        ("1b2d6", 1, "1d6"),
        ("1d6", -1, "1b2d6"),
        ("1b2d6", -3, "1b2d6"),
        ("2d6", 5, "3d6+1"),
        ("2d6+5", 1, "2d6+6"),
        ("1d8", 2, "1d8+2"),
        ("1d8+1", -1, "1d8"),
    ],
)
def test_a_bonus_raises_the_step_or_is_added(text, by, found):
    assert str(raised(parse(text), by)) == found


@pytest.mark.parametrize(
    ("text", "degrees", "found"),
    [
        ("2d6+1", 0, "2d6+1"),
        ("2d6+1", 2, "4d6+1"),
        ("1d8+2", 1, "1d8+1d6+2"),
        ("1b2d6", 2, "1b2d6+2d6"),
        ("2d6!", 1, "2d6!+1d6"),
        ("1d8+1d6", 1, "1d8+2d6"),
    ],
)
def test_extra_dice_come_after_the_weapons_own(text, degrees, found):
    assert str(parse(text).with_extra(degrees)) == found
