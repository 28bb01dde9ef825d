"""A hit that waits for its target to defend itself (C8)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules.blows import Share
from rules.checks import Outcome
from rules.effects import Effect
from rules.gear import Weapon
from rules.notation import Dice


@dataclass(frozen=True, slots=True)
class Pending:
    """A hit whose damage is thrown once its target has failed to escape it, or does not try (C8).

    `attack` is the key that all waiting hits of one attack share, and `thrown` its damage, once somebody it hit had to
    take it (C3). `rolled` are the facts of the attack's outcome, the rest is what the blow will need.
    """

    key: str
    attack: str
    by: str
    target: str
    weapon: Weapon
    damage: Dice
    rolled: Mapping[str, Any]
    is_lethal: bool
    share: Share = Share.WHOLE
    thrown: Effect | None = None

    @property
    def outcome(self) -> Outcome:
        """What the attack rolled."""
        return Outcome.from_facts(self.rolled)
