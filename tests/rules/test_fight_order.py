"""The order of a fight beside passing turns: groups, delays, turns that fall out, actions given back (C1, C2, T6)."""

from dataclasses import replace

import pytest

from rules import Fight, scripted
from rules.lasting import Lasting
from rules.turns import Action, Initiative
from tests.rules.fights import RULES, begun, foe, hero, order, refusals


def grouped(*fighters, group="goblins"):
    return tuple(replace(each, group=group) for each in fighters)


def turns(fight, count):
    seen = [fight.turn]
    for _ in range(count):
        fight = fight.next_turn(fight.turn, scripted()).fight
        seen.append(fight.turn)
    return seen


# --- one initiative for a group ---------------------------------------------------------------------------------------


def test_a_group_throws_once_where_its_first_one_would():
    """T6, order of entry: a goblin, Inés, the other goblin; two throws, the group's comes first. 2 + 8, 5 + 3."""
    one, other = grouped(foe("g1"), foe("g2"))
    fight = Fight(RULES).add(one, hero(), other).fight

    progress = fight.start(scripted(8, 8, 8, 3, 3, 3))

    assert order(progress.fight) == ["g1", "g2", "ines"]
    assert [(each["fighter"], each["total"], each["group"]) for each in progress.facts["rolls"]] == [
        ("g1", 10, "goblins"), ("ines", 8, ""), ("g2", 10, "goblins"),
    ]  # fmt: skip
    assert progress.fight.fighter("g2").initiative == Initiative(10, 2, 0, (8, 8, 8))


def test_all_of_a_group_act_one_after_another():
    fight = Fight(RULES).add(*grouped(foe("g1"), foe("g2"), foe("g3")), hero()).fight
    fight = fight.start(scripted(9, 9, 9, 1, 1, 1)).fight

    assert turns(fight, 4) == ["g1", "g2", "g3", "ines", "g1"]


def test_a_group_that_ties_has_one_lot():
    """Both 2 + 7, so lots are drawn: 10 for the group, the twentieth of what is left, 21, for the wolf."""
    fight = Fight(RULES).add(*grouped(foe("g1"), foe("g2")), foe("wolf")).fight

    fight = fight.start(scripted(7, 7, 7, 7, 7, 7, 10, 20)).fight

    assert order(fight) == ["wolf", "g1", "g2"]
    assert [fight.fighter(key).initiative.lot for key in ("g1", "g2", "wolf")] == [10, 10, 21]


def test_a_group_rolls_anew_together():
    fight = Fight(RULES).add(*grouped(foe("g1"), foe("g2")), hero()).fight
    fight = fight.start(scripted(9, 9, 9, 5, 5, 5)).fight

    again = fight.roll_initiative(["g2"], scripted(2, 2, 2))
    anew = fight.roll_initiative(None, scripted(1, 1, 1, 9, 9, 9)).fight

    assert (order(again.fight), again.fight.turn) == (["ines", "g1", "g2"], "g1")
    assert [each["fighter"] for each in again.facts["rolls"]] == ["g1", "g2"]
    assert order(anew) == ["ines", "g1", "g2"]


def test_what_one_of_a_group_threw_at_the_table_counts_for_all():
    fight = Fight(RULES).add(*grouped(foe("g1"), foe("g2"))).fight

    progress = fight.start(scripted(), {"g2": [1, 6, 9]})

    assert [(each["total"], each["typed"]) for each in progress.facts["rolls"]] == [(8, True), (8, True)]
    assert refusals(fight.start, scripted(), {"g2": [1, 6]}) == [("faces", "typed.g2")]


def test_two_groups_throw_for_themselves():
    fight = Fight(RULES).add(*grouped(foe("g1"), foe("g2")), *grouped(foe("w1"), foe("w2"), group="wolves")).fight

    fight = fight.start(scripted(3, 3, 3, 8, 8, 8)).fight

    assert order(fight) == ["w1", "w2", "g1", "g2"]


# --- delayed turns ----------------------------------------------------------------------------------------------------


def test_who_takes_up_a_delayed_turn_comes_as_soon_as_the_turn_ends():
    fight = begun(hero("lia"), hero("ines"), hero("pablo"), lia=9, ines=6, pablo=3)
    fight = fight.delay("lia", scripted()).fight
    assert fight.turn == "ines"

    taken = fight.take_up("lia")

    assert taken.facts == {"fighter": "lia", "rules": ["C1"]}
    assert (taken.fight.turn, taken.fight.coming.key) == ("ines", "lia")
    assert turns(taken.fight, 3) == ["ines", "lia", "pablo", "lia"]
    assert taken.fight.fighter("lia").initiative == fight.fighter("lia").initiative


def test_a_delayed_turn_is_taken_up_once_and_by_who_delayed():
    fight = begun(hero("lia"), hero("ines"), lia=9, ines=6)
    assert refusals(fight.take_up, "ines") == [("no_delay", "fighter")]

    fight = fight.delay("lia", scripted()).fight.take_up("lia").fight

    assert refusals(fight.take_up, "lia") == [("no_delay", "fighter")]


def test_who_fell_after_delaying_does_not_come_next():
    fight = begun(foe("rat"), hero("ines"), hero("pablo"), rat=10, ines=6, pablo=3)
    fight = fight.delay("rat", scripted()).fight.take_up("rat").fight.harm("rat", 99, scripted()).fight

    assert turns(fight, 1) == ["ines", "pablo"]


# --- turns that fall out ----------------------------------------------------------------------------------------------


def test_a_turn_to_come_falls_out_and_counts_for_what_lasts():
    """T4: an effect of one turn on the orc is over though it never acted."""
    fight = begun(hero("lia"), foe(), hero("pablo"), lia=9, orc=8, pablo=3)
    fight = fight.affect(["orc"], Lasting("slow", "slow", turns=1)).fight

    progress = fight.skip("orc", scripted())

    assert (progress.facts["turn"], progress.facts["new_round"]) == ("lia", False)
    assert [event["event"] for event in progress.facts["events"]] == ["effect-ended"]
    assert turns(progress.fight, 3) == ["lia", "pablo", "lia", "orc"]


def test_the_turn_that_is_on_falls_out():
    fight = begun(hero("lia"), foe(), lia=9, orc=5)

    progress = fight.skip("lia", scripted())

    assert (progress.facts["fighter"], progress.facts["turn"]) == ("lia", "orc")


def test_nobody_is_skipped_twice_nor_whose_check_waits():
    fight = begun(hero("lia"), foe(), hero("pablo"), lia=9, orc=8, pablo=3).skip("orc", scripted()).fight
    assert refusals(fight.skip, "orc", scripted()) == [("no_turn", "fighter")]
    assert refusals(Fight(RULES).add(foe()).fight.skip, "orc", scripted()) == [("no_turn", "fighter")]

    fallen = fight.harm("pablo", 99, scripted()).fight

    assert refusals(fallen.skip, "pablo", scripted()) == [("check_waits", "fighter")]


# --- actions that are none after all ----------------------------------------------------------------------------------


@pytest.mark.parametrize("action", Action)
def test_an_action_is_given_back_and_never_more_than_there_were(action):
    fight = begun(hero(), foe(), ines=9, orc=5)
    assert refusals(fight.give_back, "ines", action) == [("all_there", "action")]

    spent = fight.spend("ines", action).fight
    progress = spent.give_back("ines", action)

    assert progress.facts == {"fighter": "ines", "action": action.value, "majors": 1, "minors": 1}
    assert (progress.fight.fighter("ines").majors, progress.fight.fighter("ines").minors) == (1, 1)
    assert progress.fight.undone(progress.changes) == spent


def test_no_turn_falls_out_while_the_check_at_0_waits():
    """C11: next turn does not pass the fallen one's own turn before it is thrown, and nor does the GM."""
    fight = begun(hero(), foe("rat"), ines=9, rat=5).harm("ines", 99, scripted()).fight

    assert refusals(fight.skip, "ines", scripted()) == [("check_waits", "fighter")]


def test_a_delayed_turn_may_fall_out_too():
    """C1, T4: what waited is over for this round, and whoever has the turn keeps it."""
    fight = begun(hero(), foe("rat"), foe("orc"), ines=9, rat=5, orc=2).delay("ines", scripted()).fight
    assert fight.turn == "rat"

    fight = fight.skip("ines", scripted()).fight

    assert fight.turn == "rat"
    assert refusals(fight.take_up, "ines") == [("no_delay", "fighter")]
    assert turns(fight, 2) == ["rat", "orc", "ines"]  # the next round's turn
