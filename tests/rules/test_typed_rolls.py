"""Free rolls: what was typed is thrown as it stands (R1, R11)."""

import json
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import Check, CheckKind, Keep, Refused, TypedRoll, find_preset, scripted
from rules.checks import Term
from rules.notation import MAX_EXPLOSIONS
from rules.typed import TOO_FEW, at_the_table


@pytest.mark.parametrize(
    ("text", "faces", "total"),
    [
        ("2d6+3", (6, 4), 13),
        ("2d6!", (6, 6, 2, 1), 15),
        ("2d10+5", (10, 10), 25),
        ("3d8", (8, 1, 2), 11),
        ("1b2d6", (5, 2), 2),
        ("1d8-9", (3,), -6),
        ("1o3d10+7", (2, 9, 7), 14),
        ("1o3d10b+7", (2, 9, 7), 9),
        ("1o3d10a+7", (2, 9, 7), 16),
        ("1o3d10-1", (10, 4, 10), 9),
        ("1o3d10!-1", (10, 4, 10, 8, 3, 6), 15),
        ("1o3d10b!", (10, 4, 10), 4),
    ],
)
def test_what_was_typed_is_thrown(text, faces, total):
    draw = scripted(*faces)

    rolled = TypedRoll.parse(text).roll(draw)

    assert rolled.total == total
    assert draw.left == ()


def test_the_facts_of_dice():
    facts = TypedRoll.parse("d8 + 2d6! + 1").roll(scripted(8, 6, 3, 1)).facts()

    assert facts == {
        "dice": "1d8+2d6!+1",
        "thrown": [
            {"die": "1d8", "faces": [8], "value": 8},
            {"die": "1d6!", "faces": [6, 3], "value": 9},
            {"die": "1d6!", "faces": [1], "value": 1},
        ],
        "bonus": 1,
        "total": 19,
    }


def test_the_facts_of_a_kept_die():
    facts = TypedRoll.parse("1O3D10A! + 4").roll(scripted(10, 4, 9, 2, 5, 1)).facts()

    assert facts == {
        "dice": "1o3d10a!+4",
        "keep": "high",
        "throws": [[10, 4, 9], [2, 5, 1]],
        "kept": 15,
        "bonus": 4,
        "total": 19,
    }
    assert json.loads(json.dumps(facts)) == facts


@pytest.mark.parametrize("text", ["1d6!", "1b2d6!", "1o3d10!"])
def test_what_is_typed_explodes_a_limited_number_of_times(text):
    asked = []

    def highest(sides):
        asked.append(sides)
        return sides

    rolled = TypedRoll.parse(text).roll(highest)

    at_once = {"1d6!": 1, "1b2d6!": 2, "1o3d10!": 3}[text]
    assert len(asked) == at_once * (1 + MAX_EXPLOSIONS)
    assert rolled.total == (1 + MAX_EXPLOSIONS) * asked[0]


@given(faces=st.tuples(*[st.integers(1, 10)] * 3), keep=st.sampled_from("ba "), bonus=st.integers(0, 99))
def test_a_kept_die_is_one_of_the_three(faces, keep, bonus):
    rolled = TypedRoll.parse(f"1o3d10{keep.strip()}+{bonus}").roll(scripted(*faces))

    assert rolled.kept in faces
    assert rolled.total == rolled.kept + bonus
    assert rolled.keep is {"b": Keep.LOW, "a": Keep.HIGH, " ": Keep.MID}[keep]


def test_what_cannot_be_read_is_refused():
    with pytest.raises(Refused):
        TypedRoll.parse("1o3d10+2d6")


def test_a_roll_is_told_in_its_one_form():
    assert str(TypedRoll.parse(" 3 + 1o3D10 ")) == "1o3d10+3"
    assert TypedRoll.parse("3+2d6") == TypedRoll.parse("2d6 + 3")


def test_the_curve_of_typed_dice_is_exact():
    """2d6+3 reaches 15 in one of 36 throws; the middle of three a 10 in 28 of 1000 (R1)."""
    dice, kept = TypedRoll.parse("2d6+3"), TypedRoll.parse("1o3d10+7")

    assert dict(dice.curve())[15] == Fraction(1, 36)
    assert dict(kept.curve())[17] == Fraction(28, 1000)
    assert (dice.mean, kept.mean) == (10, Fraction(125, 10))


def test_a_curve_that_explodes_goes_on():
    """A 10 that stays, and then any: 28 of 1000; 2d6! of at least 13 takes a six."""
    again = dict(TypedRoll.parse("1o3d10!").curve())

    assert again[11] == again[10] == Fraction(28, 1000)
    assert dict(TypedRoll.parse("1d6!").curve())[7] == Fraction(1, 6)


def test_dice_that_are_missing_are_not_called_ill_written():
    """R7: a 10 that is kept is thrown again, so three dice are too few; four are too many where none explodes."""
    core = find_preset("ryf-core")
    check = Check(CheckKind.SKILL, "stealth", (Term("stealth", 4, "R2"),), difficulty=15)

    for faces, wanted in (((10, 10, 3), TOO_FEW), ((2, 7, 9, 4), "Write the dice as they fell, such as %(dice)s.")):
        with pytest.raises(Refused) as refused:
            at_the_table(core.rolls, check, faces, "dice")
        assert [problem.message for problem in refused.value.problems] == [wanted]
    assert at_the_table(core.rolls, check, (10, 10, 3, 2, 7, 9), "dice").kept == 17
