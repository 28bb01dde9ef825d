"""Hazards, falls, shoves and where a hit lands (D12, D14, D15)."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import scripted
from rules.blows import Blow
from rules.hazards import Hazard, Hazards
from rules.lasting import Lasting
from rules.locations import Locations
from rules.traits import Attribute, Catalog

HAZARDS, LOCATIONS = Hazards(), Locations()
FALLS = HAZARDS.falls


def met(key, level=3, **how):
    return Hazard(HAZARDS.find(key), level, **how)


def test_e106_hunger():
    hunger = met("hunger")

    assert HAZARDS.difficulty(hunger) == 18
    assert HAZARDS.duration(hunger, 16 - 18) == 2
    assert HAZARDS.lasting(hunger, "hunger-1", 2) == Lasting(
        "hunger-1",
        "Hunger",
        days=2,
        points=3,
        ignores_absorption=True,
        modifier=-3,
        hinders=("agility", "constitution", "dexterity", "strength"),
        rule="D12",
    )


def test_who_resists_is_spared_by_what_does_not_cling():
    assert [HAZARDS.duration(met("climate"), margin) for margin in (4, 0, -1)] == [0, 0, 1]


@pytest.mark.parametrize("key", ["burn", "drug", "poison"])
def test_what_clings_lasts_a_turn_even_on_a_success_unless_one_is_protected(key):
    bare, protected = met(key), met(key, is_protected=True)

    assert [HAZARDS.duration(bare, margin) for margin in (4, 0, -1, -3)] == [1, 1, 1, 3]
    assert [HAZARDS.duration(protected, margin) for margin in (4, 0, -1, -3)] == [0, 0, 1, 3]


def test_turns_weigh_on_no_roll_and_what_is_mild_takes_stamina():
    assert HAZARDS.lasting(met("poison", 2), "poison-1", 4) == Lasting(
        "poison-1", "Poison", turns=4, points=2, ignores_absorption=True, rule="D12"
    )
    assert HAZARDS.lasting(met("drug", is_mild=True), "drug-1", 1).pool == "stamina"


def test_an_animal_raises_the_difficulty_with_its_successes():
    assert [HAZARDS.difficulty(met("poison", 4, attack=attack)) for attack in (0, 3, -2)] == [19, 22, 19]


def test_the_attributes_of_these_rules_have_to_be_there():
    known = Catalog(tuple(Attribute(key, key, key) for key in ("strength", "constitution", "agility")), ())

    assert [(each.field, each.rule) for each in HAZARDS.problems(known)] == [("attributes.dexterity", "D12")]


def test_which_hazards_there_are():
    assert {row.key for row in HAZARDS.kinds if row.daily} == {"hunger", "thirst", "climate", "disease"}
    assert {row.key for row in HAZARDS.kinds if row.clings} == {"burn", "drug", "poison"}
    assert {row.key for row in HAZARDS.kinds if row.can_be_mild} == {"drug", "poison"}
    assert {row.key for row in HAZARDS.kinds if row.can_be_dodged} == {"burn"}
    assert HAZARDS.find("acid") is None


def test_e21_a_fall_of_fourteen_meters():
    assert FALLS.damage(14) == 30 + 24


def test_e110_falls():
    assert [FALLS.damage(meters) for meters in (1, 10, 11, 14)] == [3, 30, 36, 54]
    assert [Blow(FALLS.damage(meters), 4).taken for meters in (1, 10, 11, 14)] == [0, 26, 32, 50]


def test_softening_a_fall_is_harder_the_higher_it_is():
    assert [FALLS.difficulty(meters) for meters in (1, 11)] == [16, 26]


@given(st.integers(0, 500))
def test_a_higher_fall_takes_more(meters):
    assert FALLS.damage(meters) < FALLS.damage(meters + 1)


def test_e109_shoves():
    assert [FALLS.shoved(damage) for damage in (4, 5, 12, 29)] == [0, 1, 2, 5]
    assert FALLS.shoved(-3) == 0


def test_e111_where_a_hit_lands():
    thrown = [LOCATIONS.throw(scripted(face)) for face in (7, 8, 10)]

    assert [(face, zone.key) for face, zone in thrown] == [(7, "torso"), (8, "left_arm"), (10, "head")]
    assert [LOCATIONS.can_refine(margin) for margin in (2, 3, 9)] == [False, True, True]


def test_every_face_has_a_zone():
    zones = [LOCATIONS.zone(face).key for face in range(1, 11)]

    assert zones == ["left_leg"] * 2 + ["right_leg"] * 2 + ["torso"] * 3 + ["left_arm", "right_arm", "head"]


def test_a_face_beyond_the_table_of_a_campaign_is_nowhere():
    assert replace(LOCATIONS, zones=LOCATIONS.zones[:2]).zone(5) is None


def test_the_order_of_the_rows_does_not_matter():
    assert replace(LOCATIONS, zones=LOCATIONS.zones[::-1]).zone(5).key == "torso"


def test_called_shots():
    shots = {row.key: row.modifier for row in LOCATIONS.called_shots}

    assert shots == {"shoulder": -1, "arm": -3, "hand": -4, "head": -6, "leg": -3}
    assert LOCATIONS.find_called_shot("hand").modifier == -4
    assert LOCATIONS.find_called_shot("tail") is None
    assert not LOCATIONS.counts
