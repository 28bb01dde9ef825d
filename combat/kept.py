"""What is stored of encounters at the places that the log tells of (campaigns.replay)."""

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from campaigns.models import Campaign, Change, LogEntry
from campaigns.replay import ABSENT, Add, Difference, Move, Set, examined, forgets, moves, stored
from combat.models import Combatant, Encounter, FoeTemplate, SavedEncounter, Status
from combat.models.combatant import COUNTED
from combat.models.keeping import KEPT_OF_FIGHT

SHELVES = {model.log_kind: model for model in (FoeTemplate, SavedEncounter)}


@moves("fight")
def fought(change: Change) -> Iterator[Move]:
    """Each field of the encounter, and of each who is in it; vitals and name are the character's own."""
    key = change["of"].partition(":")[2]
    for who, fields in change["after"].items():
        before = change["before"][who]
        for name, after in fields.items():
            if who == "fight":
                yield Set(f"fight:{key}:{name}", before[name], after)
            elif name in {"vitals", "name"}:
                yield Set(f"{name}:{who}", before[name], after)
            elif name == "state":
                for part in sorted({*before[name], *after}):
                    none = 0 if part in COUNTED else ABSENT
                    yield Set(
                        f"combatant:{who}:{key}:state.{part}", before[name].get(part, none), after.get(part, none)
                    )
            else:
                yield Set(f"combatant:{who}:{key}:{name}", before[name], after)


@moves("counted")
def counted(change: Change) -> Iterator[Move]:
    _counted, key, who = change["of"].split(":")
    for name, by in change["by"].items():
        yield Add(f"combatant:{who}:{key}:state.{name}", by)


@forgets
def taken_out_with_its_character(entry: LogEntry) -> Iterator[str]:
    """Who is archived leaves the encounters that are being prepared, which the entry does not tell."""
    if entry.kind == "archived" and "character" in entry.facts:
        yield f"combatant:{entry.facts['character']}:"


@stored("fight")
def fights(campaign: Campaign, places: Collection[str]) -> Mapping[str, object]:
    found = Encounter.objects.filter(campaign=campaign).values("key", *KEPT_OF_FIGHT)
    return {f"fight:{row['key']}:{name}": row[name] for row in found for name in KEPT_OF_FIGHT}


@stored("combatant")
def combatants(campaign: Campaign, places: Collection[str]) -> Mapping[str, object]:
    rows = Combatant.objects.filter(encounter__campaign=campaign).select_related("encounter", "character")
    found = {(row.character.key, row.encounter.key): row for row in rows}
    values: dict[str, object] = {}
    for place in places:
        _kind, who, key, name = place.split(":")
        if row := found.get((who, key)):
            values[place] = _value(row, name)
    return values


def _value(row: Combatant, name: str) -> Any:
    if not name.startswith("state."):
        return getattr(row, name)
    part = name.removeprefix("state.")
    return row.state.get(part, 0 if part in COUNTED else ABSENT)


def _shelved(change: Change) -> Iterator[Move]:
    for name, after in change["after"].items():
        yield Set(f"{change['of']}:{name}", change["before"][name], after)


def _on_the_shelf(campaign: Campaign, places: Collection[str]) -> Mapping[str, object]:
    values = {}
    for place in places:
        kind, key, name = place.split(":")
        if row := SHELVES[kind].objects.filter(campaign=campaign, key=key).first():
            values[place] = getattr(row, name)
    return values


for kind in SHELVES:
    moves(kind)(_shelved)
    stored(kind)(_on_the_shelf)


@examined
def who_is_where(campaign: Campaign) -> Iterator[Difference]:
    """Nobody fights at another table, the turn is of somebody who is there, and the rules can read every fight."""
    rows = Combatant.objects.filter(encounter__campaign=campaign).exclude(character__campaign=campaign)
    for row in rows.select_related("encounter", "character"):
        yield Difference(f"combatant:{row.character.key}:{row.encounter.key}", campaign.key, "of another campaign")
    for encounter in Encounter.objects.filter(campaign=campaign):
        encounter.campaign = campaign
        try:
            fight = encounter.fight
        except Exception as fault:
            yield Difference(f"fight:{encounter.key}", "what the rules can read", repr(fault))
            continue
        present = {row.character.key for row in encounter.present}
        if encounter.status == Status.RUNNING and encounter.turn and encounter.turn not in present:
            yield Difference(f"fight:{encounter.key}:turn", "somebody who is in it", encounter.turn)
        if fight.turn is not None and fight.turn not in fight.known:
            yield Difference(f"fight:{encounter.key}:turn", "somebody who is known", fight.turn)
