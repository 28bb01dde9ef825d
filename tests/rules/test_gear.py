"""What gear does to a sheet and to its rolls (W, C0, P6)."""

from rules import Sheet, Weapon, find_preset
from rules.checks import Term
from rules.gear import equipped

RULES = find_preset("ryf-table")
PABLO = Sheet({"physique": 4, "dexterity": 3, "perception": 4}, {"dodge": 2, "reflexes": 3, "melee_weapons": 5}, {})
PARRYING = Weapon("main_gauche", "Main gauche", attack=2, defense=1, initiative=3, absorption=1)


def test_armor_and_shield_add_up():
    worn = equipped(PABLO, armor=RULES.find_armor("mail"), shield=RULES.find_shield("heavy_shield"))

    assert (worn.absorption, worn.encumbrance, worn.shield) == (4, 3, 2)
    assert RULES.value(worn, "defense") == 3 + 2 + 5 + 2
    assert RULES.value(worn, "initiative") == 4 + 3 - 3


def test_a_weapon_gives_its_bonuses_to_whoever_wields_it():
    armed = equipped(PABLO, armor=RULES.find_armor("leather"), wielded=[PARRYING])

    assert RULES.absorption(armed) == 2
    assert RULES.value(armed, "defense") == 11
    assert RULES.value(armed, "initiative") == 4 + 3 - 1 + 3
    assert RULES.initiative(armed).terms == (
        Term("perception", 4),
        Term("reflexes", 3),
        Term("encumbrance", -1),
        Term("weapon", 3),
    )
    assert RULES.value(armed, "melee_attack") == 9


def test_gear_that_is_put_down_is_gone():
    armed = equipped(PABLO, armor=RULES.find_armor("mail"), wielded=[PARRYING])

    assert equipped(armed) == equipped(PABLO)


def test_fixed_values_know_no_gear():
    foe = equipped(
        Sheet({}, {}, {}, fixed={"defense": 14, "absorption": 3, "initiative": 2}),
        armor=RULES.find_armor("plate"),
        wielded=[PARRYING],
    )

    assert RULES.value(foe, "defense") == 14
    assert RULES.absorption(foe) == 3
    assert RULES.initiative(foe).terms == (Term("initiative", 2),)


def test_gear_is_found_by_key():
    assert RULES.find_weapon("mace").ignores_absorption
    assert RULES.find_shield("buckler").defense == 1
    assert RULES.find_weapon("sling").facts() == {"key": "sling", "label": "Sling", "kind": "blunt"}
    assert RULES.find_weapon("excalibur") is RULES.find_armor("skin") is RULES.find_shield("door") is None
