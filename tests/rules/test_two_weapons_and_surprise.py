"""A weapon in each hand, an attack nobody expects, and a dodge or block of a hit from afar (C4, C6, C8)."""

from dataclasses import replace
from fractions import Fraction

import pytest

from rules import CheckKind, Refused, Sheet, find_preset, scripted
from rules.attacks import ActiveDefense
from rules.checks import Factor, Term

RULES = find_preset("ryf-table")
SWORD, DAGGER, SPEAR, GREAT_SWORD = (RULES.find_weapon(key) for key in ("long_sword", "dagger", "spear", "great_sword"))
FIGHTER = Sheet({"physique": 4, "dexterity": 4}, {"melee_weapons": 5, "stealth": 3}, {})
TARGET = Sheet({"perception": 5, "dexterity": 5}, {"dodge": 5}, {}, fixed={"pv": 20, "defense": 12})


def refusals(action, *arguments, **named):
    with pytest.raises(Refused) as refused:
        action(*arguments, **named)
    assert all(str(problem) for problem in refused.value.problems)
    return [(problem.code, problem.field) for problem in refused.value.problems]


def test_e52_a_weapon_in_each_hand():
    main, off = (
        RULES.attack_between(FIGHTER, TARGET, hand.weapon, terms=[hand.term]).check
        for hand in RULES.hands(FIGHTER, SWORD, DAGGER)
    )

    struck, missed = (RULES.rolls.resolve(check, scripted(3, 6, 8)) for check in (main, off))

    assert main.terms == (Term("physique", 4), Term("melee_weapons", 5), Term("two_weapons", -2, "C4"))
    assert (struck.total, struck.success, struck.margin) == (13, True, 1)
    assert (missed.total, missed.success, missed.margin) == (11, False, -1)


def test_the_main_hand_comes_first():
    assert [hand.weapon for hand in RULES.hands(FIGHTER, DAGGER, SWORD)] == [DAGGER, SWORD]


def test_two_weapons_may_be_one_attack_with_the_higher_damage():
    rules = RULES.patched({"attacks.two_weapons.is_one_attack": True})

    for main, off, stronger in ((SWORD, DAGGER, SWORD), (DAGGER, SPEAR, SPEAR), (SPEAR, GREAT_SWORD, GREAT_SWORD)):
        (hand,) = rules.hands(FIGHTER, main, off)
        assert (hand.weapon, hand.term) == (stronger, Term("two_weapons", 3, "C4"))


def test_with_equal_damage_the_one_attack_is_the_main_hands():
    rules = RULES.patched({"attacks.two_weapons.is_one_attack": True})
    beast = replace(FIGHTER, damage=SWORD.damage)

    assert rules.hands(beast, DAGGER, GREAT_SWORD)[0].weapon is DAGGER


def test_the_numbers_of_two_weapons_can_be_changed():
    rules = RULES.patched({"attacks.two_weapons.main": -1, "attacks.two_weapons.off": -3})

    assert [hand.term.value for hand in rules.hands(FIGHTER, SWORD, DAGGER)] == [-1, -3]
    one = rules.patched({"attacks.two_weapons.is_one_attack": True, "attacks.two_weapons.bonus": 2})
    assert [hand.term.value for hand in one.hands(FIGHTER, SWORD, DAGGER)] == [2]


def test_where_the_rules_know_no_two_weapons():
    rules = replace(RULES, attacks=replace(RULES.attacks, two_weapons=None))

    assert refusals(rules.hands, FIGHTER, SWORD, DAGGER) == [("one_weapon", "off")]


def test_e53_stealth_is_opposed_by_perception():
    stealth, perception = RULES.surprise(FIGHTER, TARGET)
    totals = [
        RULES.rolls.resolve(check, scripted(*faces)).total
        for check, faces in ((stealth, (2, 6, 7)), (perception, (3, 4, 10)))
    ]

    assert (stealth.kind, perception.kind) == (CheckKind.OPPOSED, CheckKind.OPPOSED)
    assert (stealth.terms, perception.terms) == (
        (Term("dexterity", 4), Term("stealth", 3)),
        (Term("perception", 5),),
    )
    assert totals == [13, 9]


def test_e53_the_attack_that_opens_is_helped():
    sly = replace(FIGHTER, skills={"melee_weapons": 4})
    guarded = replace(TARGET, fixed={"pv": 20, "defense": 18})
    opening = Term("surprise", RULES.attacks.surprise.bonus, "C6")

    attack = RULES.attack_between(sly, guarded, SWORD, terms=[opening])

    outcome = RULES.rolls.resolve(attack.check, scripted(4, 5, 9))
    assert (outcome.total, outcome.margin, outcome.success) == (18, 0, True)


def test_at_stealth_one_may_be_unskilled_at_perception_nobody_is():
    stealth, perception = RULES.surprise(Sheet({}, {}, {}), Sheet({}, {}, {}))

    assert (stealth.factors, perception.factors) == ((Factor("unskilled", -1, "R1"),), ())


def test_where_nobody_is_surprised():
    without = replace(RULES, attacks=replace(RULES.attacks, surprise=None))

    assert refusals(without.surprise, FIGHTER, TARGET) == [("no_surprise", "surprise")]
    assert refusals(RULES.patched({"skills.stealth": None}).surprise, FIGHTER, TARGET) == [("no_surprise", "surprise")]
    assert RULES.patched({"attacks.surprise.bonus": 4}).attacks.surprise.bonus == 4


def test_e57_a_defense_that_reaches_the_total_is_enough():
    check = RULES.active_defense(TARGET, ActiveDefense.DODGE, total=19)

    outcome = RULES.rolls.resolve(check, scripted(3, 9, 10))

    assert (check.kind, check.terms) == (CheckKind.SKILL, (Term("dexterity", 5), Term("dodge", 5)))
    assert (outcome.total, outcome.success) == (19, True)


def test_a_block_adds_the_shield():
    shielded = replace(TARGET, shield=2)

    check = RULES.active_defense(shielded, ActiveDefense.BLOCK, total=19, modifier=-1)

    assert check.terms[2:] == (Term("shield", 2, "C8"), Term("modifier", -1, "R2"))
    assert RULES.active_defense(shielded, ActiveDefense.DODGE, total=19).bonus == 10
    assert RULES.active_defenses(shielded) == (ActiveDefense.DODGE, ActiveDefense.BLOCK)


def test_without_a_shield_nobody_blocks():
    assert RULES.active_defenses(TARGET) == (ActiveDefense.DODGE,)
    assert refusals(RULES.active_defense, TARGET, ActiveDefense.BLOCK, total=19, modifier=-100) == [
        ("no_shield", "how"),
        ("out_of_bounds", "modifier"),
    ]


def test_an_active_defense_knows_wounds_and_lack_of_skill():
    check = RULES.active_defense(Sheet({"dexterity": 3, "physique": 4}, {}, {"pv": 5}), ActiveDefense.DODGE, total=15)

    assert [factor.code for factor in check.factors] == ["wounded", "unskilled"]


def test_before_the_total_is_known_there_are_odds_for_each():
    check = RULES.active_defense(TARGET, ActiveDefense.DODGE, total=None)
    curve = dict(RULES.rolls.curve(check))

    assert check.difficulty is None
    assert curve[11] == 1
    assert curve[20] == Fraction(28, 1000)


def test_the_trait_of_who_is_surprised_can_be_changed_and_must_be_there():
    rules = RULES.patched({"attacks.surprise.perception": "notice"})

    assert rules.surprise(FIGHTER, TARGET)[1].terms == (Term("perception", 5, "R2"), Term("notice", 0, "R2"))
    with pytest.raises(Refused) as refused:
        RULES.patched({"attacks.surprise.perception": "luck"})
    assert [(each.code, each.field, each.rule) for each in refused.value.problems] == [
        ("missing_trait", "attacks.surprise.perception", "C6")
    ]


def test_rules_without_these_parts_fit_together():
    attacks = replace(RULES.attacks, surprise=None, shooting=None, two_weapons=None)

    assert list(replace(RULES, attacks=attacks, first_aid=None).problems()) == []


def test_active_defense_is_a_value_that_fights_need():
    with pytest.raises(Refused) as refused:
        RULES.patched({"derived.active_defense": None})

    assert [(each.code, each.field) for each in refused.value.problems] == [("missing_value", "derived.active_defense")]
