"""The regions and pages that show characters: each module registers its own."""

from characters.regions import build, evenings, growth, sheet

__all__ = ["build", "evenings", "growth", "sheet"]
