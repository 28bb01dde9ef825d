"""How the core preset differs from the table's, and its examples (R4, R7, R11, R13, C10, P4)."""

from dataclasses import replace

import pytest

from rules import Sheet, find_preset, scripted
from rules.effects import EffectKind
from rules.notation import parse
from rules.options import options

TABLE, CORE = find_preset("ryf-table"), find_preset("ryf-core")


def test_what_the_core_does_not_name_is_as_at_the_table():
    table = {each.path: each.value for each in options(TABLE)}

    assert {each.path: str(each.value) for each in options(CORE) if each.value != table[each.path]} == {
        "rolls.natural_one_fails": str(CORE.rolls.natural_one_fails),
        "rolls.explodes_in": str(CORE.rolls.explodes_in),
        "tokens.initial": "1",
        "injuries.threshold_formula": "physique",
        "injuries.linger_turns": "0",
        "creation.has_specializations": "True",
        "attributes": str(CORE.attributes),
    }
    same = {"key": "ryf-table", "label": TABLE.label, "summary": TABLE.summary}
    parts = ("rolls", "tokens", "effects", "injuries", "creation", "attributes", "pools")
    assert replace(CORE, **same, **{name: getattr(TABLE, name) for name in parts}) == TABLE


def test_the_kinds_that_fail_on_a_one_and_those_that_explode():
    assert CORE.rolls.natural_one_fails == {"skill", "opposed"}
    assert CORE.rolls.explodes_in == {"skill", "opposed", "initiative"}


def test_names_of_its_own_for_the_same_keys():
    labels = {each.key: each.label for each in CORE.attributes}

    assert labels == {
        "physique": "Physique",
        "dexterity": "Agility",
        "intelligence": "Mind",
        "perception": "Perception",
        "charisma": "Charisma",
        "willpower": "Willpower",
    }
    assert [(each.key, each.label) for each in CORE.pools] == [("pv", "Health points")]


def test_initiative_explodes():
    check = CORE.initiative(Sheet({"perception": 4}, {"reflexes": 3}, {}))

    outcome = CORE.rolls.resolve(check, scripted(10, 10, 1, 5, 5, 5))

    assert (outcome.total, outcome.success) == (22, None)


@pytest.mark.parametrize(("rules", "success", "fumble"), [(TABLE, False, False), (CORE, True, False)])
def test_e39_a_natural_one_in_a_saving_throw(rules, success, fumble):
    check = rules.check(Sheet({"willpower": 12}, {}, {}), "willpower", difficulty=12)

    outcome = rules.rolls.resolve(check, scripted(1, 1, 7))

    assert (outcome.total, outcome.success, outcome.fumble) == (13, success, fumble)


@pytest.mark.parametrize("kind", EffectKind)
def test_e42_every_effect_explodes(kind):
    assert CORE.effects.throw(kind, parse("1d6"), scripted(6, 4)).total == 10


def test_e47_a_critical_of_the_lower_of_two_dice():
    outcome = CORE.rolls.resolve(
        CORE.check(Sheet({"dexterity": 20}, {"stealth": 10}, {}), "stealth", difficulty=12), scripted(5, 5, 5)
    )

    assert (outcome.margin, outcome.degrees) == (23, 2)
    assert str(parse("1b2d6").with_extra(outcome.degrees)) == "1b2d6+2d6"


@pytest.mark.parametrize(
    ("points", "at_the_table", "in_the_core"), [(6, False, False), (5, True, False), (4, True, True)]
)
def test_e60_wounded_at_five_or_at_the_physique(points, at_the_table, in_the_core):
    hurt = Sheet({"physique": 4}, {}, {"pv": points})

    assert TABLE.maximum(hurt, "pv") == CORE.maximum(hurt, "pv") == 16
    assert TABLE.condition(hurt).wounded is at_the_table
    assert CORE.condition(hurt).wounded is in_the_core
