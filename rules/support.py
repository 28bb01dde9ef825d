"""Support rolls: margins that wait for the roll they help (D9)."""

from dataclasses import dataclass

MAX_SUPPORTS = 20
"""Margins that wait on one character."""


@dataclass(frozen=True, slots=True)
class Support:
    """The margin of a support roll, for the next roll of that trait or derived value, once."""

    trait: str
    margin: int
