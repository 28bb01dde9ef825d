"""Characters: heroes with their players, and foes. The site loads and stores them; all arithmetic is in `rules`."""

from characters.models.character import Character, CharacterQuerySet, build_of
from characters.models.choices import Gender, Sharing
from characters.models.ledger import Erasure, LedgerEntry
from characters.models.points import MOST_POINTS, Pool
from characters.models.portrait import Portrait
from characters.models.writing import TEXTS

__all__ = [
    "MOST_POINTS",
    "TEXTS",
    "Character",
    "CharacterQuerySet",
    "Erasure",
    "Gender",
    "LedgerEntry",
    "Pool",
    "Portrait",
    "Sharing",
    "build_of",
]
