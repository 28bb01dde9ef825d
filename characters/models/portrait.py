"""The picture of a character, kept beside its row so that one copy of the database is everything."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from campaigns.keys import new_key


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
