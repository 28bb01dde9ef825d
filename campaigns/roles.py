"""What one may do at a table."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Role(models.TextChoices):
    """What one may do at a table, as values: ask `leads` and `plays`, never the name."""

    GM = "gm", _("game master")
    CO_GM = "co-gm", _("co-GM")
    PLAYER = "player", _("player")
    SPECTATOR = "spectator", _("spectator")

    @property
    def leads(self) -> bool:
        """Sees everything and acts for everybody."""
        return self in {Role.GM, Role.CO_GM}

    @property
    def plays(self) -> bool:
        """Acts for characters of their own."""
        return self is not Role.SPECTATOR

    @property
    def hands_out_roles(self) -> bool:
        return self is Role.GM

    @property
    def archives(self) -> bool:
        return self is Role.GM

    def can_remove(self, other: "Role") -> bool:
        """The GM removes anyone else, a co-GM those who do not lead; nobody removes the GM."""
        return other is not Role.GM and (self is Role.GM or (self.leads and not other.leads))
