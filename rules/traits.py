"""What a ruleset has names for: attributes, skills, pools of points, and values derived from them (C0, P1, P2)."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from rules.formula import Formula
from rules.mastery import Mastery
from rules.messages import gettext_noop as _
from rules.options import column, fixed, option
from rules.problems import Problem
from rules.sheet import Sheet


class Chapter(StrEnum):
    """The kinds of traits that points are spent on; a trait's path is its chapter and its key: "skills.dodge"."""

    ATTRIBUTES = "attributes"
    SKILLS = "skills"
    TECHNIQUES = "techniques"
    SPECIALIZATIONS = "specializations"
    MASTERIES = "masteries"

    def path(self, key: str) -> str:
        """The path of a trait of this chapter; the field of what is wrong with it, too."""
        return f"{self.value}.{key}"


def chapter_and_key(path: str) -> tuple[Chapter, str] | None:
    """The two halves of a trait's path; None if it is none."""
    chapter, _dot, key = path.partition(".")
    return (Chapter(chapter), key) if key and chapter in list(Chapter) else None


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
    """A skill, the attribute it usually goes with (R2), and the settings that have it (W).

    `minimum` is the level that every new character must have of it (P3).
    """

    key: str
    label: str
    attribute: str = column(table="attributes")
    settings: frozenset[Setting] = frozenset(Setting)
    minimum: int = column(0, 0, 20)


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


@dataclass(frozen=True, slots=True)
class Catalog:
    """What a ruleset has to choose from. Each part with a `problems(known)` is asked for what it names in vain.

    `weapon_skills`: the skills that each weapon is fought with, by its key; `mastery`: None where nobody has any.
    """

    attributes: tuple[Attribute, ...]
    skills: tuple[Skill, ...]
    weapon_skills: Mapping[str, Collection[str]] = field(default_factory=dict)
    mastery: Mastery | None = None

    @property
    def keys(self) -> frozenset[str]:
        """The keys of attributes and skills, which share one space."""
        return frozenset(each.key for each in self.attributes) | frozenset(each.key for each in self.skills)

    def lost(self, attribute: str, rule: str) -> Iterator[Problem]:
        """What speaks against a rule that names this attribute: it is not there (P1)."""
        if attribute not in {each.key for each in self.attributes}:
            message = _("A rule needs the attribute “%(name)s”.")
            yield Problem("missing_attribute", message, f"attributes.{attribute}", rule, {"name": attribute})
