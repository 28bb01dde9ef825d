"""The kinds of log entries that characters bring: each module registers its own."""

from characters.log import building, evenings, growth, lives, rolls, words

__all__ = ["building", "evenings", "growth", "lives", "rolls", "words"]
