"""The kinds of log entries that characters bring: each module registers its own."""

from characters.log import building, rolls, words

__all__ = ["building", "rolls", "words"]
