"""Two pools, pain and death (D8, D16, D18)."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import find_preset
from rules.checks import Check, CheckKind, Term
from rules.gear import WeaponKind
from rules.injuries import PEACE, Body
from rules.pain import Pain
from rules.traits import Attribute, Catalog
from rules.vitals import Fate, Vitals

PAIN = Pain()
WILL = PAIN.endurance
CHECK = Check(CheckKind.SKILL, "melee", (Term("dexterity", 5),), (), 18)
KNOWN = Catalog((Attribute("willpower", "Willpower", "WIL"),), ())
BLUNT, EDGED = WeaponKind.BLUNT, WeaponKind.EDGED


def body(pv=30, stamina=55, most=30, freshest=55, **vitals):
    return Body({"pv": pv, "stamina": stamina}, {"pv": most, "stamina": freshest}, {}, Vitals(**vitals))


def tireless(pv):
    return Body({"pv": pv}, {"pv": 20}, {}, Vitals())


def hindrance(hurt, pain=PAIN):
    return pain.hinder(CHECK, hurt).bonus - CHECK.bonus


def test_e99_blunt_damage_takes_stamina_and_then_hit_points():
    assert PAIN.spread(body(20, 5), 7, BLUNT) == {"stamina": 5, "pv": 2}
    assert PAIN.condition(body(18, 0)).is_knocked_out


@pytest.mark.parametrize("kind", [EDGED, WeaponKind.PROJECTILE, None])
def test_what_is_not_blunt_takes_hit_points_only(kind):
    assert PAIN.spread(body(20, 5), 7, kind) == {"pv": 7}


def test_without_a_stamina_blunt_damage_takes_hit_points_and_nobody_is_stunned():
    assert PAIN.spread(tireless(20), 7, BLUNT) == {"pv": 7}
    assert (PAIN.condition(tireless(13)).penalty, PAIN.condition(tireless(13)).is_knocked_out) == (0, False)


@given(st.integers(0, 200), st.integers(-15, 30), st.integers(0, 55), st.sampled_from([BLUNT, EDGED, None]))
def test_damage_is_taken_once_and_never_more_stamina_than_there_is(damage, pv, stamina, kind):
    shares = PAIN.spread(body(pv, stamina), damage, kind)

    assert sum(shares.values()) == damage
    assert 0 <= shares.get("stamina", 0) <= stamina


def test_hit_points_stop_where_one_is_dead_and_stamina_at_nothing():
    assert (PAIN.floor("pv"), PAIN.floor("stamina")) == (-15, 0)


def test_e112_pain_and_stun():
    assert [hindrance(body(pv)) for pv in (10, 9)] == [0, -5]
    assert [hindrance(body(stamina=stamina)) for stamina in (15, 14)] == [0, -5]
    assert hindrance(body(9, 14)) == -10


def test_a_check_names_what_hinders_it():
    assert PAIN.hinder(CHECK, body(9, 14)).terms[1:] == (Term("pain", -5, "D16"), Term("stunned", -5, "D16"))
    assert PAIN.hinder(CHECK, body()) is CHECK


def test_the_condition_tells_pain_and_what_it_takes_off():
    assert [PAIN.condition(body(pv)).wounded for pv in (10, 9)] == [False, True]
    assert PAIN.condition(body(9, 14)).penalty == 10
    assert not PAIN.condition(body(30, 14)).wounded


def test_a_small_maximum_hurts_from_its_half_on_unrounded():
    assert [hindrance(body(pv, most=5)) for pv in (3, 2)] == [0, -5]
    assert [hindrance(body(stamina=stamina, freshest=9)) for stamina in (5, 4)] == [0, -5]


def test_a_maximum_at_the_threshold_is_not_halved():
    assert hindrance(body(9, most=10)) == -5


@given(st.integers(1, 40), st.integers(-15, 40), st.integers(0, 20))
def test_the_threshold_is_the_highest_number_of_points_that_hurt(most, pv, limit):
    pain, hurt = replace(PAIN, pain_below=limit), body(min(pv, most), most=most)

    below = Body(hurt.points, hurt.maxima, {}, Vitals())
    expected = 2 * hurt.points["pv"] < most if most < limit else hurt.points["pv"] < limit
    assert (hurt.points["pv"] <= pain.threshold(below)) is expected


def test_e113_enduring_pain_lasts_a_turn_for_each_success():
    assert WILL.endured(Vitals(), 23 - WILL.difficulty, own_turn=False).ignores_pain == 5
    assert WILL.endured(Vitals(), 18 - WILL.difficulty, own_turn=False).ignores_pain == 0
    assert WILL.endured(Vitals(), 17 - WILL.difficulty, own_turn=True).ignores_pain == 0


def test_a_turn_that_had_begun_is_not_one_of_those_for_which_pain_is_ignored():
    hurt = body(9, ignores_pain=WILL.endured(Vitals(), 2, own_turn=True).ignores_pain)

    penalties = []
    for _turn in range(4):
        penalties.append(hindrance(hurt))
        hurt = replace(hurt, vitals=PAIN.after_turn(hurt))
    assert penalties == [0, 0, 0, -5]


def test_enduring_again_never_shortens_it():
    assert WILL.endured(Vitals(ignores_pain=4), 2, own_turn=False).ignores_pain == 4


def test_who_ignores_pain_is_in_pain_all_the_same():
    condition = PAIN.condition(body(9, 14, ignores_pain=1))

    assert condition.wounded
    assert condition.penalty == 0


def test_e117_death_and_the_floor():
    assert [PAIN.condition(body(pv)).fate for pv in (1, 0, -14, -15)] == [
        Fate.UP,
        Fate.UNCONSCIOUS,
        Fate.UNCONSCIOUS,
        Fate.DEAD,
    ]
    assert PAIN.after(body(-14), {"pv": -15, "stamina": 55}, PEACE).fate is Fate.DEAD


def test_out_of_combat_pain_no_longer_matters():
    assert hindrance(body(0, 0)) == 0
    assert PAIN.condition(body(0, 0)).out
    assert not PAIN.condition(body(0, 0)).is_knocked_out


def test_healing_wakes_all_but_the_dead():
    full = {"pv": 20, "stamina": 55}

    assert PAIN.after(body(-3, fate=Fate.UNCONSCIOUS), full, PEACE).fate is Fate.UP
    assert PAIN.after(body(-15, fate=Fate.DEAD), full, PEACE).fate is Fate.DEAD


def test_the_reasons_of_a_change():
    fine, hurt, asleep, out = (PAIN.condition(each) for each in (body(), body(9), body(30, 0), body(0)))

    assert PAIN.reasons(fine, hurt) == ("D16",)
    assert PAIN.reasons(fine, asleep) == ("D16", "D8")
    assert PAIN.reasons(hurt, out) == ("D18",)
    assert PAIN.reasons(hurt, hurt) == ()


def test_a_penalty_of_nothing_is_not_named():
    assert replace(PAIN, penalty=0).hinder(CHECK, body(9)) is CHECK


@pytest.mark.parametrize(("out_at", "dead_at", "codes"), [(0, -15, []), (-5, -5, []), (-5, -4, ["dead_before_out"])])
def test_nobody_dies_before_being_out(out_at, dead_at, codes):
    assert [problem.code for problem in replace(PAIN, out_at=out_at, dead_at=dead_at).problems(KNOWN)] == codes


def test_pain_names_no_trait():
    assert PAIN.names == frozenset()


def test_the_attribute_that_endures_pain_has_to_be_there():
    assert [(each.code, each.rule) for each in PAIN.problems(Catalog((), ()))] == [("missing_attribute", "D16")]


def test_at_the_threshold_one_is_called_wounded_or_in_pain():
    """C10, D16: as the condition says it once one is there."""
    assert {key: find_preset(key).injuries.hurt for key in ("ryf-table", "ryf-core", "d10x2")} == {
        "ryf-table": "wounded",
        "ryf-core": "wounded",
        "d10x2": "pain",
    }
