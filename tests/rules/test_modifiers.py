"""Modifiers that are picked, protagonism, and where each number of a check comes from (D1, D3)."""

import json
from dataclasses import replace

import pytest

from rules import Check, Refused, Sheet, find_preset, scripted
from rules.modifiers import Modifier
from rules.presets.d10x2_rolls import MODIFIERS, ROLLS
from rules.protagonism import Protagonism

TABLE = find_preset("ryf-table")
TENS = replace(TABLE, rolls=ROLLS, modifiers=MODIFIERS, protagonism=Protagonism(1))
SHEET = Sheet({"dexterity": 5, "intelligence": 2}, {"stealth": 4}, {})

LIST = {
    6: "Huge target · Excellent speech · Something trivial · A point of protagonism",
    5: "Shot at point-blank · Attack by treachery · Technical superiority",
    4: "Enemy fleeing or humiliated · Still target, advantageous situation · Much tougher material",
    3: "Very large or near target · Attack on someone unarmed · Good strategy"
    " · Attack after a successful dodge or block",
    2: "Good light · Show of power or technology · Witty or amusing play · Time taken to aim",
    1: "Complete silence · Surprise · Fitting equipment · Local fame",
    -1: "Notable noise · Aim at the shoulder · Unfit equipment or ground",
    -2: "Small or distant object · Attacking or dodging from the ground · Out of character",
    -3: "Attack out of cover · Improvised weapon · Limp, wrong hand · Aim at an arm · Unfamiliar object",
    -4: "Aim at a hand · Unsuitable or unknown situation · Ill-suited object",
    -5: "Attack on someone entrenched · Without experience · Against the character's whole concept",
    -6: "Tiny or remote object · Loss of an eye or leg · Aim at the head · Exhausted or terrified",
}


def codes(refused):
    return [(each.code, each.field, each.rule) for each in refused.value.problems]


def test_the_list_of_modifiers():
    found = {value: [row.label for row in MODIFIERS if row.value == value] for value in LIST}

    assert found == {value: labels.split(" · ") for value, labels in LIST.items()}
    assert len({row.key for row in MODIFIERS}) == len(MODIFIERS) == 43


def test_the_named_difficulties_are_the_same_for_skills_and_attributes():
    numbers = [12, 15, 18, 21, 24, 27, 30, 36, 42, 54]

    assert [(row.nd, row.skill, row.attribute) for row in ROLLS.difficulties] == [(each,) * 3 for each in numbers]


def test_modifiers_are_picked_by_key_and_add_up():
    check = TENS.check(SHEET, "stealth", difficulty=18, modifiers=["good_light", "limp", "good_light"], modifier=1)

    assert [(term.key, term.value, term.rule) for term in check.terms] == [
        ("dexterity", 5, "R2"),
        ("stealth", 4, "R2"),
        ("modifier", 1, "R2"),
        ("good_light", 2, "D3"),
        ("limp", -3, "D3"),
    ]
    assert check.bonus == 9


def test_where_a_number_comes_from_is_kept_in_the_facts():
    outcome = TENS.rolls.resolve(TENS.check(SHEET, "stealth", modifiers=["noise"]), scripted(5, 5))

    terms = json.loads(json.dumps(outcome.facts()))["check"]["terms"]

    assert terms == [["dexterity", 5, "R2"], ["stealth", 4, "R2"], ["noise", -1, "D3"]]
    assert [term.rule for term in Check.from_facts(outcome.check.facts()).terms] == ["R2", "R2", "D3"]


def test_facts_of_before_origins_were_kept_are_read_too():
    facts = {"kind": "skill", "trait": "stealth", "terms": [["stealth", 4]], "factors": [["wounded", -1, "C10"]]}

    check = Check.from_facts({**facts, "difficulty": 15})

    assert (check.bonus, check.terms[0].rule, check.factors[0].label) == (4, "", "")


def test_an_unknown_modifier_is_refused_with_all_that_is_wrong():
    with pytest.raises(Refused) as refused:
        TENS.check(SHEET, "stealth", modifiers=["rain", "good_light", "snow"])

    assert codes(refused) == [("unknown_modifier", "modifiers", "D3")] * 2
    assert "rain" in str(refused.value)


def test_a_campaign_makes_its_own_modifiers():
    rules = TABLE.patched({"modifiers.rain": {"label": "Lluvia", "value": -2}})

    assert rules.check(SHEET, "stealth", modifiers=["rain"]).bonus == 7
    assert TABLE.modifiers == ()


def test_a_point_of_protagonism_adds_six_once():
    check = TENS.check(SHEET, "stealth", difficulty=18, protagonism=True)

    assert check.bonus == 15
    with pytest.raises(Refused) as refused:
        TENS.sway(check, protagonism=True)
    assert codes(refused) == [("no_use", "protagonism", "D3")]


def test_protagonism_is_spent_and_not_picked():
    with pytest.raises(Refused) as refused:
        TENS.check(SHEET, "stealth", modifiers=["protagonism"])

    assert codes(refused) == [("unknown_modifier", "modifiers", "D3")]


def test_protagonism_adds_nothing_where_the_table_has_no_such_row():
    with pytest.raises(Refused) as refused:
        TABLE.check(SHEET, "stealth", protagonism=True)

    assert codes(refused) == [("no_use", "protagonism", "D3")]


def test_points_of_protagonism():
    assert (Protagonism(1).initial, Protagonism().initial) == (1, 0)
    assert Protagonism(1).spend(1) == 0
    with pytest.raises(Refused) as refused:
        Protagonism(1).spend(0)
    assert codes(refused) == [("no_protagonism", "protagonism", "D3")]


def test_without_experience_counts_once_even_if_it_is_picked():
    unskilled = Sheet({"dexterity": 5}, {}, {})

    picked = TENS.check(unskilled, "stealth", modifiers=["without_experience"])

    assert picked.bonus == TENS.check(unskilled, "stealth").bonus == 0
    assert TENS.check(SHEET, "stealth", modifiers=["without_experience"]).bonus == 4


def test_an_attribute_alone_needs_no_experience():
    assert TENS.check(SHEET, "willpower").bonus == 0


def test_where_the_attribute_does_not_count_only_skill_checks_lack_it():
    rules = TENS.patched({"rolls.attribute_counts": False})

    assert rules.check(SHEET, "stealth", attribute="intelligence").bonus == 4
    assert rules.check(SHEET, "dexterity").bonus == 5
    assert rules.value(SHEET, "active_defense") == 5


def test_a_modifier_has_bounds():
    with pytest.raises(Refused) as refused:
        TABLE.patched({"modifiers.rain": {"label": "Lluvia", "value": 21}})

    assert codes(refused) == [("out_of_bounds", "modifiers.rain.value", "D3")]
    assert Modifier("rain", "Lluvia").value == 0
