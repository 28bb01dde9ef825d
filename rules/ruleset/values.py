"""What a sheet comes to: maxima, points, derived values, wounds (C0, C10, P6, T5)."""

from fractions import Fraction
from typing import TypeVar

from rules.formula import Formula
from rules.injuries import Condition
from rules.ruleset.parts import Parts
from rules.sheet import Sheet
from rules.traits import Derived, PoolKind

Row = TypeVar("Row", PoolKind, Derived)  # those with a formula


class Values(Parts):
    """The numbers that follow from a sheet."""

    __slots__ = ()

    def maximum(self, sheet: Sheet, pool_key: str) -> int:
        """The most a pool can hold, never below 1: fixed on the sheet (P6) or by formula. LookupError if unknown."""
        kind = row_of(self.pools, pool_key)
        return max(1, sheet.fixed.get(pool_key, self._evaluate(kind.formula, sheet)))

    def points(self, sheet: Sheet, pool_key: str) -> int:
        """What a pool holds now: never more than its maximum, which it has if the sheet does not say (C0)."""
        maximum = self.maximum(sheet, pool_key)
        return max(0, min(maximum, sheet.pools.get(pool_key, maximum)))

    def change_pool(self, sheet: Sheet, pool_key: str, by: int) -> int:
        """The difference really applied when a pool changes by so much: it stays between 0 and its maximum (C0).

        To be added to what the sheet holds, so a pool above a fallen maximum is cut to it even by 0.
        """
        maximum = self.maximum(sheet, pool_key)
        held = sheet.pools.get(pool_key, maximum)
        return max(0, min(maximum, held + by)) - held

    def value(self, sheet: Sheet, derived_key: str) -> int:
        """A derived value: fixed on the sheet (P6), or by formula (C0) with what weapons add to it (W2).

        LookupError if unknown.
        """
        row = row_of(self.derived, derived_key)
        fixed_value = row.fixed_on(sheet)
        if fixed_value is not None:
            return fixed_value
        return self._evaluate(row.formula, sheet) + sheet.bonuses.get(derived_key, 0)

    def threshold(self, sheet: Sheet) -> Fraction:
        """The points at or below which the character is wounded (C10, P6), unrounded."""
        lacking = {each.key for each in self.attributes} - sheet.attributes.keys()
        formula = self.injuries.threshold_formula
        values = {name: sheet.named(name) for name in formula.names - lacking}
        return self.injuries.threshold(values, self.maximum(sheet, self.injuries.pool))

    def condition(self, sheet: Sheet) -> Condition:
        """Wounded, lingering, out (C10, T5)."""
        return self.injuries.state(self.points(sheet, self.injuries.pool), self.threshold(sheet), sheet.linger)

    def linger_after(self, sheet: Sheet, points: int, *, in_encounter: bool, own_turn: bool = False) -> int:
        """The counter of a lingering wound once the points that wounds take become `points` (T5).

        `sheet` is the character before the change; `own_turn`: its own turn has begun and not ended.
        """
        before = self.points(sheet, self.injuries.pool)
        threshold = self.threshold(sheet)
        return self.injuries.after_change(
            before, points, threshold, sheet.linger, in_encounter=in_encounter, own_turn=own_turn
        )

    def _evaluate(self, formula: Formula, sheet: Sheet) -> int:
        return formula.evaluate({name: sheet.named(name) for name in formula.names})


def row_of(rows: tuple[Row, ...], key: str) -> Row:
    for row in rows:
        if row.key == key:
            return row
    raise LookupError(key)
