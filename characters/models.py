"""Characters: heroes with their players, and foes. The site loads and stores them; all arithmetic is in `rules`."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

from django.db import models
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from campaigns import chance
from campaigns.keys import new_key
from campaigns.models import Audience, Campaign, Change, LogEntry, Membership, Recorder
from characters import fighting
from characters.building import Building, unfinished
from characters.fighting import Fighting
from rules.checks import Check, Outcome
from rules.dice import OutOfFaces, scripted
from rules.gear import Armor, Shield, Weapon, equipped
from rules.injuries import Condition
from rules.notation import parse
from rules.problems import Problem, Refused
from rules.ruleset import Ruleset
from rules.sheet import Sheet
from rules.vitals import Fate, Vitals


class Gender(models.TextChoices):
    """How the words for a character's states are inflected; neutral words do not change."""

    NEUTRAL = "", _("no matter")
    FEMININE = "f", _("feminine")
    MASCULINE = "m", _("masculine")


class CharacterQuerySet(models.QuerySet["Character"]):
    def heroes(self) -> "CharacterQuerySet":
        """Players' characters, who are at the table now."""
        return self.filter(is_foe=False, is_finished=True, archived_at=None)

    def foes(self) -> "CharacterQuerySet":
        return self.filter(is_foe=True, archived_at=None)

    def drafts(self) -> "CharacterQuerySet":
        """Heroes in the making, known to their player and to those who lead."""
        return self.filter(is_foe=False, is_finished=False, archived_at=None)

    def known_to(self, seat: Membership) -> "CharacterQuerySet":
        """Those whose existence `seat` may know: foes are the GM's secret, a draft is its player's and the GM's."""
        found = self.filter(campaign=seat.campaign_id)
        return found if seat.leads else found.filter(models.Q(is_finished=True) | models.Q(owner=seat), is_foe=False)

    def with_pools(self) -> "CharacterQuerySet":
        return self.prefetch_related("pools").select_related("owner")


class Character(Building, models.Model):
    """`traits` holds {"attributes", "skills", "fixed"}: numbers by the key of the ruleset's trait.

    Fixed values override formulas (foes, P6). `gear` holds {"weapons": [keys], "armor": key, "shield": key} of the
    ruleset's tables: like the traits it is read whole with every sheet, and one key at a time is changed while the
    campaign is locked. Pools are rows, since two hands change them at once.
    """

    key = models.CharField(max_length=16, unique=True, default=new_key, editable=False)
    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="characters", verbose_name=_("campaign"))
    owner = models.ForeignKey(
        Membership, models.SET_NULL, null=True, blank=True, related_name="characters", verbose_name=_("player")
    )
    name = models.CharField(_("name"), max_length=60)
    concept = models.CharField(_("in a few words"), max_length=80, blank=True, default="")
    gender = models.CharField(_("gender of words"), max_length=1, choices=Gender.choices, blank=True, default="")
    traits = models.JSONField(_("traits"), default=dict)
    gear = models.JSONField(_("gear"), default=dict, blank=True)
    vitals = models.JSONField(default=dict, editable=False)  # what lasts beyond its points (`rules.vitals`)
    is_foe = models.BooleanField(_("foe"), default=False)
    is_finished = models.BooleanField(_("finished"), default=False)
    created_at = models.DateTimeField(_("since"), default=timezone.now, editable=False)
    archived_at = models.DateTimeField(_("archived"), null=True, blank=True)

    objects = CharacterQuerySet.as_manager()

    class Meta:
        verbose_name = _("character")
        verbose_name_plural = _("characters")
        ordering: ClassVar = ["is_foe", "created_at", "pk"]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        """The sheet, or where it is made."""
        return reverse("characters:build" if self.is_draft else "characters:sheet", args=[self.key])

    @property
    def is_draft(self) -> bool:
        """Still being made; a foe is checked against nothing and never is (P6)."""
        return not self.is_finished and not self.is_foe

    @property
    def topic(self) -> str:
        """The topic of log entries about this character."""
        return f"c:{self.key}"

    @property
    def ruleset(self) -> Ruleset:
        return self.campaign.ruleset

    @cached_property
    def sheet(self) -> Sheet:
        """This character as the rules see it. (Read the pools before: one query for many characters.)"""
        sheet = Sheet(
            attributes=self.traits.get("attributes", {}),
            skills=self.traits.get("skills", {}),
            fixed=self.traits.get("fixed", {}),
            pools={pool.key: pool.current for pool in self.pools.all()},
            vitals=Vitals.from_plain(self.vitals),
            damage=parse(self.traits["damage"]) if "damage" in self.traits else None,
        )
        return equipped(sheet, armor=self.armor, shield=self.shield)

    @property
    def weapons(self) -> list[Weapon]:
        """What it carries, in the order it was taken up, as far as the campaign knows such weapons."""
        found = (self.ruleset.find_weapon(key) for key in self.gear.get("weapons", ()))
        return [weapon for weapon in found if weapon]

    @property
    def armor(self) -> Armor | None:
        return self.ruleset.find_armor(self.gear.get("armor", ""))

    @property
    def shield(self) -> Shield | None:
        return self.ruleset.find_shield(self.gear.get("shield", ""))

    @property
    def condition(self) -> Condition:
        return self.ruleset.condition(self.sheet)

    def is_known_to(self, seat: Membership) -> bool:
        """The same as `known_to`, for a character at hand."""
        return seat.leads or (not self.is_foe and (self.is_finished or self.owner_id == seat.pk))

    def can_be_played_by(self, seat: Membership) -> bool:
        """Sees the sheet and acts for it: its player, and those who lead."""
        return seat.leads or (seat.rank.plays and self.owner_id == seat.pk)

    def roll(
        self,
        by: Membership,
        trait: str,
        *,
        difficulty: int | None,
        modifier: int = 0,
        audience: Audience = Audience.TABLE,
        typed: Sequence[int] = (),
        press: str = "",
    ) -> LogEntry:
        """Make a check (R1–R6) and log it; `typed` are the faces of dice thrown at the table, marked as such.

        Raises Refused for an unknown trait, numbers out of bounds, or faces that are none.
        """
        with self.campaign.recording(by, press) as record:
            character = self._at_the_table(record)
            check = record.campaign.ruleset.check(character.sheet, trait, difficulty=difficulty, modifier=modifier)
            outcome = (
                _resolve_typed(record.campaign.ruleset, check, typed)
                if typed
                else (record.campaign.ruleset.rolls.resolve(check, chance.draw))
            )
            facts = {
                "character": self.key,
                "name": character.name,
                "gender": character.gender,
                "typed": bool(typed),
                "outcome": outcome.facts(),
                **character.secret(fight := fighting.of(character)),
            }
            audience = character.audience_for(audience, fight)
            regions = [f"tray-{self.key}", f"brief-{self.key}"]
            return record("check", facts, audience=audience, topic=self.topic, regions=regions)

    def change_pool(self, by: Membership, pool_key: str, amount: int, press: str = "") -> LogEntry:
        """Add `amount` points, or take them away if negative, within 0 and the maximum (C0); logged with what counted.

        Raises Refused where nothing would change, for an unknown pool, or an amount that is none.
        """
        with self.campaign.recording(by, press) as record:
            character = self._at_the_table(record)
            fight = fighting.of(character)
            before = character.sheet
            change = character.apply_to_pool(pool_key, amount)
            after = record.campaign.ruleset.with_points(before, {pool_key: change["by"]}, fight.circumstances)
            changes: list[Change] = [{"what": "pool", "of": change["of"], "by": change["by"]}]
            changes += [*character.set_vitals(after.vitals), *fight.count(pool_key, change["now"], change["by"])]
            change = {**change, "is": character.condition.word}
            facts = {
                "character": self.key,
                "name": character.name,
                "gender": character.gender,
                "asked": amount,
                **{name: change[name] for name in ("pool", "by", "now", "maximum", "was", "is")},
                **character.secret(fight),
            }
            return record(
                "pool",
                facts,
                changes=changes,
                audience=character.audience_for(Audience.TABLE, fight),
                topic=self.topic,
                regions=[*character.regions_of_pools, *fight.regions],
            )

    def secret(self, fight: Fighting) -> dict[str, Any]:
        """What entries about a foe say of what the table knows of it; nothing about heroes."""
        return {"foe": {"name": fight.table_name, "points": fight.shows_points}} if self.is_foe else {}

    def audience_for(self, wanted: Audience, fight: Fighting) -> Audience:
        """Who reads an entry: of a foe that the table does not see, only those who lead."""
        return Audience.PRIVATE if self.is_foe and fight.table_name is None else wanted

    def _at_the_table(self, record: Recorder) -> "Character":
        """This character as it stands now, while nobody else changes the campaign. Raises Refused for a draft."""
        character = Character.objects.with_pools().get(pk=self.pk)
        character.campaign = record.campaign
        if character.is_draft:
            raise Refused(unfinished(character.name))
        return character

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
        pool, _made = Pool.objects.get_or_create(character=self, key=pool_key, defaults={"current": maximum})
        pool.current += by
        pool.save(update_fields=["current"])
        self.__dict__.pop("sheet", None)
        self._prefetched_objects_cache = {}
        return {
            "pool": pool_key,
            "of": f"pool:{self.key}:{pool_key}",
            "by": by,
            "now": pool.current,
            "maximum": maximum,
            "was": before.word,
            "is": self.condition.word,
        }

    def set_vitals(self, vitals: Vitals) -> Iterator[Change]:
        """Store what lasts on it beyond its points, and say what changed, if anything did."""
        before, after = self.vitals, vitals.plain()
        if before != after:
            self.vitals = after
            self.save(update_fields=["vitals"])
            self.__dict__.pop("sheet", None)
            yield {"what": "vitals", "of": f"vitals:{self.key}", "from": before, "to": after}

    def stay_up(self, by: Membership, press: str = "") -> LogEntry:
        """The check of one who fell to 0 where there is no encounter (C11); in one the encounter has it thrown.

        Raises Refused if no check waits.
        """
        with self.campaign.recording(by, press) as record:
            character = self._at_the_table(record)
            if character.condition.fate is not Fate.FALLING or fighting.of(character).in_encounter:
                raise Refused(Problem("no_check", gettext_noop("There is no check at 0 to throw."), "fighter", "C11"))
            ruleset = record.campaign.ruleset
            outcome, after = ruleset.stayed_up(character.sheet, chance.draw)
            pool = ruleset.injuries.pool
            gained = ruleset.points(after, pool) - ruleset.points(character.sheet, pool)
            change = character.apply_to_pool(pool, gained, clamp_silently=True)
            changes: list[Change] = [{"what": "pool", "of": change["of"], "by": change["by"]}]
            changes += character.set_vitals(after.vitals)
            facts = {
                "character": self.key,
                "name": character.name,
                "gender": character.gender,
                "outcome": outcome.facts(),
                "now": change["now"],
                "pool": pool,
                "is": character.condition.word,
            }
            return record("stay-up", facts, changes=changes, topic=self.topic, regions=[*character.regions_of_pools])

    @property
    def regions_of_pools(self) -> list[str]:
        """What shows the points of this character. The roster is the players'; foes are on the GM's list."""
        return [f"pools-{self.key}", f"tray-{self.key}", "foes" if self.is_foe else "roster"]


MOST_POINTS = 999


def _resolve_typed(ruleset: Ruleset, check: Check, faces: Sequence[int]) -> Outcome:
    """The outcome of dice that were thrown at the table: exactly as many as the rules ask for."""
    dice = scripted(*faces)
    try:
        outcome = ruleset.rolls.resolve(check, dice)
    except (OutOfFaces, ValueError):
        outcome = None
    if outcome is None or dice.left:
        raise Refused(Problem("faces", gettext_noop("Write the dice as they fell, such as 2 7 9."), "dice", "R1"))
    return outcome


class Pool(models.Model):
    """Points that go up and down. The maximum is a formula of the ruleset and never stored."""

    character = models.ForeignKey(Character, models.CASCADE, related_name="pools")
    key = models.CharField(max_length=30)
    current = models.IntegerField(_("now"))

    class Meta:
        verbose_name = _("points")
        verbose_name_plural = _("points")
        constraints: ClassVar = [models.UniqueConstraint(fields=["character", "key"], name="one_pool_of_each")]

    def __str__(self) -> str:
        return f"{self.key} {self.current}"
