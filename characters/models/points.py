"""Points that go up and down, and what follows from it (C0, C10–C12)."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from campaigns.models import Campaign, Change, LogEntry, Membership
from characters import fighting
from rules.problems import Problem, Refused
from rules.vitals import Vitals

if TYPE_CHECKING:
    from rules.injuries import Condition
    from rules.sheet import Sheet

MOST_POINTS = 999


class Pooled:
    """What changes the points of a character; the rest of `Character` is in the files beside."""

    if TYPE_CHECKING:
        key: str
        name: str
        gender: str
        topic: str
        campaign: Campaign
        sheet: Sheet
        condition: Condition
        vitals: dict[str, Any]
        regions_of_pools: list[str]
        pools: models.Manager["Pool"]
        _prefetched_objects_cache: dict[str, Any]

    def change_pool(
        self, by: Membership, pool_key: str, amount: int = 0, press: str = "", *, to: int | None = None
    ) -> LogEntry:
        """Add `amount` points, or take them away if negative, within their bounds (C0); logged with what counted.

        `to`: make them so many instead, whatever they are by then. Raises Refused where nothing would change, for an
        unknown pool, or an amount that is none.
        """
        with self.campaign.recording(by, press) as record:
            character = self._at_the_table(record)
            fight = fighting.of(character)
            before = character.sheet
            if to is not None:
                amount = character.away_from(pool_key, to)
            change = character.apply_to_pool(pool_key, amount)
            after = record.campaign.ruleset.with_points(before, {pool_key: change["by"]}, fight.circumstances)
            changes: list[Change] = [{"what": "pool", "of": change["of"], "by": change["by"]}]
            changes += [*character.set_vitals(after.vitals), *fight.count(pool_key, change["now"], change["by"])]
            was, now = record.campaign.ruleset.condition(before), character.condition
            change = {**change, "is": now.word}
            facts = {
                "character": self.key,
                "name": character.name,
                "gender": character.gender,
                "asked": amount,
                "rules": record.campaign.ruleset.injuries.reasons(was, now),
                **{name: change[name] for name in ("pool", "by", "now", "maximum", "was", "is")},
                **character.secret(fight),
            }
            return record(
                "pool",
                facts,
                changes=changes,
                topic=self.topic,
                regions=[*character.regions_of_pools, *fight.regions],
                **character.told_of_state(fight),
            )

    def away_from(self, pool_key: str, to: int) -> int:
        """How many points are missing to that number. Raises Refused where it is there already, or no pool."""
        ruleset = self.campaign.ruleset
        if pool_key not in {kind.key for kind in ruleset.pools}:
            raise Refused(Problem("unknown_pool", gettext_noop("There are no such points."), "pool"))
        now = ruleset.points(self.sheet, pool_key)
        if to == now:
            message = gettext_noop("%(name)s has %(now)s already.")
            raise Refused(Problem("no_change", message, "change", "C0", {"name": self.name, "now": now}))
        return to - now

    def apply_to_pool(self, pool_key: str, amount: int, *, clamp_silently: bool = False) -> Mapping[str, Any]:
        """Store the change inside the caller's recording; answers what it came to, `by` being the real difference."""
        ruleset = self.campaign.ruleset
        if pool_key not in {kind.key for kind in ruleset.pools}:
            raise Refused(Problem("unknown_pool", gettext_noop("There are no such points."), "pool"))
        if not clamp_silently and (amount == 0 or abs(amount) > MOST_POINTS):
            message = gettext_noop("Write a whole number from 1 to %(most)s.")
            raise Refused(Problem("amount", message, "amount", params={"most": MOST_POINTS}))
        before = self.condition
        by = ruleset.change_pool(self.sheet, pool_key, amount)
        if by == 0 and not clamp_silently:
            message = (
                gettext_noop("%(name)s has none to lose.") if amount < 0 else gettext_noop("%(name)s has them all.")
            )
            raise Refused(Problem("no_change", message, "amount", "C0", {"name": self.name}))
        maximum = ruleset.maximum(self.sheet, pool_key)
        pool = next((each for each in self.pools.all() if each.key == pool_key), None)
        if pool is None:
            pool = Pool.objects.create(character=self, key=pool_key, current=maximum + by)
            self._prefetched_objects_cache = {}  # it is none of those that were read
        else:
            Pool.objects.filter(pk=pool.pk).update(current=models.F("current") + by)
            pool.current += by
        self.__dict__.pop("sheet", None)
        return {
            "pool": pool_key,
            "of": f"pool:{self.key}:{pool_key}",
            "by": by,
            "now": pool.current,
            "maximum": maximum,
            "was": before.word,
            "is": self.condition.word,
        }

    def hold(self, pools: list["Pool"]) -> None:
        """These are its pools, as if they had been prefetched."""
        held = self.pools.all()
        held._result_cache = pools
        self._prefetched_objects_cache = {"pools": held}

    def set_vitals(self, vitals: Vitals) -> Iterator[Change]:
        """Store what lasts on it beyond its points, and say what changed, if anything did."""
        before, after = self.vitals, vitals.plain()
        if before != after:
            self.vitals = after
            self.save(update_fields=["vitals"])
            self.__dict__.pop("sheet", None)
            yield {"what": "vitals", "of": f"vitals:{self.key}", "from": before, "to": after}


class Pool(models.Model):
    """Points that go up and down. The maximum is a formula of the ruleset and never stored."""

    character = models.ForeignKey("characters.Character", models.CASCADE, related_name="pools")
    key = models.CharField(max_length=30)
    current = models.IntegerField(_("now"))

    class Meta:
        verbose_name = _("points")
        verbose_name_plural = _("points")
        constraints: ClassVar = [models.UniqueConstraint(fields=["character", "key"], name="one_pool_of_each")]

    def __str__(self) -> str:
        return f"{self.key} {self.current}"
