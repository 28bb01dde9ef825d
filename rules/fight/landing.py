"""Hits that land: with how many projectiles, what they do, where, and how far they shove (C3, D8, D11, D14, D15)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

from rules.blows import Share, amount_for
from rules.dice import Draw
from rules.effects import Effect, EffectKind
from rules.fight.harming import Harming
from rules.fight.holding import Holding
from rules.gear import Weapon
from rules.lasting import Lasting
from rules.notation import Dice
from rules.rolls import Added

NOTHING = Added(0, 0)
"""What a projectile adds that is not the first of its burst (D11)."""


@dataclass(frozen=True, slots=True)
class Landing:
    """A hit on one target, or a miss if nothing `struck`: how many projectiles do, what its success `added` to the
    first, by which margin, of a called shot the key of what was aimed at (D15), and what begins on the target with the
    hit (P2)."""

    target: str
    weapon: Weapon
    damage: Dice
    absorption: int
    is_lethal: bool
    share: Share = Share.WHOLE
    struck: int = 0
    added: Added = NOTHING
    margin: int = 0
    called: str = ""
    leaves: Lasting | None = None


class Hitting(Holding, Harming):
    """What hits do."""

    __slots__ = ()

    def _further(self, damage: Dice, struck: int, draw: Draw) -> tuple[Effect, ...]:
        """The damage of each projectile that strikes after the first, thrown for itself (D11)."""
        return tuple(self.ruleset.effects.throw(EffectKind.DAMAGE, damage, draw) for _each in range(1, struck))

    def _landed(self, hit: Landing, thrown: Sequence[Effect], draw: Draw) -> tuple[Self, dict[str, Any]]:
        """A hit taken, or none. `thrown` is the damage of its projectiles, that of others after it, and the location
        die comes last (T6).

        Facts: what it does as in `harm`; `struck` (projectiles), `shoved` (meters), `location`: None where hits have
        none, else `zone` (key and label), `face` of the die (None for a called shot) and `may_refine`; `effect`: the
        key of what began on the target, None if nothing did.
        """
        added = (hit.added, *(NOTHING,) * (hit.struck - 1))
        amounts = [amount_for(each, hit.damage, more) for each, more in zip(thrown[: hit.struck], added, strict=False)]
        fight, blow = self._struck(
            hit.target,
            amounts[0] if amounts else 0,
            hit.absorption,
            kind=hit.weapon.kind,
            is_lethal=hit.is_lethal,
            share=hit.share,
            more=tuple(amounts[1:]),
        )
        shoved = self.ruleset.shoved(blow["amount"])
        location = self._location(hit, draw) if hit.struck else None
        fight, effect = fight._left(hit.target, hit.leaves if hit.struck else None)
        return fight, {**blow, "struck": hit.struck, "shoved": shoved, "location": location, "effect": effect}

    def _location(self, hit: Landing, draw: Draw) -> dict[str, Any] | None:
        rules = self.ruleset.locations
        if not rules.counts:
            return None
        may_refine = rules.can_refine(hit.margin)
        called = rules.find_called_shot(hit.called)
        if called:
            return {"zone": {"key": called.key, "label": called.label}, "face": None, "may_refine": may_refine}
        face, zone = rules.throw(draw)
        return {
            "zone": zone and {"key": zone.key, "label": zone.label},
            "face": face,
            "may_refine": may_refine,
        }
