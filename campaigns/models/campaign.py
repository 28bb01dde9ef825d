"""A campaign: its rules, its lock, its version.

`Campaign.recording(...)` opens a transaction, locks the campaign and gives a recorder; each entry it writes raises the
campaign's version by one, so the order of versions is the order of commits. On commit the open screens are woken.
"""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Any, ClassVar, Final

from django.contrib.auth.models import AnonymousUser
from django.db import models, transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from accounts.prepared import Prepared
from campaigns import pace, wakes
from campaigns.keys import key_of, new_key
from campaigns.models.house_rules import Ruled
from campaigns.models.lives import Living
from campaigns.models.log import LogEntry, Recorder, Repeated
from campaigns.models.seats import Membership
from campaigns.roles import Role
from rules.presets import PRESETS, find_preset
from rules.problems import Problem, Refused
from rules.ruleset import Ruleset, Setting

SETTINGS = {
    Setting.MEDIEVAL: _("Medieval"),
    Setting.CONTEMPORARY: _("Contemporary"),
    Setting.FUTURE: _("Future"),
}
PRESS = re.compile(r"[A-Za-z0-9-]{0,40}")
NOT_OURS = Problem("press", gettext_noop("The request is not one this site makes."), "press")


def presets() -> list[tuple[str, str]]:
    return [(key, _(ruleset.label)) for key, ruleset in PRESETS.items()]


def settings() -> list[tuple[str, str]]:
    return [(each.value, SETTINGS[each]) for each in Setting]


def first_preset() -> str:
    return next(iter(PRESETS))


@lru_cache(maxsize=256)
def _in_force(preset: str, changes: str) -> Ruleset:
    """A preset with changes, given as JSON: a value, so all who ask for the same share it."""
    return find_preset(preset).patched(json.loads(changes))


def check_press(press: str) -> None:
    """Raise Refused where no page makes such a name of a press."""
    if not PRESS.fullmatch(press):
        raise Refused(NOT_OURS)


class CampaignQuerySet(models.QuerySet["Campaign"]):
    def made_by(self, press: str, user: Any) -> "Campaign | None":
        """The campaign that this press has made already, for whoever pressed."""
        check_press(press)
        return self.seen_by(user).filter(key=key_of(press)).first() if press else None

    def seen_by(self, user: Any) -> "CampaignQuerySet":
        """Those where `user` has a seat."""
        if isinstance(user, AnonymousUser):
            return self.none()
        return self.filter(memberships__user=user, memberships__left_at=None)


class Campaign(Ruled, Living, models.Model):
    key = models.CharField(_("key"), max_length=16, unique=True, default=new_key, editable=False)
    name = models.CharField(_("name"), max_length=80)
    preset = models.CharField(_("rules"), max_length=30, choices=presets, default=first_preset)
    changes = models.JSONField(_("house rules"), default=dict, blank=True)
    setting = models.CharField(_("setting"), max_length=20, choices=settings, blank=True, default="")  # all skills: ""
    tokens = models.PositiveIntegerField(_("tokens of the GM"), default=0, editable=False)  # R13
    is_solo = models.BooleanField(_("of one's own"), default=False, editable=False)  # for sheets, without a table
    version = models.PositiveBigIntegerField(_("entries"), default=0, editable=False)
    is_demo = models.BooleanField(_("demo"), default=False, editable=False)
    link_address = models.CharField(_("address for links"), max_length=255, blank=True, default="")
    created_at = models.DateTimeField(_("since"), default=timezone.now, editable=False)
    archived_at = models.DateTimeField(_("archived"), null=True, blank=True, editable=False)  # only read since then

    objects = CampaignQuerySet.as_manager()

    class Meta:
        verbose_name = _("campaign")
        verbose_name_plural = _("campaigns")
        ordering: ClassVar = ["-created_at"]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("campaigns:table", args=[self.key])

    @property
    def manage_url(self) -> str:
        return reverse("campaigns:manage", args=[self.key])

    @cached_property
    def ruleset(self) -> Ruleset:
        """The rules in force: the preset with what this campaign changes."""
        return _in_force(self.preset, json.dumps(self.changes, sort_keys=True))

    @contextmanager
    def recording(self, by: Membership | None, press: str = "", *, even_archived: bool = False) -> Iterator[Recorder]:
        """One transaction in which this campaign changes; nobody else changes it meanwhile.

        `press` names one press of a button: a second one with the same name raises `Repeated` and does nothing. An
        archived campaign raises `Refused`, but for what is done to its people or brings it back.
        """
        check_press(press)
        pace.check(self, by)
        with transaction.atomic():
            locked = LOCKED(self.pk)[0]
            if press and (done := LogEntry.objects.filter(campaign=locked, by=by, press=press).first()):
                raise Repeated(done)
            if locked.archived_at is not None and not even_archived:
                message = gettext_noop("This campaign is archived: it can be read, and its GM can bring it back.")
                raise Refused(Problem("archived", message))
            self.name, self.archived_at = locked.name, locked.archived_at
            self.version, self.tokens = locked.version, locked.tokens
            self.changes, self.preset = locked.changes, locked.preset
            self.__dict__.pop("ruleset", None)
            recorder = Recorder(self, by, press)
            yield recorder
            if recorder.entries:
                Campaign.objects.filter(pk=self.pk).update(version=self.version)
                wakes.wake(self.key)

    def choose_setting(self, by: Membership, setting: str, press: str = "") -> LogEntry | None:
        """Where and when it plays, "" for any: which skills are offered first. None where it is so already."""
        with self.recording(by, press) as record:
            before = Campaign.objects.values_list("setting", flat=True).get(pk=self.pk)
            if before == setting:
                return None
            self.setting = setting
            self.save(update_fields=["setting"])
            change = {"what": "setting", "of": "setting", "from": before, "to": setting}
            return record("setting", {"from": before, "to": setting}, changes=[change])

    @property
    def gm(self) -> Membership | None:
        return self.memberships.sitting().filter(role=Role.GM).select_related("user").first()


LOCKED: Final = Prepared(lambda campaign: Campaign.objects.select_for_update().filter(pk=campaign), int)
