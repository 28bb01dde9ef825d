"""The kinds of log entries that characters bring: each module registers its own."""

from characters.log import building, contests, rolls

__all__ = ["building", "contests", "rolls"]
