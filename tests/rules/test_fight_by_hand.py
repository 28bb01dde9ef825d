"""Points of several at once, by the GM's hand: one throw for all, each with its own armor and share (C0, C3)."""

import pytest

from rules import Fight, scripted
from rules.blows import Share
from rules.fight import MAX_AMOUNT
from rules.gear import WeaponKind
from rules.notation import parse
from rules.presets import find_preset
from tests.rules.fights import begun, foe, hero, points, refusals


def everyone(**middles):
    return begun(hero("ines", absorption=2), foe("orc"), foe("ogre", pv=30), ines=9, orc=5, ogre=4)


def test_dice_are_thrown_once_and_each_takes_its_own_share():
    """6 + 1 + 4 = 11 (R11): Inés 11 − 2 = 9, the orc half of 11, the ogre 22."""
    shares = {"ines": Share.WHOLE, "orc": Share.HALF, "ogre": Share.DOUBLE}

    progress = everyone().harm_several(shares, parse("2d6"), scripted(6, 1, 4))

    assert [points(progress.fight, key) for key in ("ines", "orc", "ogre")] == [7, 7, 8]
    assert [blow["taken"] for blow in progress.facts["blows"]] == [9, 5, 22]
    assert progress.facts["damage"]["total"] == 11
    assert progress.fight.undone(progress.changes) == everyone()


def test_none_takes_nothing_and_absorption_may_not_count():
    shares = {"ines": Share.WHOLE, "orc": Share.NONE}

    fight = everyone().harm_several(shares, 5, scripted(), ignores_absorption=True).fight

    assert [points(fight, key) for key in ("ines", "orc")] == [11, 12]


def test_what_is_blunt_takes_stamina_first():
    """D8: of 7 blunt points 5 take the stamina left, 2 pass to the hit points; never 7 of both (B27)."""
    rules = find_preset("d10x2")
    one = hero("ines", attributes={"constitution": 4, "willpower": 4}, skills={}, pools={"pv": 20, "stamina": 5})

    fight = Fight(rules).add(one).fight.harm_several({"ines": Share.WHOLE}, 7, scripted(), kind=WeaponKind.BLUNT).fight

    assert dict(fight.fighter("ines").sheet.pools) == {"pv": 18, "stamina": 0}


def test_healing_is_shared_out_too_and_never_beyond_the_maximum():
    hurt = everyone().harm_several({"ines": Share.WHOLE, "orc": Share.WHOLE}, 6, scripted()).fight  # 12 of 16, 6 of 12

    progress = hurt.heal_several({"ines": Share.DOUBLE, "orc": Share.HALF}, 5, scripted())

    assert [points(progress.fight, key) for key in ("ines", "orc")] == [16, 8]
    assert [blow["points"]["by"] for blow in progress.facts["blows"]] == [4, 2]
    assert progress.fight.undone(progress.changes) == hurt


def test_another_pool_may_be_healed():
    one = hero("ines", attributes={"constitution": 4, "willpower": 4}, skills={}, pools={"pv": 20, "stamina": 5})

    fight = Fight(find_preset("d10x2")).add(one).fight.heal("ines", 9, scripted(), pool="stamina").fight

    assert dict(fight.fighter("ines").sheet.pools) == {"pv": 20, "stamina": 14}


@pytest.mark.parametrize("act", ["harm_several", "heal_several"])
def test_nobody_somebody_else_or_too_much_is_refused(act):
    do = getattr(everyone(), act)

    assert refusals(do, {}, 3, scripted()) == [("targets", "target")]
    assert refusals(do, {"nadie": Share.WHOLE}, 3, scripted()) == [("not_here", "target")]
    assert refusals(do, {"orc": Share.WHOLE}, MAX_AMOUNT + 1, scripted()) == [("amount", "amount")]


def test_one_dead_among_them_stops_the_healing_of_all():
    fight = everyone().harm("orc", 12, scripted(), is_lethal=True).fight

    assert refusals(fight.heal_several, {"ines": Share.WHOLE, "orc": Share.WHOLE}, 3, scripted()) == [
        ("dead", "target")
    ]


def test_points_there_are_none_of():
    assert refusals(everyone().heal, "ines", 3, scripted(), pool="mana") == [("unknown_pool", "pool")]
