"""What a character's points need to know of a fight, without knowing encounters: the app above answers (C11, T5)."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from rules.injuries import PEACE as OUTSIDE
from rules.injuries import Circumstances


def _nothing(pool: str, now: int, by: int) -> Iterable[dict[str, Any]]:
    return ()


@dataclass(frozen=True, slots=True)
class Fighting:
    """The circumstances of a character in a running encounter, or outside of any; what shows it besides its sheet, and
    the address of the encounter. `count` stores what the fight counts of a change of points, and answers the changes.
    `topic` and `in_order` make an entry one of those that are taken back one after the other (T8).

    Of a foe: what the table calls it (None: it does not know of it), and whether it knows its points (S3).
    """

    circumstances: Circumstances = OUTSIDE
    regions: tuple[str, ...] = ()
    url: str = ""
    table_name: str | None = None
    shows_points: bool = False
    count: Callable[[str, int, int], Iterable[dict[str, Any]]] = _nothing
    topic: str = ""
    in_order: tuple[dict[str, Any], ...] = ()

    @property
    def in_encounter(self) -> bool:
        return self.circumstances.in_encounter


PEACE = Fighting()
ask: Callable[[Any], Fighting] = lambda character: PEACE  # noqa: E731  replaced by the app that knows encounters


ask_seen: Callable[[Any], Iterable[tuple[Any, str]]] = lambda campaign: ()  # noqa: E731  likewise


def of(character: Any) -> Fighting:
    return ask(character)


withdraw: Callable[[Any], Iterable[str]] = lambda character: ()  # noqa: E731  likewise
"""Take a character out of the fights that are being prepared; answers the regions that show them."""


def seen_by_the_table(campaign: Any) -> Iterable[tuple[Any, str]]:
    """The foes of the encounter that runs which the table sees, each by the name it knows."""
    return ask_seen(campaign)
