"""Techniques used in a fight: on one or several, to harm, to heal, for some turns, or as a plain check (P2)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Self, Unpack

from rules.attack_odds import AttackOdds
from rules.attacks import Attack
from rules.blows import amount_for
from rules.checks import Check, Outcome
from rules.dice import Draw
from rules.effects import Effect, EffectKind
from rules.fight.aiming import Aim, Swing, aimed, no_dodge
from rules.fight.fighter import Fighter
from rules.fight.harming import OF_THE_SHEET, dead
from rules.fight.progress import Progress
from rules.fight.striking import Striking
from rules.messages import gettext_noop as _
from rules.problems import Problem, Refused
from rules.rolls import Added
from rules.ruleset.rolling import Given
from rules.techniques import Technique
from rules.vitals import Fate

STEM = "technique"
"""What the keys of what techniques leave begin with."""


@dataclass(frozen=True, slots=True)
class Use:
    """A technique about to be used: at whom, and the check against each; one check alone if at nobody."""

    technique: Technique
    aims: tuple[Aim, ...]
    checks: tuple[Check, ...]


class Casting(Striking):
    """The actions of those who know techniques."""

    __slots__ = ()

    def technique_check(
        self,
        by: str,
        key: str,
        target: str | Aim | None = None,
        *,
        difficulty: int | None = None,
        modifier: int = 0,
        attribute: str | None = None,
        **given: Unpack[Given],
    ) -> Check:
        """The check that `use_technique` would throw at that target. Raises Refused as it does."""
        aims = () if target is None else (aimed(target),)
        return self._use(by, key, aims, difficulty, modifier, attribute, given).checks[0]

    def technique_odds(
        self,
        by: str,
        key: str,
        target: str | Aim,
        *,
        difficulty: int | None = None,
        modifier: int = 0,
        attribute: str | None = None,
        **given: Unpack[Given],
    ) -> AttackOdds:
        """The exact odds of a technique that harms, as of `attack_odds`; those of others are their check's. Raises
        Refused as `use_technique`, and field "technique" if it does no harm."""
        aim = aimed(target)
        use = self._use(by, key, (aim,), difficulty, modifier, attribute, given)
        if not use.technique.harms:
            raise Refused(Problem("no_harm", _("That technique does no harm."), "technique", "P2"))
        dodge = self._defense_of(aim.target) if self._is_dodged(aim) else None
        return self.ruleset.attack_odds(self._attacks(use)[0], dodge=dodge)

    def use_technique(
        self,
        by: str,
        key: str,
        targets: str | Aim | Sequence[str | Aim],
        draw: Draw,
        *,
        difficulty: int | None = None,
        modifier: int = 0,
        attribute: str | None = None,
        spend: bool = True,
        is_lethal: bool | None = None,
        **given: Unpack[Given],
    ) -> Progress:
        """A technique, a major action: one throw for all targets, and one of its effect dice for those on whom it
        succeeds (P2, C3). `difficulty`: a number that the GM names in place of what the technique carries.

        Harm is an attack's, less absorption, each target's `share` of it; of an aim only what is `called`, and whether
        it `is_dodged` instead of its defense (D8), count besides. Degrees add their dice to any effect (R6), éxitos to
        harm alone (D8). Turns, and whatever a saving throw ends, begin as effects (R10, T2). Without effect and saving
        throw it is a plain check, at somebody or nobody.

        Facts: `by`, `technique` (its `key` and `name`), `kind` (of its effect, None without), `outcome` (of the first
        check), `thrown` (effect dice, None if none were), `spent`, `majors` (left), `rules`; `results`, a list, each
        with `target`, `outcome`, `defense` (what it had to reach; None while a dodge waits), `hit` (so too), `effect`
        (the key of what began, None if nothing did), and of harm what it does as in `attack`, of healing `amount` and
        `points` as in `harm`, of turns `turns`.

        Raises Refused: fields "by", "technique", "target", "difficulty", "dodged", "effect", and those of
        `Ruleset.check`.
        """
        named = [targets] if isinstance(targets, str | Aim) else targets
        user = self.fighter(by, "by")
        use = self._use(by, key, tuple(map(aimed, named)), difficulty, modifier, attribute, given)
        problems = tuple(self._major_problems(user, spend=spend))
        if problems:
            raise Refused(*problems)
        fight, cost = self._spent(by, spend=spend)
        if use.technique.harms:
            lethal = not user.is_heroic if is_lethal is None else is_lethal
            fight, told = fight._cast_to_harm(by, use, lethal, draw)
        else:
            fight, told = fight._cast(by, use, draw)
        technique = {"key": use.technique.key, "name": use.technique.name}
        kind = use.technique.effect and use.technique.effect.value
        rules = list(dict.fromkeys(["P2", *told.pop("rules")]))
        return self._progress(fight, {"by": by, "technique": technique, "kind": kind, **told, **cost, "rules": rules})

    def _cast_to_harm(self, by: str, use: Use, is_lethal: bool, draw: Draw) -> tuple[Self, dict[str, Any]]:
        """A technique as an attack. Facts: `outcome`, `thrown`, `results`, `rules`."""
        attacks, leaves = self._attacks(use), use.technique.lasting(STEM)
        swing = Swing(by, use.technique.weapon, is_lethal, use.aims, attacks, is_shot=False, leaves=leaves)
        fight, blows, thrown = self._swung(swing, draw)
        rules = [rule for blow in blows for rule in blow.pop("rules")]
        rules += [rule for blow in blows if blow["effect"] for rule in ("R10", "T2")]
        damage = thrown[0].facts() if thrown else None
        return fight, {"outcome": blows[0]["outcome"], "thrown": damage, "results": blows, "rules": rules}

    def _cast(self, by: str, use: Use, draw: Draw) -> tuple[Self, dict[str, Any]]:
        """A technique that does no harm. Facts as in `_cast_to_harm`."""
        rolls, technique = self.ruleset.rolls, use.technique
        first = rolls.resolve(use.checks[0], draw)
        outcomes = [rolls.judge(check, first.throws) for check in use.checks]
        fight = self._with_roll(by, technique.key)
        added = [rolls.added(outcome).dice for outcome in outcomes if outcome.success]
        thrown = None
        if technique.effect and technique.dice and added:
            thrown = self.ruleset.effects.throw(technique.effect, technique.dice.with_extra(max(added)), draw)
        results, rules = list[dict[str, Any]](), list(_reasons(outcomes[0], thrown, technique.effect))
        for aim, outcome in zip(use.aims, outcomes, strict=False):
            amount = 0
            if outcome.success and thrown and technique.dice:
                amount = amount_for(thrown, technique.dice, Added(rolls.added(outcome).dice, 0))
            fight, came, why = fight._came_of(technique, aim.target, amount, succeeds=bool(outcome.success))
            met = {"defense": outcome.check.difficulty, "hit": outcome.success}
            results.append({"target": aim.target, "outcome": outcome.facts(), **met, **came})
            rules += [*_reasons(outcome, thrown, technique.effect), *why]
        dice = thrown and thrown.facts()
        return fight, {"outcome": outcomes[0].facts(), "thrown": dice, "results": results, "rules": rules}

    def _came_of(
        self, technique: Technique, target: str, amount: int, *, succeeds: bool
    ) -> tuple[Self, dict[str, Any], list[str]]:
        """What a technique without harm does to one target, its facts, and the rules of that."""
        if technique.effect is EffectKind.HEALING:
            fight, healed = self._healed(target, amount, None)
            return fight, {"effect": None, "amount": amount, "points": healed["points"]}, healed["rules"]
        turns = amount if technique.effect is EffectKind.TURNS else None
        fight, effect = self._left(target, technique.lasting(STEM, turns) if succeeds else None)
        told = {"effect": effect} if turns is None else {"effect": effect, "turns": turns}
        return fight, told, ["T2", *["R10"] * bool(technique.saving_throw)] if effect else []

    def _attacks(self, use: Use) -> tuple[Attack, ...]:
        """The attacks that a technique which harms makes on its targets; it takes hit points (D8)."""
        weapon, attacks = use.technique.weapon, list[Attack]()
        for aim, check in zip(use.aims, use.checks, strict=True):
            sheet = self.fighter(aim.target).sheet
            points = self.ruleset.injuries.left(self.ruleset.body(sheet), weapon.kind)
            attacks.append(Attack(check, weapon.damage, self.ruleset.absorption(sheet), points))
        return tuple(attacks)

    def _use(
        self,
        by: str,
        key: str,
        aims: tuple[Aim, ...],
        difficulty: int | None,
        modifier: int,
        attribute: str | None,
        given: Given,
    ) -> Use:
        """A technique with its check against each target. Raises Refused with every Problem of any of them."""
        user = self.fighter(by, "by")
        technique = user.sheet.technique(key)
        if technique is None:
            raise Refused(Problem("no_technique", _("They know no such technique."), "technique", "P2"))
        problems = [*self._use_problems(technique, aims, difficulty)]
        checks = list[Check]()
        for aim in aims or (None,):
            try:
                number = technique.difficulty if difficulty is None else difficulty
                check = self.ruleset.check(
                    user.sheet, key, difficulty=number, modifier=modifier, attribute=attribute, **given
                )
                checks.append(self._hampered(user, self._met(user, technique, check, aim)))
                problems += self._target_problems(technique, aim)
            except Refused as refused:
                problems += refused.problems
        if problems:
            raise Refused(*dict.fromkeys(problems))
        return Use(technique, aims, tuple(checks))

    def _met(self, user: Fighter, technique: Technique, check: Check, aim: Aim | None) -> Check:
        """The check as it goes at that target: against its defense, where the technique does and nothing else is said,
        and of an attack what helps or hinders it (C6, D15). Raises Refused, fields "target", "called"."""
        if aim is None:
            return check
        victim = self.fighter(aim.target, "target")
        if technique.against_defense and check.difficulty is None:
            check = replace(check, difficulty=self.ruleset.value(victim.sheet, self.ruleset.attacks.defense))
        return check.plus(*self._surprise(user, aim.target), *self._called(aim)) if technique.harms else check

    def _use_problems(self, technique: Technique, aims: Sequence[Aim], difficulty: int | None) -> Iterator[Problem]:
        """Why a technique cannot be used so. Fields "target", "difficulty", "dodged"."""
        needs = technique.against_defense or technique.effect or technique.lasts
        if len({aim.target for aim in aims}) < len(aims) or (needs and not aims):
            yield Problem("targets", _("That technique needs targets, each named once."), "target", "P2")
        against_defense = technique.against_defense and difficulty is None
        named = difficulty is not None or technique.difficulty is not None or against_defense
        if not named and (technique.effect or technique.lasts):
            yield Problem("no_difficulty", _("Say what difficulty it has to reach."), "difficulty", "P2")
        can_dodge = technique.harms and against_defense and self.ruleset.attacks.is_dodged
        if any(aim.is_dodged for aim in aims) and not can_dodge:
            yield no_dodge()

    def _target_problems(self, technique: Technique, aim: Aim | None) -> Iterator[Problem]:
        """Why it can do nothing to that one. Fields "target", "effect"."""
        if aim is None:
            return
        victim = self.fighter(aim.target, "target")
        if technique.effect is EffectKind.HEALING and victim.vitals.fate is Fate.DEAD:
            yield dead()
        if technique.lasts:
            yield from self._effect_problems(victim)


def _reasons(outcome: Outcome, thrown: Effect | None, kind: EffectKind | None) -> Iterator[str]:
    """The ids of the rules that decided a check that does no harm, and what was thrown for its effect of that kind."""
    yield from outcome.rules
    yield from (term.rule for term in outcome.check.terms if term.rule not in OF_THE_SHEET)
    if thrown and outcome.degrees and kind is EffectKind.HEALING:
        yield "C5"
    if thrown and thrown.has_exploded:
        yield "R11"
