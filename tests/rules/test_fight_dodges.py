"""Active defenses of 2d10 and their odds: one dodge from several enemies, dodges called for, shots (C8, D8, D10)."""

from dataclasses import replace
from fractions import Fraction

import pytest

from rules import Fight, find_preset, scripted
from rules.attacks import ActiveDefense
from rules.checks import Outcome, Term
from rules.fight import Aim
from rules.presets.d10x2 import D10X2
from rules.techniques import Specialization, Technique
from rules.vitals import Fate
from tests.rules import fights
from tests.rules.fights import FIRE, refusals
from tests.rules.margin_fights import CLUB, SWORD, begun, foe, hero, pools

DODGE, BLOCK = ActiveDefense.DODGE, ActiveDefense.BLOCK
DODGED = Aim("ines", is_dodged=True)


def beset(*, mastery=0, grade_of_foes=0, **totals):
    """Ines (dodge 6, 30 PV) with attacks of these totals waiting for her dodge, and the fight; foes attack with 8."""
    ines = hero(masteries={"long_sword": mastery} if mastery else {}, wielded=[SWORD])
    foes = [foe(key) for key in totals]
    foes = [replace(each, sheet=replace(each.sheet, masteries={"long_sword": grade_of_foes})) for each in foes]
    fight = begun(ines, *foes, ines=(8, 8), **{key: (2, 3 + at) for at, key in enumerate(totals)})
    for key, total in totals.items():
        faces = total - 8
        dice = scripted(min(9, faces - 1), faces - min(9, faces - 1))
        fight = fight.attack(key, DODGED, SWORD, dice, spend=False).fight
    return fight


def undoes(fight, progress):
    undone = progress.fight.undone(progress.changes)
    return undone == fight and undone.redone(progress.changes) == progress.fight


# --- one dodge from several ------------------------------------------------------------------------------------------


def test_d10_one_dodge_is_rolled_against_the_strongest_and_each_failure_lets_one_through():
    fight = beset(mastery=2, a=19, b=25, c=15)

    progress = fight.dodge_all("ines", scripted(9, 8, 1, 1, 2, 2))  # 6 + 17 = 23 against 25

    facts = progress.facts
    assert (facts["strongest"], facts["faced"], facts["through"]) == ("ines-2", 3, 2)
    assert (facts["outcome"]["total"], facts["outcome"]["margin"], facts["outcome"]["success"]) == (23, -2, False)
    assert [(blow["by"], blow["escaped"]) for blow in facts["blows"]] == [("a", False), ("b", False), ("c", True)]
    # what a's own total has over the dodge's is nothing, b's are two éxitos
    assert [blow["taken"] for blow in facts["blows"]] == [2, 2 + 4, 0]
    assert facts["blows"][2]["damage"] is None
    assert pools(progress.fight, "ines")["pv"] == 30 - 8
    assert progress.fight.pending == ()
    assert facts["rules"][:2] == ["D10", "D1"]
    assert undoes(fight, progress)


def test_d10_at_most_all_get_through():
    fight = beset(mastery=2, a=19, b=25, c=15)

    progress = fight.dodge_all("ines", scripted(2, 3, 1, 1, 1, 1, 1, 1))  # 11 against 25: 14 failures

    assert progress.facts["through"] == 3
    assert [blow["taken"] for blow in progress.facts["blows"]] == [8 + 2, 14 + 2, 4 + 2]


def test_d10_who_reaches_the_strongest_escapes_from_all():
    fight = beset(mastery=2, a=19, b=23, c=15)

    for faces in ((9, 8), (9, 9)):
        progress = fight.dodge_all("ines", scripted(*faces))
        assert (progress.facts["through"], progress.facts["outcome"]["success"]) == (0, True)
        assert all(blow["escaped"] and not blow["tied"] for blow in progress.facts["blows"])
        assert pools(progress.fight, "ines")["pv"] == 30


def test_d10_a_failure_lets_one_through_even_if_more_rolled_higher():
    fight = beset(mastery=2, a=24, b=24, c=15)

    progress = fight.dodge_all("ines", scripted(9, 8, 1, 1))

    assert [blow["escaped"] for blow in progress.facts["blows"]] == [False, True, True]
    assert progress.facts["blows"][0]["taken"] == 1 + 2


def test_d10_each_enemy_too_many_weighs_on_the_dodge():
    fight = beset(a=19, b=25, c=15)

    check = fight.dodge_check("ines")

    assert Term("enemies", -6, "D10") in check.terms
    assert (check.bonus, check.difficulty) == (6 - 6, 25)
    assert fight.dodge_check("ines", ["ines-1", "ines-3"]).bonus == 6 - 3
    assert fight.dodge_check("ines", modifier=2).bonus == 2
    progress = fight.dodge_all("ines", scripted(10, 9, 1, 1, 1, 1, 1, 1))
    assert Outcome.from_facts(progress.facts["outcome"]).total == 19
    assert [blow["attack"]["margin"] for blow in progress.facts["blows"]] == [0, 6, -4]


def test_s1_the_total_of_the_strongest_is_not_told_before_the_dodge():
    assert beset(a=19, b=25).dodge_check("ines", knows_total=False).difficulty is None


def test_d10_the_mastery_of_an_enemy_counts_where_its_own_total_is_higher():
    fight = beset(mastery=2, grade_of_foes=1, a=19, b=25)

    progress = fight.dodge_all("ines", scripted(9, 8, 1, 1, 1, 1))

    # a: nothing over the dodge, 1 of damage by mastery; b: 2 + 1 éxitos and the same
    assert [blow["taken"] for blow in progress.facts["blows"]] == [2 + 1, 2 + 3 + 1]


def test_d10_only_some_may_be_dodged_and_the_rest_waits():
    fight = beset(mastery=2, a=19, b=25, c=15)

    progress = fight.dodge_all("ines", scripted(9, 9), ["ines-1", "ines-3"])

    assert (progress.facts["strongest"], progress.facts["faced"]) == ("ines-1", 2)
    assert [each.key for each in progress.fight.pending] == ["ines-2"]


def test_d10_of_two_attacks_of_one_enemy_the_second_waits_for_a_dodge_of_its_own():
    fight = beset(mastery=2, a=19, b=25)
    fight = fight.attack("a", DODGED, SWORD, scripted(5, 5), spend=False).fight

    assert [blow["pending"] for blow in fight.dodge_all("ines", scripted(9, 9, 1, 1)).facts["blows"]] == [
        "ines-1",
        "ines-2",
    ]
    assert refusals(fight.dodge_all, "ines", scripted(), ["ines-1", "ines-3"]) == [("no_crowd", "pending")]


def test_d10_a_tie_goes_on_waiting_for_what_was_chosen():
    fight = beset(mastery=2, a=19, b=23, c=20)
    tied = fight.defend("ines-2", DODGE, scripted(9, 8)).fight

    assert tied.dodge_all("ines", scripted(9, 9)).facts["faced"] == 2
    assert refusals(tied.dodge_all, "ines", scripted(), ["ines-1", "ines-2"]) == [("no_crowd", "pending")]


@pytest.mark.parametrize(
    ("target", "keys"), [("a", None), ("nobody", None), ("ines", ["ines-1"]), ("ines", ["ines-1", "a-1"])]
)
def test_d10_one_dodge_needs_two_enemies(target, keys):
    assert refusals(beset(a=19, b=25).dodge_all, target, scripted(), keys) == [("no_crowd", "pending")]


def test_other_rules_know_no_dodge_from_several():
    fight = fights.begun(fights.hero(), fights.foe(), ines=9, orc=5)

    assert refusals(fight.dodge_all, "ines", scripted()) == [("no_sweep", "pending")]


def test_d10_a_first_blow_may_bring_down_and_the_next_is_taken_all_the_same():
    fight = beset(mastery=2, a=25, b=25)
    fight = fight.harm("ines", 25, scripted(), is_lethal=False).fight

    progress = fight.dodge_all("ines", scripted(2, 3, 6, 6, 6, 6))

    assert progress.fight.fighter("ines").vitals.fate is Fate.DEAD
    assert pools(progress.fight, "ines")["pv"] == -15
    assert undoes(fight, progress)


def test_d10_how_likely_so_many_get_through():
    odds = beset(mastery=2, a=19, b=23, c=15).dodge_odds("ines")

    # 17, 16, 15 and less of two dice against 23
    assert odds == (Fraction(10, 100), Fraction(5, 100), Fraction(6, 100), Fraction(79, 100))


# --- one against one -------------------------------------------------------------------------------------------------


def test_d8_the_odds_of_a_dodge_against_a_total_that_is_known():
    odds = beset(a=19, b=22).defense_odds("ines-2", DODGE)

    # 17 or more, 16 exactly, 15 or less
    assert (odds.win, odds.tie, odds.lose) == (Fraction(10, 100), Fraction(5, 100), Fraction(85, 100))


@pytest.fixture
def duel():
    """Ines attacks with 9 and deals 2d6; the orc's defense is 18 and it dodges with 0 − 5 (skill 0), lia with 6."""
    return begun(hero(), hero("lia"), foe(), ines=(8, 8), lia=(3, 4), orc=(3, 3))


def counted(shift):
    """The chances that one sum of 2d10 and the shift is higher than another, or the same, no twenty thrown again."""
    sums = [one + other for one in range(1, 11) for other in range(1, 11)]
    higher = sum(mine + shift > yours for mine in sums for yours in sums)
    return Fraction(higher, 10_000)


def test_d8_the_odds_of_a_dodged_attack_are_those_over_both_rolls(duel):
    aim = Aim("lia", is_dodged=True)

    found, dodged = duel.defended_odds("ines", aim, SWORD), duel.attack_odds("ines", aim, SWORD)

    assert found.win == dodged.hits
    assert found.win + found.tie + found.lose == 1
    assert abs(found.win - counted(9 - 6)) < Fraction(1, 200)  # a twenty is thrown again once in a hundred
    assert dodged.takes == dodged.hits  # no armor
    assert 0 < dodged.drops < dodged.takes
    assert duel.attack_odds("ines", "lia", SWORD).hits == Fraction(72, 100)  # 9 or more against the value of 18


def test_d8_what_weighs_on_the_dodge_is_counted(duel):
    aim, faced = Aim("lia", is_dodged=True), duel.face("lia", 2).fight

    worse = duel.defended_odds("ines", aim, SWORD, against=-3).win
    assert faced.defended_odds("ines", aim, SWORD).win == worse
    assert worse > duel.defended_odds("ines", aim, SWORD).win
    assert faced.attack_odds("ines", aim, SWORD).hits == worse


def test_d8_who_is_out_does_not_dodge(duel):
    down = duel.harm("lia", 35, scripted()).fight
    aim = Aim("lia", is_dodged=True)

    assert down.attack_odds("ines", aim, SWORD) == down.attack_odds("ines", "lia", SWORD)
    assert refusals(down.defended_odds, "ines", aim, SWORD) == [("no_defense", "how")]


def test_d8_without_a_dodge_there_is_only_the_defense_value(duel):
    assert refusals(duel.defended_odds, "ines", "lia", SWORD) == [("no_defense", "how")]
    assert refusals(duel.defended_odds, "ines", Aim("lia", is_dodged=True), SWORD, BLOCK) == [("no_shield", "how")]


def test_d8_the_odds_of_a_technique_that_is_dodged(duel):
    ines = duel.fighter("ines")
    bolt = replace(FIRE, attribute="dexterity", level=4)
    fight = duel._with(replace(ines, sheet=replace(ines.sheet, techniques=(bolt,))))
    aim = Aim("lia", is_dodged=True)

    assert fight.technique_odds("ines", "fire", aim) == fight.attack_odds("ines", aim, SWORD)
    assert fight.technique_odds("ines", "fire", "lia") == fight.attack_odds("ines", "lia", SWORD)


def test_a_burst_that_is_dodged_has_odds_too(duel):
    gun = D10X2.find_weapon("submachine_gun")
    aim = Aim("lia", is_dodged=True)

    one, ten = (duel.attack_odds("ines", aim, gun, projectiles=number) for number in (1, 10))

    assert one.hits == ten.hits
    assert one.mean < ten.mean


def test_c8_the_odds_of_a_shot_over_both_rolls():
    bow = fights.RULES.find_weapon("short_bow")
    archer = fights.hero("lia", skills={"ranged_weapons": 4})
    fight = fights.begun(archer, fights.hero(), lia=9, ines=5)
    aim = Aim("ines", band="medium")

    found = fight.defended_odds("lia", aim, bow)

    # 3 + 4 + 10 = 17 against 20: the middle die shows 3 or more; she dodges with 3 + 4
    middles = {face: Fraction(count, 1000) for face, count in zip(range(1, 11), MIDDLES, strict=True)}
    expected = sum(
        mine * yours
        for shot, mine in middles.items()
        for dodge, yours in middles.items()
        if shot >= 3 and (dodge == 1 or 7 + dodge < 17 + shot)
    )
    assert (found.win, found.tie, found.lose) == (expected, 0, 1 - expected)
    better = fight.defended_odds("lia", aim, bow, against=8)
    assert better.win == sum(
        mine * yours
        for shot, mine in middles.items()
        for dodge, yours in middles.items()
        if shot >= 3 and (dodge == 1 or 15 + dodge < 17 + shot)
    )


MIDDLES = (28, 76, 112, 136, 148, 148, 136, 112, 76, 28)
"""Of a thousand throws of three d10 so many have that middle die, from 1 on."""


def test_c8_the_odds_of_a_defense_against_a_total_that_is_known():
    bow = fights.RULES.find_weapon("short_bow")
    fight = fights.begun(fights.hero("lia", skills={"ranged_weapons": 4}), fights.hero(), lia=9, ines=5)
    fight = fight.attack("lia", Aim("ines", band="point_blank"), bow, scripted(1, 2, 2)).fight

    odds = fight.defense_odds("ines-1", DODGE, modifier=8)

    # 19 with 3 + 4 + 8: the middle die shows 4 or more
    assert odds.win == Fraction(1000 - 28 - 76 - 112, 1000)
    assert (odds.tie, odds.lose) == (0, 1 - odds.win)


def test_p4_a_specialization_covers_the_roll_of_a_fight_that_its_skill_is_in():
    bow, special = fights.RULES.find_weapon("short_bow"), Specialization("dodge", "flechas")
    ines = fights.hero(specializations=(special,))
    fight = Fight(find_preset("ryf-core")).add(fights.hero("lia", skills={"ranged_weapons": 4}), ines).fight
    fight = fight.attack("lia", Aim("ines", band="point_blank"), bow, scripted(1, 2, 2)).fight

    assert [each.code for each in fight.defense("ines-1", DODGE, specialization="flechas").factors] == [
        "specialization"
    ]
    given = {"specialization": "espadas"}
    assert refusals(fight.defense, "ines-1", DODGE, **given) == [("no_specialization", "specialization")]
    assert refusals(fight.plan, "ines", "lia", fights.SWORD, **given) == [("no_specialization", "specialization")]


def test_c8_an_attack_at_hand_is_not_escaped_and_a_dodge_is_not_called_for():
    fight = fights.begun(fights.hero("lia"), fights.hero(), lia=9, ines=5)

    assert refusals(fight.defended_odds, "lia", "ines", fights.SWORD) == [("no_defense", "how")]
    dodged = Aim("ines", is_dodged=True)
    assert refusals(fight.defended_odds, "lia", dodged, fights.SWORD) == [("no_defense", "how")]
    assert refusals(fight.attack_odds, "lia", dodged, fights.SWORD) == [("no_dodge", "dodged")]


def test_a_technique_that_lets_one_through_leaves_what_it_leaves():
    burn = Technique("burn", "Quemar", 3, "willpower", against_defense=True, effect=FIRE.effect, dice=FIRE.dice)
    burn = replace(burn, saving_throw=fights.BY_WILL)
    lia = hero("lia")
    lia = replace(lia, sheet=replace(lia.sheet, techniques=(burn,)))
    fight = begun(hero(), lia, foe(), ines=(3, 3), lia=(8, 8), orc=(3, 4))
    fight = fight.use_technique("lia", "burn", DODGED, scripted(6, 6)).fight
    fight = fight.attack("orc", DODGED, CLUB, scripted(5, 5), spend=False).fight

    progress = fight.dodge_all("ines", scripted(9, 7, 2, 2))  # 6 - 3 + 16 = 19 against 20 and 18

    assert [blow["effect"] for blow in progress.facts["blows"]] == ["technique-1", None]
    assert progress.facts["blows"][0]["taken"] == 1 + 4
    assert undoes(fight, progress)
