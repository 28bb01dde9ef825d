"""The presets as data."""

import pytest

from rules import PRESETS, find_preset
from rules.gear import WeaponKind
from rules.ruleset import Setting

RULES = find_preset("ryf-table")


@pytest.mark.parametrize("key", PRESETS)
def test_a_preset_fits_together_and_has_its_key(key):
    assert list(find_preset(key).problems()) == []
    assert find_preset(key).key == key


def test_an_unknown_preset_is_a_lookup_error():
    with pytest.raises(LookupError):
        find_preset("d20")


def test_six_attributes():
    assert [each.key for each in RULES.attributes] == [
        "physique",
        "dexterity",
        "intelligence",
        "perception",
        "charisma",
        "willpower",
    ]


def test_difficulties():
    assert [(row.skill, row.attribute) for row in RULES.rolls.difficulties] == [
        (10, 9),
        (15, 12),
        (18, None),
        (20, 15),
        (25, 18),
        (30, 21),
    ]


def test_how_many_skills_go_with_each_attribute():
    count = {each.key: sum(skill.attribute == each.key for skill in RULES.skills) for each in RULES.attributes}

    assert count == {
        "physique": 3,
        "dexterity": 11,
        "intelligence": 17,
        "perception": 10,
        "charisma": 6,
        "willpower": 0,
    }


def test_skills_by_setting():
    def only(*settings):
        return {skill.key for skill in RULES.skills if skill.settings == frozenset(settings)}

    assert only(Setting.FUTURE) == {"space_navigation", "artillery", "engineering", "astrophysics"}
    assert only(Setting.CONTEMPORARY, Setting.FUTURE) == {
        "dance",
        "drive",
        "pilot",
        "languages",
        "computing",
        "medicine",
        "mechanics",
    }
    assert len(only(Setting.MEDIEVAL)) == 13
    assert "stealth" in only(*Setting)


def test_the_weapons_of_the_list():
    melee = {each.key: str(each.damage) for each in RULES.weapons if not each.is_ranged}
    ranged = {
        each.key: (str(each.damage), each.short, each.medium, each.long) for each in RULES.weapons if each.is_ranged
    }

    assert melee == {
        "dagger": "1d6",
        "short_sword": "1d6+2",
        "long_sword": "2d6",
        "great_sword": "3d6",
        "hand_axe": "1d6+2",
        "battle_axe": "2d6",
        "spear": "1d6+2",
        "halberd": "2d6+2",
        "mace": "1d6+2",
        "unarmed": "1d6",
        "club": "1d6",
    }
    assert ranged == {
        "sling": ("1d6", 10, 20, 30),
        "short_bow": ("1d6+2", 10, 30, 50),
        "long_bow": ("2d6", 25, 50, 100),
        "light_crossbow": ("2d6", 15, 40, 60),
        "heavy_crossbow": ("3d6", 20, 60, 100),
        "pistol": ("2d6", 10, 30, 50),
        "rifle": ("3d6", 20, 60, 100),
        "shotgun": ("4d6", 5, 15, 25),
        "submachine_gun": ("2d6+2", 10, 25, 40),
    }
    assert all(each.melee is not each.is_ranged for each in RULES.weapons)


def test_what_is_particular_about_some_weapons():
    assert [each.key for each in RULES.weapons if each.ignores_absorption] == ["mace"]
    assert {each.key: each.projectiles for each in RULES.weapons if each.projectiles > 1} == {"submachine_gun": 10}
    blunt = {each.key for each in RULES.weapons if each.kind is WeaponKind.BLUNT}
    assert blunt == {"mace", "sling", "unarmed", "club"}
    assert {each.key for each in RULES.weapons if each.kind is WeaponKind.PROJECTILE} == {
        each.key for each in RULES.weapons if each.is_ranged and each.key != "sling"
    }


def test_the_armor_and_shields_of_the_list():
    assert {each.key: (each.absorption, each.encumbrance) for each in RULES.armors} == {
        "padded": (1, 1),
        "leather": (1, 1),
        "studded": (2, 1),
        "hides": (3, 2),
        "mail": (4, 2),
        "scale": (5, 3),
        "plate": (6, 3),
        "full_plate": (7, 4),
        "kevlar": (4, 1),
    }
    assert {each.key: (each.defense, each.encumbrance) for each in RULES.shields} == {
        "buckler": (1, 0),
        "round_shield": (1, 0),
        "heavy_shield": (2, 1),
    }


def test_the_numbers_of_attacks():
    shooting, both = RULES.attacks.shooting, RULES.attacks.two_weapons

    assert [(each.key, each.difficulty) for each in shooting.bands] == [
        ("point_blank", 10),
        ("short", 15),
        ("medium", 20),
        ("long", 25),
    ]
    assert [(each.key, each.modifier) for each in shooting.covers] == [
        ("small", 2),
        ("large", 4),
        ("wall", 6),
        ("total", None),
    ]
    assert (shooting.bonus, shooting.prone_in_cover, shooting.prone_in_the_open, shooting.crossfire) == (10, 2, -10, 1)
    assert (both.main, both.off, both.is_one_attack, both.bonus) == (-2, -4, False, 3)
    assert RULES.attacks.surprise.bonus == 5
    assert (RULES.first_aid.difficulty, str(RULES.first_aid.dice)) == (15, "1d6")
