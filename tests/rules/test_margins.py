"""Margins: support, mastery, damage, bursts, states (D8–D11, D13)."""

from dataclasses import replace

import pytest

from rules.bursts import burst_margins, strikes
from rules.formula import Formula
from rules.gear import WeaponKind
from rules.margin_attacks import MarginAttacks, damage
from rules.margins import joined, turns_of_state
from rules.mastery import Grade, Mastery, let_through
from rules.presets.gear import WEAPONS

MASTERY = Mastery()
UNARMED = next(each for each in WEAPONS if each.key == "unarmed")


def test_e19_support_then_mastery_then_armor():
    grade = MASTERY.at(1)

    assert joined(4, [-2]) == 2
    assert joined(4, [-2], mastery=grade.successes) == 3
    assert damage(3, 7, 3, mastery=grade.damage) == 8


def test_e101_support_can_spoil_a_success_and_save_a_failure():
    assert joined(1, [-3]) == -2
    assert joined(-1, [3]) == 2


def test_e102_mastery_needs_a_success_of_its_own():
    grade = MASTERY.at(2)

    assert (grade.successes, grade.damage) == (2, 2)
    assert joined(0, mastery=grade.successes) == 0
    assert joined(1, mastery=grade.successes) == 3
    assert damage(0, 5, 0, mastery=grade.damage) == 7


def test_mastery_does_not_soften_a_failure():
    assert joined(-3, mastery=2) == -3


def test_damage_is_at_least_nothing():
    assert damage(2, 8, 12) == 0


def test_e20_a_burst_is_divided_by_the_evasion_range():
    assert strikes(12, 3) == 4
    assert burst_margins(5, 4) == (5, 0, 0, 0)


def test_e104_how_many_bullets_strike():
    assert strikes(10, 3) == 3
    assert strikes(2, 3) == 1
    assert strikes(10, MASTERY.at(0).rev) == 10


def test_with_mastery_off_everyone_has_the_evasion_range_of_the_campaign():
    off = replace(MASTERY, counts=False)

    assert (off.at(0).rev, off.at(4).rev) == (3, 3)
    assert (off.at(4).successes, off.at(4).damage, off.at(4).defense, off.at(4).enemies) == (0, 0, 0, 1)


@pytest.mark.parametrize("number", range(11))
def test_what_a_grade_gives(number):
    row = MASTERY.at(number)

    given = (row.grade, row.successes, row.damage, row.enemies, row.defense, row.rev)
    assert given == (number, number, number, number + 1, number, number + 1)


def test_a_grade_without_a_row_gives_what_the_one_below_it_does():
    few = replace(MASTERY, grades=(Grade("some", "Some", 2, damage=5), Grade("more", "More", 6, damage=7)))

    assert [few.at(number).damage for number in (0, 1, 2, 5, 6, 40)] == [0, 0, 5, 5, 7, 7]
    assert few.at(1).rev == 1


def test_enemies_beyond_the_grade_weigh_on_all_rolls():
    assert [MASTERY.penalty(0, enemies) for enemies in (1, 2, 3)] == [0, -3, -6]
    assert [MASTERY.penalty(2, enemies) for enemies in (1, 3, 4)] == [0, 0, -3]


def test_each_failure_lets_one_enemy_through_at_most_all():
    assert [let_through(margin, 3) for margin in (4, 0, -1, -2, -3, -9)] == [0, 0, 1, 2, 3, 3]


def test_e108_a_state_lasts_as_many_turns_as_successes():
    assert turns_of_state(24, 19) == 5
    assert turns_of_state(19, 19) == 0
    assert turns_of_state(18, 19) == 0


def test_only_what_is_blunt_takes_stamina():
    assert [kind for kind in WeaponKind if MarginAttacks().tires(kind)] == [WeaponKind.BLUNT]


def test_bare_hands_do_what_their_weapon_does():
    assert str(MarginAttacks().bare_handed(UNARMED, {"strength": 7}).damage) == "1d6"


@pytest.mark.parametrize(("strength", "dice"), [(7, "3d6"), (2, "1d6"), (1, "1d6"), (900, "100d6")])
def test_bare_hands_may_hit_by_strength(strength, dice):
    attacks = MarginAttacks(unarmed_dice=Formula.parse("strength // 2"))

    weapon = attacks.bare_handed(UNARMED, {"strength": strength})

    assert str(weapon.damage) == dice
    assert weapon.kind is WeaponKind.BLUNT
