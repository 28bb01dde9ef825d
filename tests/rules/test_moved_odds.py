"""How other rules move the odds of common checks. Chances by counting the thousand throws of 3d10 (R1, R4)."""

from fractions import Fraction
from itertools import product

import pytest

from rules.moved_odds import Hand, Way, hands, moved_odds
from rules.presets import find_preset
from rules.sheet import Sheet
from tests.rules.variants import CUSTOM, SUMMED, TWO_TENS, WIDE

TABLE, CORE, TENS = find_preset("ryf-table"), find_preset("ryf-core"), find_preset("d10x2")
THROWS = [sorted(faces) for faces in product(range(1, 11), repeat=3)]
EIGHT = Hand(Way.SKILLED, 4, 4)


def chance(keep, need):
    """Of the thousand throws, those whose die of that rank is no 1 and counts so much (R3, R4)."""
    return Fraction(sum(faces[keep] >= need and faces[keep] > 1 for faces in THROWS), 1000)


def test_the_same_rules_move_no_odds():
    for ruleset in (TABLE, CORE, TENS):
        for hand in hands(ruleset, ()):
            assert moved_odds(ruleset, ruleset, hand) == ()


def test_another_number_moves_its_difficulty_alone():
    after = TABLE.patched({"rolls.difficulties.normal.skill": 16})

    (shift,) = moved_odds(TABLE, after, EIGHT)

    assert (shift.key, shift.needed, shift.needs) == ("normal", 15, 16)
    assert shift.before.success == chance(1, 7)
    assert shift.after.success == chance(1, 8)


def test_a_row_that_comes_or_goes_has_odds_on_one_side():
    after = TABLE.patched({"rolls.difficulties.easy": None, "rolls.difficulties.odd": {"label": "Rara", "skill": 12}})

    gone, new = moved_odds(TABLE, after, EIGHT)

    assert (gone.label, gone.needs, gone.after) == ("Easy", None, None)
    assert (new.label, new.needed, new.before) == ("Rara", None, None)
    assert new.after.success == chance(1, 4)


def test_a_critical_that_comes_earlier_moves_only_where_it_can_come():
    """R6: with a bonus of 8 the margin of 8 takes a total of 18 against 10, 23 or more against the others."""
    after = TABLE.patched({"rolls.critical_margin": 8})

    (shift,) = moved_odds(TABLE, after, EIGHT)

    assert shift.key == "easy"
    assert shift.before.critical == 0
    assert shift.after.critical == chance(1, 10)


def test_what_makes_unskilled_moves_those_without_the_skill():
    """R1: below the option's level one keeps a die lower."""
    after = TABLE.patched({"rolls.unskilled_level": -1})

    assert moved_odds(TABLE, after, EIGHT) == ()
    easy = next(each for each in moved_odds(TABLE, after, Hand(Way.UNSKILLED, 4, 0)) if each.key == "easy")
    assert (easy.before.success, easy.after.success) == (chance(0, 6), chance(1, 6))


def test_pain_moves_those_who_are_hurt():
    """D16: −5 becomes −3; 8 and 2d10 against 15 takes 12 or 10 of 2d10."""
    after = TENS.patched({"injuries.penalty": 3})

    assert moved_odds(TENS, after, EIGHT) == ()
    normal = next(each for each in moved_odds(TENS, after, Hand(Way.HURT, 4, 4)) if each.needs == 15)
    assert (normal.before.success, normal.after.success) == (Fraction(45, 100), Fraction(64, 100))


def test_wounds_keep_a_die_lower():
    after = TABLE.patched({"injuries.threshold_formula": "0"})

    easy = next(each for each in moved_odds(TABLE, after, Hand(Way.HURT, 4, 4)) if each.key == "easy")

    assert (easy.before.success, easy.after.success) == (chance(0, 2), chance(1, 2))


def test_an_attribute_alone_is_rolled_against_its_own_column():
    after = TABLE.patched({"rolls.difficulties.normal.attribute": 13})

    assert moved_odds(TABLE, after, EIGHT) == ()
    (shift,) = moved_odds(TABLE, after, Hand(Way.ATTRIBUTE, 4, 0))
    assert (shift.needed, shift.needs) == (12, 13)


def test_shots_are_rolled_against_distances():
    """C7: 10 more than the attack, against the band."""
    after = TABLE.patched({"attacks.shooting.bands.short.difficulty": 20, "attacks.shooting.bonus": 8})

    shifts = {each.key: each for each in moved_odds(TABLE, after, Hand(Way.SHOT, 3, 2))}

    assert (shifts["short"].needed, shifts["short"].needs) == (15, 20)
    assert shifts["short"].before.success == chance(1, 0)
    assert shifts["short"].after.success == chance(1, 7)
    assert moved_odds(TENS, TENS.patched({"rolls.great_margin": 5}), Hand(Way.SHOT, 3, 2)) == ()


def test_a_great_benefit_moves_too():
    """D2."""
    shifts = moved_odds(TENS, TENS.patched({"rolls.great_margin": 5}), EIGHT)

    assert shifts
    assert all(each.before.success == each.after.success and each.before.great < each.after.great for each in shifts)


def test_hands_are_those_of_the_sheets():
    sheets = [
        Sheet({"dexterity": 4, "physique": 2}, {"stealth": 1, "dodge": 4, "brawl": 0}, {}),
        Sheet({"dexterity": 3, "physique": 5}, {"dodge": 2, "brawl": 5}, {}),
    ]

    found = hands(TABLE, sheets)

    assert [(each.attribute, each.skill) for each in found if each.way is Way.SKILLED] == [(4, 1), (4, 4), (5, 5)]
    assert [(each.way, each.attribute, each.skill) for each in found[3:]] == [
        (Way.UNSKILLED, 4, 0), (Way.ATTRIBUTE, 4, 0), (Way.HURT, 4, 4), (Way.SHOT, 4, 4),
    ]  # fmt: skip


def test_without_a_sheet_there_are_usual_hands():
    found = hands(TABLE, [Sheet({}, {}, {})])

    assert [each.attribute + each.skill for each in found if each.way is Way.SKILLED] == [5, 8, 10]


@pytest.mark.parametrize("variant", [CUSTOM, SUMMED, TWO_TENS, WIDE], ids=lambda each: each.preset)
def test_tables_in_the_wild_are_compared(variant):
    preset = find_preset(variant.preset)
    after = preset.patched(variant.changes)

    for hand in hands(preset, ()):
        for shift in moved_odds(preset, after, hand):
            assert shift.is_moved
            assert shift.before or shift.after
