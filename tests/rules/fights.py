"""A small cast for the tests of fights."""

import pytest

from rules import Fight, Fighter, Refused, Sheet, find_preset, scripted
from rules.effects import EffectKind
from rules.lasting import Save
from rules.notation import parse
from rules.techniques import Technique

RULES = find_preset("ryf-table")
SWORD, MACE = RULES.find_weapon("long_sword"), RULES.find_weapon("mace")

BY_WILL = Save("willpower", 12)
FIRE = Technique("fire", "Fuego", 3, "willpower", against_defense=True, effect=EffectKind.DAMAGE, dice=parse("2d6"))
HANDS = Technique("hands", "Imponer manos", 3, "willpower", difficulty=15, effect=EffectKind.HEALING, dice=parse("1d6"))
SLEEP = Technique("sleep", "Sueño", 3, "willpower", "", None, True, EffectKind.TURNS, parse("1d6"), BY_WILL)
FEAR = Technique("fear", "Miedo", 3, "willpower", difficulty=12, saving_throw=BY_WILL)
SIGHT = Technique("sight", "Segunda vista", 3, "willpower")
TECHNIQUES = (FIRE, HANDS, SLEEP, FEAR, SIGHT)
"""One of each kind: harm, healing, turns, a state, a plain check."""


def hero(key="ines", pv=None, **sheet):
    """Physique 4 (16 PV), melee 5, dexterity 3 and dodge 4 (defense 12), perception 3 and reflexes 2."""
    numbers = {
        "attributes": {"physique": 4, "dexterity": 3, "perception": 3},
        "skills": {"melee_weapons": 5, "dodge": 4, "reflexes": 2},
        "pools": {} if pv is None else {"pv": pv},
    }
    return Fighter(key, Sheet(**{**numbers, **sheet}), is_heroic=True)


def foe(key="orc", pv=12, points=None, **fixed):
    """A quick foe: 12 PV, defense 13, attack 6, initiative 2."""
    fixed = {"pv": pv, "defense": 13, "attack": 6, "initiative": 2, **fixed}
    return Fighter(key, Sheet({}, {}, {} if points is None else {"pv": points}, fixed=fixed))


def condition(*, wounded=False, lingering=0, fate="up"):
    """The facts of a condition, of someone without stamina."""
    return {
        "wounded": wounded,
        "lingering": lingering,
        "out": fate != "up",
        "fate": fate,
        "knocked_out": False,
        "penalty": 0,
        "hurt": "wounded",
    }


def rolled(fight, **middles):
    """The fight begun, each fighter's three initiative dice showing the number given."""
    typed = {key: (middle,) * 3 for key, middle in middles.items()}
    return fight.start(scripted(), typed).fight


def begun(*fighters, **middles):
    return rolled(Fight(RULES).add(*fighters).fight, **middles)


def order(fight):
    return [each.key for each in fight.fighters]


def points(fight, key):
    return fight.fighter(key).sheet.pools["pv"]


def refusals(action, *arguments, **named):
    """What an action is refused for: (code, field) of every problem."""
    with pytest.raises(Refused) as refused:
        action(*arguments, **named)
    assert all(str(problem) for problem in refused.value.problems)
    return [(problem.code, problem.field) for problem in refused.value.problems]
