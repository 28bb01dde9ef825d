"""Opposed rolls between characters: all dice at once, in the order named, and ties that wait (R9, T6)."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Unpack

from django.utils.translation import gettext_noop

from campaigns import chance
from campaigns.models import Audience, Campaign, Change, LogEntry, Membership, Recorder
from characters import fighting
from characters.models.asked import find_technique
from characters.models.rolling import Occasion, as_typed
from rules.contests import Contest, contest
from rules.problems import Problem, Refused
from rules.ruleset.rolling import Given

if TYPE_CHECKING:
    from characters.models.character import Character


@dataclass(frozen=True, slots=True)
class Rival:
    """Another side of an opposed roll: who, with what, and what the moment adds."""

    character: "Character"
    what: str
    modifier: int = 0


def rivals_known_to(seat: Membership, campaign: Campaign) -> list[tuple["Character", str]]:
    """Whom `seat` may name in an opposed roll, each by the name it knows: heroes, and of foes those that it sees."""
    heroes = [(each, each.name) for each in campaign.characters.heroes().with_pools()]
    if seat.leads:
        return heroes + [(each, each.name) for each in campaign.characters.foes().with_pools()]
    return heroes + list(fighting.seen_by_the_table(campaign))


class Opposing:
    """What starts an opposed roll from a sheet; the rest of `Character` is in the files beside."""

    if TYPE_CHECKING:
        key: str
        topic: str
        campaign: Campaign

    def oppose(
        self,
        by: Membership,
        what: str,
        rivals: Sequence[Rival],
        *,
        modifier: int = 0,
        audience: Audience = Audience.TABLE,
        typed: Sequence[int] = (),
        occasion: Occasion | None = None,
        press: str = "",
        **given: Unpack[Given],
    ) -> LogEntry:
        """Roll against others (R9). What is `given` is this side's, and paid before the dice; `typed` are the faces of
        dice thrown at the table, all sides' in order. Raises Refused as `roll` does, and for fewer than two sides.
        """
        with self.campaign.recording(by, press) as record:
            own: Character = self._at_the_table(record)  # type: ignore[attr-defined]
            others = [each.character._at_the_table(record) for each in rivals]
            own_check = own.asked(what, difficulty=None, modifier=modifier, **given).check
            sides = [(own.key, own_check)]
            for character, rival in zip(others, rivals, strict=True):
                sides.append(
                    (character.key, character.asked(rival.what, difficulty=None, modifier=rival.modifier).check)
                )
            rolls = record.campaign.ruleset.rolls
            purse, left = own.paid(given)
            result = as_typed(lambda draw: contest(rolls, sides, draw), typed)
            changes: list[Change] = [*own.pay(purse.thrown(), left)]
            changes += own.set_vitals(own.sheet.vitals.without_support(own_check.trait))
            for character, (_key, check) in zip(others, sides[1:], strict=True):
                changes += character.pay(character.purse.thrown(), character.protagonism_left)
                changes += character.set_vitals(character.sheet.vitals.without_support(check.trait))
            facts = {"typed": bool(typed), "people": dict(_people([own, *others]))}
            if technique := find_technique(own, own_check.trait):
                facts["people"][own.key]["technique"] = technique.name
            if any(each["table"] is None for each in facts["people"].values()):
                audience = Audience.PRIVATE if audience == Audience.TABLE else audience
            return _record(record, result, [own, *others], facts, audience, by, changes, occasion=occasion)


def settle(campaign: Campaign, by: Membership, key: str, *, again: bool, press: str = "") -> LogEntry:
    """A tie accepted, or rolled again by the tied sides; the first press counts (R9).

    Raises Refused where there is no tie, or not for `by` to settle: a GM, or who plays a tied side.
    """
    from characters.models.character import Character

    with campaign.recording(by, press) as record:
        entry = LogEntry.objects.visible_to(by).filter(kind="opposed", key=key, is_undone=False).first()
        if entry is None or entry.facts.get("settled"):
            raise Refused(Problem("no_tie", gettext_noop("There is no tie to settle."), rule="R9"))
        before = Contest.from_facts(entry.facts["contest"])
        named = {side.key: place for place, side in enumerate((*before.sides, *before.out))}
        found = Character.objects.filter(campaign=campaign, key__in=named).select_related("owner")
        sides = sorted(found, key=lambda each: named[each.key])
        if not by.leads and not any(each.key in before.tied and each.can_be_played_by(by) for each in sides):
            raise Refused(Problem("not_yours", gettext_noop("Only a tied side or the GM settles a tie."), rule="R9"))
        after = before.roll_again(record.campaign.ruleset.rolls, chance.draw) if again else before.accept()
        LogEntry.objects.filter(pk=entry.pk).update(facts={**entry.facts, "settled": True})
        facts = {"typed": False, "people": entry.facts["people"], "of": entry.key}
        changes = [{"what": "settled", "of": f"settled:{entry.key}", "is": True}]
        audience = Audience(entry.audience)
        regions = [f"entry-{entry.key}"]
        occasion, shared_with = Occasion.of(entry), entry.shared_with or by
        return _record(
            record, after, sides, facts, audience, shared_with, changes, regions, topic=entry.topic, occasion=occasion
        )


def _people(sides: Iterable["Character"]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Who takes part, as those who lead and as the table know them."""
    for each in sides:
        table = fighting.of(each).table_name if each.is_foe else each.name
        yield each.key, {"name": each.name, "table": table, "is_foe": each.is_foe}


def _record(
    record: Recorder,
    result: Contest,
    sides: Sequence["Character"],
    facts: dict[str, Any],
    audience: Audience,
    shared_with: Membership,
    changes: Sequence[Change],
    regions: Sequence[str] = (),
    *,
    topic: str = "",
    occasion: Occasion | None = None,
) -> LogEntry:
    """The entry of a contest, and for the trays of the others' sheets one each that points at it."""
    topic = occasion.topic if occasion else topic or sides[0].topic
    touched = [*regions, *(f"{name}-{each.key}" for each in sides for name in ("tray", "brief"))]
    if changes:
        touched += [name for each in sides for name in each.regions_of_pools]
    if occasion:
        touched += occasion.regions
        changes = [*changes, *occasion.changes]
    known = {"audience": audience, "shared_with": shared_with}
    told = {**facts, "contest": result.facts()}
    entry = record("opposed", told, changes=changes, topic=topic, regions=dict.fromkeys(touched), **known)
    for each in sides:
        if each.topic != topic and not each.is_foe:
            record("side", {"of": entry.key}, topic=each.topic, **known)
    return entry
