"""The one source of chance of the site. Tests put scripted dice here."""

import secrets

from rules.dice import Draw


def from_the_system(sides: int) -> int:
    return secrets.randbelow(sides) + 1


source: Draw = from_the_system


def draw(sides: int) -> int:
    """A face of a die with `sides` sides."""
    return source(sides)
