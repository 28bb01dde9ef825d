"""What an action came to: the fight after it, facts for the log, and the changes that undo it (T8).

A change is a small mapping of plain JSON values:
    {"what": "pool", "of": "pool:<fighter>:<pool>", "by": -9}: a difference, so that what others changed since stays;
    {"what": "forced", "of": "forced:<fighter>", "by": -1}: tokens given back that a throw has felt (R13), likewise;
    {"what": "fighter", "of": "fighter:<fighter>", "before": {…}, "after": {…}}: fields of `Fighter.state()`;
    {"what": "fight", "of": "fight", "before": {…}, "after": {…}}: fields of `Fight.state()`.
Those of one action touch different things. Pools come before what may have lowered their maximum: undo goes backwards.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rules.fight import Fight
    from rules.fight.base import Standing

Change = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Progress:
    """An action's result; facts and changes are plain JSON values."""

    fight: "Fight"
    facts: Mapping[str, Any]
    changes: tuple[Change, ...]


def changes_between(before: "Standing", after: "Standing") -> Iterator[Change]:
    """What it takes to come from one fight to the other, both with the same fighters known."""
    yield from _fields("fight", "fight", before.state(), after.state())
    known = before.known
    for key, now in after.known.items():
        was = known.get(key, now)
        if was is now:
            continue
        for pool, points in now.sheet.pools.items():
            if by := points - was.sheet.pools[pool]:
                yield {"what": "pool", "of": f"pool:{key}:{pool}", "by": by}
        yield from _fields("fighter", f"fighter:{key}", was.state(), now.state())
        if felt := now.sheet.forced - was.sheet.forced:
            yield {"what": "forced", "of": f"forced:{key}", "by": felt}


def _fields(what: str, of: str, before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[Change]:
    names = [name for name in after if before[name] != after[name]]
    if names:
        yield {
            "what": what,
            "of": of,
            "before": {name: before[name] for name in names},
            "after": {name: after[name] for name in names},
        }


def reverse(change: Change) -> Change:
    """The change that takes this one back."""
    if "by" in change:
        return {**change, "by": -change["by"]}
    return {**change, "before": change["after"], "after": change["before"]}


def reversed_changes(changes: Sequence[Change]) -> tuple[Change, ...]:
    """The changes that take these back, the last one first."""
    return tuple(reverse(change) for change in reversed(changes))
