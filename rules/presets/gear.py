"""Weapons, armor and shields that every preset starts with (W)."""

from rules.gear import Armor, Shield, Weapon, WeaponKind
from rules.messages import gettext_noop as _
from rules.notation import parse

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
