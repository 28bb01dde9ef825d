from collections.abc import Callable

import pytest
from django.urls import reverse

from characters import adventures
from characters.models import Character

HALF = {"physique": 3, "dexterity": 4, "intelligence": 2, "perception": 5, "charisma": 2, "willpower": 2}
"""Eighteen of twenty attribute points."""


@pytest.fixture
def tello(campaign, pablo) -> Character:
    """Pablo's draft: every attribute at 1, no skills."""
    return Character.begin(campaign, pablo, pablo, name="Tello", concept="Cazador", gender="m")


@pytest.fixture
def ready(tello, pablo) -> Character:
    """The same with all attribute points spent (physique 5) and all skill points but three."""
    for key, value in {**HALF, "physique": 5}.items():
        tello.spend(pablo, "attributes", key, to=value)
    for key in ("melee_weapons", "dodge", "reflexes", "notice", "stealth", "brawl", "athletics", "climb", "swim"):
        tello.spend(pablo, "skills", key, to=5)
    tello.spend(pablo, "skills", "ride", to=2)
    tello.refresh_from_db()
    return tello


@pytest.fixture
def hero(brianda) -> Character:
    """Brianda as she was made: every point of creation, no px yet."""
    brianda.created = brianda.written
    brianda.save()
    brianda.refresh_from_db()
    return brianda


@pytest.fixture
def rich(hero, marta) -> Callable[[int], Character]:
    """`rich(10)`: Brianda with so many px more, from an award of her own."""

    def give(px: int) -> Character:
        adventures.award(hero.campaign, marta, hero, px, "")
        return again(hero)

    return give


def again(hero: Character) -> Character:
    """The hero as it is stored now, with its points and its px."""
    found = Character.objects.with_pools().with_ledger().get(pk=hero.pk)
    return found


def address(name: str, hero: Character, *more: str) -> str:
    return reverse(f"characters:{name}", args=[hero.key, *more])
