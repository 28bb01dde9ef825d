"""Dice as text, both ways, and the damage scale (R1, R11, R12).

"2d6+3"; "1b2d6", the lower of two; "2d6!", dice that explode because whoever typed them says so; several groups are
added: "1b2d6+2d6". What is typed for a free roll may also be the kept die: "1o3d10+7", "1o3d10b" with the low die
kept (baja), "1o3d10a" with the high one (alta). Spaces between them, capitals and a missing first 1 ("d8") are read.

The limits bind what is typed or noted down, never what the rules make of it (R11).
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import NoReturn, Self

from rules.dice import SIDES, Keep
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
"""How often one die of a typed formula explodes at most."""
MIN_SIDES = 2
"""A die has at least two faces (R11)."""
SCALE_SIDES = 6
"""Sides of the dice of the damage scale, and of those a critical adds (R6, R12)."""
BELOW_SCALE = -1
"""The lowest step of the damage scale (R12)."""
KEPT_LETTERS: Mapping[Keep, str] = {Keep.LOW: "b", Keep.MID: "", Keep.HIGH: "a"}
"""What stands behind 1o3d10 for each keep: baja, the middle die unless something is said, alta."""


class NotationError(Refused):
    """The text names no dice; `problem` says why and at which character.

    `params["position"]` counts from 1, `params["found"]` is the character there, "" behind the end.
    """

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
        return "+".join(map(str, self.groups)) + _signed(self.bonus)


@dataclass(frozen=True, slots=True)
class KeptDice:
    """Three d10 of which one is kept, and what is added to it (R1). `str()` is their notation.

    `explodes`: whoever typed them says so ("1o3d10!"): a kept 10 is added and all three are thrown again (R7).
    """

    keep: Keep = Keep.MID
    bonus: int = 0
    explodes: bool = False

    def __str__(self) -> str:
        return f"1o3d{SIDES}{KEPT_LETTERS[self.keep]}{'!' if self.explodes else ''}{_signed(self.bonus)}"


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
    """Read the notation of an effect. Raises NotationError with the first problem; `str()` of it can be read again."""
    reader = _Reader(text)
    reader.read()
    return Dice(tuple(reader.groups), reader.bonus)


def parse_typed(text: str) -> Dice | KeptDice:
    """Read what somebody typed for a free roll: the dice of an effect, or the kept die. Raises as `parse` does."""
    reader = _Reader(text, takes_kept=True)
    reader.read()
    return replace(reader.kept, bonus=reader.bonus) if reader.kept else Dice(tuple(reader.groups), reader.bonus)


class _Reader:
    """Reads one text from left to right; `at` is the index of the next character."""

    def __init__(self, text: str, *, takes_kept: bool = False) -> None:
        self.text = text
        self.takes_kept = takes_kept
        self.at = 0
        self.groups: list[Group] = []
        self.kept: KeptDice | None = None
        self.bonus = 0

    def read(self) -> None:
        written = [position for position, character in enumerate(self.text, start=1) if not character.isspace()]
        if len(written) > MAX_LENGTH:
            message = _("Dice take at most %(limit)s characters; these go on from character %(position)s.")
            self.fail("too_long", message, written[MAX_LENGTH], limit=MAX_LENGTH)
        self.term("+")
        while sign := self.accept("+-−"):
            self.term(sign)
        if self.at < len(self.text):
            self.unexpected()
        if not self.groups and not self.kept:
            self.fail("no_dice", _("There are no dice up to character %(position)s."), self.at + 1)

    def term(self, sign: str) -> None:
        """A group of dice, or a number to add or take off."""
        self.skip_spaces()
        start = self.at
        first = self.digits()
        if self.take("b"):
            self.lowest(first, sign, start)
        elif self.takes_kept and self.take("o"):
            self.kept_die(first, sign, start)
        elif self.take("d"):
            self.group(1 if first is None else first, sign, start)
        elif first is None:
            self.unexpected()
        else:
            self.number(first if sign == "+" else -first, start)
        self.skip_spaces()

    def number(self, number: int, start: int) -> None:
        self.bonus += number
        if abs(self.bonus) > MAX_BONUS:
            message = _("The number at character %(position)s makes more than %(limit)s.")
            self.fail("too_large", message, start + 1, limit=MAX_BONUS)

    def lowest(self, kept: int | None, sign: str, start: int) -> None:
        if kept != 1:
            self.fail("keeps_one", _("Only one die is kept, as in 1b2d6 (character %(position)s)."), start + 1)
        position = self.at + 1
        count = self.digits()
        if count is None or not self.take("d"):
            self.unexpected()
        if count < 2:
            self.fail("too_few", _("The lower one is of at least two dice (character %(position)s)."), position)
        self.group(count, sign, start, lowest=True)

    def kept_die(self, kept: int | None, sign: str, start: int) -> None:
        if kept != 1:
            self.fail("keeps_one", _("Only one die is kept, as in 1o3d10 (character %(position)s)."), start + 1)
        for wanted, ends_in_d in ((3, True), (SIDES, False)):
            position = self.at + 1
            number = self.digits()
            if number is None or (ends_in_d and not self.take("d")):
                self.unexpected()
            if number != wanted:
                message = _("The kept die is one of three d10, as in 1o3d10 (character %(position)s).")
                self.fail("kept_of_three", message, position)
        self.only_adds(sign, start)
        if self.groups or self.kept:
            self.mixed(start)
        keep = next((each for each in (Keep.LOW, Keep.HIGH) if self.take(KEPT_LETTERS[each])), Keep.MID)
        self.kept = KeptDice(keep, explodes=self.take("!"))

    def group(self, count: int, sign: str, start: int, *, lowest: bool = False) -> None:
        position = self.at + 1
        sides = self.digits()
        if sides is None:
            self.unexpected()
        if not MIN_SIDES <= sides <= MAX_SIDES:
            message = _("A die has from %(minimum)s to %(maximum)s sides (character %(position)s).")
            self.fail("sides", message, position, minimum=MIN_SIDES, maximum=MAX_SIDES)
        self.only_adds(sign, start)
        if self.kept:
            self.mixed(start)
        if not 1 <= count <= MAX_DICE - sum(each.count for each in self.groups):
            message = _("There are from 1 to %(limit)s dice in all (character %(position)s).")
            self.fail("dice", message, start + 1, limit=MAX_DICE)
        if len(self.groups) == MAX_GROUPS:
            message = _("There are at most %(limit)s kinds of dice (character %(position)s).")
            self.fail("groups", message, start + 1, limit=MAX_GROUPS)
        self.groups.append(Group(count, sides, lowest, explodes=self.take("!")))

    def only_adds(self, sign: str, start: int) -> None:
        if sign != "+":
            self.fail("negative", _("Dice are added, never taken off (character %(position)s)."), start + 1)

    def mixed(self, start: int) -> NoReturn:
        message = _("With a kept die go numbers, but no other dice (character %(position)s).")
        self.fail("mixed", message, start + 1)

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
            self.fail("unfinished", _("The dice are not finished at character %(position)s."), self.at + 1)
        self.fail("unexpected", _("“%(found)s” at character %(position)s does not belong there."), self.at + 1)

    def fail(self, code: str, message: str, position: int, **params: object) -> NoReturn:
        where = {"position": position, "found": self.text[position - 1 : position]}
        raise NotationError(Problem(code, message, rule="R11", params={**where, **params}))


def _signed(bonus: int) -> str:
    return f"{bonus:+d}" if bonus else ""
