"""What becomes of the fallen and the hurt: the check at 0, effects, the breather (C11, C13, R10, T2)."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Self

from rules.dice import Draw
from rules.effects import EffectKind
from rules.fight.fighter import Fighter
from rules.fight.progress import Progress
from rules.fight.timing import Timing
from rules.lasting import Lasting
from rules.messages import gettext_noop as _
from rules.problems import Problem, Refused
from rules.recovery import breather_cap
from rules.vitals import Fate

MAX_EFFECTS = 20
"""Effects that last on one fighter."""


class Holding(Timing):
    """The actions on fighters that are not attacks."""

    __slots__ = ()

    def stay_up(self, key: str, draw: Draw) -> Progress:
        """The check of one who has fallen to 0: fight on with a point or more, or be down (C11).

        Facts: `fighter`, `outcome`, `fate`, `points` as in `harm`, `rules`. Raises Refused, field "fighter", if no
        check of its waits.
        """
        fighter = self.fighter(key)
        if self.condition(fighter).fate is not Fate.FALLING:
            raise Refused(Problem("no_check", _("There is no check at 0 to throw."), "fighter", "C11"))
        outcome, sheet = self.ruleset.stayed_up(fighter.sheet, draw)
        pool = self.ruleset.injuries.pool
        gained = sheet.pools[pool] - fighter.sheet.pools[pool]
        fight, changed = self._with(fighter.unforced.with_vitals(sheet.vitals))._with_points(key, {pool: gained})
        rules = list(dict.fromkeys([*outcome.rules, "C11"]))
        facts = {"fighter": key, "outcome": outcome.facts(), "fate": sheet.vitals.fate.value, "points": changed}
        return self._progress(fight, {**facts, "rules": rules})

    def affect(self, keys: Iterable[str], effect: Lasting) -> Progress:
        """An effect begins on these fighters; a place that carries one affects everybody in it (R10, T2).

        One that begins in the middle of the affected one's own turn does not count that turn. Facts: `fighters`,
        `effect` (its label), `rules`. Raises Refused: fields "fighter", "effect".
        """
        fight = self
        affected = [self.fighter(key) for key in keys]
        problems = [problem for each in affected for problem in self._effect_problems(each, effect.key)]
        if problems:
            raise Refused(*dict.fromkeys(problems))
        for each in affected:
            fight = fight._affected(each.key, effect)
        facts = {"fighters": [each.key for each in affected], "effect": effect.label, "rules": [effect.rule, "T2"]}
        return self._progress(fight, facts)

    def _effect_problems(self, fighter: Fighter, key: str = "") -> Iterator[Problem]:
        """Why no effect, or none of that key, can begin on a fighter. Field "effect"."""
        if len(fighter.vitals.effects) >= MAX_EFFECTS or any(key == old.key for old in fighter.vitals.effects):
            yield Problem("effect", _("That effect is there already, or there are too many."), "effect", "R10")

    def _affected(self, key: str, effect: Lasting) -> Self:
        """With an effect that begins on a fighter."""
        fighter = self.fighter(key)
        new = replace(effect, is_fresh=effect.turns is not None and key == self.turn)
        return self._with(fighter.with_effects((*fighter.vitals.effects, new)))

    def _left(self, key: str, effect: Lasting | None) -> tuple[Self, str | None]:
        """With what a roll leaves on a fighter, if anything, and its key there: the stem it has with a number, None
        where there are too many already."""
        fighter = self.fighter(key)
        if effect is None or any(self._effect_problems(fighter)):
            return self, None
        new = replace(effect, key=fighter.vitals.free_key(effect.key))
        return self._affected(key, new), new.key

    def release(self, key: str, effect: str) -> Progress:
        """An effect is removed by other means: the GM, a cure, the end of its cause (R10).

        Facts: `fighter`, `effect` (its label), `rules`. Raises Refused, field "effect", if there is none of that key.
        """
        fighter = self.fighter(key)
        gone = self._effect(fighter, effect)
        fight = self._with(fighter.with_effects(each for each in fighter.vitals.effects if each != gone))
        return self._progress(fight, {"fighter": key, "effect": gone.label, "rules": ["R10"]})

    def save(self, key: str, effect: str, draw: Draw) -> Progress:
        """A saving throw of the moment against an effect, besides those of its turns (R10).

        Facts: `fighter`, `effect`, `outcome`, `ended`, `rules`. Raises Refused, field "effect", if there is no such
        effect or none can be saved from.
        """
        found = self._effect(self.fighter(key), effect)
        if found.save is None:
            raise Refused(Problem("no_save", _("There is no saving throw against that."), "effect", "R10"))
        fight, event = self._saved(key, found, found.save, draw)
        return self._progress(fight, {name: value for name, value in event.items() if name != "event"})

    def breathe(self, keys: Iterable[str] | None, draw: Draw) -> Progress:
        """A breather after the fight, once for it: everybody (None) or some regain what the dice say, at most what they
        lost in this encounter and have not regained; the dead do not rest (C13).

        Facts: `rests`, in order of entry, each with `fighter`, `healing`, `cap`, `points` as in `harm`; `rules`. Raises
        Refused: field "fight" if the fight is not over or the rules know no breather, field "fighter" if nobody (or one
        of those named) can rest.
        """
        breather = self.ruleset.recovery.breather
        if breather is None:
            raise Refused(Problem("no_breather", _("These rules know no breather."), "fight", "C13"))
        if not self.is_closed:
            raise Refused(Problem("not_over", _("A breather comes after the fight."), "fight", "C13"))
        named = None if keys is None else [self.fighter(key) for key in keys]
        resting = [each for each in (self.fighters if named is None else named) if self._can_rest(each)]
        if not resting or len(resting) < len(named or ()):
            raise Refused(Problem("rested", _("They have had their breather, or need none."), "fighter", "C13"))
        fight, rests = self, []
        for each in sorted(resting, key=lambda each: each.entry):
            healing = self.ruleset.effects.throw(EffectKind.BREATHER, breather, draw)
            cap = breather_cap(each.lost, each.regained)
            fight = fight._with(replace(each, has_rested=True))
            fight, points = fight._with_points(each.key, {self.ruleset.injuries.pool: min(cap, healing.total)})
            rests.append({"fighter": each.key, "healing": healing.facts(), "cap": cap, "points": points})
        return self._progress(fight, {"rests": rests, "rules": ["C13"]})

    def _can_rest(self, fighter: Fighter) -> bool:
        return not fighter.has_rested and fighter.vitals.fate is not Fate.DEAD

    def _effect(self, fighter: Fighter, key: str) -> Lasting:
        """The effect of that key on a fighter. Raises Refused, field "effect"."""
        for each in fighter.vitals.effects:
            if each.key == key:
                return each
        raise Refused(Problem("no_effect", _("There is no such effect."), "effect", "R10"))
