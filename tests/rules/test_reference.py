"""The reference of the rules in force: every rule has a text, and the campaign's numbers stand beside the preset's."""

import ast
import re
from dataclasses import fields, replace
from enum import Enum
from itertools import product
from pathlib import Path
from typing import get_args

import pytest

import rules
from rules import PRESETS, CheckKind, find_preset
from rules.codec import hints_of
from rules.mastery import MASTERY
from rules.options import options
from rules.reference import CHAPTERS, Shares, enforced, markdown, reference
from rules.reference import RULES as TEXTS
from rules.reference.sections import Cell
from rules.reference.words import COLUMNS, MEMBERS, NAMES, Words
from rules.sheet import SHEET_NAMES

IDS = [
    *(f"R{number}" for number in range(1, 14)),
    *(f"C{number}" for number in range(16)),
    *(f"P{number}" for number in range(1, 7)),
    *(f"X{number}" for number in range(1, 6)),
    *(f"D{number}" for number in range(1, 19)),
    "ND",
    *(f"T{number}" for number in range(1, 9)),
    *(f"S{number}" for number in range(1, 4)),
    *("W", "W1", "W2"),
]
"""Every rule of rules.md."""
ID = re.compile(r"[RCPXDTS]\d{1,2}|W[12]?|ND")
SWITCHED = {"R7", "R13", "P4", "P5", "D3", "D10", "D15", "X4", "X5"}
"""Rules that a switch decides: their options are there, they may be out of force."""
SOURCE = Path(rules.__file__).parent
RULES = find_preset("ryf-table")
ROLLS = replace(RULES.rolls, explodes_in=frozenset({CheckKind.SKILL}))


def sections(ruleset, translate=str):
    return {rule.id: rule for chapter in reference(ruleset, translate) for rule in chapter.rules}


def test_every_rule_has_a_text():
    assert sorted(TEXTS) == sorted(IDS)
    assert len(TEXTS) == sum(len(texts) for _id, _title, texts in CHAPTERS)


@pytest.mark.parametrize("text", TEXTS.values(), ids=lambda text: text.id)
def test_a_text_has_a_title_and_sentences(text):
    assert text.title
    assert text.paragraphs
    assert all(paragraph.endswith(".") and "  " not in paragraph for paragraph in text.paragraphs)


def test_a_chapter_holds_the_rules_of_its_letter():
    strays = [text.id for id, _title, texts in CHAPTERS for text in texts if text.id[0] != id and text.id != "ND"]

    assert strays == []


def test_every_rule_that_the_source_names_has_a_text():
    named = {
        (part.value, file.name)
        for file in SOURCE.rglob("*.py")
        for part in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(part, ast.Constant) and isinstance(part.value, str) and ID.fullmatch(part.value)
    }

    assert {id for id, _file in named} >= {"R1", "C10", "P1", "T5", "W"}, "the pattern finds nothing any more"
    assert [each for each in sorted(named) if each[0] not in TEXTS] == []


@pytest.mark.parametrize("preset", PRESETS.values(), ids=PRESETS)
def test_what_a_preset_puts_in_force_has_a_text(preset):
    assert set(enforced(preset)) - TEXTS.keys() == set()


@pytest.mark.parametrize("preset", PRESETS.values(), ids=PRESETS)
def test_each_option_stands_with_a_rule_in_force(preset):
    forgotten = {option.path: option.rule for option in options(preset)}
    in_force = set(enforced(preset)) | SWITCHED

    assert {path: rule for path, rule in forgotten.items() if rule not in in_force} == {}


@pytest.mark.parametrize("preset", PRESETS.values(), ids=PRESETS)
def test_each_column_and_each_choice_has_words(preset):
    wordless = set()
    for option in options(preset):
        wordless |= {each for each in option.choices if each.value not in MEMBERS}
        for row in option.value if option.kind == "table" else ():
            for column in fields(row):
                if column.name in ("key", "label") or "fixed" in column.metadata:
                    continue
                where = f"{type(row).__name__}.{column.name}"
                if not column.metadata.get("label") and not COLUMNS.keys() & {where, column.name}:
                    wordless.add(where)
                for kind in (hints_of(type(row))[column.name], *get_args(hints_of(type(row))[column.name])):
                    if isinstance(kind, type) and issubclass(kind, Enum):
                        wordless |= {f"{kind.__name__}.{each.value}" for each in kind if each.value not in MEMBERS}

    assert wordless == set()


def test_every_name_of_a_formula_has_words():
    assert NAMES.keys() == {*SHEET_NAMES, MASTERY}


def test_only_rules_in_force_are_told():
    told = sections(RULES)

    assert told.keys() == set(enforced(RULES))
    assert "R7" not in told
    assert not [id for id in told if id.startswith("D")]
    assert [rule.id for rule in told.values() if rule.is_changed] == []


def numbered(words):
    """The ids that words such as "R1-6 ND" name."""
    for word in words.split():
        letter, first, last = re.fullmatch(r"([A-Z]+)(\d*)-?(\d*)", word).groups()
        yield from (f"{letter}{number}" for number in range(int(first), int(last or first) + 1)) if first else (letter,)


@pytest.mark.parametrize(
    ("preset", "in_force"),
    [
        ("ryf-table", "R1-6 R8-12 C0-15 T1-8 P1-3 P6 X1-5 W W1-2 S1-3"),
        ("ryf-core", "R1-13 C0-15 T1-8 P1-4 P6 X1-5 W W1-2 S1-3"),
        ("d10x2", "R2 R9-12 D1-14 D16-18 ND C0-1 C3 T1-4 T6-8 P1-3 P5-6 X1-5 W W1-2 S1-3"),
    ],
)
def test_a_preset_is_told_with_the_rules_that_it_inherits_and_its_own(preset, in_force):
    told = [rule.id for chapter in reference(find_preset(preset)) for rule in chapter.rules]

    assert sorted(told) == sorted(numbered(in_force))


def test_every_rule_is_in_force_somewhere():
    """D15 is off in all presets until a campaign switches it on."""
    told = {id for preset in PRESETS.values() for id in sections(preset)}

    assert set(IDS) - told == {"D15"}
    assert "D15" in sections(find_preset("d10x2").patched({"locations.counts": True}))


def test_the_named_difficulties_of_2d10_stand_under_their_own_heading():
    told = sections(find_preset("d10x2"))

    (table,) = told["ND"].tables
    assert [(row.label, *row.cells) for row in table.rows][:3] == [
        ("Easy", "12"),
        ("Normal", "15"),
        ("Complicated", "18"),
    ]
    assert table.columns == ("ND",)
    assert told["D1"].tables == ()


def test_a_rule_that_the_campaign_switches_on_is_told_as_changed():
    told = sections(RULES.patched({"rolls.explodes_in": ["skill"]}))

    assert told["R7"].is_added
    assert told["R7"].is_changed
    assert not told["R7"].is_off
    assert [(each.value, each.default) for each in told["R7"].options] == [("skill checks", "none")]


def test_a_rule_that_the_campaign_switches_off_is_told_as_off():
    preset = replace(RULES, rolls=ROLLS)

    told = sections(preset.patched({"rolls.explodes_in": []}))

    assert told["R7"].is_off
    assert told["R7"].is_changed
    assert not told["R7"].is_added
    assert not sections(preset)["R7"].is_off


def test_an_option_stands_beside_what_the_preset_says():
    told = sections(RULES.patched({"rolls.critical_margin": 8, "injuries.threshold_formula": "physique - 2"}))

    margin, *others = told["R6"].options
    assert (margin.path, margin.value, margin.default, margin.is_changed) == ("rolls.critical_margin", "8", "10", True)
    assert not any(each.is_changed for each in others)
    assert told["R6"].is_changed
    assert not told["R5"].is_changed
    assert (told["C10"].options[0].value, told["C10"].options[0].default) == ("Physique − 2", "5")


@pytest.mark.parametrize(
    ("path", "value", "words"),
    [
        ("rolls.unskilled_level", -1, "−1"),
        ("rolls.any_one_fumbles", True, "yes"),
        ("rolls.fumble_fails", False, "no"),
        ("rolls.natural_one_fails", [], "none"),
        ("rolls.natural_one_fails", ["opposed", "skill"], "skill checks, opposed checks"),
        ("rolls.explodes_in", ["skill", "attribute", "opposed", "initiative"], "any"),
        ("pools.pv.formula", "max(physique, 3) * 4", "max(Physique, 3) × 4"),
    ],
)
def test_values_are_told_in_words(path, value, words):
    told = sections(RULES.patched({path: value}))

    assert [each.value for rule in told.values() for each in rule.options if each.path == path] == [words]


def test_what_is_not_set_has_a_word_too():
    assert Words(RULES, str).value(None) == "not set"


def test_options_of_a_row_outside_a_table_are_told_with_its_name():
    assert "Hit points: Maximum" in [each.label for each in sections(RULES)["C0"].options]


def test_a_table_is_told_row_by_row():
    (table,) = sections(RULES)["R8"].tables

    assert (table.path, table.label, table.columns) == (
        "rolls.difficulties",
        "Difficulties",
        ("For skills", "For attributes"),
    )
    assert [(row.label, *row.cells) for row in table.rows] == [
        ("Easy", "10", "9"),
        ("Normal", "15", "12"),
        ("Moderate", "18", ""),
        ("Hard", "20", "15"),
        ("Very hard", "25", "18"),
        ("Almost impossible", "30", "21"),
    ]
    assert table.lines[0] == (
        table.rows[0],
        (Cell("For skills", "10", None), Cell("For attributes", "9", None)),
    )
    assert not table.is_changed
    assert sections(RULES)["R8"].options == ()


def test_a_changed_table_says_which_rows():
    changes = {
        "rolls.difficulties.hard.skill": 21,
        "rolls.difficulties.moderate": None,
        "rolls.difficulties.silly": {"label": "Silly", "skill": 5},
    }

    (table,) = sections(RULES.patched(changes))["R8"].tables

    assert [row.key for row in table.rows if row.is_changed] == ["hard", "silly"]
    assert [row.key for row in table.rows if row.is_new] == ["silly"]
    assert table.left_out == ("Moderate",)
    assert table.is_changed
    assert sections(RULES.patched(changes))["R8"].is_changed


def test_a_table_without_a_row_left_says_what_is_gone():
    changes = {f"shields.{shield.key}": None for shield in RULES.shields}

    table = next(each for each in sections(RULES.patched(changes))["W"].tables if each.path == "shields")

    assert table.rows == ()
    assert len(table.left_out) == 3


def test_an_empty_table_is_not_told():
    preset = replace(RULES, shields=())

    assert "shields" not in [table.path for table in sections(preset)["W"].tables]


def test_a_column_that_says_nothing_is_left_out():
    weapons = next(each for each in sections(RULES)["W"].tables if each.path == "weapons")
    with_bonus = sections(RULES.patched({"weapons.club": {"attack": 1}}))["W"]
    other = next(each for each in with_bonus.tables if each.path == "weapons")

    assert "Damage" in weapons.columns
    assert "Attack" not in weapons.columns
    assert "Attack" in other.columns
    club = next(row for row in weapons.rows if row.key == "club")
    assert club.cells[:3] == ("1d6", "blunt", "yes")
    bow = next(row for row in weapons.rows if row.key == "long_bow")
    assert bow.cells == ("2d6", "projectile", "", "25", "50", "100", "", "1")


def test_a_row_names_the_traits_of_the_table():
    skills = next(each for each in sections(RULES)["W"].tables if each.path == "skills")

    assert ("Stealth", "Dexterity", "any") in [(row.label, *row.cells) for row in skills.rows]
    assert ("Pilot", "Dexterity", "contemporary, future") in [(row.label, *row.cells) for row in skills.rows]


def test_the_throw_has_a_curve_for_each_die_that_may_be_kept():
    (figure,) = sections(RULES)["R1"].figures
    curves = figure.curves

    assert [curve.label for curve in curves] == ["low die kept", "middle die kept", "high die kept"]
    throws = [sorted(faces) for faces in product(range(1, 11), repeat=3)]
    for place, curve in enumerate(curves):
        counted = {face: sum(throw[place] >= face for throw in throws) for face in range(1, 11)}
        assert {total: chance * 1000 for total, chance in curve.points} == counted


def test_where_one_throw_serves_for_all_there_is_one_curve():
    curve = ((2, 1), (3, 0.99))

    class Plain(type(ROLLS)):
        rule = "D1"
        enforces = ("D1",)

        def curve(self, check):
            return curve

    ruleset = replace(RULES, rolls=Plain(difficulties=RULES.rolls.difficulties))

    told = sections(ruleset)["D1"]
    assert [(each.label, each.points) for each in told.figures[0].curves] == [("", curve)]
    assert "R1" not in sections(ruleset)


def test_everything_is_told_in_the_language_of_the_reader():
    def shout(message):
        assert message, "the empty message is the head of a catalogue"
        return re.sub(r"%\(\w+\)S", lambda place: place[0].lower(), message.upper())

    told = reference(RULES.patched({"rolls.difficulties.easy": None}), shout)

    words = [chapter.title for chapter in told]
    for rule in (rule for chapter in told for rule in chapter.rules):
        words += [rule.title, *rule.paragraphs]
        for figure in rule.figures:
            words += [figure.caption, *_labels(figure)]
        words += [word for option in rule.options for word in (option.label, option.value, option.default)]
        for table in rule.tables:
            words += [table.label, *table.columns, *table.left_out]
            words += [word for row in table.rows for word in (row.label, *row.cells)]
    assert [word for word in words if word != word.upper() and not re.search(r"\dd\d", word)] == []


def _labels(figure):
    if isinstance(figure, Shares):
        return [label for label, _chance in figure.rows]
    return [figure.head, *(curve.label for curve in figure.curves)]


def test_as_markdown():
    changes = {"rolls.critical_margin": 8, "rolls.difficulties.easy": None, "rolls.difficulties.hard.skill": 21}

    text = markdown(reference(RULES.patched(changes)))

    assert text.startswith("## Rolls\n\n### R1 · Kept die\n\nThree ten-sided dice")
    assert (
        "| Chance, in percent, that the dice reach each number · at least "
        "| low die kept | middle die kept | high die kept |"
        "\n| --- | ---: | ---: | ---: |" in text
    )
    assert "| 10 | 0.1 | 2.8 | 27.1 |" in text
    assert "### R6 · Critical (changed here)" in text
    assert "- Margin of a critical, and of each degree: **8** (preset: 10)\n- Criticals are natural" in text
    assert "| Normal | 15 | 12 |\n| Moderate | 18 |  |\n| **Hard** | 21 | 15 |" in text
    assert "Left out here: Easy" in text


def test_as_markdown_what_is_off_says_so():
    preset = replace(RULES, rolls=ROLLS)

    assert "Exploding kept die (switched off here)" in markdown(reference(preset.patched({"rolls.explodes_in": []})))
