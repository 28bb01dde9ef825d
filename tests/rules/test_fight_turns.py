"""Initiative, order and turns of a fight (C1, C2, T1, T3–T6)."""

import json
from dataclasses import replace

import pytest

from rules import Fight, Refused, Sheet, find_preset, scripted
from rules.checks import Outcome
from rules.fight import MAX_FIGHTERS
from rules.turns import Action, Initiative
from tests.rules.fights import RULES, begun, foe, hero, order, points, refusals


def turns(fight, count):
    """Who has the turn, now and after each of so many next turns."""
    found = [fight.turn]
    for _turn in range(count):
        fight = fight.next_turn(fight.turn, scripted()).fight
        found.append(fight.turn)
    return found


def test_fighters_come_in_their_order_and_have_all_their_points():
    progress = Fight(RULES).add(hero(), foe(), foe("boss", points=5))

    assert order(progress.fight) == ["ines", "orc", "boss"]
    assert [each.entry for each in progress.fight.fighters] == [1, 2, 3]
    assert [points(progress.fight, key) for key in ("ines", "orc", "boss")] == [16, 12, 5]
    assert progress.facts == {"fighters": ["ines", "orc", "boss"]}
    assert progress.changes == (
        {"what": "fight", "of": "fight", "before": {"order": []}, "after": {"order": ["ines", "orc", "boss"]}},
    )


def test_nobody_comes_twice_and_not_everybody():
    fight = Fight(RULES).add(hero()).fight

    assert refusals(fight.add, hero()) == [("here_already", "fighter")]
    assert refusals(fight.add, foe(), foe()) == [("here_already", "fighter")]
    assert refusals(fight.add, *(foe(f"rat{number}") for number in range(MAX_FIGHTERS))) == [("too_many", "fighter")]


def test_start_rolls_in_order_of_entry_and_begins_the_first_turn():
    fight = Fight(RULES).add(foe(), hero()).fight

    progress = fight.start(scripted(9, 2, 5, 8, 8, 10))

    assert order(progress.fight) == ["ines", "orc"]
    assert (progress.fight.round, progress.fight.turn) == (1, "ines")
    assert [(each["fighter"], each["total"], each["fixed"], each["majors"]) for each in progress.facts["rolls"]] == [
        ("orc", 7, 2, 1),
        ("ines", 13, 5, 1),
    ]
    assert Outcome.from_facts(progress.facts["rolls"][0]["outcome"]).total == 7
    assert {name: progress.facts[name] for name in ("order", "round", "turn", "new_round", "skipped")} == {
        "order": ["ines", "orc"],
        "round": 1,
        "turn": "ines",
        "new_round": False,
        "skipped": [],
    }
    assert progress.fight.fighter("ines").initiative == Initiative(13, 5, 0, (8, 8, 10))


def test_typed_faces_are_marked_and_the_others_thrown():
    progress = Fight(RULES).add(hero(), foe()).fight.start(scripted(1, 2, 3), {"ines": [4, 4, 9]})

    assert [(each["total"], each["typed"]) for each in progress.facts["rolls"]] == [(9, True), (4, False)]


@pytest.mark.parametrize("faces", [[], [1, 2], [1, 2, 11], [1, 2, 3, 4]])
def test_typed_faces_that_do_not_fit_are_refused_for_each(faces):
    fight = Fight(RULES).add(hero(), foe()).fight

    found = refusals(fight.start, scripted(), {"ines": faces, "orc": faces})

    assert found == [("faces", "typed.ines"), ("faces", "typed.orc")]


@pytest.mark.parametrize(("preset", "sample"), [("ryf-table", "2 4 9"), ("ryf-core", "2 4 9"), ("d10x2", "4 9")])
def test_as_many_dice_are_shown_as_are_to_be_written(preset, sample):
    fight = Fight(find_preset(preset)).add(foe()).fight

    with pytest.raises(Refused) as refused:
        fight.start(scripted(), {"orc": [5] * 5})

    assert str(refused.value) == f"Write the dice as they fell, such as {sample}."


def test_d5_typed_dice_of_a_natural_twenty_have_those_that_follow_it():
    fight = Fight(find_preset("d10x2")).add(foe()).fight

    assert refusals(fight.start, scripted(), {"orc": [10, 10]}) == [("faces", "typed.orc")]
    assert fight.start(scripted(), {"orc": [10, 10, 3, 4]}).facts["rolls"][0]["total"] == 2 + 27


def test_a_fight_begins_once_and_not_without_anybody():
    assert refusals(Fight(RULES).start, scripted()) == [("nobody", None)]
    assert refusals(begun(hero(), ines=5).start, scripted()) == [("begun", None)]


def test_initiatives_rolled_before_are_kept():
    fight = Fight(RULES).add(hero(), foe()).fight

    before = fight.roll_initiative(["orc"], scripted(9, 9, 9)).fight
    after = before.start(scripted(1, 1, 1)).fight

    assert (before.round, before.turn, order(before)) == (0, None, ["orc", "ines"])
    assert after.fighter("orc").initiative.total == 11
    assert order(after) == ["orc", "ines"]


def test_rolling_for_all_before_the_start_begins_nothing():
    progress = Fight(RULES).add(hero(), foe()).fight.roll_initiative(None, scripted(1, 1, 1, 9, 9, 9))

    assert (progress.fight.round, progress.fight.turn, order(progress.fight)) == (0, None, ["orc", "ines"])
    assert progress.facts["new_round"] is False


def test_equal_totals_go_by_the_fixed_initiative_and_then_by_lot():
    cast = [foe("a", initiative=3), foe("b", initiative=5), foe("c", initiative=3), foe("d", initiative=3)]
    typed = {"a": [7] * 3, "b": [5] * 3, "c": [7] * 3, "d": [7] * 3}

    fight = Fight(RULES).add(*cast).fight.start(scripted(20, 900, 400), typed).fight

    assert order(fight) == ["b", "c", "d", "a"]


def test_lots_are_kept_round_after_round():
    fight = Fight(RULES).add(foe("a"), foe("b")).fight
    fight = fight.start(scripted(1, 2), {"a": [7] * 3, "b": [7] * 3}).fight

    assert turns(fight, 5) == ["b", "a", "b", "a", "b", "a"]


def test_actions_come_back_with_the_round():
    fight = begun(hero(), foe(initiative=25), ines=5, orc=8)
    orc = fight.fighter("orc")
    assert (orc.initiative.total, orc.majors, orc.minors) == (33, 3, 1)

    fight = fight.spend("orc", Action.MAJOR).fight.spend("orc", Action.MINOR).fight
    assert (fight.fighter("orc").majors, fight.fighter("orc").minors) == (2, 0)
    assert refusals(fight.spend, "orc", Action.MINOR) == [("no_action", "action")]

    fight = fight.next_turn("orc", scripted()).fight.next_turn("ines", scripted()).fight
    assert (fight.round, fight.turn) == (2, "orc")
    assert (fight.fighter("orc").majors, fight.fighter("orc").minors) == (3, 1)


def test_next_turn_tells_how_it_goes_on():
    fight = begun(hero(), foe(), ines=9, orc=5)

    progress = fight.next_turn("ines", scripted())

    assert progress.facts == {
        "ended": "ines",
        "round": 1,
        "turn": "orc",
        "new_round": False,
        "skipped": [],
        "events": [],
        "rules": ["T1"],
    }
    assert progress.changes == (
        {"what": "fight", "of": "fight", "before": {"turn": "ines"}, "after": {"turn": "orc"}},
        {"what": "fighter", "of": "fighter:orc", "before": {"has_acted": False}, "after": {"has_acted": True}},
    )
    assert progress.fight.next_turn("orc", scripted()).facts["new_round"] is True


@pytest.mark.parametrize("ends", ["orc", None, "nobody"])
def test_only_the_turn_that_is_ends(ends):
    assert refusals(begun(hero(), foe(), ines=9, orc=5).next_turn, ends, scripted()) == [("turn_over", "ends")]


def test_no_turn_ends_before_the_fight_begins():
    assert refusals(Fight(RULES).add(hero()).fight.next_turn, None, scripted()) == [("not_begun", "ends")]


def test_who_is_out_is_skipped():
    fight = begun(hero("lia"), foe(), hero("pablo"), lia=9, orc=8, pablo=3)
    fight = fight.harm("orc", 20, scripted()).fight

    progress = fight.next_turn("lia", scripted())

    assert (progress.fight.turn, progress.facts["skipped"], progress.facts["rules"]) == (
        "pablo",
        ["orc"],
        ["T1", "T4"],
    )


def test_a_defeated_first_one_does_not_get_the_first_turn_of_a_round():
    fight = begun(foe(), hero("ines"), orc=10, ines=6).next_turn("orc", scripted()).fight
    fight = fight.harm("orc", 99, scripted()).fight

    progress = fight.next_turn("ines", scripted())

    assert (progress.fight.round, progress.fight.turn, progress.facts["skipped"]) == (2, "ines", ["orc"])


def test_with_nobody_left_the_round_stands():
    fight = begun(foe("rat"), foe(), rat=9, orc=5)
    for key in ("rat", "orc"):
        fight = fight.harm(key, 99, scripted()).fight

    progress = fight.next_turn("rat", scripted())

    assert (progress.fight.round, progress.fight.turn) == (1, None)
    assert progress.facts["rules"] == ["T1", "T4"]
    assert refusals(progress.fight.next_turn, None, scripted()) == [("nobody_left", "ends")]
    healed = progress.fight.heal("rat", 3, scripted()).fight
    assert healed.next_turn(None, scripted()).facts["new_round"] is True
    assert healed.next_turn(None, scripted()).fight.turn == "rat"


def test_a_fight_may_begin_with_nobody_who_can_act():
    fight = begun(foe(points=0), orc=5)

    assert (fight.round, fight.turn) == (1, None)


def test_who_is_healed_after_being_skipped_waits_for_the_next_round():
    fight = begun(hero("lia"), foe(), hero("pablo"), lia=9, orc=8, pablo=3)
    fight = fight.harm("orc", 20, scripted()).fight.next_turn("lia", scripted()).fight
    fight = fight.heal("orc", 5, scripted()).fight

    assert turns(fight, 3) == ["pablo", "lia", "orc", "pablo"]


def test_a_late_entry_moves_only_itself_and_acts_in_the_round():
    fight = begun(hero("lia"), hero("ines"), lia=9, ines=3)
    fight = fight.add(foe()).fight
    assert turns(fight, 2) == ["lia", "ines", "lia"]

    progress = fight.roll_initiative(["orc"], scripted(10, 10, 10))

    assert (order(progress.fight), progress.fight.turn) == (["lia", "orc", "ines"], "lia")
    assert progress.fight.fighter("orc").majors == 1
    assert turns(progress.fight, 3) == ["lia", "orc", "ines", "lia"]


def test_a_late_entry_who_would_have_been_first_comes_next():
    fight = begun(hero("lia"), hero("ines"), lia=5, ines=3).add(foe()).fight

    fight = fight.roll_initiative(["orc"], scripted(10, 10, 10)).fight

    assert order(fight) == ["orc", "lia", "ines"]
    assert turns(fight, 4) == ["lia", "orc", "ines", "orc", "lia"]


def test_who_has_acted_does_not_act_again_after_rolling_anew():
    fight = begun(hero("lia"), hero("ines"), hero("pablo"), lia=9, ines=6, pablo=3).next_turn("lia", scripted()).fight

    progress = fight.roll_initiative(["lia"], scripted(1, 1, 1))

    assert (order(progress.fight), progress.fight.turn) == (["ines", "pablo", "lia"], "ines")
    assert turns(progress.fight, 3) == ["ines", "pablo", "ines", "pablo"]
    assert progress.facts["new_round"] is False


def test_who_rolls_anew_stays_where_others_were_moved_by_hand():
    fight = begun(hero("lia"), hero("ines"), hero("pablo"), lia=9, ines=6, pablo=3)
    by_hand = replace(fight, fighters=tuple(fight.fighter(key) for key in ("pablo", "lia", "ines")))

    moved = by_hand.roll_initiative(["ines"], scripted(2, 2, 2)).fight

    assert order(moved) == ["pablo", "lia", "ines"]
    assert turns(moved, 3) == ["lia", "pablo", "ines", "pablo"]


def test_who_comes_to_tie_draws_with_the_one_who_was_there():
    fight = begun(foe("a"), foe("b"), a=7, b=3)

    fight = fight.roll_initiative(["b"], scripted(7, 7, 7, 100, 200)).fight

    assert order(fight) == ["b", "a"]
    assert [fight.fighter(key).initiative.lot for key in "ab"] == [100, 201]  # lots not taken are counted


def test_rolling_anew_for_all_is_a_new_round():
    fight = begun(hero("lia"), hero("ines"), lia=9, ines=6).next_turn("lia", scripted()).fight

    progress = fight.roll_initiative(None, scripted(1, 1, 1, 9, 9, 9))

    assert (progress.fight.round, progress.fight.turn, order(progress.fight)) == (2, "ines", ["ines", "lia"])
    assert (progress.facts["ended"], progress.facts["new_round"]) == ("ines", True)


def test_rolling_for_who_is_not_there_is_refused():
    assert refusals(begun(hero(), ines=5).roll_initiative, ["orc"], scripted()) == [("not_here", "fighter")]


def test_removing_another_leaves_the_turn():
    fight = begun(hero("lia"), hero("ines"), hero("pablo"), lia=9, ines=6, pablo=3)
    fight = fight.next_turn("lia", scripted()).fight.next_turn("ines", scripted()).fight

    assert fight.remove("lia", scripted()).fight.turn == "pablo"
    assert fight.remove("lia", scripted()).facts == {
        "fighter": "lia",
        "round": 1,
        "turn": "pablo",
        "new_round": False,
        "skipped": [],
        "events": [],
    }


def test_removing_whoever_has_the_turn_begins_the_next():
    fight = begun(hero("lia"), hero("ines"), lia=9, ines=6)

    progress = fight.remove("lia", scripted())

    assert (order(progress.fight), progress.fight.turn) == (["ines"], "ines")
    assert progress.fight.remove("ines", scripted()).fight.turn is None
    assert refusals(progress.fight.remove, "lia", scripted()) == [("not_here", "fighter")]


def test_who_comes_back_starts_anew_and_undoing_gives_the_old_one():
    fight = begun(hero("lia"), hero("ines", pv=9), lia=9, ines=6)
    away = fight.remove("lia", scripted())

    back = away.fight.add(replace(hero("lia"), sheet=replace(hero().sheet, pools={"pv": 16})))

    assert back.fight.fighter("lia").initiative is None
    assert back.fight.fighter("lia").entry == 3
    assert back.fight.undone(back.changes) == away.fight
    assert back.fight.undone(back.changes).undone(away.changes) == fight


def test_closing_ends_turn_and_lingering():
    fight = begun(hero("lia", pv=3), hero("ines"), lia=9, ines=6).heal("lia", 8, scripted()).fight
    assert fight.condition(fight.fighter("lia")).lingering

    progress = fight.close()

    assert progress.facts == {"round": 1, "recovered": ["lia"], "woken": []}
    assert progress.fight.turn is None
    assert not progress.fight.condition(progress.fight.fighter("lia")).wounded
    assert progress.fight.undone(progress.changes) == fight


def test_a_fight_is_kept_as_plain_values_and_found_again():
    fight = begun(hero("lia", pv=3), foe(), lia=9, orc=6).heal("lia", 8, scripted()).fight
    fight = fight.remove("orc", scripted()).fight
    kept = json.loads(json.dumps({"fight": fight.state(), **{key: each.state() for key, each in fight.known.items()}}))

    fresh = [
        replace(hero("lia"), sheet=replace(hero().sheet, pools={"pv": 11})).with_state(kept["lia"]),
        foe().with_state(kept["orc"]),
    ]
    found = Fight.from_state(RULES, fresh, kept["fight"])

    assert found == fight
    assert [each.key for each in found.absent] == ["orc"]
    assert kept["fight"] == {"round": 1, "turn": "lia", "is_closed": False, "pending": [], "order": ["lia"]}
    told = {
        "entry": 1,
        "initiative": {"total": 14, "fixed": 5, "lot": 0, "faces": [9, 9, 9], "is_last": False},
        "majors": 1,
        "minors": 1,
        "has_acted": True,
        "has_delayed": False,
        "has_rested": False,
        "falls": 0,
        "lost": 0,
        "regained": 8,
        "vitals": {"linger": 3},
    }
    assert told.items() <= kept["lia"].items()


def test_a_new_fight_has_no_state():
    assert Fight.from_state(RULES, [], {}) == Fight(RULES)
    assert hero().with_state({}) == hero()


def test_a_pool_above_its_maximum_is_cut_on_entering():
    over = replace(hero(), sheet=Sheet({"physique": 2}, {}, {"pv": 16, "mana": 3}))

    assert Fight(RULES).add(over).fight.fighter("ines").sheet.pools == {"pv": 8, "mana": 3}


def test_nobody_acts_in_a_fight_that_has_not_begun():
    fight = Fight(RULES).add(hero()).fight

    assert fight.acting is None
    assert begun(hero(), ines=5).acting.key == "ines"
    assert fight.find("orc") is None
