"""The numbers of a fight as they were last counted: a long fight is read once, and then only what is new of it."""

import threading
from collections import OrderedDict
from dataclasses import dataclass, replace
from typing import Final

from campaigns.models import LogEntry
from combat.chronicle import is_told
from combat.deeds import Deeds, count
from combat.models import Encounter

KEPT: Final = 64


@dataclass(frozen=True, slots=True)
class Tally:
    """What was counted of the entries up to a version."""

    version: int
    deeds: dict[str, Deeds]


NOTHING: Final = Tally(0, {})
_tallies: "OrderedDict[str, Tally]" = OrderedDict()
_lock = threading.Lock()


def in_numbers(encounter: Encounter) -> dict[str, object]:
    """What `combat/_deeds.html` shows: the deeds, and what the points are called that were lost."""
    ruleset = encounter.campaign.ruleset
    label = next(kind.short for kind in ruleset.pools if kind.key == ruleset.injuries.pool)
    return {"deeds": numbers_of(encounter), "label": label}


def numbers_of(encounter: Encounter) -> list[Deeds]:
    """The deeds of all of a fight. Where something was taken back or done again since, all is counted anew."""
    with _lock:
        known = _tallies.get(encounter.key, NOTHING)
    tally = _counted_on(encounter, known) or _counted_on(encounter, NOTHING) or NOTHING
    with _lock:
        _tallies[encounter.key] = tally
        _tallies.move_to_end(encounter.key)
        while len(_tallies) > KEPT:
            _tallies.popitem(last=False)
    return list(tally.deeds.values())


def _counted_on(encounter: Encounter, known: Tally) -> Tally | None:
    """What was counted and what came since; None where that says that something before it does not stand as it did."""
    since = LogEntry.objects.filter(campaign=encounter.campaign, topic=encounter.topic, version__gt=known.version)
    deeds, version = {key: replace(each) for key, each in known.deeds.items()}, known.version
    for entry in since.order_by("version").defer("changes", "regions").iterator():
        if entry.kind == "undo" and known is not NOTHING:
            return None
        version = entry.version
        if is_told(entry):
            count(entry, deeds)
    return Tally(version, deeds)
