"""What the beginning and the end of a turn bring: saving throws, effects, the tally, ends of wounds (T1, T2, T5)."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Self

from rules.dice import Draw
from rules.fight.base import Standing
from rules.last_stand import TALLY_SIDES
from rules.lasting import Lasting, Moment, Save
from rules.vitals import Fate

Events = tuple[Mapping[str, Any], ...]
"""What happened by itself, in order: facts, each with "event" (its kind), "fighter" and "rules"."""


class Timing(Standing):
    """Turns that begin, end, or pass by. Each step gives the fight after it, and its events."""

    __slots__ = ()

    def _begun(self, key: str, draw: Draw) -> tuple[Self, Events]:
        """The turn of a fighter begins: saving throws in the order the effects began, the harm of those still there,
        the tally (T1); before all this, what lasted until this moment ends (T2)."""
        fight, events = self._ended_at(key, Moment.START)
        fight = fight._with(replace(fight.fighter(key), has_acted=True, has_endured=False))
        fight, saves = fight._saves(key, Moment.START, draw)
        fight, harm = fight._harmed_by_effects(key, draw)
        fight, tally = fight._tallied(key, draw)
        return fight, events + saves + harm + tally

    def _done(self, key: str, draw: Draw) -> tuple[Self, Events]:
        """The turn of a fighter ends: saving throws of that moment, what a turn without effort gives back (D17),
        durations and its wound one turn less (T1)."""
        fight, saves = self._saves(key, Moment.END, draw)
        fight, breath = fight._breathed(key)
        fight, events = fight._passed_by(key)
        return fight, saves + breath + events

    def _breathed(self, key: str) -> tuple[Self, Events]:
        """What comes back to a fighter whose turn went by without effort (D17). Its event: `points`."""
        fighter = self.fighter(key)
        body, condition = self.ruleset.body(fighter.sheet), self.condition(fighter)
        gained = self.ruleset.recovery.idle_turn(body, condition) if fighter.deeds.is_idle else {}
        fight, points = self._with_points(key, gained)
        if fight is self:
            return self, ()
        return fight, ({"event": "breath", "fighter": key, "points": points, "rules": ["D17"]},)

    def _passed_by(self, key: str) -> tuple[Self, Events]:
        """A turn is over, or the place of one who has none has come: durations drop, wounds let go (T2, T4, T5)."""
        fighter = self.fighter(key)
        vitals = self.ruleset.injuries.after_turn(self.ruleset.body(fighter.sheet))
        left = [(each, each.after_turn()) for each in vitals.effects]
        events = tuple(_effect_ended(key, each, "turns") for each, after in left if after is None)
        if fighter.vitals.linger:
            facts = {"before": fighter.vitals.linger, "after": vitals.linger, "recovered": not vitals.linger}
            events += ({"event": "wound", "fighter": key, **facts, "rules": ["T5"]},)
        vitals = replace(vitals, effects=tuple(after for _each, after in left if after is not None))
        fight, more = self._with(fighter.with_vitals(vitals))._ended_at(key, Moment.END)
        return fight, events + more

    def _missed(self, key: str) -> tuple[Self, Events]:
        """The place of one who has no turns goes by: they count for durations all the same (T4)."""
        fight, events = self._ended_at(key, Moment.START)
        fight, more = fight._with(replace(fight.fighter(key), has_acted=True))._passed_by(key)
        return fight, events + more

    def _ended_at(self, key: str, moment: Moment) -> tuple[Self, Events]:
        """Without the effects, anybody's, that last until this moment of this fighter's turn (T2)."""
        return self._without(lambda each: each.ends_at(key, moment, self.round), "until")

    def _without(self, ends: Callable[[Lasting], bool], why: str) -> tuple[Self, Events]:
        fight, events = self, list[Mapping[str, Any]]()
        for fighter in self.fighters:
            gone = [each for each in fighter.vitals.effects if ends(each)]
            if gone:
                events += [_effect_ended(fighter.key, each, why) for each in gone]
                fight = fight._with(fighter.with_effects(each for each in fighter.vitals.effects if each not in gone))
        return fight, tuple(events)

    def _saves(self, key: str, moment: Moment, draw: Draw) -> tuple[Self, Events]:
        """The saving throws that a fighter makes at that moment of its turn."""
        fight, events = self, list[Mapping[str, Any]]()
        for effect in self.fighter(key).vitals.effects:
            if effect.save is not None and effect.save.at is moment:
                fight, event = fight._saved(key, effect, effect.save, draw)
                events.append(event)
        return fight, tuple(events)

    def _saved(self, key: str, effect: Lasting, save: Save, draw: Draw) -> tuple[Self, Mapping[str, Any]]:
        """One saving throw against an effect (R10). Its event: `effect`, `outcome`, `ended`."""
        fighter = self.fighter(key)
        check = self.ruleset.check(fighter.sheet, save.attribute, difficulty=save.difficulty)
        outcome = self.ruleset.rolls.resolve(check, draw)
        left = [each for each in fighter.vitals.effects if not (outcome.success and each.key == effect.key)]
        fight = self._with(fighter.unforced.with_effects(left))
        facts = {"effect": effect.label, "outcome": outcome.facts(), "ended": bool(outcome.success)}
        return fight, {"event": "save", "fighter": key, **facts, "rules": list(dict.fromkeys(["R10", *outcome.rules]))}

    def _harmed_by_effects(self, key: str, draw: Draw) -> tuple[Self, Events]:
        """The harm of the effects on a fighter, in the order they began (T1)."""
        fight, events = self, list[Mapping[str, Any]]()
        for effect in self.fighter(key).vitals.effects:
            if not effect.harms or effect.days is not None:
                continue
            harm, passed = self.ruleset.harm_of(effect, fight.fighter(key).sheet, draw)
            pool = effect.pool or self.ruleset.injuries.pool
            fight, points = fight._with_points(key, {pool: -passed}, is_harm=passed > 0, is_lethal=True)
            facts = {"effect": effect.label, "damage": harm and harm.facts(), "passed": passed, "points": points}
            rules = list(dict.fromkeys([effect.rule, *fight._became(points)]))
            events.append({"event": "effect", "fighter": key, **facts, "rules": rules})
        return fight, tuple(events)

    def _tallied(self, key: str, draw: Draw) -> tuple[Self, Events]:
        """The tally of one who is down (C12). Its event: `face`, `successes`, `failures`, `fate`, `points`."""
        fighter = self.fighter(key)
        if self.condition(fighter).fate is not Fate.DOWN:
            return self, ()
        face = draw(TALLY_SIDES)
        vitals, points = self.ruleset.stand.tallied(fighter.vitals, face)
        counts = {"successes": vitals.successes, "failures": vitals.failures}
        fight = self._with(fighter.with_vitals(vitals))
        fight, changed = fight._with_points(key, {self.ruleset.injuries.pool: points})
        facts = {"face": face, **counts, "fate": vitals.fate.value, "points": changed}
        return fight, ({"event": "tally", "fighter": key, **facts, "rules": ["C12"]},)


def _effect_ended(key: str, effect: Lasting, why: str) -> Mapping[str, Any]:
    """The event of an effect that is over: `why` is "turns", "until", "round" or "removed"."""
    return {"event": "effect-ended", "fighter": key, "effect": effect.label, "why": why, "rules": ["T2"]}
