"""Throws, scripted faces, and outcomes as facts of the log."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import Check, CheckKind, Keep, Outcome, scripted
from rules.checks import Factor, Term
from rules.dice import OutOfFaces, Throw, throw_three
from rules.kept_die import KeptDie

ALL_CAN_EXPLODE = KeptDie(explodes_in=frozenset(CheckKind))

keys = st.text(max_size=12)
small = st.integers(-40, 40)
checks = st.builds(
    Check,
    kind=st.sampled_from(CheckKind),
    trait=keys,
    terms=st.lists(st.builds(Term, keys, small), max_size=4).map(tuple),
    factors=st.lists(st.builds(Factor, keys, st.integers(-2, 2), keys), max_size=3).map(tuple),
    difficulty=st.none() | small,
)
faces = st.lists(st.integers(1, 10), min_size=3, max_size=3)
no_tens = st.lists(st.integers(1, 9), min_size=3, max_size=3)


@pytest.mark.parametrize(
    ("keep", "kept", "up", "down"), [(Keep.LOW, 2, 7, None), (Keep.MID, 7, 9, 2), (Keep.HIGH, 9, None, 7)]
)
def test_a_throw_knows_its_neighbours(keep, kept, up, down):
    throw = Throw((9, 2, 7), keep)

    assert throw.sorted == (2, 7, 9)
    assert (throw.kept, throw.next_up, throw.next_down) == (kept, up, down)


def test_faces_stay_in_the_order_drawn():
    assert throw_three(Keep.MID, scripted(9, 2, 7)).faces == (9, 2, 7)


def test_scripted_faces_run_out():
    draw = scripted(4, 5)

    assert draw(10) == 4
    assert draw.left == (5,)
    with pytest.raises(OutOfFaces):
        throw_three(Keep.MID, draw)
    assert draw.left == ()


@pytest.mark.parametrize("face", [0, -1, 11])
def test_a_face_that_is_not_on_the_die_is_refused_and_not_drawn(face):
    draw = scripted(face)

    with pytest.raises(ValueError, match="no face"):
        draw(10)
    assert draw.left == (face,)


def test_ranks_are_added_before_they_are_clamped():
    assert Keep.MID.shifted(-3 + 2) is Keep.LOW
    assert Keep.MID.shifted(5) is Keep.HIGH
    assert [keep.label for keep in Keep] == ["low", "mid", "high"]
    assert [Keep.labelled(keep.label) for keep in Keep] == list(Keep)


def test_an_outcome_tells_what_another_die_would_have_given():
    check = Check(CheckKind.SKILL, "stealth", (Term("dexterity", 4), Term("stealth", 5)))

    outcome = ALL_CAN_EXPLODE.resolve(check, scripted(10, 4, 10, 8, 3, 6))

    assert [outcome.total_if(keep) for keep in Keep] == [13, 19, 19]
    assert outcome.total == 25


@given(check=checks, first=faces, then=no_tens)
def test_facts_give_back_the_outcome_through_json(check, first, then):
    outcome = ALL_CAN_EXPLODE.resolve(check, scripted(*first, *then))

    facts = json.loads(json.dumps(outcome.facts()))

    assert facts == outcome.facts()
    assert Outcome.from_facts(facts) == outcome


def test_facts_are_not_judged_anew():
    check = Check(CheckKind.SKILL, "stealth", (Term("dexterity", 8),), difficulty=5)
    facts = KeptDie(critical_margin=5).resolve(check, scripted(2, 7, 9)).facts()

    assert Outcome.from_facts(facts).degrees == 2
    assert KeptDie().resolve(check, scripted(2, 7, 9)).degrees == 1
