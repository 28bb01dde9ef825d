"""Effect dice as text, both ways, and the damage scale (R11, R12).

"2d6+3"; "1b2d6", the lower of two; "2d6!", dice that explode because whoever typed them says so; several groups are
added: "1b2d6+2d6". Spaces between them, capitals and a missing first 1 ("d8") are read too.
"""

from dataclasses import dataclass, replace
from typing import NoReturn, Self

from rules.messages import gettext_noop as _
from rules.problems import Problem, Refused

MAX_LENGTH = 100
"""Characters of a notation, spaces not counted."""
MAX_GROUPS = 8
"""Groups of equal dice in a notation."""
MAX_DICE = 100
"""Dice in a notation, all groups together."""
MAX_SIDES = 1_000
"""Sides of a die in a notation."""
MAX_BONUS = 9_999
"""What a notation may add or take off, in all."""
MAX_EXPLOSIONS = 100
"""How often one die of a typed formula explodes at most; the rules themselves know no limit (R11)."""
MIN_SIDES = 2
"""A die has at least two faces (R11)."""
SCALE_SIDES = 6
"""Sides of the dice of the damage scale, and of those a critical adds (R6, R12)."""
BELOW_SCALE = -1
"""The lowest step of the damage scale (R12)."""


class NotationError(Refused):
    """The text names no dice; `problem` says why and at which character (`params["position"]`, from 1)."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem)
        self.problem = problem


@dataclass(frozen=True, slots=True)
class Group:
    """So many equal dice. `lowest`: only the lowest of them counts, and they explode together (1b2d6, R12).

    `explodes`: a typed formula says so; whether other dice explode is a matter of what they are thrown for (R11).
    """

    count: int
    sides: int
    lowest: bool = False
    explodes: bool = False

    @property
    def together(self) -> int:
        """How many dice are thrown for one value."""
        return self.count if self.lowest else 1

    @property
    def values(self) -> int:
        """How many values are added up."""
        return 1 if self.lowest else self.count

    @property
    def one(self) -> Self:
        """What is thrown for one value, as a group of its own."""
        return self if self.lowest else replace(self, count=1)

    def __str__(self) -> str:
        return f"{'1b' if self.lowest else ''}{self.count}d{self.sides}{'!' if self.explodes else ''}"


@dataclass(frozen=True, slots=True)
class Dice:
    """Dice to be thrown for an effect, and what is added once to their sum. `str()` is their notation."""

    groups: tuple[Group, ...]
    bonus: int = 0

    @classmethod
    def of(cls, count: int, sides: int = SCALE_SIDES, bonus: int = 0) -> Self:
        """So many equal dice."""
        return cls((Group(count, sides),), bonus)

    @property
    def step(self) -> int | None:
        """The step of the damage scale that these dice are; None if they are not on it (R12)."""
        if self == step(BELOW_SCALE):
            return BELOW_SCALE
        if len(self.groups) != 1:
            return None
        found = 4 * (self.groups[0].count - 1) + self.bonus
        return found if self == step(found) else None

    def with_extra(self, degrees: int) -> Self:
        """These dice and, after them, the d6 that so many degrees of a critical add (R6)."""
        if not degrees:
            return self
        *before, last = self.groups
        if last == Group(last.count, SCALE_SIDES):
            return replace(self, groups=(*before, Group(last.count + degrees, SCALE_SIDES)))
        return replace(self, groups=(*self.groups, Group(degrees, SCALE_SIDES)))

    def __str__(self) -> str:
        return "+".join(map(str, self.groups)) + (f"{self.bonus:+d}" if self.bonus else "")


def step(number: int) -> Dice:
    """The dice of a step of the damage scale; all below −1 are −1 (R12)."""
    if number < 0:
        return Dice((Group(2, SCALE_SIDES, lowest=True),))
    dice, bonus = divmod(number, 4)
    return Dice.of(1 + dice, SCALE_SIDES, bonus)


def raised(dice: Dice, by: int) -> Dice:
    """Dice with a bonus to damage: so many steps higher if they are on the scale, else so much added (R12)."""
    if dice.step is None:
        return replace(dice, bonus=dice.bonus + by)
    return step(dice.step + by)


def parse(text: str) -> Dice:
    """Read a notation. Raises NotationError with the first problem; `str()` of what it gives can be read again."""
    return _Reader(text).whole()


class _Reader:
    """Reads one text from left to right; `at` is the index of the next character."""

    def __init__(self, text: str) -> None:
        written = [position for position, character in enumerate(text, start=1) if not character.isspace()]
        if len(written) > MAX_LENGTH:
            message = _("Dice take at most %(limit)s characters; these go on from character %(position)s.")
            _fail("too_long", message, written[MAX_LENGTH], limit=MAX_LENGTH)
        self.text = text
        self.at = 0
        self.groups: list[Group] = []
        self.bonus = 0

    def whole(self) -> Dice:
        self.term("+")
        while sign := self.accept("+-−"):
            self.term(sign)
        if self.at < len(self.text):
            self.unexpected()
        if not self.groups:
            _fail("no_dice", _("There are no dice up to character %(position)s."), self.at + 1)
        return Dice(tuple(self.groups), self.bonus)

    def term(self, sign: str) -> None:
        """A group of dice, or a number to add or take off."""
        self.skip_spaces()
        start = self.at
        first = self.digits()
        if self.take("b"):
            self.lowest(first, sign, start)
        elif self.take("d"):
            self.group(1 if first is None else first, sign, start)
        elif first is None:
            self.unexpected()
        else:
            self.bonus += first if sign == "+" else -first
            if abs(self.bonus) > MAX_BONUS:
                message = _("The number at character %(position)s makes more than %(limit)s.")
                _fail("too_large", message, start + 1, limit=MAX_BONUS)
        self.skip_spaces()

    def lowest(self, kept: int | None, sign: str, start: int) -> None:
        if kept != 1:
            _fail("keeps_one", _("Only one die is kept, as in 1b2d6 (character %(position)s)."), start + 1)
        position = self.at + 1
        count = self.digits()
        if count is None or not self.take("d"):
            self.unexpected()
        if count < 2:
            _fail("too_few", _("The lower one is of at least two dice (character %(position)s)."), position)
        self.group(count, sign, start, lowest=True)

    def group(self, count: int, sign: str, start: int, *, lowest: bool = False) -> None:
        position = self.at + 1
        sides = self.digits()
        if sides is None:
            self.unexpected()
        if not MIN_SIDES <= sides <= MAX_SIDES:
            message = _("A die has from %(minimum)s to %(maximum)s sides (character %(position)s).")
            _fail("sides", message, position, minimum=MIN_SIDES, maximum=MAX_SIDES)
        if sign != "+":
            _fail("negative", _("Dice are added, never taken off (character %(position)s)."), start + 1)
        if not 1 <= count <= MAX_DICE - sum(each.count for each in self.groups):
            message = _("There are from 1 to %(limit)s dice in all (character %(position)s).")
            _fail("dice", message, start + 1, limit=MAX_DICE)
        if len(self.groups) == MAX_GROUPS:
            message = _("There are at most %(limit)s kinds of dice (character %(position)s).")
            _fail("groups", message, start + 1, limit=MAX_GROUPS)
        self.groups.append(Group(count, sides, lowest, explodes=self.take("!")))

    def digits(self) -> int | None:
        """The number that is next; None if there is none."""
        start = self.at
        while self.at < len(self.text) and self.text[self.at] in "0123456789":
            self.at += 1
        return int(self.text[start : self.at]) if self.at > start else None

    def take(self, character: str) -> bool:
        """Whether the next character is this one, small or capital; it is then taken."""
        if self.text[self.at : self.at + 1].lower() != character:
            return False
        self.at += 1
        return True

    def accept(self, signs: str) -> str | None:
        """The next character, taken, if it is one of the signs."""
        sign = self.text[self.at : self.at + 1]
        if not sign or sign not in signs:
            return None
        self.at += 1
        return sign

    def skip_spaces(self) -> None:
        while self.text[self.at : self.at + 1].isspace():
            self.at += 1

    def unexpected(self) -> NoReturn:
        if self.at >= len(self.text):
            _fail("unfinished", _("The dice are not finished at character %(position)s."), self.at + 1)
        message = _("“%(found)s” at character %(position)s does not belong there.")
        _fail("unexpected", message, self.at + 1, found=self.text[self.at])


def _fail(code: str, message: str, position: int, **params: object) -> NoReturn:
    raise NotationError(Problem(code, message, rule="R11", params={"position": position, **params}))
