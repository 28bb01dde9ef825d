"""A fight as it stands: who is in it, in what order, whose turn it is; how it is kept and undone (T1, T8)."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Self, cast

from rules.checks import Check, Term
from rules.codec import from_plain, hints_of, to_plain
from rules.fight.fighter import Fighter
from rules.fight.pending import Pending
from rules.fight.progress import Change, Progress, changes_between, reversed_changes
from rules.injuries import Circumstances, Condition
from rules.messages import gettext_noop as _
from rules.problems import Problem, Refused
from rules.ruleset import Ruleset
from rules.sheet import Sheet

if TYPE_CHECKING:
    from rules.fight import Fight


@dataclass(frozen=True, slots=True)
class Standing:
    """A fight without its actions: fighters in their order, the round (0: not begun), the key of whoever has the turn.

    Without a turn in a round that has begun nobody can act, and the round stands (T4). `is_closed`: it is over, and
    what remains is to rest (C13). `pending` are the hits that wait for a defense (C8). `absent` are those who left, or
    whose coming was undone: no part of the fight, but needed to do it again.
    """

    ruleset: Ruleset
    fighters: tuple[Fighter, ...] = ()
    round: int = 0
    turn: str | None = None
    is_closed: bool = False
    pending: tuple[Pending, ...] = ()
    absent: tuple[Fighter, ...] = field(default=(), compare=False)

    @classmethod
    def from_state(cls, ruleset: Ruleset, fighters: Iterable[Fighter], state: Mapping[str, Any]) -> Self:
        """The fight that gave this state, from all fighters it knows, those who left too.

        Pools that a sheet does not write are full, and one above its maximum is cut to it (C0). LookupError if a
        fighter of the order is not given.
        """
        known = {each.key: filled(ruleset, each) for each in fighters}
        order = state.get("order", ())
        absent = tuple(each for key, each in known.items() if key not in order)
        hints = hints_of(Standing)
        kept = {name: from_plain(hints[name], state[name]) for name in KEPT if name in state}
        return cls(ruleset, tuple(known[key] for key in order), absent=absent, **kept)

    def state(self) -> dict[str, Any]:
        """Round, turn, order… as plain JSON values; with `Fighter.state()` and the pools all there is to keep."""
        kept = {name: to_plain(getattr(self, name)) for name in KEPT}
        return {**kept, "order": [each.key for each in self.fighters]}

    def undone(self, changes: Sequence[Change]) -> Self:
        """The fight before these changes: fields as they were, pools by their difference, within their bounds.

        LookupError if one of them is about a fighter that the fight does not know.
        """
        fight = self
        for change in reversed_changes(changes):
            fight = fight._changed(change)
        return fight

    def redone(self, changes: Sequence[Change]) -> Self:
        """The fight with these changes made again."""
        return self.undone(reversed_changes(changes))

    def _changed(self, change: Change) -> Self:
        what, *names = change["of"].split(":")
        if what == "fight":
            state = {**self.state(), **change["after"]}
            return type(self).from_state(self.ruleset, self.known.values(), state)
        fighter = self.known[names[0]]
        if what == "fighter":
            return self._with(fighter.with_state(change["after"]))
        sheet = fighter.sheet
        if what == "forced":
            return self._with(replace(fighter, sheet=replace(sheet, forced=sheet.forced + change["by"])))
        (pool,) = names[1:]
        points = sheet.pools[pool] + self.ruleset.change_pool(sheet, pool, change["by"])
        return self._with(replace(fighter, sheet=replace(sheet, pools={**sheet.pools, pool: points})))

    @property
    def known(self) -> dict[str, Fighter]:
        """Everyone by key, those who left too."""
        return {each.key: each for each in (*self.fighters, *self.absent)}

    @property
    def has_begun(self) -> bool:
        return self.round > 0

    @property
    def acting(self) -> Fighter | None:
        """Whoever has the turn."""
        return next((each for each in self.fighters if each.key == self.turn), None)

    def find(self, key: str) -> Fighter | None:
        """The fighter of that key, if in the fight."""
        return next((each for each in self.fighters if each.key == key), None)

    def fighter(self, key: str, field: str = "fighter") -> Fighter:
        """The fighter of that key. Raises Refused, with that field, if it is not in the fight."""
        found = self.find(key)
        if found is None:
            raise Refused(Problem("not_here", _("They are not in this fight."), field))
        return found

    def condition(self, fighter: Fighter) -> Condition:
        """How a fighter fares (C10, C11)."""
        return self.ruleset.condition(fighter.sheet)

    def can_act(self, fighter: Fighter) -> bool:
        """Whether a fighter may act in a turn: who has not rolled yet or is out may not (T4)."""
        return fighter.initiative is not None and not self.condition(fighter).out

    def has_turns(self, fighter: Fighter) -> bool:
        """Whether turns of a fighter begin, even if they pass by themselves: the fallen's do, for the tally (T4)."""
        return fighter.initiative is not None and self.condition(fighter).fate.has_turns

    def _hampered(self, fighter: Fighter, check: Check, enemies: int = 1) -> Check:
        """The check with what actions beyond those of its initiative do to the rolls of a fighter's own turn (D7), and
        enemies that it faces at once, at least so many of them, to all (D10)."""
        extra = self.ruleset.turns.penalty(fighter.deeds) if fighter.key == self.turn else 0
        crowd = self.ruleset.crowding(fighter.sheet, max(enemies, fighter.facing))
        terms = (Term("extra_actions", extra, "D7"), Term("enemies", crowd, "D10"))
        return check.plus(*(term for term in terms if term.value))

    def _with_roll(self, key: str, trait: str = "") -> Self:
        """The fight once a fighter has thrown a check of that trait: what supported it is used up (D9), tokens given
        back are felt (R13), and those of its own turn are counted (D7, D17)."""
        fighter = self.fighter(key).unforced
        fighter = fighter.with_vitals(fighter.vitals.without_support(trait))
        return self._with(replace(fighter, has_rolled=fighter.has_rolled or key == self.turn))

    def _progress(self, fight: Self, facts: Mapping[str, Any]) -> Progress:
        fight = fight._cut_from(self)
        return Progress(cast("Fight", fight), facts, tuple(changes_between(self, fight)))

    def _cut_from(self, before: "Standing") -> Self:
        """The fight in which no pool is above a maximum that fell with an effect (C0)."""
        was = {key: fighter.vitals.effects for key, fighter in before.known.items()}

        def cut(fighter: Fighter) -> Fighter:
            effects = fighter.vitals.effects
            return fighter if was.get(fighter.key, effects) == effects else filled(self.ruleset, fighter)

        return self._each(cut)

    def _with(self, fighter: Fighter) -> Self:
        """The fight with this fighter in place of the one of the same key."""

        def swapped(fighters: tuple[Fighter, ...]) -> tuple[Fighter, ...]:
            return tuple(fighter if each.key == fighter.key else each for each in fighters)

        return replace(self, fighters=swapped(self.fighters), absent=swapped(self.absent))

    def _with_points(
        self, key: str, changes: Mapping[str, int], *, is_harm: bool = False, is_lethal: bool = False
    ) -> tuple[Self, dict[str, Any]]:
        """A fighter's points changed, each pool within its bounds, and what that makes of it (C0, C10–C12, T5).

        Facts: `pool` (whose loss wounds), `by` (what really changed), `before`, `after`, `maximum`; `was` and `is`, the
        condition before and after; `pools`: `by`, `before`, `after`, `maximum` of every pool that was to change.
        """
        fighter, pool = self.fighter(key), self.ruleset.injuries.pool
        how = Circumstances(
            in_encounter=not self.is_closed,
            own_turn=key == self.turn,
            is_heroic=fighter.is_heroic,
            has_fallen=fighter.falls > 0,
            is_lethal=is_lethal,
            is_harm=is_harm,
        )
        sheet = self.ruleset.with_points(fighter.sheet, changes, how)
        pools = {name: self._change_of(fighter.sheet, sheet, name) for name in {pool: 0, **changes}}
        by, after = pools[pool]["by"], pools[pool]["after"]
        now = replace(
            fighter,
            sheet=sheet,
            falls=fighter.falls + (by < 0 and after <= 0 < after - by),
            lost=fighter.lost + max(0, -by),
            regained=fighter.regained + max(0, by),
        )
        facts = {
            "pool": pool,
            **pools[pool],
            "was": self.condition(fighter).facts(),
            "is": self.condition(now).facts(),
            "pools": pools,
        }
        return (self if now == fighter else self._with(now)), facts

    def _became(self, points: Mapping[str, Any]) -> tuple[str, ...]:
        """The ids of the rules by which a change of points made something else of somebody; its facts are given."""
        was, now = (Condition.from_facts(points[name]) for name in ("was", "is"))
        return self.ruleset.injuries.reasons(was, now)

    def _change_of(self, before: Sheet, after: Sheet, pool: str) -> dict[str, int]:
        was, now = self.ruleset.points(before, pool), self.ruleset.points(after, pool)
        return {"by": now - was, "before": was, "after": now, "maximum": self.ruleset.maximum(after, pool)}

    def _each(self, change: Callable[[Fighter], Fighter]) -> Self:
        return replace(self, fighters=tuple(map(change, self.fighters)))


KEPT = ("round", "turn", "is_closed", "pending")
"""The fields that `state` keeps besides the order."""


def filled(ruleset: Ruleset, fighter: Fighter) -> Fighter:
    """With every pool written, none above its maximum: differences need a number to start from."""
    pools = {kind.key: ruleset.points(fighter.sheet, kind.key) for kind in ruleset.pools}
    if pools.items() <= fighter.sheet.pools.items():
        return fighter
    return replace(fighter, sheet=replace(fighter.sheet, pools={**fighter.sheet.pools, **pools}))
