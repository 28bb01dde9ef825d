"""Attacks of an encounter, dice scripted (C3, C5, R4–R6, R11), and who may make them.

Brianda attacks with 9 + the kept die against the goblins' 12: a 3 hits, a 2 misses.
"""

import pytest

from campaigns.models import LogEntry
from characters.models import Character
from tests.combat.fights import key, pv, sign, stored, who


@pytest.fixture
def brianda_attacks(fight, ines):
    """`brianda_attacks()`: Brianda strikes Goblin 3, on her turn; the entry."""

    def strike(weapon="unarmed", target="Goblin 3", **more):
        return stored(fight).attack(ines, key(fight, "Brianda"), weapon, key(fight, target), **more)

    return strike


def majors(fight, name):
    return who(fight, name).fighter.majors


def test_the_total_that_equals_the_defense_hits(fight, brianda_attacks, dice):
    """9 + 3 = 12 ≥ 12; 1d6 shows 4: 8 − 4 = 4, which is wounded (C10: 5)."""
    dice(1, 3, 10, 4)

    entry = brianda_attacks()

    assert (entry.facts["hit"], entry.facts["outcome"]["margin"], entry.facts["damage"]["total"]) == (True, 0, 4)
    assert pv(who(fight, "Goblin 3")) == 4
    assert {"wounded": True, "lingering": 0, "out": False}.items() <= entry.facts["points"]["is"].items()
    assert majors(fight, "Brianda") == 0


def test_one_less_misses_and_throws_no_damage(fight, brianda_attacks, dice):
    dice(1, 2, 10)

    entry = brianda_attacks()

    assert (entry.facts["hit"], entry.facts["damage"]) == (False, None)
    assert pv(who(fight, "Goblin 3")) == 8
    assert majors(fight, "Brianda") == 0


def test_the_modifier_counts(fight, brianda_attacks, dice):
    dice(1, 2, 10, 1)
    assert brianda_attacks(modifier=1).facts["hit"] is True


def test_a_margin_of_ten_throws_one_more_die(fight, brianda_attacks, dice):
    """C5, R6: 9 + 10 + 3 = 22 against 12. The weapon's die, then the extra one (T6): 3 + 4 = 7 of 8."""
    dice(8, 10, 10, 3, 4)

    entry = brianda_attacks(modifier=3)

    assert entry.facts["outcome"]["critical"] is True
    assert entry.facts["damage"]["total"] == 7
    assert pv(who(fight, "Goblin 3")) == 1


def test_a_margin_of_nine_does_not(fight, brianda_attacks, dice):
    dice(8, 10, 10, 3)
    assert brianda_attacks(modifier=2).facts["outcome"]["critical"] is False


def test_a_six_of_damage_is_thrown_again_each_time(ambush, add, marta, brianda, start, dice):
    """R11: 6 + 6 + 2 = 14 of 30."""
    (ogro,) = add("Ogro", pv=30)
    stored(ambush).add(marta, [brianda])
    start(2, 8)
    dice(1, 3, 10, 6, 6, 2)

    entry = stored(ambush).attack(marta, brianda.key, "unarmed", ogro.key)

    assert entry.facts["damage"]["thrown"][0]["faces"] == [6, 6, 2]
    assert pv(ogro) == 16


def test_the_extra_die_explodes_too_and_before_the_next(ambush, add, marta, brianda, start, dice):
    """T6: each die with its explosions before the next: (6, 1) and then (6, 5): 18 of 30."""
    (ogro,) = add("Ogro", pv=30)
    stored(ambush).add(marta, [brianda])
    start(2, 8)
    dice(8, 10, 10, 6, 1, 6, 5)

    stored(ambush).attack(marta, brianda.key, "unarmed", ogro.key, modifier=3)

    assert pv(ogro) == 12


@pytest.mark.parametrize(("absorption", "left"), [(0, 3), (2, 5), (4, 7), (5, 8), (9, 8)])
def test_absorption_is_taken_off_and_never_gives_points(ambush, add, marta, brianda, start, dice, absorption, left):
    """C3: 5 less the absorption, at least 0, of 8."""
    (armored,) = add("Acorazado", absorption=absorption)
    stored(ambush).add(marta, [brianda])
    start(2, 8)
    dice(1, 3, 10, 5)

    stored(ambush).attack(marta, brianda.key, "unarmed", armored.key)

    assert pv(armored) == left


def test_points_stop_at_nothing(fight, brianda_attacks, dice):
    """C0: 6 + 6 + 3 = 15 of 8."""
    dice(1, 3, 10, 6, 6, 3)

    entry = brianda_attacks()

    assert pv(who(fight, "Goblin 3")) == 0
    assert entry.facts["points"]["is"]["out"] is True
    assert entry.changes[0]["by"] == -8


@pytest.mark.parametrize(("high", "fumble"), [(5, True), (6, False)])
def test_a_kept_one_fails_whatever_the_total_and_may_be_a_fumble(fight, brianda_attacks, dice, high, fumble):
    """R4: 9 + 1 + 20 = 30 against 12 fails; R5: a fumble where the high die is 5 or less."""
    dice(1, 1, high)

    entry = brianda_attacks(modifier=20)

    assert (entry.facts["hit"], entry.facts["outcome"]["fumble"]) == (False, fumble)
    assert pv(who(fight, "Goblin 3")) == 8


def test_who_is_wounded_keeps_the_low_die(fight, brianda_attacks, marta, dice):
    """C10: 16 − 11 = 5. Of 2, 5, 9 the 2 counts: 9 + 2 = 11 misses."""
    stored(fight).harm(marta, key(fight, "Brianda"), 11)
    dice(5, 9, 2)

    assert brianda_attacks().facts["hit"] is False


def test_a_weapon_that_is_carried(fight, brianda, brianda_attacks, dice):
    """A long sword: 2d6."""
    Character.objects.filter(pk=brianda.pk).update(gear={"weapons": ["long_sword"]})
    dice(1, 3, 10, 2, 3)
    assert brianda_attacks("long_sword").facts["damage"]["total"] == 5


# --- who may --------------------------------------------------------------------------------------------------------


def strike(by_press, seat, fight, by, target, weapon="unarmed", **more):
    return by_press(seat, "attack", fight, weapon=f"{key(fight, by)}:{weapon}", target=key(fight, target), **more)


def test_a_player_attacks_with_the_own_hero_on_its_turn(fight, press, ines, dice):
    dice(1, 3, 10, 4)
    assert strike(press, ines, fight, "Brianda", "Goblin 3").status_code == 204
    assert pv(who(fight, "Goblin 3")) == 4


def test_a_player_does_not_attack_with_others(fight, press, pablo, ines, vera, sergio, dice):
    dice()
    before, entries = sign(fight), LogEntry.objects.count()

    assert strike(press, pablo, fight, "Brianda", "Goblin 3").status_code == 403
    assert strike(press, vera, fight, "Brianda", "Goblin 3").status_code == 403
    assert strike(press, ines, fight, "Goblin 3", "Brianda", "own").status_code == 403
    assert strike(press, sergio, fight, "Brianda", "Goblin 3").status_code == 404
    assert strike(press, None, fight, "Brianda", "Goblin 3").status_code in {302, 401, 403, 204}

    assert (sign(fight), LogEntry.objects.count()) == (before, entries)


def test_a_player_does_not_attack_out_of_turn(fight, press, ines, marta, dice, said):
    stored(fight).next_turn(marta, key(fight, "Brianda"))
    dice()
    before = sign(fight)

    answer = strike(press, ines, fight, "Brianda", "Goblin 3")

    assert (answer.status_code, said(answer)) == (422, "No es su turno. T1")
    assert sign(fight) == before


def test_a_player_has_one_attack_a_turn(fight, press, ines, dice, said):
    """C2: with 14 of initiative there is one major action."""
    dice(1, 2, 10)
    assert strike(press, ines, fight, "Brianda", "Goblin 3").status_code == 204
    before = sign(fight)

    answer = strike(press, ines, fight, "Brianda", "Goblin 3")

    assert answer.status_code == 422
    assert said(answer).endswith("C2")
    assert sign(fight) == before


def test_the_gm_attacks_with_all_and_out_of_turn_which_costs_no_action(fight, press, marta, dice):
    """Goblin 1: 6 + 7 = 13 against Brianda's 13."""
    dice(1, 7, 10, 4)

    assert strike(press, marta, fight, "Goblin 1", "Brianda", "own").status_code == 204

    assert pv(who(fight, "Brianda")) == 12
    assert (majors(fight, "Goblin 1"), majors(fight, "Brianda")) == (1, 1)


def test_the_gm_attacks_with_a_hero_too_and_more_than_the_turn_has(fight, press, marta, coral, dice):
    dice(*[1, 2, 10] * 3)
    for seat in (marta, coral, marta):
        assert strike(press, seat, fight, "Brianda", "Goblin 3").status_code == 204
    assert majors(fight, "Brianda") == 0


def test_who_is_out_does_not_attack(fight, press, marta, ines, dice, said):
    stored(fight).harm(marta, key(fight, "Brianda"), 16)
    dice()

    for seat in (ines, marta):
        answer = strike(press, seat, fight, "Brianda", "Goblin 3")
        assert answer.status_code == 422
        assert said(answer).endswith("C11")


def test_a_weapon_that_is_not_carried_is_refused(fight, press, ines, dice, said):
    dice()
    for weapon in ("great_sword", "own", "", "x" * 40):
        answer = strike(press, ines, fight, "Brianda", "Goblin 3", weapon)
        assert answer.status_code == 422, weapon
        assert said(answer)


def test_nobody_attacks_before_the_fight_starts(ambush, press, marta, goblins, brianda, dice, said):
    stored(ambush).add(marta, [brianda])
    dice()

    answer = strike(press, marta, ambush, "Brianda", "Goblin 1")

    assert answer.status_code == 422
    assert said(answer)


def test_an_attack_pressed_twice_counts_once(fight, press, ines, dice):
    """B25."""
    dice(1, 3, 10, 4)

    answers = [strike(press, ines, fight, "Brianda", "Goblin 3", press="pulsada-1") for _ in range(2)]

    assert {(answer.status_code, answer.headers["Mesa-Entry"]) for answer in answers} == {
        (204, LogEntry.objects.get(kind="attack").key)
    }
    assert pv(who(fight, "Goblin 3")) == 4
