"""What is measured against what is wanted."""

import math
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

FEWEST = 30
WARM_UP = 10


class Measured(Protocol):
    @property
    def processor(self) -> float | None: ...


@dataclass(frozen=True)
class Row:
    """One figure. `is_met` is None where there is no bar, or where this computer cannot measure it."""

    figure: str
    measured: str
    bar: str = "–"
    is_met: bool | None = None

    def __str__(self) -> str:
        verdict = {True: "met", False: "MISSED", None: "–"}[self.is_met]
        return " · ".join((self.figure, self.measured, self.bar, verdict))


def quantile(values: Sequence[float], part: float) -> float:
    """The smallest value that at least `part` of all do not exceed."""
    ranked = sorted(values)
    return ranked[max(0, min(len(ranked) - 1, -(-len(ranked) * part // 1).__int__() - 1))]


def milliseconds(seconds: float) -> str:
    return f"{seconds * 1000:.1f}"


def spread(seconds: Sequence[float]) -> str:
    """Milliseconds: the middle one, and what 5 % and 1 % exceed."""
    middle, late, latest = (milliseconds(quantile(seconds, part)) for part in (0.5, 0.95, 0.99))
    return f"p50 {middle}, p95 {late}, p99 {latest} ms ({len(seconds)})"


def timed(
    figure: str,
    seconds: Sequence[float],
    processor: float | None = None,
    *,
    p50: float | None = None,
    p95: float | None = None,
) -> Row:
    """A row for a latency with its bar in milliseconds, on the middle one or on the 95th of a hundred.

    `processor`: the seconds of processor time that each cost the server, which tells more on a busy computer.
    """
    measured = spread(seconds) + ("" if processor is None else f"; server CPU {milliseconds(processor)} ms each")
    for part, name, bar in ((0.5, "p50", p50), (0.95, "p95", p95)):
        if bar is not None:
            return Row(figure, measured, f"{name} < {bar:g} ms", quantile(seconds, part) * 1000 < bar)
    return Row(figure, measured)


def slope(sizes: Sequence[int], seconds: Sequence[float]) -> str:
    """How a cost goes with a size: all of it in milliseconds, and what each doubling adds, by least squares."""
    doublings = [math.log2(size) for size in sizes]
    middle, mean = sum(doublings) / len(sizes), sum(seconds) / len(sizes)
    above = sum((at - middle) * (cost - mean) for at, cost in zip(doublings, seconds, strict=True))
    each = above / sum((at - middle) ** 2 for at in doublings)
    named = ", ".join(f"{size:,}: {milliseconds(cost)}" for size, cost in zip(sizes, seconds, strict=True))
    return f"{named} ms; each doubling {each * 1000:+.2f} ms ({each / mean:+.1%})"


def turns(count: int, seconds: float) -> Iterator[int]:
    """0, 1, 2, … `count` times, or as often as there is time for on a busy computer, but a few times in any case."""
    until = time.monotonic() + seconds
    for number in range(count):
        if number >= FEWEST and time.monotonic() > until:
            return
        yield number


class Cost:
    """What each of many requests took, and the processor time they cost the server; the first ones warm up."""

    def __init__(self, server: Measured) -> None:
        self._server, self._seconds = server, []
        self._began = 0.0

    def add(self, seconds: float) -> None:
        self._seconds.append(seconds)
        if len(self._seconds) == WARM_UP:
            self._began = self._server.processor

    @property
    def each(self) -> tuple[list[float], float | None]:
        seconds = self._seconds[WARM_UP:]
        now = self._server.processor
        return seconds, None if now is None else (now - self._began) / len(seconds)


def show(rows: Iterable[Row]) -> None:
    for row in rows:
        print(row, flush=True)
