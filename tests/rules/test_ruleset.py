"""What a ruleset makes of a sheet: checks, maxima, derived values, pools (R1, R2, C0, C10, P6)."""

from dataclasses import replace

import pytest

from rules import CheckKind, Refused, Sheet, find_preset
from rules.checks import Factor, Term

RULES = find_preset("ryf-table")
LIA = Sheet(
    attributes={"physique": 4, "dexterity": 5, "perception": 3},
    skills={"stealth": 2, "dodge": 4, "reflexes": 3, "melee_weapons": 5, "ranged_weapons": 1},
    pools={"pv": 12},
    level=1,
    encumbrance=2,
    shield=1,
)


def codes(refused):
    return {(problem.code, problem.field) for problem in refused.value.problems}


def test_a_skill_check_adds_its_attribute_its_level_and_the_modifier():
    check = RULES.check(LIA, "stealth", difficulty=15, modifier=-2)

    assert check.kind is CheckKind.SKILL
    assert check.terms == (Term("dexterity", 5), Term("stealth", 2), Term("modifier", -2))
    assert (check.bonus, check.difficulty, check.factors) == (5, 15, ())


def test_a_skill_goes_with_any_attribute():
    assert RULES.check(LIA, "stealth", attribute="perception").terms == (Term("perception", 3), Term("stealth", 2))


def test_an_attribute_check_is_never_unskilled():
    check = RULES.check(LIA, "charisma", difficulty=12)

    assert check.kind is CheckKind.ATTRIBUTE
    assert (check.terms, check.factors) == ((Term("charisma", 0),), ())


def test_only_the_written_level_makes_unskilled():
    assert RULES.check(LIA, "climb", modifier=6).factors == (Factor("unskilled", -1, "R1"),)
    assert RULES.check(LIA, "stealth", modifier=-6).factors == ()


def test_the_wounded_keep_one_rank_lower():
    wounded = replace(LIA, pools={"pv": 5})

    assert RULES.check(wounded, "stealth").factors == (Factor("wounded", -1, "C10"),)
    assert [factor.code for factor in RULES.check(wounded, "climb").factors] == ["wounded", "unskilled"]


def test_encumbrance_lowers_dexterity_rolls_if_the_table_says_so():
    rules = RULES.patched({"encumbrance_lowers": True})

    assert Term("encumbrance", -2) in rules.check(LIA, "stealth").terms
    assert Term("encumbrance", -2) in rules.check(LIA, "dexterity").terms
    assert Term("encumbrance", -2) not in rules.check(LIA, "stealth", attribute="perception").terms
    assert Term("encumbrance", -2) not in RULES.check(LIA, "stealth").terms


def test_a_check_is_refused_with_every_problem():
    with pytest.raises(Refused) as refused:
        RULES.check(LIA, "stealth", attribute="luck", modifier=100, difficulty=1000)

    assert codes(refused) == {
        ("unknown_attribute", "attribute"),
        ("out_of_bounds", "modifier"),
        ("out_of_bounds", "difficulty"),
    }


@pytest.mark.parametrize("trait", ["flight", "", "pv", "level"])
def test_an_unknown_trait_is_refused(trait):
    with pytest.raises(Refused) as refused:
        RULES.check(LIA, trait)

    assert codes(refused) == {("unknown_trait", "trait")}


def test_an_attribute_is_not_paired_with_another():
    with pytest.raises(Refused) as refused:
        RULES.check(LIA, "physique", attribute="perception")

    assert codes(refused) == {("not_a_skill", "attribute")}


@pytest.mark.parametrize(
    ("key", "value"),
    [("initiative", 4), ("melee_attack", 9), ("ranged_attack", 6), ("defense", 16), ("active_defense", 9)],
)
def test_derived_values(key, value):
    assert RULES.value(LIA, key) == value


def test_a_fixed_value_overrides_its_formula():
    foe = Sheet({}, {}, {}, fixed={"pv": 30, "defense": 14})

    assert (RULES.maximum(foe, "pv"), RULES.value(foe, "defense")) == (30, 14)
    assert RULES.value(foe, "melee_attack") == 0


def test_hit_points_are_four_times_the_physique_and_five_a_level():
    assert RULES.maximum(LIA, "pv") == 21


@pytest.mark.parametrize("someone", [Sheet({}, {}, {}), Sheet({"physique": 4}, {}, {}, fixed={"pv": 0})])
def test_a_maximum_is_never_below_one(someone):
    assert RULES.maximum(someone, "pv") == 1


@pytest.mark.parametrize(("by", "applied"), [(-3, -3), (-12, -12), (-20, -12), (5, 5), (50, 9), (0, 0), (10**30, 9)])
def test_a_pool_stays_between_zero_and_its_maximum(by, applied):
    assert RULES.change_pool(LIA, "pv", by) == applied


def test_a_pool_that_is_not_written_is_full():
    fresh = replace(LIA, pools={})

    assert RULES.points(fresh, "pv") == 21
    assert RULES.change_pool(fresh, "pv", -4) == -4


def test_a_pool_above_a_fallen_maximum_is_cut():
    weakened = replace(LIA, attributes={"physique": 1})

    assert RULES.points(weakened, "pv") == 9
    assert RULES.change_pool(weakened, "pv", 0) == -3


def test_what_no_ruleset_has_is_a_lookup_error():
    with pytest.raises(LookupError):
        RULES.maximum(LIA, "stamina")
    with pytest.raises(LookupError):
        RULES.value(LIA, "luck")
