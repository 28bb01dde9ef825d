"""The exact odds of an attack before it is made, as far as whoever asks may know them (S2, S3)."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from math import floor
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

from characters.log.rolls import trait_labels
from characters.log.why import Reason, reasons_to_keep
from combat.models import Combatant, Encounter
from rules.attack_odds import AttackOdds
from rules.attacks import ActiveDefense, Attack
from rules.checks import Check
from rules.effects import EffectKind
from rules.odds import Odds
from rules.opposed_odds import OpposedOdds
from rules.problems import Refused
from rules.ruleset.rolling import Given

if TYPE_CHECKING:
    from combat.panel import Choice

COLUMNS = 40  # of the damage picture, at most
NOTICED = range(10, 26, 5)
"""Totals of who may notice an ambush, for those who do not know what it rolls with."""


@dataclass(frozen=True, slots=True)
class Chances:
    """One line of several: what an attack comes to for one target, or with one hand. None: that is not known."""

    name: str
    hits: Fraction | None = None
    mean: Fraction | None = None
    drops: Fraction | None = None
    needs: int | None = None


@dataclass(frozen=True, slots=True)
class Forecast:
    """What stands beside the button, `reasons` saying why another die than the middle one would stay. Without a known
    defense there are odds by difficulty instead of against it.

    `needed` is what the first throw must count to hit; above `top`, its most, only one that is thrown again can.
    `falls`: that the target does, where it is hit. `dodged`: over both rolls, where the target dodges instead of
    relying on its defense (D8) or may yet escape (C8). `covering`: the specializations that may count (P4).
    """

    terms: tuple[tuple[str, int], ...]
    bonus: int
    reasons: tuple[Reason, ...] = ()
    covering: tuple[str, ...] = ()
    dice: str = ""
    defense: int | None = None
    odds: AttackOdds | None = None
    check_odds: Odds | None = None
    needed: int | None = None
    faces: tuple[tuple[int, Fraction], ...] = ()
    top: int | None = None
    critical_rule: str = ""
    ones_fail: bool = True
    explodes: bool = False
    absorption: int | None = None
    distribution: tuple[tuple[int, Fraction], ...] = ()
    wounded_from: int | None = None
    falls_from: int | None = None
    falls: Fraction | None = None
    is_shot: bool = False
    thrown: str = ""
    keeps_one: bool = True
    damage_explodes: bool = False
    harms: bool = True
    dodged: OpposedOdds | None = None
    is_dodged: bool = False
    is_called: bool = False
    surprise: OpposedOdds | None = None
    stealth: tuple[tuple[int, Odds], ...] = ()
    each: tuple[Chances, ...] = ()
    by_difficulty: tuple[tuple[Any, Odds], ...] = ()


def forecast(encounter: Encounter, choice: "Choice", *, leads: bool) -> Forecast:
    """Raises Refused where there can be no such attack."""
    used = [choice.weapon, *filter(None, [choice.manner.off])]
    encounter = encounter.with_hands(choice.attacker, choice.attacker.hands_after(*used))
    ruleset, fight = encounter.campaign.ruleset, encounter.fight
    plans, target = _plans(encounter, choice), choice.targets[0]
    check, attack, _target = plans[0]
    labels = trait_labels(encounter.campaign)
    if technique := choice.technique:
        labels[technique.key] = technique.name
    common: dict[str, Any] = {
        "terms": tuple((labels.get(term.key, term.key), term.value) for term in check.terms),
        "bonus": check.bonus,
        "reasons": tuple(reasons_to_keep(check.factors, choice.attacker.character.gender)),
        "covering": ruleset.covering(check, choice.attacker.character.sheet),
        "dice": str(attack.damage) if attack else "",
        "harms": attack is not None,
        "is_shot": bool(attack and attack.shot),
        "thrown": ruleset.rolls.thrown,
        "keeps_one": ruleset.rolls.keep(check) is not None,
        "damage_explodes": EffectKind.DAMAGE in ruleset.effects.explode,
    }
    common |= _surprise(encounter, choice, knows=leads or target.known["defense"])
    if len(plans) > 1:
        common["each"] = tuple(_each(encounter, choice, plans, leads=leads))
    known = target.known
    if check.difficulty is None or not _tells(choice, attack, target, leads=leads):
        rows = ruleset.rolls.difficulties
        return Forecast(
            **common,
            is_called=target.character.key in choice.manner.dodgers,
            by_difficulty=tuple((row, ruleset.rolls.odds(replace(check, difficulty=row.skill))) for row in rows),
        )
    faces, ones_fail = ruleset.rolls.faces(check), ruleset.rolls.fails_on_one(check.kind)
    lowest, top = faces[0][0], faces[-1][0]
    common |= {
        "defense": check.difficulty,
        "check_odds": ruleset.rolls.odds(check),
        "needed": max(check.difficulty - check.bonus, lowest, 2 if ones_fail else 1),
        "top": top,
        "critical_rule": ruleset.rolls.critical_rule,
        "faces": faces,
        "ones_fail": ones_fail,
        "explodes": ruleset.rolls.spread(check).explodes,
    }
    if attack is None:
        return Forecast(**common)
    if (leads or known["defense"]) and not choice.manner.off and not choice.technique:
        common["dodged"] = _dodged(encounter, choice)
        is_dodged = choice.manner.aim(target.character.key).is_dodged
        common["is_dodged"] = is_dodged and common["dodged"] is not None
    dodge = fight._defense_of(target.character.key) if common.get("is_dodged") else None
    odds = ruleset.attack_odds(attack, up_to=max(COLUMNS, attack.points + 2), dodge=dodge)
    shown: dict[str, Any] = {}
    if leads or known["points"]:
        shown = {"absorption": attack.absorption, "distribution": tuple(enumerate(odds.given_hit))}
    if shown and attack.points > 0:  # who is at 0 falls no further
        shown |= {
            "wounded_from": attack.points - floor(ruleset.threshold(target.character.sheet)),
            "falls_from": attack.points,
            "falls": odds.drops / odds.hits if odds.hits else Fraction(),
        }
    return Forecast(**common, odds=odds, **shown)


Plan = tuple[Check, Attack | None, Combatant]


def _plans(encounter: Encounter, choice: "Choice") -> list[Plan]:
    """The check of each strike, what it would do, and whom it is aimed at. Raises Refused."""
    fight, manner, by = encounter.fight_as_read, choice.manner, choice.attacker.character.key
    given: Given = manner.spent.given
    rows = choice.targets
    if technique := choice.technique:
        plans: list[Plan] = []
        for row in rows:
            aim = manner.aim(row.character.key)
            check = fight.technique_check(
                by, technique.key, aim, difficulty=manner.difficulty, modifier=choice.modifier, **given
            )
            sheet = row.character.sheet
            points = encounter.campaign.ruleset.injuries.left(encounter.campaign.ruleset.body(sheet), None)
            absorption = encounter.campaign.ruleset.absorption(sheet)
            attack = Attack(check, technique.weapon.damage, absorption, points) if technique.harms else None
            plans.append((check, attack, row))
        return plans
    aims = manner.aims([row.character.key for row in rows], choice.place)
    if manner.off:
        unarmed = encounter.campaign.ruleset.unarmed
        off = encounter.combatant(manner.off_target or aims[0].target)
        grips = (
            (choice.used or unarmed, aims[0]),
            (choice.attacker.weapon(manner.off) or unarmed, manner.aim(off.character.key)),
        )
        both = fight.plan_both(by, *grips, modifier=choice.modifier, **given)
        return [(attack.check, attack, row) for attack, row in zip(both, (rows[0], off), strict=False)]
    enemies = len(aims) if manner.sweeps else 1
    known: Any = {"modifier": choice.modifier, "enemies": enemies, "projectiles": manner.projectiles, **given}
    found = [fight.plan(by, aim, choice.used, **known) for aim in aims]
    return [(attack.check, attack, row) for attack, row in zip(found, rows, strict=True)]


def _each(encounter: Encounter, choice: "Choice", plans: list[Plan], *, leads: bool) -> Iterator[Chances]:
    """A line for each target, or for each hand; what is not known stays out of it (S2, S3)."""
    ruleset = encounter.campaign.ruleset
    hands = [choice.weapon, choice.manner.off] if choice.manner.off else []
    for at, (check, attack, row) in enumerate(plans):
        name = row.called["gm" if leads else "table"]
        if hands:
            weapon = choice.attacker.weapon(hands[at])
            name = f"{label_of(weapon)} · {name}"
        if check.difficulty is None or not _tells(choice, attack, row, leads=leads):
            yield Chances(name)
        elif attack is None:
            yield Chances(name, ruleset.rolls.chance(check), needs=check.difficulty)
        else:
            odds = ruleset.attack_odds(attack)
            numbers = leads or row.known["points"]
            mean, drops = (odds.mean, odds.drops) if numbers else (None, None)
            yield Chances(name, odds.hits, mean, drops, check.difficulty)


def _tells(choice: "Choice", attack: Attack | None, row: Combatant, *, leads: bool) -> bool:
    """Whether there are odds against that target: what it has to reach is known, and no roll of another (S1, S2). How
    far a shot goes is no secret (C7)."""
    if leads or (attack and attack.shot):
        return True
    return row.known["defense"] and row.character.key not in choice.manner.dodgers


def label_of(weapon: Any) -> str:
    """What a weapon is called in the reader's language."""
    return _(weapon.label) if weapon else _("attack")


def _dodged(encounter: Encounter, choice: "Choice") -> OpposedOdds | None:
    """The odds over both rolls, where the target dodges or may dodge a hit; None where it does not."""
    target = choice.targets[0].character.key
    manner, given = choice.manner, choice.manner.spent.given
    known: Any = {"modifier": choice.modifier, "projectiles": manner.projectiles, **given}
    try:
        return encounter.fight_as_read.defended_odds(
            choice.attacker.character.key,
            manner.aim(target, choice.place),
            choice.used,
            ActiveDefense.DODGE,
            **known,
        )
    except Refused:
        return None


def _surprise(encounter: Encounter, choice: "Choice", *, knows: bool) -> dict[str, Any]:
    """The odds to surprise the target, where it was not tried yet (C6); to those who do not know it so well, the odds
    of the stealth to have more than some totals (S2)."""
    by, target, ambush = choice.attacker, choice.targets[0].character.key, choice.ambush
    added, rolls = {"modifier": ambush.modifier, "against": ambush.against}, encounter.campaign.ruleset.rolls
    if target in by.fighter.surprises:
        return {}
    try:
        if knows:
            return {"surprise": encounter.fight_as_read.surprise_odds(by.character.key, target, **added)}
        stealth, _perception = encounter.fight_as_read.surprise_checks(by.character.key, target, **added)
    except Refused:
        return {}
    found = ((total, rolls.odds(replace(stealth, difficulty=total + 1))) for total in NOTICED)
    return {"stealth": tuple(found)}
