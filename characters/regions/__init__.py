"""The regions and pages that show characters: each module registers its own."""

from characters.regions import build, sheet, words

__all__ = ["build", "sheet", "words"]
