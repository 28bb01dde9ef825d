"""RyF as one forum table plays it: 1o3d10, six attributes, lingering wounds, damage that explodes (R, C, P, T, W)."""

from rules.attacks import Attacks, Surprise, TwoWeapons
from rules.creation import Creation
from rules.effects import EffectKind, Effects
from rules.first_aid import FirstAid
from rules.formula import Formula
from rules.gear import Range
from rules.injuries import Falling
from rules.kept_die import Difficulty, KeptDie
from rules.last_stand import LastStand
from rules.messages import gettext_noop as _
from rules.presets.gear import ARMORS, SHIELDS, WEAPONS
from rules.recovery import Recovery
from rules.ruleset import Attribute, Derived, PoolKind, Ruleset, Setting, Skill
from rules.shooting import Band, Cover, Shooting
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

BANDS = (
    Band("point_blank", _("Point-blank"), 10, meters=2, ignores_cover=True),
    Band("short", _("Short"), 15, up_to=Range.SHORT),
    Band("medium", _("Medium"), 20, up_to=Range.MEDIUM),
    Band("long", _("Long"), 25, up_to=Range.LONG),
)

COVERS = (
    Cover("small", _("Small (barrel, stone)"), 2),
    Cover("large", _("Large (car, cart, low stone wall)"), 4),
    Cover("wall", _("Wall, column or good tree"), 6),
    Cover("total", _("Total"), None),
)

RYF_TABLE = Ruleset(
    key="ryf-table",
    label=_("RyF, table rules"),
    summary=_("Three d10, the middle one counts. The quickest to play, and what to choose if you do not know."),
    rolls=KeptDie(difficulties=DIFFICULTIES),
    effects=Effects(explode=frozenset({EffectKind.DAMAGE})),
    turns=Turns(),
    attacks=Attacks(shooting=Shooting(bands=BANDS, covers=COVERS), two_weapons=TwoWeapons(), surprise=Surprise()),
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
    first_aid=FirstAid(),
)
