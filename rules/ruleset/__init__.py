"""A ruleset is a value: traits, pools, formulas, and one part for each chapter of the rules. It never asks its key."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Self

from rules.changes import patch
from rules.creation import Draft
from rules.formula import Formula
from rules.messages import gettext_noop as _
from rules.options import options
from rules.problems import Problem, Refused
from rules.ruleset.striking import Striking
from rules.sheet import SHEET_NAMES
from rules.traits import Attribute, Derived, PoolKind, Setting, Skill

__all__ = ["Attribute", "Derived", "PoolKind", "Ruleset", "Setting", "Skill"]


class Ruleset(Striking):
    """The rules of one campaign. `key` says only which preset it comes from, and `base` is that preset.

    Keys of attributes, skills and SHEET_NAMES share one space: formulas name them.
    """

    __slots__ = ()

    def draft(self, attributes: Mapping[str, int], skills: Mapping[str, int]) -> Draft:
        """A character being built with these traits (P1–P3)."""
        attribute_keys = tuple(each.key for each in self.attributes)
        skill_keys = tuple(each.key for each in self.skills)
        return Draft(self.creation, attribute_keys, skill_keys, attributes, skills)

    def patched(self, changes: Mapping[str, object]) -> Self:
        """The ruleset with a campaign's changes, `{dotted path: plain value}` (see `rules.options`).

        Raises Refused with every Problem at once: those of the values and those of what they add up to.
        """
        ruleset, problems = patch(self, changes)
        problems += tuple(ruleset.problems())
        if problems:
            raise Refused(*problems)
        return replace(ruleset, base=self.base or self)

    def problems(self) -> Iterator[Problem]:
        """What does not fit together: a key used twice, a skill or formula that names what is not there."""
        keys = [trait.key for trait in self.traits] + list(SHEET_NAMES)
        for key in sorted({key for key in keys if keys.count(key) > 1}):
            yield Problem("used_twice", _("“%(key)s” is used twice."), key, "P1", {"key": key})
        attributes = {each.key for each in self.attributes}
        for skill in self.skills:
            if skill.attribute not in attributes:
                message = _("“%(key)s” needs the attribute “%(name)s”, which is not there.")
                params = {"key": skill.key, "name": skill.attribute}
                yield Problem("missing_attribute", message, f"skills.{skill.key}", "P1", params)
        for name in (self.turns.initiative, self.attacks.melee, self.attacks.ranged, self.attacks.defense):
            if name not in {each.key for each in self.derived}:
                message = _("Fights need the value “%(name)s”.")
                yield Problem("missing_value", message, f"derived.{name}", "C0", {"name": name})
        for weapon in self.weapons:
            yield from weapon.problems()
        yield from self.creation.problems()
        if self.encumbrance_lowers and self.encumbered not in attributes:
            message = _("There is no attribute “%(name)s”.")
            yield Problem("missing_attribute", message, "encumbrance_lowers", "C0", {"name": self.encumbered})
        known = {trait.key for trait in self.traits}
        for each in options(self):
            if each.kind == "trait" and known.isdisjoint({each.value, each.instead}):
                message = _("There is no attribute or skill “%(name)s”.")
                yield Problem("missing_trait", message, each.path, each.rule, {"name": each.value})
            elif isinstance(each.value, Formula):
                for name in sorted(each.value.names - self.names):
                    message = _("The formula names “%(name)s”, which is not there.")
                    yield Problem("missing_name", message, each.path, each.rule, {"name": name})
