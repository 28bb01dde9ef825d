"""At 0 points and after: the check, the tally, waking, the breather (C11–C13, T4)."""

import pytest

from rules import Fight, Sheet, scripted
from rules.vitals import Fate
from tests.rules.fights import RULES, begun, foe, hero, points, refusals


def willing(willpower, key="ines", pv=None):
    """Someone with that willpower, 16 PV."""
    attributes = {"physique": 4, "dexterity": 3, "perception": 3, "willpower": willpower}
    return hero(key, pv=pv, attributes=attributes)


def fallen(willpower=5, rules=RULES):
    """Ines at 0 before her turn, a friend acting."""
    fight = Fight(rules).add(hero("lia"), willing(willpower), foe()).fight
    fight = fight.start(scripted(), {"lia": (9,) * 3, "ines": (6,) * 3, "orc": (5,) * 3}).fight
    return fight.harm("ines", 16, scripted()).fight


def fate(fight, key="ines"):
    return fight.condition(fight.fighter(key)).fate


def tally(fight, key="ines"):
    vitals = fight.fighter(key).vitals
    return vitals.successes, vitals.failures


def down(lethal=False):
    """Ines alone and down: each next turn throws her tally."""
    fight = Fight(RULES).add(willing(5)).fight.start(scripted(), {"ines": (6,) * 3}).fight
    fight = fight.harm("ines", 16, scripted(), is_lethal=lethal).fight
    return fight.stay_up("ines", scripted(1, 1, 2)).fight


def thrown(fight, *faces):
    """So many turns of the fallen, with these faces."""
    for face in faces:
        fight = fight.next_turn(fight.turn, scripted(face)).fight
    return fight


def test_a_fall_to_0_waits_for_the_check():
    progress = fallen()

    assert fate(progress) is Fate.FALLING
    assert not progress.can_act(progress.fighter("ines"))


def test_e64_the_wounded_check_at_0():
    progress = fallen().stay_up("ines", scripted(9, 10, 10))

    assert progress.facts["outcome"]["total"] == 14
    assert (fate(progress.fight), points(progress.fight, "ines")) == (Fate.DOWN, 0)
    assert progress.fight.undone(progress.changes) == fallen()


def test_e64_with_the_option_off_the_middle_die_is_kept():
    fight = fallen(rules=RULES.patched({"last_stand.wounded_lowers": False}))

    progress = fight.stay_up("ines", scripted(9, 10, 10))

    assert progress.facts["outcome"]["total"] == 15
    assert (fate(progress.fight), points(progress.fight, "ines")) == (Fate.UP, 1)
    assert progress.fight.condition(progress.fight.fighter("ines")).wounded
    assert progress.facts["rules"] == ["R1", "R3", "C11"]


@pytest.mark.parametrize(("willpower", "left"), [(10, 1), (11, 1), (12, 2), (13, 2), (14, 3), (20, 6)])
def test_e65_the_points_of_a_strong_will(willpower, left):
    fight = fallen(willpower).stay_up("ines", scripted(5, 6, 9)).fight

    assert points(fight, "ines") == left


def test_without_willpower_physique_serves():
    skills = {f"skills.{each.key}": None for each in RULES.skills if each.attribute == "willpower"}
    rules = RULES.patched({"attributes.willpower": None, **skills})

    check = rules.stay_up_check(Sheet({"physique": 4}, {}, {"pv": 0}))

    assert (check.trait, check.bonus, check.difficulty) == ("physique", 4, 15)


def test_the_check_blocks_only_the_own_turn():
    fight = fallen().next_turn("lia", scripted()).fight

    assert fight.turn == "ines"
    assert refusals(fight.next_turn, "ines", scripted()) == [("check_waits", "ends")]
    assert refusals(fight.stay_up, "lia", scripted()) == [("no_check", "fighter")]
    stands = fight.stay_up("ines", scripted(10, 10, 10)).fight
    assert stands.can_act(stands.acting)
    lies = fight.stay_up("ines", scripted(1, 1, 1)).fight
    assert lies.next_turn("ines", scripted()).fight.turn == "orc"


def test_e67_the_second_fall_goes_straight_to_down():
    fight = fallen().stay_up("ines", scripted(10, 10, 10)).fight

    again = fight.harm("ines", 3, scripted()).fight

    assert fate(again) is Fate.DOWN
    assert tally(again) == (0, 0)
    acting = again.next_turn("lia", scripted(5)).fight
    assert (acting.turn, tally(acting)) == ("orc", (1, 0))


def test_others_at_0_are_out_and_dead_only_by_a_lethal_blow():
    fight = begun(hero(), foe(), ines=9, orc=5)

    assert fate(fight.harm("orc", 12, scripted()).fight, "orc") is Fate.UNCONSCIOUS
    assert fate(fight.harm("orc", 12, scripted(), is_lethal=True).fight, "orc") is Fate.DEAD


def test_the_last_blow_decides_whether_it_was_lethal():
    fight = begun(hero(), foe(), ines=9, orc=5)
    mace = RULES.find_weapon("mace")

    by_a_foe = fight.harm("ines", 13, scripted(), is_lethal=False).fight
    by_a_foe = by_a_foe.attack("orc", "ines", mace, scripted(9, 9, 9, 5), spend=False).fight
    assert by_a_foe.fighter("ines").vitals.is_lethal
    spared = fight.harm("ines", 16, scripted(), is_lethal=False).fight.harm("ines", 3, scripted(), is_lethal=True).fight
    assert not spared.fighter("ines").vitals.is_lethal


def test_e68_stable_at_the_fifth():
    fight = thrown(down(), 7, 3, 5, 2, 9)

    assert (fate(fight), points(fight, "ines")) == (Fate.STABLE, 0)
    assert refusals(fight.next_turn, fight.turn, scripted()) == [("nobody_left", "ends")]


@pytest.mark.parametrize(("lethal", "end"), [(False, Fate.UNCONSCIOUS), (True, Fate.DEAD)])
def test_e69_three_failures(lethal, end):
    assert fate(thrown(down(lethal), 4, 6, 2)) is Fate.DOWN
    assert fate(thrown(down(lethal), 4, 6, 2, 3)) is end


def test_e70_a_ten_brings_back_to_act_in_this_turn():
    fight = thrown(down(), 3, 4)
    assert tally(fight) == (0, 2)

    progress = fight.next_turn(fight.turn, scripted(10))

    back = progress.fight
    assert (fate(back), points(back, "ines"), tally(back)) == (Fate.UP, 1, (0, 0))
    assert back.turn == "ines"
    assert back.condition(back.acting).wounded
    (event,) = progress.facts["events"]
    assert (event["event"], event["fighter"], event["face"], event["fate"]) == ("tally", "ines", 10, "up")
    assert back.undone(progress.changes) == fight


@pytest.mark.parametrize(("lethal", "end"), [(False, Fate.UNCONSCIOUS), (True, Fate.DEAD)])
def test_a_one_puts_out_at_once(lethal, end):
    assert fate(thrown(down(lethal), 9, 9, 1)) is end


def test_e72_healing_clears_the_tally():
    fight = fallen().stay_up("ines", scripted(1, 1, 1)).fight
    for face in (7, 3, 3):
        fight = fight.next_turn("lia", scripted(face)).fight.next_turn("orc", scripted()).fight
    assert tally(fight) == (1, 2)

    progress = fight.heal("ines", 3, scripted())

    healed = progress.fight
    assert (points(healed, "ines"), tally(healed), fate(healed)) == (3, (0, 0), Fate.UP)
    assert healed.condition(healed.fighter("ines")).wounded
    assert healed.next_turn("lia", scripted()).fight.turn == "ines"
    assert tally(healed.undone(progress.changes)) == (1, 2)


def test_e73_the_turn_of_the_fallen_passes_by_itself_and_the_stable_are_skipped():
    fight = Fight(RULES).add(hero("lia"), willing(5), willing(5, "pablo"), foe()).fight
    fight = fight.start(scripted(), {"lia": (9,) * 3, "ines": (8,) * 3, "pablo": (7,) * 3, "orc": (6,) * 3}).fight
    for key in ("ines", "pablo"):
        fight = fight.harm(key, 16, scripted()).fight.stay_up(key, scripted(1, 1, 1)).fight
    for _round in range(2):
        fight = fight.next_turn("lia", scripted(4, 9)).fight.next_turn("orc", scripted()).fight
    fight = fight.heal("ines", 1, scripted()).fight.harm("ines", 1, scripted()).fight
    fight = fight.next_turn("lia", scripted(5, 9)).fight.next_turn("orc", scripted()).fight
    assert (fate(fight, "ines"), fate(fight, "pablo")) == (Fate.DOWN, Fate.STABLE)

    progress = fight.next_turn("lia", scripted(6))

    assert progress.fight.turn == "orc"
    assert [event["fighter"] for event in progress.facts["events"]] == ["ines"]
    assert progress.facts["skipped"] == ["pablo"]
    assert progress.facts["rules"] == ["T1", "C12", "T4"]


def test_harm_while_down_adds_one_failure():
    fight = down()

    once = fight.harm("ines", 1, scripted()).fight

    assert tally(once) == (0, 1)
    progress = once.harm("ines", 1, scripted()).fight.harm("ines", 1, scripted())
    assert fate(progress.fight) is Fate.UNCONSCIOUS
    assert "C12" in progress.facts["rules"]
    absorbed = fight.harm("ines", 0, scripted())
    assert absorbed.changes == ()


def test_who_is_stable_and_harmed_is_down_again():
    stable = thrown(down(), 9, 9, 9)

    assert tally(stable.harm("ines", 2, scripted()).fight) == (0, 1)
    assert fate(stable.harm("ines", 2, scripted()).fight) is Fate.DOWN


def test_healing_wakes_the_unconscious_but_not_the_dead():
    asleep, dead = thrown(down(), 1), thrown(down(lethal=True), 1)

    assert fate(asleep.heal("ines", 1, scripted()).fight) is Fate.UP
    assert refusals(dead.heal, "ines", 1, scripted()) == [("dead", "target")]


def ended(*fighters, **harm):
    fight = begun(*fighters, **{each.key: 5 for each in fighters})
    for key, amount in harm.items():
        fight = fight.harm(key, amount, scripted()).fight
    return fight


def test_e75_a_breather_gives_what_was_lost_in_this_encounter():
    fight = ended(willing(3, pv=15), ines=6)
    fight = fight.close().fight

    progress = fight.breathe(["ines"], scripted(5, 4))

    assert points(progress.fight, "ines") == 15
    (rest,) = progress.facts["rests"]
    assert (rest["cap"], rest["healing"]["total"], rest["points"]["by"]) == (6, 9, 6)
    assert refusals(progress.fight.breathe, ["ines"], scripted()) == [("rested", "fighter")]
    assert refusals(progress.fight.breathe, None, scripted()) == [("rested", "fighter")]
    assert progress.fight.undone(progress.changes) == fight


def test_what_was_regained_in_the_encounter_counts():
    fight = ended(willing(3, pv=15), ines=6).heal("ines", 4, scripted()).fight.close().fight

    assert points(fight.breathe(None, scripted(5, 4)).fight, "ines") == 15


def test_e77_a_breather_wakes_the_stable():
    fight = thrown(down(), 9, 9, 9).close().fight

    fight = fight.breathe(None, scripted(3, 2)).fight

    assert (points(fight, "ines"), fate(fight)) == (5, Fate.UP)
    assert fight.condition(fight.fighter("ines")).wounded


def test_the_dead_do_not_rest_and_nobody_before_the_end():
    dead = thrown(down(lethal=True), 1)

    assert refusals(dead.breathe, None, scripted()) == [("not_over", "fight")]
    assert refusals(dead.close().fight.breathe, ["ines"], scripted()) == [("rested", "fighter")]


def test_nobody_acts_in_a_fight_that_is_over():
    over = begun(hero(), ines=5).close().fight

    assert refusals(over.next_turn, None, scripted()) == [("not_begun", "ends")]
