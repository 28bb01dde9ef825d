"""The log of a campaign: facts, never sentences, and what they changed."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Final

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.prepared import Prepared
from campaigns.keys import new_key
from campaigns.kinds import unlisted

if TYPE_CHECKING:
    from campaigns.models.campaign import Campaign
    from campaigns.models.seats import Membership

EVERYTHING = "*"  # an entry that touches all regions, and what they are rendered from
IN_ORDER = "e:"
"""What the topics begin with whose entries are taken back one after the other, from where all of them are shown (T8):
none of them has a button of its own."""
RECENT, NEARBY = 20, 400  # entries of others, at most so far back, looked at for whose change another one builds on
Facts = Mapping[str, Any]
Change = Mapping[str, Any]


class Audience(models.TextChoices):
    """Who sees an entry of the log."""

    TABLE = "table", _("The table sees it")
    PRIVATE = "private", _("The GM and I")
    GM = "gm", _("Only the GM")


class LogEntryQuerySet(models.QuerySet["LogEntry"]):
    def visible_to(self, seat: "Membership") -> "LogEntryQuerySet":
        """What `seat` may read; everything else does not exist for it."""
        entries = self.filter(campaign=seat.campaign)
        if seat.leads:
            return entries
        return entries.filter(models.Q(audience=Audience.TABLE) | models.Q(shared_with=seat))

    def listed_for(self, seat: "Membership") -> "LogEntryQuerySet":
        """What `seat` reads as the log."""
        return self.visible_to(seat).exclude(kind__in=unlisted())


class LogEntry(models.Model):
    """One thing that happened: facts, never sentences; what it changed, so that it can be taken back.

    `changes` are differences or before/after, each with its `what` (campaigns/changes.py). `topic` names what the entry
    is about ("c:<key>" for a character), `regions` the pieces of pages it touches ("*": all of them). A private entry
    is read by those who lead and by the seat it is `shared_with`; one for the GM only is read by those who lead alone.
    """

    key = models.CharField(_("key"), max_length=16, unique=True, default=new_key, editable=False)
    campaign = models.ForeignKey("campaigns.Campaign", models.CASCADE, related_name="log", verbose_name=_("campaign"))
    version = models.PositiveBigIntegerField(_("number"))
    kind = models.CharField(_("kind"), max_length=30)
    by = models.ForeignKey(
        "campaigns.Membership", models.SET_NULL, null=True, related_name="entries", verbose_name=_("who")
    )
    shared_with = models.ForeignKey(
        "campaigns.Membership", models.SET_NULL, null=True, related_name="+", verbose_name=_("read by")
    )
    at = models.DateTimeField(_("when"), default=timezone.now)
    press = models.CharField(max_length=40, blank=True, default="")
    facts = models.JSONField(_("facts"), default=dict)
    changes = models.JSONField(_("changes"), default=list)
    audience = models.CharField(_("who sees it"), max_length=10, choices=Audience.choices, default=Audience.TABLE)
    topic = models.CharField(_("about"), max_length=20, blank=True, default="")
    regions = models.JSONField(_("pieces of pages"), default=list)
    is_undone = models.BooleanField(_("taken back"), default=False)

    objects = LogEntryQuerySet.as_manager()

    class Meta:
        verbose_name = _("log entry")
        verbose_name_plural = _("log")
        ordering: ClassVar = ["-version"]
        indexes: ClassVar = [
            models.Index(fields=["campaign", "topic", "-version"], name="entries_of_a_topic"),
            models.Index(fields=["campaign", "kind", "-version"], name="entries_of_a_kind"),
            models.Index(fields=["campaign", "by", "-version"], name="entries_of_a_seat"),
        ]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["campaign", "version"], name="one_entry_a_version"),
            models.UniqueConstraint(
                fields=["campaign", "by", "press"], condition=~models.Q(press=""), name="a_press_counts_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.key}"

    @property
    def is_in_order(self) -> bool:
        """Whether it is one of those that are taken back one after the other."""
        return self.topic.startswith(IN_ORDER)

    def is_visible_to(self, seat: "Membership") -> bool:
        """The same as `visible_to`, for an entry at hand."""
        return seat.leads or self.audience == Audience.TABLE or self.shared_with_id == seat.pk


class Repeated(Exception):
    """The same press came again; `entry` is what it did the first time."""

    def __init__(self, entry: "LogEntry") -> None:
        super().__init__(entry.key)
        self.entry = entry


class Recorder:
    """Writes entries while the campaign is locked: `record(kind, facts, …) → LogEntry`."""

    def __init__(self, campaign: "Campaign", by: "Membership | None", press: str) -> None:
        self.campaign, self.by, self.press = campaign, by, press
        self.entries: list[LogEntry] = []

    def __call__(
        self,
        kind: str,
        facts: Facts,
        *,
        changes: Sequence[Change] = (),
        audience: Audience = Audience.TABLE,
        shared_with: "Membership | None" = None,
        topic: str = "",
        regions: Iterable[str] = (),
    ) -> "LogEntry":
        self.campaign.version += 1
        entry = LogEntry.objects.create(
            campaign=self.campaign,
            version=self.campaign.version,
            kind=kind,
            by=self.by,
            press=self.press if not self.entries else "",
            facts=facts,
            changes=list(changes),
            audience=audience,
            shared_with=(shared_with or self.by) if audience == Audience.PRIVATE else None,
            topic=topic,
            regions=[*regions, *self._mine(changes)],
        )
        self.entries.append(entry)
        return entry

    def _mine(self, changes: Sequence[Change]) -> set[str]:
        """The regions of what a seat can take back (T8): of who acts, and of those on whose changes this one builds."""
        seats = {self.by.key} if self.by else set()
        touched = {change["of"] for change in changes}
        if touched:
            after = max(0, self.campaign.version - NEARBY)
            for key, theirs in CHANGES_OF_OTHERS(self.campaign.pk, after, self.by.pk if self.by else 0):
                if key and touched & {change["of"] for change in theirs}:
                    seats.add(key)
        return {f"mine-{key}" for key in seats}


CHANGES_OF_OTHERS: Final = Prepared(
    lambda campaign, after, by: (
        LogEntry.objects.filter(campaign=campaign, version__gt=after)
        .exclude(by=by)
        .exclude(changes=[])
        .values_list("by__key", "changes")[:RECENT]
    ),
    *(int, int, int),
)
