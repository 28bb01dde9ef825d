"""Weapons made of points (W1)."""

from dataclasses import replace

import pytest

from rules import Weapon, find_preset
from rules.gear import weapon_points, weapon_problems
from rules.notation import parse, step

RULES = find_preset("ryf-table")
FIST = Weapon("fist", "Puño", parse("1d6"))
FAR = {"short": 10, "medium": 20, "long": 30}


def told(weapon, budget=RULES.creation.weapon_points):
    return [(problem.code, problem.field, problem.rule) for problem in weapon_problems(weapon, budget)]


@pytest.mark.parametrize(
    ("changes", "points"),
    [
        ({}, 0),
        ({"melee": False, **FAR}, 1),
        (FAR, 2),
        ({"damage": parse("1d6+3")}, 3),
        ({"damage": parse("2d6")}, 4),
        ({"damage": parse("2d6+2")}, 6),
        ({"damage": parse("3d6+1")}, 9),
        ({"damage": step(-1)}, 0),
        ({"defense": 1}, 1),
        ({"initiative": 2}, 2),
        ({"attack": 3}, 3),
        ({"absorption": 1}, 1),
        ({"attack": -2}, 0),
        ({"damage": parse("1d6+2"), "attack": 2, "defense": 1, **FAR}, 7),
    ],
)
def test_what_a_weapon_is_made_of_has_its_price(changes, points):
    assert weapon_points(replace(FIST, **changes)) == points


def test_six_points_make_a_weapon():
    assert told(replace(FIST, damage=parse("2d6+2"))) == []
    assert told(replace(FIST, damage=parse("2d6"), attack=1, defense=2)) == [("over_budget", "weapons.fist", "W1")]


def test_damage_has_no_limit_but_each_bonus_has():
    assert told(replace(FIST, damage=step(20)), 20) == []
    assert told(replace(FIST, attack=4, absorption=3), 20) == [("over", "weapons.fist.attack", "W1")]


def test_dice_off_the_scale_have_no_price():
    assert told(replace(FIST, damage=parse("1d8"))) == [("off_scale", "weapons.fist.damage", "W1")]


def test_every_problem_of_a_weapon_comes_at_once():
    weapon = replace(FIST, damage=parse("1d8"), attack=4, initiative=5)

    assert told(weapon) == [
        ("off_scale", "weapons.fist.damage", "W1"),
        ("over", "weapons.fist.initiative", "W1"),
        ("over", "weapons.fist.attack", "W1"),
        ("over_budget", "weapons.fist", "W1"),
    ]


def test_the_budget_of_weapons_is_an_option():
    rules = RULES.patched({"creation.weapon_points": 7})

    assert told(replace(FIST, damage=parse("2d6"), attack=1, defense=2), rules.creation.weapon_points) == []
