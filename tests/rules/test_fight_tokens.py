"""Tokens given back weigh on the next 1o3d10 of whoever has them, whatever it is for, and once (R13)."""

from dataclasses import replace

import pytest

from rules import Fight, Fighter, find_preset, scripted
from rules.attacks import ActiveDefense
from rules.dice import Keep
from rules.fight import Aim
from rules.lasting import Lasting, Save
from rules.opposed_odds import opposed_odds
from tests.rules.fights import MACE, SWORD, foe, hero

CORE = find_preset("ryf-core")
GAS = Lasting("gas", "Gas", save=Save("physique", 15))


def given_back(fighter: Fighter, tokens: int = 1) -> Fighter:
    return replace(fighter, sheet=replace(fighter.sheet, forced=tokens))


def forced(fight: Fight, key: str = "ines") -> int:
    return fight.fighter(key).sheet.forced


@pytest.fixture
def fight() -> Fight:
    """Inés, whose turn it is, with a token given back that no throw has felt, and an orc."""
    begun = Fight(CORE).add(hero(), foe()).fight.start(scripted(), {"ines": (9, 9, 9), "orc": (2, 2, 2)}).fight
    return begun._with(given_back(begun.fighter("ines")))


def test_initiative_keeps_a_die_lower_and_the_next_one_does_not():
    fight = Fight(CORE).add(given_back(hero()), foe()).fight

    progress = fight.start(scripted(3, 6, 9, 2, 2, 2))
    again = progress.fight.roll_initiative(["ines"], scripted(3, 6, 9))

    assert [roll["outcome"]["keep"] for roll in progress.facts["rolls"]] == ["low", "mid"]
    assert again.facts["rolls"][0]["outcome"]["keep"] == "mid"
    assert forced(progress.fight) == 0


def test_of_a_group_it_is_who_throws_for_it_that_feels_it():
    pair = [replace(given_back(hero(key)), group="band") for key in ("ines", "lia")]

    fight = Fight(CORE).add(*pair).fight.start(scripted(3, 6, 9)).fight

    assert (forced(fight, "ines"), forced(fight, "lia")) == (0, 1)


def test_the_check_at_0_keeps_a_die_lower(fight):
    fight = fight.harm("ines", 99, scripted(), is_lethal=False).fight

    progress = fight.stay_up("ines", scripted(3, 6, 9))

    assert (progress.facts["outcome"]["keep"], forced(progress.fight)) == ("low", 0)


def test_a_saving_throw_keeps_a_die_lower_and_the_second_of_the_turn_does_not(fight):
    again = replace(GAS, key="gas-2")
    fight = fight.affect(["ines"], GAS).fight.affect(["ines"], again).fight.next_turn("ines", scripted()).fight

    events = fight.next_turn("orc", scripted(3, 6, 9, 3, 6, 9)).facts["events"]

    assert [each["outcome"]["keep"] for each in events] == ["low", "mid"]


def test_an_attack_feels_it_and_its_odds_say_so(fight):
    plan = fight.plan("ines", "orc", SWORD)

    progress = fight.attack("ines", "orc", SWORD, scripted(1, 2, 3))

    assert CORE.rolls.keep(plan.check) is Keep.LOW
    assert (progress.facts["outcome"]["keep"], forced(progress.fight)) == ("low", 0)


def test_of_two_weapons_only_the_first_throw_feels_it(fight):
    plans = fight.plan_both("ines", (SWORD, "orc"), (MACE, "orc"))

    progress = fight.attack_with_both("ines", (SWORD, "orc"), (MACE, "orc"), scripted(1, 2, 3, 1, 2, 3))

    assert [CORE.rolls.keep(plan.check) for plan in plans] == [Keep.LOW, Keep.MID]
    assert [each["outcome"]["keep"] for each in progress.facts["attacks"]] == ["low", "mid"]


def test_a_dodge_feels_it_and_who_takes_the_hit_throws_nothing(fight):
    bow = CORE.find_weapon("long_bow")
    shot = fight.attack("orc", [Aim("ines", band="medium")], bow, scripted(5, 6, 7), spend=False).fight
    (hit,) = shot.pending

    dodged, taken = (
        shot.defend(hit.key, ActiveDefense.DODGE, scripted(1, 2, 3, 4, 4)),
        shot.defend(hit.key, None, scripted(4, 4)),
    )

    assert (dodged.facts["outcome"]["keep"], forced(dodged.fight), forced(taken.fight)) == ("low", 0, 1)


def test_surprise_is_opposed_with_it_on_both_sides(fight):
    fight = fight._with(given_back(hero("orc")))

    progress = fight.surprise("ines", "orc", scripted(3, 6, 9, 3, 6, 9))

    assert [side["outcome"]["keep"] for side in progress.facts["contest"]["sides"]] == ["low", "low"]
    assert (forced(progress.fight, "ines"), forced(progress.fight, "orc")) == (0, 0)
    assert fight.surprise_odds("ines", "orc") == opposed_odds(CORE.rolls, *fight.surprise_checks("ines", "orc"))


def test_what_a_throw_has_felt_is_undone_with_it(fight):
    progress = fight.attack("ines", "orc", SWORD, scripted(1, 2, 3))

    assert {"what": "forced", "of": "forced:ines", "by": -1} in progress.changes
    assert progress.fight.undone(progress.changes) == fight
    assert fight.redone(progress.changes) == progress.fight
