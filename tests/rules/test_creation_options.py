"""What some tables ask of a new character: a pyramid, sums, prodigies, techniques, masteries (P2–P5, D10)."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import Refused, find_preset
from rules.effects import EffectKind
from rules.lasting import Save
from rules.notation import parse
from rules.techniques import Specialization, Technique
from tests.rules.growing import MASTERS
from tests.rules.variants import pyramid

RULES = find_preset("ryf-table")
TWENTY = dict(zip([each.key for each in RULES.attributes], [5, 5, 4, 2, 2, 2], strict=True))
KEYS = [each.key for each in RULES.skills]
FIFTY = dict.fromkeys(KEYS[:10], 5)
PURSE = MASTERS.patched({"creation.generation_points": 40})


def told(problems):
    return [(problem.code, problem.field, problem.rule) for problem in problems]


def skills_at(*levels):
    return dict(zip(KEYS, levels, strict=False))


# --- attribute and skill together (P3) ------------------------------------------------------------------------------


def test_attribute_and_skill_together_have_a_limit_where_the_table_sets_one():
    rules = RULES.patched({"creation.sum_maximum": 9})
    found = rules.draft(TWENTY, {"melee_weapons": 5, "brawl": 4, "leadership": 5})

    assert told(found.problems()) == [("over", "skills.melee_weapons", "P3")]
    assert found.problems()[0].params == {"value": 10, "maximum": 9}
    assert RULES.draft(TWENTY, {"melee_weapons": 5}).problems() == ()


def test_a_skill_that_nobody_learned_adds_to_nothing():
    assert RULES.patched({"creation.sum_maximum": 4}).draft(TWENTY, {"brawl": 0}).problems() == ()


def test_a_technique_leans_on_its_attribute_too():
    rules = RULES.patched({"creation.sum_maximum": 9})
    fire = Technique("fire", "Fuego", 5, "dexterity")

    assert told(rules.draft(TWENTY, {}, techniques=[fire]).problems()) == [("over", "techniques.fire", "P3")]


# --- the pyramid (P3) ------------------------------------------------------------------------------------------------


def test_a_pyramid_has_so_many_places_at_each_level():
    rules = RULES.patched({**pyramid(1, 3, 3, 3, 3, 3), "creation.skill_points": 51, "creation.skill_maximum": 6})
    exact = skills_at(6, 5, 5, 5, 4, 4, 4, 3, 3, 3, 2, 2, 2, 1, 1, 1)

    found = rules.draft(TWENTY, exact)
    assert found.left == (0, 0)
    assert found.finishing_problems() == found.to_confirm() == ()


@pytest.mark.parametrize(
    ("levels", "level", "standing", "places"),
    [((6, 6), 6, 2, 1), ((6, 5, 5, 5, 5), 5, 5, 4), ((5,) * 5, 5, 5, 4), ((4,) * 8, 4, 8, 7)],
)
def test_too_many_skills_at_a_level_or_above_are_a_problem(levels, level, standing, places):
    rules = RULES.patched({**pyramid(1, 3, 3, 3, 3, 3), "creation.skill_maximum": 6})

    (problem,) = rules.draft(TWENTY, skills_at(*levels)).problems()
    assert (problem.code, problem.field, problem.rule) == ("pyramid", "skills", "P3")
    assert problem.params == {"level": level, "count": standing, "places": places}


def test_nothing_stands_above_the_top_of_the_pyramid():
    rules = RULES.patched(pyramid(2, 2, 2))

    (problem,) = rules.draft(TWENTY, skills_at(4)).problems()
    assert problem.params == {"level": 4, "count": 1, "places": 0}


def test_a_lower_skill_may_stand_in_a_higher_place():
    rules = RULES.patched(pyramid(2, 2, 2))

    assert rules.draft(TWENTY, skills_at(1, 1, 1, 1, 1, 1)).problems() == ()
    assert told(rules.draft(TWENTY, skills_at(1, 1, 1, 1, 1, 1, 1)).problems()) == [("pyramid", "skills", "P3")]


def test_techniques_stand_in_the_pyramid_unless_a_purse_pays_them():
    fire = Technique("fire", "Fuego", 2, "dexterity")

    full = RULES.patched(pyramid(1, 1)).draft(TWENTY, skills_at(2), techniques=[fire])
    assert told(full.problems()) == [("pyramid", "skills", "P3")]
    assert PURSE.patched(pyramid(1, 1)).draft(TWENTY, skills_at(2), techniques=[fire]).problems() == ()


@given(st.lists(st.integers(0, 5), max_size=12))
def test_a_pyramid_is_full_exactly_when_all_its_points_are_spent(levels):
    """Counted by hand: sorted from the top, each skill is compared with the place it gets."""
    places = [5, 5, 4, 4, 3, 3, 2, 2, 1, 1]
    rules = RULES.patched({**pyramid(2, 2, 2, 2, 2), "creation.skill_points": 30})
    found = rules.draft(TWENTY, skills_at(*levels))
    held = sorted((level for level in levels if level), reverse=True)
    fits = len(held) <= len(places) and all(level <= place for level, place in zip(held, places, strict=False))

    assert ("pyramid" not in {problem.code for problem in found.problems()}) is fits
    assert (fits and found.left.skills == 0) is (held == places)


def test_a_level_stands_once_in_a_pyramid():
    with pytest.raises(Refused) as refused:
        RULES.patched({"creation.pyramid.a": {"level": 3, "count": 1}, "creation.pyramid.b": {"level": 3, "count": 2}})

    assert told(refused.value.problems) == [
        ("used_twice", "creation.pyramid.a", "P3"),
        ("used_twice", "creation.pyramid.b", "P3"),
    ]


# --- least levels of named skills, and prodigies (P3) ----------------------------------------------------------------


def test_a_named_skill_has_a_least_level_once_it_is_finished():
    rules = RULES.patched({"skills.swim": {"minimum": 2}, "skills.notice": {"minimum": 5}})
    found = rules.draft(TWENTY, {**FIFTY, "search": 4, "swim": 1})

    assert found.problems() == ()
    assert told(found.finishing_problems()) == [("too_low", "skills.swim", "P3")]
    assert str(found.finishing_problems()[0]) == "1 is under the minimum of 2."


def test_no_least_level_is_above_what_a_skill_may_have():
    with pytest.raises(Refused) as refused:
        RULES.patched({"skills.swim": {"minimum": 6}})

    assert told(refused.value.problems) == [("minimum_over_maximum", "skills.swim", "P3")]


@pytest.mark.parametrize(("value", "waits"), [(15, False), (16, True), (20, True)])
def test_a_prodigy_waits_for_the_gm(value, waits):
    rules = RULES.patched({"creation.attribute_maximum": 20, "creation.attribute_points": 20 + value - 5})
    found = rules.draft({**TWENTY, "physique": value}, FIFTY)

    assert found.problems() == ()
    expected = [("prodigy", "attributes.physique", "P3")] if waits else []
    assert told(found.finishing_problems()) == expected
    approved = rules.draft({**TWENTY, "physique": value}, FIFTY, approved={"attributes.physique"})
    assert approved.finishing_problems() == ()


# --- techniques (P2, P5) ---------------------------------------------------------------------------------------------

FIRE = Technique(
    "fire",
    "Fuego",
    3,
    "willpower",
    "Arde solo lo que ella mira.",
    against_defense=True,
    effect=EffectKind.DAMAGE,
    dice=parse("2d6"),
    saving_throw=Save("dexterity", 15),
)


def test_techniques_draw_on_the_skill_points():
    found = RULES.draft(TWENTY, FIFTY, techniques=[FIRE])

    assert found.left == (0, -3)
    assert told(found.problems()) == [("over_budget", "skills", "P2")]
    assert RULES.draft(TWENTY, {}, techniques=[FIRE]).problems() == ()


def test_where_there_are_generation_points_techniques_are_paid_from_them_and_only_from_them():
    found = PURSE.draft(TWENTY, FIFTY, techniques=[FIRE])

    assert (found.left, found.generation_left) == ((0, 0), 37)
    assert found.problems() == ()
    many = [Technique(f"t{number}", "Otra", 5, "willpower") for number in range(9)]
    poor = PURSE.draft(TWENTY, {}, techniques=many)
    assert told(poor.problems()) == [("over_budget", "generation", "P5")]
    assert poor.left.skills == 50


def test_unspent_generation_points_are_confirmed_like_skill_points():
    found = PURSE.draft(TWENTY, {**FIFTY, KEYS[0]: 3}, techniques=[FIRE])

    assert found.finishing_problems() == ()
    assert told(found.to_confirm()) == [("unspent", "skills", "P3"), ("unspent", "generation", "P3")]
    assert found.lost == 2 + 37
    assert PURSE.draft(TWENTY, {**FIFTY, KEYS[0]: 10}).lost == 40


@pytest.mark.parametrize(
    ("changes", "code", "rule"),
    [
        ({"name": " "}, "nameless", "P2"),
        ({"key": "dodge"}, "used_twice", "P2"),
        ({"key": "physique"}, "used_twice", "P2"),
        ({"level": 0}, "under", "P2"),
        ({"level": 6}, "over", "P2"),
        ({"attribute": "luck"}, "missing_attribute", "P2"),
        ({"saving_throw": Save("luck", 12)}, "missing_attribute", "P2"),
        ({"difficulty": 15}, "two_difficulties", "P2"),
        ({"difficulty": 1000, "against_defense": False}, "out_of_bounds", "R8"),
        ({"saving_throw": Save("willpower", 1000)}, "out_of_bounds", "R8"),
        ({"dice": None}, "half_an_effect", "P2"),
        ({"effect": None}, "half_an_effect", "P2"),
        ({"effect": EffectKind.BREATHER}, "not_an_effect", "P2"),
        ({"effect": EffectKind.HEALING}, "nothing_to_save", "P2"),
    ],
)
def test_what_is_wrong_with_a_technique_is_named_at_it(changes, code, rule):
    technique = replace(FIRE, **changes)

    path = f"techniques.{technique.key}"
    assert told(RULES.draft(TWENTY, {}, techniques=[technique]).problems()) == [(code, path, rule)]


def test_a_key_is_no_two_techniques():
    found = RULES.draft(TWENTY, {}, techniques=[FIRE, FIRE])

    assert told(found.problems()) == [("used_twice", "techniques.fire", "P2")]


# --- specializations (P4) --------------------------------------------------------------------------------------------

SPECIALIZED = RULES.patched({"creation.has_specializations": True})


def test_a_specialization_costs_a_skill_point_and_a_skill_has_any_number_of_them():
    spears, axes = Specialization("melee_weapons", "Lanzas"), Specialization("melee_weapons", "Hachas")
    found = SPECIALIZED.draft(TWENTY, {"melee_weapons": 5}, specializations=[spears, axes])

    assert found.left.skills == 50 - 5 - 2
    assert found.problems() == ()


def test_where_there_are_no_specializations_they_are_a_problem():
    found = RULES.draft(TWENTY, {"brawl": 5}, specializations=[Specialization("brawl", "Patadas")])

    assert told(found.problems()) == [("off", "specializations", "P4")]


@pytest.mark.parametrize(
    ("written", "code"),
    [
        ([Specialization("brawl", "Patadas")], "too_low"),
        ([Specialization("flight", "Picados")], "unknown_trait"),
        ([Specialization("melee_weapons", " ")], "nameless"),
        ([Specialization("melee_weapons", "Lanzas")] * 2, "used_twice"),
    ],
)
def test_what_is_wrong_with_a_specialization_is_named_at_its_skill(written, code):
    found = SPECIALIZED.draft(TWENTY, {"brawl": 4, "melee_weapons": 5}, specializations=written)

    assert told(found.problems()) == [(code, f"specializations.{written[0].skill}", "P4")]


# --- masteries (P5, D10) ---------------------------------------------------------------------------------------------


def test_e102_two_grades_cost_nine_and_need_the_skill_at_four():
    found = PURSE.draft(TWENTY, {"melee_weapons": 4}, masteries={"long_sword": 2})

    assert found.generation_left == 40 - 3 - 6
    assert found.problems() == ()
    low = PURSE.draft(TWENTY, {"melee_weapons": 3}, masteries={"long_sword": 2})
    assert told(low.problems()) == [("unskilled_mastery", "masteries.long_sword", "D10")]
    assert low.problems()[0].params == {"grade": 2, "level": 4}


def test_a_mastery_leans_on_the_skill_that_the_weapon_is_fought_with():
    shots = {"ranged_weapons": 3}

    assert PURSE.draft(TWENTY, shots, masteries={"long_bow": 1}).problems() == ()
    assert told(PURSE.draft(TWENTY, shots, masteries={"unarmed": 1}).problems()) == [
        ("unskilled_mastery", "masteries.unarmed", "D10")
    ]
    knives = PURSE.patched({"weapons.dagger": {"short": 3, "medium": 6, "long": 9}})
    assert knives.draft(TWENTY, shots, masteries={"dagger": 1}).problems() == ()


def test_masteries_are_paid_in_generation_points_only():
    poor = PURSE.patched({"creation.generation_points": 0}).draft(
        TWENTY, {"melee_weapons": 5}, masteries={"long_sword": 1}
    )

    assert (poor.left.skills, poor.generation_left) == (45, -3)
    assert told(poor.problems()) == [("over_budget", "generation", "P5")]


def test_where_there_is_no_mastery_it_is_a_problem():
    rules = PURSE.patched({"attacks.mastery.counts": False})
    found = rules.draft(TWENTY, {"melee_weapons": 5}, masteries={"long_sword": 1})

    assert told(found.problems()) == [("off", "masteries", "D10")]


@pytest.mark.parametrize(
    ("masteries", "code"), [({"excalibur": 1}, "unknown_trait"), ({"mace": 0}, "under"), ({"mace": -2}, "under")]
)
def test_what_is_wrong_with_a_mastery_is_named_at_it(masteries, code):
    found = PURSE.draft(TWENTY, {"melee_weapons": 5}, masteries=masteries)

    assert told(found.problems()) == [(code, f"masteries.{next(iter(masteries))}", "D10")]


def test_every_problem_comes_at_once():
    rules = RULES.patched({"creation.sum_maximum": 9, **pyramid(1, 3, 3, 3)})
    found = rules.draft(
        {**TWENTY, "luck": 3, "physique": 6},
        {"melee_weapons": 6},
        techniques=[Technique("fire", "", 6, "luck")],
        specializations=[Specialization("brawl", "Patadas")],
        masteries={"mace": 1},
    )

    assert {(problem.code, problem.field) for problem in found.problems()} == {
        ("over", "attributes.physique"),
        ("unknown_trait", "attributes.luck"),
        ("over", "skills.melee_weapons"),
        ("over", "techniques.fire"),
        ("nameless", "techniques.fire"),
        ("missing_attribute", "techniques.fire"),
        ("off", "specializations"),
        ("too_low", "specializations.brawl"),
        ("off", "masteries"),
        ("pyramid", "skills"),
        ("over_budget", "attributes"),
    }
