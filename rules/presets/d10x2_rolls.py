"""What `d10x2` rolls with, values only: its dice, its named difficulties, and the modifiers one picks from (D1, D3)."""

from rules.messages import gettext_noop as _
from rules.modifiers import Modifier
from rules.two_tens import NamedND, TwoTens

DIFFICULTIES = (
    NamedND("easy", _("Easy"), 12),
    NamedND("normal", _("Normal"), 15),
    NamedND("complicated", _("Complicated"), 18),
    NamedND("hard", _("Hard"), 21),
    NamedND("very_hard", _("Very hard"), 24),
    NamedND("almost_impossible", _("Almost impossible"), 27),
    NamedND("superhuman", _("Superhuman"), 30),
    NamedND("epic", _("Epic"), 36),
    NamedND("superheroic", _("Superheroic"), 42),
    NamedND("cosmic", _("Cosmic"), 54),
)

MODIFIERS = (
    Modifier("huge_target", _("Huge target"), 6),
    Modifier("excellent_speech", _("Excellent speech"), 6),
    Modifier("trivial", _("Something trivial"), 6),
    Modifier("protagonism", _("A point of protagonism"), 6),
    Modifier("point_blank", _("Shot at point-blank"), 5),
    Modifier("treachery", _("Attack by treachery"), 5),
    Modifier("technical_superiority", _("Technical superiority"), 5),
    Modifier("fleeing_enemy", _("Enemy fleeing or humiliated"), 4),
    Modifier("still_target", _("Still target, advantageous situation"), 4),
    Modifier("tougher_material", _("Much tougher material"), 4),
    Modifier("large_target", _("Very large or near target"), 3),
    Modifier("unarmed_target", _("Attack on someone unarmed"), 3),
    Modifier("good_strategy", _("Good strategy"), 3),
    Modifier("after_defense", _("Attack after a successful dodge or block"), 3),
    Modifier("good_light", _("Good light"), 2),
    Modifier("show_of_power", _("Show of power or technology"), 2),
    Modifier("witty_play", _("Witty or amusing play"), 2),
    Modifier("time_to_aim", _("Time taken to aim"), 2),
    Modifier("silence", _("Complete silence"), 1),
    Modifier("surprise", _("Surprise"), 1),
    Modifier("fitting_equipment", _("Fitting equipment"), 1),
    Modifier("local_fame", _("Local fame"), 1),
    Modifier("noise", _("Notable noise"), -1),
    Modifier("aim_at_shoulder", _("Aim at the shoulder"), -1),
    Modifier("unfit_equipment", _("Unfit equipment or ground"), -1),
    Modifier("small_target", _("Small or distant object"), -2),
    Modifier("from_the_ground", _("Attacking or dodging from the ground"), -2),
    Modifier("out_of_character", _("Out of character"), -2),
    Modifier("out_of_cover", _("Attack out of cover"), -3),
    Modifier("improvised_weapon", _("Improvised weapon"), -3),
    Modifier("limp", _("Limp, wrong hand"), -3),
    Modifier("aim_at_arm", _("Aim at an arm"), -3),
    Modifier("unfamiliar_object", _("Unfamiliar object"), -3),
    Modifier("aim_at_hand", _("Aim at a hand"), -4),
    Modifier("unsuitable_situation", _("Unsuitable or unknown situation"), -4),
    Modifier("ill_suited_object", _("Ill-suited object"), -4),
    Modifier("entrenched_target", _("Attack on someone entrenched"), -5),
    Modifier("without_experience", _("Without experience"), -5),
    Modifier("against_concept", _("Against the character's whole concept"), -5),
    Modifier("tiny_target", _("Tiny or remote object"), -6),
    Modifier("maimed", _("Loss of an eye or leg"), -6),
    Modifier("aim_at_head", _("Aim at the head"), -6),
    Modifier("exhausted", _("Exhausted or terrified"), -6),
)

ROLLS = TwoTens(difficulties=DIFFICULTIES)
