"""What a ruleset has names for: attributes, skills, pools of points, and values derived from them (C0, P1, P2)."""

from dataclasses import dataclass
from enum import StrEnum

from rules.formula import Formula
from rules.messages import gettext_noop as _
from rules.options import fixed, option
from rules.sheet import Sheet


class Setting(StrEnum):
    """Where and when a campaign plays, as the lists of skills tell it (W)."""

    MEDIEVAL = "medieval"
    CONTEMPORARY = "contemporary"
    FUTURE = "future"


@dataclass(frozen=True, slots=True)
class Attribute:
    """An attribute, its label and its abbreviation."""

    key: str
    label: str
    short: str


@dataclass(frozen=True, slots=True)
class Skill:
    """A skill, the attribute it usually goes with (R2), and the settings that have it (W)."""

    key: str
    label: str
    attribute: str
    settings: frozenset[Setting] = frozenset(Setting)


@dataclass(frozen=True, slots=True)
class PoolKind:
    """Points that go down and up; `formula` is their maximum."""

    key: str
    label: str
    short: str
    formula: Formula = option("C0", _("Maximum"))  # noqa: RUF009 (a formula is frozen)


@dataclass(frozen=True, slots=True)
class Derived:
    """A number that follows from others: a value, or what is added to the dice of its roll.

    `fixed_as` is another key under which a sheet may fix it (P6).
    """

    key: str
    label: str
    formula: Formula = option("C0", _("Formula"))  # noqa: RUF009 (a formula is frozen)
    rule: str = fixed("C0")
    fixed_as: str = fixed("")

    def fixed_on(self, sheet: Sheet) -> int | None:
        """The value that the sheet fixes in place of the formula (P6), if it does."""
        return sheet.fixed.get(self.key, sheet.fixed.get(self.fixed_as))
