"""Harm without an attack, healing, and what both change (C0, C3, C14, R11)."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Self, Unpack

from rules.blows import Blow, Share
from rules.checks import Outcome
from rules.dice import Draw
from rules.effects import Effect, EffectKind
from rules.fight.progress import Progress
from rules.fight.spending import Spending
from rules.gear import WeaponKind
from rules.messages import gettext_noop as _
from rules.notation import Dice
from rules.problems import Problem, Refused
from rules.ruleset.rolling import Given
from rules.vitals import Fate

MAX_AMOUNT = 9_999
"""Points of one harm or healing whose amount is named."""
OF_THE_SHEET = {"", "R2", "C0", "P6", "W2"}
"""The rules of terms that are in every roll: no reason of this one."""


class Harming(Spending):
    """The actions that change points without an attack."""

    __slots__ = ()

    def harm(
        self,
        target: str,
        amount: int | Dice,
        draw: Draw,
        *,
        ignores_absorption: bool = False,
        kind: WeaponKind | None = None,
        is_lethal: bool | None = None,
    ) -> Progress:
        """Hurt a fighter without an attack, by so many points or by damage dice, less its absorption (C3, R11).

        `is_lethal`: it is meant to kill; by default what hurts the heroic is, as their foes' blows are (C11).
        Facts: `target`; `damage` (dice as thrown, None for an amount); `amount` (points of the harm), `absorption`,
        `absorbed`, `passed` (what the absorption lets through), `share` and `taken` (what the GM leaves of that),
        `is_lethal`, `points` (see `_with_points`), `rules`. Raises Refused: fields "target", "amount".
        """
        victim = self.fighter(target, "target")
        damage = self._thrown(EffectKind.DAMAGE, amount, draw)
        absorption = 0 if ignores_absorption else self.ruleset.absorption(victim.sheet)
        points = damage.total if damage else _amount(amount)
        lethal = victim.is_heroic if is_lethal is None else is_lethal
        fight, blow = self._struck(target, points, absorption, kind=kind, is_lethal=lethal)
        rules = list(dict.fromkeys(self._reasons(None, damage, blow)))
        return self._progress(fight, {"target": target, "damage": damage and damage.facts(), **blow, "rules": rules})

    def harm_several(
        self,
        shares: Mapping[str, Share],
        amount: int | Dice,
        draw: Draw,
        *,
        ignores_absorption: bool = False,
        kind: WeaponKind | None = None,
        is_lethal: bool | None = None,
    ) -> Progress:
        """Hurt several fighters at once as `harm` hurts one: dice are thrown once for all, each takes off its own
        absorption, and then its share is half, double or nothing, as the GM says (C3).

        Facts: `damage`; `blows`, in the order named, each as of `harm`; `rules`. Raises Refused as `harm`, and field
        "target" for nobody.
        """
        victims = [self.fighter(key, "target") for key in shares]
        if not victims:
            raise Refused(nobody())
        damage = self._thrown(EffectKind.DAMAGE, amount, draw)
        points = damage.total if damage else _amount(amount)
        fight, blows, rules = self, list[dict[str, Any]](), list[str]()
        for victim in victims:
            fight, blow = fight._struck(
                victim.key,
                points,
                0 if ignores_absorption else self.ruleset.absorption(victim.sheet),
                kind=kind,
                is_lethal=victim.is_heroic if is_lethal is None else is_lethal,
                share=shares[victim.key],
            )
            rules += self._reasons(None, damage, blow)
            blows.append({"target": victim.key, **blow})
        facts = {"damage": damage and damage.facts(), "blows": blows, "rules": list(dict.fromkeys(rules))}
        return self._progress(fight, facts)

    def heal(self, target: str, amount: int | Dice, draw: Draw, *, pool: str | None = None) -> Progress:
        """Give points back, so many or by healing dice, up to the maximum (C0): those whose loss wounds, or of another
        `pool`.

        Facts: `target`, `healing` (dice as thrown, None for an amount), `amount`, `points` as in `harm`, `rules`.
        Raises Refused: fields "target", "amount", "pool".
        """
        progress = self.heal_several({target: Share.WHOLE}, amount, draw, pool=pool)
        (healed,) = progress.facts["blows"]
        facts = {**healed, "healing": progress.facts["healing"], "rules": progress.facts["rules"]}
        return replace(progress, facts=facts)

    def heal_several(
        self, shares: Mapping[str, Share], amount: int | Dice, draw: Draw, *, pool: str | None = None
    ) -> Progress:
        """Give points back to several at once as `heal` does to one; dice are thrown once for all, each regains its
        share (C0, C3).

        Facts: `healing`; `blows`, each with `target`, `amount`, `share`, `points`; `rules`. Raises Refused as `heal`,
        and field "target" for nobody.
        """
        patients = [self.fighter(key, "target") for key in shares]
        problems = [dead() for each in patients if each.vitals.fate is Fate.DEAD] or [nobody()] * (not patients)
        if pool is not None and pool not in {each.key for each in self.ruleset.pools}:
            problems.append(Problem("unknown_pool", _("There are no such points."), "pool"))
        if problems:
            raise Refused(*dict.fromkeys(problems))
        healing = self._thrown(EffectKind.HEALING, amount, draw)
        whole = max(0, healing.total) if healing else _amount(amount)
        fight, blows, rules = self, list[dict[str, Any]](), ["C0"]
        for patient in patients:
            share = shares[patient.key]
            fight, healed = fight._healed(patient.key, share.of(whole), healing, pool)
            rules += healed["rules"]
            told = {"amount": healed["amount"], "share": share.value, "points": healed["points"]}
            blows.append({"target": patient.key, **told})
        facts = {"healing": healing and healing.facts(), "blows": blows, "rules": list(dict.fromkeys(rules))}
        return self._progress(fight, facts)

    def first_aid(
        self,
        by: str,
        target: str,
        draw: Draw,
        *,
        skill: str | None = None,
        modifier: int = 0,
        spend: bool = True,
        **given: Unpack[Given],
    ) -> Progress:
        """First aid or healing, a major action: by default with the best skill (C14). A patient gains from it once in
        an encounter; `spend` as in `attack`.

        Facts: `by`, `target`, `outcome`; `healing` (dice as thrown, None if it failed), `amount`, `points` as in
        `harm`; `is_first_aid`: the patient had no points; `spent`, `majors` (left), `rules`. Raises Refused: fields
        "by", "target", "skill", "modifier", and those of what is `given`.
        """
        healer, patient = self.fighter(by, "by"), self.fighter(target, "target")
        check = self._hampered(healer, self.ruleset.healing(healer.sheet, skill, modifier=modifier, **given))
        problems = [*self._major_problems(healer, spend=spend)]
        if patient.vitals.fate is Fate.DEAD:
            problems.append(dead())
        if patient.is_tended:
            problems.append(Problem("tended", _("They have gained from first aid in this fight."), "target", "C14"))
        if problems:
            raise Refused(*problems)
        outcome = self.ruleset.rolls.resolve(check, draw)
        fight, cost = self._spent(by, spend=spend)
        healing = None
        if outcome.success:
            dice = self.ruleset.healing_dice(self.ruleset.rolls.added(outcome).dice)
            healing = self.ruleset.effects.throw(EffectKind.HEALING, dice, draw)
        fight, healed = fight._healed(target, max(0, healing.total) if healing else 0, healing)
        if healed["points"]["by"]:
            fight = fight._with(replace(fight.fighter(target), is_tended=True))
        had_none = self.ruleset.points(patient.sheet, self.ruleset.injuries.pool) <= 0
        facts = {"by": by, "target": target, "outcome": outcome.facts(), **healed, "is_first_aid": had_none, **cost}
        more = ["C5"] * bool(healing and outcome.degrees)
        rules = list(dict.fromkeys([*outcome.rules, "C14", *more, *healed["rules"]]))
        return self._progress(fight, {**facts, "rules": rules})

    def _healed(
        self, key: str, amount: int, healing: Effect | None, pool: str | None = None
    ) -> tuple[Self, dict[str, Any]]:
        """Points given back. Facts: `healing`, `amount`, `points`, `rules`."""
        fight, points = self._with_points(key, {pool or self.ruleset.injuries.pool: amount})
        rules = ["R11"] * bool(healing and healing.has_exploded) + ["T5"] * bool(points["is"]["lingering"])
        rules += self._became(points)
        return fight, {"healing": healing and healing.facts(), "amount": amount, "points": points, "rules": rules}

    def _thrown(self, kind: EffectKind, amount: int | Dice, draw: Draw) -> Effect | None:
        return self.ruleset.effects.throw(kind, amount, draw) if isinstance(amount, Dice) else None

    def _struck(
        self,
        key: str,
        amount: int,
        absorption: int,
        *,
        kind: WeaponKind | None = None,
        is_lethal: bool,
        share: Share = Share.WHOLE,
        more: tuple[int, ...] = (),
    ) -> tuple[Self, dict[str, Any]]:
        """Points of harm less absorption, at least 0, taken from a fighter (C3), from the pools that it hurts (D8)."""
        blow = Blow(max(0, amount), absorption, share, more)
        body = self.ruleset.body(self.fighter(key).sheet)
        shares = self.ruleset.injuries.spread(body, blow.taken, kind)
        changes = {pool: -points for pool, points in shares.items()}
        fight, points = self._with_points(key, changes, is_harm=blow.taken > 0, is_lethal=is_lethal)
        return fight, {**blow.facts(), "is_lethal": is_lethal, "points": points}

    def _reasons(self, outcome: Outcome | None, damage: Effect | None, blow: Mapping[str, Any]) -> Iterator[str]:
        """The ids of the rules that decided a blow."""
        if outcome:
            yield from outcome.rules
            yield from (term.rule for term in outcome.check.terms if term.rule not in OF_THE_SHEET)
            yield from ["D10"] * bool(outcome.check.mastery and (outcome.margin or 0) > 0)
        yield self.ruleset.attacks.rule
        if outcome and damage and outcome.degrees:
            yield "C5"
        if damage and damage.has_exploded:
            yield "R11"
        yield from ["D11"] * (blow.get("struck", 0) > 1)
        yield from self._became(blow["points"])
        yield from ["D14"] * bool(blow.get("shoved"))
        yield from ["D15"] * bool(blow.get("location"))


def dead() -> Problem:
    """That the dead do not heal (C12)."""
    return Problem("dead", _("The dead do not heal."), "target", "C12")


def nobody() -> Problem:
    """That points need somebody whose they are."""
    return Problem("targets", _("Choose at least one."), "target", "C3")


def _amount(amount: int | Dice) -> int:
    """A number of points as entered. Raises Refused, field "amount"."""
    if isinstance(amount, Dice) or not 0 <= amount <= MAX_AMOUNT:
        message = _("This is a number of points from 0 to %(most)s.")
        raise Refused(Problem("amount", message, "amount", "C3", {"most": MAX_AMOUNT}))
    return amount
