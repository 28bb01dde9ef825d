"""Creation: points shared out among traits, and when a character is finished (P1–P5)."""

from rules.creation.budgets import Creation, Tier
from rules.creation.build import Build
from rules.creation.draft import Draft, Left

__all__ = ["Build", "Creation", "Draft", "Left", "Tier"]
