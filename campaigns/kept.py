"""What is stored of a campaign itself at the places that its log tells of (campaigns.replay)."""

from collections.abc import Collection, Iterator, Mapping

from django.utils.dateparse import parse_datetime

from campaigns.made import find
from campaigns.models import Campaign, Change, LogEntry
from campaigns.replay import ABSENT, MOVES, Move, Set, begins, forgets, moves, plainly, stored


@forgets
def changed_by_the_host(entry: LogEntry) -> Iterator[str]:
    """The admin panel writes rows as it likes, and says only that it did."""
    if entry.kind == "admin":
        yield ""


@stored("setting")
def setting(campaign: Campaign, places: Collection[str]) -> Mapping[str, object]:
    return {"setting": campaign.setting}


@stored("campaign-name")
def name(campaign: Campaign, places: Collection[str]) -> Mapping[str, object]:
    return {"campaign-name": campaign.name}


@moves("rules")
def amended(change: Change) -> Iterator[Move]:
    """Each house rule by its path, and what followed from them."""
    old, new = change["from"], change["to"]
    for path in sorted({*old, *new}):
        yield Set(f"rules:{path}", old.get(path, ABSENT), new.get(path, ABSENT))
    for each in change["followed"]:
        yield from MOVES.get(each["what"], plainly)(each)


@stored("rules")
def house_rules(campaign: Campaign, places: Collection[str]) -> Mapping[str, object]:
    return {place: campaign.changes.get(place.partition(":")[2], ABSENT) for place in places}


@stored("gm-tokens")
def tokens(campaign: Campaign, places: Collection[str]) -> Mapping[str, object]:
    return {"gm-tokens": campaign.tokens}


@begins("gm-tokens")
def no_tokens(campaign: Campaign, places: Collection[str]) -> Mapping[str, object]:
    return dict.fromkeys(places, 0)


@moves("made")
def made_or_removed(change: Change) -> Iterator[Move]:
    is_gone = change["row"] is not None
    yield Set(f"row:{change['of']}", is_gone, not is_gone)


@stored("row")
def rows(campaign: Campaign, places: Collection[str]) -> Mapping[str, object]:
    return {place: find(campaign, place.partition(":")[2]) is not None for place in places}


@moves("closed")
def closed_or_opened(change: Change) -> Iterator[Move]:
    yield Set(
        f"closed:{change['of']}", *(each and parse_datetime(each) for each in (change["before"], change["after"]))
    )


@stored("closed")
def closed_at(campaign: Campaign, places: Collection[str]) -> Mapping[str, object]:
    found = {place: find(campaign, place.partition(":")[2]) for place in places}
    return {place: row.closed_at for place, row in found.items() if row}
