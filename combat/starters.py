"""The foes that every campaign begins with: fixed values alone, which any rules can use (P6)."""

from typing import Any

from django.db.models.signals import post_save
from django.dispatch import receiver
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from campaigns.models import Campaign
from characters.models import Gender
from combat.models import FoeTemplate

STARTERS = (
    # name, gender, PV, defense, attack, damage, absorption, initiative
    (gettext_noop("Rat"), Gender.FEMININE, 4, 11, 4, "1b2d6", 0, 7),
    (gettext_noop("Goblin"), Gender.MASCULINE, 8, 12, 6, "1d6", 0, 5),
    (gettext_noop("Wolf"), Gender.MASCULINE, 10, 13, 7, "1d6+1", 0, 8),
    (gettext_noop("Bandit"), Gender.MASCULINE, 12, 13, 7, "1d6+2", 1, 6),
    (gettext_noop("Guard"), Gender.MASCULINE, 16, 14, 8, "1d6+2", 4, 5),
    (gettext_noop("Orc"), Gender.MASCULINE, 20, 13, 9, "2d6", 2, 5),
    (gettext_noop("Ogre"), Gender.MASCULINE, 32, 11, 10, "2d6+2", 3, 3),
)


@receiver(post_save, sender=Campaign)
def begin_with_some(instance: Campaign, created: bool, raw: bool = False, **_rest: Any) -> None:
    """A new campaign has them in its library, named in the language of whoever makes it."""
    if not created or raw or instance.is_solo:
        return
    FoeTemplate.objects.bulk_create(
        FoeTemplate(
            campaign=instance,
            name=_(name),
            gender=gender,
            traits={
                "fixed": {
                    "pv": points,
                    "defense": defense,
                    "attack": attack,
                    "absorption": absorption,
                    "initiative": initiative,
                },
                "damage": damage,
            },
        )
        for name, gender, points, defense, attack, damage, absorption, initiative in STARTERS
    )
