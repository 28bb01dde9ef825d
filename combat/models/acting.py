"""What fighters do to each other, and what the GM does to their points (C3–C11)."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext_noop

from campaigns import chance
from campaigns.models import LogEntry, Membership, Recorder
from characters.models.rolling import as_typed
from combat.models.choices import HERE, OPENLY, Ambush, Place
from combat.models.combatant import Combatant, refused
from combat.models.manner import PLAIN, TECHNIQUE, Manner
from rules.blows import Share
from rules.fight import Progress
from rules.gear import WeaponKind
from rules.notation import Dice
from rules.ruleset.rolling import Given


class Acting:
    """What hurts and heals; the rest of `Encounter` is in the files beside."""

    def attack(
        self,
        by: Membership,
        attacker: str,
        weapon: str,
        target: str | Sequence[str],
        *,
        modifier: int = 0,
        place: Place = HERE,
        manner: Manner = PLAIN,
        press: str = "",
    ) -> LogEntry:
        """One attack with a weapon, or a technique ("technique-<key>", P2), on one or several (C3): against their
        defense or from some place (C7); what hits may wait for their own defense (C8, D8). With a weapon in the other
        hand both strike in one press (C4). What one strikes with is in hand from then on (W2). Whoever leads attacks
        out of turn too."""
        with self.acting(by, press) as (encounter, record):
            hand = encounter.combatant(attacker)
            targets = [target] if isinstance(target, str) else list(target)
            struck = [*targets, *[key for key in [manner.off_target] if manner.off and key not in targets]]
            victims = [encounter.in_reach(by, key) for key in struck]
            counts, given = encounter.counts(by, hand), manner.spent.given
            paid = list(manner.spent.paid(hand.character))
            paid += hand.character.take_in_hand(hand.hands_after(weapon, *filter(None, [manner.off])))
            progress, kind = encounter._strike(hand, weapon, targets, modifier, place, manner, given, spend=counts)
            facts = {"known": victims[0].known, "attacker_known": hand.known}
            return encounter._keep(
                record,
                kind,
                progress,
                about=dict.fromkeys([attacker, *struck]),
                is_secret=all(victim.is_hidden for victim in victims),
                facts=facts,
                paid=paid,
            )

    def in_reach(self, by: Membership, key: str) -> Combatant:
        """One whom that seat may name as the target of something. Raises Refused, field "target"."""
        victim = self.combatant(key)
        if victim.is_hidden and not by.leads:
            raise refused("not_here", gettext_noop("That one is not in the fight any more."), "target")
        return victim

    def counts(self, by: Membership, actor: Combatant) -> bool:
        """Whether a major action of that one is counted: on its turn, and always of a player's (the rules say why not);
        whoever leads may act beyond it. Raises Refused before the fight begins."""
        if not self.round:
            raise refused("not_begun", gettext_noop("The fight has not started yet."), "status")
        return not by.leads or (self.turn == actor.character.key and actor.fighter.majors > 0)

    def _strike(
        self,
        hand: Combatant,
        weapon: str,
        targets: Sequence[str],
        modifier: int,
        place: Place,
        manner: Manner,
        given: Given,
        *,
        spend: bool,
    ) -> tuple[Progress, str]:
        """The attack made, and of what kind its entry is."""
        fight, by = self.fight, hand.character.key
        aims, lethal = manner.aims(targets, place), manner.is_lethal
        one_or_many: Any = aims[0] if len(aims) == 1 and not manner.sweeps else aims
        if weapon.startswith(TECHNIQUE):
            known: Any = {"modifier": modifier, "spend": spend, "is_lethal": lethal, **given}
            key = weapon.removeprefix(TECHNIQUE)
            return fight.use_technique(by, key, aims, chance.draw, difficulty=manner.difficulty, **known), "technique"
        used = hand.weapon(weapon)
        if manner.off:
            unarmed = self.campaign.ruleset.unarmed
            main, off = (used or unarmed, aims[0]), (hand.weapon(manner.off) or unarmed, manner.off_target)
            both = (main, (off[0], manner.aim(off[1] or targets[0])))
            return fight.attack_with_both(
                by, *both, chance.draw, modifier=modifier, spend=spend, is_lethal=lethal, **given
            ), "attack"
        return fight.attack(
            by,
            one_or_many,
            used,
            chance.draw,
            modifier=modifier,
            spend=spend,
            is_lethal=lethal,
            sweeps=manner.sweeps,
            projectiles=manner.projectiles,
            **given,
        ), "attack"

    def surprise(
        self,
        by: Membership,
        attacker: str,
        target: str,
        press: str = "",
        *,
        ambush: Ambush = OPENLY,
        typed: Sequence[int] = (),
    ) -> LogEntry:
        """Stealth against perception, once, before the attack that gains by it (C6); `typed` are the faces of dice
        thrown at the table, the attacker's first."""
        with self.acting(by, press) as (encounter, record):
            encounter.counts(by, encounter.combatant(attacker))
            victim = encounter.in_reach(by, target)
            fight, added = encounter.fight, {"modifier": ambush.modifier, "against": ambush.against}
            progress = as_typed(lambda draw: fight.surprise(attacker, target, draw, **added), typed)
            return encounter._keep(
                record,
                "surprise",
                progress,
                about=[attacker, target],
                is_secret=victim.is_hidden,
                facts={"typed": bool(typed)},
            )

    def harm(
        self,
        by: Membership,
        target: str | Mapping[str, Share],
        amount: int | Dice,
        press: str = "",
        *,
        absorbs: bool = False,
        kind: WeaponKind | None = None,
        is_lethal: bool | None = None,
    ) -> LogEntry:
        """Points taken without an attack, as the GM says: from one or, each its share, from several (C3); without
        absorption unless it `absorbs`."""
        with self.acting(by, press) as (encounter, record):
            how: Any = {"ignores_absorption": not absorbs, "kind": kind, "is_lethal": is_lethal}
            if isinstance(target, str):
                progress = encounter.fight.harm(target, amount, chance.draw, **how)
            else:
                progress = encounter.fight.harm_several(target, amount, chance.draw, **how)
            return encounter._by_hand(record, "harm", target, progress, gettext_noop("%(name)s has none to lose."))

    def heal(
        self,
        by: Membership,
        target: str | Mapping[str, Share],
        amount: int | Dice,
        press: str = "",
        *,
        pool: str | None = None,
    ) -> LogEntry:
        """Points given back without a roll, up to the maximum (C0), to one or to several."""
        with self.acting(by, press) as (encounter, record):
            if isinstance(target, str):
                progress = encounter.fight.heal(target, amount, chance.draw, pool=pool)
            else:
                progress = encounter.fight.heal_several(target, amount, chance.draw, pool=pool)
            return encounter._by_hand(record, "heal", target, progress, gettext_noop("%(name)s has them all."))

    def _by_hand(
        self, record: Recorder, kind: str, target: str | Mapping[str, Share], progress: Progress, nothing: str
    ) -> LogEntry:
        """Points that the GM changed. Raises Refused where nothing would change and no die was thrown."""
        rows = [self.combatant(key) for key in ([target] if isinstance(target, str) else target)]
        thrown = progress.facts.get("damage") or progress.facts.get("healing")
        if not progress.changes and not thrown:
            names = ", ".join(row.character.name for row in rows)
            raise refused("no_change", nothing, "amount", name=names)
        keys = [row.character.key for row in rows]
        is_secret = all(row.is_hidden for row in rows)
        return self._keep(record, kind, progress, about=keys, is_secret=is_secret, facts={"known": rows[0].known})
