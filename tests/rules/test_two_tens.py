"""2d10: the throw, the margin, natural twenties, and what each option changes (D1–D5)."""

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import Check, CheckKind, Keep, Outcome, scripted
from rules.checks import Term
from rules.dice import OutOfFaces, Pair
from rules.rolls import Added
from rules.two_tens import TwoTens

DICE = TwoTens()
JUDGED = [kind for kind in CheckKind if kind is not CheckKind.INITIATIVE]


def check(bonus=6, nd=18, kind=CheckKind.SKILL):
    return Check(kind, "acrobatics", (Term("agility", bonus, "R2"),), difficulty=nd)


def test_e17_a_natural_twenty_is_thrown_on_and_fifteen_over_is_a_great_benefit():
    outcome = DICE.resolve(check(6, 18), scripted(10, 10, 3, 4))

    assert (outcome.total, outcome.margin, outcome.success) == (33, 15, True)
    assert (outcome.great, outcome.critical, outcome.degrees) == (True, True, 0)
    assert outcome.rules == ("D1", "D4", "D2")


def test_e18_eight_short_is_a_fumble():
    outcome = DICE.resolve(check(5, 18), scripted(2, 3))

    assert (outcome.margin, outcome.success, outcome.fumble) == (-8, False, True)
    assert outcome.rules == ("D1", "D2")


@pytest.mark.parametrize(
    ("faces", "margin", "success", "great", "fumble"),
    [
        ((2, 6), 0, True, False, False),
        ((8, 8), 8, True, False, False),
        ((9, 8), 9, True, True, False),
        ((1, 2), -5, False, False, False),
        ((1, 1), -6, False, False, True),
    ],
)
def test_e93_the_margin_says_how_well(faces, margin, success, great, fumble):
    outcome = DICE.resolve(check(10, 18), scripted(*faces))

    assert outcome.total == 18 + margin
    assert (outcome.margin, outcome.success, outcome.great, outcome.fumble) == (margin, success, great, fumble)


def test_e94_twenties_in_a_row_and_a_ten_with_a_nine():
    twice = DICE.resolve(check(4, 30), scripted(10, 10, 10, 10, 2, 3))
    once = DICE.resolve(check(4, 30), scripted(10, 9))

    assert (twice.total, twice.margin, len(twice.throws)) == (49, 19, 3)
    assert (once.total, once.margin, once.fumble, once.critical, len(once.throws)) == (23, -7, True, False, 1)


def test_both_dice_count_and_stay_in_the_order_drawn():
    outcome = DICE.resolve(check(), scripted(9, 2))

    assert outcome.throws == (Pair((9, 2)),)
    assert (outcome.keep, outcome.kept, outcome.natural_one) == (None, 11, False)
    assert [outcome.total_if(keep) for keep in Keep] == [17, 17, 17]


def test_a_second_throw_needs_faces_too():
    with pytest.raises(OutOfFaces):
        DICE.resolve(check(), scripted(10, 10, 4))


@pytest.mark.parametrize("kind", CheckKind)
def test_a_natural_twenty_is_thrown_on_whatever_is_rolled(kind):
    assert DICE.resolve(check(kind=kind), scripted(10, 10, 1, 1)).kept == 22


def test_a_critical_needs_no_margin_but_no_failure_either():
    assert DICE.resolve(check(0, 22), scripted(10, 10, 1, 1)).critical
    missed = DICE.resolve(check(0, 23), scripted(10, 10, 1, 1))
    assert (missed.success, missed.critical) == (False, False)


@pytest.mark.parametrize("kind", JUDGED)
@pytest.mark.parametrize("faces", [(1, 1), (9, 9)])
def test_without_a_nd_nothing_is_decided(kind, faces):
    outcome = DICE.resolve(check(40, None, kind), scripted(*faces))

    assert (outcome.success, outcome.margin, outcome.fumble, outcome.great) == (None, None, False, False)
    assert outcome.rules == ("D1",)


@pytest.mark.parametrize(("faces", "fumble"), [((1, 1), True), ((1, 2), False), ((10, 10, 1, 1), False)])
def test_a_natural_two_fumbles_initiative_which_succeeds_at_nothing(faces, fumble):
    outcome = DICE.resolve(check(30, None, CheckKind.INITIATIVE), scripted(*faces))

    assert (outcome.success, outcome.fumble, outcome.great) == (None, fumble, False)
    assert "D5" in outcome.rules


def test_a_natural_two_is_nothing_special_elsewhere():
    assert DICE.resolve(check(16, 18), scripted(1, 1)).success


def test_other_margins_of_great_benefit_and_fumble():
    dice = TwoTens(great_margin=4, fumble_margin=2)

    assert dice.resolve(check(10, 18), scripted(6, 6)).great
    assert not dice.resolve(check(10, 18), scripted(6, 5)).great
    assert dice.resolve(check(10, 18), scripted(1, 5)).fumble
    assert not dice.resolve(check(10, 18), scripted(2, 5)).fumble


@pytest.mark.parametrize(("level", "terms"), [(0, 2), (1, 1), (7, 1)])
def test_a_skill_at_0_lacks_experience(level, terms):
    asked = DICE.at_level(check(), level)

    assert len(asked.terms) == terms
    assert asked.bonus == (1 if terms == 2 else 6)
    assert asked.terms[1:] == (Term("without_experience", -5, "D3"),)[: terms - 1]


def test_experience_is_lacking_once():
    assert DICE.at_level(DICE.at_level(check(), 0), 0).bonus == 1


def test_experience_is_no_matter_if_the_table_says_so():
    assert replace(DICE, inexperience=0).at_level(check(), 0) == check()
    assert replace(DICE, inexperience=-2).at_level(check(), 0).bonus == 4


@pytest.mark.parametrize(("counts", "bonus"), [(True, 9), (False, 4)])
def test_the_attribute_counts_or_not(counts, bonus):
    terms = replace(DICE, attribute_counts=counts).paired(Term("dexterity", 5), Term("melee", 4))

    assert sum(term.value for term in terms) == bonus
    assert terms[-1] == Term("melee", 4)


def test_a_success_adds_its_margin_to_the_effect_and_a_failure_nothing():
    assert DICE.added(DICE.resolve(check(10, 18), scripted(9, 9))) == Added(0, 10)
    assert DICE.added(DICE.resolve(check(10, 18), scripted(4, 4))) == Added(0, 0)
    assert DICE.added(DICE.resolve(check(10, 18), scripted(1, 2))) == Added(0, 0)
    assert DICE.added(DICE.resolve(check(10, None), scripted(9, 9))) == Added(0, 0)


@given(
    asked=st.builds(check, st.integers(-20, 40), st.none() | st.integers(-20, 60), st.sampled_from(CheckKind)),
    faces=st.lists(st.integers(1, 9), min_size=2, max_size=2),
    twenties=st.integers(0, 3),
)
def test_facts_give_back_the_outcome_through_json(asked, faces, twenties):
    outcome = DICE.resolve(asked, scripted(*[10, 10] * twenties, *faces))

    facts = json.loads(json.dumps(outcome.facts()))

    assert facts == outcome.facts()
    assert (facts["keep"], len(facts["throws"])) == (None, twenties + 1)
    assert Outcome.from_facts(facts) == outcome


@given(
    bonus=st.integers(-10, 30),
    nd=st.integers(0, 60),
    faces=st.lists(st.integers(1, 10), min_size=2, max_size=2).filter(lambda each: sum(each) < 20),
)
def test_success_is_a_total_that_reaches_the_nd(bonus, nd, faces):
    outcome = DICE.resolve(check(bonus, nd), scripted(*faces))

    assert outcome.success is (sum(faces) + bonus >= nd)
    assert not (outcome.success and outcome.fumble)
    assert not (outcome.great and not outcome.success)
