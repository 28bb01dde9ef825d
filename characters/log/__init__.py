"""The kinds of log entries that characters bring: each module registers its own."""

from characters.log import building, evenings, growth, rolls

__all__ = ["building", "evenings", "growth", "rolls"]
