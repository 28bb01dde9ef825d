"""Attacks: what is rolled with one weapon or two, from an ambush or afar, and what stops it (C3–C9)."""

from dataclasses import dataclass
from enum import StrEnum

from rules.bare_hands import BareHands
from rules.checks import MODIFIERS, Check, Term
from rules.gear import Weapon
from rules.mastery import Mastery
from rules.messages import gettext_noop as _
from rules.notation import Dice
from rules.options import option
from rules.shooting import Shooting, ShotDifficulty


class ActiveDefense(StrEnum):
    """What someone hit from afar may still do (C8)."""

    DODGE = "dodge"
    BLOCK = "block"


@dataclass(frozen=True, slots=True)
class TwoWeapons:
    """A weapon in each hand (C4): two attacks in one action, each with its modifier, or one attack with a bonus."""

    enforces = ("C4",)
    main: int = option("C4", _("Main hand"), -2, MODIFIERS.start, MODIFIERS.stop - 1)
    off: int = option("C4", _("Other hand"), -4, MODIFIERS.start, MODIFIERS.stop - 1)
    is_one_attack: bool = option("C4", _("Two weapons make one attack, with the higher damage"), False)
    bonus: int = option("C4", _("Two weapons as one attack"), 3, MODIFIERS.start, MODIFIERS.stop - 1)


@dataclass(frozen=True, slots=True)
class Surprise:
    """Stealth opposed by perception, and what the attack that opens gains by it (C6).

    `stealth` is the key of a skill; without it in the list of a campaign nobody is surprised.
    """

    enforces = ("C6",)
    stealth: str = "stealth"
    perception: str = option("C6", _("Trait of who is surprised"), "perception")
    bonus: int = option("C6", _("Attack by surprise"), 5, MODIFIERS.start, MODIFIERS.stop - 1)


@dataclass(frozen=True, slots=True)
class Attacks:
    """Which derived values attacks and defenses are, by key; `unarmed` is the key of the weapon of who has none,
    `rule` the id of the rule by which they hit.

    `is_dodged`: the GM may call for a roll of the active defense in place of the defense value (D8). Where the rules do
    not tell shots from other attacks, know no fighting with two weapons, no surprise, no mastery (and with it no
    bursts), or no other damage of bare hands than that of their row, that part is None.
    """

    enforces = ("C3", "S1")
    melee: str = "melee_attack"
    ranged: str = "ranged_attack"
    defense: str = "defense"
    active_defense: str = "active_defense"
    unarmed: str = "unarmed"
    rule: str = "C3"
    is_dodged: bool = False
    shooting: Shooting | None = None
    two_weapons: TwoWeapons | None = None
    surprise: Surprise | None = None
    mastery: Mastery | None = None
    bare_hands: BareHands | None = None

    @property
    def values(self) -> tuple[str, ...]:
        """The keys of the derived values that attacks need."""
        return self.melee, self.ranged, self.defense, self.active_defense


@dataclass(frozen=True, slots=True)
class Hand:
    """One attack of who fights with two weapons (C4): with which of them, and what it does to the roll."""

    weapon: Weapon
    term: Term


@dataclass(frozen=True, slots=True)
class Attack:
    """An attack about to be made: its check against a defense, its damage dice, what absorbs them, and the points of
    such harm that put the target out. Enough for the exact odds of it, and for making it. `shot` is what a shot has to
    reach instead of the defense value, where the rules have distances; `struck` how many projectiles of it strike if it
    hits (D11)."""

    check: Check
    damage: Dice
    absorption: int
    points: int
    shot: ShotDifficulty | None = None
    struck: int = 1
