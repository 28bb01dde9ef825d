"""Dice against their law. Chi-square values from printed tables; laws by counting faces."""

from fractions import Fraction
from itertools import product

import pytest

from rules.luck import Fit, law_of, survival

EVEN = dict.fromkeys(range(1, 7), 10)


@pytest.mark.parametrize(
    ("value", "freedom", "chance"),
    [
        (3.841, 1, 0.05), (6.635, 1, 0.01), (5.991, 2, 0.05), (7.815, 3, 0.05), (11.070, 5, 0.05), (15.086, 5, 0.01),
        (16.919, 9, 0.05), (21.666, 9, 0.01), (18.307, 10, 0.05), (29.588, 10, 0.001),
    ],
)  # fmt: skip
def test_the_printed_tables_of_chi_square(value, freedom, chance):
    assert survival(value, freedom) == pytest.approx(chance, rel=2e-3)


def test_no_distance_is_certain():
    assert [survival(0, freedom) for freedom in range(1, 10)] == [1.0] * 9


@pytest.mark.parametrize(("die", "rank"), [("low", 0), ("mid", 1), ("high", 2)])
def test_the_kept_die_has_the_law_of_its_rank(die, rank):
    """R1: of the thousand throws, sorted."""
    throws = [sorted(faces)[rank] for faces in product(range(1, 11), repeat=3)]

    assert dict(law_of(die)) == {face: Fraction(throws.count(face), 1000) for face in range(1, 11)}


def test_two_dice_have_the_law_of_their_sum():
    sums = [sum(faces) for faces in product(range(1, 11), repeat=2)]

    assert dict(law_of("sum")) == {value: Fraction(sums.count(value), 100) for value in range(2, 21)}


def test_a_single_die_shows_each_face_alike():
    assert dict(law_of("d8")) == dict.fromkeys(range(1, 9), Fraction(1, 8))


def test_what_is_no_die_is_refused():
    with pytest.raises(ValueError, match="coin"):
        law_of("coin")


def test_faces_that_fell_as_often_as_they_should():
    fit = Fit(law_of("d6"), EVEN)

    assert (fit.total, fit.distance, fit.chance) == (60, 0, 1.0)
    assert fit.mean == fit.lawful_mean == Fraction(7, 2)


def test_a_loaded_die_is_unlikely():
    """30 sixes of 60: (20² + 5 · 4²) / 10 = 48."""
    fit = Fit(law_of("d6"), {**dict.fromkeys(range(1, 6), 6), 6: 30})

    assert fit.distance == 48
    assert fit.chance < 1e-8


def test_before_each_face_is_due_five_times_nothing_is_said():
    """A d6 takes 30 throws, a d10 50."""
    assert Fit(law_of("d6"), {6: 29}).chance is None
    assert Fit(law_of("d6"), {6: 30}).chance is not None
    assert Fit(law_of("d10"), {}).needed == 50


def test_rare_faces_are_read_with_their_neighbours():
    """The middle die shows a 1 in 28 of 1000 and a 1 or a 2 in 104: 49 throws bring five of them."""
    fit = Fit(law_of("mid"), {})

    assert fit.needed == 49
    assert fit.mean is None
    assert Fit(law_of("low"), {}).needed == 82, "a 6 in 61 of 1000; 7 to 10 together in 64"


def test_faces_that_cannot_be_are_left_out():
    fit = Fit(law_of("d6"), {**EVEN, 7: 3})

    assert fit.total == 60
    assert [bar.count for bar in fit.bars] == [10] * 6
    assert fit.bars[0].expected == 10


def test_two_faces_are_never_read_together():
    lopsided = ((1, Fraction(1, 100)), (2, Fraction(99, 100)))

    assert Fit(lopsided, {}).needed == 500
