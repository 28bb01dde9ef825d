"""What can be chosen of a character."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Gender(models.TextChoices):
    """How the words for a character's states are inflected; neutral words do not change."""

    NEUTRAL = "", _("no matter")
    FEMININE = "f", _("feminine")
    MASCULINE = "m", _("masculine")


class Sharing(models.TextChoices):
    """What the members of a table see of a finished hero; its player and those who lead see all."""

    NOTHING = "nothing", _("Its name only")
    STATE = "state", _("Its name and how it is")
    ALL = "all", _("The whole sheet")
