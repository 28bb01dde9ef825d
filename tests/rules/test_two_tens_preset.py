"""The values of the 2d10 preset (D, P5, W)."""

from rules.presets.d10x2 import ATTRIBUTES, DERIVED, DIFFICULTIES, POOLS, SKILLS

FORMULAS = {row.key: row.formula for row in (*POOLS, *DERIVED)}


def test_e118_derived_values():
    values = {"constitution": 6, "willpower": 5}

    assert FORMULAS["pv"].evaluate(values) == 30
    assert FORMULAS["stamina"].evaluate(values) == 55
    assert [FORMULAS["defense"].evaluate({"agility": 4, "athletics": skill}) for skill in (3, 4, 5)] == [18, 18, 21]


def test_shield_and_level_count_whole_in_the_defense():
    values = {"agility": 4, "athletics": 3, "shield": 1, "level": 2}

    assert FORMULAS["defense"].evaluate(values) == 21
    assert FORMULAS["pv"].evaluate({"constitution": 6, "level": 2}) == 40
    assert FORMULAS["stamina"].evaluate({"constitution": 6, "willpower": 5, "level": 2}) == 65


def test_e95_initiative_of_perception_and_reflexes():
    assert FORMULAS["initiative"].evaluate({"perception": 6, "reflexes": 4}) == 10


def test_attacks_and_the_dodge():
    values = {"dexterity": 5, "melee": 4, "ranged": 2, "agility": 6, "dodge": 3}

    assert [FORMULAS[key].evaluate(values) for key in ("melee_attack", "ranged_attack", "active_defense")] == [9, 7, 9]


def test_eight_attributes():
    assert [each.key for each in ATTRIBUTES] == [
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
    by_attribute = {each.key: [skill.key for skill in SKILLS if skill.attribute == each.key] for each in ATTRIBUTES}

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


def test_difficulties():
    assert [row.skill for row in DIFFICULTIES] == [12, 15, 18, 21, 24, 27, 30, 36, 42, 54]
    assert all(row.attribute == row.skill for row in DIFFICULTIES)
