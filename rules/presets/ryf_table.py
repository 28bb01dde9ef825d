"""RyF as one forum table plays it: 1o3d10, six attributes, lingering wounds, damage that explodes (R, C, P, T, W)."""

from rules.attacks import Attacks
from rules.creation import Creation
from rules.effects import EffectKind, Effects
from rules.formula import Formula
from rules.gear import Armor, Shield, Weapon, WeaponKind
from rules.injuries import Falling
from rules.kept_die import Difficulty, KeptDie
from rules.last_stand import LastStand
from rules.messages import gettext_noop as _
from rules.notation import parse
from rules.recovery import Recovery
from rules.ruleset import Attribute, Derived, PoolKind, Ruleset, Setting, Skill
from rules.turns import Turns

ATTRIBUTES = (
    Attribute("physique", _("Physique"), _("PHY")),
    Attribute("dexterity", _("Dexterity"), _("DEX")),
    Attribute("intelligence", _("Intelligence"), _("INT")),
    Attribute("perception", _("Perception"), _("PER")),
    Attribute("charisma", _("Charisma"), _("CHA")),
    Attribute("willpower", _("Willpower"), _("WIL")),
)

MEDIEVAL = frozenset({Setting.MEDIEVAL})
CONTEMPORARY = frozenset({Setting.CONTEMPORARY, Setting.FUTURE})
FUTURE = frozenset({Setting.FUTURE})

SKILLS = (
    Skill("notice", _("Notice"), "perception"),
    Skill("search", _("Search"), "perception"),
    Skill("reflexes", _("Reflexes"), "perception"),
    Skill("track", _("Track"), "perception", MEDIEVAL),
    Skill("disguise", _("Disguise"), "perception", MEDIEVAL),
    Skill("etiquette", _("Etiquette"), "perception", MEDIEVAL),
    Skill("gossip", _("Gossip"), "perception", MEDIEVAL),
    Skill("dance", _("Dance"), "perception", CONTEMPORARY),
    Skill("music", _("Music"), "perception"),
    Skill("space_navigation", _("Space navigation"), "perception", FUTURE),
    Skill("ranged_weapons", _("Ranged weapons"), "dexterity"),
    Skill("dodge", _("Dodge"), "dexterity"),
    Skill("stealth", _("Stealth"), "dexterity"),
    Skill("climb", _("Climb"), "dexterity", MEDIEVAL),
    Skill("swim", _("Swim"), "dexterity", MEDIEVAL),
    Skill("ride", _("Ride"), "dexterity", MEDIEVAL),
    Skill("drive", _("Drive"), "dexterity", CONTEMPORARY),
    Skill("pilot", _("Pilot"), "dexterity", CONTEMPORARY),
    Skill("pick_pockets", _("Pick pockets"), "dexterity", MEDIEVAL),
    Skill("traps_and_locks", _("Traps & locks"), "dexterity", MEDIEVAL),
    Skill("artillery", _("Artillery"), "dexterity", FUTURE),
    Skill("melee_weapons", _("Melee weapons"), "physique"),
    Skill("brawl", _("Brawl"), "physique"),
    Skill("athletics", _("Athletics"), "physique"),
    Skill("commerce", _("Commerce"), "intelligence"),
    Skill("streetwise", _("Streetwise"), "intelligence"),
    Skill("languages", _("Languages"), "intelligence", CONTEMPORARY),
    Skill("computing", _("Computing"), "intelligence", CONTEMPORARY),
    Skill("law", _("Law"), "intelligence"),
    Skill("medicine", _("Medicine"), "intelligence", CONTEMPORARY),
    Skill("healing_and_herbs", _("Healing & herbs"), "intelligence", MEDIEVAL),
    Skill("history_and_lore", _("History & lore"), "intelligence"),
    Skill("occultism", _("Occultism"), "intelligence"),
    Skill("religion", _("Religion"), "intelligence", MEDIEVAL),
    Skill("survival", _("Survival"), "intelligence"),
    Skill("fauna", _("Fauna"), "intelligence", MEDIEVAL),
    Skill("navigation", _("Navigation"), "intelligence", MEDIEVAL),
    Skill("mechanics", _("Mechanics"), "intelligence", CONTEMPORARY),
    Skill("engineering", _("Engineering"), "intelligence", FUTURE),
    Skill("cryptography", _("Cryptography"), "intelligence"),
    Skill("astrophysics", _("Astrophysics"), "intelligence", FUTURE),
    Skill("threaten", _("Threaten"), "charisma"),
    Skill("interrogate", _("Interrogate"), "charisma"),
    Skill("smooth_talk", _("Smooth talk"), "charisma"),
    Skill("leadership", _("Leadership"), "charisma"),
    Skill("haggle", _("Haggle"), "charisma"),
    Skill("seduce", _("Seduce"), "charisma"),
)

DIFFICULTIES = (
    Difficulty("easy", _("Easy"), 10, 9),
    Difficulty("normal", _("Normal"), 15, 12),
    Difficulty("moderate", _("Moderate"), 18),
    Difficulty("hard", _("Hard"), 20, 15),
    Difficulty("very_hard", _("Very hard"), 25, 18),
    Difficulty("almost_impossible", _("Almost impossible"), 30, 21),
)

POOLS = (PoolKind("pv", _("Hit points"), _("HP"), Formula.parse("physique * 4 + level * 5")),)

DERIVED = (
    Derived("initiative", _("Initiative"), Formula.parse("perception + reflexes - encumbrance")),
    Derived("melee_attack", _("Melee attack"), Formula.parse("physique + melee_weapons"), fixed_as="attack"),
    Derived("ranged_attack", _("Ranged attack"), Formula.parse("dexterity + ranged_weapons"), fixed_as="attack"),
    Derived("defense", _("Defense"), Formula.parse("dexterity + dodge + 5 + shield + level")),
    Derived("active_defense", _("Active defense"), Formula.parse("dexterity + dodge")),
)

BLUNT, PROJECTILE = WeaponKind.BLUNT, WeaponKind.PROJECTILE

WEAPONS = (
    Weapon("dagger", _("Dagger"), parse("1d6")),
    Weapon("short_sword", _("Short sword"), parse("1d6+2")),
    Weapon("long_sword", _("Long sword"), parse("2d6")),
    Weapon("great_sword", _("Great sword"), parse("3d6")),
    Weapon("hand_axe", _("Hand axe"), parse("1d6+2")),
    Weapon("battle_axe", _("Battle axe"), parse("2d6")),
    Weapon("spear", _("Spear"), parse("1d6+2")),
    Weapon("halberd", _("Halberd"), parse("2d6+2")),
    Weapon("mace", _("Mace"), parse("1d6+2"), BLUNT, ignores_absorption=True),
    Weapon("sling", _("Sling"), parse("1d6"), BLUNT, False, 10, 20, 30),
    Weapon("unarmed", _("Fists and kicks"), parse("1d6"), BLUNT),
    Weapon("club", _("Club or bat"), parse("1d6"), BLUNT),
    Weapon("short_bow", _("Short bow"), parse("1d6+2"), PROJECTILE, False, 10, 30, 50),
    Weapon("long_bow", _("Long bow"), parse("2d6"), PROJECTILE, False, 25, 50, 100),
    Weapon("light_crossbow", _("Light crossbow"), parse("2d6"), PROJECTILE, False, 15, 40, 60),
    Weapon("heavy_crossbow", _("Heavy crossbow"), parse("3d6"), PROJECTILE, False, 20, 60, 100),
    Weapon("pistol", _("Pistol"), parse("2d6"), PROJECTILE, False, 10, 30, 50),
    Weapon("rifle", _("Rifle"), parse("3d6"), PROJECTILE, False, 20, 60, 100),
    Weapon("shotgun", _("Shotgun"), parse("4d6"), PROJECTILE, False, 5, 15, 25),
    Weapon("submachine_gun", _("Submachine gun"), parse("2d6+2"), PROJECTILE, False, 10, 25, 40, projectiles=10),
)

ARMORS = (
    Armor("padded", _("Padded armor"), 1, 1),
    Armor("leather", _("Leather armor"), 1, 1),
    Armor("studded", _("Studded leather"), 2, 1),
    Armor("hides", _("Hides"), 3, 2),
    Armor("mail", _("Mail"), 4, 2),
    Armor("scale", _("Scale armor"), 5, 3),
    Armor("plate", _("Plate armor"), 6, 3),
    Armor("full_plate", _("Full plate"), 7, 4),
    Armor("kevlar", _("Kevlar vest"), 4, 1),
)

SHIELDS = (
    Shield("buckler", _("Buckler"), 1, 0),
    Shield("round_shield", _("Round shield"), 1, 0),
    Shield("heavy_shield", _("Heavy shield"), 2, 1),
)

RYF_TABLE = Ruleset(
    key="ryf-table",
    label=_("RyF, table rules"),
    rolls=KeptDie(difficulties=DIFFICULTIES),
    effects=Effects(explode=frozenset({EffectKind.DAMAGE})),
    turns=Turns(),
    attacks=Attacks(),
    injuries=Falling(),
    last_stand=LastStand(),
    recovery=Recovery(),
    creation=Creation(),
    attributes=ATTRIBUTES,
    skills=SKILLS,
    pools=POOLS,
    derived=DERIVED,
    weapons=WEAPONS,
    armors=ARMORS,
    shields=SHIELDS,
)
