"""What fighters bear: pain, hazards, falls, states, idle turns, medicine (D5, D6, D8, D12–D14, D16–D18)."""

from dataclasses import replace

import pytest

from rules import Fight, scripted
from rules.checks import Outcome, Term
from rules.gear import Armor, equipped
from rules.hazards import Hazard
from rules.lasting import Lasting
from rules.presets.d10x2 import D10X2
from rules.turns import Action
from rules.vitals import Fate
from tests.rules.fights import begun as begun_of_others
from tests.rules.fights import hero as other_hero
from tests.rules.fights import order, refusals
from tests.rules.margin_fights import CLUB, SWORD, begun, foe, hero, pools


def hazard(key, level=3, **how):
    return Hazard(D10X2.hazards.find(key), level, **how)


def passed(fight, times=1):
    for _turn in range(times):
        fight = fight.next_turn(fight.turn, scripted()).fight
    return fight


def both(pools=None, **traits):
    """Ines first, with two actions, then Lía."""
    return begun(hero("ines", pools, **traits), hero("lia"), ines=(8, 8), lia=(3, 4))


def test_a_fumbled_initiative_comes_last_with_one_action():
    fight = begun(hero(perception=10, reflexes=9), foe(initiative=-9), ines=(1, 1), orc=(1, 2))

    assert [each.initiative.total for each in (fight.fighter("ines"), fight.fighter("orc"))] == [21, -6]
    assert order(fight) == ["orc", "ines"]
    assert fight.fighter("ines").majors == 1


def test_several_fumbles_come_by_the_better_numbers():
    fight = begun(hero(), hero("lia", reflexes=4), foe(), ines=(1, 1), lia=(1, 1), orc=(1, 2))

    assert order(fight) == ["orc", "lia", "ines"]


def test_a_natural_twenty_of_initiative_is_thrown_on():
    fight = begun(hero(), foe(), ines=(10, 10, 3, 4), orc=(5, 5))

    assert fight.fighter("ines").initiative.total == 5 + 27
    assert fight.fighter("ines").majors == 3


def test_minor_actions_by_name():
    fight = both()
    once = fight.spend("ines", Action.MINOR, "move", meters=3)

    assert (once.facts["majors"], once.facts["minors"], once.fight.fighter("ines").meters) == (2, 1, 3)
    assert refusals(once.fight.spend, "ines", Action.MINOR, "move") == [("minor_again", "action")]
    third = once.fight.spend("ines", Action.MINOR, "words").fight.spend("ines", Action.MINOR, "drink")
    assert (third.facts["majors"], third.facts["minors"]) == (1, 2)
    assert third.fight.undone(third.changes).fighter("ines").minors == 0


def test_e112_pain_and_stun_weigh_on_attacks_and_checks():
    bonuses = [
        both({"pv": pv, "stamina": stamina}).plan("ines", "lia", SWORD).check.bonus
        for pv, stamina in ((10, 15), (9, 15), (10, 14), (9, 14))
    ]

    assert bonuses == [9, 4, 4, -1]
    hurt = hero(pools={"pv": 9, "stamina": 14}).sheet
    assert D10X2.check(hurt, "dodge").bonus == 6 - 10
    assert D10X2.initiative(hurt).bonus == 5 - 10


def test_e113_will_sets_pain_aside_for_a_turn_for_each_success():
    fight = both({"pv": 9}, willpower=6)

    progress = fight.endure("ines", scripted(8, 9))

    assert (progress.facts["outcome"]["total"], progress.facts["turns"]) == (23, 5)
    assert Outcome.from_facts(progress.facts["outcome"]).check.terms == (Term("willpower", 6, "R2"),)
    bonuses, now = [], progress.fight
    for _turn in range(7):
        bonuses.append(now.plan("ines", "lia", SWORD).check.bonus)
        now = passed(now, 2)
    assert bonuses == [9] * 6 + [4]


def test_e113_no_success_is_not_even_one_turn():
    progress = both({"pv": 9}, willpower=6).endure("ines", scripted(6, 6))

    assert progress.facts["outcome"]["success"]
    assert progress.facts["turns"] == 0
    assert progress.fight.plan("ines", "lia", SWORD).check.bonus == 4


def test_pain_is_borne_once_a_turn_and_only_where_there_is_some():
    fight = both({"pv": 9})
    tried = fight.endure("ines", scripted(1, 2)).fight

    assert refusals(tried.endure, "ines", scripted()) == [("no_pain", "fighter")]
    assert passed(tried, 2).endure("ines", scripted(1, 2))
    assert refusals(fight.endure, "lia", scripted()) == [("no_pain", "fighter")]


def test_wounds_of_other_rules_are_not_borne():
    fight = begun_of_others(other_hero("lia", pv=3), lia=5)

    assert refusals(fight.endure, "lia", scripted()) == [("no_endurance", "fighter")]


def test_an_idle_turn_gives_stamina_back_at_its_end():
    fight = both({"stamina": 20})

    progress = fight.next_turn("ines", scripted())

    assert pools(progress.fight, "ines")["stamina"] == 26
    assert [event["event"] for event in progress.facts["events"]] == ["breath"]
    assert "D17" in progress.facts["rules"]


def test_words_with_an_enemy_are_no_effort_and_all_else_is():
    fight = both({"stamina": 20})

    words = fight.spend("ines", Action.MAJOR, is_talk=True).fight
    blow = fight.attack("ines", "lia", SWORD, scripted(1, 2)).fight
    move = fight.spend("ines", Action.MAJOR, meters=6).fight

    assert [pools(passed(each), "ines")["stamina"] for each in (words, blow, move)] == [26, 20, 20]


def test_who_is_fresh_catches_no_breath():
    assert both().next_turn("ines", scripted()).facts["events"] == []


def test_the_knocked_out_wake_at_the_end_of_their_first_turn():
    fight = both()
    down = replace(fight.fighter("lia").sheet, pools={"pv": 30, "stamina": 0})
    fight = Fight(D10X2).add(hero(), replace(hero("lia"), sheet=down)).fight
    fight = fight.start(scripted(), {"ines": (8, 8), "lia": (3, 4)}).fight

    progress = fight.next_turn("ines", scripted())

    assert progress.facts["turn"] == "ines"
    assert progress.facts["skipped"] == []
    assert pools(progress.fight, "lia")["stamina"] == 6
    assert progress.fight.can_act(progress.fight.fighter("lia"))


def test_the_knocked_out_may_sleep_until_the_fight_is_over():
    rules = D10X2.patched({"recovery.sleeps_on": True})
    lia = hero("lia", {"stamina": 0})
    fight = begun(hero(), lia, rules=rules, ines=(8, 8), lia=(3, 4))

    slept = passed(fight, 2)
    closed = slept.close()

    assert pools(slept, "lia")["stamina"] == 0
    assert (closed.facts["woken"], pools(closed.fight, "lia")["stamina"]) == (["lia"], 6)


def test_nobody_who_is_knocked_out_attacks():
    fight = begun(hero(), hero("lia", {"stamina": 2}), ines=(8, 8), lia=(3, 4))

    progress = fight.attack("ines", "lia", CLUB, scripted(5, 5, 1))

    assert progress.facts["points"]["is"]["knocked_out"]
    assert "D8" in progress.facts["rules"]
    assert refusals(progress.fight.attack, "lia", "ines", CLUB, scripted(), spend=False) == [("out", "by")]


def test_e106_hunger_takes_points_by_the_day_and_weighs_on_the_body():
    fight = both({"pv": 25})

    progress = fight.expose("ines", hazard("hunger"), scripted(3, 4))

    assert progress.facts["outcome"]["total"] == 16
    assert (progress.facts["duration"], progress.facts["daily"]) == (2, True)
    hungry = progress.fight.fighter("ines").sheet
    assert pools(passed(progress.fight, 2), "ines")["pv"] == 25
    bonuses = [D10X2.check(hungry, trait).bonus for trait in ("athletics", "resistance", "melee", "dodge", "medicine")]
    assert bonuses == [7 - 3, 9 - 3, 9 - 3, 6 - 3, 6]

    first, told = D10X2.day(hungry, scripted(), rests=False)
    second, last = D10X2.day(first, scripted(), rests=False)
    assert [each.pools["pv"] for each in (first, second)] == [22, 19]
    assert told["harms"] == [{"effect": "Hunger", "damage": None, "passed": 3, "pool": "pv"}]
    assert (told["ended"], last["ended"], second.vitals.effects) == ([], ["Hunger"], ())


def test_poison_takes_its_level_at_the_start_of_each_own_turn_whatever_the_armor():
    armored = hero("lia")
    armored = replace(armored, sheet=equipped(armored.sheet, armor=Armor("plate", "Plate", 6)))
    fight = begun(hero(), armored, ines=(8, 8), lia=(3, 4))

    progress = fight.expose("lia", hazard("poison", 4), scripted(2, 6))

    assert (progress.facts["outcome"]["margin"], progress.facts["duration"]) == (-2, 2)
    losses = []
    now = progress.fight
    for _turn in range(3):
        now = passed(now)
        losses.append(30 - pools(now, "lia")["pv"])
        now = passed(now)
    assert losses == [4, 8, 8]
    assert now.fighter("lia").vitals.effects == ()


def test_a_burn_is_dodged_and_lasts_a_turn_even_so():
    progress = both().expose("ines", hazard("burn", 2), scripted(9, 9), dodges=True)

    assert Outcome.from_facts(progress.facts["outcome"]).check.terms[0] == Term("dexterity", 5, "R2")
    assert (progress.facts["outcome"]["success"], progress.facts["duration"]) == (True, 1)
    assert refusals(both().expose, "ines", hazard("poison"), scripted(), dodges=True) == [("no_dodge", "dodges")]


def test_what_is_mild_takes_stamina_and_never_hit_points():
    fight = both({"stamina": 2})

    drunk = fight.expose("lia", hazard("drug", 5, is_mild=True), scripted(1, 1)).fight

    assert pools(passed(drunk), "lia") == {"pv": 30, "stamina": 50}


def test_two_hazards_of_a_kind_are_two_effects():
    fight = both()
    for _time in range(2):
        fight = fight.expose("lia", hazard("poison", 2), scripted(2, 2)).fight

    assert [each.key for each in fight.fighter("lia").vitals.effects] == ["poison-1", "poison-2"]


def test_the_support_of_others_adds_to_resisting():
    fight = both().support("ines", "medicine", 12, scripted(5, 6), roll="resistance", target="lia").fight

    progress = fight.expose("lia", hazard("disease", 5), scripted(2, 2))

    assert progress.facts["outcome"]["margin"] == 4 + 9 + 5 - 20
    assert progress.fight.fighter("lia").vitals.supports == ()


@pytest.mark.parametrize("level", [0, 100])
def test_hazards_have_levels(level):
    assert refusals(both().expose, "ines", hazard("burn", level), scripted()) == [("level", "level")]


def test_without_the_skill_its_attribute_resists():
    rules = D10X2.patched({"skills.resistance": None})

    assert rules.hazard_check(hero().sheet, hazard("burn")).terms == (Term("constitution", 6, "R2"),)
    assert rules.fall_check(hero().sheet, 3, dodges=True).terms == (Term("dexterity", 5, "R2"),)


def test_e21_e110_a_fall_is_one_hit_less_the_armor():
    fight = both()
    armored = hero("lia")
    armored = replace(armored, sheet=equipped(armored.sheet, armor=Armor("mail", "Mail", 4)))

    fell = fight.fall("ines", 14, scripted(), softens=False)
    assert (fell.facts["amount"], fell.facts["outcome"]) == (54, None)
    assert pools(fell.fight, "ines")["pv"] == -15

    in_mail = begun(hero(), armored, ines=(8, 8), lia=(3, 4))
    taken = [in_mail.fall("lia", meters, scripted(), softens=False).facts["taken"] for meters in (1, 10, 11, 14)]
    assert taken == [0, 26, 32, 50]


def test_a_softened_fall_takes_half_of_what_is_left_rounded_down():
    fight = both()

    softened = fight.fall("ines", 3, scripted(4, 5))
    missed = fight.fall("ines", 3, scripted(4, 4))

    assert (softened.facts["outcome"]["margin"], softened.facts["taken"]) == (0, 4)
    assert (missed.facts["softened"], missed.facts["taken"]) == (False, 9)
    assert "D14" in softened.facts["rules"]


@pytest.mark.parametrize("meters", [0, -1, 1_001])
def test_falls_have_meters(meters):
    assert refusals(both().fall, "ines", meters, scripted()) == [("meters", "meters")]


def test_e108_a_state_lasts_as_many_turns_as_successes():
    fight = both()

    gaze = fight.bewitch("ines", "lia", "willpower", "willpower", "petrified", scripted(10, 9, 7, 7))

    assert gaze.facts["turns"] == 5
    assert [(each.label, each.turns) for each in gaze.fight.fighter("lia").vitals.effects] == [("petrified", 5)]
    assert gaze.facts["majors"] == 1


def test_e108_a_tie_is_no_turn():
    tied = both().bewitch("ines", "lia", "willpower", "willpower", "petrified", scripted(7, 7, 7, 7))

    assert (tied.facts["turns"], tied.facts["effect"]) == (0, None)
    assert tied.fight.fighter("lia").vitals.effects == ()


def test_who_loses_bewitches_nobody():
    lost = both().bewitch("ines", "lia", "willpower", "willpower", "petrified", scripted(6, 7, 7, 7))

    assert lost.facts["turns"] == 0
    assert refusals(both().bewitch, "ines", "ines", "willpower", "willpower", "x", scripted()) == [("itself", "target")]


def test_medicine_gives_a_point_for_each_success_once_a_wound_and_day():
    fight = both(intelligence=8)
    fight = fight.harm("lia", 12, scripted()).fight

    progress = fight.treat("ines", "lia", "wound-1", scripted(6, 6))

    assert (progress.facts["outcome"]["margin"], progress.facts["amount"], progress.facts["majors"]) == (4, 4, 1)
    assert pools(progress.fight, "lia")["pv"] == 22
    again = progress.fight
    assert refusals(again.treat, "ines", "lia", "wound-1", scripted()) == [("treated", "wound")]
    assert again.treat("ines", "lia", "wound-2", scripted(1, 1)).facts["amount"] == 0
    rested, _facts = D10X2.day(again.fighter("lia").sheet, scripted())
    assert rested.vitals.treated == ()
    assert rested.pools["pv"] == 25


def test_the_dead_are_not_treated():
    fight = both().harm("lia", 99, scripted()).fight

    assert refusals(fight.treat, "ines", "lia", "wound-1", scripted()) == [("dead", "target")]


def test_e117_out_alive_dead_and_the_floor():
    fight = both()

    out = fight.harm("lia", 44, scripted()).fight
    assert pools(out, "lia")["pv"] == -14
    assert fight.condition(out.fighter("lia")).fate is Fate.UNCONSCIOUS
    dead = out.harm("lia", 9, scripted())
    assert pools(dead.fight, "lia")["pv"] == -15
    assert dead.facts["points"]["is"]["fate"] == "dead"
    assert "D18" in dead.facts["rules"]
    assert dead.fight.undone(dead.changes) == out
    assert refusals(dead.fight.heal, "lia", 5, scripted()) == [("dead", "target")]


def test_who_is_out_is_skipped_and_comes_back_by_healing():
    fight = both().harm("lia", 31, scripted()).fight

    assert fight.next_turn("ines", scripted()).facts["skipped"] == ["lia"]
    healed = fight.heal("lia", 3, scripted())
    assert healed.facts["points"]["is"]["fate"] == "up"


def test_there_is_no_breather_where_stamina_comes_back_in_the_fight():
    assert refusals(both().close().fight.breathe, None, scripted()) == [("no_breather", "fight")]


def test_other_rules_know_no_hazards_support_or_states():
    fight = begun_of_others(other_hero("lia"), other_hero("ines"), lia=9, ines=5)
    burn = hazard("burn")

    assert refusals(fight.expose, "lia", burn, scripted()) == [("no_hazards", "hazard")]
    assert refusals(fight.fall, "lia", 3, scripted()) == [("no_hazards", "hazard")]
    assert refusals(fight.treat, "lia", "ines", "x", scripted()) == [("no_treatment", "wound")]
    assert refusals(fight.support, "lia", "brawl", 15, scripted(), roll="brawl") == [("no_support", "roll")]
    assert refusals(fight.bewitch, "lia", "ines", "physique", "physique", "x", scripted()) == [("no_margins", "by")]
    assert refusals(fight.face, "lia", 2) == [("enemies", "enemies")]
    assert refusals(fight.declare, "lia") == [("no_extra", "extra")]


def test_there_is_a_limit_to_the_effects_on_one_fighter():
    full = hero("lia")
    effects = tuple(Lasting(f"curse-{number}", "Curse") for number in range(20))
    fight = begun(hero(), full.with_effects(effects), ines=(8, 8), lia=(3, 4))

    assert refusals(fight.expose, "lia", hazard("burn"), scripted()) == [("effect", "effect")]
    assert refusals(fight.bewitch, "ines", "lia", "willpower", "willpower", "x", scripted()) == [("effect", "effect")]


def test_there_is_a_limit_to_the_support_that_waits():
    fight = both()
    for _time in range(20):
        fight = fight.support("ines", "medicine", 12, scripted(5, 6), roll="melee", spend=False).fight

    assert refusals(fight.support, "ines", "medicine", 12, scripted(), roll="melee", spend=False) == [
        ("no_roll", "roll")
    ]
