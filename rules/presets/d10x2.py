"""2d10 against a difficulty: margins, mastery, two pools, eight attributes (D, P5)."""

from rules.formula import Formula
from rules.kept_die import Difficulty
from rules.messages import gettext_noop as _
from rules.ruleset import Attribute, Derived, PoolKind, Skill

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

DIFFICULTIES = (
    Difficulty("easy", _("Easy"), 12, 12),
    Difficulty("normal", _("Normal"), 15, 15),
    Difficulty("complicated", _("Complicated"), 18, 18),
    Difficulty("hard", _("Hard"), 21, 21),
    Difficulty("very_hard", _("Very hard"), 24, 24),
    Difficulty("almost_impossible", _("Almost impossible"), 27, 27),
    Difficulty("superhuman", _("Superhuman"), 30, 30),
    Difficulty("epic", _("Epic"), 36, 36),
    Difficulty("superheroic", _("Superheroic"), 42, 42),
    Difficulty("cosmic", _("Cosmic"), 54, 54),
)

POOLS = (
    PoolKind("pv", _("Hit points"), _("HP"), Formula.parse("constitution * 5 + level * 5")),
    PoolKind("stamina", _("Stamina"), _("ST"), Formula.parse("5 * (willpower + constitution) + level * 5")),
)

DEFENSE = Formula.parse("12 + 3 * ((agility + athletics) // 3) + shield + level")

DERIVED = (
    Derived("initiative", _("Initiative"), Formula.parse("perception + reflexes"), "D5"),
    Derived("melee_attack", _("Melee attack"), Formula.parse("dexterity + melee"), "D8", fixed_as="attack"),
    Derived("ranged_attack", _("Ranged attack"), Formula.parse("dexterity + ranged"), "D8", fixed_as="attack"),
    Derived("defense", _("Defense"), DEFENSE, "D8"),
    Derived("active_defense", _("Active defense"), Formula.parse("agility + dodge"), "D8"),
)
