"""The picture of a character, kept beside its row so that one copy of the database is everything."""

from typing import TYPE_CHECKING, Any

from django.db import models
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from campaigns.keys import new_key
from campaigns.models import Audience, Campaign, LogEntry, Membership
from characters import fighting
from rules.problems import Problem, Refused

if TYPE_CHECKING:
    from collections.abc import Callable

    from characters.fighting import Fighting


class Portrait(models.Model):
    """A small picture, made anew from what was uploaded. `key` changes with it: its address may be kept for ever."""

    key = models.CharField(max_length=16, unique=True, default=new_key, editable=False)
    character = models.OneToOneField("characters.Character", models.CASCADE, related_name="portrait")
    image = models.BinaryField(_("picture"))

    class Meta:
        verbose_name = _("portrait")
        verbose_name_plural = _("portraits")

    def __str__(self) -> str:
        return self.key


class Pictured:
    """The picture of a character; the rest of `Character` is in the files beside."""

    if TYPE_CHECKING:
        pk: int
        key: str
        name: str
        topic: str
        is_foe: bool
        is_draft: bool
        owner: Membership | None
        campaign: Campaign
        objects: Any
        list_region: str
        told_of_state: Callable[[Fighting], dict[str, Any]]

    @cached_property
    def picture(self) -> str | None:
        """The key of its portrait; what `with_pools` loads knows it already, the picture itself is never loaded."""
        return Portrait.objects.filter(character_id=self.pk).values_list("key", flat=True).first()

    @property
    def picture_url(self) -> str:
        """Where its portrait is, "" where it has none."""
        return reverse("characters:portrait", args=[self.key, self.picture]) if self.picture else ""

    def put_portrait(self, by: Membership, image: bytes | None, press: str = "") -> LogEntry:
        """Put a portrait (`characters.pictures` made it) in place of the one before; None takes it away."""
        with self.campaign.recording(by, press) as record:
            character = type(self).objects.with_pools().get(pk=self.pk)
            character.campaign = record.campaign
            had = bool(character.picture)
            if image is None and not had:
                raise Refused(Problem("no_picture", gettext_noop("There is no portrait to take away."), "picture"))
            Portrait.objects.filter(character=character).delete()
            if image is not None:
                Portrait.objects.create(character=character, image=image)
            fight = fighting.of(character)
            told = {"audience": Audience.PRIVATE} if character.is_foe else character.told_of_state(fight)
            regions = [f"identity-{self.key}", f"look-{self.key}", *fight.regions]
            return record(
                "portrait",
                {"character": self.key, "name": character.name, "had": had, "has": image is not None},
                topic=self.topic,
                regions=regions if character.is_draft else [*regions, character.list_region],
                **told,
            )
