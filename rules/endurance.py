"""Bearing pain: a check of will that sets it aside for some turns (D16)."""

from dataclasses import dataclass, replace

from rules.vitals import Vitals


@dataclass(frozen=True, slots=True)
class Endurance:
    """The attribute check that bears pain."""

    attribute: str
    difficulty: int

    def endured(self, vitals: Vitals, margin: int, *, own_turn: bool) -> Vitals:
        """The vitals after that check: pain and stun are ignored for one own turn for each success (D16).

        Turns that begin afterwards are counted (T2), so one that had begun is one more.
        """
        if margin <= 0:
            return vitals
        return replace(vitals, ignores_pain=max(vitals.ignores_pain, margin + own_turn))
