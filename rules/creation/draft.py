"""A character being made: what it costs, all that is wrong with it, and when it is finished (P1–P5)."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

from rules.creation.budgets import Creation
from rules.creation.build import Build
from rules.messages import gettext_noop as _
from rules.problems import Problem
from rules.traits import Catalog, Chapter

T = TypeVar("T")


class Left(NamedTuple):
    """Points still to be spent; negative if more are spent than there are."""

    attributes: int
    skills: int


@dataclass(frozen=True, slots=True)
class Draft:
    """A character being built under the rules of creation.

    `build` is what is written; an attribute that is not written counts as the least there may be, and as missing when
    it comes to finishing. `approved` are the paths of attributes that a GM lets be a prodigy's (P3).
    """

    creation: Creation
    known: Catalog
    build: Build
    approved: Collection[str] = ()

    @property
    def attribute_keys(self) -> tuple[str, ...]:
        """The attributes that the ruleset knows."""
        return tuple(each.key for each in self.known.attributes)

    @property
    def skill_keys(self) -> tuple[str, ...]:
        """The skills that the ruleset knows."""
        return tuple(each.key for each in self.known.skills)

    @property
    def left(self) -> Left:
        """The points that are left (P1, P2, P4): an attribute costs its value less the base, a skill its level.

        What the ruleset does not know costs nothing: it is a Problem anyway.
        """
        attributes = sum(self._attribute(key) - self.creation.attribute_base for key in self.attribute_keys)
        skills = sum(self.build.skills.get(key, 0) for key in self.skill_keys)
        skills += len(self.build.specializations) * self.creation.specialization_points
        if not self._has_purse:
            skills += self._technique_levels
        return Left(self.creation.attribute_points - attributes, self.creation.skill_points - skills)

    @property
    def generation_left(self) -> int:
        """The PG that are left (P5): a technique costs its level, a mastery what its grades cost."""
        mastery = self.known.mastery
        masteries = sum(map(mastery.cost, self.build.masteries.values())) if mastery else 0
        techniques = self._technique_levels if self._has_purse else 0
        return self.creation.generation_points - techniques - masteries

    @property
    def lost(self) -> int:
        """The points that would be lost by finishing now: those of skills and PG (P3)."""
        return max(0, self.left.skills) + max(0, self.generation_left)

    def problems(self) -> tuple[Problem, ...]:
        """All that even a draft may not have (P1–P5), at once: traits out of bounds or unknown, budgets overspent.

        The field is the path of the trait; for a budget "attributes", "skills" or "generation".
        """
        rules, build = self.creation, self.build
        low, high = rules.attribute_minimum, rules.attribute_maximum
        return (
            *_out_of_bounds(Chapter.ATTRIBUTES, build.attributes, self.attribute_keys, low, high, "P1"),
            *_out_of_bounds(Chapter.SKILLS, build.skills, self.skill_keys, 0, rules.skill_maximum, "P2"),
            *self._sums(),
            *self._techniques(),
            *self._specializations(),
            *self._masteries(),
            *self._pyramid(),
            *_over_budget("attributes", self.left.attributes, _("%(over)s attribute points too many."), "P1"),
            *_over_budget("skills", self.left.skills, _("%(over)s skill points too many."), "P2"),
            *_over_budget("generation", self.generation_left, _("%(over)s generation points too many."), "P5"),
        )

    def finishing_problems(self) -> tuple[Problem, ...]:
        """All that stands in the way of finishing (P3): the problems of the draft, attributes that have no value yet or
        a GM must approve, skills below their least level, and attribute points left."""
        return (*self.problems(), *self._unfinished())

    def to_confirm(self) -> tuple[Problem, ...]:
        """What is lost by finishing now, for the player to confirm: unspent skill points and PG (P3)."""
        return (
            *_unspent("skills", self.left.skills, _("%(left)s skill points are not spent and would be lost.")),
            *_unspent(
                "generation", self.generation_left, _("%(left)s generation points are not spent and would be lost.")
            ),
        )

    # --- inside -------------------------------------------------------------------------------------------------------

    @property
    def _has_purse(self) -> bool:
        """Whether techniques are paid in PG (P5)."""
        return self.creation.generation_points > 0

    @property
    def _technique_levels(self) -> int:
        return sum(each.level for each in self.build.techniques)

    def _attribute(self, key: str) -> int:
        return self.build.attributes.get(key, self.creation.attribute_minimum)

    def _sums(self) -> Iterator[Problem]:
        """Skills and techniques that are too high together with their attribute (P3)."""
        limit = self.creation.sum_maximum
        leaning = [
            (Chapter.SKILLS.path(each.key), each.attribute, self.build.skills.get(each.key, 0))
            for each in self.known.skills
        ]
        leaning += [(Chapter.TECHNIQUES.path(each.key), each.attribute, each.level) for each in self.build.techniques]
        for path, attribute, level in leaning:
            value = self._attribute(attribute) + level
            if limit is not None and level > 0 and value > limit:
                message = _("%(value)s with its attribute is over the maximum of %(maximum)s.")
                yield Problem("over", message, path, "P3", {"value": value, "maximum": limit})

    def _techniques(self) -> Iterator[Problem]:
        for each in self.build.techniques:
            yield from each.problems(self.known)
            yield from _over(Chapter.TECHNIQUES.path(each.key), each.level, self.creation.skill_maximum, "P2")
        for key in _repeated(each.key for each in self.build.techniques):
            path = Chapter.TECHNIQUES.path(key)
            yield Problem("used_twice", _("“%(key)s” is used twice."), path, "P2", {"key": key})

    def _specializations(self) -> Iterator[Problem]:
        written = self.build.specializations
        if written and not self.creation.has_specializations:
            yield Problem("off", _("There are no specializations here."), Chapter.SPECIALIZATIONS, "P4")
        for each in written:
            path = Chapter.SPECIALIZATIONS.path(each.skill)
            if each.skill not in self.skill_keys:
                yield Problem("unknown_trait", _("There is no “%(key)s” here."), path, "P4", {"key": each.skill})
            else:
                yield from self.creation.unskilled_specialization(path, self.build.skills.get(each.skill, 0))
            if not each.name.strip():
                yield Problem("nameless", _("A specialization has a name."), path, "P4")
        for each in _repeated(written):
            path = Chapter.SPECIALIZATIONS.path(each.skill)
            yield Problem("used_twice", _("“%(key)s” is used twice."), path, "P4", {"key": each.name})

    def _masteries(self) -> Iterator[Problem]:
        mastery = self.known.mastery
        if self.build.masteries and not mastery:
            yield Problem("off", _("There are no masteries here."), Chapter.MASTERIES, "D10")
        for key, grade in self.build.masteries.items():
            path = Chapter.MASTERIES.path(key)
            if key not in self.known.weapon_skills:
                yield Problem("unknown_trait", _("There is no “%(key)s” here."), path, "D10", {"key": key})
            elif grade < 1:
                message = _("%(value)s is under the minimum of %(minimum)s.")
                yield Problem("under", message, path, "D10", {"value": grade, "minimum": 1})
            elif mastery:
                level = max((self.build.skills.get(each, 0) for each in self.known.weapon_skills[key]), default=0)
                yield from mastery.unskilled(path, grade, level)

    def _pyramid(self) -> Iterator[Problem]:
        if not self.creation.pyramid:
            return
        levels = [self.build.skills.get(key, 0) for key in self.skill_keys]
        if not self._has_purse:
            levels += [each.level for each in self.build.techniques]
        for level, standing in self.creation.crowded(levels):
            message = _("%(count)s skills are at level %(level)s or above, and the pyramid has room for %(places)s.")
            params = {"count": standing, "level": level, "places": self.creation.places(level)}
            yield Problem("pyramid", message, "skills", "P3", params)

    def _unfinished(self) -> Iterator[Problem]:
        for key in self.attribute_keys:
            path = Chapter.ATTRIBUTES.path(key)
            if key not in self.build.attributes:
                yield Problem("missing", _("This attribute has no value yet."), path, "P3")
            yield from self.creation.unapproved(path, self._attribute(key), self.approved)
        for skill in self.known.skills:
            level = self.build.skills.get(skill.key, 0)
            if level < skill.minimum:
                message = _("%(value)s is under the minimum of %(minimum)s.")
                params = {"value": level, "minimum": skill.minimum}
                yield Problem("too_low", message, Chapter.SKILLS.path(skill.key), "P3", params)
        if self.left.attributes > 0:
            message = _("%(left)s attribute points are still to be spent.")
            yield Problem("unspent", message, "attributes", "P3", {"left": self.left.attributes})


def _out_of_bounds(
    chapter: Chapter, values: Mapping[str, int], keys: Collection[str], low: int, high: int, rule: str
) -> Iterator[Problem]:
    for key, value in values.items():
        path = chapter.path(key)
        if key not in keys:
            yield Problem("unknown_trait", _("There is no “%(key)s” here."), path, rule, {"key": key})
        elif value < low:
            message = _("%(value)s is under the minimum of %(minimum)s.")
            yield Problem("under", message, path, rule, {"value": value, "minimum": low})
        else:
            yield from _over(path, value, high, rule)


def _repeated(written: Iterable[T]) -> Iterator[T]:
    return (each for each, times in Counter(written).items() if times > 1)


def _over(path: str, value: int, high: int, rule: str) -> Iterator[Problem]:
    if value > high:
        message = _("%(value)s is over the maximum of %(maximum)s.")
        yield Problem("over", message, path, rule, {"value": value, "maximum": high})


def _over_budget(field: str, left: int, message: str, rule: str) -> Iterator[Problem]:
    if left < 0:
        yield Problem("over_budget", message, field, rule, {"over": -left})


def _unspent(field: str, left: int, message: str) -> Iterator[Problem]:
    if left > 0:
        yield Problem("unspent", message, field, "P3", {"left": left})
