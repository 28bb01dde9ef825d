"""The exact odds of an attack before it is made, as far as whoever asks may know them (S2, S3)."""

from dataclasses import dataclass, replace
from fractions import Fraction
from math import floor
from typing import Any

from characters.log import trait_labels
from combat.models import Combatant, Encounter
from combat.models.choices import HERE, Place
from rules.attack_odds import AttackOdds
from rules.effects import EffectKind
from rules.fight import Aim
from rules.odds import Odds

COLUMNS = 40  # of the damage picture, at most


@dataclass(frozen=True, slots=True)
class Forecast:
    """What stands beside the button. Without a known defense there are odds by difficulty instead of against it.

    `needed` is what the first throw must count to hit; above `top`, its most, only one that is thrown again can.
    """

    terms: tuple[tuple[str, int], ...]
    bonus: int
    dice: str
    defense: int | None = None
    odds: AttackOdds | None = None
    check_odds: Odds | None = None
    needed: int | None = None
    faces: tuple[tuple[int, Fraction], ...] = ()
    top: int | None = None
    ones_fail: bool = True
    explodes: bool = False
    absorption: int | None = None
    distribution: tuple[tuple[int, Fraction], ...] = ()
    wounded_from: int | None = None
    falls_from: int | None = None
    shows_fall: bool = False
    is_shot: bool = False
    thrown: str = ""
    keeps_one: bool = True
    damage_explodes: bool = False
    by_difficulty: tuple[tuple[Any, Odds], ...] = ()


def forecast(
    encounter: Encounter,
    attacker: Combatant,
    weapon: str,
    target: Combatant,
    modifier: int,
    *,
    leads: bool,
    place: Place = HERE,
) -> Forecast:
    """Raises Refused where there can be no such attack."""
    ruleset, fight = encounter.campaign.ruleset, encounter.fight
    aim = Aim(target.character.key, band=place.band, cover=place.cover, is_prone=place.is_prone)
    plan = fight.plan(attacker.character.key, aim, attacker.weapon(weapon), modifier=modifier)
    labels = trait_labels(encounter.campaign)
    check = plan.check
    common: dict[str, Any] = {
        "terms": tuple((labels.get(term.key, term.key), term.value) for term in check.terms),
        "bonus": check.bonus,
        "dice": str(plan.damage),
        "is_shot": plan.shot is not None,
        "thrown": ruleset.rolls.thrown,
        "keeps_one": ruleset.rolls.keep(check) is not None,
        "damage_explodes": EffectKind.DAMAGE in ruleset.effects.explode,
    }
    known = target.known
    if not (leads or known["defense"] or plan.shot):  # how far a shot goes is no secret (C7)
        rows = ruleset.rolls.difficulties
        return Forecast(
            **common,
            by_difficulty=tuple((row, ruleset.rolls.odds(replace(check, difficulty=row.skill))) for row in rows),
        )
    numbers = leads or known["points"]
    odds = ruleset.attack_odds(plan, up_to=max(COLUMNS, plan.points + 2))
    faces, ones_fail = ruleset.rolls.faces(check), ruleset.rolls.fails_on_one(check.kind)
    lowest, top = faces[0][0], faces[-1][0]
    shown: dict[str, Any] = {}
    if numbers:
        threshold = ruleset.threshold(target.character.sheet)
        shown = {
            "absorption": plan.absorption,
            "distribution": tuple(enumerate(odds.given_hit)),
            "wounded_from": plan.points - floor(threshold),
            "falls_from": plan.points,
            "shows_fall": True,
        }
    return Forecast(
        **common,
        defense=check.difficulty,
        odds=odds,
        check_odds=ruleset.rolls.odds(check),
        needed=max(check.difficulty - check.bonus, lowest, 2 if ones_fail else 1),
        top=top,
        faces=faces,
        ones_fail=ones_fail,
        explodes=ruleset.rolls.spread(check).explodes,
        **shown,
    )
