"""What an encounter can be, how a foe's PV can look to the table, and from where one shoots."""

from dataclasses import dataclass

from django.db import models
from django.utils.translation import gettext_lazy as _

MOST_AT_ONCE = 20
"""The most foes of one group."""


PATIENCE = (0, 30, 60, 120)
"""How many seconds a player may have to answer an attack; 0: as many as wanted."""


class Status(models.TextChoices):
    PREPARING = "preparing", _("being prepared")
    RUNNING = "running", _("running")
    PAUSED = "paused", _("paused")
    ENDED = "ended", _("ended")


class ShownPoints(models.TextChoices):
    """How a foe's PV look to the table (S3)."""

    WORD = "word", _("as a word")
    NUMBER = "number", _("as a number")
    NOTHING = "nothing", _("not at all")


@dataclass(frozen=True, slots=True)
class Place:
    """From where a shot comes: the keys of distance and cover ("": none), and whether its target lies down (C7)."""

    band: str = ""
    cover: str = ""
    is_prone: bool = False


@dataclass(frozen=True, slots=True)
class Ambush:
    """What is added to both rolls of a surprise: to the attacker's stealth, and to what notices it (C6)."""

    modifier: int = 0
    against: int = 0


OPENLY = Ambush()
"""Nothing added on either side."""
HERE = Place()
"""Hand to hand."""
