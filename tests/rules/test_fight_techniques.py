"""Techniques used in a fight: harm, healing, turns, states, plain checks, saving throws (P2, C3, C5, D8, R10, R11)."""

from dataclasses import replace
from fractions import Fraction

import pytest

from rules import Fight, find_preset, scripted
from rules.attacks import ActiveDefense
from rules.blows import Share
from rules.checks import Term
from rules.fight import Aim
from rules.fight.holding import MAX_EFFECTS
from rules.lasting import Lasting, Moment, Save
from rules.notation import parse
from rules.vitals import Fate, Vitals
from tests.rules import margin_fights as margins
from tests.rules.fights import FEAR, FIRE, HANDS, RULES, SIGHT, SLEEP, TECHNIQUES, begun, foe, hero, points, refusals

CORE, TENS = find_preset("ryf-core"), find_preset("d10x2")


def witch(pv=None, *, techniques=TECHNIQUES, willpower=4, **more):
    """Willpower 4 and every technique at 3: +7 on each."""
    attributes = {"physique": 4, "dexterity": 3, "perception": 3, "willpower": willpower}
    return hero("ines", pv, attributes=attributes, techniques=techniques, **more)


def begun_by(rules, *fighters, **middles):
    fight = Fight(rules).add(*fighters).fight
    return fight.start(scripted(), {key: (middle,) * 3 for key, middle in middles.items()}).fight


@pytest.fixture
def fight():
    """Ines has the turn; the orc has 12 PV and defense 13, the rat 20, defense 3 and absorption 1."""
    return begun(witch(), hero("lia"), foe(), foe("rat", pv=20, defense=3, absorption=1), ines=9, lia=7, orc=5, rat=4)


def on(fight, *faces):
    return fight.next_turn(fight.turn, scripted(*faces)).fight


def lasting(fight, key):
    return [(each.label, each.turns) for each in fight.fighter(key).vitals.effects]


def undoes(fight, progress):
    """Whether the changes take an action back, and make it again."""
    undone = progress.fight.undone(progress.changes)
    return undone == fight and undone.redone(progress.changes) == progress.fight


# --- harm ------------------------------------------------------------------------------------------------------------


def test_a_technique_that_harms_goes_against_the_defense_and_takes_a_major_action(fight):
    progress = fight.use_technique("ines", "fire", "orc", scripted(2, 6, 9, 3, 2))

    facts = progress.facts
    (blow,) = facts["results"]
    assert (facts["technique"], facts["kind"]) == ({"key": "fire", "name": "Fuego"}, "damage")
    assert (blow["defense"], blow["outcome"]["total"], blow["hit"], blow["amount"]) == (13, 13, True, 5)
    assert facts["thrown"]["total"] == 5
    assert (facts["spent"], facts["majors"]) == (True, 0)
    assert facts["rules"] == ["P2", "R1", "R3", "C3"]
    assert points(progress.fight, "orc") == 7
    assert undoes(fight, progress)


def test_a_technique_that_misses_throws_no_dice_for_its_effect(fight):
    progress = fight.use_technique("ines", "fire", "orc", scripted(2, 5, 9))

    assert (progress.facts["results"][0]["hit"], progress.facts["thrown"]) == (False, None)
    assert points(progress.fight, "orc") == 12


def test_one_throw_of_dice_serves_all_each_with_its_own_degrees_absorption_and_share(fight):
    aims = [Aim("orc", Share.DOUBLE), Aim("rat", Share.HALF)]

    progress = fight.use_technique("ines", "fire", aims, scripted(2, 6, 9, 1, 2, 5))

    orc, rat = progress.facts["results"]
    assert (orc["outcome"]["degrees"], rat["outcome"]["degrees"]) == (0, 1)  # 13 against 13, and against 3
    assert progress.facts["thrown"]["dice"] == "3d6"
    assert (orc["amount"], orc["passed"], orc["taken"]) == (3, 3, 6)
    assert (rat["amount"], rat["passed"], rat["taken"]) == (8, 7, 3)
    assert (points(progress.fight, "orc"), points(progress.fight, "rat")) == (6, 17)
    assert "C5" in progress.facts["rules"]
    assert undoes(fight, progress)


def test_none_spares_a_target(fight):
    progress = fight.use_technique("ines", "fire", [Aim("orc", Share.NONE)], scripted(2, 6, 9, 6, 1, 2))

    assert points(progress.fight, "orc") == 12


def test_harm_of_a_technique_explodes_at_the_table(fight):
    progress = fight.use_technique("ines", "fire", "orc", scripted(2, 6, 9, 6, 1, 2))

    assert progress.facts["results"][0]["amount"] == 6 + 1 + 2
    assert "R11" in progress.facts["rules"]


def test_a_technique_may_have_a_number_to_reach_and_the_gm_may_name_another():
    bolt = replace(FIRE, against_defense=False, difficulty=20)
    fight = begun(witch(techniques=(bolt,)), foe(), ines=9, orc=5)

    own = fight.use_technique("ines", "fire", "orc", scripted(2, 6, 9))
    named = fight.use_technique("ines", "fire", "orc", scripted(2, 6, 9, 1, 1), difficulty=12)

    assert [each.facts["results"][0]["defense"] for each in (own, named)] == [20, 12]
    assert [each.facts["results"][0]["hit"] for each in (own, named)] == [False, True]


def test_a_heroic_ones_technique_is_not_lethal_unless_it_is_said(fight):
    faces = (2, 6, 9, 6, 6, 1, 1)

    spared, killed = (
        fight.use_technique("ines", "fire", "orc", scripted(*faces), is_lethal=is_lethal).fight
        for is_lethal in (None, True)
    )

    assert spared.fighter("orc").vitals.fate is Fate.UNCONSCIOUS
    assert killed.fighter("orc").vitals.fate is Fate.DEAD


def test_a_surprise_helps_a_technique_that_harms_and_is_spent_by_it(fight):
    ambush = fight.surprise("ines", "orc", scripted(9, 9, 9, 2, 2, 2)).fight

    assert Term("surprise", 5, "C6") in ambush.technique_check("ines", "fire", "orc").terms
    assert Term("surprise", 5, "C6") not in ambush.technique_check("ines", "sleep", "orc").terms
    used = ambush.use_technique("ines", "fire", "orc", scripted(1, 1, 1)).fight
    assert used.technique_check("ines", "fire", "orc").bonus == 7


def test_the_harm_that_a_saving_throw_ends_comes_again_at_the_start_of_each_own_turn():
    burning = replace(FIRE, saving_throw=Save("physique", 12))
    fight = begun(witch(techniques=(burning,)), hero("lia"), ines=9, lia=7)

    hit = fight.use_technique("ines", "fire", "lia", scripted(2, 5, 9, 1, 2))  # 12 against 12
    burns = hit.fight.next_turn("ines", scripted(2, 7, 9, 2, 3))
    saved = on(burns.fight).next_turn("ines", scripted(2, 8, 9))

    assert hit.facts["results"][0]["effect"] == "technique-1"
    assert {"R10", "T2"} <= set(hit.facts["rules"])
    assert points(hit.fight, "lia") == 13
    assert [(each["event"], each.get("ended")) for each in burns.facts["events"]] == [("save", False), ("effect", None)]
    assert burns.facts["events"][1]["rules"][0] == "P2"
    assert points(burns.fight, "lia") == 13 - 5
    assert lasting(saved.fight, "lia") == []
    assert points(saved.fight, "lia") == 8
    assert undoes(fight, hit)


def test_who_is_missed_does_not_burn():
    burning = replace(FIRE, saving_throw=Save("physique", 12))
    fight = begun(witch(techniques=(burning,)), hero("lia"), ines=9, lia=7)

    missed = fight.use_technique("ines", "fire", "lia", scripted(2, 4, 9))

    assert (missed.facts["results"][0]["effect"], lasting(missed.fight, "lia")) == (None, [])


def test_e80_the_exact_odds_of_a_technique_that_harms():
    fight = begun(witch(techniques=(replace(FIRE, level=5),)), foe(pv=10, defense=15, absorption=2), ines=9, orc=5)

    odds = fight.technique_odds("ines", "fire", "orc")

    assert (odds.hits, odds.takes, odds.drops) == (Fraction(1, 2), Fraction(35, 72), Fraction(23, 216))


def test_the_odds_of_other_techniques_are_those_of_their_check(fight):
    assert refusals(fight.technique_odds, "ines", "hands", "orc") == [("no_harm", "technique")]
    check = fight.technique_check("ines", "hands", "orc")
    assert RULES.rolls.odds(check).success == Fraction(216, 1000)  # the middle die shows 8 or more


# --- healing, turns, states, plain checks ----------------------------------------------------------------------------


def test_a_technique_that_heals_gives_back_its_dice_up_to_the_maximum():
    fight = begun(witch(), hero("lia", 3), ines=9, lia=7)

    progress = fight.use_technique("ines", "hands", "lia", scripted(2, 8, 9, 6))

    (healed,) = progress.facts["results"]
    assert (progress.facts["kind"], healed["hit"], healed["amount"], healed["points"]["by"]) == ("healing", True, 6, 6)
    assert points(progress.fight, "lia") == 9
    assert healed["points"]["is"]["lingering"] == 2
    assert "T5" in progress.facts["rules"]
    assert undoes(fight, progress)


def test_each_degree_adds_a_die_to_a_healing_and_one_throw_serves_all():
    strong = replace(HANDS, difficulty=5)
    fight = begun(witch(6, techniques=(strong,)), hero("lia", 3), ines=9, lia=7)

    progress = fight.use_technique("ines", "hands", ["lia", "ines"], scripted(2, 8, 9, 4, 5))

    assert progress.facts["thrown"]["dice"] == "2d6"
    assert [each["amount"] for each in progress.facts["results"]] == [9, 9]
    assert (points(progress.fight, "lia"), points(progress.fight, "ines")) == (12, 15)
    assert "C5" in progress.facts["rules"]


def test_healing_explodes_in_core_and_never_at_the_table():
    table, core = (begun_by(rules, witch(), hero("lia", 3), ines=9, lia=7) for rules in (RULES, CORE))

    assert points(table.use_technique("ines", "hands", "lia", scripted(2, 8, 9, 6)).fight, "lia") == 3 + 6
    exploded = core.use_technique("ines", "hands", "lia", scripted(2, 8, 9, 6, 4))
    assert points(exploded.fight, "lia") == 3 + 10
    assert "R11" in exploded.facts["rules"]


def test_healing_by_a_technique_wakes_the_stable_but_never_the_dead(fight):
    lia = fight.fighter("lia")
    sheet = replace(lia.sheet, pools={"pv": 0})

    def with_fate(fate):
        return fight._with(replace(lia, sheet=replace(sheet, vitals=Vitals(fate=fate, successes=3))))

    woken = with_fate(Fate.STABLE).use_technique("ines", "hands", "lia", scripted(2, 8, 9, 2))
    assert (woken.fight.fighter("lia").vitals.fate, woken.fight.fighter("lia").vitals.successes) == (Fate.UP, 0)
    assert "C12" in woken.facts["rules"]
    assert refusals(with_fate(Fate.DEAD).use_technique, "ines", "hands", "lia", scripted()) == [("dead", "target")]


def test_a_healing_that_fails_gives_nothing_back(fight):
    hurt = fight.harm("lia", 9, scripted()).fight

    progress = hurt.use_technique("ines", "hands", "lia", scripted(2, 7, 9))

    assert (progress.facts["thrown"], progress.facts["results"][0]["amount"]) == (None, 0)
    assert points(progress.fight, "lia") == points(hurt, "lia")


def test_a_technique_of_turns_lasts_as_many_own_turns_as_its_dice_say(fight):
    progress = fight.use_technique("ines", "sleep", "orc", scripted(2, 6, 9, 2))

    (result,) = progress.facts["results"]
    (effect,) = progress.fight.fighter("orc").vitals.effects
    assert (result["turns"], result["effect"]) == (2, "technique-1")
    assert (effect.label, effect.turns, effect.save, effect.rule) == ("Sueño", 2, SLEEP.saving_throw, "P2")
    assert {"T2", "R10"} <= set(progress.facts["rules"])
    assert undoes(fight, progress)
    # lia's turn, then the orc's begins (willpower 0: the save fails), and ends
    asleep = on(on(progress.fight), 2, 7, 9)
    assert lasting(on(asleep), "orc") == [("Sueño", 1)]


def test_the_turns_of_each_target_count_its_own_degrees(fight):
    progress = fight.use_technique("ines", "sleep", ["orc", "rat"], scripted(2, 6, 9, 2, 5))

    assert [each["turns"] for each in progress.facts["results"]] == [2, 7]
    assert [lasting(progress.fight, key) for key in ("orc", "rat")] == [[("Sueño", 2)], [("Sueño", 7)]]
    assert "C5" not in progress.facts["rules"]
    assert "R6" in progress.facts["rules"]


def test_turns_explode_in_core_and_never_at_the_table():
    for rules, faces, turns in ((RULES, (6,), 6), (CORE, (6, 1), 7)):
        fight = begun_by(rules, witch(), foe(), ines=9, orc=5)
        progress = fight.use_technique("ines", "sleep", "orc", scripted(2, 6, 9, *faces))
        assert progress.facts["results"][0]["turns"] == turns


def test_dice_that_give_no_turn_leave_nothing():
    short = replace(SLEEP, dice=parse("1d6-3"))
    fight = begun(witch(techniques=(short,)), foe(), ines=9, orc=5)

    progress = fight.use_technique("ines", "sleep", "orc", scripted(2, 6, 9, 3))

    assert (progress.facts["results"][0]["turns"], progress.facts["results"][0]["effect"]) == (0, None)
    assert lasting(progress.fight, "orc") == []


def test_who_casts_turns_on_itself_does_not_count_the_turn_it_is_in(fight):
    progress = fight.use_technique("ines", "sleep", "ines", scripted(2, 6, 9, 2))

    assert lasting(on(progress.fight), "ines") == [("Sueño", 2)]


def test_a_state_without_dice_lasts_until_the_saving_throw_ends_it():
    fear = replace(FEAR, saving_throw=Save("willpower", 12, Moment.END))
    lia = hero("lia", attributes={"physique": 4, "dexterity": 3, "perception": 3, "willpower": 3})
    fight = begun(witch(techniques=(fear,)), lia, foe(), ines=9, lia=7, orc=5)

    progress = fight.use_technique("ines", "fear", ["orc", "lia"], scripted(2, 5, 9))

    assert progress.facts["kind"] is None
    assert [lasting(progress.fight, key) for key in ("orc", "lia")] == [[("Miedo", None)], [("Miedo", None)]]
    # her willpower of 3 makes 11 of an 8, and 12 of a 9, at the end of her turn
    assert lasting(on(on(progress.fight), 8, 8, 9), "lia") == [("Miedo", None)]
    assert lasting(on(on(progress.fight), 8, 9, 9), "lia") == []
    assert undoes(fight, progress)


def test_without_effect_and_saving_throw_its_roll_is_a_plain_check(fight):
    alone = fight.use_technique("ines", "sight", [], scripted(2, 6, 9), difficulty=15)
    at_lia = fight.use_technique("ines", "sight", "lia", scripted(2, 8, 9), difficulty=15)
    judged = fight.use_technique("ines", "sight", [], scripted(2, 8, 9))

    assert (alone.facts["results"], alone.facts["outcome"]["success"], alone.facts["majors"]) == ([], False, 0)
    (result,) = at_lia.facts["results"]
    assert (result["target"], result["hit"], result["effect"], at_lia.facts["thrown"]) == ("lia", True, None, None)
    assert judged.facts["outcome"]["success"] is None
    assert undoes(fight, alone)


def test_what_else_a_roll_is_made_with_counts_for_techniques_too():
    fight = begun_by(CORE, witch(), foe(), ines=9, orc=5)

    progress = fight.use_technique("ines", "fire", "orc", scripted(2, 3, 9, 1, 1), token=True, modifier=-2)

    assert progress.facts["outcome"]["total"] == 7 + 9 - 2
    assert "R13" in progress.facts["rules"]


def test_e70_the_wounded_use_techniques_with_a_lower_die():
    fight = begun(witch(4), foe(), ines=9, orc=5)

    assert fight.use_technique("ines", "fire", "orc", scripted(2, 6, 9)).facts["outcome"]["kept"] == 2


# --- refusals --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "targets", "named", "problem"),
    [
        ("ice", ["orc"], {}, ("no_technique", "technique")),
        ("fire", [], {}, ("targets", "target")),
        ("fire", ["orc", "orc"], {}, ("targets", "target")),
        ("hands", [], {}, ("targets", "target")),
        ("fear", [], {}, ("targets", "target")),
        ("fire", ["nobody"], {}, ("not_here", "target")),
        ("fire", ["orc"], {"modifier": 100}, ("out_of_bounds", "modifier")),
        ("fire", ["orc"], {"difficulty": 1000}, ("out_of_bounds", "difficulty")),
        ("fire", ["orc"], {"attribute": "luck"}, ("unknown_attribute", "attribute")),
        ("fire", [Aim("orc", is_dodged=True)], {}, ("no_dodge", "dodged")),
        ("fire", [Aim("orc", called="arm")], {}, ("no_called_shot", "called")),
    ],
)
def test_why_a_technique_cannot_be_used(fight, key, targets, named, problem):
    assert refusals(fight.use_technique, "ines", key, targets, scripted(), **named) == [problem]


def test_an_effect_needs_something_to_be_rolled_against():
    vague = [replace(each, against_defense=False, difficulty=None) for each in (FIRE, HANDS, SLEEP, FEAR)]
    fight = begun(witch(techniques=tuple(vague)), foe(), ines=9, orc=5)

    for each in vague:
        use = fight.use_technique
        assert refusals(use, "ines", each.key, "orc", scripted()) == [("no_difficulty", "difficulty")]


def test_a_technique_is_a_major_action_of_ones_own_turn(fight):
    used = fight.use_technique("ines", "sight", [], scripted(2, 6, 9)).fight

    assert refusals(used.use_technique, "ines", "sight", [], scripted()) == [("no_action", "by")]
    assert refusals(on(fight).use_technique, "ines", "sight", [], scripted()) == [("not_the_turn", "by")]
    assert not used.use_technique("ines", "sight", [], scripted(2, 6, 9), spend=False).facts["spent"]


def test_nobody_bears_more_effects_than_there_may_be(fight):
    full = fight
    for number in range(MAX_EFFECTS):
        full = full.affect(["orc"], Lasting(f"e{number}", "E")).fight

    assert refusals(full.use_technique, "ines", "sleep", "orc", scripted()) == [("effect", "effect")]
    assert refusals(full.use_technique, "ines", "fear", ["rat", "orc"], scripted()) == [("effect", "effect")]


# --- 2d10 ------------------------------------------------------------------------------------------------------------


BOLT = replace(FIRE, saving_throw=Save("constitution", 15))


@pytest.fixture
def tens():
    """Ines has willpower 5 and the bolt at 3 (+8), and the turn; lia's defense is 18, her stamina 55, her PV 30."""
    ines, lia = margins.hero(), margins.hero("lia")
    known = (BOLT, HANDS, SLEEP, replace(SIGHT, saving_throw=Save("willpower", 15)))
    ines = replace(ines, sheet=replace(ines.sheet, techniques=known))
    return margins.begun(ines, lia, ines=(8, 8), lia=(3, 4))


def test_d8_the_margin_is_added_to_the_damage_which_takes_hit_points(tens):
    progress = tens.use_technique("ines", "fire", "lia", scripted(7, 5, 6, 1))  # 20 against 18; nothing explodes

    (blow,) = progress.facts["results"]
    assert (blow["outcome"]["margin"], blow["amount"], blow["shoved"]) == (2, 2 + 7, 1)
    assert margins.pools(progress.fight, "lia") == {"pv": 21, "stamina": 55}
    assert {"P2", "D2", "D8", "D14"} <= set(progress.facts["rules"])
    assert undoes(tens, progress)


def test_no_mastery_helps_a_technique(tens):
    ines = tens.fighter("ines")
    master = tens._with(replace(ines, sheet=replace(ines.sheet, masteries={"unarmed": 3, "long_sword": 3})))

    assert master.technique_check("ines", "fire", "lia").mastery == 0
    assert str(master._attacks(master._use("ines", "fire", (Aim("lia"),), None, 0, None, {}))[0].damage) == "2d6"


def test_successes_add_nothing_to_healing_or_turns(tens):
    hurt = tens.harm("lia", 12, scripted()).fight

    healed = hurt.use_technique("ines", "hands", "lia", scripted(9, 9, 4))
    asleep = hurt.use_technique("ines", "sleep", "lia", scripted(9, 9, 4), spend=False)

    assert healed.facts["results"][0]["amount"] == 4
    assert asleep.facts["results"][0]["turns"] == 4


def test_a_dodge_may_be_called_for_against_a_technique_that_harms(tens):
    waiting = tens.use_technique("ines", "fire", Aim("lia", is_dodged=True), scripted(7, 5))

    (blow,) = waiting.facts["results"]
    assert (blow["hit"], blow["defense"], blow["effect"], waiting.facts["thrown"]) == (None, None, None, None)
    assert undoes(tens, waiting)
    hit = waiting.fight.defend(blow["pending"], ActiveDefense.DODGE, scripted(5, 5, 6, 1))  # 20 against 16
    assert (hit.facts["weapon"]["label"], hit.facts["attack"]["margin"], hit.facts["taken"]) == ("Fuego", 4, 11)
    assert hit.facts["effect"] == "technique-1"
    assert lasting(hit.fight, "lia") == [("Fuego", None)]
    assert undoes(waiting.fight, hit)
    escaped = waiting.fight.defend(blow["pending"], ActiveDefense.DODGE, scripted(9, 9))
    assert (escaped.facts["effect"], lasting(escaped.fight, "lia")) == (None, [])


def test_a_hit_on_someone_who_bears_too_much_already_only_harms(tens):
    waiting = tens.use_technique("ines", "fire", Aim("lia", is_dodged=True), scripted(7, 5))
    full = waiting.fight
    for number in range(MAX_EFFECTS):
        full = full.affect(["lia"], Lasting(f"e{number}", "E")).fight

    hit = full.defend(waiting.facts["results"][0]["pending"], None, scripted(6, 1))

    assert (hit.facts["taken"], hit.facts["effect"]) == (9, None)


def test_no_dodge_is_called_for_against_a_number_or_a_healing(tens):
    dodged = Aim("lia", is_dodged=True)

    assert refusals(tens.use_technique, "ines", "hands", dodged, scripted()) == [("no_dodge", "dodged")]
    use = tens.use_technique
    assert refusals(use, "ines", "fire", dodged, scripted(), difficulty=15) == [("no_dodge", "dodged")]


def test_called_shots_extra_actions_and_crowds_weigh_on_techniques():
    ines = margins.hero(rules=TENS)
    ines = replace(ines, sheet=replace(ines.sheet, techniques=(FIRE,)))
    fight = margins.begun(ines, margins.foe(), rules=TENS.patched({"locations.counts": True}), ines=(8, 8), orc=(3, 4))
    fight = fight.declare("ines").fight.face("ines", 2).fight

    check = fight.technique_check("ines", "fire", Aim("orc", called="arm"))

    assert check.bonus == 8 - 3 - 3 - 3
    progress = fight.use_technique("ines", "fire", Aim("orc", called="arm"), scripted(10, 10, 2, 9, 1, 1))
    assert progress.facts["results"][0]["location"]["zone"]["key"] == "arm"
    assert {"D7", "D10", "D15"} <= {rule for _key, _value, rule in progress.facts["outcome"]["check"]["terms"]}


def test_d13_a_state_that_comes_of_a_technique_may_be_saved_from(tens):
    progress = tens.bewitch("ines", "lia", "sight", "willpower", "asleep", scripted(8, 8, 7, 7))

    # 8 + 16 = 24 against 5 + 14 = 19
    assert progress.facts["turns"] == 5
    (effect,) = progress.fight.fighter("lia").vitals.effects
    assert (effect.turns, effect.save, effect.rule) == (5, Save("willpower", 15), "D13")


def test_support_may_wait_for_a_technique(tens):
    helped = tens.support("lia", "medicine", 15, scripted(6, 6), roll="fire", target="ines", spend=False).fight

    assert Term("support", 3, "D9") in helped.technique_check("ines", "fire", "lia").terms
    used = helped.use_technique("ines", "fire", "lia", scripted(2, 3)).fight
    assert used.technique_check("ines", "fire", "lia").bonus == 8
    assert refusals(tens.support, "lia", "medicine", 15, scripted(), roll="ice", target="ines", spend=False) == [
        ("no_roll", "roll")
    ]


@pytest.mark.parametrize("key", ["hands", "sight"])
def test_support_is_used_up_by_techniques_that_do_no_harm(tens, key):
    helped = tens.support("lia", "medicine", 15, scripted(6, 6), roll=key, target="ines", spend=False).fight

    used = helped.use_technique("ines", key, "lia", scripted(2, 3, 1), difficulty=15).fight

    assert used.technique_check("ines", key, "lia", difficulty=15).bonus == 8
