"""Effects that last: durations, saving throws, harm of each turn, ends tied to a turn (R10, T1, T2); delayed turns."""

from dataclasses import replace

import pytest

from rules import Fight, scripted
from rules.fight.holding import MAX_EFFECTS
from rules.lasting import Lasting, Moment, Save, Until
from rules.notation import parse
from rules.vitals import Fate
from tests.rules.fights import RULES, begun, foe, hero, order, points, refusals

GAS = Lasting("gas", "Gas", turns=3, save=Save("physique", 12))


@pytest.fixture
def fight():
    return begun(hero("lia"), hero("ines"), foe(), lia=9, ines=6, orc=5)


def labels(fight, key="ines"):
    return [each.label for each in fight.fighter(key).vitals.effects]


def left(fight, key="ines"):
    return [each.turns for each in fight.fighter(key).vitals.effects]


def on(fight, *faces):
    return fight.next_turn(fight.turn, scripted(*faces)).fight


def test_e40_an_effect_with_a_saving_throw(fight):
    fight = fight.affect(["ines"], GAS).fight

    first = fight.next_turn("lia", scripted(2, 7, 9))
    (event,) = first.facts["events"]
    assert (event["event"], event["effect"], event["ended"], event["outcome"]["total"]) == ("save", "Gas", False, 11)
    second = on(on(first.fight)).next_turn("lia", scripted(3, 8, 9))

    assert left(on(first.fight)) == [2]
    assert second.facts["events"][0]["ended"]
    assert second.facts["events"][0]["outcome"]["total"] == 12
    assert labels(second.fight) == []
    assert second.fight.undone(second.changes) == on(on(first.fight))


def test_a_duration_ends_with_the_nth_own_turn_that_begins_after_it(fight):
    fight = on(fight.affect(["ines"], Lasting("bless", "Bless", turns=2)).fight)
    assert fight.turn == "ines"
    assert left(on(fight)) == [1]

    ending = on(on(on(fight))).next_turn("ines", scripted())

    assert labels(ending.fight) == []
    assert ending.facts["events"] == [
        {"event": "effect-ended", "fighter": "ines", "effect": "Bless", "why": "turns", "rules": ["T2"]}
    ]


def test_one_that_begins_in_the_own_turn_does_not_count_that_one(fight):
    fight = on(fight).affect(["ines", "lia"], Lasting("bless", "Bless", turns=1)).fight

    fight = on(fight)
    assert left(fight) == [1]
    assert labels(on(on(on(fight)))) == []


def test_who_has_no_turns_loses_duration_all_the_same(fight):
    fight = fight.harm("orc", 99, scripted()).fight.affect(["orc"], Lasting("web", "Web", turns=1)).fight

    assert labels(on(on(fight)), "orc") == []


def test_until_the_start_of_a_named_turn_in_a_round(fight):
    """B17: put on during C's turn for one round, it is there at O1's and gone when O2 begins."""
    cast = begun(hero("o1"), hero("c"), hero("o2"), o1=9, c=6, o2=3)
    cast = on(cast)
    assert cast.turn == "c"
    cast = cast.affect(["o1", "o2"], Lasting("web", "Web", until=Until("o2", Moment.START, cast.round + 1))).fight

    cast = on(on(cast))
    assert (cast.turn, labels(cast, "o2"), labels(cast, "o1")) == ("o1", ["Web"], ["Web"])
    cast = on(on(cast))
    assert (cast.turn, labels(cast, "o2"), labels(cast, "o1")) == ("o2", [], [])


def test_until_the_end_of_a_named_turn(fight):
    fight = fight.affect(["orc"], Lasting("web", "Web", until=Until("ines", Moment.END, 1))).fight

    assert labels(on(fight), "orc") == ["Web"]
    assert labels(on(on(fight)), "orc") == []


def test_what_lasts_until_a_turn_that_never_comes_ends_with_the_round(fight):
    fight = fight.affect(["lia"], Lasting("web", "Web", until=Until("orc", Moment.END, 1))).fight
    fight = fight.remove("orc", scripted()).fight

    progress = on(fight).next_turn("ines", scripted())

    assert labels(progress.fight, "lia") == []
    assert progress.facts["events"][0]["why"] == "round"


def test_harm_of_each_turn_comes_after_the_saving_throws():
    poisoned = Lasting("poison", "Poison", turns=2, harm=parse("1d6"), ignores_absorption=True)
    burning = Lasting("fire", "Fire", save=Save("physique", 10), harm=parse("1d6"))
    fight = begun(hero("lia"), hero("ines"), lia=9, ines=6)
    fight = fight.affect(["ines"], poisoned).fight.affect(["ines"], burning).fight

    progress = fight.next_turn("lia", scripted(6, 6, 6, 4))

    assert [event["event"] for event in progress.facts["events"]] == ["save", "effect"]
    assert points(progress.fight, "ines") == 12
    assert progress.fight.undone(progress.changes) == fight


def test_armor_absorbs_the_harm_of_an_effect_that_does_not_ignore_it():
    armored = replace(hero("ines"), sheet=replace(hero().sheet, absorption=3))
    fight = begun(hero("lia"), armored, lia=9, ines=6)
    fight = fight.affect(["ines"], Lasting("fire", "Fire", harm=parse("1d6"))).fight

    assert points(on(fight, 5), "ines") == 14


def test_the_harm_of_an_effect_can_fell():
    fight = begun(hero("lia"), hero("ines", pv=2), lia=9, ines=6)
    fight = fight.affect(["ines"], Lasting("fire", "Fire", harm=parse("1d6"))).fight

    progress = fight.next_turn("lia", scripted(5))

    assert progress.fight.turn == "ines"
    assert progress.fight.condition(progress.fight.acting).fate is Fate.FALLING
    assert progress.facts["events"][0]["rules"] == ["R10", "C11"]


def test_an_effect_of_days_harms_no_turn(fight):
    fight = fight.affect(["ines"], Lasting("hunger", "Hunger", days=2, harm=parse("1d6"), modifier=-3)).fight

    assert labels(on(fight)) == ["Hunger"]


def test_a_modifier_weighs_on_the_rolls_it_hinders():
    weak = Lasting("hunger", "Hunger", modifier=-3, hinders=("physique",))
    dazed = Lasting("daze", "Daze", modifier=-1)
    sheet = replace(hero().sheet, vitals=replace(hero().sheet.vitals, effects=(weak, dazed)))

    assert RULES.check(sheet, "physique").bonus == 4 - 3 - 1
    assert RULES.check(sheet, "perception").bonus == 3 - 1
    assert RULES.check(sheet, "melee_weapons").bonus == 4 + 5 - 3 - 1


def test_a_raised_maximum_is_what_healing_reaches():
    """B28: the new one, and not beyond."""
    fight = begun(hero("ines", pv=10), ines=6)
    fight = fight.affect(["ines"], Lasting("might", "Might", turns=2, raises=(("pv", 4),))).fight

    fight = fight.heal("ines", 99, scripted()).fight

    assert points(fight, "ines") == 20
    assert RULES.points(on(on(on(fight))).fighter("ines").sheet, "pv") == 16


def test_points_are_cut_when_a_raised_maximum_falls_and_undo_gives_them_back():
    """C0: 16 at most again; to raise it once more gives nothing back."""
    might = Lasting("might", "Might", raises=(("pv", 4),))
    fight = begun(hero("ines"), ines=6).affect(["ines"], might).fight.heal("ines", 99, scripted()).fight

    progress = fight.release("ines", "might")

    assert {"what": "pool", "of": "pool:ines:pv", "by": -4} in progress.changes
    assert points(progress.fight.affect(["ines"], might).fight, "ines") == 16
    assert progress.fight.undone(progress.changes) == fight


def test_an_effect_is_removed_by_other_means(fight):
    fight = fight.affect(["ines", "orc"], GAS).fight

    progress = fight.release("ines", "gas")

    assert (labels(progress.fight), labels(progress.fight, "orc")) == ([], ["Gas"])
    assert progress.facts == {"fighter": "ines", "effect": "Gas", "rules": ["R10"]}
    assert refusals(progress.fight.release, "ines", "gas") == [("no_effect", "effect")]


def test_a_saving_throw_of_the_moment(fight):
    fight = fight.affect(["ines"], GAS).fight.affect(["ines"], Lasting("web", "Web")).fight

    assert labels(fight.save("ines", "gas", scripted(9, 9, 9)).fight) == ["Web"]
    assert labels(fight.save("ines", "gas", scripted(2, 2, 2)).fight) == ["Gas", "Web"]
    assert refusals(fight.save, "ines", "web", scripted()) == [("no_save", "effect")]


def test_a_saving_throw_at_the_end_of_the_turn(fight):
    fight = on(fight.affect(["ines"], replace(GAS, save=Save("physique", 12, Moment.END))).fight)

    assert labels(fight) == ["Gas"]
    assert labels(on(fight, 9, 9, 9)) == []


def test_the_same_effect_is_not_there_twice_and_not_without_end(fight):
    many = fight
    for number in range(MAX_EFFECTS):
        many = many.affect(["ines"], Lasting(f"e{number}", "E")).fight

    assert refusals(many.affect, ["ines"], GAS) == [("effect", "effect")]
    assert refusals(many.affect, ["ines"], Lasting("e0", "E")) == [("effect", "effect")]
    assert refusals(fight.affect, ["boss"], GAS) == [("not_here", "fighter")]


def test_the_end_of_the_fight_ends_what_is_counted_in_turns(fight):
    for effect in (GAS, Lasting("web", "Web", until=Until("ines", Moment.END, 9)), Lasting("curse", "Curse")):
        fight = fight.affect(["ines"], effect).fight

    assert labels(fight.close().fight) == ["Curse"]


# --- delayed turns and the order (C1) ---------------------------------------------------------------------------------


def test_a_delayed_turn_is_taken_later_in_the_round(fight):
    delayed = fight.delay("lia", scripted())
    assert delayed.fight.turn == "ines"

    back = delayed.fight.next_turn("ines", scripted(), to="lia")

    assert (back.fight.turn, back.fight.round, order(back.fight)) == ("lia", 1, ["lia", "ines", "orc"])
    assert on(back.fight).turn == "orc"
    assert back.fight.undone(back.changes) == delayed.fight


def test_a_delayed_turn_that_is_never_taken_ends_with_the_round(fight):
    fight = fight.affect(["lia"], Lasting("web", "Web", turns=1)).fight
    fight = fight.delay("lia", scripted()).fight

    assert labels(fight, "lia") == ["Web"]
    fight = on(on(fight))
    assert (fight.turn, fight.round) == ("lia", 2)
    assert refusals(fight.next_turn, "lia", scripted(), to="ines") == [("no_delay", "to")]


def test_only_whoever_has_the_turn_delays(fight):
    assert refusals(fight.delay, "ines", scripted()) == [("not_the_turn", "fighter")]


def test_the_gm_moves_one_and_no_number_changes(fight):
    before = fight.fighter("orc").initiative

    progress = fight.move("orc", "lia")

    assert (order(progress.fight), progress.fight.turn) == (["orc", "lia", "ines"], "lia")
    assert progress.fight.fighter("orc").initiative == before
    assert order(fight.move("lia", None).fight) == ["ines", "orc", "lia"]
    assert refusals(fight.move, "lia", "lia") == [("itself", "before")]
    assert refusals(fight.move, "lia", "boss") == [("not_here", "before")]


def test_who_comes_next(fight):
    assert fight.coming.key == "ines"
    assert fight.harm("ines", 99, scripted()).fight.coming.key == "orc"
    assert Fight(RULES).coming is None
