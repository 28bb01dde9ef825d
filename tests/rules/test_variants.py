"""Real house rules: what they make of a character, and that a campaign can store and read them back."""

import json

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from rules import Fight, Fighter, Refused, Sheet, find_preset
from rules.growth import Ledger, Purchase
from rules.options import changed, options, plain
from rules.shooting import Shot
from tests.rules.variants import (
    CUSTOM,
    FRAIL,
    HEROIC,
    LABELS,
    NIMBLE,
    REALISTIC,
    SUMMED,
    TWO_TENS,
    VARIANTS,
    WIDE,
    WITHOUT_CHARISMA,
)

TABLE = find_preset("ryf-table")
KEYS = [each.key for each in TABLE.skills]


def patched(variant):
    return find_preset(variant.preset).patched(variant.changes)


def written(ruleset):
    """The changes of a ruleset, as a campaign would store them."""
    return json.loads(json.dumps({each.path: plain(each.value) for each in changed(ruleset)}))


def told(problems):
    return [(problem.code, problem.field) for problem in problems]


def draft(rules, values, levels):
    """A draft with attributes in the order of the ruleset and skills in that of the preset."""
    attributes = dict(zip([each.key for each in rules.attributes], values, strict=True))
    return rules.draft(attributes, dict(zip(KEYS, levels, strict=False)))


@pytest.mark.parametrize("name", VARIANTS)
def test_a_variant_is_stored_and_read_back(name):
    rules = patched(VARIANTS[name])

    assert find_preset(rules.key).patched(written(rules)) == rules
    assert rules != find_preset(rules.key)


def test_heroes_have_thirty_points_in_four_attributes_and_a_pyramid():
    rules = patched(HEROIC)
    exact = (6, 5, 5, 5, 4, 4, 4, 3, 3, 3, 2, 2, 2, 1, 1, 1)

    assert [each.key for each in rules.attributes] == ["physique", "dexterity", "intelligence", "perception"]
    assert draft(rules, (10, 8, 7, 5), exact).finishing_problems() == ()
    assert draft(rules, (10, 8, 7, 5), exact).to_confirm() == ()
    assert told(draft(rules, (11, 9, 7, 3), exact).problems()) == [
        ("over", "attributes.physique"),
        ("under", "attributes.perception"),
    ]
    assert told(draft(rules, (10, 8, 7, 5), (6, 6, 5, 5)).problems()) == [("pyramid", "skills")]
    assert rules.maximum(Sheet({"physique": 10}, {}, {}), "pv") == 40
    assert rules.find_skill("seduce").attribute == "intelligence"


def test_the_realistic_have_twenty_two_points_and_two_skills_at_each_level():
    rules = patched(REALISTIC)
    exact = (5, 5, 4, 4, 3, 3, 2, 2, 1, 1)

    assert draft(rules, (7, 6, 5, 4), exact).finishing_problems() == ()
    assert draft(rules, (7, 6, 5, 4), exact).to_confirm() == ()
    assert told(draft(rules, (7, 6, 5, 4), (5, 5, 5)).problems()) == [("pyramid", "skills")]
    assert told(draft(rules, (7, 6, 5, 5), exact).problems()) == [("over_budget", "attributes")]
    assert rules.maximum(Sheet({"physique": 7}, {}, {}), "pv") == 21
    assert rules.maximum(Sheet({"physique": 7}, {}, {}, level=1), "pv") == 26


def test_the_wide_have_thirty_seven_points_and_skills_up_to_ten():
    rules = patched(WIDE)

    assert draft(rules, (10, 9, 8, 6, 4), (10,) * 9).finishing_problems() == ()
    assert draft(rules, (10, 9, 8, 6, 4), (10,) * 9).to_confirm() == ()
    assert told(draft(rules, (10, 9, 8, 6, 4), (11,)).problems()) == [("over", "skills.notice")]


def test_attribute_and_skill_are_fifteen_at_most_and_px_raise_no_attribute():
    rules = patched(SUMMED)
    values = (10, 10, 8, 10, 2)

    assert rules.draft(dict(zip([each.key for each in rules.attributes], values, strict=True)), {}).left == (0, 40)
    assert draft(rules, values, (5,) * 8).finishing_problems() == ()
    assert told(draft(rules, values, (6,)).problems()) == [("over", "skills.notice")]
    assert told(draft(rules, (15, 10, 8, 6, 1), ()).problems()) == [
        ("over", "attributes.physique"),
        ("under", "attributes.charisma"),
    ]
    someone = rules.learner({"attributes.physique": 5}, Ledger())
    assert ("closed", "attributes.physique") in told(someone.problems(Purchase("attributes.physique", 6)))


def test_difficulties_go_by_other_names():
    rows = [(each.label, each.skill) for each in patched(LABELS).rolls.difficulties]

    assert rows == [("Rutina", 10), ("Reto", 15), ("Proeza", 20), ("Hazaña", 25), ("Milagro", 30)]


def test_the_frail_are_wounded_at_their_physique_and_not_a_turn_longer():
    rules = patched(FRAIL)
    hurt = Sheet({"physique": 6}, {}, {"pv": 6})

    assert rules.condition(hurt).wounded
    assert rules.injuries.linger_turns == 0
    assert not rules.condition(Sheet({"physique": 6}, {}, {"pv": 7})).wounded


def test_the_nimble_defend_with_ten_and_dodge():
    assert patched(NIMBLE).value(Sheet({"dexterity": 9}, {"dodge": 4}, {}, level=1, shield=2), "defense") == 17


def test_a_table_adds_and_renames_what_it_likes():
    rules = patched(CUSTOM)
    lucky = Sheet({"willpower": 3, "luck": 4}, {"gamble": 1, "notice": 1}, {})

    assert rules.find_attribute("dexterity").label == "Agilidad"
    assert rules.value(lucky, "sanity") == 19
    assert [factor.code for factor in rules.check(lucky, "gamble").factors] == ["unskilled"]
    found = rules.draft(dict.fromkeys([each.key for each in rules.attributes], 2), {})
    assert ("too_low", "skills.notice") in told(found.finishing_problems())
    someone = rules.learner({"attributes.luck": 4}, Ledger())
    assert ("closed", "attributes.luck") in told(someone.problems(Purchase("attributes.luck", 5)))


def test_two_tens_from_three_upwards():
    rules = patched(TWO_TENS)
    keys = [each.key for each in rules.attributes]
    found = rules.draft(dict.fromkeys(keys, 6), {})

    assert len(keys) == 8
    assert found.left.attributes == 0
    assert told(found.problems()) == []
    assert found.generation_left == 40
    assert rules.maximum(Sheet({"willpower": 5, "constitution": 6}, {}, {}), "stamina") == 66


# --- what a removed attribute leaves behind (P1) ----------------------------------------------------------------------


def refused(changes):
    with pytest.raises(Refused) as refusal:
        TABLE.patched(changes)
    return told(refusal.value.problems)


def test_a_skill_that_names_a_removed_attribute_is_a_problem_at_once():
    social = [each.key for each in TABLE.skills if each.attribute == "charisma"]

    assert refused({"attributes.charisma": None}) == [("missing_attribute", f"skills.{key}") for key in social]
    assert TABLE.patched(WITHOUT_CHARISMA).find_attribute("charisma") is None


@pytest.mark.parametrize(
    ("path", "change"),
    [
        ("pools.pv.formula", "willpower * 4"),
        ("derived.defense.formula", "dodge + willpower"),
        ("injuries.threshold_formula", "willpower"),
    ],
)
def test_a_formula_that_names_a_removed_attribute_is_a_problem_at_once(path, change):
    rules = TABLE.patched({path: change})

    assert ("missing_name", path) in refused({path: change, "attributes.willpower": None})
    with pytest.raises(Refused) as refusal:
        rules.patched({"attributes.willpower": None})
    assert told(refusal.value.problems) == [("missing_name", path)]


# --- any change (options) ---------------------------------------------------------------------------------------------

WORDS = st.sampled_from(["Otra cosa", "Ñandú", "x"])
FORMULAS = st.sampled_from(["physique × 3", "7", "max(dexterity, intelligence) // 2 + level", "-(perception - 4)"])
ROWS = {
    "weapons.dagger": st.none() | st.fixed_dictionaries({"damage": st.sampled_from(["1d8", "2d6+2"])}),
    "weapons.whip": st.fixed_dictionaries({"label": WORDS}, optional={"attack": st.integers(-20, 20)}),
    "skills.swim": st.none() | st.fixed_dictionaries({"minimum": st.integers(0, 5)}),
    "skills.gamble": st.fixed_dictionaries({"label": WORDS, "attribute": st.just("physique")}),
    "attributes.willpower": st.none() | st.fixed_dictionaries({"label": WORDS}),
    "attributes.luck": st.fixed_dictionaries({"label": WORDS, "short": WORDS}),
    "derived.sanity": st.fixed_dictionaries({"label": WORDS, "formula": FORMULAS}),
    "rolls.difficulties.easy": st.none() | st.fixed_dictionaries({"label": WORDS}),
    "creation.pyramid.top": st.fixed_dictionaries({"level": st.integers(1, 9), "count": st.integers(0, 9)}),
}


def values_of(each):
    """Anything that an option may be set to."""
    match each.kind:
        case "flag":
            found = st.booleans()
        case "number":
            found = st.integers(each.minimum, each.maximum)
        case "choices":
            found = st.lists(st.sampled_from(each.choices), unique=True)
        case _:
            found = FORMULAS
    return st.none() | found if each.can_be_empty else found


ANYTHING = {each.path: values_of(each) for each in options(TABLE) if each.kind != "table"} | ROWS
changes = st.lists(st.sampled_from(sorted(ANYTHING)), max_size=8, unique=True).flatmap(
    lambda paths: st.fixed_dictionaries({path: ANYTHING[path] for path in paths})
)


@given(changes)
def test_whatever_is_changed_reads_back_as_the_same_ruleset(changes):
    try:
        rules = TABLE.patched(changes)
    except Refused:
        assume(False)

    assert TABLE.patched(written(rules)) == rules
    assert rules.patched({}) == rules
    assert list(changed(TABLE.patched({}))) == []


@given(st.sampled_from([each for each in options(TABLE) if each.kind == "number"]), st.integers(1, 10**9))
def test_a_number_out_of_its_bounds_is_a_problem_that_knows_its_rule(option, beyond):
    for value in (option.minimum - beyond, option.maximum + beyond):
        with pytest.raises(Refused) as refusal:
            TABLE.patched({option.path: value})
        (problem,) = refusal.value.problems
        assert (problem.code, problem.field, problem.rule) == ("out_of_bounds", option.path, option.rule)


def test_bands_of_five_to_twenty():
    """Four distances at 5, 10, 15 and 20 (C7)."""
    wanted = {"point_blank": 5, "short": 10, "medium": 15, "long": 20}
    rules = TABLE.patched({f"attacks.shooting.bands.{key}.difficulty": value for key, value in wanted.items()})
    bow = rules.find_weapon("long_bow")

    found = {band: rules.attacks.shooting.difficulty(bow, Shot(band)).total for band in wanted}

    assert found == wanted


def test_healing_of_one_die_and_nothing_else():
    """A success heals 1d6, whatever it says elsewhere (C14)."""
    rules = TABLE.patched({"first_aid.dice": "2d6"}).patched({"first_aid.dice": "1d6"})

    assert str(rules.first_aid.dice) == "1d6"
    assert str(TABLE.patched({"first_aid.dice": "2d6"}).first_aid.dice) == "2d6"


def test_two_light_weapons_make_one_attack_at_three_more():
    """Instead of two attacks at −2 and −4 (C4): one, with the higher damage."""
    rules = TABLE.patched({"attacks.two_weapons.is_one_attack": True})
    someone = Sheet({"physique": 4, "dexterity": 3}, {"melee_weapons": 5}, {})
    fight = (
        Fight(rules).add(Fighter("a", someone), Fighter("b", Sheet({}, {}, {}, fixed={"pv": 9, "defense": 12}))).fight
    )
    dagger, sword = rules.find_weapon("dagger"), rules.find_weapon("short_sword")

    attacks = fight.plan_both("a", (dagger, "b"), (sword, "b"))

    assert [(each.check.bonus, str(each.damage)) for each in attacks] == [(4 + 5 + 3, "1d6+2")]
