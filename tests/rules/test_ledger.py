"""What is written of px: awards, refunds, corrections, levels, and the pool of an adventure (X1, X4, X5)."""

from dataclasses import replace

import pytest

from rules import Refused, Sheet
from rules.formula import Formula
from rules.growth import Adventure, Extra, MovementKind, Purchase
from rules.growth.ledger import awarded
from rules.traits import PoolKind
from tests.rules.growing import LEVELS, MASTERS, RULES, buy, learner, refusal, told

# --- the ledger (X1) --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("px", "reason", "fields"),
    [(0, "", ["px"]), (10_000, "", ["px"]), (-3, " ", ["reason"]), (-10_000, "", ["px", "reason"])],
)
def test_an_award_has_px_and_taking_back_a_reason(px, reason, fields):
    with pytest.raises(Refused) as refused:
        awarded("a1", px, reason=reason)

    assert [(problem.field, problem.rule) for problem in refused.value.problems] == [(each, "X1") for each in fields]


def test_a_wrong_award_is_taken_back_by_a_negative_one():
    someone = learner(7).adding(awarded("a2", -7, reason="era de Inés", by="marta", reverses="a1"))

    assert someone.ledger.balance == 0
    assert someone.ledger.award == ""
    assert [(each.px, each.reason) for each in someone.ledger.movements] == [(7, ""), (-7, "era de Inés")]


def test_a_refund_gives_px_and_points_back_and_may_lower_the_level():
    someone = buy(learner(40), "attributes.physique", 5)
    assert someone.level == 1

    refund = someone.refund("r1", "m1", reason="se lo pensó mejor", by="marta")
    after = someone.adding(refund)

    assert (refund.px, refund.before, refund.after, refund.reverses) == (25, 5, 4, "m1")
    assert (after.level, after.ledger.spent, after.ledger.balance) == (0, 0, 40)
    assert after.levels == LEVELS
    assert after.ledger.spends == ()


def test_a_refunded_level_can_be_bought_again_in_the_same_award():
    someone = buy(learner(10), "skills.stealth", 3)
    someone = someone.adding(someone.refund("r1", "m1", reason="otra cosa"))

    assert buy(someone, "skills.stealth", 3).ledger.spent == 3


@pytest.mark.parametrize("key", ["a1", "no", "m1"])
def test_only_a_spend_is_refunded_and_only_once(key):
    someone = buy(learner(10), "skills.stealth", 3)
    someone = someone.adding(someone.refund("r1", "m1", reason="otra cosa"))

    with pytest.raises(Refused) as refused:
        someone.refund("r2", key, reason="otra vez")
    assert told(refused) == [("unknown_movement", "spend", "X1")]


def test_a_level_under_another_is_not_refunded_first():
    someone = buy(learner(20).adding(awarded("a2", 1)), "skills.stealth", 3).adding(awarded("a3", 1))
    someone = buy(someone, "skills.stealth", 4)
    first, second = someone.ledger.spends

    with pytest.raises(Refused) as refused:
        someone.refund("r1", first.key, reason="")
    assert told(refused) == [("built_upon", "skills.stealth", "X1"), ("no_reason", "reason", "X1")]
    someone = someone.adding(someone.refund("r1", second.key, reason="no"))
    assert someone.refund("r2", first.key, reason="no").after == 2


def refund_problems(someone, spend):
    with pytest.raises(Refused) as refused:
        someone.refund("no", spend, reason="no")
    return told(refused)


def test_d10_a_skill_is_not_refunded_from_under_a_mastery():
    someone = learner(40, {"skills.melee_weapons": 3}, MASTERS)
    someone = buy(someone, "skills.melee_weapons", 4)
    skill = someone.ledger.spends[0]
    someone = buy(buy(someone, "masteries.mace", 1), "masteries.mace", 2)

    assert refund_problems(someone, skill.key) == [("unskilled_mastery", "masteries.mace", "D10")]
    freed = someone.adding(someone.refund("r1", someone.ledger.spends[-1].key, reason="no"))
    assert freed.refund("r2", skill.key, reason="no").after == 3


def test_d10_a_mastery_of_a_weapon_with_two_uses_may_lean_on_the_other_skill():
    knives = MASTERS.patched({"weapons.dagger": {"short": 3, "medium": 6, "long": 9}})
    someone = learner(40, {"skills.melee_weapons": 3, "skills.ranged_weapons": 2, "masteries.dagger": 1}, knives)
    one, both = buy(someone, "skills.ranged_weapons", 3), someone

    assert one.refund("r1", one.ledger.spends[0].key, reason="no").after == 2
    both = buy(replace(both, levels={**both.levels, "skills.melee_weapons": 2}), "skills.ranged_weapons", 3)
    assert refund_problems(both, both.ledger.spends[0].key) == [("unskilled_mastery", "masteries.dagger", "D10")]


def test_p4_a_skill_is_not_refunded_from_under_its_specialization():
    special = RULES.patched({"creation.has_specializations": True})
    levels = {"skills.brawl": 4, "skills.stealth": 4, "specializations.stealth": 1, "specializations.brawl": 1}
    someone = buy(buy(learner(40, levels, special), "skills.brawl", 5), "skills.climb", 1)

    assert refund_problems(someone, someone.ledger.spends[0].key) == [("too_low", "specializations.brawl", "P4")]
    assert someone.refund("r1", someone.ledger.spends[1].key, reason="no").after == 0
    off = replace(someone, creation=RULES.creation)
    assert off.refund("r1", someone.ledger.spends[0].key, reason="no").after == 4


def test_where_there_are_no_masteries_nothing_leans_on_a_skill():
    someone = buy(learner(40, {"skills.melee_weapons": 3, "masteries.mace": 2}), "skills.melee_weapons", 4)

    assert someone.refund("r1", someone.ledger.spends[0].key, reason="no").after == 3


def test_what_the_gm_priced_is_refunded_in_any_order():
    someone = buy(learner(20), "techniques.fire", 4, extras=(Extra("Daño", 2),))
    someone = buy(someone, "techniques.fire", 4, extras=(Extra("Área", 3),))

    refund = someone.refund("r1", someone.ledger.spends[0].key, reason="no")
    assert (refund.px, refund.before, refund.after) == (2, 4, 3)


def test_a_refund_takes_no_more_points_than_there_are():
    someone = buy(learner(20), "skills.climb", 3)
    someone = someone.adding(someone.correct("c1", "skills.climb", 2, reason="se cayó"))

    with pytest.raises(Refused) as refused:
        someone.refund("r1", "m1", reason="no")
    assert told(refused) == [("out_of_bounds", "skills.climb", "X2")]


def test_a_correction_moves_a_trait_without_px():
    someone = learner(5)
    correction = someone.correct("c1", "skills.brawl", 5, reason=" el dado mintió ", by="marta")

    assert (correction.kind, correction.px, correction.by) == (MovementKind.CORRECTION, 0, "marta")
    assert (correction.trait, correction.before, correction.after) == ("skills.brawl", 3, 5)
    assert correction.reason == "el dado mintió"
    after = someone.adding(correction)
    assert (after.ledger.balance, after.ledger.spent, after.levels["skills.brawl"]) == (5, 0, 5)


def test_a_correction_says_what_and_why():
    someone = learner(levels={**LEVELS, "skills.gone": 2})

    with pytest.raises(Refused) as refused:
        someone.correct("c1", "skills.flight", 0, reason=" ")
    assert told(refused) == [
        ("unknown_trait", "skills.flight", "X2"),
        ("nothing", "skills.flight", "X1"),
        ("no_reason", "reason", "X1"),
    ]
    for path, to in (("skills.brawl", -1), ("skills.brawl", 100)):
        with pytest.raises(Refused) as refused:
            someone.correct("c1", path, to, reason="porque sí")
        assert told(refused) == [("out_of_bounds", path, "X2")]
    assert someone.correct("c1", "skills.gone", 0, reason="la mesa la quitó").points == -2


# --- levels (X4) ------------------------------------------------------------------------------------------------------


def test_e89_every_twenty_px_spent_are_a_level():
    growth = RULES.growth

    assert [growth.level(px) for px in (0, 19, 20, 39, 40)] == [0, 0, 1, 1, 2]
    assert learner(25).level == 0


def test_e89_a_level_is_one_of_defense_and_five_of_each_maximum():
    stamina = PoolKind("stamina", "Stamina", "STA", Formula.parse("5 * (willpower + physique) + level * 5"))
    rules = replace(RULES, pools=(*RULES.pools, stamina))
    fresh = Sheet({"physique": 4, "willpower": 3}, {}, {})
    grown = replace(fresh, level=2)

    assert rules.value(grown, "defense") == rules.value(fresh, "defense") + 2
    assert rules.maximum(grown, "pv") == rules.maximum(fresh, "pv") + 10
    assert rules.maximum(grown, "stamina") == rules.maximum(fresh, "stamina") + 10


def test_a_level_up_raises_what_there_is_and_a_fall_cuts_it():
    hurt = Sheet({"physique": 4}, {}, {"pv": 6})
    grown = Sheet({"physique": 4}, {}, {"pv": 26}, level=2)

    assert RULES.change_level(hurt, 2) == {"pv": 10}
    assert RULES.change_level(grown, 0) == {"pv": -10}
    assert RULES.change_level(replace(grown, pools={"pv": 12}), 0) == {"pv": 0}
    assert RULES.change_level(hurt, 0) == {"pv": 0}
    assert RULES.change_level(replace(hurt, pools={}), 2) == {"pv": 0}  # full is full
    assert RULES.change_level(replace(hurt, fixed={"pv": 30}), 2) == {"pv": 0}


def test_a_table_may_do_without_levels_or_make_them_dearer():
    flat = RULES.patched({"growth.has_levels": False}).growth
    dear = RULES.patched({"growth.px_per_level": 30}).growth

    assert (flat.level(400), flat.toward_next(35)) == (0, 0)
    assert (dear.level(59), dear.toward_next(59)) == (1, 29)


# --- the adventure's pool (X5) ----------------------------------------------------------------------------------------


def test_e23_each_member_gets_the_whole_pool():
    adventure = Adventure("isle")
    for key, who in (("p1", "a"), ("p2", "b")):
        adventure = adventure.adding(adventure.award(key, 1, earned_by=who))

    closed, shares = adventure.close({"a": "s1", "b": "s2", "c": "s3"}, by="marta")

    assert {who: share.px for who, share in shares.items()} == {"a": 2, "b": 2, "c": 2}
    assert [each.earned_by for each in closed.awards] == ["a", "b"]
    assert all(share.kind is MovementKind.SHARE and share.adventure == "isle" for share in shares.values())


def test_e90_nobody_spends_until_the_adventure_is_closed_and_closing_again_writes_nothing():
    adventure = Adventure("isle")
    waiting = learner(10, adventure=adventure)
    assert refusal(waiting, Purchase("skills.brawl", 4)) == [("adventure_open", "px", "X5")]

    adventure = adventure.adding(adventure.award("p1", 3, earned_by="a"))
    adventure = adventure.adding(adventure.award("p2", 2, earned_by="b"))
    assert adventure.pool == 5
    closed, shares = adventure.close({"a": "s1", "b": "s2", "c": "s3"})
    assert [share.px for share in shares.values()] == [5, 5, 5]

    free = replace(waiting.adding(shares["c"]), adventure=closed)
    assert free.ledger.balance == 15
    assert buy(free, "skills.brawl", 4).ledger.balance == 11
    with pytest.raises(Refused) as refused:
        closed.close({"a": "s4"})
    assert told(refused) == [("closed", "adventure", "X5")]


def test_an_award_of_an_adventure_counts_in_no_balance():
    pooled = Adventure("isle").award("p1", 3, earned_by="lia")

    assert learner().adding(pooled).ledger.balance == 0


def test_the_pool_takes_back_no_more_than_there_is_and_nothing_once_it_is_closed():
    adventure = Adventure("isle").adding(Adventure("isle").award("p1", 3, earned_by="lia"))

    with pytest.raises(Refused) as refused:
        adventure.award("p2", -4, earned_by="lia", reason="de más")
    assert told(refused) == [("not_enough", "px", "X5")]
    assert adventure.adding(adventure.award("p2", -3, earned_by="lia", reason="de más")).pool == 0
    closed, _shares = adventure.close({})
    with pytest.raises(Refused) as refused:
        closed.award("p2", 1, earned_by="lia")
    assert told(refused) == [("closed", "adventure", "X5")]


def test_without_a_pool_awards_are_ones_own_and_nobody_waits():
    rules = RULES.patched({"growth.has_pool": False})
    adventure = Adventure("isle")

    assert RULES.growth.is_pooling(adventure)
    assert not RULES.growth.is_pooling(None)
    assert not RULES.growth.is_pooling(replace(adventure, is_open=False))
    assert not rules.growth.is_pooling(adventure)
    assert learner(9, rules=rules, adventure=adventure).problems(Purchase("skills.brawl", 4)) == ()
