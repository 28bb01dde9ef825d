"""Two pools, pain, death and recovery (D8, D16–D18)."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.checks import Check, CheckKind, Term
from rules.formula import Formula
from rules.pain import Pain, Suffering, threshold

PAIN = Pain()
MAXIMA = {"pv": 30, "stamina": 55}
CHECK = Check(CheckKind.SKILL, "melee", (Term("dexterity", 5),), (), 18)


def state(pv=30, stamina=55, pain=PAIN, maxima=MAXIMA, **how):
    return pain.state({"pv": pv, "stamina": stamina}, maxima, **how)


def hindrance(suffering, pain=PAIN):
    return pain.hinder(CHECK, suffering).bonus - CHECK.bonus


def test_e99_blunt_damage_takes_stamina_and_then_hit_points():
    points = {"pv": 20, "stamina": 5}

    taken = PAIN.taken(7, points, tires=True)

    assert taken == {"stamina": -5, "pv": -2}
    assert state(18, 0).knocked_out


def test_an_edge_takes_hit_points_only():
    assert PAIN.taken(7, {"pv": 20, "stamina": 5}, tires=False) == {"pv": -7}


def test_no_damage_changes_nothing():
    assert PAIN.taken(0, {"pv": 20, "stamina": 5}, tires=True) == {}


def test_without_a_stamina_blunt_damage_takes_hit_points():
    assert PAIN.taken(7, {"pv": 20}, tires=True) == {"pv": -7}
    assert PAIN.state({"pv": 13}, {"pv": 20}) == Suffering()


@given(st.integers(0, 200), st.integers(-15, 50), st.integers(0, 60), st.booleans())
def test_damage_is_never_taken_twice_and_never_below_the_floor(damage, pv, stamina, tires):
    taken = PAIN.taken(damage, {"pv": pv, "stamina": stamina}, tires=tires)

    assert -sum(taken.values()) == min(damage, (stamina if tires else 0) + pv + 15)
    assert pv + taken.get("pv", 0) >= PAIN.floor("pv")
    assert stamina + taken.get("stamina", 0) >= PAIN.floor("stamina")


def test_e112_pain_and_stun():
    assert [hindrance(state(pv)) for pv in (10, 9)] == [0, -5]
    assert [hindrance(state(stamina=stamina)) for stamina in (15, 14)] == [0, -5]
    assert hindrance(state(9, 14)) == -10


def test_a_check_names_what_hinders_it():
    assert PAIN.hinder(CHECK, state(9, 14)).terms[1:] == (Term("pain", -5), Term("stunned", -5))
    assert PAIN.hinder(CHECK, state()) is CHECK


def test_a_small_maximum_hurts_from_its_half_on_unrounded():
    small = {"pv": 5, "stamina": 9}

    assert [state(pv, 9, maxima=small).in_pain for pv in (3, 2)] == [False, True]
    assert [state(5, stamina, maxima=small).stunned for stamina in (5, 4)] == [False, True]
    assert threshold(10, 5) == Fraction(5, 2)


def test_a_maximum_at_the_threshold_is_not_halved():
    assert state(9, maxima={"pv": 10, "stamina": 55}).in_pain


def test_e113_enduring_pain_lasts_a_turn_for_each_success():
    assert PAIN.endured(23 - PAIN.endure_difficulty) == 5
    assert PAIN.endured(18 - PAIN.endure_difficulty) == 0
    assert PAIN.endured(17 - PAIN.endure_difficulty) == 0


def test_who_endures_pain_is_in_pain_but_not_hindered():
    enduring = state(9, 14, enduring=True)

    assert enduring.in_pain
    assert enduring.stunned
    assert hindrance(enduring) == 0


def test_e115_recovery():
    strong, weak = {"constitution": 7}, {"constitution": 1}

    assert [PAIN.day_of_rest(values) for values in (strong, weak)] == [3, 0]
    assert [PAIN.idle_turn(values, state(9, 14)) for values in (strong, weak)] == [7, 1]


def test_the_knocked_out_recover_in_their_idle_turns_unless_they_sleep_on():
    values, knocked_out = {"constitution": 4}, state(20, 0)

    assert PAIN.idle_turn(values, knocked_out) == 4
    assert replace(PAIN, sleeps_on=True).idle_turn(values, knocked_out) == 0
    assert replace(PAIN, sleeps_on=True).idle_turn(values, state(20, 1)) == 4


def test_who_is_out_catches_no_breath():
    assert PAIN.idle_turn({"constitution": 4}, state(0)) == 0


def test_formulas_of_recovery_never_take_points():
    pain = replace(PAIN, day=Formula.parse("constitution - 5"), breath=Formula.parse("constitution - 5"))

    assert pain.day_of_rest({"constitution": 3}) == 0
    assert pain.idle_turn({"constitution": 3}, state(9)) == 0


def test_medicine_gives_a_hit_point_for_each_success():
    assert [PAIN.treated(total - PAIN.medicine_difficulty) for total in (22, 18, 10)] == [4, 0, 0]


def test_e117_death_and_the_floor():
    assert state(-14) == Suffering(out=True)
    assert state(-15) == Suffering(out=True, dead=True)
    assert PAIN.taken(9, {"pv": -14, "stamina": 55}, tires=False) == {"pv": -1}


def test_out_of_combat_pain_no_longer_matters():
    assert state(0, 0) == Suffering(out=True)
    assert hindrance(state(0, 0)) == 0
    assert not state(1).out


def test_a_penalty_of_nothing_is_not_named():
    assert PAIN.hinder(CHECK, Suffering(in_pain=True)) != CHECK
    assert replace(PAIN, penalty=0).hinder(CHECK, Suffering(in_pain=True)) is CHECK


@pytest.mark.parametrize(("out_at", "dead_at", "codes"), [(0, -15, []), (-5, -5, []), (-5, -4, ["dead_before_out"])])
def test_nobody_dies_before_being_out(out_at, dead_at, codes):
    assert [problem.code for problem in replace(PAIN, out_at=out_at, dead_at=dead_at).problems()] == codes


def test_facts_are_plain():
    assert state(9, 0, enduring=True).facts() == {
        "in_pain": True,
        "stunned": True,
        "knocked_out": True,
        "out": False,
        "dead": False,
        "enduring": True,
    }
