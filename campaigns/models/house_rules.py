"""House rules: what a campaign plays otherwise than its preset, changed by those who lead, logged and taken back."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from campaigns.models.log import Change, LogEntry
from rules.presets import find_preset
from rules.ruleset import Ruleset

if TYPE_CHECKING:
    from campaigns.models.seats import Membership

HouseRules = Mapping[str, object]
"""`{dotted path: plain value}`, see `rules.options`."""


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
            if changes == self.changes:
                return None
            change = self._play_by(changes)
            entry: LogEntry = record(
                "rules", {"paths": sorted({*change["from"], *change["to"]})}, changes=[change], regions=["*"]
            )
            return entry

    def restore_rules(self, change: Change) -> Change:
        """Undo an amendment inside the caller's recording: only what it changed. Raises Refused."""
        kept = {path: value for path, value in self.changes.items() if path not in change["to"]}
        return self._play_by({**kept, **change["from"]})

    def _play_by(self, new: HouseRules) -> Change:
        self.preset_ruleset.patched(new)
        old, self.changes = self.changes, dict(new)
        self.save(update_fields=["changes"])
        self.__dict__.pop("ruleset", None)
        return {"what": "rules", "of": "rules", "from": _but(old, new), "to": _but(new, old)}


def _but(some: HouseRules, others: HouseRules) -> dict[str, object]:
    """Those that the others have not, or not so."""
    return {path: value for path, value in some.items() if path not in others or others[path] != value}
