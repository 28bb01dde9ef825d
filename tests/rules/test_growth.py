"""Px: what they buy, how fast, and what not (X2, X3)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import Refused
from rules.growth import Adventure, Extra, MovementKind, Purchase
from rules.growth.ledger import awarded
from rules.traits import Chapter
from tests.rules.growing import LEVELS, MASTERS, RULES, buy, learner, refusal, told

# --- costs (X2) ------------------------------------------------------------------------------------------------------


def test_e22_a_skill_an_attribute_and_a_new_skill_make_a_level():
    someone = learner(40)
    for trait, to in (("skills.brawl", 4), ("attributes.physique", 5), ("skills.climb", 1)):
        someone = buy(someone, trait, to)

    assert [-each.px for each in someone.ledger.spends] == [4, 25, 2]
    assert (someone.ledger.spent, someone.ledger.balance, someone.level) == (31, 9, 1)
    assert RULES.growth.toward_next(someone.ledger.spent) == 11


def test_e86_several_levels_of_an_attribute_cost_each_on_the_way():
    spend = learner(95).buy("m1", Purchase("attributes.dexterity", 10))

    assert spend.px == -95
    assert (spend.trait, spend.before, spend.after, spend.points) == ("attributes.dexterity", 8, 10, 2)


@pytest.mark.parametrize(("to", "px"), [(1, 2), (2, 4), (3, 7)])
def test_a_new_skill_costs_two_four_or_seven(to, px):
    assert learner().cost(Purchase("skills.climb", to)) == px


@pytest.mark.parametrize(("grade", "px"), [(1, 3), (2, 9), (3, 18)])
def test_e102_each_grade_of_mastery_costs_by_itself(grade, px):
    assert learner().cost(Purchase("masteries.long_sword", grade)) == px


def test_a_technique_costs_what_the_gm_says_and_two_for_each_new_power():
    someone = learner(20)
    better = Purchase("techniques.fire", 4, (Extra("Alcance", 3), Extra("Área", 4)), powers=2)

    spend = someone.buy("m1", better)
    assert (spend.px, spend.reason) == (-11, "Alcance, Área")
    assert someone.cost(Purchase("techniques.ice", 1, (Extra("Frío", 6),))) == 6
    assert someone.problems(Purchase("techniques.fire", 3, powers=1)) == ()


def test_every_cost_is_an_option():
    rules = RULES.patched(
        {
            "growth.attribute_cost": 4,
            "growth.skill_cost": 3,
            "growth.new_skill_cost": 5,
            "growth.power_cost": 1,
            "growth.mastery_cost": 2,
        }
    )
    someone = learner(rules=rules)

    assert someone.cost(Purchase("attributes.physique", 5)) == 20
    assert someone.cost(Purchase("skills.climb", 2)) == 5 + 6
    assert someone.cost(Purchase("techniques.fire", 3, powers=2)) == 2
    assert someone.cost(Purchase("masteries.mace", 2)) == 6


@given(st.sampled_from(["attributes", "skills", "masteries"]), st.integers(0, 20), st.integers(0, 9), st.integers(0, 9))
def test_two_steps_cost_what_one_leap_does(chapter, start, first, second):
    growth, kind = RULES.growth, Chapter(chapter)
    middle, end = start + first, start + first + second

    assert growth.cost(kind, start, end) == growth.cost(kind, start, middle) + growth.cost(kind, middle, end)


@given(st.integers(1, 99))
def test_a_level_costs_its_number_times_the_factor(level):
    growth = RULES.growth

    assert growth.cost(Chapter.ATTRIBUTES, level - 1, level) == 5 * level
    assert growth.cost(Chapter.MASTERIES, level - 1, level) == 3 * level
    assert growth.cost(Chapter.SKILLS, level - 1, level) == (2 if level == 1 else level)
    assert growth.cost(Chapter.TECHNIQUES, level - 1, level) == 0


# --- pace (X3) -------------------------------------------------------------------------------------------------------


def test_e87_a_skill_rises_one_level_in_an_award():
    someone = buy(learner(10), "skills.stealth", 3)

    assert someone.ledger.spent == 3
    assert refusal(someone, Purchase("skills.stealth", 4)) == [("pace", "skills.stealth", "X3")]
    someone = buy(someone.adding(awarded("a2", 1)), "skills.stealth", 4)
    assert someone.ledger.spent == 7


def test_two_levels_at_once_are_too_many():
    assert refusal(learner(20), Purchase("skills.stealth", 4)) == [("pace", "skills.stealth", "X3")]


def test_a_new_skill_rises_to_three_at_once_or_step_by_step():
    assert buy(learner(20), "skills.climb", 3).ledger.spent == 7
    assert buy(buy(learner(20), "skills.climb", 1), "skills.climb", 3).ledger.spent == 7
    assert refusal(learner(20), Purchase("skills.climb", 4)) == [("pace", "skills.climb", "X3")]
    climbing = buy(learner(20), "skills.climb", 3)
    assert refusal(climbing, Purchase("skills.climb", 4)) == [("pace", "skills.climb", "X3")]


def test_a_new_skill_is_no_longer_new_in_the_next_award():
    someone = buy(learner(20), "skills.climb", 1).adding(awarded("a2", 1))

    assert refusal(someone, Purchase("skills.climb", 3)) == [("pace", "skills.climb", "X3")]
    assert buy(someone, "skills.climb", 2).ledger.spent == 4


def test_attributes_and_techniques_know_no_pace():
    someone = buy(learner(99), "attributes.physique", 6)

    assert buy(someone, "attributes.physique", 7).ledger.spent == 25 + 30 + 35
    assert someone.problems(Purchase("techniques.fire", 8, (Extra("Todo", 9),))) == ()


def test_the_pace_is_an_option():
    rules = RULES.patched({"growth.levels_per_award": 2, "growth.new_skill_levels": 1})
    someone = learner(20, rules=rules)

    assert someone.problems(Purchase("skills.stealth", 4)) == ()
    assert refusal(someone, Purchase("skills.climb", 2)) == [("pace", "skills.climb", "X3")]


def test_awards_of_an_adventure_open_no_new_pace_and_its_share_does():
    someone = buy(learner(10), "skills.stealth", 3)
    adventure = Adventure("isle")
    pooled = adventure.award("p1", 2, earned_by="lia")

    waiting = someone.adding(pooled)
    assert waiting.ledger.award == "a1"
    _closed, shares = adventure.adding(pooled).close({"lia": "s1"})
    assert someone.adding(shares["lia"]).ledger.award == "s1"
    _closed, nothing = adventure.close({"lia": "s2"})
    assert someone.adding(nothing["lia"]).ledger.award == "s2"


def test_an_award_taken_back_whole_is_no_award():
    someone = buy(learner(10), "skills.stealth", 3).adding(awarded("a2", 5))

    whole = someone.adding(awarded("a3", -5, reason="era de Inés", reverses="a2"))
    assert refusal(whole, Purchase("skills.stealth", 4)) == [("pace", "skills.stealth", "X3")]
    part = someone.adding(awarded("a3", -2, reason="eran tres", reverses="a2"))
    assert part.problems(Purchase("skills.stealth", 4)) == ()


# --- what may not be bought (X1, X2, P2–P4, D10) ----------------------------------------------------------------------


def test_e91_of_two_purchases_one_is_refused_with_the_reason():
    _closed, shares = Adventure("isle", (awarded("p1", 10, adventure="isle"),)).close({"lia": "s1"})
    someone = learner(levels={**LEVELS, "skills.brawl": 5}).adding(shares["lia"])

    once = buy(someone, "skills.brawl", 6)
    with pytest.raises(Refused) as refused:
        buy(once, "skills.melee_weapons", 6)

    assert told(refused) == [("not_enough", "px", "X1")]
    assert str(refused.value) == "It costs 6 px, and there are 4."
    assert once.ledger.balance == 4
    assert [each.kind for each in once.ledger.movements] == [MovementKind.SHARE, MovementKind.SPEND]


def test_every_reason_against_a_purchase_comes_at_once():
    rules = RULES.patched({"growth.raises_attributes": False, "growth.attribute_maximum": 18})
    someone = learner(1, rules=rules, adventure=Adventure("isle"))

    assert refusal(someone, Purchase("attributes.willpower", 19)) == [
        ("adventure_open", "px", "X5"),
        ("closed", "attributes.willpower", "X2"),
        ("over", "attributes.willpower", "P3"),
        ("prodigy", "attributes.willpower", "P3"),
        ("not_enough", "px", "X1"),
    ]


def test_an_attribute_rises_to_twenty_and_a_prodigy_waits_for_the_gm():
    approved = learner(999, approved={"attributes.willpower"})

    assert refusal(learner(999), Purchase("attributes.willpower", 16)) == [("prodigy", "attributes.willpower", "P3")]
    assert approved.problems(Purchase("attributes.willpower", 20)) == ()
    assert refusal(approved, Purchase("attributes.willpower", 21)) == [("over", "attributes.willpower", "P3")]
    assert learner(999).problems(Purchase("attributes.dexterity", 15)) == ()


def test_skills_have_a_maximum_in_play_only_where_the_table_sets_one():
    high = {"skills.brawl": 30, "techniques.fire": 30}
    improved = Purchase("techniques.fire", 31, (Extra("Daño", 1),))

    assert learner(99, high).problems(Purchase("skills.brawl", 31)) == ()
    capped = learner(99, high, RULES.patched({"growth.skill_maximum": 30}))
    assert refusal(capped, Purchase("skills.brawl", 31)) == [("over", "skills.brawl", "P2")]
    assert refusal(capped, improved) == [("over", "techniques.fire", "P2")]


def test_e102_a_mastery_needs_the_skill_two_levels_above_its_grade():
    someone = learner(20, {"skills.melee_weapons": 4}, MASTERS)

    assert buy(someone, "masteries.mace", 2).ledger.spent == 9
    assert refusal(someone, Purchase("masteries.mace", 3)) == [("unskilled_mastery", "masteries.mace", "D10")]
    assert refusal(learner(20), Purchase("masteries.mace", 1)) == [("off", "masteries.mace", "D10")]


def test_a_specialization_has_a_price_of_the_gm_and_comes_one_by_one():
    rules = RULES.patched({"creation.has_specializations": True})
    someone = learner(20, rules=rules)
    path = "specializations.melee_weapons"

    once = buy(someone, path, 1, extras=(Extra("Lanzas", 4),))
    assert (once.ledger.spent, once.ledger.spends[0].reason) == (4, "Lanzas")
    assert buy(once, path, 2, extras=(Extra("Hachas", 5),)).ledger.spent == 9
    assert refusal(someone, Purchase(path, 2, (Extra("Todo", 1),))) == [("too_many", path, "P4")]
    assert refusal(someone, Purchase(path, 1)) == [("unpriced", path, "X2")]
    assert refusal(learner(20), Purchase("specializations.brawl", 1, (Extra("Patadas", 1),))) == [
        ("off", "specializations.brawl", "P4"),
        ("too_low", "specializations.brawl", "P4"),
    ]


@pytest.mark.parametrize(
    ("purchase", "code"),
    [
        (Purchase("techniques.fire", 4), "unpriced"),
        (Purchase("skills.brawl", 4, (Extra("Regalo", 0),)), "priced"),
        (Purchase("skills.brawl", 4, powers=1), "priced"),
        (Purchase("techniques.fire", 4, (Extra("Robo", -9),)), "out_of_bounds"),
        (Purchase("techniques.fire", 4, powers=-1), "out_of_bounds"),
        (Purchase("skills.brawl", 3), "not_higher"),
        (Purchase("skills.brawl", -1), "not_higher"),
        (Purchase("techniques.fire", 2, powers=1), "not_higher"),
        (Purchase("techniques.ice", 0, powers=1), "not_higher"),
        (Purchase("skills.brawl", 100), "out_of_bounds"),
        (Purchase("skills.flight", 1), "unknown_trait"),
        (Purchase("attributes.luck", 1), "unknown_trait"),
        (Purchase("masteries.excalibur", 1), "unknown_trait"),
        (Purchase("techniques.dodge", 1, powers=1), "unknown_trait"),
        (Purchase("specializations.flight", 1, (Extra("Picado", 1),)), "unknown_trait"),
        (Purchase("brawl", 1), "unknown_trait"),
        (Purchase("spells.fire", 1), "unknown_trait"),
        (Purchase("", 1), "unknown_trait"),
    ],
)
def test_what_is_no_purchase_is_refused(purchase, code):
    assert refusal(learner(900), purchase) == [(code, purchase.trait, "X2")]


def test_what_is_no_purchase_has_to_wait_for_the_adventure_too():
    someone = learner(900, adventure=Adventure("isle"))

    assert refusal(someone, Purchase("skills.flight", 1)) == [
        ("adventure_open", "px", "X5"),
        ("unknown_trait", "skills.flight", "X2"),
    ]


def test_offers_name_the_next_level_of_everything_its_px_and_what_speaks_against_it():
    offers = {each.purchase.trait: each for each in learner(4, rules=MASTERS).offers()}

    assert len(offers) == len(RULES.attributes) + len(RULES.skills) + len(RULES.weapons)
    assert (offers["skills.brawl"].purchase.to, offers["skills.brawl"].px) == (4, 4)
    assert offers["skills.brawl"].problems == ()
    assert [each.code for each in offers["attributes.physique"].problems] == ["not_enough"]
    assert [each.code for each in offers["masteries.long_bow"].problems] == ["unskilled_mastery"]
    assert not any(each.purchase.trait.startswith("masteries") for each in learner().offers())
