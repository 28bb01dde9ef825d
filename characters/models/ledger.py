"""The ledger of px as it is kept: rows that are only ever added, which the database sees to (X1, migration 0003)."""

from typing import Any, ClassVar, Final

from django.db import models
from django.db.models.signals import post_delete, pre_delete
from django.dispatch import receiver
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.prepared import Prepared
from campaigns.keys import new_key
from campaigns.models import Adventure, Campaign
from rules.growth import Movement, MovementKind

MOVEMENTS = {
    MovementKind.AWARD: _("Award"),
    MovementKind.SHARE: _("Share of the pool"),
    MovementKind.SPEND: _("Bought"),
    MovementKind.REFUND: _("Refund"),
    MovementKind.CORRECTION: _("Correction"),
}


class LedgerEntryQuerySet(models.QuerySet["LedgerEntry"]):
    def as_movements(self) -> "LedgerEntryQuerySet":
        """With all that `movement` asks for."""
        return self.select_related("adventure", "earned_by")

    def balances(self, campaign: Campaign) -> dict[int, int]:
        """The px that each character of a campaign has, by its row (X1)."""
        return dict(BALANCES(campaign.pk))

    def enter(self, campaign: Campaign, movement: Movement, *, balance: int, **of: Any) -> "LedgerEntry":
        """The row of a movement, next in its campaign; call it while the campaign is locked.

        `of`: the `character` whose px they are, or the `adventure` of the pool and who earned them (`earned_by`); of a
        share both the character and the adventure.
        """
        last = self.filter(campaign=campaign).aggregate(last=models.Max("number"))["last"] or 0
        kept = ("key", "kind", "px", "trait", "before", "after", "reason", "award", "reverses", "by")
        fields = {name: getattr(movement, name) for name in kept}
        return self.create(campaign=campaign, number=last + 1, balance=balance, **fields, **of)


class LedgerEntry(models.Model):
    """A `Movement` of px (X1). With `character` it is that character's own and `balance` is what it then had; without,
    it is an award of the `adventure`'s pool, which `earned_by` brought in and nobody has yet, and `balance` is the pool
    (X5).

    `reverses` and `award` are keys of other rows; `by` is the name of who did it. `number` counts the rows of a
    campaign.
    """

    key = models.CharField(_("key"), max_length=16, unique=True, default=new_key, editable=False)
    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="ledger", verbose_name=_("campaign"))
    number = models.PositiveBigIntegerField(_("number"))
    character = models.ForeignKey(
        "characters.Character", models.RESTRICT, null=True, related_name="ledger", verbose_name=_("character")
    )
    kind = models.CharField(_("kind"), max_length=12, choices=[(kind.value, MOVEMENTS[kind]) for kind in MovementKind])
    px = models.IntegerField(_("px"), default=0)
    balance = models.IntegerField(_("balance"), default=0)
    trait = models.CharField(_("trait"), max_length=80, blank=True, default="")
    before = models.IntegerField(_("before"), default=0)
    after = models.IntegerField(_("after"), default=0)
    reason = models.CharField(_("reason"), max_length=200, blank=True, default="")
    award = models.CharField(_("of the award"), max_length=16, blank=True, default="")
    adventure = models.ForeignKey(
        Adventure, models.RESTRICT, null=True, related_name="ledger", verbose_name=_("adventure")
    )
    earned_by = models.ForeignKey(
        "characters.Character", models.RESTRICT, null=True, related_name="+", verbose_name=_("earned by")
    )
    reverses = models.CharField(_("takes back"), max_length=16, blank=True, default="")
    by = models.CharField(_("who"), max_length=60, blank=True, default="")
    at = models.DateTimeField(_("when"), default=timezone.now)

    objects = LedgerEntryQuerySet.as_manager()

    class Meta:
        verbose_name = _("movement of px")
        verbose_name_plural = _("ledger of px")
        ordering: ClassVar = ["campaign", "number"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["campaign", "number"], name="one_movement_a_number")]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} {self.px:+d}"

    @property
    def movement(self) -> Movement:
        """As the rules see it."""
        return Movement(
            self.key,
            MovementKind(self.kind),
            self.px,
            self.trait,
            self.before,
            self.after,
            self.reason,
            self.award,
            self.adventure.key if self.adventure else "",
            self.earned_by.key if self.earned_by else "",
            self.reverses,
            self.by,
        )


class Erasure(models.Model):
    """A campaign that is being deleted whole: the one case in which the database lets rows of the ledger go.

    It is there only while that happens. `campaign_id` is a plain number, so that this table, which the triggers of the
    ledger look at, never has to change with others.
    """

    campaign_id = models.BigIntegerField(primary_key=True)

    def __str__(self) -> str:
        return f"{self.campaign_id}"


@receiver(pre_delete, sender=Campaign)
def begin_erasure(instance: Campaign, **_rest: object) -> None:
    Erasure.objects.create(campaign_id=instance.pk)


@receiver(post_delete, sender=Campaign)
def end_erasure(instance: Campaign, **_rest: object) -> None:
    Erasure.objects.filter(campaign_id=instance.pk).delete()


BALANCES: Final = Prepared(
    lambda campaign: (
        LedgerEntry.objects.filter(campaign=campaign, character__isnull=False)
        .order_by()
        .values_list("character")
        .annotate(px=models.Sum("px"))
    ),
    int,
)
