"""Attacks, harm and healing in a fight (C0, C3, C5, C10, R11, P6, T5)."""

import json
from dataclasses import replace
from fractions import Fraction

import pytest

from rules import Fight, Keep, scripted
from rules.checks import Outcome
from rules.effects import EffectKind, Effects
from rules.fight import MAX_AMOUNT
from rules.notation import parse
from tests.rules.fights import MACE, RULES, SWORD, begun, condition, foe, hero, points, refusals


@pytest.fixture
def fight():
    """Ines' turn: attack 9, defense 12, 16 PV; an orc of 12 PV with attack 6 and defense 13."""
    return begun(hero(), foe(), ines=9, orc=5)


def test_a_hit_takes_the_damage_off_the_points(fight):
    progress = fight.attack("ines", "orc", SWORD, scripted(2, 5, 9, 3, 4))

    assert points(progress.fight, "orc") == 12 - 7
    assert progress.facts["hit"] is True
    assert progress.facts["rules"] == ["R1", "R3", "C3", "C10"]


def test_reaching_the_defense_is_enough(fight):
    assert fight.attack("ines", "orc", SWORD, scripted(1, 4, 9, 1, 1)).facts["hit"] is True
    assert fight.attack("ines", "orc", SWORD, scripted(1, 3, 9)).facts["hit"] is False


def test_a_miss_throws_no_damage_and_counts_a_major(fight):
    draw = scripted(1, 3, 9, 6)

    progress = fight.attack("ines", "orc", SWORD, draw)

    assert draw.left == (6,)
    assert progress.facts["damage"] is None
    assert (progress.facts["spent"], progress.facts["majors"]) == (True, 0)
    assert [change["of"] for change in progress.changes] == ["fighter:ines"]
    assert progress.changes[0]["before"]["majors"] == 1
    assert progress.changes[0]["after"]["majors"] == 0


def test_e12_a_critical_adds_dice_before_absorption():
    fight = begun(hero(), foe(absorption=5, pv=60, defense=15), ines=9, orc=5)

    progress = fight.attack("ines", "orc", SWORD, scripted(8, 8, 8, 6, 2, 6, 1, 3, 4), modifier=19)

    facts = progress.facts
    assert (facts["outcome"]["margin"], facts["outcome"]["degrees"]) == (21, 2)
    assert (facts["damage"]["dice"], facts["amount"], facts["absorbed"], facts["passed"]) == ("4d6", 22, 5, 17)
    assert facts["rules"] == ["R1", "R3", "R6", "C3", "C5", "R11"]
    assert points(progress.fight, "orc") == 43


def test_e59_absorption_leaves_nothing_or_is_ignored():
    fight = begun(hero(), foe(absorption=6), ines=9, orc=5)

    cut = fight.attack("ines", "orc", SWORD, scripted(5, 5, 5, 3, 2))
    crushed = fight.attack("ines", "orc", MACE, scripted(5, 5, 5, 3))

    assert (points(cut.fight, "orc"), cut.facts["absorbed"], cut.facts["passed"]) == (12, 5, 0)
    assert (points(crushed.fight, "orc"), crushed.facts["absorption"], crushed.facts["passed"]) == (7, 0, 5)


def test_points_stop_at_zero_and_one_is_out(fight):
    progress = fight.attack("ines", "orc", SWORD, scripted(5, 5, 5, 6, 6, 6, 1, 2))

    assert progress.facts["amount"] == 21
    assert progress.facts["points"] == {
        "pool": "pv",
        "by": -12,
        "before": 12,
        "after": 0,
        "maximum": 12,
        "was": condition(),
        "is": condition(wounded=True, fate="unconscious"),
        "pools": {"pv": {"by": -12, "before": 12, "after": 0, "maximum": 12}},
    }
    assert progress.facts["rules"] == ["R1", "R3", "C3", "R11", "C10", "C11"]
    assert {"what": "pool", "of": "pool:orc:pv", "by": -12} in progress.changes


def test_an_attack_is_told_in_plain_values(fight):
    facts = fight.attack("ines", "orc", SWORD, scripted(2, 5, 9, 3, 4)).facts

    assert facts == json.loads(json.dumps(facts))
    assert set(facts) == {
        "by",
        "target",
        "weapon",
        "outcome",
        "defense",
        "hit",
        "damage",
        "amount",
        "absorption",
        "absorbed",
        "passed",
        "share",
        "taken",
        "is_lethal",
        "points",
        "shot",
        "pending",
        "burst",
        "struck",
        "shoved",
        "location",
        "effect",
        "spent",
        "majors",
        "rules",
    }
    assert (facts["weapon"], facts["defense"]) == ({"key": "long_sword", "label": "Long sword", "kind": "edged"}, 13)
    assert Outcome.from_facts(facts["outcome"]).total == 14


def test_a_quick_foe_attacks_with_its_fixed_values(fight):
    fight = fight.next_turn("ines", scripted()).fight

    progress = fight.attack("orc", "ines", None, scripted(2, 6, 9, 4))

    assert (progress.facts["outcome"]["total"], progress.facts["defense"], progress.facts["hit"]) == (12, 12, True)
    assert progress.facts["weapon"]["key"] == "unarmed"
    assert points(progress.fight, "ines") == 12


def test_an_attack_takes_the_turn_and_a_major(fight):
    assert refusals(fight.attack, "orc", "ines", None, scripted()) == [("not_the_turn", "by")]
    spent = fight.attack("ines", "orc", SWORD, scripted(1, 1, 1)).fight
    assert refusals(spent.attack, "ines", "orc", SWORD, scripted()) == [("no_action", "by")]


def test_the_gm_may_have_an_attack_for_nothing(fight):
    progress = fight.attack("orc", "ines", None, scripted(1, 1, 1), spend=False)

    assert (progress.facts["spent"], progress.facts["majors"], progress.changes) == (False, 1, ())


def test_before_the_fight_begins_nothing_is_counted():
    fight = Fight(RULES).add(hero(), foe()).fight

    assert fight.attack("ines", "orc", SWORD, scripted(1, 1, 1)).facts["spent"] is False


def test_who_is_out_does_not_attack(fight):
    fight = fight.harm("ines", 20, scripted()).fight

    assert refusals(fight.attack, "ines", "orc", SWORD, scripted()) == [("out", "by")]
    assert refusals(fight.attack, "ines", "orc", SWORD, scripted(), spend=False) == [("out", "by")]


@pytest.mark.parametrize(
    ("by", "target", "modifier", "found"),
    [
        ("boss", "orc", 0, ("not_here", "by")),
        ("ines", "boss", 0, ("not_here", "target")),
        ("ines", "orc", 100, ("out_of_bounds", "modifier")),
    ],
)
def test_an_attack_that_cannot_be_is_refused(fight, by, target, modifier, found):
    assert refusals(fight.attack, by, target, SWORD, scripted(), modifier=modifier) == [found]
    assert refusals(fight.plan, by, target, SWORD, modifier=modifier) == [found]


def test_the_odds_are_those_of_the_attack_that_would_be_made(fight):
    plan = fight.plan("ines", "orc", SWORD, modifier=2)

    assert (plan.check.bonus, plan.check.difficulty, plan.points) == (11, 13, 12)
    assert RULES.attack_odds(plan).hits == Fraction(972, 1000)  # a 2 at least


def test_harm_explodes_sixes_and_takes_off_absorption():
    fight = begun(hero(absorption=2), ines=5)

    progress = fight.harm("ines", parse("2d6"), scripted(6, 3, 4))

    assert points(progress.fight, "ines") == 16 - 11
    assert progress.facts["damage"]["total"] == 13
    assert progress.facts["rules"] == ["C3", "R11", "C10"]


def test_harm_by_an_amount_and_past_the_armor():
    fight = begun(hero(absorption=2), ines=5)

    assert points(fight.harm("ines", 5, scripted()).fight, "ines") == 13
    assert points(fight.harm("ines", 5, scripted(), ignores_absorption=True).fight, "ines") == 11
    assert points(fight.harm("ines", 1, scripted()).fight, "ines") == 16
    assert points(fight.harm("ines", parse("1d6-4"), scripted(2)).fight, "ines") == 16


def test_harm_is_told_in_plain_values(fight):
    facts = fight.harm("orc", 4, scripted()).facts

    assert facts == json.loads(json.dumps(facts))
    assert {name: facts[name] for name in facts if name != "points"} == {
        "target": "orc",
        "damage": None,
        "amount": 4,
        "absorption": 0,
        "absorbed": 0,
        "passed": 4,
        "share": "whole",
        "taken": 4,
        "is_lethal": False,
        "rules": ["C3"],
    }
    assert facts["points"]["by"] == -4


@pytest.mark.parametrize("amount", [-1, MAX_AMOUNT + 1])
def test_an_amount_that_is_none_is_refused(fight, amount):
    assert refusals(fight.harm, "orc", amount, scripted()) == [("amount", "amount")]
    assert refusals(fight.heal, "orc", amount, scripted()) == [("amount", "amount")]
    assert refusals(fight.harm, "boss", amount, scripted()) == [("not_here", "target")]
    assert refusals(fight.heal, "boss", amount, scripted()) == [("not_here", "target")]


def test_healing_stops_at_the_maximum(fight):
    hurt = fight.harm("ines", 9, scripted()).fight

    progress = hurt.heal("ines", 30, scripted())

    assert points(progress.fight, "ines") == 16
    assert (progress.facts["amount"], progress.facts["points"]["by"]) == (30, 9)
    assert progress.facts["rules"] == ["C0"]


def test_healing_dice_do_not_explode_at_the_table(fight):
    hurt = fight.harm("ines", 9, scripted()).fight

    progress = hurt.heal("ines", parse("1d6"), scripted(6))

    assert progress.facts["healing"]["total"] == progress.facts["points"]["by"] == 6
    assert points(hurt.heal("ines", parse("1d6-4"), scripted(1)).fight, "ines") == 7


def test_healing_dice_explode_where_the_ruleset_says_so(fight):
    rules = replace(RULES, effects=Effects(frozenset(EffectKind)))
    hurt = Fight(rules).add(hero(pv=1)).fight

    progress = hurt.heal("ines", parse("1d6"), scripted(6, 2))

    assert points(progress.fight, "ines") == 9
    assert "R11" in progress.facts["rules"]


def test_e60_wounded_at_five(fight):
    def wounded(amount):
        progress = fight.harm("ines", amount, scripted())
        return progress.facts["points"]["is"]["wounded"], "C10" in progress.facts["rules"]

    assert [wounded(amount) for amount in (10, 11, 12)] == [(False, False), (True, True), (True, True)]


def test_e62_a_wound_lingers_for_two_own_turns():
    fight = begun(hero("pablo"), hero("ines", pv=3), pablo=9, ines=5)

    def keep():
        return RULES.rolls.keep(fight.plan("ines", "pablo", SWORD).check)

    def wound(before, after):
        counts = {"before": before, "after": after, "recovered": after == 0}
        return {"event": "wound", "fighter": "ines", **counts, "rules": ["T5"]}

    healing = fight.heal("ines", 5, scripted())
    assert healing.facts["points"]["is"] == condition(wounded=True, lingering=2)
    assert healing.facts["rules"] == ["C0", "T5"]
    fight = healing.fight.next_turn("pablo", scripted()).fight
    assert (fight.turn, keep()) == ("ines", Keep.LOW)
    end = fight.next_turn("ines", scripted())
    assert end.facts["events"] == [wound(2, 1)]
    fight = end.fight.next_turn("pablo", scripted()).fight
    assert (fight.turn, keep()) == ("ines", Keep.LOW)
    end = fight.next_turn("ines", scripted())
    assert end.facts["events"] == [wound(1, 0)]
    assert end.facts["rules"] == ["T1", "T5"]
    fight = end.fight

    assert keep() is Keep.MID
    assert not fight.condition(fight.fighter("ines")).wounded


def test_a_wound_healed_on_the_own_turn_lingers_for_the_two_after_it():
    fight = begun(hero("ines", pv=3), ines=5).heal("ines", 5, scripted()).fight

    lingering = []
    for _turn in range(4):
        fight = fight.next_turn("ines", scripted()).fight
        lingering.append(fight.condition(fight.fighter("ines")).lingering)

    assert lingering == [2, 1, 0, 0]


def test_a_new_wound_clears_the_counter():
    fight = begun(hero("pablo"), hero("ines", pv=3), pablo=9, ines=5).heal("ines", 5, scripted()).fight

    progress = fight.harm("ines", 4, scripted())

    assert progress.fight.fighter("ines").vitals.linger == 0
    assert progress.fight.undone(progress.changes) == fight
    assert {each["of"] for each in progress.changes} == {"fighter:ines", "pool:ines:pv"}


def test_what_others_changed_since_stays_when_points_are_undone(fight):
    first = fight.harm("ines", 4, scripted())
    second = first.fight.harm("ines", 3, scripted())

    assert points(second.fight.undone(first.changes), "ines") == 13
    healed = first.fight.heal("ines", 3, scripted()).fight
    assert points(healed.undone(first.changes), "ines") == 16


def test_an_attack_is_undone_and_done_again(fight):
    progress = fight.attack("ines", "orc", SWORD, scripted(2, 5, 9, 6, 1, 4))

    assert progress.fight.undone(progress.changes) == fight
    assert fight.redone(progress.changes) == progress.fight


def test_a_change_of_a_fighter_that_is_not_known_is_a_lookup_error(fight):
    with pytest.raises(LookupError):
        fight.undone([{"what": "pool", "of": "pool:boss:pv", "by": 3}])
