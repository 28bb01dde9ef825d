"""The values that rules are made of, and how to find one."""

from dataclasses import dataclass, field
from typing import Self

from rules.attacks import Attacks
from rules.creation import Creation
from rules.deeds import Acting
from rules.effects import Effects
from rules.first_aid import FirstAid
from rules.gear import Armor, Shield, Weapon, WeaponKind
from rules.growth import Growth
from rules.hazards import Hazards
from rules.injuries import Injuries
from rules.last_stand import INSTEAD, LastStand
from rules.locations import Locations
from rules.mastery import MASTERY
from rules.messages import gettext_noop as _
from rules.modifiers import Modifier
from rules.notation import step
from rules.options import option, table
from rules.protagonism import Protagonism
from rules.recovery import Recovering
from rules.rolls import Rolls
from rules.sheet import SHEET_NAMES
from rules.tokens import Tokens
from rules.traits import Attribute, Catalog, Derived, PoolKind, Skill


@dataclass(frozen=True, slots=True)
class Parts:
    """One part for each chapter, the tables, and switches of no chapter. See `Ruleset`.

    `summary` tells in a sentence who would choose this preset.
    `has_margins`: the margin of a roll helps other rolls, and says how long a state lasts (D9, D13).
    """

    enforces = ("C0", "P6", "R10", "T2", "T7", "T8", "W", "W2", "S2", "S3")
    key: str
    label: str
    rolls: Rolls
    effects: Effects
    turns: Acting
    attacks: Attacks
    injuries: Injuries
    last_stand: LastStand | None
    recovery: Recovering
    creation: Creation
    summary: str = ""
    growth: Growth = Growth()  # noqa: RUF009 (frozen, like all parts)
    attributes: tuple[Attribute, ...] = table("P1", _("Attributes"), least=1)
    skills: tuple[Skill, ...] = table("W", _("Skills"), least=1)
    pools: tuple[PoolKind, ...] = ()
    derived: tuple[Derived, ...] = table("C0", _("Derived values"))
    weapons: tuple[Weapon, ...] = table("W", _("Weapons"))
    armors: tuple[Armor, ...] = table("W", _("Armor"))
    shields: tuple[Shield, ...] = table("W", _("Shields"))
    first_aid: FirstAid | None = None
    hazards: Hazards | None = None
    has_margins: bool = False
    locations: Locations = Locations()  # noqa: RUF009 (frozen)
    tokens: Tokens = Tokens()  # noqa: RUF009 (frozen)
    protagonism: Protagonism = Protagonism()  # noqa: RUF009 (frozen)
    modifiers: tuple[Modifier, ...] = table("D3", _("Modifiers"))
    encumbered: str = "dexterity"
    encumbrance_lowers: bool = option("C0", _("Encumbrance lowers dexterity rolls"), False)
    base: Self | None = field(default=None, compare=False, repr=False)

    @property
    def names(self) -> frozenset[str]:
        """What a formula may name."""
        mastery = {MASTERY} if self.attacks.mastery else set()
        return frozenset(trait.key for trait in self.traits) | frozenset(SHEET_NAMES) | mastery

    @property
    def traits(self) -> tuple[Attribute | Skill, ...]:
        """Attributes, then skills."""
        return (*self.attributes, *self.skills)

    @property
    def catalog(self) -> Catalog:
        """What there is to choose from when a character is made or grows."""
        formulas = {each.key: each.formula.names for each in self.derived}
        skills = {each.key for each in self.skills}
        melee, ranged = (formulas.get(key, frozenset()) & skills for key in (self.attacks.melee, self.attacks.ranged))
        fought_with = {
            each.key: (melee if each.melee else frozenset()) | (ranged if each.is_ranged else frozenset())
            for each in (self.unarmed, *self.weapons)
        }
        mastery = self.attacks.mastery
        return Catalog(self.attributes, self.skills, fought_with, mastery if mastery and mastery.counts else None)

    @property
    def rolled_names(self) -> frozenset[str]:
        """What a check may be of: traits and derived values."""
        return frozenset(each.key for each in (*self.traits, *self.derived))

    def find_attribute(self, key: str) -> Attribute | None:
        return next((each for each in self.attributes if each.key == key), None)

    def find_skill(self, key: str) -> Skill | None:
        return next((each for each in self.skills if each.key == key), None)

    def find_weapon(self, key: str) -> Weapon | None:
        return next((each for each in self.weapons if each.key == key), None)

    def find_armor(self, key: str) -> Armor | None:
        return next((each for each in self.armors if each.key == key), None)

    def find_shield(self, key: str) -> Shield | None:
        return next((each for each in self.shields if each.key == key), None)

    @property
    def stand(self) -> LastStand:
        """What becomes of those who fall; where nobody falls it is never asked for (C11, C12)."""
        return self.last_stand or LastStand()

    @property
    def stay_up_attribute(self) -> str:
        """The attribute of the check at 0, or the one in its place where a campaign has removed it (C11)."""
        key = self.stand.attribute
        return key if self.find_attribute(key) else INSTEAD

    @property
    def unarmed(self) -> Weapon:
        """What those without a weapon attack with: 1d6 unless the table of weapons says otherwise (C3)."""
        return self.find_weapon(self.attacks.unarmed) or Weapon(
            self.attacks.unarmed, _("Unarmed"), step(0), WeaponKind.BLUNT
        )
