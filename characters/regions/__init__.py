"""The regions and pages that show characters: each module registers its own."""

from characters.regions import build, evenings, files, growth, hands, sheet, words

__all__ = ["build", "evenings", "files", "growth", "hands", "sheet", "words"]
