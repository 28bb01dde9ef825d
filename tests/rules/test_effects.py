"""Effect dice as they fall (R11, R12, T6)."""

import json
from dataclasses import replace

import pytest

from rules import find_preset, scripted
from rules.effects import EffectKind, Effects, effect
from rules.notation import MAX_EXPLOSIONS, Dice, Group, parse

TABLE = find_preset("ryf-table").effects
CORE = Effects(frozenset(EffectKind))


def damage(notation, *faces):
    draw = scripted(*faces)
    found = TABLE.throw(EffectKind.DAMAGE, parse(notation), draw)
    assert draw.left == ()
    return found


@pytest.mark.parametrize("faces", [(6, 2, 6, 1), (6, 6, 2, 1)])
def test_e41_sixes_of_damage_explode(faces):
    assert damage("2d6", *faces).total == 15


def test_each_die_explodes_before_the_next():
    thrown = damage("2d6", 6, 2, 6, 1).thrown

    assert [(each.faces, each.value) for each in thrown] == [((6, 2), 8), ((6, 1), 7)]


def test_e42_healing_does_not_explode_at_the_table():
    draw = scripted(6, 4)

    assert TABLE.throw(EffectKind.HEALING, parse("1d6"), draw).total == 6
    assert draw.left == (4,)


def test_e42_healing_explodes_where_every_effect_does():
    assert CORE.throw(EffectKind.HEALING, parse("1d6"), scripted(6, 4)).total == 10


@pytest.mark.parametrize("kind", EffectKind)
def test_only_damage_explodes_at_the_table(kind):
    assert TABLE.throw(kind, parse("1d6"), scripted(6, 1)).has_exploded is (kind is EffectKind.DAMAGE)


def test_e43_an_eight_explodes_on_a_d8():
    assert damage("1d8+1", 8, 8, 3).total == 20


def test_e44_the_lower_of_two_explodes_if_it_is_a_six():
    assert damage("1b2d6", 6, 6, 6, 4).total == 10
    assert damage("1b2d6", 6, 5).total == 5


def test_e12_a_critical_adds_dice_that_explode_too():
    dice = parse("2d6").with_extra(2)

    assert str(dice) == "4d6"
    assert damage("4d6", 1, 2, 3, 6, 6, 1).total == 19


def test_e47_a_critical_with_the_lower_of_two():
    assert str(parse("1b2d6").with_extra(2)) == "1b2d6+2d6"


def test_typed_dice_explode_only_if_they_say_so():
    assert effect(parse("2d6"), scripted(6, 6)).total == 12
    assert effect(parse("1d6!+1d6"), scripted(6, 3, 6)).total == 15


def test_typed_explosions_end():
    found = effect(parse("1d6!"), lambda sides: sides)

    assert found.total == 6 * (MAX_EXPLOSIONS + 1)


def test_the_explosions_of_the_rules_have_no_limit():
    faces = [6] * (MAX_EXPLOSIONS + 50)

    assert damage("1d6", *faces, 1).total == 6 * len(faces) + 1


def test_a_bonus_counts_once():
    assert damage("2d6+3", 6, 6, 1, 2).total == 18


def test_dice_of_the_rules_know_no_size():
    assert len(effect(Dice.of(500), lambda sides: 1).faces) == 500


def test_an_effect_is_told_in_plain_values():
    facts = damage("1b2d6+1d6+2", 6, 6, 3, 4, 5).facts()

    assert facts == json.loads(json.dumps(facts))
    assert facts == {
        "dice": "1b2d6+1d6+2",
        "thrown": [{"die": "1b2d6", "faces": [6, 6, 3, 4], "value": 9}, {"die": "1d6", "faces": [5], "value": 5}],
        "bonus": 2,
        "total": 16,
    }


def test_the_lowest_of_more_dice():
    assert effect(replace(parse("1b2d6"), groups=(Group(3, 6, lowest=True),)), scripted(4, 2, 5)).total == 2
