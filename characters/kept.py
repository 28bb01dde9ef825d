"""What is stored of characters at the places that the log tells of, and the books of px (campaigns.replay)."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from django.utils.dateparse import parse_datetime

from campaigns.models import Campaign, Change, LogEntry
from campaigns.replay import ABSENT, AT_ONCE, Add, Difference, Move, Set, begins, examined, forgets, moves, says, stored
from characters.models import Character, LedgerEntry, Pool

GROWS = {"spend", "refund", "correction"}
UNPROVEN = {"untraced", "missing_points", "overspent"}


def _owners(campaign: Campaign, places: Collection[str]) -> dict[str, Character]:
    """The characters that places are about, by their keys, which stand after the kind."""
    keys = {place.split(":")[1] for place in places}
    return {
        each.key: each for each in Character.objects.filter(campaign=campaign, key__in=keys).select_related("owner")
    }


def _of_each(campaign: Campaign, places: Collection[str], value: Any) -> dict[str, object]:
    found = _owners(campaign, places)
    parts = {place: place.split(":", 2) for place in places}
    return {place: value(found[key], *rest) for place, (_kind, key, *rest) in parts.items() if key in found}


# --- points -----------------------------------------------------------------------------------------------------------


@stored("pool")
def points(campaign: Campaign, places: Collection[str]) -> Mapping[str, object]:
    rows = Pool.objects.filter(character__campaign=campaign).values_list("character__key", "key", "current")
    return {f"pool:{key}:{pool}": current for key, pool, current in rows.iterator(AT_ONCE)}


@says
def points_after(entry: LogEntry) -> Iterator[tuple[str, object]]:
    """A change of points on a sheet says how many there were then."""
    facts = entry.facts
    if entry.kind == "pool":
        yield f"pool:{facts['character']}:{facts['pool']}", facts["now"]
    for told in (facts, *(facts["people"] if isinstance(facts.get("people"), list) else ())):
        for each in told.get("points", ()) if isinstance(told.get("points"), list) else ():
            yield f"pool:{told['character']}:{each['pool']}", each["now"]


@forgets
def moved_maxima(entry: LogEntry) -> Iterator[str]:
    """Where a maximum may be another one, it cannot be known any more how many points there were at first."""
    if entry.kind in GROWS:
        yield f"pool:{entry.facts['character']}:"
    for change in entry.changes:
        if change["what"] == "rules" and any(path.startswith("pools.") for path in (*change["from"], *change["to"])):
            yield "pool:"
        elif change["what"] == "built":
            yield f"pool:{change['of'].split(':')[1]}:"


@begins("pool")
def whole(campaign: Campaign, places: Collection[str]) -> Mapping[str, object]:
    """Points begin at their maximum (C0)."""
    found = {}
    heroes = Character.objects.filter(campaign=campaign, is_finished=True).with_pools()
    for character in heroes.filter(key__in={place.split(":")[1] for place in places}).iterator(AT_ONCE):
        character.campaign = campaign
        for place in places:
            _kind, key, pool = place.split(":")
            if key == character.key:
                found[place] = character.ruleset.maximum(character.sheet, pool)
    return found


@stored("vitals")
def vitals(campaign: Campaign, places: Collection[str]) -> Mapping[str, object]:
    return _of_each(campaign, places, lambda character: character.vitals)


# --- the rest of a sheet ----------------------------------------------------------------------------------------------


@moves("built")
def built(change: Change) -> Iterator[Move]:
    """Of a build the name, which fights change too; its numbers have their own proof (X1)."""
    _built, key, field = change["of"].split(":", 2)
    if field == "name":
        yield Set(f"name:{key}", change["from"], change["to"])


@stored("name")
def names(campaign: Campaign, places: Collection[str]) -> Mapping[str, object]:
    return _of_each(campaign, places, lambda character: character.name)


@stored("wielded")
def hands(campaign: Campaign, places: Collection[str]) -> Mapping[str, object]:
    return _of_each(campaign, places, lambda character: character.gear.get("wielded"))


@stored("condition")
def conditions(campaign: Campaign, places: Collection[str]) -> Mapping[str, object]:
    def noted(character: Character, key: str) -> object:
        return next((each for each in character.conditions if each["key"] == key), ABSENT)

    return _of_each(campaign, places, noted)


@stored("approved")
def prodigies(campaign: Campaign, places: Collection[str]) -> Mapping[str, object]:
    return _of_each(campaign, places, lambda character, path: character.approved.get(path, ABSENT))


@stored("finished")
def finished(campaign: Campaign, places: Collection[str]) -> Mapping[str, object]:
    return _of_each(campaign, places, lambda character: character.is_finished)


@stored("owner")
def owners(campaign: Campaign, places: Collection[str]) -> Mapping[str, object]:
    return _of_each(campaign, places, lambda character: character.owner and character.owner.key)


@moves("archived_at")
def archived(change: Change) -> Iterator[Move]:
    yield Set(change["of"], *(each and parse_datetime(each) for each in (change["from"], change["to"])))


@stored("archived_at")
def archived_at(campaign: Campaign, places: Collection[str]) -> Mapping[str, object]:
    return _of_each(campaign, places, lambda character: character.archived_at)


# --- what is spent (R13, D3) ------------------------------------------------------------------------------------------


@moves("purse")
def spent(change: Change) -> Iterator[Move]:
    key = change["of"].partition(":")[2]
    for name in ("held", "forced", "protagonism"):
        if name in change:
            yield Add(f"purse:{key}:{name}", change[name])
    if "gm" in change:
        yield Add("gm-tokens", change["gm"])


@stored("purse")
def purses(campaign: Campaign, places: Collection[str]) -> Mapping[str, object]:
    def held(character: Character, name: str) -> object:
        character.campaign = campaign
        return {
            "held": character.purse.held,
            "forced": character.forced,
            "protagonism": character.protagonism_left,
        }[name]

    return _of_each(campaign, places, held)


@begins("purse")
def untouched(campaign: Campaign, places: Collection[str]) -> Mapping[str, object]:
    """Nothing is forced at first; how many tokens there were, the rules of then said."""
    return {place: 0 for place in places if place.endswith(":forced")}


@says
def purse_after(entry: LogEntry) -> Iterator[tuple[str, object]]:
    if entry.kind in {"token", "protagonism"} and "held" in entry.facts:
        name = "held" if entry.kind == "token" else "protagonism"
        yield f"purse:{entry.facts['character']}:{name}", entry.facts["held"]


# --- px (X1, X5) ------------------------------------------------------------------------------------------------------


@examined
def ledger_of_px(campaign: Campaign) -> Iterator[Difference]:
    """Every movement has the next number and leaves the balance that it says; what it answers is there."""
    balances: dict[object, int] = defaultdict(int)
    keys: set[str] = set()
    rows = LedgerEntry.objects.filter(campaign=campaign).order_by("number").as_movements().select_related("character")
    for number, row in enumerate(rows.iterator(AT_ONCE), start=1):
        if row.number != number:
            yield Difference("px:number", number, row.number, row.key)
            return
        keys.add(row.key)
        whose = f"px:{row.character.key}" if row.character else f"px:pool of {row.adventure and row.adventure.key}"
        balances[whose] += row.px
        if row.balance != balances[whose]:
            yield Difference(whose, balances[whose], row.balance, row.key)
            balances[whose] = row.balance
        for name in ("award", "reverses"):
            if (other := getattr(row, name)) and other not in keys:
                yield Difference(f"{whose}:{name}", "an earlier movement", other, row.key)


@examined
def sheets(campaign: Campaign) -> Iterator[Difference]:
    """Every hero's points come from somewhere, and the level from the px spent; the rules can read everybody."""
    everybody = Character.objects.filter(campaign=campaign).with_pools().with_ledger()
    for character in everybody.iterator(AT_ONCE):
        character.campaign = campaign
        try:
            _ = character.sheet, character.condition
        except Exception as fault:
            yield Difference(f"sheet:{character.key}", "what the rules can read", repr(fault))
            continue
        if character.is_foe or character.is_draft:
            continue
        if character.px_spent != character.account.spent:
            yield Difference(f"px spent:{character.key}", character.account.spent, character.px_spent)
        for problem in character.proof.problems if character.created else ():  # from before there were proofs
            if problem.code in UNPROVEN:
                yield Difference(f"sheet:{character.key}:{problem.field}", 0, problem.params)
