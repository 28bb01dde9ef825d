"""What is rolled for an attack, and what it does (C3, C5, P6)."""

from dataclasses import replace

import pytest

from rules import CheckKind, Refused, Sheet, find_preset
from rules.checks import Factor, Term
from rules.notation import parse

RULES = find_preset("ryf-table")
SWORD, BOW, MACE = (RULES.find_weapon(key) for key in ("long_sword", "short_bow", "mace"))
KNIGHT = Sheet({"physique": 4, "dexterity": 3}, {"melee_weapons": 5, "ranged_weapons": 2, "dodge": 1}, {})


def test_a_melee_attack_adds_physique_and_skill():
    check = RULES.attack(KNIGHT, SWORD, defense=15, modifier=-2)

    assert (check.kind, check.trait, check.difficulty) == (CheckKind.SKILL, "melee_attack", 15)
    assert check.terms == (Term("physique", 4), Term("melee_weapons", 5), Term("modifier", -2, "R2"))
    assert check.factors == ()


def test_a_ranged_attack_adds_dexterity_and_skill():
    check = RULES.attack(KNIGHT, BOW, defense=15)

    assert (check.trait, check.terms) == ("ranged_attack", (Term("dexterity", 3), Term("ranged_weapons", 2)))


def test_a_thrown_weapon_is_used_as_one_says():
    knife = replace(SWORD, short=3, medium=6, long=9)

    assert RULES.attack(KNIGHT, knife, defense=15).trait == "melee_attack"
    assert RULES.attack(KNIGHT, knife, defense=15, ranged=True).trait == "ranged_attack"


def test_a_weapon_is_used_as_it_can_be():
    for weapon, ranged, code in ((SWORD, True, "not_ranged"), (BOW, False, "not_melee"), (None, True, "not_ranged")):
        with pytest.raises(Refused) as refused:
            RULES.attack(KNIGHT, weapon, defense=15, ranged=ranged, modifier=100)
        assert [each.code for each in refused.value.problems] == [code, "out_of_bounds"]


def test_a_weapon_may_help_to_hit():
    assert Term("weapon", 2, "W2") in RULES.attack(KNIGHT, replace(SWORD, attack=2), defense=15).terms


def test_unskilled_at_a_weapon():
    assert RULES.attack(replace(KNIGHT, skills={}), SWORD, defense=15).factors == (Factor("unskilled", -1, "R1"),)


def test_the_wounded_attack_with_the_low_die():
    assert RULES.attack(replace(KNIGHT, pools={"pv": 5}), SWORD, defense=15).factors == (Factor("wounded", -1, "C10"),)


def test_an_edited_formula_says_what_is_rolled():
    rules = RULES.patched({"derived.melee_attack.formula": "dexterity + brawl"})

    check = rules.attack(KNIGHT, SWORD, defense=15)

    assert check.terms == (Term("dexterity", 3), Term("brawl", 0))
    assert check.factors == (Factor("unskilled", -1, "R1"),)


def test_encumbrance_lowers_attacks_with_dexterity_where_the_table_says_so():
    rules = RULES.patched({"encumbrance_lowers": True})
    knight = replace(KNIGHT, encumbrance=2)

    assert Term("encumbrance", -2) in rules.attack(knight, BOW, defense=15).terms
    assert Term("encumbrance", -2) not in rules.attack(knight, SWORD, defense=15).terms
    both = rules.patched({"derived.ranged_attack.formula": "dexterity - encumbrance"})
    assert both.attack(knight, BOW, defense=15).bonus == 1


@pytest.mark.parametrize(("weapon", "trait"), [(SWORD, "melee_attack"), (BOW, "ranged_attack"), (None, "melee_attack")])
def test_a_fixed_attack_goes_before_the_formula_and_is_never_unskilled(weapon, trait):
    foe = Sheet({"physique": 1}, {}, {}, fixed={"attack": 8, "pv": 12})

    check = RULES.attack(foe, weapon, defense=15, modifier=1)

    assert (check.terms, check.factors) == ((Term(trait, 8), Term("modifier", 1, "R2")), ())
    assert RULES.value(foe, trait) == 8


def test_a_fixed_attack_is_hindered_by_wounds_and_knows_no_weapon():
    foe = Sheet({}, {}, {"pv": 2}, fixed={"attack": 8, "pv": 12})

    check = RULES.attack(foe, replace(SWORD, attack=3), defense=15)

    assert (check.bonus, [each.code for each in check.factors]) == (8, ["wounded"])


def test_a_value_fixed_by_its_own_key_comes_first():
    assert RULES.attack(Sheet({}, {}, {}, fixed={"attack": 8, "melee_attack": 5}), SWORD, defense=15).bonus == 5


def test_a_foe_without_attributes_is_not_unskilled():
    assert RULES.attack(Sheet({}, {}, {}, fixed={"pv": 9}), SWORD, defense=15).factors == ()


def test_damage_is_the_weapons_or_that_of_fists_or_fixed():
    beast = replace(KNIGHT, damage=parse("2d8"))

    assert [str(RULES.damage(KNIGHT, weapon)) for weapon in (SWORD, None)] == ["2d6", "1d6"]
    assert [str(RULES.damage(beast, weapon)) for weapon in (SWORD, None)] == ["2d8", "2d8"]


def test_unarmed_damage_can_be_changed():
    assert str(RULES.patched({"weapons.unarmed": {"damage": "1b2d6"}}).damage(KNIGHT, None)) == "1b2d6"
    assert str(RULES.patched({"weapons.unarmed": None}).damage(KNIGHT, None)) == "1d6"


def test_e59_a_mace_ignores_absorption():
    plated = replace(KNIGHT, absorption=6)

    assert [RULES.absorption(plated, weapon) for weapon in (SWORD, None, MACE)] == [6, 6, 0]
    assert RULES.absorption(replace(plated, fixed={"absorption": 2}), SWORD) == 2


def test_an_attack_between_two():
    target = Sheet({}, {}, {"pv": 7}, fixed={"pv": 12, "defense": 13, "absorption": 1})

    attack = RULES.attack_between(KNIGHT, target, SWORD, modifier=3)

    assert (attack.check.bonus, attack.check.difficulty) == (12, 13)
    assert (str(attack.damage), attack.absorption, attack.points) == ("2d6", 1, 7)


def test_a_modifier_out_of_bounds_is_refused():
    with pytest.raises(Refused) as refused:
        RULES.attack(KNIGHT, SWORD, defense=15, modifier=100)

    assert [(each.code, each.field) for each in refused.value.problems] == [("out_of_bounds", "modifier")]
