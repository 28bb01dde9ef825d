"""What an opposed roll may come to, before its dice fall (R9): exact where who asks knows the other's sheet (S2)."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from campaigns.models import Membership
from characters.models import Character, Sharing
from characters.models.opposing import Rival
from rules.checks import Check, CheckKind, Term
from rules.opposed_odds import OpposedOdds, opposed_odds
from rules.rolls import Rolls

LEADS = (6, 3, 0, -3, -6)
"""By how much one's own bonus is ahead of the ones that are shown where the other's is not known."""


@dataclass(frozen=True, slots=True)
class Facing:
    """The chances against one rival by name; of one who is not known, for some of what it may add, lowest first."""

    name: str
    odds: OpposedOdds | None = None
    by_bonus: tuple[tuple[int, OpposedOdds], ...] = ()


def faced(seat: Membership, rolls: Rolls, check: Check, rivals: Iterable[tuple[Rival, str]]) -> Iterator[Facing]:
    """A roll against each of these alone, as far as `seat` may know; each with the name it knows. Raises Refused for
    what cannot be rolled.
    """
    for rival, name in rivals:
        if is_known_to(seat, rival.character):
            other = rival.character.asked(rival.what, difficulty=None, modifier=rival.modifier).check
            yield Facing(name, opposed_odds(rolls, check, other))
        else:
            shown = (check.bonus - lead for lead in LEADS)
            yield Facing(name, by_bonus=tuple((bonus, opposed_odds(rolls, check, _plain(bonus))) for bonus in shown))


def is_known_to(seat: Membership, character: Character) -> bool:
    """Whether what it adds is no secret to them: of a foe it is one, also where its defense is told."""
    return seat.leads or character.shown_to(seat) == Sharing.ALL


def _plain(bonus: int) -> Check:
    return Check(CheckKind.OPPOSED, "", (Term("bonus", bonus, "R2"),))
