"""A small cast for fights of 2d10."""

from rules import Fight, Fighter, Sheet, scripted
from rules.gear import equipped
from rules.presets.d10x2 import D10X2

SWORD, CLUB, GUN = (D10X2.find_weapon(key) for key in ("long_sword", "club", "submachine_gun"))


def hero(key="ines", pools=None, masteries=None, wielded=(), rules=D10X2, **traits):
    """Dexterity 5 and melee 4 (attack 9), agility 4 and athletics 3 (defense 18), constitution 6 and willpower 5
    (30 PV, 55 stamina), perception 3 and reflexes 2, dodge 2, resistance 3, medicine 2."""
    written = {
        "dexterity": 5,
        "melee": 4,
        "ranged": 1,
        "agility": 4,
        "athletics": 3,
        "dodge": 2,
        "constitution": 6,
        "resistance": 3,
        "willpower": 5,
        "perception": 3,
        "reflexes": 2,
        "strength": 4,
        "intelligence": 4,
        "medicine": 2,
        "charisma": 3,
        **traits,
    }
    attributes = {name: value for name, value in written.items() if rules.find_attribute(name)}
    skills = {name: value for name, value in written.items() if rules.find_skill(name)}
    sheet = Sheet(attributes, skills, pools or {}, masteries=masteries or {})
    return Fighter(key, equipped(sheet, wielded=wielded) if wielded else sheet, is_heroic=True)


def foe(key="orc", points=None, **fixed):
    """A quick foe: 20 PV and no stamina, defense 18, attack 8, initiative 2."""
    fixed = {"pv": 20, "defense": 18, "attack": 8, "initiative": 2, **fixed}
    return Fighter(key, Sheet({}, {}, points or {}, fixed=fixed))


def begun(*fighters, rules=D10X2, **pairs):
    """The fight begun; each fighter's two initiative dice are given."""
    fight = Fight(rules).add(*fighters).fight
    return fight.start(scripted(), pairs).fight


def pools(fight, key):
    return dict(fight.fighter(key).sheet.pools)
