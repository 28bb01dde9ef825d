"""The regions and pages that show characters: each module registers its own."""

from characters.regions import build, sheet

__all__ = ["build", "sheet"]
