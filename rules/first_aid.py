"""First aid and healing (C14)."""

from dataclasses import dataclass

from rules.checks import DIFFICULTIES
from rules.messages import gettext_noop as _
from rules.notation import Dice, step
from rules.options import option


@dataclass(frozen=True, slots=True)
class FirstAid:
    """What heals, against what, and what it gives back; a degree of a critical adds a d6 (C5)."""

    enforces = ("C14",)
    skills: tuple[str, ...] = ("healing_and_herbs", "medicine")
    difficulty: int = option("C14", _("Difficulty"), 15, DIFFICULTIES.start, DIFFICULTIES.stop - 1)
    dice: Dice = option("C14", _("Points healed"), step(0))  # noqa: RUF009 (dice are frozen)
