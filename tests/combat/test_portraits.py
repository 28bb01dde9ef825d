"""Portraits in the order of a fight: what the table may see of whom."""

import pytest

from characters.models import Character, Sharing
from combat.models import Encounter


@pytest.fixture
def fight(campaign, marta, ines, brianda, goblin) -> Encounter:
    """Brianda and a goblin, both with a portrait."""
    brianda.put_portrait(ines, b"picture")
    goblin.put_portrait(marta, b"picture")
    fight = Encounter.objects.create(campaign=campaign, name="El vado")
    fight.add(marta, [brianda, goblin])
    fight.start(marta)
    return fight


def address(character: Character) -> str:
    return Character.objects.get(pk=character.pk).picture_url


def test_the_table_sees_its_heroes_and_those_who_lead_see_all(as_, fight, marta, pablo, brianda, goblin):
    leader, player = (as_(who).get(fight.get_absolute_url()).content.decode() for who in (marta, pablo))

    assert (address(brianda) in leader, address(goblin) in leader) == (True, True)
    assert (address(brianda) in player, goblin.key in player) == (True, False)


def test_a_hero_who_shows_nothing_has_no_face_there_either(as_, fight, marta, ines, pablo, brianda):
    entry = brianda.share(ines, Sharing.NOTHING)

    assert f"ladder-{fight.key}" in entry.regions
    assert address(brianda) not in as_(pablo).get(fight.get_absolute_url()).content.decode()
    assert address(brianda) in as_(marta).get(fight.get_absolute_url()).content.decode()


def test_a_new_face_is_in_the_order_by_one_entry(fight, ines, brianda):
    entry = brianda.put_portrait(ines, b"another picture")

    assert f"ladder-{fight.key}" in entry.regions
