"""A fight of two heroes and three goblins, in which nobody has acted."""

import pytest

from characters.models import Character, Gender
from combat.models import Encounter
from rules.notation import parse


@pytest.fixture
def fadrique(campaign, pablo) -> Character:
    """Pablo's hero: 12 PV, +7 with his dagger, defense 8, initiative +5."""
    return Character.objects.create(
        campaign=campaign,
        owner=pablo,
        name="Fadrique",
        gender=Gender.MASCULINE,
        is_finished=True,
        gear={"weapons": ["dagger"]},
        traits={
            "attributes": {
                "physique": 3, "dexterity": 3, "intelligence": 4, "perception": 3, "charisma": 4, "willpower": 3,
            },
            "skills": {"melee_weapons": 4, "reflexes": 2},
        },
    )  # fmt: skip


@pytest.fixture
def fight(campaign, marta, brianda, fadrique, dice) -> Encounter:
    """Brianda 14, Fadrique 11, Goblin 2 10, Goblin 3 9, Goblin 1 8; a goblin has 8 PV and defense 12."""
    brianda.gear = {"weapons": ["long_sword", "dagger"]}
    brianda.save()
    encounter = Encounter.objects.create(campaign=campaign, name="Emboscada")
    encounter.add(marta, [brianda, fadrique])
    encounter = Encounter.objects.get()
    encounter.add_foes(
        marta, "Goblin", count=3, fixed={"pv": 8, "defense": 12, "attack": 6, "initiative": 5}, damage=parse("1d6")
    )
    dice(5, 6, 7, 2, 6, 9, 1, 3, 5, 5, 5, 6, 2, 4, 5)
    Encounter.objects.get().start(marta)
    return Encounter.objects.get()


@pytest.fixture
def at(fight) -> str:
    return fight.get_absolute_url()


@pytest.fixture
def key(fight):
    """`key("Goblin 2")`: what names someone in a form."""
    keys = {row.character.name: row.character.key for row in fight.present}
    return keys.__getitem__
