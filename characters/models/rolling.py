"""Rolls of a character: all that stands on its sheet, damage, saving throws, the one at 0 (R1–R6, R10, C3, C11)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeVar, Unpack

from django.utils.translation import gettext_noop

from campaigns import chance
from campaigns.models import Audience, Campaign, Change, LogEntry, Membership, Recorder
from characters import fighting
from characters.fighting import Fighting
from characters.models.asked import Asked, asked, find_technique
from rules.checks import Check, Outcome
from rules.dice import Draw, OutOfFaces, scripted
from rules.effects import EffectKind
from rules.notation import parse
from rules.problems import Problem, Refused
from rules.ruleset import Ruleset
from rules.ruleset.rolling import Given
from rules.support import MAX_SUPPORTS, Support
from rules.typed import TOO_FEW, at_the_table
from rules.vitals import Fate, Vitals

if TYPE_CHECKING:
    from characters.models.character import Character
    from rules.injuries import Condition
    from rules.sheet import Sheet

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Occasion:
    """What a roll is part of besides its sheet, an encounter: the topic of its entries, what shows them, and the
    changes that keep them in the order in which they are taken back (T8)."""

    topic: str
    regions: tuple[str, ...]
    changes: tuple[Change, ...]

    @classmethod
    def of(cls, entry: LogEntry) -> "Occasion | None":
        """That of an entry that goes on."""
        if not entry.is_in_order:
            return None
        return cls(entry.topic, tuple(entry.regions), tuple(each for each in entry.changes if "before" in each))


BLIND = "thrown"
"""The kind of entry that tells who rolled for the GM only that it was thrown."""


class Rolling:
    """What one rolls with a character; the rest of `Character` is in the files beside."""

    if TYPE_CHECKING:
        key: str
        name: str
        gender: str
        topic: str
        is_foe: bool
        protagonism_left: int
        campaign: Campaign
        condition: "Condition"
        ruleset: Ruleset
        sheet: "Sheet"
        regions_of_pools: list[str]

    def roll(
        self,
        by: Membership,
        trait: str,
        *,
        difficulty: int | None,
        modifier: int = 0,
        audience: Audience = Audience.TABLE,
        typed: Sequence[int] = (),
        supports: str = "",
        occasion: Occasion | None = None,
        press: str = "",
        **given: Unpack[Given],
    ) -> LogEntry:
        """Roll what is called so on the sheet (`characters.models.asked`) and log it.

        `typed` are the faces of dice thrown at the table, marked as such; `supports` names the roll that this one helps
        (D9). What is `given` is paid before the dice. Answers the entry that `by` may read: of a roll that only the GM
        sees, that it was thrown. Raises Refused for what the sheet has not, numbers out of bounds, faces that are none,
        and what cannot be spent; then nothing is thrown.
        """
        with self.campaign.recording(by, press) as record:
            character = self._at_the_table(record)  # type: ignore[attr-defined]
            character.refuse_support(supports, difficulty)
            what = character.asked(trait, difficulty=difficulty, modifier=modifier, **given)
            purse, left = character.paid(given)
            rolls = record.campaign.ruleset.rolls
            by_chance = lambda: rolls.resolve(what.check, chance.draw)  # noqa: E731
            outcome = at_the_table(rolls, what.check, typed, "dice") if typed else by_chance()
            changes = list(character.pay(purse.thrown(), left))
            changes += character.set_vitals(_supported(character.sheet.vitals, what.check, outcome, supports))
            facts = {
                **character.told,
                "typed": bool(typed),
                "outcome": outcome.facts(),
                **character.secret(fight := fighting.of(character)),
            }
            if what.weapon:
                dice = record.campaign.ruleset.damage(character.sheet, what.weapon)
                facts["weapon"] = {"key": what.weapon.key, "label": what.weapon.label, "dice": str(dice)}
            if technique := find_technique(character, what.check.trait):
                facts["label"] = technique.name
            if supports:
                facts["supports"] = supports
                if technique := find_technique(character, supports):
                    facts["supported"] = technique.name
            audience = character.audience_for(audience, fight)
            return character.record_roll(record, "check", facts, audience, changes, occasion)

    def asked(self, what: str, *, difficulty: int | None, modifier: int = 0, **given: Unpack[Given]) -> Asked:
        """A roll of what is called so on this sheet. Raises Refused."""
        return asked(self, what, difficulty=difficulty, modifier=modifier, **given)  # type: ignore[arg-type]

    def record_roll(
        self,
        record: Recorder,
        kind: str,
        facts: dict[str, Any],
        audience: Audience,
        changes: Sequence[Change] = (),
        occasion: Occasion | None = None,
    ) -> LogEntry:
        """Log a roll for those who may see it; one that is part of an encounter comes to the tray of its sheet by an
        entry that points at it. What others see of what it cost goes to all, without what was rolled."""
        regions = [f"tray-{self.key}", f"brief-{self.key}"]
        notice = None
        if audience == Audience.GM and not (record.by and record.by.leads):
            told = {name: facts[name] for name in ("character", "name", "gender")}
            notice = record(BLIND, told, audience=Audience.PRIVATE, topic=self.topic, regions=regions)
        touched = [*regions, *self.regions_of_pools] if changes else regions
        if occasion is None:
            entry = record(kind, facts, changes=changes, audience=audience, topic=self.topic, regions=touched)
        else:
            touched = [*touched, *occasion.regions]
            of_all = [*changes, *occasion.changes]
            entry = record(kind, facts, changes=of_all, audience=audience, topic=occasion.topic, regions=touched)
            if not self.is_foe:
                record("side", {"of": entry.key}, audience=audience, topic=self.topic)
        if changes and audience != Audience.TABLE:
            record("spent", {}, topic=self.topic, regions=self.regions_of_pools)
        return notice or entry

    def throw_damage(self, by: Membership, of: str, *, typed: Sequence[int] = (), press: str = "") -> LogEntry:
        """The damage of an attack from the sheet, once, for those who saw it: its dice, those of a critical, and what
        the margin adds (C3, C5, D8, R11). Raises Refused where there is none to throw."""
        with self.campaign.recording(by, press) as record:
            character = self._at_the_table(record)  # type: ignore[attr-defined]
            mine = LogEntry.objects.visible_to(by).filter(topic=self.topic)
            attack = mine.filter(kind="check", key=of, is_undone=False, facts__has_key="weapon").first()
            outcome = attack and Outcome.from_facts(attack.facts["outcome"])
            if not attack or not outcome or outcome.success is False:
                raise Refused(Problem("no_hit", gettext_noop("There is no hit to throw damage for."), "of", "C3"))
            if mine.filter(kind="damage", facts__of=of, is_undone=False).exists():
                raise Refused(Problem("thrown", gettext_noop("Its damage has been thrown."), "of", "C3"))
            rules = record.campaign.ruleset
            added = rules.rolls.added(outcome)
            dice = parse(attack.facts["weapon"]["dice"]).with_extra(added.dice)
            thrown = as_typed(lambda draw: rules.effects.throw(EffectKind.DAMAGE, dice, draw), typed)
            facts = {
                **character.told,
                "of": of,
                "weapon": attack.facts["weapon"],
                "thrown": thrown.facts(),
                "extra": added.dice,
                "margin": added.points,
                "exploded": thrown.has_exploded,
                "total": max(0, thrown.total + added.points),
                "typed": bool(typed),
                **character.secret(fighting.of(character)),
            }
            return record(
                "damage",
                facts,
                audience=Audience(attack.audience),
                shared_with=attack.shared_with,
                topic=self.topic,
                regions=[f"tray-{self.key}", f"brief-{self.key}"],
            )

    def save_from(
        self, by: Membership, effect_key: str, *, typed: Sequence[int] = (), press: str = "", **given: Unpack[Given]
    ) -> LogEntry:
        """The saving throw of one who is in no encounter against an effect, which a success ends (R10); in one it is
        thrown at its moment. Raises Refused where there is none."""
        with self.campaign.recording(by, press) as record:
            character = self._at_the_table(record)  # type: ignore[attr-defined]
            effect = next((each for each in character.sheet.vitals.effects if each.key == effect_key), None)
            fight = fighting.of(character)
            if effect is None or effect.save is None or fight.in_encounter:
                raise Refused(Problem("no_save", gettext_noop("There is no saving throw to make."), "effect", "R10"))
            save = effect.save
            check = character.asked(save.attribute, difficulty=save.difficulty, **given).check
            purse, left = character.paid(given)
            throw = record.campaign.ruleset.rolls.resolve
            outcome = as_typed(lambda draw: throw(check, draw), typed)
            changes = list(character.pay(purse.thrown(), left))
            if outcome.success:
                changes += character.set_vitals(without_effect(character.sheet.vitals, effect_key))
            facts = {
                **character.told,
                "typed": bool(typed),
                "outcome": outcome.facts(),
                "effect": effect.label,
                "effect_rule": effect.rule,
                **character.secret(fight),
            }
            audience = character.audience_for(Audience.TABLE, fight)
            regions = [f"tray-{self.key}", f"brief-{self.key}", *character.regions_of_pools]
            return record("save", facts, changes=changes, audience=audience, topic=self.topic, regions=regions)

    def end_effect(self, by: Membership, effect_key: str, press: str = "") -> LogEntry:
        """The GM takes an effect off, cured or with its cause (R10). Raises Refused if it is not there."""
        with self.campaign.recording(by, press) as record:
            character = self._at_the_table(record)  # type: ignore[attr-defined]
            effect = next((each for each in character.sheet.vitals.effects if each.key == effect_key), None)
            if effect is None:
                raise Refused(Problem("no_effect", gettext_noop("That effect is over."), "effect", "R10"))
            changes = list(character.set_vitals(without_effect(character.sheet.vitals, effect_key)))
            fight = fighting.of(character)
            facts = {**character.told, "effect": effect.label, **character.secret(fight)}
            regions = [*character.regions_of_pools, *fight.regions]
            audience = character.audience_for(Audience.TABLE, fight)
            return record("effect-over", facts, changes=changes, audience=audience, topic=self.topic, regions=regions)

    def stay_up(self, by: Membership, press: str = "") -> LogEntry:
        """The check of one who fell to 0 where there is no encounter (C11); in one the encounter has it thrown.

        Raises Refused if no check waits.
        """
        with self.campaign.recording(by, press) as record:
            character = self._at_the_table(record)  # type: ignore[attr-defined]
            if character.condition.fate is not Fate.FALLING or fighting.of(character).in_encounter:
                raise Refused(Problem("no_check", gettext_noop("There is no check at 0 to throw."), "fighter", "C11"))
            ruleset = record.campaign.ruleset
            outcome, after = ruleset.stayed_up(character.sheet, chance.draw)
            changes: list[Change] = list(character.pay(character.purse.thrown(), character.protagonism_left))
            pool = ruleset.injuries.pool
            gained = ruleset.points(after, pool) - ruleset.points(character.sheet, pool)
            change = character.apply_to_pool(pool, gained, clamp_silently=True)
            changes += [{"what": "pool", "of": change["of"], "by": change["by"]}]
            changes += character.set_vitals(after.vitals)
            facts = {
                **character.told,
                "outcome": outcome.facts(),
                "now": change["now"],
                "pool": pool,
                "is": character.condition.word,
            }
            told = character.told_of_state(fighting.PEACE)
            regions = character.regions_of_pools
            return record("stay-up", facts, changes=changes, topic=self.topic, regions=regions, **told)

    @property
    def told(self) -> dict[str, Any]:
        """Who an entry is about."""
        return {"character": self.key, "name": self.name, "gender": self.gender}

    def paid(self: "Character", given: Given) -> tuple[Any, int]:
        """The purse and the points of protagonism once what is given has been paid. Raises Refused without them."""
        purse, left = self.purse, self.protagonism_left
        if given.get("token"):
            purse = purse.spend()
        if given.get("protagonism"):
            left = self.ruleset.protagonism.spend(left)
        return purse, left

    def refuse_support(self, supports: str, difficulty: int | None) -> None:
        """Raises Refused where a roll cannot support that one (D9)."""
        if not supports:
            return
        ruleset = self.ruleset
        if not ruleset.has_margins or difficulty is None:
            raise Refused(Problem("no_support", gettext_noop("These rules know no support rolls."), "supports", "D9"))
        known = {*ruleset.rolled_names, *(each.key for each in self.build.techniques)}  # type: ignore[attr-defined]
        if supports not in known or len(self.sheet.vitals.supports) >= MAX_SUPPORTS:
            message = gettext_noop("Nothing supports that roll, or too much does.")
            raise Refused(Problem("no_roll", message, "supports", "D9"))

    def secret(self, fight: Fighting) -> dict[str, Any]:
        """What entries about a foe say of what the table knows of it; nothing about heroes."""
        return {"foe": {"name": fight.table_name, "points": fight.shows_points}} if self.is_foe else {}

    def audience_for(self, wanted: Audience, fight: Fighting) -> Audience:
        """Who reads an entry: of a foe that the table does not see, only those who lead."""
        hidden = self.is_foe and fight.table_name is None
        return Audience.PRIVATE if hidden and wanted == Audience.TABLE else wanted


def _supported(vitals: Vitals, check: Check, outcome: Outcome, supports: str) -> Vitals:
    """What waited for the roll is used up; the margin of a support waits for its own (D9)."""
    vitals = vitals.without_support(check.trait)
    if supports:
        vitals = replace(vitals, supports=(*vitals.supports, Support(supports, outcome.margin or 0)))
    return vitals


def without_effect(vitals: Vitals, key: str) -> Vitals:
    return replace(vitals, effects=tuple(each for each in vitals.effects if each.key != key))


def as_typed(throw: Callable[[Draw], T], faces: Sequence[int]) -> T:
    """What is thrown, by chance or with the faces of dice thrown at the table: exactly as many as are asked for."""
    if not faces:
        return throw(chance.draw)
    dice = scripted(*faces)
    try:
        thrown = throw(dice)
    except OutOfFaces:
        raise Refused(Problem("faces", TOO_FEW, "dice", "R1")) from None
    except ValueError:
        thrown = None
    if thrown is None or dice.left:
        raise Refused(Problem("faces", gettext_noop("Write the dice as they fell, such as 2 7 9."), "dice", "R1"))
    return thrown
