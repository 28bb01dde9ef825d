from collections.abc import Callable

import pytest
from django.urls import reverse
from django.utils import timezone

from campaigns.models import Adventure
from characters import adventures
from characters.models import Character, LedgerEntry

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


GIVEN = {
    "attributes": {
        "physique": 4, "dexterity": 4, "intelligence": 3, "perception": 4, "charisma": 2, "willpower": 3,
    },
    "skills": {"stealth": 3, "notice": 4, "reflexes": 4, "dodge": 4, "melee_weapons": 5},
}  # fmt: skip
"""What creation gave Brianda: all twenty attribute points, twenty of fifty skill points; the others are lost (P3)."""


@pytest.fixture
def grown(brianda, marta) -> Character:
    """Brianda after an adventure of 12 px: stealth 4 for 4 px (X2), the other 8 unspent, swim 2 by a correction."""
    skills = {**GIVEN["skills"], "stealth": 4, "swim": 2}
    Character.objects.filter(pk=brianda.pk).update(
        created=GIVEN, traits={**GIVEN, "skills": skills}, px_spent=4, gear={"weapons": ["dagger"], "armor": "leather"}
    )
    adventure = Adventure.objects.create(campaign=brianda.campaign, name="El vado", closed_at=timezone.now())
    share = _moved(brianda, 1, "share", px=12, balance=12, adventure=adventure)
    spent = {"trait": "skills.stealth", "before": 3, "after": 4, "award": share.key}
    _moved(brianda, 2, "spend", px=-4, balance=8, **spent)
    _moved(brianda, 3, "correction", balance=8, trait="skills.swim", before=0, after=2, reason="Aprendió de niña")
    found = Character.objects.with_pools().select_related("campaign").get(pk=brianda.pk)
    found.change_pool(marta, "pv", -5)
    return Character.objects.with_pools().select_related("campaign").get(pk=brianda.pk)


def _moved(character: Character, number: int, kind: str, **fields: object) -> LedgerEntry:
    return LedgerEntry.objects.create(
        campaign=character.campaign, character=character, number=number, kind=kind, by="Marta", **fields
    )


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
