"""House rules: what can be changed, what a change does, and every reason why one cannot be made."""

import json

import pytest

from rules import CheckKind, Refused, Sheet, find_preset
from rules.formula import Formula
from rules.options import changed, options, plain
from rules.reference import RULES as REFERENCE

RULES = find_preset("ryf-table")
SHEET = Sheet({"physique": 4, "dexterity": 3}, {"dodge": 2}, {})


CAN_BE_EMPTY = {"weapons", "armors", "shields"}


def problems(changes):
    with pytest.raises(Refused) as refused:
        RULES.patched(changes)
    return [(problem.code, problem.field) for problem in refused.value.problems]


def test_every_option_has_its_rule_and_numbers_their_bounds():
    for option in options(RULES):
        assert option.rule in REFERENCE, option.path
        assert option.label
        assert not option.is_changed
        if option.kind == "number":
            assert option.can_be_empty or option.minimum <= option.value <= option.maximum


def test_paths_are_unique_and_name_what_the_rules_call_options():
    paths = [option.path for option in options(RULES)]

    assert len(set(paths)) == len(paths)
    assert {
        "rolls.unskilled_level",
        "rolls.adverse_keeps_low",
        "rolls.natural_one_fails",
        "rolls.fumble_next",
        "rolls.any_one_fumbles",
        "rolls.fumble_fails",
        "rolls.critical_margin",
        "rolls.natural_critical",
        "rolls.natural_critical_kept",
        "rolls.natural_critical_next",
        "rolls.explodes_in",
        "rolls.difficulties",
        "injuries.threshold_formula",
        "injuries.half_when_small",
        "injuries.linger_turns",
        "pools.pv.formula",
        "derived",
        "derived.defense.formula",
        "encumbrance_lowers",
        "weapons",
        "armors",
        "shields",
        "creation.attribute_points",
        "creation.attribute_base",
        "creation.attribute_minimum",
        "creation.attribute_maximum",
        "creation.skill_points",
        "creation.skill_maximum",
        "creation.sum_maximum",
        "creation.pyramid",
        "creation.has_specializations",
        "creation.generation_points",
        "creation.weapon_points",
        "growth.attribute_cost",
        "growth.skill_cost",
        "growth.new_skill_cost",
        "growth.power_cost",
        "growth.mastery_cost",
        "growth.raises_attributes",
        "growth.attribute_maximum",
        "growth.skill_maximum",
        "growth.has_levels",
        "growth.px_per_level",
        "growth.has_pool",
    } <= set(paths)


def test_initiative_is_not_offered_where_it_means_nothing():
    choices = {option.path: option.choices for option in options(RULES)}

    assert choices["rolls.natural_one_fails"] == ("skill", "attribute", "opposed")
    assert choices["rolls.explodes_in"] == ("skill", "attribute", "opposed", "initiative")


def test_changes_are_made_and_listed_against_the_preset():
    rules = RULES.patched({"rolls.critical_margin": 8, "pools.pv.formula": "physique × 5"})

    assert rules.rolls.critical_margin == 8
    assert rules.maximum(SHEET, "pv") == 20
    assert [(each.path, each.default, each.value, each.subject) for each in changed(rules)] == [
        ("rolls.critical_margin", 10, 8, ""),
        ("pools.pv.formula", Formula.parse("physique * 4 + level * 5"), Formula.parse("physique * 5"), "Hit points"),
    ]
    assert RULES.rolls.critical_margin == 10


def test_a_patched_ruleset_patched_again_is_still_compared_with_the_preset():
    rules = RULES.patched({"rolls.critical_margin": 8}).patched({"rolls.fumble_next": 4})

    assert [each.path for each in changed(rules)] == ["rolls.fumble_next", "rolls.critical_margin"]
    assert list(changed(rules.patched({"rolls.fumble_next": 5, "rolls.critical_margin": 10}))) == []


def test_no_change_changes_nothing():
    assert RULES.patched({}) == RULES


def test_every_value_goes_through_json_and_back():
    values = {each.path: plain(each.value) for each in options(RULES) if each.kind != "table"}

    assert RULES.patched(json.loads(json.dumps(values))) == RULES


def test_rows_go_through_json_and_back():
    for each in options(RULES):
        if each.kind == "table":
            rows = {f"{each.path}.{key}": row for key, row in json.loads(json.dumps(plain(each.value))).items()}
            emptied = dict.fromkeys(rows) if each.path in CAN_BE_EMPTY else {}
            assert RULES.patched(emptied).patched(rows) == RULES


def test_a_set_of_kinds_is_changed_by_a_list():
    rules = RULES.patched({"rolls.explodes_in": ["skill", "opposed", "skill"]})

    assert rules.rolls.explodes_in == {CheckKind.SKILL, CheckKind.OPPOSED}


def test_rows_are_added_changed_and_removed():
    rules = RULES.patched(
        {
            "rolls.difficulties.absurd": {"label": "Absurda", "skill": 40},
            "rolls.difficulties.easy": {"label": "Trivial"},
            "rolls.difficulties.hard.skill": 21,
            "rolls.difficulties.moderate": None,
            "attributes.dexterity": {"label": "Agilidad", "short": "AGI"},
            "attributes.luck": {"label": "Suerte", "short": "SUE"},
            "skills.gamble": {"label": "Azar", "attribute": "luck", "settings": ["medieval"]},
            "skills.dance": None,
            "derived.guard": {"label": "Guardia", "formula": "luck + dodge"},
            "derived.guard.formula": "luck + dodge * 2",
        }
    )

    difficulties = {row.key: (row.label, row.skill, row.attribute) for row in rules.rolls.difficulties}
    assert list(difficulties) == ["easy", "normal", "hard", "very_hard", "almost_impossible", "absurd"]
    assert difficulties["absurd"] == ("Absurda", 40, None)
    assert difficulties["easy"] == ("Trivial", 10, 9)
    assert difficulties["hard"] == ("Hard", 21, 15)
    assert rules.find_attribute("dexterity").label == "Agilidad"
    assert rules.find_skill("dance") is None
    assert rules.check(SHEET, "gamble").terms[0].key == "luck"
    assert rules.value(SHEET, "guard") == 4
    assert [(each.kind, each.path) for each in changed(rules)] == [
        ("row", "rolls.difficulties.easy"),
        ("row", "rolls.difficulties.moderate"),
        ("row", "rolls.difficulties.absurd"),
        ("number", "rolls.difficulties.hard.skill"),
        ("row", "attributes.dexterity"),
        ("row", "attributes.luck"),
        ("row", "skills.dance"),
        ("row", "skills.gamble"),
        ("row", "derived.guard"),
    ]


@pytest.mark.parametrize(
    "path",
    [
        "",
        ".",
        "luck",
        "rolls",
        "rolls.",
        "rolls.luck",
        "rolls.critical_margin.more",
        "rolls.difficulties",
        "rolls.difficulties.absurd.skill",
        "rolls.difficulties.easy.key",
        "rolls.difficulties.easy.skill.more",
        "rolls.__class__",
        "rolls.keep",
        "key",
        "label",
        "base",
        "base.rolls.critical_margin",
        "injuries.pool",
        "pools",
        "pools.pv",
        "pools.mana",
        "pools.pv.formula.root",
        "derived.defense.rule",
        "attributes.physique.label",
    ],
)
def test_what_is_no_option_is_refused(path):
    assert problems({path: 3}) == [("unknown_option", path)]


@pytest.mark.parametrize(
    ("path", "value", "code"),
    [
        ("rolls.critical_margin", 0, "out_of_bounds"),
        ("rolls.critical_margin", 10**40, "out_of_bounds"),
        ("rolls.critical_margin", "10", "not_a_number"),
        ("rolls.critical_margin", 9.0, "not_a_number"),
        ("rolls.critical_margin", True, "not_a_number"),
        ("rolls.critical_margin", None, "not_a_number"),
        ("rolls.natural_critical", 1, "not_a_flag"),
        ("rolls.explodes_in", "skill", "not_a_choice"),
        ("rolls.explodes_in", ["luck"], "not_a_choice"),
        ("rolls.explodes_in", [["skill"]], "not_a_choice"),
        ("rolls.natural_one_fails", ["initiative"], "not_a_choice"),
        ("pools.pv.formula", 5, "not_a_formula"),
        ("pools.pv.formula", "physique *", "unfinished"),
        ("pools.pv.formula", "fisico * 4", "missing_name"),
        ("injuries.threshold_formula", "9" * 9, "too_large"),
        ("skills.dance", "no", "not_a_row"),
        ("skills.dance", {"level": 3}, "not_a_row"),
        ("skills.Dance", {"label": "Baile", "attribute": "dexterity"}, "bad_key"),
        ("skills.min", {"label": "Mínimo", "attribute": "dexterity"}, "bad_key"),
        ("derived.guard", {"label": "Guardia", "formula": "dodge", "rule": "R1"}, "not_a_row"),
        ("encumbrance_lowers", "on", "not_a_flag"),
        ("creation.attribute_points", -1, "out_of_bounds"),
        ("creation.skill_maximum", "5", "not_a_number"),
        ("weapons.dagger.damage", "1d8", "unknown_option"),
        ("weapons.dagger.damage.bonus", 3, "unknown_option"),
        ("turns.minors", 2, "unknown_option"),
        ("effects.explode", ["healing"], "unknown_option"),
        ("derived.defense", None, "missing_value"),
        ("last_stand.attribute", "luck", "missing_trait"),
    ],
)
def test_a_value_that_does_not_fit_is_refused(path, value, code):
    assert problems({path: value}) == [(code, path)]


def test_a_problem_knows_the_rule_and_says_the_bounds():
    with pytest.raises(Refused) as refused:
        RULES.patched({"rolls.critical_margin": 0})

    (problem,) = refused.value.problems
    assert problem.rule == "R6"
    assert str(problem) == str(refused.value) == "This is a number from 1 to 100."


def test_every_problem_of_a_row_is_named():
    assert problems({"skills.gamble": {"label": " ", "settings": ["roman"]}}) == [
        ("not_words", "skills.gamble.label"),
        ("not_words", "skills.gamble.attribute"),
        ("not_a_choice", "skills.gamble.settings"),
    ]


@pytest.mark.parametrize(
    ("column", "value", "code"),
    [
        ("damage", "2d", "unfinished"),
        ("damage", "1d1", "sides"),
        ("damage", 6, "not_dice"),
        ("damage", None, "not_dice"),
        ("kind", "sharp", "not_a_choice"),
        ("kind", 1, "not_a_choice"),
        ("kind", None, "not_a_choice"),
        ("attack", 21, "out_of_bounds"),
        ("long", 0, "out_of_bounds"),
        ("projectiles", None, "not_a_number"),
        ("ignores_absorption", 1, "not_a_flag"),
    ],
)
def test_a_weapon_that_does_not_fit_is_refused_at_its_column(column, value, code):
    assert problems({"weapons.dagger": {column: value}}) == [(code, f"weapons.dagger.{column}")]


def test_a_weapon_knows_what_is_wrong_with_its_ranges():
    assert problems({"weapons.dagger": {"short": 10}}) == [("ranges", "weapons.dagger")]
    assert problems({"weapons.pistol": {"short": 31}}) == [("ranges", "weapons.pistol")]
    assert problems({"weapons.dagger": {"melee": False}}) == [("useless", "weapons.dagger")]


def test_weapons_are_added_changed_and_removed():
    rules = RULES.patched(
        {
            "weapons.dagger": {"damage": "1d8 + 1", "short": 5, "medium": 10, "long": 15},
            "weapons.whip": {"label": "Látigo", "damage": "1b2d6", "kind": "blunt"},
            "weapons.rifle": None,
            "armors.padded": {"absorption": 2},
        }
    )

    assert str(rules.find_weapon("dagger").damage) == "1d8+1"
    assert rules.find_weapon("dagger").is_ranged
    assert str(rules.find_weapon("whip").damage) == "1b2d6"
    assert rules.find_weapon("rifle") is None
    assert rules.find_armor("padded").absorption == 2
    assert [each.path for each in changed(rules)] == [
        "weapons.dagger",
        "weapons.rifle",
        "weapons.whip",
        "armors.padded",
    ]


@pytest.mark.parametrize("label", ["a\nb", "a\0b", "a\x1bb", "\ud800", "x" * 81, "  ", 3, None])
def test_words_that_nobody_can_type_in_a_line_are_refused(label):
    assert problems({"skills.dance": {"label": label}}) == [("not_words", "skills.dance.label")]


def test_the_least_attribute_is_not_above_the_greatest():
    assert problems({"creation.attribute_minimum": 6}) == [("minimum_over_maximum", "creation.attribute_minimum")]


def test_all_problems_come_at_once():
    assert set(problems({"rolls.luck": 1, "rolls.fumble_next": 11, "pools.pv.formula": "luck * 4"})) == {
        ("unknown_option", "rolls.luck"),
        ("out_of_bounds", "rolls.fumble_next"),
        ("missing_name", "pools.pv.formula"),
    }


def test_a_removed_attribute_is_missed_by_skills_and_formulas():
    found = problems({"attributes.perception": None})

    assert ("missing_name", "derived.initiative.formula") in found
    assert ("missing_attribute", "skills.notice") in found


def test_checks_need_a_difficulty():
    rows = {f"rolls.difficulties.{row.key}": None for row in RULES.rolls.difficulties}

    assert problems(rows) == [("too_few", "rolls.difficulties")]
    rows.popitem()
    assert len(RULES.patched(rows).rolls.difficulties) == 1


def test_willpower_can_be_switched_off():
    assert RULES.patched({"attributes.willpower": None}).find_attribute("willpower") is None


def test_a_threshold_cannot_name_what_is_not_there():
    assert problems({"injuries.threshold_formula": "stamina"}) == [("missing_name", "injuries.threshold_formula")]


@pytest.mark.parametrize("key", ["physique", "level", "dance"])
def test_a_key_is_used_once(key):
    codes = problems(
        {f"attributes.{key}": {"label": "Otro", "short": "OTR"}, f"skills.{key}": {"label": "Otra", "attribute": key}}
    )

    assert codes == [("used_twice", key)]


def test_encumbrance_cannot_lower_an_attribute_that_is_not_there():
    changes = {f"skills.{skill.key}": None for skill in RULES.skills if skill.attribute == "dexterity"}
    changes |= {f"derived.{each.key}.formula": "level" for each in RULES.derived}

    assert RULES.patched({**changes, "attributes.dexterity": None}).find_attribute("dexterity") is None
    assert problems({**changes, "attributes.dexterity": None, "encumbrance_lowers": True}) == [
        ("missing_attribute", "encumbrance_lowers")
    ]


def test_a_table_has_an_end():
    rows = {f"attributes.a{number}": {"label": "Uno", "short": "UNO"} for number in range(200)}

    assert {code for code, _field in problems(rows)} == {"too_many"}
