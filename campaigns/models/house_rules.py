"""House rules: what a campaign plays otherwise than its preset, changed by those who lead, logged and taken back."""

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext_noop

from campaigns.models.log import EVERYTHING, Change, LogEntry
from rules.house_rules import Departure, between, changes_of
from rules.presets import find_preset
from rules.problems import Problem, Refused
from rules.ruleset import Ruleset

if TYPE_CHECKING:
    from campaigns.models.seats import Membership

HouseRules = Mapping[str, object]
"""`{dotted path: plain value}`, see `rules.options`."""

FOLLOWING: list[Callable[[Any, Ruleset, Ruleset], Iterable[Change]]] = []
"""What apps above change with the rules: `(campaign, rules before, rules after) → changes`, in the same transaction."""


class Overtaken(Exception):
    """Somebody else changed the house rules meanwhile: these were begun at others."""


class Ruled:
    """What changes the rules of a campaign; the rest of `Campaign` is in the file beside."""

    if TYPE_CHECKING:
        preset: str
        changes: HouseRules
        recording: Any
        save: Any

        @property
        def ruleset(self) -> Ruleset: ...

    @property
    def preset_ruleset(self) -> Ruleset:
        """The rules it began with, nothing changed."""
        return find_preset(self.preset)

    def amend(
        self, by: "Membership", changes: HouseRules, press: str = "", was: HouseRules | None = None
    ) -> LogEntry | None:
        """Play by these house rules from now on, which are all of them; None where they are in force already.

        `was`: those that it was begun at. Raises Overtaken where others are in force by now, Refused with every
        Problem.
        """
        with self.recording(by, press) as record:
            if was is not None and was != self.changes:
                raise Overtaken
            before, after = self.ruleset, self.preset_ruleset.patched(changes)
            found = [facts_of(each) for each in between(before, after)]
            if not found:
                return None
            change = self._play_by(after)
            entry: LogEntry = record("rules", {"differences": found}, changes=[change], regions=[EVERYTHING])
            return entry

    def restore_rules(self, change: Change, give_back: Callable[[], Iterable[Change]]) -> Change:
        """Undo an amendment inside the caller's recording: only what it changed. Answers the change that was made.

        `give_back` reverses what had followed from it, once the rules are those that it is reversed under. Raises
        Refused where that was changed again since, or where what came since does not fit without it.
        """
        now, old, new = changes_of(self.ruleset), change["from"], change["to"]
        for path in sorted(old.keys() | new.keys()):
            if (path in now, now.get(path)) != (path in new, new.get(path)):
                message = gettext_noop("What it changed was changed again since then: take that back first.")
                raise Refused(Problem("changed_again", message, path, "T8"))
        kept = {path: value for path, value in now.items() if path not in new}
        return self._play_by(self.preset_ruleset.patched({**kept, **old}), give_back)

    def _play_by(self, after: Ruleset, first: Callable[[], Iterable[Change]] = tuple) -> Change:
        """Store the rules, do what comes `first` under them, and then what follows from them."""
        before = self.ruleset
        old, new = changes_of(before), changes_of(after)
        self.changes = new
        self.save(update_fields=["changes"])
        self.__dict__.pop("ruleset", None)
        return {
            "what": "rules",
            "of": "rules",
            "from": _but(old, new),
            "to": _but(new, old),
            "followed": [*first(), *(change for follow in FOLLOWING for change in follow(self, before, after))],
        }


def facts_of(difference: Departure) -> dict[str, Any]:
    """A difference as the log keeps it: its labels are message ids, or words of the table."""
    return {
        "path": difference.path,
        "kind": difference.kind,
        "rule": difference.rule,
        "label": difference.label,
        "subject": difference.subject,
        "from": difference.before,
        "to": difference.after,
    }


def _but(some: HouseRules, others: HouseRules) -> dict[str, object]:
    """Those that the others have not, or not so."""
    return {path: value for path, value in some.items() if path not in others or others[path] != value}
