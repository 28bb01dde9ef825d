"""Finding by a part of what is written, whatever its accents and capitals; every word asked for must be there."""

from unicodedata import category, normalize

LONGEST = 60


def plain(text: str) -> str:
    """Without accents and capitals."""
    return "".join(letter for letter in normalize("NFD", text) if category(letter) != "Mn").casefold()


def words_of(asked: str) -> list[str]:
    """What to look for."""
    return plain(asked[:LONGEST]).split()


def holds(text: str, words: list[str]) -> bool:
    """Whether a text has every one of the words, `text` being what `plain` answers."""
    return all(word in text for word in words)
