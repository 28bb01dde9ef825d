"""Where every point of a sheet comes from: creation, the ledger, or a correction (X1)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rules.creation.draft import Draft
from rules.growth.ledger import Ledger, Movement, MovementKind
from rules.messages import gettext_noop as _
from rules.problems import Problem
from rules.traits import Chapter


@dataclass(frozen=True, slots=True)
class Origin:
    """So many points of a trait, by its path, and the movement they come from; None: they are of creation.

    Negative where a correction took points away; 0 where a technique was improved and kept its level.
    """

    trait: str
    points: int
    movement: Movement | None = None


@dataclass(frozen=True, slots=True)
class Proof:
    """The origin of each point, trait by trait, and all that is not as the rules have it."""

    origins: tuple[Origin, ...]
    problems: tuple[Problem, ...]

    @property
    def is_legal(self) -> bool:
        return not self.problems


def prove(draft: Draft, levels: Mapping[str, int], ledger: Ledger) -> Proof:
    """Trace every point of a sheet (X1, P1–P5).

    `draft` is the character as it was finished, with the attributes a GM has approved since; `levels` are its numbers
    now, by path. A point without an origin, or one that is paid for and missing, is a Problem; so are what creation
    did not allow, a prodigy that nobody approved, and px spent that were never there.
    """
    created = draft.build.levels
    spends = {each.key for each in ledger.spends}
    moved = [each for each in ledger.movements if each.key in spends or each.kind is MovementKind.CORRECTION]
    origins: list[Origin] = []
    problems = [each for each in draft.finishing_problems() if each.code != "prodigy"]
    for path in dict.fromkeys((*created, *levels, *(each.trait for each in moved))):
        found = [Origin(path, created[path])] if path in created else []
        found += [Origin(path, each.points, each) for each in moved if each.trait == path]
        origins += found
        problems += _untraced(path, levels.get(path, 0) - sum(each.points for each in found))
        if path.startswith(f"{Chapter.ATTRIBUTES}."):
            problems += draft.creation.unapproved(path, levels.get(path, 0), draft.approved)
    if ledger.balance < 0:
        message = _("%(px)s px more are spent than were ever given.")
        problems.append(Problem("overspent", message, "px", "X1", {"px": -ledger.balance}))
    return Proof(tuple(origins), tuple(problems))


def _untraced(path: str, points: int) -> Iterator[Problem]:
    if points > 0:
        message = _("%(points)s points come from nowhere: neither creation nor px nor a correction.")
        yield Problem("untraced", message, path, "X1", {"points": points})
    elif points < 0:
        message = _("%(points)s points that were paid for are missing.")
        yield Problem("missing_points", message, path, "X1", {"points": -points})
