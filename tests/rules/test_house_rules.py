"""How rulesets differ, and what a campaign stores: the way back from its changes."""

import json

import pytest

from rules import PRESETS, find_preset
from rules.house_rules import between, changes_of
from rules.options import columns_of, options
from rules.reference.words import MEMBERS, Words, head_of
from tests.rules.variants import VARIANTS

RULES = find_preset("ryf-table")


def told(before, after):
    return [(each.path, each.kind, each.before, each.after) for each in between(before, after)]


def test_a_ruleset_differs_from_itself_in_nothing():
    for preset in PRESETS.values():
        assert told(preset, preset) == []
        assert changes_of(preset) == {}


def test_a_difference_has_its_rule_its_words_and_both_values():
    (found,) = between(RULES, RULES.patched({"pools.pv.formula": "physique × 5"}))

    assert (found.path, found.kind, found.rule) == ("pools.pv.formula", "formula", "C0")
    assert (found.subject, found.label) == ("Hit points", "Maximum")
    assert (found.before, found.after) == ("physique * 4 + level * 5", "physique * 5")
    assert (found.is_added, found.is_removed, found.is_column) == (False, False, False)


def test_it_is_told_in_either_direction():
    changed = RULES.patched({"rolls.fumble_next": 4})

    assert told(RULES, changed) == [("rolls.fumble_next", "number", 5, 4)]
    assert told(changed, RULES) == [("rolls.fumble_next", "number", 4, 5)]


def test_rows_come_go_and_change_column_by_column():
    changed = RULES.patched(
        {
            "skills.dance": None,
            "skills.gamble": {"label": "Azar", "attribute": "charisma"},
            "skills.search": {"label": "Buscar", "settings": ["future"]},
            "rolls.difficulties.hard": {"label": "Ardua", "skill": 21},
        }
    )
    found = {each.path: each for each in between(RULES, changed)}

    assert found["skills.dance"].is_removed
    assert found["skills.dance"].before["attribute"] == "perception"
    assert found["skills.gamble"].is_added
    assert found["skills.gamble"].after == {
        "label": "Azar", "attribute": "charisma", "settings": ["contemporary", "future", "medieval"], "minimum": 0,
    }  # fmt: skip
    assert found["skills.search.label"].is_column
    assert (found["skills.search.label"].before, found["skills.search.label"].after) == ("Search", "Buscar")
    assert (found["skills.search.settings"].label, found["skills.search.settings"].after) == ("Settings", ["future"])
    assert (found["rolls.difficulties.hard.skill"].before, found["rolls.difficulties.hard.skill"].after) == (20, 21)
    assert found["rolls.difficulties.hard.label"].subject == "Hard"
    assert len(found) == 6


def test_what_is_stored_says_only_what_differs():
    changed = RULES.patched(
        {
            "rolls.critical_margin": 8,
            "rolls.fumble_next": 5,
            "skills.search": {"label": "Buscar", "attribute": "perception"},
            "weapons.dagger": {"damage": "1d6", "attack": 1},
            "rolls.difficulties.hard": {"skill": 21, "attribute": 15},
            "skills.dance": None,
        }
    )

    assert changes_of(changed) == {
        "rolls.critical_margin": 8,
        "skills.search": {"label": "Buscar"},
        "weapons.dagger": {"attack": 1},
        "rolls.difficulties.hard.skill": 21,
        "skills.dance": None,
    }


@pytest.mark.parametrize("name", VARIANTS)
def test_what_is_stored_makes_the_same_ruleset_again(name):
    preset = find_preset(VARIANTS[name].preset)
    ruleset = preset.patched(VARIANTS[name].changes)

    stored = json.loads(json.dumps(changes_of(ruleset), sort_keys=True))

    assert stored
    assert told(ruleset, preset.patched(stored)) == []
    assert changes_of(preset.patched(stored)) == stored


def test_a_row_that_was_removed_and_comes_back_is_the_presets_again():
    without = RULES.patched({"derived.melee_attack": {"label": "Golpe"}, "skills.dance": None})
    back = without.patched(
        {"skills.dance": {"label": "Dance", "attribute": "perception", "settings": ["contemporary"]}}
    )

    assert changes_of(back) == {
        "derived.melee_attack": {"label": "Golpe"},
        "skills.dance": {"settings": ["contemporary"]},
    }
    assert RULES.patched(changes_of(back)).derived[1].fixed_as == "attack"


def test_every_column_has_a_head_and_is_filled_in_somehow():
    for preset in PRESETS.values():
        for table in (each for each in options(preset) if each.kind == "table"):
            for column in columns_of(table.row):
                assert head_of(table.row, column.name)[0].isupper(), (table.path, column.name)
                assert column.kind != "number" or column.maximum > column.minimum
                assert column.kind not in ("choice", "choices") or set(column.choices) <= MEMBERS.keys()
                assert bool(column.table) <= (column.kind == "trait")


def test_a_skill_names_its_attribute_by_its_key():
    (skills,) = (each for each in options(RULES) if each.path == "skills")
    columns = {each.name: each for each in columns_of(skills.row)}

    assert (columns["attribute"].kind, columns["attribute"].table) == ("trait", "attributes")
    assert columns["label"].kind == "words"
    assert columns["settings"].choices == ("medieval", "contemporary", "future")


@pytest.mark.parametrize(
    ("kind", "value", "words"),
    [
        ("number", -3, "−3"),
        ("number", None, "not set"),
        ("flag", True, "yes"),
        ("formula", "physique * 5", "Physique × 5"),
        ("dice", "2d6+1", "2d6+1"),
        ("trait", "perception", "Perception"),
        ("words", "Ardua", "Ardua"),
        ("choice", "blunt", "blunt"),
        ("choices", ["skill", "opposed"], "skill checks, opposed checks"),
        ("choices", [], "none"),
        ("row", {"label": "Azar", "attribute": "charisma"}, "Azar"),
        ("row", {"level": 5, "count": 2}, "5"),
    ],
)
def test_stored_values_are_told_in_the_words_of_the_table(kind, value, words):
    assert Words(RULES, str).plain(kind, value) == words
