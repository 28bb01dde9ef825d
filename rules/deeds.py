"""What someone has done in a turn, and what is left of it (C2, D6, D7)."""

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Deeds:
    """One turn of one fighter, as far as it has come.

    `majors` are the actions left, `minors` the free minor actions left, `extra` the actions taken on beyond those that
    initiative gives. `named` are the minor actions that were named, `meters` how far it has moved. `has_strained`: an
    action went to something else than words; `has_rolled`: a check of the turn was thrown.
    """

    majors: int = 0
    minors: int = 0
    extra: int = 0
    named: tuple[str, ...] = ()
    meters: int = 0
    has_strained: bool = False
    has_rolled: bool = False

    @property
    def is_idle(self) -> bool:
        """Whether the turn goes by without an effort: no action but words, and no roll (D17)."""
        return not self.has_strained and not self.has_rolled


class Acting(Protocol):
    """What rules of turns answer. `initiative` is the key of the derived value that is rolled, `rule` the id of the
    rule by which it gives actions. `named` are the minor actions by key and label; `takes_extra`: one may take on
    actions beyond those of the initiative."""

    @property
    def rule(self) -> str: ...

    @property
    def initiative(self) -> str: ...

    @property
    def named(self) -> tuple[tuple[str, str], ...]: ...

    @property
    def takes_extra(self) -> bool: ...

    def majors(self, total: int) -> int:
        """The major actions of a turn with that initiative."""

    def begin(self, total: int, *, is_last: bool = False) -> Deeds:
        """A turn about to begin, with that initiative."""

    def major(self, deeds: Deeds, *, meters: int = 0, is_talk: bool = False) -> Deeds:
        """A major action, `meters` of it if it is a move; `is_talk`: it goes to words. Raises Refused: fields "action",
        "meters"."""

    def minor(self, deeds: Deeds, name: str = "", *, meters: int = 0) -> Deeds:
        """A minor action, by its name if it matters. Raises Refused: fields "action", "meters"."""

    def declare(self, deeds: Deeds, extra: int = 1) -> Deeds:
        """So many actions taken on beyond those there are. Raises Refused, field "extra"."""

    def penalty(self, deeds: Deeds) -> int:
        """What actions taken on add to every check thrown from now on in the turn: 0 or less."""
