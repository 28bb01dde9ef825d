"""Injuries: what points that are lost or regained make of somebody (C10–C12, T5)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Protocol

from rules.checks import Check, Factor
from rules.endurance import Endurance
from rules.formula import Formula
from rules.gear import WeaponKind
from rules.messages import gettext_noop as _
from rules.options import option
from rules.vitals import Fate, Vitals


@dataclass(frozen=True, slots=True)
class Body:
    """Somebody as injuries see it: points and maxima by pool, the values that a formula may name, and its vitals.

    An attribute that it lacks, as a quick foe does, is not among the values (P6).
    """

    points: Mapping[str, int]
    maxima: Mapping[str, int]
    values: Mapping[str, int]
    vitals: Vitals


@dataclass(frozen=True, slots=True)
class Condition:
    """How a character fares. `wounded` holds while a wound lingers too; `lingering` is then how many ends of own turns
    are still to come, and 0 otherwise. `out`: it cannot act, for whatever reason; `fate` says more.
    `is_knocked_out`: it is out until some stamina returns (D8). `penalty` is what pain takes off every roll (D16).
    `hurt` is what those who are hurt are called: "wounded" (C10), "pain" or "stunned" (D16)."""

    wounded: bool
    lingering: int
    out: bool
    fate: Fate = Fate.UP
    is_knocked_out: bool = False
    penalty: int = 0
    hurt: str = "wounded"

    @property
    def word(self) -> str:
        """What it is called, in one word: "knocked-out", a fate, how it is hurt; nothing where one fares well."""
        if self.out:
            return "knocked-out" if self.is_knocked_out else self.fate.value
        return self.hurt if self.wounded or self.penalty else ""

    def facts(self) -> dict[str, Any]:
        """Plain JSON values for the log."""
        return {
            "wounded": self.wounded,
            "lingering": self.lingering,
            "out": self.out,
            "fate": self.fate.value,
            "knocked_out": self.is_knocked_out,
            "penalty": self.penalty,
            "hurt": self.hurt,
        }

    @classmethod
    def from_facts(cls, facts: Mapping[str, Any]) -> "Condition":
        """The condition that gave these facts."""
        names = {"knocked_out": "is_knocked_out"}
        return cls(**{names.get(name, name): value for name, value in facts.items()} | {"fate": Fate(facts["fate"])})


@dataclass(frozen=True, slots=True)
class Circumstances:
    """What injuries must know of a change of points besides the points.

    `in_encounter`; `own_turn`: the character's own turn has begun and not ended (T5); `is_heroic`: it may hold on and
    come back (C11); `has_fallen`: before, in this encounter (C11); `is_lethal`: the blow is meant to kill (C11);
    `is_harm`: it is a blow, even if it took no points from somebody who had none left.
    """

    in_encounter: bool = False
    own_turn: bool = False
    is_heroic: bool = True
    has_fallen: bool = False
    is_lethal: bool = False
    is_harm: bool = False


PEACE = Circumstances()
"""Out of an encounter, and no blow."""


class Injuries(Protocol):
    """What a kind of injuries answers. `pool` is the key of the points whose loss wounds, `rule` the id of the rule by
    which it does."""

    @property
    def rule(self) -> str: ...

    @property
    def pool(self) -> str: ...

    @property
    def hurt(self) -> str:
        """What one is called at the threshold, as `Condition.hurt` says it."""

    @property
    def names(self) -> frozenset[str]:
        """The attributes and other values that it asks for (`Body.values`)."""

    @property
    def endurance(self) -> Endurance | None:
        """How pain is borne (D16); None where it is not."""

    def floor(self, pool: str) -> int:
        """The least that a pool can hold."""

    def threshold(self, body: Body) -> Fraction:
        """The points of `pool` at or below which one is wounded, unrounded."""

    def condition(self, body: Body) -> Condition:
        """How somebody fares."""

    def hinder(self, check: Check, body: Body) -> Check:
        """The check as somebody in that state makes it."""

    def spread(self, body: Body, amount: int, kind: WeaponKind | None) -> Mapping[str, int]:
        """From which pools a harm of so many points by such a weapon is taken: they add up to `amount`."""

    def left(self, body: Body, kind: WeaponKind | None) -> int:
        """How many points of harm by such a weapon put somebody out, at least 0."""

    def after(self, before: Body, points: Mapping[str, int], how: Circumstances) -> Vitals:
        """The vitals once the points have become these."""

    def after_turn(self, body: Body) -> Vitals:
        """The vitals once an own turn ended (T1); effects are not its concern."""

    def reasons(self, was: Condition, now: Condition) -> tuple[str, ...]:
        """The ids of the rules by which somebody came from one condition to the other."""


@dataclass(frozen=True, slots=True)
class Falling:
    """Injuries of those who fall at 0 points, wounded from a threshold on (C10); what becomes of the fallen is
    `LastStand`'s. `pool` is the key of the points meant. Every other field is a campaign option."""

    rule = "C10"
    enforces = ("C10", "T5")
    pool: str = "pv"
    threshold_formula: Formula = option("C10", _("Wounded at or below"), Formula.parse("5"))  # noqa: RUF009 (a formula is frozen)
    half_when_small: bool = option("C10", _("Half a maximum that is no higher than the threshold"), True)
    linger_turns: int = option("C10", _("Own turns that a wound lingers"), 2, 0, 20)

    @property
    def hurt(self) -> str:
        """Wounded (C10)."""
        return "wounded"

    @property
    def names(self) -> frozenset[str]:
        """What the threshold names."""
        return self.threshold_formula.names

    @property
    def endurance(self) -> None:
        """Wounds are not borne: they keep a rank lower until they let go."""
        return None

    def floor(self, pool: str) -> int:
        """Points stop at 0 (C0)."""
        return 0

    def threshold(self, body: Body) -> Fraction:
        """The points at or below which one is wounded (C10), unrounded.

        Of somebody who lacks what the formula names, a quarter of the maximum, rounded down (P6).
        """
        maximum = body.maxima[self.pool]
        if not self.threshold_formula.names <= body.values.keys():
            return Fraction(maximum // 4)
        threshold = self.threshold_formula.evaluate(body.values)
        return Fraction(maximum, 2) if self.half_when_small and maximum <= threshold else Fraction(threshold)

    def condition(self, body: Body) -> Condition:
        """Wounded at or below the threshold, and while a wound lingers (C10, T5); out at 0 (C11).

        Points come first: by whatever road they rose, who has some is awake, save the dead.
        """
        points, vitals = body.points[self.pool], body.vitals
        is_below = points <= self.threshold(body)
        lingering = 0 if is_below else vitals.linger
        fate = vitals.fate
        if points > 0 and fate is not Fate.DEAD:
            fate = Fate.UP
        elif points <= 0 and fate is Fate.UP:
            fate = Fate.UNCONSCIOUS
        return Condition(is_below or lingering > 0, lingering, fate is not Fate.UP, fate)

    def hinder(self, check: Check, body: Body) -> Check:
        """The wounded keep one rank lower (C10)."""
        if not self.condition(body).wounded:
            return check
        return replace(check, factors=(*check.factors, Factor("wounded", -1, "C10")))

    def spread(self, body: Body, amount: int, kind: WeaponKind | None) -> Mapping[str, int]:
        """All harm is taken from the one pool (C3)."""
        return {self.pool: amount}

    def left(self, body: Body, kind: WeaponKind | None) -> int:
        """All points there are (C11)."""
        return body.points[self.pool]

    def after(self, before: Body, points: Mapping[str, int], how: Circumstances) -> Vitals:
        """Rising above the threshold makes the wound linger, falling to it clears that (T5). The fall to 0 offers a
        check, once in an encounter, to the heroic, and puts out everybody else (C11); harm while down adds a failure,
        and stable ones are down again with one (C12). Points above 0 wake everybody but the dead and clear the tally.
        """
        was, now = before.points[self.pool], points[self.pool]
        vitals = self._lingering(before, now, how)
        if now > 0:
            fate = Fate.DEAD if vitals.fate is Fate.DEAD else Fate.UP
            return replace(vitals, fate=fate, successes=0, failures=0, is_lethal=False)
        if was > 0:
            return replace(vitals, fate=self._fallen(how), successes=0, failures=0, is_lethal=how.is_lethal)
        if how.is_harm and vitals.fate is Fate.DOWN:
            return replace(vitals, failures=vitals.failures + 1)
        if how.is_harm and vitals.fate is Fate.STABLE:
            return replace(vitals, fate=Fate.DOWN, successes=0, failures=1)
        return vitals

    def _fallen(self, how: Circumstances) -> Fate:
        if how.is_heroic:
            return Fate.DOWN if how.has_fallen else Fate.FALLING
        return Fate.DEAD if how.is_lethal else Fate.UNCONSCIOUS

    def _lingering(self, before: Body, now: int, how: Circumstances) -> Vitals:
        """With the counter of a lingering wound once the points have become `now` (T5).

        It counts ends of own turns: the end of a turn that had already begun is one more, as only turns that begin
        afterwards are the wound's.
        """
        threshold, vitals = self.threshold(before), before.vitals
        if not how.in_encounter or now <= threshold or not self.linger_turns:
            return replace(vitals, linger=0)
        if before.points[self.pool] <= threshold:
            return replace(vitals, linger=self.linger_turns + how.own_turn)
        return vitals

    def after_turn(self, body: Body) -> Vitals:
        """A wound lingers one own turn less; at 0 it lets go (T5)."""
        return replace(body.vitals, linger=max(0, body.vitals.linger - 1))

    def reasons(self, was: Condition, now: Condition) -> tuple[str, ...]:
        """Newly wounded (C10), newly out (C11), another fate than before while out (C12)."""
        changed = was.fate is not now.fate
        return (
            *["C10"] * (now.wounded and not was.wounded),
            *["C11"] * (now.out and not was.out),
            *["C12"] * (was.out and changed and was.fate in (Fate.DOWN, Fate.STABLE)),
        )
