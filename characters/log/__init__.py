"""The kinds of log entries that characters bring: each module registers its own."""

from characters.log import building, contests, evenings, growth, lives, rolls, words

__all__ = ["building", "contests", "evenings", "growth", "lives", "rolls", "words"]
