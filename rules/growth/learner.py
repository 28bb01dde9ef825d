"""Someone who has px: what can be bought with them, what not and why, and what a GM puts right (X1–X5)."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Self

from rules.creation.budgets import TOP, Creation
from rules.growth.adventure import Adventure
from rules.growth.costs import Growth
from rules.growth.ledger import MAX_PX, Ledger, Movement, MovementKind, no_reason
from rules.messages import gettext_noop as _
from rules.problems import Problem, Refused
from rules.traits import Catalog, Chapter, chapter_and_key

PRICED = (Chapter.TECHNIQUES, Chapter.SPECIALIZATIONS)
"""What the GM prices (X2, P4)."""


@dataclass(frozen=True, slots=True)
class Extra:
    """Something that the GM has priced: range, area or damage of a technique (X2), or a specialization by name (P4)."""

    name: str
    px: int


@dataclass(frozen=True, slots=True)
class Purchase:
    """What someone wants to buy: a trait, by its path, raised to a level (of specializations: to how many a skill has).

    A technique may keep its level. `extras` and `powers`, the number of its new powers, are what it then costs.
    """

    trait: str
    to: int
    extras: tuple[Extra, ...] = ()
    powers: int = 0


@dataclass(frozen=True, slots=True)
class Offer:
    """The next level of a trait, its px, and all that speaks against buying it now."""

    purchase: Purchase
    px: int
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class Learner:
    """A finished character with its ledger. `levels` are all its numbers by path (`Build.levels`).

    `adventure` is the one that is open now, if any; `approved` are the paths of attributes that a GM lets be a
    prodigy's (P3).
    """

    growth: Growth
    creation: Creation
    known: Catalog
    levels: Mapping[str, int]
    ledger: Ledger
    adventure: Adventure | None = None
    approved: Collection[str] = ()

    @property
    def level(self) -> int:
        """The level that the px spent so far come to (X4)."""
        return self.growth.level(self.ledger.spent)

    def cost(self, purchase: Purchase) -> int:
        """The px of a purchase: the sum of all levels on the way, or of what the GM has priced (X2, P4)."""
        found = chapter_and_key(purchase.trait)
        levels = self.growth.cost(found[0], self._level(purchase.trait), purchase.to) if found else 0
        return levels + sum(each.px for each in purchase.extras) + purchase.powers * self.growth.power_cost

    def problems(self, purchase: Purchase) -> tuple[Problem, ...]:
        """Every reason why it cannot be bought now; the field is the path of the trait, for px "px"."""
        no = tuple(self._unknown(purchase))
        if no:
            return (*self._waiting(), *no)
        return (*self._waiting(), *self._limits(purchase), *self._prices(purchase), *self._poverty(purchase))

    def buy(self, key: str, purchase: Purchase, *, by: str = "") -> Movement:
        """The spend that a purchase is; `adding` it makes it count. Raises Refused with every Problem."""
        problems = self.problems(purchase)
        if problems:
            raise Refused(*problems)
        return Movement(
            key,
            MovementKind.SPEND,
            -self.cost(purchase),
            trait=purchase.trait,
            before=self._level(purchase.trait),
            after=purchase.to,
            reason=", ".join(each.name for each in purchase.extras),
            award=self.ledger.award,
            by=by,
        )

    def offers(self) -> Iterator[Offer]:
        """The next level of everything that the rules price, in the order of the ruleset."""
        paths = [Chapter.ATTRIBUTES.path(each.key) for each in self.known.attributes]
        paths += [Chapter.SKILLS.path(each.key) for each in self.known.skills]
        if self.known.mastery:
            paths += [Chapter.MASTERIES.path(weapon) for weapon in self.known.weapon_skills]
        for path in paths:
            purchase = Purchase(path, self._level(path) + 1)
            yield Offer(purchase, self.cost(purchase), self.problems(purchase))

    def refund(self, key: str, spend: str, *, reason: str, by: str = "") -> Movement:
        """The refund that takes a spend back, px and points (X1). Raises Refused with every Problem."""
        found = self.ledger.find(spend)
        if found is None or found not in self.ledger.spends:
            message = _("There is no such spend to take back.")
            raise Refused(Problem("unknown_movement", message, "spend", "X1"))
        problems = tuple(self._holding(found, reason))
        if problems:
            raise Refused(*problems)
        before = self._level(found.trait)
        return Movement(
            key,
            MovementKind.REFUND,
            -found.px,
            trait=found.trait,
            before=before,
            after=before - found.points,
            reason=reason.strip(),
            reverses=found.key,
            by=by,
        )

    def correct(self, key: str, trait: str, to: int, *, reason: str, by: str = "") -> Movement:
        """A GM's correction of a trait, which costs no px (X1). Raises Refused with every Problem."""
        before, found = self._level(trait), chapter_and_key(trait)
        problems = []
        if trait not in self.levels and not (found and self._knows(*found)):
            problems.append(_no_such_trait(trait))
        if to == before:
            problems.append(Problem("nothing", _("It is %(value)s already."), trait, "X1", {"value": before}))
        if not 0 <= to <= TOP:
            problems.append(_out_of_bounds(trait, 0, TOP))
        if not reason.strip():
            problems.append(no_reason())
        if problems:
            raise Refused(*problems)
        return Movement(key, MovementKind.CORRECTION, 0, trait, before, to, reason.strip(), by=by)

    def adding(self, movement: Movement) -> Self:
        """The same after one movement more: its ledger, and the trait that it moved."""
        moved = {movement.trait: movement.after} if movement.trait else {}
        return replace(self, ledger=self.ledger.adding(movement), levels={**self.levels, **moved})

    # --- inside -------------------------------------------------------------------------------------------------------

    def _level(self, path: str) -> int:
        return self.levels.get(path, 0)

    def _waiting(self) -> Iterator[Problem]:
        if self.growth.is_pooling(self.adventure):
            yield Problem("adventure_open", _("Px are spent once the adventure is closed."), "px", "X5")

    def _unknown(self, purchase: Purchase) -> Iterator[Problem]:
        """What makes a purchase none at all."""
        path, level = purchase.trait, self._level(purchase.trait)
        found = chapter_and_key(path)
        if found is None or not self._knows(*found):
            yield _no_such_trait(path)
        elif purchase.to < level or (purchase.to == level and found[0] is not Chapter.TECHNIQUES) or purchase.to < 1:
            yield Problem("not_higher", _("It is %(value)s already."), path, "X2", {"value": level})
        elif purchase.to > TOP:
            yield _out_of_bounds(path, 1, TOP)

    def _knows(self, chapter: Chapter, key: str) -> bool:
        match chapter:
            case Chapter.ATTRIBUTES:
                return any(each.key == key for each in self.known.attributes)
            case Chapter.MASTERIES:
                return key in self.known.weapon_skills
            case Chapter.TECHNIQUES:
                return key not in self.known.keys
            case _:
                return any(each.key == key for each in self.known.skills)

    def _limits(self, purchase: Purchase) -> Iterator[Problem]:
        """What the rules of its chapter have against it, whatever it costs."""
        path, to = purchase.trait, purchase.to
        chapter, _dot, key = path.partition(".")
        match chapter:
            case Chapter.ATTRIBUTES:
                if not self.growth.raises_attributes:
                    yield Problem("closed", _("Px raise no attributes here."), path, "X2")
                yield from _over(path, to, self.growth.attribute_maximum, "P3")
                yield from self.creation.unapproved(path, to, self.approved)
            case Chapter.SKILLS:
                yield from _over(path, to, self.growth.skill_maximum, "P2")
                yield from self._hurry(path, to)
            case Chapter.TECHNIQUES:
                yield from _over(path, to, self.growth.skill_maximum, "P2")
            case Chapter.SPECIALIZATIONS:
                yield from self._specialization(path, self._level(Chapter.SKILLS.path(key)), to)
            case _:
                if not self.known.mastery:
                    yield Problem("off", _("There are no masteries here."), path, "D10")
                yield from self._unskilled_mastery(key, to)

    def _specialization(self, path: str, skill: int, to: int) -> Iterator[Problem]:
        if not self.creation.has_specializations:
            yield Problem("off", _("There are no specializations here."), path, "P4")
        yield from self.creation.unskilled_specialization(path, skill)
        if to > self._level(path) + 1:
            yield Problem("too_many", _("Specializations are bought one by one."), path, "P4")

    def _unskilled_mastery(self, weapon: str, grade: int) -> Iterator[Problem]:
        """What speaks against a mastery of that grade: too low a level of all skills it is fought with (D10)."""
        skills = [self._level(Chapter.SKILLS.path(each)) for each in self.known.weapon_skills.get(weapon, ())]
        if self.known.mastery:
            yield from self.known.mastery.unskilled(Chapter.MASTERIES.path(weapon), grade, max(skills, default=0))

    def _unsupported(self, path: str) -> Iterator[Problem]:
        """What leans on that skill, and finds it too low: masteries (D10) and its specializations (P4)."""
        chapter, _dot, skill = path.partition(".")
        if chapter != Chapter.SKILLS:
            return
        for weapon, skills in self.known.weapon_skills.items():
            grade = self._level(Chapter.MASTERIES.path(weapon))
            if grade and skill in skills:
                yield from self._unskilled_mastery(weapon, grade)
        special = Chapter.SPECIALIZATIONS.path(skill)
        if self.creation.has_specializations and self._level(special):
            yield from self.creation.unskilled_specialization(special, self._level(path))

    def _hurry(self, path: str, to: int) -> Iterator[Problem]:
        """A skill rises one level in an award; one bought in this award may rise to 3 (X3)."""
        now = [each for each in self.ledger.spends if each.trait == path and each.award == self.ledger.award]
        is_new = self._level(path) == 0 or any(each.before == 0 for each in now)
        if is_new and to > self.growth.new_skill_levels:
            message = _("A new skill rises to %(maximum)s at most in the award it is bought in.")
            yield Problem("pace", message, path, "X3", {"maximum": self.growth.new_skill_levels})
        risen = sum(each.points for each in now) + to - self._level(path)
        if not is_new and risen > self.growth.levels_per_award:
            message = _("In one award a skill rises by %(maximum)s at most.")
            yield Problem("pace", message, path, "X3", {"maximum": self.growth.levels_per_award})

    def _prices(self, purchase: Purchase) -> Iterator[Problem]:
        """Whether what the GM prices has a price, and nothing else has one."""
        path, is_priced = purchase.trait, bool(purchase.extras or purchase.powers)
        found = chapter_and_key(path)
        if found and (found[0] in PRICED) != is_priced:
            message = _("The GM prices it first.") if not is_priced else _("The rules set its price.")
            yield Problem("unpriced" if not is_priced else "priced", message, path, "X2")
        if not 0 <= purchase.powers <= TOP or any(not 0 <= each.px <= MAX_PX for each in purchase.extras):
            yield _out_of_bounds(path, 0, MAX_PX)

    def _poverty(self, purchase: Purchase) -> Iterator[Problem]:
        px = self.cost(purchase)
        if px > max(0, self.ledger.balance):
            message = _("It costs %(px)s px, and there are %(balance)s.")
            yield Problem("not_enough", message, "px", "X1", {"px": px, "balance": self.ledger.balance})

    def _holding(self, spend: Movement, reason: str) -> Iterator[Problem]:
        """What holds a spend in its place."""
        path = spend.trait
        later = self.ledger.spends[self.ledger.spends.index(spend) + 1 :]
        is_stacked = Chapter(path.partition(".")[0]) not in PRICED
        if is_stacked and any(each.trait == path for each in later):
            yield Problem("built_upon", _("What was bought after it comes back first."), path, "X1")
        if self._level(path) < spend.points:
            yield _out_of_bounds(path, 0, TOP)
        yield from replace(self, levels={**self.levels, path: self._level(path) - spend.points})._unsupported(path)
        if not reason.strip():
            yield no_reason()


def _no_such_trait(path: str) -> Problem:
    return Problem("unknown_trait", _("There is no “%(key)s” here."), path, "X2", {"key": path})


def _out_of_bounds(path: str, low: int, high: int) -> Problem:
    message = _("This is a number from %(minimum)s to %(maximum)s.")
    return Problem("out_of_bounds", message, path, "X2", {"minimum": low, "maximum": high})


def _over(path: str, value: int, limit: int | None, rule: str) -> Iterator[Problem]:
    if limit is not None and value > limit:
        message = _("%(value)s is over the maximum of %(maximum)s.")
        yield Problem("over", message, path, rule, {"value": value, "maximum": limit})
