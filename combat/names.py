"""What a combatant is called, for those who lead and for the table; and numbers for those who come in groups."""

import re
from collections.abc import Iterable, Iterator
from itertools import islice, product
from string import ascii_uppercase


def numbered(name: str, count: int, taken: Iterable[str]) -> list[str]:
    """`count` names that nobody has: "Goblin 1", "Goblin 2"…; a single one whose name is free keeps it.

    Numbers go on after the highest ever given, so that one who comes back is never taken for another.
    """
    taken = {other.casefold() for other in taken}
    if count == 1 and name.casefold() not in taken and not _highest(name, taken):
        return [name]
    first = _highest(name, taken) + 1
    return [f"{name} {number}" for number in range(first, first + count)]


def lettered(name: str, count: int, taken: Iterable[str]) -> list[str]:
    """Names for those whom the table does not see yet: "Goblin A", "Goblin B"… They get a number when it sees them, so
    that no number is missing meanwhile. One alone whose name is free keeps it."""
    taken = {other.casefold() for other in taken}
    if count == 1 and name.casefold() not in taken:
        return [name]
    free = (f"{name} {mark}" for mark in _marks())
    return list(islice((each for each in free if each.casefold() not in taken), count))


def unmarked(name: str) -> str:
    """A name that was numbered, without its number."""
    return re.sub(r" \d{1,6}\Z", "", name)


def _marks() -> Iterator[str]:
    for length in (1, 2):
        yield from map("".join, product(ascii_uppercase, repeat=length))


def _highest(name: str, taken: Iterable[str]) -> int:
    pattern = re.compile(re.escape(name.casefold()) + r" (\d{1,6})\Z")
    return max((int(match[1]) for other in taken if (match := pattern.match(other))), default=0)
