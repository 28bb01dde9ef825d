"""How a finished hero grows: px buy traits, a refund and a correction move them, every point has its origin (X1–X5).

Who plays it reads these entries, and those who lead; the table hears of a new level. Nothing here is taken back by the
log: a spend by a refund, a correction by another one (X1).
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Self

from django.utils.functional import cached_property
from django.utils.translation import gettext_noop

from campaigns.keys import new_key
from campaigns.models import Adventure as AdventureRow
from campaigns.models import Audience, Campaign, Change, LogEntry, Membership, Recorder
from characters import fighting
from characters.models.choices import Sharing
from characters.models.ledger import LedgerEntry
from characters.models.points import Pool
from rules.codec import to_plain
from rules.creation import Draft
from rules.growth import Adventure, Extra, Learner, Ledger, Movement, MovementKind, Proof, Purchase, prove
from rules.problems import Problem, Refused
from rules.techniques import Specialization, Technique
from rules.traits import Chapter

if TYPE_CHECKING:
    from rules.creation import Build
    from rules.ruleset import Ruleset
    from rules.sheet import Sheet

Traits = dict[str, Any]


class Growing:
    """What px do to a finished hero; read it `with_ledger` first. The rest of `Character` is in the files beside."""

    if TYPE_CHECKING:
        key: str
        name: str
        gender: str
        topic: str
        is_foe: bool
        is_draft: bool
        owner: Membership | None
        sharing: str
        campaign: Campaign
        ruleset: Ruleset
        build: Build
        first_build: Build
        sheet: Sheet
        level: int
        ledger: Any
        regions_of_pools: list[str]

    traits: Traits
    created: Traits
    approved: dict[str, Any]
    px_spent: int

    # --- what the rules say of it -------------------------------------------------------------------------------------

    @cached_property
    def account(self) -> Ledger:
        """Its own movements of px, as the rules see them."""
        return Ledger(tuple(row.movement for row in self.ledger.all()))

    def learner(self, adventure: Adventure | None) -> Learner:
        """It with its px, while `adventure` is open."""
        return self.ruleset.learner(self.build.levels, self.account, adventure=adventure, approved=tuple(self.approved))

    @property
    def proof(self) -> Proof:
        """Where each of its points comes from, and what breaks a rule that is in force (X1)."""
        return prove(self.creation, self.build.levels, self.account)

    @property
    def creation(self) -> Draft:
        """What creation gave it, by the rules in force, with the attributes that a GM has approved since."""
        return Draft(self.ruleset.creation, self.ruleset.catalog, self.first_build, tuple(self.approved))

    # --- what is done -------------------------------------------------------------------------------------------------

    def buy(self, by: Membership, trait: str, to: int, press: str = "") -> LogEntry:
        """Raise a trait, by its path, to a level, for the px that the rules ask (X2, X3). Raises Refused."""
        with self._growing(by, press) as (hero, record):
            return hero._pay(record, Purchase(trait, to))

    def buy_specialization(self, by: Membership, skill: str, name: str, px: int, press: str = "") -> LogEntry:
        """A specialization for what the GM says that it costs (P4). Raises Refused."""
        with self._growing(by, press) as (hero, record):
            held = [each.name for each in hero.build.specializations if each.skill == skill]
            if name in held:
                message = gettext_noop("“%(key)s” is used twice.")
                raise Refused(Problem("used_twice", message, "name", "P4", {"key": name}))
            path = Chapter.SPECIALIZATIONS.path(skill)
            return hero._pay(record, Purchase(path, len(held) + 1, (Extra(name, px),)))

    def buy_technique(self, by: Membership, technique: Technique, extra: Extra, press: str = "") -> LogEntry:
        """A new technique for the sum of its extras, which the GM has priced (X2). Raises Refused."""
        with self._growing(by, press) as (hero, record):
            if wrong := tuple(technique.problems(hero.ruleset.catalog)):
                raise Refused(*wrong)
            path = Chapter.TECHNIQUES.path(technique.key)
            return hero._pay(record, Purchase(path, technique.level, (extra,)), technique)

    def improve_technique(
        self, by: Membership, key: str, *, extras: tuple[Extra, ...] = (), powers: int = 0, press: str = ""
    ) -> LogEntry:
        """Extras that the GM has priced, or new powers, for a technique that it has (X2). Raises Refused."""
        with self._growing(by, press) as (hero, record):
            path = Chapter.TECHNIQUES.path(key)
            level = hero.build.levels.get(path, 0)
            if not level:
                raise Refused(_unknown(path, "X2"))
            return hero._pay(record, Purchase(path, level, extras, powers))

    def refund(self, by: Membership, spend: str, reason: str, press: str = "") -> LogEntry:
        """Take a spend back by the key of its movement, px and points (X1). Raises Refused."""
        with self._growing(by, press) as (hero, record):
            movement = hero.learner(running(record.campaign).value).refund(new_key(), spend, reason=reason, by=by.name)
            bought = hero.account.find(spend)
            return hero._move(record, "refund", movement, name=bought.reason if bought else "")

    def correct(self, by: Membership, trait: str, to: int, reason: str, *, name: str = "", press: str = "") -> LogEntry:
        """A GM sets a trait, by its path, for a reason; it costs no px (X1). Raises Refused.

        A specialization that is added has a `name`; the last one of its skill is what a lower number takes away.
        """
        with self._growing(by, press) as (hero, record):
            movement = hero.learner(None).correct(new_key(), trait, to, reason=reason, by=by.name)
            found = _chapter(trait)
            if found is Chapter.TECHNIQUES and trait not in hero.build.levels:
                raise Refused(_unknown(trait, "X1"))
            if found is Chapter.SPECIALIZATIONS and movement.points > 0:
                if movement.points > 1:
                    message = gettext_noop("Specializations are added one by one.")
                    raise Refused(Problem("too_many", message, trait, "P4"))
                if not name:
                    raise Refused(Problem("nameless", gettext_noop("A specialization has a name."), trait, "P4"))
            return hero._move(record, "correction", movement, name=name)

    def receive(self, record: Recorder, movement: Movement, **of: Any) -> LedgerEntry:
        """Write px of its own down, which are given or taken back; the caller records the entry (X1, X5)."""
        balance = self.account.adding(movement).balance
        return LedgerEntry.objects.enter(record.campaign, movement, balance=balance, character=self, **of)

    def own_name(self, path: str) -> str:
        """Its own name for a trait that has one: a technique's; else ""."""
        found = (each.name for each in self.build.techniques if Chapter.TECHNIQUES.path(each.key) == path)
        return next(found, "")

    @property
    def regions_of_growth(self) -> list[str]:
        """What shows its px and what can be bought with them."""
        return [f"{each}-{self.key}" for each in REGIONS]

    # --- inside -------------------------------------------------------------------------------------------------------

    @contextmanager
    def _growing(self, by: Membership, press: str) -> Iterator[tuple[Self, Recorder]]:
        """The hero as it stands now, while nobody else changes the campaign. Raises Refused where it does not grow."""
        with self.campaign.recording(by, press) as record:
            hero = type(self).objects.with_pools().with_ledger().get(pk=self.pk)
            hero.campaign = record.campaign
            if hero.is_draft or hero.is_foe or hero.archived_at:
                message = gettext_noop("%(name)s does not grow: only finished heroes at the table do.")
                raise Refused(Problem("does_not_grow", message, "character", "X1", {"name": hero.name}))
            yield hero, record

    def _pay(self, record: Recorder, purchase: Purchase, technique: Technique | None = None) -> LogEntry:
        """Make a purchase, if the rules let it. Raises Refused with every Problem."""
        learner = self.learner(running(record.campaign).value)
        movement = learner.buy(new_key(), purchase, by=record.by.name if record.by else "")
        return self._move(record, "spend", movement, name=movement.reason, technique=technique)

    def _move(
        self, record: Recorder, kind: str, movement: Movement, *, name: str = "", technique: Technique | None = None
    ) -> LogEntry:
        """Write a movement down with all that follows: the trait, the level, the points; one entry, and one more for
        a new level, which the table reads."""
        level = self.level
        self._hold_points()
        account = self.account.adding(movement)
        LedgerEntry.objects.enter(record.campaign, movement, balance=account.balance, character=self)
        label = self.own_name(movement.trait)
        self.traits = moved(self.traits, movement, name, technique)
        self.px_spent = account.spent
        self.save(update_fields=["traits", "px_spent"])
        self._forget()
        changes, points = self._follow(level)
        facts = {
            **self._named(),
            "trait": movement.trait,
            "label": label or self.own_name(movement.trait),
            "from": movement.before,
            "to": movement.after,
            "px": movement.px,
            "balance": account.balance,
            "reason": movement.reason,
            "what": name,
            "by": movement.by,
        }
        regions = [*self.regions_of_growth, *self.regions_of_pools, *fighting.of(self).regions]
        entry = record(
            kind,
            facts,
            changes=changes,
            audience=Audience.PRIVATE,
            shared_with=self.owner,
            topic=self.topic,
            regions=regions,
        )
        if self.level != level:
            is_open = self.sharing != Sharing.NOTHING
            record(
                "level",
                {**self._named(), "from": level, "to": self.level, "points": points},
                audience=Audience.TABLE if is_open else Audience.PRIVATE,
                shared_with=None if is_open else self.owner,
                topic=self.topic,
            )
        return entry

    def _hold_points(self) -> None:
        """Write down what it has of all points: a greater maximum must not bring any (C0)."""
        for kind in self.ruleset.pools:
            now = self.ruleset.points(self.sheet, kind.key)
            if self.sheet.pools.get(kind.key) != now:
                Pool.objects.update_or_create(character=self, key=kind.key, defaults={"current": now})

    def _follow(self, level: int) -> tuple[list[Change], list[Mapping[str, Any]]]:
        """Points after traits and level have changed: a new level raises them, a lower maximum cuts them (C0, X4)."""
        rules, sheet = self.ruleset, self.sheet
        differences = rules.change_level(replace(sheet, level=level), self.level)
        after = rules.with_points(sheet, differences, fighting.of(self).circumstances)
        changes: list[Change] = []
        points = []
        for pool, by in differences.items():
            if by:
                made = self.apply_to_pool(pool, by, clamp_silently=True)
                changes.append({"what": "pool", "of": made["of"], "by": made["by"]})
                points.append({name: made[name] for name in ("pool", "by", "now", "maximum")})
        return [*changes, *self.set_vitals(after.vitals)], points

    def _forget(self) -> None:
        """What was read before it changed."""
        for name in ("sheet", "account"):
            self.__dict__.pop(name, None)
        self._prefetched_objects_cache: dict[str, Any] = {}

    def _named(self) -> dict[str, Any]:
        return {"character": self.key, "name": self.name, "gender": self.gender}


REGIONS = ("account", "offers", "lessons", "ledger")


class Running:
    """The adventure of a campaign that is open now, if any: its row, and what the rules see of it (X5)."""

    def __init__(self, row: AdventureRow | None, awards: tuple[LedgerEntry, ...] = ()) -> None:
        self.row, self.awards = row, awards

    @property
    def value(self) -> Adventure | None:
        pooled = tuple(each.movement for each in self.awards)
        return Adventure(self.row.key, pooled) if self.row else None


def running(campaign: Campaign) -> Running:
    """The open adventure with the awards of its pool."""
    row = campaign.adventures.filter(closed_at=None).first()
    if row is None:
        return Running(None)
    awards = LedgerEntry.objects.as_movements().filter(adventure=row, kind=MovementKind.AWARD)
    return Running(row, tuple(awards))


def moved(traits: Traits, movement: Movement, name: str, technique: Technique | None) -> Traits:
    """The traits after a movement; `name` is that of the specialization it adds or takes back."""
    chapter, key = _chapter(movement.trait), movement.trait.partition(".")[2]
    if chapter is None or not (movement.points or technique):
        return traits
    if chapter is Chapter.TECHNIQUES:
        rows = list(traits.get(chapter, []))
        if technique is not None:
            rows.append(to_plain(technique))
        found = ({**row, "level": movement.after} if row["key"] == key else row for row in rows)
        return {**traits, chapter.value: [row for row in found if row["level"] > 0]}
    if chapter is Chapter.SPECIALIZATIONS:
        rows = list(traits.get(chapter, []))
        if movement.points > 0:
            rows.append(to_plain(Specialization(key, name)))
        for _lost in range(-movement.points):
            own = [row for row in rows if row["skill"] == key]
            rows.remove(next((row for row in reversed(own) if row["name"] == name), own[-1]))
        return {**traits, chapter.value: rows}
    values = {**traits.get(chapter, {}), key: movement.after}
    if not movement.after and chapter is not Chapter.ATTRIBUTES:
        del values[key]
    return {**traits, chapter.value: values}


def _chapter(path: str) -> Chapter | None:
    chapter = path.partition(".")[0]
    return Chapter(chapter) if chapter in list(Chapter) else None


def _unknown(path: str, rule: str) -> Problem:
    return Problem("unknown_trait", gettext_noop("There is no “%(key)s” here."), path, rule, {"key": path})
