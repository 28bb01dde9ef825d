"""Exact odds of the tally of those who are down: how it ends, and how soon (C12)."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from rules.dice import SIDES


@dataclass(frozen=True, slots=True)
class TallyOdds:
    """How a tally ends: `stable`, `back` with 1 PV, or `out` (unconscious, dead if the blow was lethal); together 1.

    `decided[n]` is the chance that it is over after at most n throws, from n = 0 up to the n at which it surely is.
    """

    stable: Fraction
    back: Fraction
    out: Fraction
    decided: tuple[Fraction, ...]

    def decided_within(self, throws: int) -> Fraction:
        """The chance that it is over after at most so many throws."""
        return self.decided[max(0, min(throws, len(self.decided) - 1))]


def tally_odds(
    successes: int = 0, failures: int = 0, *, success_from: int = 5, stable_at: int = 3, out_at: int = 3
) -> TallyOdds:
    """The odds of a tally that stands at these counts: a 10 is back, a 1 is out, others count (C12).

    `success_from` is the lowest face that is a success; `stable_at` successes and `out_at` failures end it, and the
    counts given are below them. Nothing but the throws changes.
    """
    faces = range(2, SIDES)  # a 1 and a 10 end it at once
    success = Fraction(sum(face >= success_from for face in faces), SIDES)
    failure = Fraction(len(faces), SIDES) - success
    stable = back = out = Fraction(0)
    decided = [Fraction(0)]
    standing: Mapping[tuple[int, int], Fraction] = {(successes, failures): Fraction(1)}
    while standing:
        later: dict[tuple[int, int], Fraction] = defaultdict(Fraction)
        for (good, bad), chance in standing.items():
            back += chance / SIDES
            out += chance / SIDES
            for after, share in (((good + 1, bad), chance * success), ((good, bad + 1), chance * failure)):
                if after[0] >= stable_at:
                    stable += share
                elif after[1] >= out_at:
                    out += share
                else:
                    later[after] += share
        standing = later
        decided.append(stable + back + out)
    return TallyOdds(stable, back, out, tuple(decided))
