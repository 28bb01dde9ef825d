"""Shots in a fight: distances, hits that wait for a defense, crossfire (C7–C9)."""

import json
from dataclasses import replace

import pytest

from rules import Fight, Fighter, Sheet, Weapon, scripted
from rules.attacks import ActiveDefense
from rules.blows import Share
from rules.fight import Aim
from rules.shooting import Shooting
from tests.rules.fights import RULES, SWORD, begun, foe, points, refusals

BOW = RULES.find_weapon("short_bow")
KNIFE = Weapon("knife", "Knife", short=3, medium=6, long=9)
DODGE, BLOCK = ActiveDefense


def archer(key="ana"):
    """Dexterity 3 and ranged weapons 2: +15 with a bow."""
    return Fighter(key, Sheet({"dexterity": 3, "physique": 4}, {"ranged_weapons": 2, "dodge": 2}, {}), is_heroic=True)


def nimble(key="orc", **sheet):
    """Dexterity 5 and dodge 5, 20 PV."""
    return Fighter(key, Sheet({"dexterity": 5, "physique": 5}, {"dodge": 5}, {}, **sheet))


@pytest.fixture
def fight():
    return begun(archer(), nimble(), ana=9, orc=5)


@pytest.fixture
def hit(fight):
    """The orc, shot at short distance: 19, by 4."""
    return fight.attack("ana", Aim("orc", band="short"), BOW, scripted(1, 4, 8)).fight


def test_e57_equal_is_enough_to_escape(fight):
    shot = fight.attack("ana", Aim("orc", band="short"), BOW, scripted(1, 4, 8))
    defense = shot.fight.defend("orc-1", DODGE, scripted(3, 9, 10))

    assert (shot.facts["outcome"]["total"], shot.facts["outcome"]["margin"], shot.facts["hit"]) == (19, 4, True)
    assert (shot.facts["pending"], shot.facts["damage"], shot.facts["points"]["by"]) == ("orc-1", None, 0)
    assert (defense.facts["outcome"]["total"], defense.facts["escaped"]) == (19, True)
    assert (defense.facts["damage"], points(defense.fight, "orc")) == (None, 20)
    assert defense.fight.pending == ()


def test_what_a_shot_had_to_reach_is_told_with_its_reasons(fight):
    facts = fight.attack("ana", Aim("orc", band="medium", cover="small", is_prone=True), BOW, scripted(1, 1, 2)).facts

    assert (facts["defense"], facts["shot"]["total"], facts["shot"]["cover"]["key"]) == (24, 24, "small")
    assert facts["outcome"]["check"]["terms"][2:] == [["ranged", 10, "C7"]]
    assert (facts["hit"], facts["pending"]) == (False, None)
    assert facts["rules"] == ["R1", "R4", "R5", "C7", "C3"]
    assert facts == json.loads(json.dumps(facts))


@pytest.mark.parametrize(("cover", "hits"), [("", True), ("small", True), ("large", False), ("wall", False)])
def test_e54_a_medium_shot_in_a_fight(cover, hits):
    marksman = Fighter("ana", Sheet({"dexterity": 4}, {"ranged_weapons": 4}, {}, fixed={"pv": 20}))
    fight = begun(marksman, nimble(), ana=9, orc=5)

    facts = fight.attack("ana", Aim("orc", band="medium", cover=cover), BOW, scripted(2, 5, 9)).facts

    assert (facts["outcome"]["total"], facts["hit"]) == (23, hits)


def test_e54_nothing_is_thrown_at_total_cover(fight):
    assert refusals(fight.attack, "ana", Aim("orc", band="medium", cover="total"), BOW, scripted()) == [
        ("no_shot", "cover")
    ]


def test_a_shot_needs_a_distance(fight):
    assert refusals(fight.attack, "ana", "orc", BOW, scripted()) == [("no_band", "band")]
    assert refusals(fight.attack_odds, "ana", "orc", BOW) == [("no_band", "band")]


def test_who_fails_to_escape_takes_the_damage(hit):
    progress = hit.defend("orc-1", DODGE, scripted(3, 8, 10, 4))

    facts = progress.facts
    assert (facts["by"], facts["target"], facts["how"], facts["escaped"]) == ("ana", "orc", "dodge", False)
    assert (facts["attack"]["total"], facts["outcome"]["check"]["difficulty"]) == (19, 19)
    assert (facts["damage"]["dice"], facts["passed"], points(progress.fight, "orc")) == ("1d6+2", 6, 14)
    assert facts["rules"] == ["C8", "R1", "R3", "C7", "C3"]
    assert facts == json.loads(json.dumps(facts))
    assert progress.fight.undone(progress.changes) == hit


def test_a_defense_may_be_waived(hit):
    progress = hit.defend("orc-1", None, scripted(4))

    assert (progress.facts["how"], progress.facts["outcome"], progress.facts["escaped"]) == (None, None, False)
    assert points(progress.fight, "orc") == 14


def test_a_hit_is_answered_once(hit):
    answered = hit.defend("orc-1", None, scripted(4)).fight

    assert refusals(answered.defend, "orc-1", None, scripted()) == [("no_hit", "pending")]
    again = answered.attack("ana", Aim("orc", band="short"), BOW, scripted(5, 5, 5), spend=False)
    assert again.facts["pending"] == "orc-2"


def test_a_defense_costs_nothing_and_waits_through_turns(hit):
    later = hit.next_turn("ana", scripted()).fight
    progress = later.defend("orc-1", DODGE, scripted(9, 9, 9))

    assert progress.facts["escaped"] is True
    assert progress.fight.fighter("orc").majors == later.fighter("orc").majors == 1


def test_a_hit_that_waits_is_kept_as_plain_values(hit):
    kept = json.loads(json.dumps([hit.state(), {key: each.state() for key, each in hit.known.items()}]))
    fighters = [each.with_state(kept[1][key]) for key, each in hit.known.items()]

    assert Fight.from_state(RULES, fighters, kept[0]) == hit


def test_the_degrees_are_those_against_the_distance(fight):
    shot = fight.attack("ana", Aim("orc", band="short"), BOW, scripted(9, 10, 10), modifier=0)
    defense = shot.fight.defend("orc-1", DODGE, scripted(9, 9, 9, 2, 3))

    assert shot.facts["outcome"]["degrees"] == 1
    assert (defense.facts["damage"]["dice"], defense.facts["passed"]) == ("2d6+2", 7)
    assert "C5" in defense.facts["rules"]


def test_only_a_shield_blocks(hit):
    shielded = begun(archer(), nimble(shield=2), ana=9, orc=5)
    shot = shielded.attack("ana", Aim("orc", band="short"), BOW, scripted(1, 4, 8)).fight

    assert refusals(hit.defend, "orc-1", BLOCK, scripted()) == [("no_shield", "how")]
    assert shot.defense("orc-1", BLOCK).bonus == 12
    assert shot.defend("orc-1", BLOCK, scripted(1, 7, 8)).facts["escaped"] is True


def test_the_odds_of_a_defense_may_be_asked_without_the_total(hit):
    assert hit.defense("orc-1", DODGE).difficulty == 19
    assert hit.defense("orc-1", DODGE, knows_total=False).difficulty is None
    assert hit.defense("orc-1", DODGE, modifier=3).bonus == 13
    assert refusals(hit.defend, "orc-1", DODGE, scripted(), modifier=100) == [("out_of_bounds", "modifier")]


def test_a_token_is_spent_on_a_defense(hit):
    assert hit.defend("orc-1", DODGE, scripted(3, 8, 9), token=True).facts["outcome"]["keep"] == "high"


def test_who_could_not_act_has_no_defense(fight):
    down = fight.harm("orc", 30, scripted()).fight

    progress = down.attack("ana", Aim("orc", band="short"), BOW, scripted(1, 4, 8, 3))

    assert progress.facts["pending"] is None
    assert progress.facts["damage"]["total"] == 5


def test_one_throw_of_damage_serves_all_whom_a_shot_hits():
    fight = begun(archer(), nimble(), nimble("rat"), nimble("boss"), ana=9, orc=5, rat=4, boss=3)
    aims = [Aim("orc", band="short"), Aim("rat", band="long"), Aim("boss", Share.HALF, band="point_blank")]

    shot = fight.attack("ana", aims, BOW, scripted(1, 10, 10))
    first = shot.fight.defend("rat-1", None, scripted(3, 5))
    second = first.fight.defend("orc-1", None, scripted())
    third = second.fight.defend("boss-1", DODGE, scripted(1, 1, 1))

    assert [blow["pending"] for blow in shot.facts["blows"]] == ["orc-1", "rat-1", "boss-1"]
    assert [blow["outcome"]["degrees"] for blow in shot.facts["blows"]] == [1, 0, 1]
    assert [each.facts["passed"] for each in (first, second, third)] == [5, 10, 10]
    assert [points(third.fight, key) for key in ("orc", "rat", "boss")] == [10, 15, 15]
    assert third.fight.pending == ()
    for before, after in ((fight, shot), (shot.fight, first), (first.fight, second), (second.fight, third)):
        assert after.fight.undone(after.changes) == before


def test_damage_that_somebody_took_at_once_is_that_of_those_who_wait():
    fight = begun(archer(), nimble(), nimble("rat"), ana=9, orc=5, rat=4).harm("rat", 30, scripted()).fight

    shot = fight.attack("ana", [Aim("orc", band="short"), Aim("rat", band="short")], BOW, scripted(1, 4, 8, 3))
    progress = shot.fight.defend("orc-1", None, scripted())

    assert [blow["pending"] for blow in shot.facts["blows"]] == ["orc-1", None]
    assert [blow["amount"] for blow in shot.facts["blows"]] == [0, 5]
    assert progress.facts["amount"] == 5


def test_who_leaves_has_nothing_to_answer(hit):
    progress = hit.remove("orc", scripted())

    assert progress.fight.pending == ()
    assert progress.fight.undone(progress.changes) == hit


def test_a_weapon_that_serves_both_ways_is_thrown_if_there_is_a_distance(fight):
    held = fight.attack("ana", "orc", KNIFE, scripted(1, 1, 2), spend=False)
    thrown = fight.attack("ana", Aim("orc", band="short"), KNIFE, scripted(1, 1, 2), spend=False)

    assert (held.facts["outcome"]["check"]["trait"], held.facts["shot"]) == ("melee_attack", None)
    assert (thrown.facts["outcome"]["check"]["trait"], thrown.facts["defense"]) == ("ranged_attack", 15)
    assert refusals(fight.attack, "ana", "orc", KNIFE, scripted(), ranged=True) == [("no_band", "band")]
    plain = fight.attack("ana", Aim("orc", band="short"), SWORD, scripted(1, 1, 2), spend=False)
    assert plain.facts["outcome"]["check"]["trait"] == "melee_attack"


def shoot(fight, by, target="orc", **aim):
    """A shot that misses; what crossfire adds to it."""
    progress = fight.attack(by, Aim(target, band="long", **aim), BOW, scripted(1, 1, 2), spend=False)
    terms = {key: value for key, value, _rule in progress.facts["outcome"]["check"]["terms"]}
    return progress.fight, terms.get("crossfire", 0)


@pytest.fixture
def four():
    archers = [archer(key) for key in ("ana", "blas", "ciro", "dora")]
    return begun(*archers, nimble(), nimble("rat"), ana=9, blas=8, ciro=7, dora=6, orc=5, rat=4)


def test_e56_crossfire_counts_by_itself_and_anew_each_round(four):
    fight, added = four, []
    for by in ("ana", "blas", "ciro", "dora"):
        fight, more = shoot(fight, by)
        added.append(more)
    for key in ("ana", "blas", "ciro", "dora", "orc", "rat"):
        fight = fight.next_turn(key, scripted()).fight

    assert added == [0, 1, 2, 3]
    assert fight.round == 2
    assert shoot(fight, "blas")[1] == 0


def test_crossfire_is_of_one_target_and_of_those_who_shot(four):
    fight, _first = shoot(four, "ana")
    sworded = fight.attack("blas", "orc", SWORD, scripted(1, 1, 2), spend=False).fight

    assert shoot(fight, "blas", "rat")[1] == 0
    assert shoot(sworded, "ciro")[1] == 1


def test_a_second_shot_keeps_its_number_and_who_stands_together_shares_one(four):
    fight, _first = shoot(four, "ana")
    fight, _second = shoot(fight, "blas")

    assert shoot(fight, "ana")[1] == 0
    fight, shared = shoot(fight, "ciro", beside="blas")
    assert shared == 1
    assert shoot(fight, "dora")[1] == 2
    assert refusals(fight.attack, "dora", Aim("orc", band="long", beside="rat"), BOW, scripted(), spend=False) == [
        ("not_shot", "beside")
    ]


def test_crossfire_stands_in_the_odds_and_is_undone(four):
    progress = four.attack("ana", Aim("orc", band="long"), BOW, scripted(1, 1, 2))

    assert progress.fight.plan("blas", Aim("orc", band="long"), BOW).check.bonus == 16
    assert (
        "C9"
        in progress.fight.attack("blas", Aim("orc", band="long"), BOW, scripted(1, 1, 2), spend=False).facts["rules"]
    )
    assert progress.fight.undone(progress.changes) == four


@pytest.mark.parametrize("shooting", [None, Shooting(bonus=0, crossfire=0)])
def test_where_the_rules_have_no_distances_a_shot_is_an_attack_like_any(shooting):
    rules = replace(RULES, attacks=replace(RULES.attacks, shooting=shooting))
    fight = Fight(rules).add(archer(), foe()).fight

    progress = fight.attack("ana", "orc", BOW, scripted(8, 8, 8, 3))

    assert (progress.facts["defense"], progress.facts["shot"], progress.facts["pending"]) == (13, None, None)
    assert points(progress.fight, "orc") == 7


def test_e15_at_point_blank_neither_cover_nor_lying_down_matters(fight):
    aim = Aim("orc", band="point_blank", cover="large", is_prone=True)

    assert fight.attack("ana", aim, BOW, scripted(1, 1, 2)).facts["defense"] == 10
