"""A roll to try out, of nobody: no account, no campaign, nothing kept. The odds first, then the dice."""

from dataclasses import dataclass
from typing import Any

from django.core.cache import cache
from django.utils.translation import gettext as _

from campaigns import chance
from characters.curves import by_difficulty
from characters.forms.rolls import Trial
from characters.log.rolls import OTHER_TERMS, dice_words, outcome_words
from rules.checks import Check, CheckKind, Factor, Term
from rules.odds import Odds
from rules.presets import find_preset
from rules.reference import Curve, Figure
from rules.ruleset import Ruleset
from rules.typed import TypedRoll

MOST_DRAWN = 150
"""Dice that come to more than this on the average, or add more, are thrown, and not drawn."""
A_MINUTE, MINUTE = 60, 60
"""So many throws of one address in so many seconds."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What is tried out: a check by the rules of a preset, or dice as they were typed."""

    ruleset: Ruleset
    check: Check
    typed: TypedRoll | None

    @property
    def odds(self) -> Odds | None:
        return None if self.typed else self.ruleset.rolls.odds(self.check)

    @property
    def keeps(self) -> bool:
        """Whether it matters which die is kept."""
        return self.typed is None and self.ruleset.rolls.keep(self.check) is not None

    @property
    def figure(self) -> Figure | None:
        """The chance of success by difficulty, of each total where dice were typed; None where there are too many to
        draw."""
        if self.typed is None:
            return by_difficulty(self.ruleset, self.check)
        if max(abs(self.typed.dice.bonus), self.typed.mean - self.typed.dice.bonus) > MOST_DRAWN:
            return None
        points = self.typed.curve()
        return Figure(_("Chance, in percent, of each total"), _("at least"), (Curve("", points),)) if points else None

    def thrown(self) -> dict[str, Any]:
        """What the dice answer, in words."""
        if self.typed is None:
            outcome = self.ruleset.rolls.resolve(self.check, chance.draw)
            return outcome_words(outcome, OTHER_TERMS, "")
        rolled = self.typed.roll(chance.draw).facts()
        return {"rolled": rolled, "dice": dice_words(rolled) if "thrown" in rolled else ()}


def asked(form: Trial) -> Asked:
    """What a valid form asks."""
    data = form.cleaned_data
    bonus, shift = data["bonus"], int(data["keep"])
    terms = (Term("modifier", bonus, "R2"),) if bonus else ()
    factors = (Factor("chosen", shift, "R1"),) if shift else ()
    check = Check(CheckKind.SKILL, "", terms, factors, data["difficulty"])
    return Asked(find_preset(data["preset"]), check, data["formula"])


def may_throw(address: str) -> bool:
    """Whether that address has not thrown too often in this minute. Counted in memory, and forgotten."""
    key = f"roller-{address}"
    cache.add(key, 0, MINUTE)
    try:
        return cache.incr(key) <= A_MINUTE
    except ValueError:  # the minute ended between the two lines
        return True
