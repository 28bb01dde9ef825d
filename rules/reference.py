"""The rules in our own short words, for the reference in the app; the numbers a campaign sets stand in its options."""

from collections.abc import Mapping
from dataclasses import dataclass

from rules.messages import gettext_noop as _


@dataclass(frozen=True, slots=True)
class RuleText:
    """One rule: its id, and title and text as message ids."""

    id: str
    title: str
    text: str


RULES: Mapping[str, RuleText] = {
    rule.id: rule
    for rule in (
        RuleText(
            "R1",
            _("Kept die"),
            _(
                "Three ten-sided dice are thrown and put in order; one of them counts, at first the middle one. Each "
                "reason for or against moves the choice one die up or down: all of them are added before it is cut to"
                " the lowest or highest die. Being unskilled is a reason against, by the level written on the sheet."
            ),
        ),
        RuleText(
            "R2",
            _("Checks"),
            _(
                "With a skill: its attribute, its level, the modifiers and the kept die. Where no skill serves: the "
                "attribute, the modifiers and the kept die, and nobody is unskilled at that. A skill has a usual "
                "attribute; the GM may ask for any other."
            ),
        ),
        RuleText("R3", _("Success"), _("A total that equals the difficulty or passes it succeeds.")),
        RuleText(
            "R4",
            _("Natural one"),
            _("With a 1 on the kept die the check fails, no matter how high the total, in the kinds of check set."),
        ),
        RuleText(
            "R5",
            _("Fumble"),
            _(
                "A failure with a 1 on the kept die is a fumble when the die that follows it in order is low as well."
                " No die follows the highest: there three ones are a fumble. What it brings is for the GM to tell."
            ),
        ),
        RuleText(
            "R6",
            _("Critical"),
            _(
                "A success by a wide margin is a critical, with one degree for each whole time the margin holds that "
                "width; each degree adds a six-sided die to the effect, if there is one. A table may judge by the "
                "dice instead: a high kept die, backed by the one below it, is then a critical of one degree."
            ),
        ),
        RuleText(
            "R7",
            _("Exploding kept die"),
            _(
                "In the kinds of check set, a 10 on the kept die is added and all three dice are thrown again, with "
                "the same one kept, for as long as tens come. Tens on the other dice do nothing, and natural ones, "
                "fumbles and natural criticals are read from the first throw only."
            ),
        ),
        RuleText(
            "R8",
            _("Difficulties"),
            _("Named difficulties have a number for skills and mostly one for attributes; each table sets its own."),
        ),
        RuleText(
            "R11",
            _("Effect dice"),
            _(
                "Damage, healing and other effects are thrown with six-sided dice, and a modifier counts once. Where "
                "an effect explodes, a die on its highest face is added and thrown again, without end. Dice that "
                "somebody types explode only if the typed formula says so."
            ),
        ),
        RuleText(
            "R12",
            _("Damage scale"),
            _(
                "Damage rises in steps: each adds one, and the fourth makes it one more die instead. Below the first "
                "step the lower of two dice counts. A bonus to damage is so many steps on the scale, and so many "
                "points off it."
            ),
        ),
        RuleText(
            "C0",
            _("Derived values"),
            _(
                "Hit points, initiative, attacks and defenses follow from formulas over the sheet, and a foe's fixed "
                "value goes before its formula. Hit points stay between 0 and their maximum."
            ),
        ),
        RuleText(
            "C1",
            _("Initiative"),
            _(
                "Everyone rolls, and the highest total comes first. Of equal totals the one with the better numbers "
                "is first, and where these are equal too a lot is drawn once. Initiative only puts fighters in order:"
                " nobody succeeds, fails, fumbles or scores a critical at it."
            ),
        ),
        RuleText(
            "C2",
            _("Actions"),
            _(
                "A turn has a major and a minor action. From an initiative of twenty on, each full ten gives one more"
                " major action. Attacks and spells are major, moving or drinking a potion is minor; in doubt the GM "
                "decides."
            ),
        ),
        RuleText(
            "C3",
            _("Attack"),
            _(
                "An attack hits if its total reaches the defense. What the damage dice show, less the absorption of "
                "whoever is hit, is taken from the hit points; too much absorption is no healing. An attack on several"
                " throws its damage once for all of them, and the GM may let each take half of it, double or none."
            ),
        ),
        RuleText(
            "C4",
            _("Two weapons"),
            _(
                "With a weapon in each hand one action gives two attacks, the main hand's first, each with a modifier "
                "of its own, its own throw and its own damage. A table may play it as one attack instead, with a "
                "bonus and the higher damage of the two."
            ),
        ),
        RuleText(
            "C5",
            _("Critical hit"),
            _(
                "The dice that a critical adds are thrown with the damage of the weapon, and absorption is taken off "
                "them all once."
            ),
        ),
        RuleText(
            "C6",
            _("Surprise"),
            _(
                "Before the attack the attacker's stealth is opposed by the target's perception. If the attacker wins,"
                " the attack that opens gains a bonus; a tie is no surprise."
            ),
        ),
        RuleText(
            "C7",
            _("Ranged attacks"),
            _(
                "A ranged attack has a bonus, and the distance gives its difficulty, not the target's defense. Cover "
                "makes it harder; lying down helps behind cover and is a mistake in the open. At point-blank neither "
                "matters. Beyond the last range of the weapon there is no attack."
            ),
        ),
        RuleText(
            "C8",
            _("Active defense"),
            _(
                "Whoever is hit from afar and could act may dodge, or block with a shield, against the shooter's "
                "total. It costs no action, once for each hit; a success takes no damage."
            ),
        ),
        RuleText(
            "C9",
            _("Crossfire"),
            _(
                "Whoever shoots at a target that others have shot at since the round began, from other places, gains a"
                " bonus for each of those places, whether they hit or not. Who stands with one of them shares that "
                "one's bonus."
            ),
        ),
        RuleText(
            "C10",
            _("Wounded"),
            _(
                "With hit points at the threshold or below it a character is wounded, and every throw of three dice "
                "keeps one die lower. Someone whose maximum is no higher than the threshold is wounded from half of "
                "that maximum on. In a fight the wound may linger once hit points are back above."
            ),
        ),
        RuleText("C11", _("At 0 hit points"), _("Without hit points one is out of combat, and has no turns.")),
        RuleText(
            "C14",
            _("First aid and healing"),
            _(
                "With a skill that heals, against its difficulty, a major action gives hit points back, and each "
                "degree of a critical adds a die. The same patient gains from it once in a fight, and outside of "
                "fights once a day."
            ),
        ),
        RuleText(
            "P1",
            _("Attributes"),
            _(
                "Points are shared out among the attributes; each costs its value, counted from the base, so the "
                "least that one must have is paid for too. A campaign may add, rename and remove attributes, as long "
                "as no skill and no formula names one that is missing."
            ),
        ),
        RuleText(
            "P2",
            _("Skills"),
            _("A point buys one level of a skill. How high a skill may be binds only while the character is made."),
        ),
        RuleText(
            "P3",
            _("Finishing"),
            _(
                "A draft may have points left, but never spend too many. To finish, all attribute points must be "
                "spent; skill points that are not spent are lost once the player agrees."
            ),
        ),
        RuleText(
            "P6",
            _("Foes"),
            _(
                "A foe may have fixed values in place of formulas. If it lacks an attribute that the wound threshold "
                "names, it is wounded from a quarter of its hit points on, rounded down."
            ),
        ),
        RuleText(
            "T1",
            _("Turns"),
            _(
                "In a round everyone has one turn. What is counted in turns of somebody, such as a wound that "
                "lingers, is counted down when such a turn ends."
            ),
        ),
        RuleText(
            "T3",
            _("Late initiative"),
            _(
                "Rolling again for all begins a new round. If only some roll, again or because they come late, only "
                "they move, and nobody has two turns in a round."
            ),
        ),
        RuleText(
            "T4",
            _("Skipped turns"),
            _(
                "Who is out of combat is skipped. When there is nobody left who can act, the round stands until there"
                " is."
            ),
        ),
        RuleText(
            "T5",
            _("Lingering wound"),
            _(
                "Only turns of the wounded one that begin after the recovery are counted, each at its end. Falling to"
                " the threshold again starts all over; the end of the fight ends it at once."
            ),
        ),
        RuleText(
            "T6",
            _("Order of the dice"),
            _(
                "An attack is rolled first, then its damage: the weapon's dice, then those of a critical, each with "
                "its explosions before the next. Initiative is rolled in the order in which fighters came, lots last."
            ),
        ),
        RuleText(
            "W",
            _("Skills and gear"),
            _(
                "Each campaign picks its list of skills; a skill belongs to one or more settings. Weapons, armor and "
                "shields have lists too: armor takes points off each hit, a shield makes one harder to hit, and both "
                "may get in the way. What a weapon adds counts for whoever wields it."
            ),
        ),
    )
}
"""Every rule that the app knows, by id, in the order of the chapters."""
