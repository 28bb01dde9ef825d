"""A check is what a table asks of the dice, an outcome what they answered; every dice system speaks in these values."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, Self

from rules.dice import Keep, Pair, Throw

MODIFIERS = range(-99, 100)
"""The modifiers a check may carry in all."""
DIFFICULTIES = range(-99, 1000)
"""The difficulties a check may have; a rival's exploded total is one too."""


class CheckKind(StrEnum):
    """What a check is, where a rule tells kinds apart (R4, R7, C1)."""

    SKILL = "skill"
    ATTRIBUTE = "attribute"
    OPPOSED = "opposed"
    INITIATIVE = "initiative"


@dataclass(frozen=True, slots=True)
class Term:
    """One number that is added to the dice; `key` is a trait's, or says what it is: "modifier", "encumbrance"…

    `rule` is the id of the rule that it comes from: it explains the term and is no part of what is compared.
    """

    key: str
    value: int
    rule: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Factor:
    """One reason to keep a higher or lower die: so many ranks up, or down if negative (R1).

    `label` holds words of the sheet where it has some: the name of a specialization (P4).
    """

    code: str
    shift: int
    rule: str
    label: str = ""


@dataclass(frozen=True, slots=True)
class Check:
    """One roll to be made (R2). `trait` is the key of the skill or attribute rolled, or of a derived value (C0).

    Without a difficulty somebody else judges the total: a rival's roll, or the GM. `mastery` is added to a margin of at
    least 1 (D10).
    """

    kind: CheckKind
    trait: str
    terms: tuple[Term, ...]
    factors: tuple[Factor, ...] = ()
    difficulty: int | None = None
    mastery: int = 0

    @property
    def bonus(self) -> int:
        """The sum of the terms: all that is added to the dice."""
        total = 0
        for term in self.terms:  # half the time of a sum: odds are asked for by the hundred
            total += term.value
        return total

    def margin(self, kept: int) -> int | None:
        """By how much dice that count so much pass the difficulty, mastery included (D2, D10); None without one."""
        return None if self.difficulty is None else self.mastered(kept + self.bonus - self.difficulty)

    def mastered(self, margin: int) -> int:
        """A margin with what mastery adds to it (D10)."""
        return margin + self.mastery if margin >= 1 else margin

    @property
    def opposed(self) -> Self:
        """The same check against somebody else's roll: whatever it was, it is an opposed one now (R7, R9)."""
        return type(self)(CheckKind.OPPOSED, self.trait, self.terms, self.factors, mastery=self.mastery)

    def plus(self, *terms: Term) -> Self:
        """The check with more added to the dice."""
        return replace(self, terms=(*self.terms, *terms))

    def kept_by(self, *factors: Factor) -> Self:
        """The check with more reasons to keep another die."""
        return replace(self, factors=(*self.factors, *factors))

    def facts(self) -> dict[str, Any]:
        """The check as plain JSON values."""
        return {
            "kind": self.kind.value,
            "trait": self.trait,
            "terms": [[term.key, term.value, term.rule] for term in self.terms],
            "factors": [[each.code, each.shift, each.rule, each.label] for each in self.factors],
            "difficulty": self.difficulty,
            "mastery": self.mastery,
        }

    @classmethod
    def from_facts(cls, facts: Mapping[str, Any]) -> Self:
        """The check that gave these facts, older ones too, which name fewer origins."""
        return cls(
            kind=CheckKind(facts["kind"]),
            trait=facts["trait"],
            terms=tuple(Term(*each) for each in facts["terms"]),
            factors=tuple(Factor(*each) for each in facts["factors"]),
            difficulty=facts["difficulty"],
            mastery=facts.get("mastery", 0),
        )


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the dice answered to a check, judged by the rules of its moment.

    `throws` holds the first throw, then its explosions (R7, D4); those of 1o3d10 are all at one keep. `success` is None
    where the check alone does not decide (no difficulty, initiative, a tie). `critical` is R6's or D4's; `degrees` is
    how many extra effect dice it gives (R6). `great` is the great benefit of many éxitos (D2). `rules` holds the ids
    of the rules that decided, each once. `explodes`: a 10 that counts is thrown again, whether one fell or not (R7).
    """

    check: Check
    throws: tuple[Throw | Pair, ...]
    success: bool | None
    fumble: bool
    critical: bool
    degrees: int
    rules: tuple[str, ...]
    great: bool = False
    explodes: bool = False

    @property
    def keep(self) -> Keep | None:
        """The rank that was kept; None where all dice count."""
        return self.throws[0].keep

    @property
    def again(self) -> tuple[Throw | Pair, ...]:
        """The explosions, in order."""
        return self.throws[1:]

    @property
    def kept(self) -> int:
        """The sum of the dice that count, explosions included."""
        return sum(throw.kept for throw in self.throws)

    @property
    def natural_one(self) -> bool:
        """Whether the first kept die is a 1 (R4), whatever follows from it."""
        return self.throws[0].kept == 1

    @property
    def total(self) -> int:
        """The dice that count and the bonus."""
        return self.kept + self.check.bonus

    @property
    def margin(self) -> int | None:
        """Total less difficulty, and what mastery adds (D10); None without a difficulty. So many éxitos, or fracasos if
        negative, where margins count (D2)."""
        return self.check.margin(self.kept)

    def total_if(self, keep: Keep) -> int:
        """What the first throw alone would have totalled with the die of that rank kept."""
        return self.throws[0].at(keep) + self.check.bonus

    def facts(self) -> dict[str, Any]:
        """Plain JSON values for the log; kept, total and margin are there for readers, the faces already say them."""
        return {
            "check": self.check.facts(),
            "keep": None if self.keep is None else self.keep.label,
            "throws": [list(throw.faces) for throw in self.throws],
            "kept": self.kept,
            "total": self.total,
            "margin": self.margin,
            "success": self.success,
            "natural_one": self.natural_one,
            "fumble": self.fumble,
            "critical": self.critical,
            "degrees": self.degrees,
            "great": self.great,
            "explodes": self.explodes,
            "rules": list(self.rules),
        }

    @classmethod
    def from_facts(cls, facts: Mapping[str, Any]) -> Self:
        """The outcome that gave these facts, as it was judged then; today's house rules are not asked."""
        keep = facts["keep"]
        return cls(
            check=Check.from_facts(facts["check"]),
            throws=tuple(
                Pair(tuple(faces)) if keep is None else Throw(tuple(faces), Keep.labelled(keep))
                for faces in facts["throws"]
            ),
            success=facts["success"],
            fumble=facts["fumble"],
            critical=facts["critical"],
            degrees=facts["degrees"],
            rules=tuple(facts["rules"]),
            great=facts.get("great", False),
            explodes=facts.get("explodes", len(facts["throws"]) > 1),
        )
