"""The preset as data, and the rules reference."""

import pytest

from rules import PRESETS, find_preset
from rules.reference import RULES as REFERENCE
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


def test_the_reference_has_what_is_implemented():
    assert {f"R{number}" for number in range(1, 9)} | {"C0", "C1", "C10", "T5"} <= REFERENCE.keys()
    assert all(rule.title and rule.text for rule in REFERENCE.values())
