"""One attack on several, two weapons in one action, and an attack by surprise (C3–C6)."""

import json
from dataclasses import replace
from fractions import Fraction

import pytest

from rules import Fight, scripted
from rules.blows import Share
from rules.checks import Term
from rules.fight import Aim
from tests.rules.fights import MACE, RULES, SWORD, begun, foe, hero, points, refusals

DAGGER, GREAT_SWORD = RULES.find_weapon("dagger"), RULES.find_weapon("great_sword")


@pytest.fixture
def fight():
    """Ines' turn, attack 9; a rat of defense 6, an orc of 13 with absorption 2, and a boss of 30, all of 40 PV."""
    foes = foe("rat", 40, defense=6), foe("orc", 40, defense=13, absorption=2), foe("boss", 40, defense=30)
    return begun(hero(), *foes, ines=9, orc=5, rat=4, boss=3)


def test_one_throw_of_damage_serves_all_whom_an_attack_hits(fight):
    draw = scripted(5, 7, 9, 3, 4, 5)

    progress = fight.attack("ines", [Aim("rat"), Aim("orc"), Aim("boss")], SWORD, draw)

    facts = progress.facts
    assert draw.left == ()
    assert facts["damage"]["dice"] == "3d6"
    assert [(blow["target"], blow["hit"], blow["amount"], blow["passed"]) for blow in facts["blows"]] == [
        ("rat", True, 12, 12),
        ("orc", True, 7, 5),
        ("boss", False, 0, 0),
    ]
    assert [blow["outcome"]["degrees"] for blow in facts["blows"]] == [1, 0, 0]
    assert [points(progress.fight, key) for key in ("rat", "orc", "boss")] == [28, 35, 40]
    assert (facts["spent"], facts["majors"]) == (True, 0)
    assert facts["rules"] == ["R1", "R3", "R6", "C3", "C5"]
    assert json.loads(json.dumps(facts)) == facts
    assert progress.fight.undone(progress.changes) == fight


def test_where_nobody_is_hit_no_damage_is_thrown(fight):
    progress = fight.attack("ines", [Aim("boss"), Aim("orc")], SWORD, scripted(1, 2, 3))

    assert progress.facts["damage"] is None
    assert [blow["hit"] for blow in progress.facts["blows"]] == [False, False]


def test_the_gm_may_leave_half_double_or_nothing(fight):
    shares = [Aim("rat", Share.HALF), Aim("orc", Share.DOUBLE)]

    progress = fight.attack("ines", shares, SWORD, scripted(4, 4, 9, 3, 4))

    assert [(blow["passed"], blow["share"], blow["taken"]) for blow in progress.facts["blows"]] == [
        (7, "half", 3),
        (5, "double", 10),
    ]
    assert [points(progress.fight, key) for key in ("rat", "orc")] == [37, 30]


def test_one_target_may_have_its_share_too(fight):
    progress = fight.attack("ines", Aim("rat", Share.NONE), SWORD, scripted(4, 4, 9, 3, 4))

    assert (progress.facts["target"], progress.facts["passed"], progress.facts["taken"]) == ("rat", 7, 0)
    assert points(progress.fight, "rat") == 40


def test_no_harm_at_all_is_no_failure_of_the_fallen():
    fight = begun(hero("ines"), hero("lia", pv=3), foe(), ines=9, lia=7, orc=5)
    fight = fight.harm("lia", 5, scripted()).fight.stay_up("lia", scripted(1, 1, 1)).fight

    spared = fight.attack("ines", Aim("lia", Share.NONE), SWORD, scripted(9, 9, 9, 3, 4)).fight
    hurt = fight.attack("ines", Aim("lia"), SWORD, scripted(9, 9, 9, 3, 4)).fight

    assert [each.fighter("lia").vitals.failures for each in (spared, hurt)] == [0, 1]


def test_an_attack_needs_targets_each_named_once(fight):
    assert refusals(fight.attack, "ines", [], SWORD, scripted()) == [("targets", "target")]
    assert refusals(fight.attack, "ines", [Aim("rat"), Aim("rat")], SWORD, scripted()) == [("targets", "target")]
    assert refusals(fight.attack, "ines", [Aim("rat"), Aim("ghost")], SWORD, scripted(), modifier=100) == [
        ("out_of_bounds", "modifier"),
        ("not_here", "target"),
    ]


def test_what_others_add_is_a_term_of_the_roll(fight):
    aid = Term("high_ground", 2)

    progress = fight.attack("ines", "boss", SWORD, scripted(1, 2, 3), terms=[aid], modifier=1)

    assert progress.facts["outcome"]["check"]["terms"][-2:] == [["high_ground", 2, ""], ["modifier", 1, "R2"]]
    assert fight.plan("ines", "orc", SWORD, terms=[aid]).check.bonus == 11


def test_a_token_is_spent_on_an_attack(fight):
    progress = fight.attack("ines", "orc", SWORD, scripted(1, 2, 4, 1, 1), token=True)

    assert (progress.facts["outcome"]["keep"], progress.facts["hit"]) == ("high", True)
    assert (
        RULES.attack_odds(fight.plan("ines", "orc", SWORD, token=True)).hits
        > RULES.attack_odds(fight.plan("ines", "orc", SWORD)).hits
    )


def test_e80_the_odds_of_an_attack():
    fight = begun(hero(), foe(pv=10, defense=15, absorption=2), ines=9, orc=5)

    odds = RULES.attack_odds(fight.plan("ines", "orc", SWORD))

    assert (odds.hits, odds.takes, odds.drops) == (Fraction(1, 2), Fraction(35, 72), Fraction(23, 216))


def test_e52_a_weapon_in_each_hand():
    fight = begun(hero(), foe(defense=12), ines=9, orc=5)

    progress = fight.attack_with_both("ines", (SWORD, "orc"), (DAGGER, "orc"), scripted(3, 6, 8, 2, 3, 3, 6, 8))

    main, off = progress.facts["attacks"]
    assert [(each["outcome"]["total"], each["outcome"]["margin"], each["hit"]) for each in (main, off)] == [
        (13, 1, True),
        (11, -1, False),
    ]
    assert [each["weapon"]["key"] for each in (main, off)] == ["long_sword", "dagger"]
    assert (main["damage"]["total"], off["damage"]) == (5, None)
    assert (progress.facts["spent"], progress.facts["majors"]) == (True, 0)
    assert progress.facts["rules"] == ["R1", "R3", "C4", "C3"]
    assert points(progress.fight, "orc") == 7
    assert progress.fight.undone(progress.changes) == fight


def test_two_weapons_may_go_against_two_targets(fight):
    progress = fight.attack_with_both("ines", (SWORD, "orc"), (MACE, Aim("rat")), scripted(9, 9, 9, 2, 2, 1, 2, 3, 4))

    assert [each["target"] for each in progress.facts["attacks"]] == ["orc", "rat"]
    assert [points(progress.fight, key) for key in ("orc", "rat")] == [38, 34]


def test_the_second_attack_finds_the_target_as_the_first_left_it():
    fight = begun(hero("ines"), hero("lia", pv=3), ines=9, lia=5)

    progress = fight.attack_with_both("ines", (SWORD, "lia"), (DAGGER, "lia"), scripted(9, 9, 9, 3, 3, 9, 9, 9, 1))

    assert [each["points"]["is"]["fate"] for each in progress.facts["attacks"]] == ["falling", "falling"]
    assert [each["points"]["by"] for each in progress.facts["attacks"]] == [-3, 0]


def test_two_weapons_as_one_attack():
    rules = RULES.patched({"attacks.two_weapons.is_one_attack": True})
    fight = Fight(rules).add(hero(), foe(pv=30)).fight

    progress = fight.attack_with_both("ines", (DAGGER, "orc"), (GREAT_SWORD, "orc"), scripted(1, 2, 3, 1, 1, 1))

    (blow,) = progress.facts["attacks"]
    assert blow["weapon"]["key"] == "great_sword"
    assert (blow["outcome"]["total"], blow["hit"]) == (9 + 3 + 2, True)
    assert points(progress.fight, "orc") == 27


def test_the_odds_of_two_weapons(fight):
    plans = fight.plan_both("ines", (SWORD, "orc"), (DAGGER, "rat"), modifier=1)

    assert [(plan.check.bonus, plan.check.difficulty) for plan in plans] == [(8, 13), (6, 6)]


def test_a_token_goes_into_the_first_of_two_attacks(fight):
    progress = fight.attack_with_both("ines", (SWORD, "boss"), (DAGGER, "boss"), scripted(*[1, 2, 3] * 2), token=True)

    assert [each["outcome"]["keep"] for each in progress.facts["attacks"]] == ["high", "mid"]


def test_two_weapons_are_refused_before_any_die(fight):
    assert refusals(fight.attack_with_both, "orc", (SWORD, "ines"), (DAGGER, "ines"), scripted()) == [
        ("not_the_turn", "by")
    ]
    assert refusals(fight.attack_with_both, "ines", (SWORD, "orc"), (DAGGER, "ghost"), scripted()) == [
        ("not_here", "target")
    ]
    without = replace(RULES, attacks=replace(RULES.attacks, two_weapons=None))
    fight = Fight(without).add(hero(), foe()).fight
    assert refusals(fight.attack_with_both, "ines", (SWORD, "orc"), (DAGGER, "orc"), scripted()) == [
        ("one_weapon", "off")
    ]


def sneak(key="ines"):
    return hero(
        key,
        attributes={"physique": 4, "dexterity": 4, "perception": 3},
        skills={"stealth": 3, "melee_weapons": 4, "reflexes": 2},
    )


def sentry(key="orc"):
    """A sentry of perception 5 and defense 18."""
    watching = foe(key, pv=30, defense=18)
    return replace(watching, sheet=replace(watching.sheet, attributes={"perception": 5}))


def test_e53_a_surprise_helps_the_attack_that_opens():
    fight = begun(sneak(), sentry(), ines=9, orc=5)

    stalked = fight.surprise("ines", "orc", scripted(2, 6, 7, 3, 4, 10))
    struck = stalked.fight.attack("ines", "orc", SWORD, scripted(4, 5, 9, 1, 1))

    assert stalked.facts["surprised"] is True
    assert [side["outcome"]["total"] for side in stalked.facts["contest"]["sides"]] == [13, 9]
    assert stalked.facts["rules"] == ["C6", "R1", "R9"]
    assert (struck.facts["outcome"]["total"], struck.facts["outcome"]["margin"], struck.facts["hit"]) == (18, 0, True)
    assert struck.facts["rules"] == ["R1", "R3", "C6", "C3"]
    assert json.loads(json.dumps(stalked.facts)) == stalked.facts
    assert stalked.fight.undone(stalked.changes) == fight


def test_a_surprise_counts_once_and_stands_in_the_odds():
    fight = begun(sneak(), sentry(), foe("rat"), ines=9, orc=5, rat=4)
    stalked = fight.surprise("ines", "orc", scripted(2, 6, 7, 3, 4, 10)).fight

    assert stalked.plan("ines", "orc", SWORD).check.bonus == 13
    assert stalked.plan("ines", "rat", SWORD).check.bonus == 8
    opened = stalked.attack("ines", "rat", SWORD, scripted(1, 1, 2)).fight
    assert opened.plan("ines", "orc", SWORD).check.bonus == 8
    assert refusals(opened.surprise, "ines", "orc", scripted()) == [("tried", "target")]


def test_a_surprise_is_the_first_of_two_attacks():
    fight = begun(sneak(), sentry(), ines=9, orc=5).surprise("ines", "orc", scripted(2, 6, 7, 3, 4, 10)).fight

    progress = fight.attack_with_both("ines", (SWORD, "orc"), (DAGGER, "orc"), scripted(*[1, 2, 3] * 2))

    assert [each["outcome"]["total"] for each in progress.facts["attacks"]] == [8 - 2 + 5 + 2, 8 - 4 + 2]


@pytest.mark.parametrize(("faces", "winner"), [((2, 4, 7, 3, 6, 10), None), ((2, 3, 7, 3, 6, 10), "orc")])
def test_a_tie_or_less_is_no_surprise(faces, winner):
    fight = begun(sneak(), sentry(), ines=9, orc=5)

    progress = fight.surprise("ines", "orc", scripted(*faces))

    assert (progress.facts["surprised"], progress.facts["contest"]["winner"]) == (False, winner)
    assert progress.fight.plan("ines", "orc", SWORD).check.bonus == 8
    assert refusals(progress.fight.surprise, "ines", "orc", scripted()) == [("tried", "target")]


def test_both_sides_of_a_surprise_may_have_a_modifier():
    fight = begun(sneak(), sentry(), ines=9, orc=5)

    progress = fight.surprise("ines", "orc", scripted(5, 5, 5, 5, 5, 5), modifier=2, against=-3)

    assert [side["outcome"]["total"] for side in progress.facts["contest"]["sides"]] == [14, 7]
    assert refusals(fight.surprise, "ines", "orc", scripted(), against=100) == [("out_of_bounds", "modifier")]


def test_who_is_out_surprises_nobody_and_nobody_surprises_oneself():
    fight = begun(sneak(), sentry(), ines=9, orc=5)

    assert refusals(fight.surprise, "ines", "ines", scripted()) == [("tried", "target")]
    assert refusals(fight.harm("ines", 30, scripted()).fight.surprise, "ines", "orc", scripted()) == [("out", "by")]
