"""An attack that waits for its target to defend itself (C8, D8)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules.blows import Share
from rules.checks import Outcome
from rules.effects import Effect
from rules.gear import Weapon
from rules.lasting import Lasting
from rules.notation import Dice


@dataclass(frozen=True, slots=True)
class Pending:
    """A hit whose damage is thrown once its target has failed to escape it, or does not try (C8).

    A roll that waits for a dodge in place of the defense value (D8) has no difficulty yet; `defense` is the value that
    counts if the dodge is waived, `is_tied`: both had the same total. If it hits, so many projectiles have `struck`
    (D11); `called` is what was aimed at (D15), and `leaves` what begins on the target (P2). `attack` is the key that
    all waiting hits of one attack share, and `thrown` its damage, once somebody it hit had to take it (C3). `rolled`
    are the facts of the attack's outcome, the rest is what the blow will need.
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
    defense: int | None = None
    is_tied: bool = False
    struck: int = 1
    called: str = ""
    leaves: Lasting | None = None

    @property
    def outcome(self) -> Outcome:
        """What the attack rolled."""
        return Outcome.from_facts(self.rolled)
