"""What a sheet comes to: maxima, points, derived values, wounds (C0, C10, P6, T5)."""

from collections.abc import Collection, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import TypeVar

from rules.formula import Formula
from rules.injuries import Body, Circumstances, Condition
from rules.mastery import MASTERY, NONE, Grade
from rules.ruleset.parts import Parts
from rules.sheet import SHEET_NAMES, Sheet
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

    def grade(self, sheet: Sheet, weapon: str | None = None) -> Grade:
        """What somebody's mastery of a weapon gives, by its key; by default of the best among those in hand (D10)."""
        mastery = self.attacks.mastery
        if mastery is None:
            return NONE
        if not mastery.counts:
            return mastery.without
        used = (weapon,) if weapon else sheet.wielded or (self.attacks.unarmed,)
        return mastery.at(max(sheet.masteries.get(key, 0) for key in used))

    def crowding(self, sheet: Sheet, enemies: int) -> int:
        """What facing so many enemies at once adds to all rolls, by the mastery in hand: 0 or less (D10)."""
        mastery = self.attacks.mastery
        return mastery.penalty(self.grade(sheet), enemies) if mastery else 0

    def body(self, sheet: Sheet) -> Body:
        """The character as injuries and recovery see it; a pool that it lacks is not there (P6)."""
        lacking = {each.key for each in self.attributes} - sheet.attributes.keys()
        names = self.injuries.names | self.recovery.names
        pools = [kind.key for kind in self.pools if self._has_pool(sheet, kind, lacking)]
        return Body(
            points={key: self.points(sheet, key) for key in pools},
            maxima={key: self.maximum(sheet, key) for key in pools},
            values={name: sheet.named(name) for name in names - lacking},
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
        return replace(sheet, pools=pools, vitals=self.stand.settled(vitals))

    def _has_pool(self, sheet: Sheet, kind: PoolKind, lacking: Collection[str]) -> bool:
        """Whether a character has such points: those whose loss wounds, and others unless it lacks, unfixed, all that
        they are made of, as a quick foe does (P6)."""
        made_of = kind.formula.names - set(SHEET_NAMES)
        return kind.key in {self.injuries.pool, *sheet.fixed} or not made_of or not made_of <= set(lacking)

    def _evaluate(self, formula: Formula, sheet: Sheet) -> int:
        return formula.evaluate(self._named(formula, sheet))

    def _named(self, formula: Formula, sheet: Sheet) -> dict[str, int]:
        """The values that a formula names."""
        values = {name: sheet.named(name) for name in formula.names}
        return {**values, MASTERY: self.grade(sheet).defense} if MASTERY in values else values


def row_of(rows: tuple[Row, ...], key: str) -> Row:
    for row in rows:
        if row.key == key:
            return row
    raise LookupError(key)
