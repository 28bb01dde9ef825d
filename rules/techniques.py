"""What a character has of its own making: techniques and specializations (P2, P4)."""

from collections.abc import Iterator
from dataclasses import dataclass

from rules.checks import DIFFICULTIES
from rules.effects import EffectKind
from rules.gear import Weapon
from rules.lasting import Lasting, Save
from rules.messages import gettext_noop as _
from rules.notation import Dice
from rules.problems import Problem
from rules.traits import Catalog, Chapter

TECHNIQUE_EFFECTS = (EffectKind.DAMAGE, EffectKind.HEALING, EffectKind.TURNS)
"""What a technique may throw dice for (P2)."""


@dataclass(frozen=True, slots=True)
class Technique:
    """A skill of one character's own, with a free text of what is special about it (P2).

    In a fight it may be rolled against a number or the target's defense, throw dice for an effect, and leave that
    effect to a saving throw; without them its roll is a plain skill check.

    What the saving throw ends: the turns that the dice give; the harm, which comes again at the start of each own turn;
    or, without dice, a state that lasts until then (R10).
    """

    key: str
    name: str
    level: int
    attribute: str
    special: str = ""
    difficulty: int | None = None
    against_defense: bool = False
    effect: EffectKind | None = None
    dice: Dice | None = None
    saving_throw: Save | None = None

    @property
    def harms(self) -> bool:
        """Whether it is an attack."""
        return self.effect is EffectKind.DAMAGE

    @property
    def lasts(self) -> bool:
        """Whether it leaves something on those on whom it succeeds."""
        return self.effect is EffectKind.TURNS or bool(self.saving_throw and self.effect is not EffectKind.HEALING)

    @property
    def weapon(self) -> Weapon:
        """The technique as what one attacks with: like an edge it takes hit points (D8)."""
        return Weapon(self.key, self.name, self.dice) if self.dice else Weapon(self.key, self.name)

    def lasting(self, key: str, turns: int | None = None) -> Lasting | None:
        """What it leaves on somebody, under that key: for so many `turns`, where its dice give turns (R10, T2)."""
        if not self.lasts or (self.effect is EffectKind.TURNS and not turns):
            return None
        return Lasting(
            key,
            self.name,
            turns=turns,
            save=self.saving_throw,
            harm=self.dice if self.harms else None,
            rule="P2",
        )

    def problems(self, known: Catalog) -> Iterator[Problem]:
        """What does not fit together, whatever points there are; the field is "techniques.<key>"."""
        path = Chapter.TECHNIQUES.path(self.key)
        if not self.name.strip():
            yield Problem("nameless", _("A technique has a name."), path, "P2")
        if self.key in known.keys:
            yield Problem("used_twice", _("“%(key)s” is used twice."), path, "P2", {"key": self.key})
        if self.level < 1:
            message = _("%(value)s is under the minimum of %(minimum)s.")
            yield Problem("under", message, path, "P2", {"value": self.level, "minimum": 1})
        yield from self._unknown_attributes(known, path)
        yield from self._misfits(path)

    def _unknown_attributes(self, known: Catalog, path: str) -> Iterator[Problem]:
        named = {self.attribute, *([self.saving_throw.attribute] if self.saving_throw else [])}
        for name in sorted(named - {each.key for each in known.attributes}):
            message = _("There is no attribute “%(name)s”.")
            yield Problem("missing_attribute", message, path, "P2", {"name": name})

    def _misfits(self, path: str) -> Iterator[Problem]:
        if self.difficulty is not None and self.against_defense:
            message = _("A technique goes against a number or against a defense, not both.")
            yield Problem("two_difficulties", message, path, "P2")
        saved = self.saving_throw and self.saving_throw.difficulty
        if any(each not in DIFFICULTIES for each in (self.difficulty, saved) if each is not None):
            message = _("Difficulties go from %(minimum)s to %(maximum)s.")
            bounds = {"minimum": DIFFICULTIES.start, "maximum": DIFFICULTIES.stop - 1}
            yield Problem("out_of_bounds", message, path, "R8", bounds)
        if (self.effect is None) != (self.dice is None):
            yield Problem("half_an_effect", _("An effect has a kind and dice."), path, "P2")
        if self.effect is not None and self.effect not in TECHNIQUE_EFFECTS:
            yield Problem("not_an_effect", _("A technique harms, heals, or lasts some turns."), path, "P2")
        if self.effect is EffectKind.HEALING and self.saving_throw:
            yield Problem("nothing_to_save", _("There is no saving throw against healing."), path, "P2")


@dataclass(frozen=True, slots=True)
class Specialization:
    """A named part of one skill, in free words (P4)."""

    skill: str
    name: str
