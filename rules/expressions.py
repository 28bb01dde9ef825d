"""The parts of a formula: each has a value, names, and a way to be written."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import floor
from typing import Protocol

MAX_VALUE = 1_000_000
"""Where values stop, either way: a sheet must open whatever formula its GM wrote."""

EXTREMES = {"min": min, "max": max}
FUNCTIONS = frozenset({*EXTREMES, "floor"})
"""Names that mean something in a formula, so that no trait can have them."""
SUM, PRODUCT, SIGNED, ATOM = range(4)
"""How tightly a part holds together, which says where parentheses are needed."""


class Node(Protocol):
    """One part. `value` never fails: a name without a value is 0, so is a division by 0; `signs` are those printed.

    Only what stands inside `floor` may be a Fraction.
    """

    @property
    def binds(self) -> int: ...
    def value(self, values: Mapping[str, int]) -> int | Fraction: ...
    def names(self) -> Iterator[str]: ...
    def write(self, labels: Mapping[str, str], signs: Mapping[str, str]) -> str: ...


@dataclass(frozen=True, slots=True)
class Number:
    number: int
    binds = ATOM

    def value(self, values: Mapping[str, int]) -> int:
        return self.number

    def names(self) -> Iterator[str]:
        yield from ()

    def write(self, labels: Mapping[str, str], signs: Mapping[str, str]) -> str:
        return str(self.number)


@dataclass(frozen=True, slots=True)
class Name:
    key: str
    binds = ATOM

    def value(self, values: Mapping[str, int]) -> int:
        return values.get(self.key, 0)

    def names(self) -> Iterator[str]:
        yield self.key

    def write(self, labels: Mapping[str, str], signs: Mapping[str, str]) -> str:
        return labels.get(self.key, self.key)


@dataclass(frozen=True, slots=True)
class Negative:
    operand: Node
    binds = SIGNED

    def value(self, values: Mapping[str, int]) -> int | Fraction:
        return -self.operand.value(values)

    def names(self) -> Iterator[str]:
        return self.operand.names()

    def write(self, labels: Mapping[str, str], signs: Mapping[str, str]) -> str:
        return signs.get("-", "-") + _inside(self.operand, SIGNED, labels, signs)


@dataclass(frozen=True, slots=True)
class Operation:
    sign: str
    left: Node
    right: Node

    @property
    def binds(self) -> int:
        return SUM if self.sign in "+-" else PRODUCT

    def value(self, values: Mapping[str, int]) -> int | Fraction:
        left, right = self.left.value(values), self.right.value(values)
        result: int | Fraction
        match self.sign:
            case "+":
                result = left + right
            case "-":
                result = left - right
            case "*":
                result = left * right
            case "/":
                result = Fraction(left) / right if right else 0
            case _:
                result = left // right if right else 0
        return max(-MAX_VALUE, min(MAX_VALUE, result))

    def names(self) -> Iterator[str]:
        yield from self.left.names()
        yield from self.right.names()

    def write(self, labels: Mapping[str, str], signs: Mapping[str, str]) -> str:
        left = _inside(self.left, self.binds, labels, signs)
        right = _inside(self.right, self.binds + 1, labels, signs)
        return f"{left} {signs.get(self.sign, self.sign)} {right}"


@dataclass(frozen=True, slots=True)
class Extreme:
    function: str
    arguments: tuple[Node, ...]
    binds = ATOM

    def value(self, values: Mapping[str, int]) -> int | Fraction:
        return EXTREMES[self.function](argument.value(values) for argument in self.arguments)

    def names(self) -> Iterator[str]:
        for argument in self.arguments:
            yield from argument.names()

    def write(self, labels: Mapping[str, str], signs: Mapping[str, str]) -> str:
        return f"{self.function}({', '.join(argument.write(labels, signs) for argument in self.arguments)})"


@dataclass(frozen=True, slots=True)
class Floor:
    argument: Node
    binds = ATOM

    def value(self, values: Mapping[str, int]) -> int:
        return floor(self.argument.value(values))

    def names(self) -> Iterator[str]:
        return self.argument.names()

    def write(self, labels: Mapping[str, str], signs: Mapping[str, str]) -> str:
        return f"floor({self.argument.write(labels, signs)})"


def _inside(node: Node, binds: int, labels: Mapping[str, str], signs: Mapping[str, str]) -> str:
    written = node.write(labels, signs)
    return written if node.binds >= binds else f"({written})"
