"""What a sheet comes to: maxima, points, derived values, wounds (C0, C10, P6, T5)."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import TypeVar

from rules.formula import Formula
from rules.injuries import Body, Circumstances, Condition
from rules.ruleset.parts import Parts
from rules.sheet import Sheet
from rules.traits import Derived, PoolKind

Row = TypeVar("Row", PoolKind, Derived)  # those with a formula


class Values(Parts):
    """The numbers that follow from a sheet."""

    __slots__ = ()

    def maximum(self, sheet: Sheet, pool_key: str) -> int:
        """The most a pool can hold, never below 1: fixed on the sheet (P6) or by formula, and what effects add to it.

        LookupError if unknown.
        """
        kind = row_of(self.pools, pool_key)
        raised = sum(by for each in sheet.vitals.effects for key, by in each.raises if key == pool_key)
        return max(1, sheet.fixed.get(pool_key, self._evaluate(kind.formula, sheet)) + raised)

    def points(self, sheet: Sheet, pool_key: str) -> int:
        """What a pool holds now: never more than its maximum, which it has if the sheet does not say (C0)."""
        maximum = self.maximum(sheet, pool_key)
        return max(self.injuries.floor(pool_key), min(maximum, sheet.pools.get(pool_key, maximum)))

    def change_pool(self, sheet: Sheet, pool_key: str, by: int) -> int:
        """The difference really applied when a pool changes by so much: it stays in its bounds (C0).

        To be added to what the sheet holds, so a pool above a fallen maximum is cut to it even by 0.
        """
        maximum = self.maximum(sheet, pool_key)
        held = sheet.pools.get(pool_key, maximum)
        return max(self.injuries.floor(pool_key), min(maximum, held + by)) - held

    def value(self, sheet: Sheet, derived_key: str) -> int:
        """A derived value: fixed on the sheet (P6), or by formula (C0) with what weapons add to it (W2).

        LookupError if unknown.
        """
        row = row_of(self.derived, derived_key)
        fixed_value = row.fixed_on(sheet)
        if fixed_value is not None:
            return fixed_value
        return self._evaluate(row.formula, sheet) + sheet.bonuses.get(derived_key, 0)

    def body(self, sheet: Sheet) -> Body:
        """The character as injuries see it."""
        lacking = {each.key for each in self.attributes} - sheet.attributes.keys()
        return Body(
            points={kind.key: self.points(sheet, kind.key) for kind in self.pools},
            maxima={kind.key: self.maximum(sheet, kind.key) for kind in self.pools},
            values={name: sheet.named(name) for name in self.injuries.names - lacking},
            vitals=sheet.vitals,
        )

    def threshold(self, sheet: Sheet) -> Fraction:
        """The points at or below which the character is wounded (C10, P6), unrounded."""
        return self.injuries.threshold(self.body(sheet))

    def condition(self, sheet: Sheet) -> Condition:
        """Wounded, lingering, out (C10, C11, T5; D8, D16, D18)."""
        return self.injuries.condition(self.body(sheet))

    def with_points(self, sheet: Sheet, changes: Mapping[str, int], how: Circumstances) -> Sheet:
        """The sheet once its pools have changed by so much, each within its bounds, with what that makes of its vitals.

        One road for every change of points, in an encounter or not, so that healing always clears what it must.
        """
        pools = dict(sheet.pools)
        for key, by in changes.items():
            pools[key] = sheet.pools.get(key, self.maximum(sheet, key)) + self.change_pool(sheet, key, by)
        before = self.body(sheet)
        vitals = self.injuries.after(before, {**before.points, **pools}, how)
        return replace(sheet, pools=pools, vitals=self.last_stand.settled(vitals))

    def _evaluate(self, formula: Formula, sheet: Sheet) -> int:
        return formula.evaluate({name: sheet.named(name) for name in formula.names})


def row_of(rows: tuple[Row, ...], key: str) -> Row:
    for row in rows:
        if row.key == key:
            return row
    raise LookupError(key)
