"""Encounters and who fights in them."""

from combat.models.choices import MOST_AT_ONCE, ShownPoints, Status
from combat.models.combatant import Combatant
from combat.models.encounter import Encounter
from combat.models.fighting import counted, fighting_of, seen_foes
from combat.models.library import FoeTemplate, Group, SavedEncounter

__all__ = [
    "MOST_AT_ONCE",
    "Combatant",
    "Encounter",
    "FoeTemplate",
    "Group",
    "SavedEncounter",
    "ShownPoints",
    "Status",
    "counted",
    "fighting_of",
    "seen_foes",
]
