"""Points that come back (C13, C15, D8, D17)."""

from dataclasses import replace

import pytest

from rules.formula import Formula
from rules.injuries import Body
from rules.pain import Pain
from rules.recovery import Care, Recovery, breather_cap
from rules.vitals import Vitals

CARE, REST, PAIN = Care(), Recovery(), Pain()


def body(constitution, pv=20, stamina=9):
    return Body({"pv": pv, "stamina": stamina}, {"pv": 30, "stamina": 55}, {"constitution": constitution}, Vitals())


def idle(hurt, care=CARE):
    return care.idle_turn(hurt, PAIN.condition(hurt))


def test_e115_recovery():
    strong, weak = body(7), body(1)

    assert [CARE.day(each) for each in (strong, weak)] == [{"pv": 3}, {"pv": 0}]
    assert [idle(each) for each in (strong, weak)] == [{"stamina": 7}, {"stamina": 1}]


def test_the_knocked_out_catch_breath_too_unless_they_sleep_on():
    sleepy = replace(CARE, sleeps_on=True)

    assert idle(body(4, stamina=0)) == {"stamina": 4}
    assert idle(body(4, stamina=0), sleepy) == {}
    assert idle(body(4, stamina=1), sleepy) == {"stamina": 4}


def test_the_knocked_out_wake_when_the_fight_ends():
    asleep, awake = body(4, stamina=0), body(4)

    assert CARE.after_fight(asleep, PAIN.condition(asleep)) == {"stamina": 4}
    assert CARE.after_fight(awake, PAIN.condition(awake)) == {}


def test_who_is_out_or_has_no_stamina_catches_no_breath():
    tireless = Body({"pv": 5}, {"pv": 30}, {"constitution": 4}, Vitals())

    assert idle(body(4, pv=0)) == {}
    assert idle(tireless) == {}


def test_formulas_of_recovery_never_take_points():
    care = Care(rest=Formula.parse("constitution - 5"), breath=Formula.parse("constitution - 5"))

    assert care.day(body(3)) == {"pv": 0}
    assert idle(body(3), care) == {"stamina": 0}


def test_what_recovery_names():
    assert CARE.names == {"constitution"}
    assert REST.names == frozenset()


def test_nights_give_a_point_and_turns_nothing():
    hurt = body(4, stamina=0)

    assert REST.day(hurt) == {"pv": 1}
    assert REST.idle_turn(hurt, PAIN.condition(hurt)) == {}
    assert REST.after_fight(hurt, PAIN.condition(hurt)) == {}


def test_one_kind_knows_a_breather_and_the_other_a_treatment():
    assert (str(REST.breather), REST.treatment) == ("2d6", None)
    assert CARE.breather is None
    assert (CARE.treatment.skill, CARE.treatment.attribute, CARE.treatment.difficulty) == (
        "medicine",
        "intelligence",
        18,
    )


@pytest.mark.parametrize(("lost", "regained", "cap"), [(6, 0, 6), (6, 4, 2), (3, 5, 0)])
def test_a_breather_gives_back_what_was_lost_and_not_regained(lost, regained, cap):
    assert breather_cap(lost, regained) == cap
