"""Formulas a GM can edit: "physique * 4 + level * 5". Integers and names only, read by hand, never by Python's eval."""

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from math import floor
from typing import NamedTuple, NoReturn, Self

from rules.expressions import EXTREMES, Extreme, Floor, Name, Negative, Node, Number, Operation
from rules.messages import gettext_noop as _
from rules.problems import Problem, Refused

MAX_LENGTH = 200
"""Characters of a formula, spaces not counted (so that a stored formula, which has more of them, is one too)."""
MAX_DEPTH = 20
"""Parentheses, functions and minus signs inside one another."""
MAX_NUMBER = 9_999
"""The largest number that may be written."""
TOKEN = re.compile(r"(?P<number>[0-9]+)|(?P<name>[^\W\d]\w*)|(?P<sign>//|[-+*/(),×÷−])")
PLAIN = {"×": "*", "÷": "//", "−": "-"}
PRINTED = {plain: printed for printed, plain in PLAIN.items()}


class FormulaError(Refused):
    """The text is no formula; `problem` says why and at which character.

    `params["position"]` counts from 1, `params["found"]` is what stands there, "" behind the end.
    """

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem)
        self.problem = problem


@dataclass(frozen=True, slots=True, repr=False)
class Formula:
    """A formula over whole numbers: names, + - * // (rounded down), parentheses, min(), max() and floor().

    Inside floor() a plain / divides, so floor(a / 2 + b / 2) is rounded down once, at the end. Equal formulas compute
    the same way; spaces and idle parentheses are not kept. `str()` gives back text that can be parsed and stored.
    """

    root: Node
    names: frozenset[str] = field(compare=False)

    @classmethod
    def parse(cls, text: str, names: Collection[str] | None = None) -> Self:
        """Read a formula; `names` are those it may use (None: any). Raises FormulaError with the first problem."""
        reader = _Reader(text, names)
        root = reader.whole()
        return cls(root, frozenset(root.names()))

    def evaluate(self, values: Mapping[str, int]) -> int:
        """The value for these names; never fails. A name without a value is 0, so is a division by 0 (stated here
        rather than raised: a sheet must always open), and values stop at ±expressions.MAX_VALUE."""
        return floor(self.root.value(values))

    def addends(self, values: Mapping[str, int]) -> tuple[tuple[str, int], ...] | None:
        """What is added up, as `(name, value)`, numbers under the name ""; None if there is more to it than a sum."""
        try:
            return tuple((name, sign * number) for name, number, sign in _addends(self.root, values, 1))
        except _NotASum:
            return None

    def show(self, labels: Mapping[str, str] | None = None) -> str:
        """The formula for people: names by their labels, the printed signs ×, ÷ (rounded down) and −, which `parse`
        reads too."""
        return self.root.write(labels or {}, PRINTED)

    def __str__(self) -> str:
        return self.root.write({}, {})

    def __repr__(self) -> str:
        return f"Formula.parse({str(self)!r})"


class _NotASum(Exception):
    """A formula multiplies, divides or compares."""


def _addends(node: Node, values: Mapping[str, int], sign: int) -> Iterator[tuple[str, int, int]]:
    match node:
        case Number(number):
            yield "", number, sign
        case Name(key):
            yield key, node.value(values), sign
        case Negative(operand):
            yield from _addends(operand, values, -sign)
        case Operation("+", left, right):
            yield from _addends(left, values, sign)
            yield from _addends(right, values, sign)
        case Operation("-", left, right):
            yield from _addends(left, values, sign)
            yield from _addends(right, values, -sign)
        case _:
            raise _NotASum


class _Token(NamedTuple):
    kind: str
    text: str
    position: int


class _Reader:
    """Reads one text by recursive descent; `depth` guards the recursion."""

    def __init__(self, text: str, names: Collection[str] | None) -> None:
        written = [position for position, character in enumerate(text, start=1) if not character.isspace()]
        if len(written) > MAX_LENGTH:
            message = _("A formula has at most %(limit)s characters; this one goes on from character %(position)s.")
            position = written[MAX_LENGTH]
            _fail("too_long", message, _Token("other", text[position - 1], position), limit=MAX_LENGTH)
        self.names = names
        self.depth = 0
        self.floors = 0
        self.tokens = list(_tokens(text))
        self.next = 0

    @property
    def token(self) -> _Token:
        return self.tokens[self.next]

    def accept(self, *signs: str) -> str | None:
        """The sign, taken, if it is the next one; None otherwise."""
        kind, text, _position = self.token
        sign = PLAIN.get(text, text)
        if kind != "sign" or sign not in signs:
            return None
        self.next += 1
        return sign

    def expect(self, sign: str) -> None:
        if not self.accept(sign):
            self.unexpected()

    def whole(self) -> Node:
        node = self.sum()
        if self.token.kind != "end":
            self.unexpected()
        return node

    def sum(self) -> Node:
        node = self.product()
        while sign := self.accept("+", "-"):
            node = Operation(sign, node, self.product())
        return node

    def product(self) -> Node:
        node = self.factor()
        while sign := self.accept("*", "//", "/"):
            if sign == "/" and not self.floors:
                message = _("Numbers are whole: write floor(a / b), or a // b (character %(position)s).")
                _fail("not_whole", message, self.tokens[self.next - 1])
            divisor = self.token
            right = self.factor()
            if sign != "*" and not any(right.names()) and not right.value({}):
                _fail("division_by_zero", _("Division by zero at character %(position)s."), divisor)
            node = Operation(sign, node, right)
        return node

    def factor(self) -> Node:
        token = self.token
        self.depth += 1
        if self.depth > MAX_DEPTH:
            _fail("too_deep", _("Too much inside one another at character %(position)s."), token)
        node = self.signed()
        self.depth -= 1
        return node

    def signed(self) -> Node:
        if self.accept("-"):
            return Negative(self.factor())
        if self.accept("("):
            node = self.sum()
            self.expect(")")
            return node
        token = self.token
        if token.kind == "number":
            return self.number(token)
        if token.kind != "name":
            self.unexpected()
        if token.text == "floor":
            return self.floor()
        return self.extreme(token) if token.text in EXTREMES else self.name(token)

    def number(self, token: _Token) -> Node:
        self.next += 1
        if int(token.text) > MAX_NUMBER:
            message = _("The number at character %(position)s is larger than %(limit)s.")
            _fail("too_large", message, token, limit=MAX_NUMBER)
        return Number(int(token.text))

    def name(self, token: _Token) -> Node:
        self.next += 1
        if self.names is not None and token.text not in self.names:
            message = _("Nothing here is called “%(name)s” (character %(position)s).")
            _fail("unknown_name", message, token, name=token.text)
        return Name(token.text)

    def extreme(self, token: _Token) -> Node:
        self.next += 1
        self.expect("(")
        arguments = [self.sum()]
        while self.accept(","):
            arguments.append(self.sum())
        self.expect(")")
        return Extreme(token.text, tuple(arguments))

    def floor(self) -> Node:
        self.next += 1
        self.expect("(")
        self.floors += 1
        argument = self.sum()
        self.floors -= 1
        self.expect(")")
        return Floor(argument)

    def unexpected(self) -> NoReturn:
        if self.token.kind == "end":
            _fail("unfinished", _("The formula is not finished at character %(position)s."), self.token)
        _fail("unexpected", _("“%(found)s” at character %(position)s does not belong there."), self.token)


def _tokens(text: str) -> Iterator[_Token]:
    """The tokens of a text, an end token last; any character that starts none is a token of its own."""
    position = 0
    while position < len(text):
        if text[position].isspace():
            position += 1
            continue
        match = TOKEN.match(text, position)
        found = match.group() if match else text[position]
        kind = (match and match.lastgroup) or "other"
        yield _Token(kind, found, position + 1)
        position += len(found)
    yield _Token("end", "", len(text) + 1)


def _fail(code: str, message: str, token: _Token, **params: object) -> NoReturn:
    where = {"position": token.position, "found": token.text}
    raise FormulaError(Problem(code, message, params={**where, **params}))
