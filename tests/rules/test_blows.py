"""One damage throw for several targets, and the share that each of them takes (C3, C5)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import find_preset, scripted
from rules.blows import Blow, Share, amount_for
from rules.effects import EffectKind, effect
from rules.notation import parse, step
from rules.rolls import Added

RULES = find_preset("ryf-table")
NOTHING = Added(0, 0)


def test_e59_absorption_leaves_nothing_or_is_ignored():
    thrown = RULES.effects.throw(EffectKind.DAMAGE, parse("2d6"), scripted(3, 2))
    amount = amount_for(thrown, thrown.dice, NOTHING)

    assert (amount, Blow(amount, 6).taken, Blow(amount, 0).taken) == (5, 0, 5)


def test_each_target_counts_the_extra_dice_of_its_own_degrees_from_the_first():
    damage = parse("2d6+1")
    thrown = effect(damage.with_extra(2), scripted(3, 4, 2, 5))

    assert [amount_for(thrown, damage, Added(degrees, 0)) for degrees in (0, 1, 2)] == [8, 10, 15]


def test_an_extra_die_is_counted_with_its_explosions():
    damage = parse("1d6")
    thrown = effect(damage.with_extra(2), scripted(6, 1, 6, 6, 2, 3), explodes=True)

    assert [amount_for(thrown, damage, Added(degrees, 0)) for degrees in (0, 1, 2)] == [7, 21, 24]


def test_extra_dice_of_a_weapon_that_keeps_the_lower_die():
    thrown = effect(step(-1).with_extra(1), scripted(5, 2, 4))

    assert [amount_for(thrown, step(-1), Added(degrees, 0)) for degrees in (0, 1)] == [2, 6]


def test_a_success_may_add_points():
    damage = parse("1d6+2")

    assert amount_for(effect(damage, scripted(6)), damage, Added(0, 2)) == 10


def test_dice_that_take_off_more_than_they_show_do_no_harm():
    damage = parse("1d4-3")

    assert amount_for(effect(damage, scripted(1)), damage, NOTHING) == 0


@pytest.mark.parametrize(
    ("share", "taken"), [(Share.NONE, 0), (Share.HALF, 2), (Share.WHOLE, 5), (Share.DOUBLE, 10)], ids=str
)
def test_the_share_is_of_what_passed_the_absorption(share, taken):
    blow = Blow(9, 4, share)

    assert blow.facts() == {
        "amount": 9,
        "absorption": 4,
        "absorbed": 4,
        "passed": 5,
        "share": share.value,
        "taken": taken,
    }


@given(amount=st.integers(0, 60), absorption=st.integers(-5, 20), share=st.sampled_from(Share))
def test_nothing_is_lost_on_the_way(amount, absorption, share):
    blow = Blow(amount, absorption, share)

    assert blow.absorbed + blow.passed == amount
    assert 0 <= blow.absorbed <= max(0, absorption)
    assert 0 <= blow.taken <= 2 * blow.passed
    assert share.of(2 * amount) + share.of(0) == {"none": 0, "half": 1, "whole": 2, "double": 4}[share] * amount
