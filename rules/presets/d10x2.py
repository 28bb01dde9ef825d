"""2d10 against a difficulty: margins, mastery, two pools, eight attributes (D, P5)."""

from rules.attacks import Attacks
from rules.bare_hands import BareHands
from rules.creation import Creation
from rules.effects import Effects
from rules.formula import Formula
from rules.hazards import Hazards
from rules.mastery import Mastery
from rules.messages import gettext_noop as _
from rules.multiple_actions import MultipleActions
from rules.pain import Pain
from rules.presets.d10x2_rolls import MODIFIERS, ROLLS
from rules.presets.gear import ARMORS, SHIELDS, WEAPONS
from rules.protagonism import Protagonism
from rules.recovery import Care
from rules.ruleset import Attribute, Derived, PoolKind, Ruleset, Skill

ATTRIBUTES = (
    Attribute("strength", _("Strength"), _("STR")),
    Attribute("constitution", _("Constitution"), _("CON")),
    Attribute("dexterity", _("Dexterity"), _("DEX")),
    Attribute("agility", _("Agility"), _("AGI")),
    Attribute("perception", _("Perception"), _("PER")),
    Attribute("intelligence", _("Intelligence"), _("INT")),
    Attribute("charisma", _("Charisma"), _("CHA")),
    Attribute("willpower", _("Willpower"), _("WIL")),
)

SKILLS = (
    Skill("melee", _("Melee"), "dexterity"),
    Skill("ranged", _("Ranged combat"), "dexterity"),
    Skill("athletics", _("Athletics"), "strength"),
    Skill("acrobatics", _("Acrobatics"), "agility"),
    Skill("dodge", _("Dodge"), "agility"),
    Skill("stealth", _("Stealth"), "agility"),
    Skill("reflexes", _("Reflexes"), "perception"),
    Skill("notice", _("Notice"), "perception"),
    Skill("resistance", _("Resistance"), "constitution"),
    Skill("medicine", _("Medicine"), "intelligence"),
    Skill("investigation", _("Investigation"), "intelligence"),
    Skill("navigation", _("Navigation"), "intelligence"),
    Skill("intimidation", _("Intimidation"), "charisma"),
    Skill("persuasion", _("Persuasion"), "charisma"),
)

POOLS = (
    PoolKind("pv", _("Hit points"), _("HP"), Formula.parse("constitution * 5 + level * 5")),
    PoolKind("stamina", _("Stamina"), _("ST"), Formula.parse("5 * (willpower + constitution) + level * 5")),
)

DEFENSE = Formula.parse("12 + 3 * ((agility + athletics) // 3) + shield + level + mastery")

DERIVED = (
    Derived("initiative", _("Initiative"), Formula.parse("perception + reflexes"), "D5"),
    Derived("melee_attack", _("Melee attack"), Formula.parse("dexterity + melee"), "D8", fixed_as="attack"),
    Derived("ranged_attack", _("Ranged attack"), Formula.parse("dexterity + ranged"), "D8", fixed_as="attack"),
    Derived("defense", _("Defense"), DEFENSE, "D8"),
    Derived("active_defense", _("Active defense"), Formula.parse("agility + dodge"), "D8"),
)

D10X2 = Ruleset(
    key="d10x2",
    label=_("2d10, margins and mastery"),
    summary=_("Two d10, added: eight attributes, stamina beside life, mastery of weapons. For those who like detail."),
    rolls=ROLLS,
    effects=Effects(),
    turns=MultipleActions(),
    attacks=Attacks(rule="D8", is_dodged=True, mastery=Mastery(), bare_hands=BareHands()),
    injuries=Pain(),
    last_stand=None,
    recovery=Care(),
    creation=Creation(
        attribute_points=56,
        attribute_maximum=10,
        skill_maximum=7,
        generation_points=40,
    ),
    attributes=ATTRIBUTES,
    skills=SKILLS,
    pools=POOLS,
    derived=DERIVED,
    weapons=WEAPONS,
    armors=ARMORS,
    shields=SHIELDS,
    hazards=Hazards(),
    has_margins=True,
    protagonism=Protagonism(initial=1),
    modifiers=MODIFIERS,
)
