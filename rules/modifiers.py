"""Modifiers that a table has names for, to be picked before a roll (D3)."""

from dataclasses import dataclass

from rules.options import column


@dataclass(frozen=True, slots=True)
class Modifier:
    """One modifier of the list: what it is called, and what it adds to the dice."""

    key: str
    label: str
    value: int = column(0, -20, 20)
