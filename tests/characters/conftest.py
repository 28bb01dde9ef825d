import pytest

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
