"""Attacks of 2d10: margins are damage, mastery, bursts, sweeps, dodges, locations (D7–D11, D14, D15)."""

from dataclasses import replace

import pytest

from rules import find_preset, scripted
from rules.attacks import ActiveDefense
from rules.checks import Outcome, Term
from rules.fight import Aim
from rules.gear import Armor, equipped
from rules.notation import parse
from rules.presets.d10x2 import D10X2
from tests.rules.fights import begun as begun_of_others
from tests.rules.fights import hero as other_hero
from tests.rules.fights import refusals
from tests.rules.margin_fights import CLUB, GUN, SWORD, begun, foe, hero, pools

DODGE = ActiveDefense.DODGE


@pytest.fixture
def fight():
    """Ines (attack 9) has the turn, with two actions; the orc's defense is 18."""
    return begun(hero(), foe(), ines=(8, 8), orc=(3, 4))


def supported(fight, *margins):
    """Support rolls for the next melee attack that came out by these margins (a medicine check of 6 against 17)."""
    faces = {-3: (4, 4), -2: (5, 4), 3: (7, 7)}
    for margin in margins:
        fight = fight.support("ines", "medicine", 17, scripted(*faces[margin]), roll="melee_attack", spend=False).fight
    return fight


def test_the_margin_is_added_to_the_damage(fight):
    progress = fight.attack("ines", "orc", SWORD, scripted(6, 5, 3, 4))

    assert progress.facts["hit"]
    assert (progress.facts["outcome"]["margin"], progress.facts["amount"]) == (2, 9)
    assert pools(progress.fight, "orc")["pv"] == 11
    assert "D8" in progress.facts["rules"]


def test_e19_support_mastery_damage_and_armor():
    fight = begun(hero(masteries={"long_sword": 1}), foe(absorption=3), ines=(8, 8), orc=(3, 4))

    progress = supported(fight, -2).attack("ines", "orc", SWORD, scripted(7, 6, 3, 4))

    assert (progress.facts["outcome"]["margin"], progress.facts["passed"]) == (3, 8)


def test_e97_extra_actions_weigh_on_all_rolls_of_the_turn():
    fight = begun(hero(perception=6, reflexes=5), foe(), ines=(6, 7), orc=(3, 4))
    assert (fight.fighter("ines").initiative.total, fight.fighter("ines").majors) == (24, 2)

    third = fight.declare("ines")
    fourth = third.fight.declare("ines")

    assert (third.facts["penalty"], third.facts["majors"], third.facts["is_late"]) == (-3, 3, False)
    margins = [
        each.fight.attack("ines", "orc", SWORD, scripted(6, 7, 1, 1)).facts["outcome"]["margin"]
        for each in (third, fourth)
    ]
    assert margins == [1, -2]


def test_an_action_added_late_weighs_on_what_is_still_to_come_and_is_told(fight):
    once = fight.attack("ines", "orc", SWORD, scripted(1, 2)).fight.attack("ines", "orc", SWORD, scripted(1, 2)).fight
    assert refusals(once.attack, "ines", "orc", SWORD, scripted()) == [("no_action", "by")]

    late = once.declare("ines")

    assert late.facts["is_late"]
    assert Term("extra_actions", -3, "D7") in late.fight.plan("ines", "orc", SWORD).check.terms


def test_extra_actions_are_for_ones_own_turn_and_gone_with_it(fight):
    assert refusals(fight.declare, "orc") == [("not_the_turn", "fighter")]

    passed = fight.declare("ines").fight.next_turn("ines", scripted()).fight.next_turn("orc", scripted()).fight

    assert passed.fighter("ines").extra == 0
    assert passed.fighter("ines").majors == 2


def test_e99_blunt_damage_takes_stamina_and_what_exceeds_it_hit_points():
    fight = begun(hero(), hero("lia", {"pv": 20, "stamina": 5}), ines=(8, 8), lia=(3, 4))

    progress = fight.attack("ines", "lia", CLUB, scripted(5, 5, 6))

    assert progress.facts["taken"] == 7
    assert pools(progress.fight, "lia") == {"pv": 18, "stamina": 0}
    assert progress.facts["points"]["is"]["knocked_out"]
    assert progress.fight.undone(progress.changes) == fight


def test_e100_armor_may_leave_nothing_and_a_six_is_not_thrown_again():
    attacks = []
    for absorption in (12, 4):
        fight = begun(hero(), foe(absorption=absorption), ines=(8, 8), orc=(3, 4))
        attacks.append(fight.attack("ines", "orc", D10X2.find_weapon("short_sword"), scripted(6, 5, 6)).facts)

    assert [facts["taken"] for facts in attacks] == [0, 6]
    assert attacks[0]["amount"] == 10


def test_e101_support_decides_whether_an_attack_hits(fight):
    missed = supported(fight, -3).attack("ines", "orc", SWORD, scripted(5, 5))
    saved = supported(fight, 3).attack("ines", "orc", SWORD, scripted(4, 4, 1, 1))

    assert (missed.facts["hit"], missed.facts["outcome"]["margin"]) == (False, -2)
    assert (saved.facts["hit"], saved.facts["outcome"]["margin"]) == (True, 2)


def test_support_serves_once(fight):
    helped = supported(fight, 3, -2)

    assert [term.value for term in helped.plan("ines", "orc", SWORD).check.terms if term.key == "support"] == [3, -2]
    after = helped.attack("ines", "orc", SWORD, scripted(1, 2)).fight
    assert after.fighter("ines").vitals.supports == ()


def test_support_takes_an_action_and_may_be_for_somebody_else():
    fight = begun(hero(), hero("lia"), ines=(8, 8), lia=(3, 4))

    progress = fight.support("ines", "medicine", 12, scripted(5, 6), roll="melee_attack", target="lia")

    assert (progress.facts["margin"], progress.facts["majors"]) == (5, 1)
    assert [each.margin for each in progress.fight.fighter("lia").vitals.supports] == [5]
    assert progress.fight.fighter("ines").vitals.supports == ()


def test_support_is_refused_for_what_nobody_rolls(fight):
    assert refusals(fight.support, "ines", "medicine", 12, scripted(), roll="luck") == [("no_roll", "roll")]
    assert refusals(fight.support, "orc", "medicine", 12, scripted(), roll="melee") == [("not_the_turn", "by")]


def test_e102_mastery_counts_its_damage_without_a_success_and_both_with_one():
    fight = begun(hero(masteries={"long_sword": 2}), foe(), ines=(8, 8), orc=(3, 4))

    even, over = (fight.attack("ines", "orc", SWORD, scripted(4, 5 + by, 1, 1)).facts for by in (0, 1))

    assert (even["outcome"]["margin"], even["amount"]) == (0, 1 + 1 + 2)
    assert (over["outcome"]["margin"], over["amount"]) == (3, 1 + 1 + 2 + 3)


def shot(target, projectiles=None, *faces, **rules):
    """What a burst of a gun (2d6+2) by an attack of 6 does to somebody of defense 18."""
    fight = begun(hero(), target, ines=(8, 8), **{target.key: (3, 4)})
    return fight.attack("ines", target.key, GUN, scripted(*faces), projectiles=projectiles, **rules)


def test_e104_how_many_bullets_strike():
    master = hero("lia", masteries={"long_sword": 2}, wielded=[SWORD], agility=2, athletics=3)
    ones = (1, 1) * 10

    assert D10X2.value(master.sheet, "defense") == 17
    assert shot(master, 10, 6, 5, *ones[:6]).facts["struck"] == 3
    assert shot(master, 2, 6, 5, *ones[:2]).facts["struck"] == 1
    assert shot(foe(), 10, 6, 6, *ones).facts["struck"] == 10


def test_the_successes_of_a_burst_count_for_the_first_projectile_and_armor_for_each():
    progress = shot(foe(absorption=5), 3, 7, 8, 6, 6, 1, 1, 2, 4)

    facts = progress.facts
    assert facts["outcome"]["margin"] == 3
    assert [facts["damage"]["total"], *(each["total"] for each in facts["burst"])] == [14, 4, 8]
    assert (facts["amount"], facts["absorbed"], facts["taken"]) == (29, 5 + 4 + 5, 12 + 0 + 3)
    assert "D11" in facts["rules"]


def test_a_burst_has_no_more_projectiles_than_the_weapon(fight):
    assert refusals(fight.attack, "ines", "orc", GUN, scripted(), projectiles=11) == [("projectiles", "projectiles")]
    assert refusals(fight.attack, "ines", "orc", SWORD, scripted(), projectiles=2) == [("projectiles", "projectiles")]
    assert refusals(fight.attack, "ines", "orc", GUN, scripted(), projectiles=0) == [("projectiles", "projectiles")]


@pytest.fixture
def crowd():
    """Ines (attack 9, mastery 1 of her sword) against three of defenses 15, 18 and 16."""
    ines = hero(masteries={"long_sword": 1}, wielded=[SWORD])
    foes = foe("a", defense=15), foe("b", defense=18), foe("c", defense=16)
    return begun(ines, *foes, ines=(8, 8), a=(3, 4), b=(3, 3), c=(2, 3))


def test_a_sweep_is_one_roll_against_the_strongest_for_all(crowd):
    progress = crowd.attack("ines", [Aim(key) for key in "abc"], SWORD, scripted(7, 6, 1, 1), sweeps=True)

    blows = progress.facts["blows"]
    assert [blow["defense"] for blow in blows] == [18, 18, 18]
    assert [blow["outcome"]["margin"] for blow in blows] == [2, 2, 2]
    assert [blow["hit"] for blow in blows] == [True] * 3
    assert Term("enemies", -3, "D10") in Outcome.from_facts(blows[0]["outcome"]).check.terms


def test_each_failure_of_a_sweep_lets_one_slip_it(crowd):
    progress = crowd.attack("ines", [Aim(key) for key in "bca"], SWORD, scripted(5, 5, 3, 3), sweeps=True)

    blows = progress.facts["blows"]
    assert blows[0]["outcome"]["margin"] == -2
    assert [(blow["target"], blow["hit"]) for blow in blows] == [("b", False), ("c", False), ("a", True)]
    assert [pools(progress.fight, key)["pv"] for key in "abc"] == [20 - 6 - 1, 20, 20]


def test_a_sweep_that_fails_by_as_many_hits_nobody(crowd):
    progress = crowd.attack("ines", [Aim(key) for key in "abc"], SWORD, scripted(4, 5), sweeps=True)

    assert [blow["hit"] for blow in progress.facts["blows"]] == [False] * 3
    assert progress.facts["damage"] is None


def test_an_attack_on_several_without_a_sweep_is_judged_against_each(crowd):
    blows = crowd.attack("ines", [Aim(key) for key in "abc"], SWORD, scripted(4, 4, 1, 1)).facts["blows"]

    assert [(blow["defense"], blow["hit"]) for blow in blows] == [(15, True), (18, False), (16, True)]


def test_who_faces_several_is_hampered_in_every_roll(crowd):
    facing = crowd.face("ines", 4)

    assert facing.facts["penalty"] == -6
    assert Term("enemies", -6, "D10") in facing.fight.plan("ines", "a", SWORD).check.terms
    assert facing.fight.face("ines", 2).facts["penalty"] == 0
    assert refusals(crowd.face, "ines", 0) == [("enemies", "enemies")]


def test_a_dodge_takes_the_place_of_the_defense_value(fight):
    passed = fight.next_turn("ines", scripted()).fight

    waiting = passed.attack("orc", Aim("ines", is_dodged=True), SWORD, scripted(5, 5))

    assert (waiting.facts["hit"], waiting.facts["defense"], waiting.facts["damage"]) == (None, None, None)
    assert "D8" in waiting.facts["rules"]
    key = waiting.facts["pending"]
    assert waiting.fight.defense(key, DODGE, knows_total=False).bonus == 4 + 2

    hit = waiting.fight.defend(key, DODGE, scripted(4, 4, 3, 3))
    assert (hit.facts["escaped"], hit.facts["attack"]["margin"], hit.facts["amount"]) == (False, 4, 10)
    escaped = waiting.fight.defend(key, DODGE, scripted(7, 7))
    assert (escaped.facts["escaped"], escaped.facts["taken"], escaped.facts["damage"]) == (True, 0, None)
    assert escaped.fight.pending == ()


def test_a_dodge_that_is_waived_leaves_the_defense_value(fight):
    passed = fight.next_turn("ines", scripted()).fight
    reaching, short = (passed.attack("orc", Aim("ines", is_dodged=True), SWORD, scripted(5, by)).fight for by in (6, 4))

    hit = reaching.defend("ines-1", None, scripted(3, 3))
    assert (hit.facts["escaped"], hit.facts["attack"]["margin"], hit.facts["amount"]) == (False, 1, 7)
    assert short.defend("ines-1", None, scripted()).facts["escaped"]


def test_a_tied_dodge_waits_until_it_is_accepted_or_thrown_again(fight):
    passed = fight.next_turn("ines", scripted()).fight
    waiting = passed.attack("orc", Aim("ines", is_dodged=True), SWORD, scripted(5, 5)).fight

    tied = waiting.defend("ines-1", DODGE, scripted(6, 6))

    assert (tied.facts["tied"], tied.facts["escaped"], tied.facts["taken"]) == (True, False, 0)
    accepted = tied.fight.defend("ines-1", None, scripted())
    assert accepted.facts["escaped"]
    assert accepted.fight.pending == ()
    again = tied.fight.defend("ines-1", DODGE, scripted(9, 9, 1, 2, 1, 1))
    assert (again.facts["attack"]["total"], again.facts["outcome"]["total"], again.facts["escaped"]) == (26, 9, False)


def test_who_cannot_act_does_not_dodge():
    fight = begun(hero(), hero("lia", {"stamina": 0}), ines=(8, 8), lia=(3, 4))

    progress = fight.attack("ines", Aim("lia", is_dodged=True), SWORD, scripted(6, 5, 1, 1))

    assert (progress.facts["hit"], progress.facts["defense"], progress.facts["pending"]) == (True, 18, None)


def test_no_dodge_is_called_for_in_a_sweep(crowd):
    aims = [Aim("a", is_dodged=True), Aim("b")]

    assert refusals(crowd.attack, "ines", aims, SWORD, scripted(), sweeps=True) == [("no_dodge", "dodged")]


def test_only_a_dodge_answers_here():
    fight = begun(hero(), hero("lia"), ines=(8, 8), lia=(3, 4))
    shielded = replace(fight.fighter("lia"), sheet=replace(fight.fighter("lia").sheet, shield=1))

    assert D10X2.active_defenses(shielded.sheet) == (DODGE,)


def test_e109_damage_before_armor_shoves():
    armored = hero("lia")
    armored = replace(armored, sheet=equipped(armored.sheet, armor=Armor("plate", "Plate", 6)))
    fight = begun(hero(), armored, ines=(8, 8), lia=(3, 4))

    progress = fight.attack("ines", "lia", SWORD, scripted(4, 5, 6, 6))

    assert (progress.facts["amount"], progress.facts["passed"], progress.facts["shoved"]) == (12, 6, 2)


def test_e111_where_a_hit_lands():
    rules = D10X2.patched({"locations.counts": True})
    fight = begun(hero(), foe(), rules=rules, ines=(8, 8), orc=(3, 4))

    def location(margin, face):
        return fight.attack(
            "ines", "orc", SWORD, scripted(4 + margin // 2, 5 + margin - margin // 2, 1, 1, face)
        ).facts["location"]

    assert (location(2, 7)["zone"]["key"], location(2, 7)["may_refine"]) == ("torso", False)
    assert (location(3, 8)["zone"]["key"], location(3, 8)["may_refine"]) == ("left_arm", True)
    assert (location(9, 10)["zone"]["key"], location(9, 10)["may_refine"]) == ("head", True)


def test_a_called_shot_needs_no_location_die():
    rules = D10X2.patched({"locations.counts": True})
    fight = begun(hero(), foe(), rules=rules, ines=(8, 8), orc=(3, 4))

    progress = fight.attack("ines", Aim("orc", called="arm"), SWORD, scripted(6, 7, 1, 1))

    assert progress.facts["outcome"]["margin"] == 1
    assert progress.facts["location"] == {"zone": {"key": "arm", "label": "Arm"}, "face": None, "may_refine": False}
    assert refusals(fight.attack, "ines", Aim("orc", called="tail"), SWORD, scripted()) == [
        ("no_called_shot", "called")
    ]


def test_nobody_aims_at_parts_where_hits_have_no_location(fight):
    assert refusals(fight.attack, "ines", Aim("orc", called="arm"), SWORD, scripted()) == [("no_called_shot", "called")]
    assert fight.attack("ines", "orc", SWORD, scripted(6, 5, 1, 1)).facts["location"] is None


def test_a_miss_has_no_location():
    rules = D10X2.patched({"locations.counts": True})
    fight = begun(hero(), foe(), rules=rules, ines=(8, 8), orc=(3, 4))

    assert fight.attack("ines", "orc", SWORD, scripted(1, 2)).facts["location"] is None


def test_a_quick_foe_without_a_stamina_is_hurt_by_what_is_blunt(fight):
    progress = fight.attack("ines", "orc", CLUB, scripted(5, 5, 4))

    assert pools(progress.fight, "orc")["pv"] == 15
    assert not progress.facts["points"]["is"]["knocked_out"]


def test_a_burst_that_is_not_dodged_does_its_damage_then():
    fight = begun(hero(), foe("orc", defense=15), ines=(8, 8), orc=(3, 4))
    waiting = fight.attack("ines", Aim("orc", is_dodged=True), GUN, scripted(6, 6), projectiles=2).fight

    progress = waiting.defend("orc-1", None, scripted(1, 1, 2, 2))

    assert (progress.facts["struck"], progress.facts["amount"]) == (2, 3 + 4 + 6)
    assert len(progress.facts["burst"]) == 1


def test_the_damage_of_harm_in_words_of_the_table_is_that_of_these_rules(fight):
    assert fight.harm("orc", parse("1d6"), scripted(3)).facts["rules"] == ["D8"]


def test_the_rules_of_an_attack_are_named():
    rules = D10X2.patched({"locations.counts": True})
    fight = begun(hero(masteries={"long_sword": 1}), foe(pv=40), rules=rules, ines=(8, 8), orc=(3, 4))

    named = fight.attack("ines", "orc", SWORD, scripted(7, 6, 3, 4, 7)).facts["rules"]

    assert set(named) == {"D1", "D2", "D8", "D10", "D14", "D15"}


def test_other_rules_know_no_sweep_and_no_dodge_before_the_hit():
    fight = begun_of_others(other_hero("lia"), other_hero("ines"), lia=9, ines=5)
    sword = find_preset("ryf-table").find_weapon("long_sword")

    aims = [Aim("ines", is_dodged=True)]
    assert refusals(fight.attack, "lia", aims, sword, scripted(), sweeps=True) == [
        ("no_dodge", "dodged"),
        ("no_sweep", "target"),
    ]
