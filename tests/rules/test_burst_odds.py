"""The exact odds of bursts, against counting every face (D11)."""

from fractions import Fraction
from itertools import product

import pytest

from rules.presets.d10x2 import D10X2
from tests.rules.margin_fights import CLUB, GUN, SWORD, begun, foe, hero


def counted(check, dice, bonus, struck, absorption, points, most=40):
    """The odds by counting: each margin of the throw (explosions cut off at `most`), each face of each projectile."""
    rolls = D10X2.rolls
    passed = {}
    chances = [(chance, added.points) for (chance, added), _each in zip(rolls.hits(check), range(most), strict=False)]
    for faces in product(range(1, 7), repeat=dice * struck):
        thrown = [sum(faces[at * dice : (at + 1) * dice]) + bonus for at in range(struck)]
        for chance, margin in chances:
            total = sum(max(0, each + (margin if at == 0 else 0) - absorption) for at, each in enumerate(thrown))
            passed[total] = passed.get(total, 0) + chance * Fraction(1, 6 ** (dice * struck))
    return passed


@pytest.mark.parametrize(("projectiles", "absorption", "points"), [(2, 0, 9), (2, 5, 20), (1, 3, 12)])
def test_bursts_by_counting_every_face(projectiles, absorption, points):
    fight = begun(hero(ranged=4), foe(pv=points, absorption=absorption), ines=(8, 8), orc=(3, 4))
    attack = fight.plan("ines", "orc", GUN, projectiles=projectiles)

    odds = D10X2.attack_odds(attack)

    assert attack.struck == projectiles
    passed = counted(attack.check, 2, 2, projectiles, absorption, points)
    assert list(odds.passing) == [passed.get(total, 0) for total in range(points)]
    assert odds.hits == D10X2.rolls.chance(attack.check)
    assert odds.takes == odds.hits - passed.get(0, 0)
    assert odds.drops == odds.hits - sum(passed.get(total, 0) for total in range(points))


def test_the_mean_of_a_burst_adds_what_passes_of_each_projectile():
    one = D10X2.attack_odds(
        begun(hero(), foe(absorption=6), ines=(8, 8), orc=(3, 4)).plan("ines", "orc", GUN, projectiles=1)
    )
    three = D10X2.attack_odds(
        begun(hero(), foe(absorption=6), ines=(8, 8), orc=(3, 4)).plan("ines", "orc", GUN, projectiles=3)
    )

    each = sum(Fraction(max(0, a + b + 2 - 6), 36) for a, b in product(range(1, 7), repeat=2))
    assert three.mean - one.mean == 2 * one.hits * each
    assert three.hits == one.hits


def test_a_burst_takes_as_many_chances_as_are_asked_for():
    attack = begun(hero(), foe(), ines=(8, 8), orc=(3, 4)).plan("ines", "orc", GUN)

    assert [len(D10X2.attack_odds(attack, up_to=many).passing) for many in (0, 5, 60)] == [0, 5, 60]
    assert D10X2.attack_odds(attack, up_to=60).passing[:5] == D10X2.attack_odds(attack, up_to=5).passing


def test_who_is_hit_by_what_is_blunt_drops_with_its_stamina():
    fight = begun(hero(), hero("lia", {"stamina": 4}), foe(), ines=(8, 8), lia=(3, 4), orc=(3, 3))

    assert [fight.plan("ines", "lia", weapon).points for weapon in (CLUB, SWORD)] == [4, 30]
    assert fight.plan("ines", "orc", CLUB).points == 20
    odds = D10X2.attack_odds(fight.plan("ines", "lia", CLUB))
    assert odds.drops == sum(
        chance * Fraction(sum(face + added.points >= 4 for face in range(1, 7)), 6)
        for (chance, added), _each in zip(
            D10X2.rolls.hits(fight.plan("ines", "lia", CLUB).check), range(3), strict=False
        )
    ) + D10X2.rolls.chance(fight.plan("ines", "lia", CLUB).check, 3)


def test_who_is_out_already_drops_with_every_hit():
    odds = D10X2.attack_odds(begun(hero(), hero("lia", {"pv": -3}), ines=(8, 8), lia=(3, 4)).plan("ines", "lia", GUN))

    assert odds.drops == odds.hits
    assert odds.passing == ()
