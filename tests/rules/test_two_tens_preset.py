"""The values of the 2d10 preset (D, P5, W)."""

from rules import Sheet, scripted
from rules.gear import Weapon, equipped
from rules.presets.d10x2 import D10X2

RULES = D10X2


def sheet(level=0, shield=0, **traits):
    attributes = {key: value for key, value in traits.items() if RULES.find_attribute(key)}
    skills = {key: value for key, value in traits.items() if RULES.find_skill(key)}
    return Sheet(attributes, skills, {}, level=level, shield=shield)


def test_it_fits_together():
    assert list(RULES.problems()) == []


def test_e118_derived_values():
    someone = sheet(constitution=6, willpower=5)

    assert [RULES.maximum(someone, pool) for pool in ("pv", "stamina")] == [30, 55]
    assert [RULES.value(sheet(agility=4, athletics=skill), "defense") for skill in (3, 4, 5)] == [18, 18, 21]


def test_shield_and_level_count_whole():
    someone = sheet(level=2, shield=1, agility=4, athletics=3, constitution=6, willpower=5)

    assert RULES.value(someone, "defense") == 21
    assert [RULES.maximum(someone, pool) for pool in ("pv", "stamina")] == [40, 65]


def test_e95_the_weapon_planned_for_the_first_turn_counts_in_initiative():
    quick, other = Weapon("rapier", "Rapier", initiative=2), Weapon("axe", "Axe")
    someone = sheet(perception=6, reflexes=4)

    totals = [
        RULES.rolls.resolve(RULES.initiative(equipped(someone, wielded=[each])), scripted(9, 9)).total
        for each in (quick, other)
    ]

    assert totals == [30, 28]
    assert [RULES.turns.majors(total) for total in totals] == [3, 2]


def test_attacks_and_the_dodge():
    someone = sheet(dexterity=5, melee=4, ranged=2, agility=6, dodge=3)

    assert [RULES.value(someone, key) for key in ("melee_attack", "ranged_attack", "active_defense")] == [9, 7, 9]


def test_eight_attributes():
    assert [each.key for each in RULES.attributes] == [
        "strength",
        "constitution",
        "dexterity",
        "agility",
        "perception",
        "intelligence",
        "charisma",
        "willpower",
    ]


def test_skills_by_attribute():
    by_attribute = {
        each.key: [skill.key for skill in RULES.skills if skill.attribute == each.key] for each in RULES.attributes
    }

    assert by_attribute == {
        "strength": ["athletics"],
        "constitution": ["resistance"],
        "dexterity": ["melee", "ranged"],
        "agility": ["acrobatics", "dodge", "stealth"],
        "perception": ["reflexes", "notice"],
        "intelligence": ["medicine", "investigation", "navigation"],
        "charisma": ["intimidation", "persuasion"],
        "willpower": [],
    }


def test_what_creation_gives():
    creation = RULES.creation

    assert (creation.attribute_points, creation.attribute_base) == (56, 0)
    assert (creation.attribute_minimum, creation.attribute_maximum) == (1, 10)
    assert (creation.skill_points, creation.skill_maximum, creation.generation_points) == (50, 7, 40)
    assert RULES.protagonism.initial == 1
