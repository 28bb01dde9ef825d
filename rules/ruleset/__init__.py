"""A ruleset is a value: traits, pools, formulas, and one part for each chapter of the rules. It never asks its key."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Protocol, Self, runtime_checkable

from rules.changes import patch
from rules.creation import Build, Draft
from rules.formula import Formula
from rules.growth import Adventure, Learner, Ledger
from rules.mastery import MASTERY
from rules.messages import gettext_noop as _
from rules.options import options
from rules.options import parts as parts_of
from rules.problems import Problem, Refused
from rules.ruleset.hardship import Hardship
from rules.ruleset.healing import Healing
from rules.sheet import SHEET_NAMES, Sheet
from rules.techniques import Specialization, Technique
from rules.traits import Attribute, Catalog, Derived, PoolKind, Setting, Skill

__all__ = ["Attribute", "Derived", "PoolKind", "Ruleset", "Setting", "Skill"]


@runtime_checkable
class NamesTraits(Protocol):
    """A part with something to check beyond the bounds of its options, such as a trait that it names by its key."""

    def problems(self, known: Catalog) -> Iterator[Problem]:
        """What does not fit together; the field is the path of an option."""


class Ruleset(Hardship, Healing):
    """The rules of one campaign. `key` says only which preset it comes from, and `base` is that preset.

    Keys of attributes, skills and SHEET_NAMES share one space: formulas name them.
    """

    __slots__ = ()

    def draft(
        self,
        attributes: Mapping[str, int],
        skills: Mapping[str, int],
        *,
        techniques: Iterable[Technique] = (),
        specializations: Iterable[Specialization] = (),
        masteries: Mapping[str, int] | None = None,
        approved: Collection[str] = (),
    ) -> Draft:
        """A character being built with these traits (P1–P5); `approved`: paths of attributes a GM approved (P3)."""
        build = Build(attributes, skills, tuple(techniques), tuple(specializations), masteries or {})
        return Draft(self.creation, self.catalog, build, approved)

    def learner(
        self,
        levels: Mapping[str, int],
        ledger: Ledger,
        *,
        adventure: Adventure | None = None,
        approved: Collection[str] = (),
    ) -> Learner:
        """A finished character who may spend px (X1–X5); see `Learner` for what it is given."""
        return Learner(self.growth, self.creation, self.catalog, levels, ledger, adventure, approved)

    def change_level(self, sheet: Sheet, level: int) -> dict[str, int]:
        """The difference to each pool, by its key, when the level of a sheet becomes another (C0, X4).

        A rise raises what there is by as much as the maximum; a fall only cuts it to the new maximum.
        """
        after = replace(sheet, level=level)
        return {kind.key: self.change_pool(after, kind.key, self._rise(sheet, after, kind.key)) for kind in self.pools}

    def _rise(self, before: Sheet, after: Sheet, pool_key: str) -> int:
        return max(0, self.maximum(after, pool_key) - self.maximum(before, pool_key))

    def patched(self, changes: Mapping[str, object]) -> Self:
        """The ruleset with a campaign's changes, `{dotted path: plain value}` (see `rules.options`).

        Raises Refused with every Problem at once: those of the values and those of what they add up to.
        """
        ruleset, problems = patch(self, changes)
        ruleset = replace(ruleset, base=self.base or self)
        problems += tuple(ruleset.problems())
        if problems:
            raise Refused(*problems)
        return ruleset

    def problems(self) -> Iterator[Problem]:
        """What does not fit together: a key used twice, a skill or formula that names what is not there."""
        keys = [trait.key for trait in self.traits] + [*SHEET_NAMES, MASTERY]
        for key in sorted({key for key in keys if keys.count(key) > 1}):
            yield Problem("used_twice", _("“%(key)s” is used twice."), key, "P1", {"key": key})
        attributes = {each.key for each in self.attributes}
        for skill in self.skills:
            if skill.attribute not in attributes:
                message = _("“%(key)s” needs the attribute “%(name)s”, which is not there.")
                params = {"key": skill.key, "name": skill.attribute}
                yield Problem("missing_attribute", message, f"skills.{skill.key}", "P1", params)
        for name in (self.turns.initiative, *self.attacks.values):
            if name not in {each.key for each in self.derived}:
                message = _("Fights need the value “%(name)s”.")
                yield Problem("missing_value", message, f"derived.{name}", "C0", {"name": name})
        for weapon in self.weapons:
            yield from weapon.problems()
        if self.attacks.shooting:
            yield from self.attacks.shooting.problems()
        for each in parts_of(self):
            part = getattr(self, each.name)
            if isinstance(part, NamesTraits):
                yield from part.problems(self.catalog)
        if self.encumbrance_lowers and self.encumbered not in attributes:
            message = _("There is no attribute “%(name)s”.")
            yield Problem("missing_attribute", message, "encumbrance_lowers", "C0", {"name": self.encumbered})
        known = {trait.key for trait in self.traits}
        for option in options(self):
            if (
                option.kind == "trait"
                and option.value not in known
                and (option.is_changed or option.instead not in known)
            ):
                message = _("There is no attribute or skill “%(name)s”.")
                yield Problem("missing_trait", message, option.path, option.rule, {"name": option.value})
            elif option.kind == "table" and len(option.value) < (option.minimum or 0):  # type: ignore[arg-type]
                yield Problem("too_few", _("There must be at least one row."), option.path, option.rule)
            elif isinstance(option.value, Formula):
                for name in sorted(option.value.names - self.names):
                    message = _("The formula names “%(name)s”, which is not there.")
                    yield Problem("missing_name", message, option.path, option.rule, {"name": name})
