"""Chapter R: the kept die, what it means, opposed rolls, effects."""

from rules.messages import gettext_noop as _
from rules.reference.text import rule

ROLLS = (
    rule(
        "R1",
        _("Kept die"),
        _(
            "Three ten-sided dice are thrown and put in order; one of them counts, at first the middle one. Each "
            "reason for or against moves the choice one die up or down: all of them are added before it is cut to the "
            "lowest or highest die."
        ),
        _(
            "A token spent and a specialization that fits are reasons for. Wounds, a skill that one does not have and "
            "a token given back are reasons against. Who has a skill is told by the level written on the sheet; "
            "modifiers never move the choice."
        ),
    ),
    rule(
        "R2",
        _("Checks"),
        _(
            "With a skill: its attribute, its level, the modifiers and the dice. Where no skill serves: the attribute, "
            "the modifiers and the dice, and nobody is unskilled at that. A skill has a usual attribute; the GM may "
            "ask for any other."
        ),
    ),
    rule("R3", _("Success"), _("A total that equals the difficulty or passes it succeeds.")),
    rule(
        "R4",
        _("Natural one"),
        _("With a 1 on the kept die the check fails, no matter how high the total, in the kinds of check set."),
    ),
    rule(
        "R5",
        _("Fumble"),
        _(
            "A failure with a 1 on the kept die is a fumble when the die that follows it in order is low as well. No "
            "die follows the highest: there three ones are a fumble. What it brings is for the GM to tell."
        ),
    ),
    rule(
        "R6",
        _("Critical"),
        _(
            "A success by a wide margin is a critical, with one degree for each whole time the margin holds that "
            "width; each degree adds a six-sided die to the effect, if there is one. A table may judge by the dice "
            "instead: a high kept die, backed by the one below it, is then a critical of one degree."
        ),
    ),
    rule(
        "R7",
        _("Exploding kept die"),
        _(
            "In the kinds of check set, a 10 on the kept die is added and all three dice are thrown again, with the "
            "same one kept, for as long as tens come. Tens on the other dice do nothing, and natural ones, fumbles and "
            "natural criticals are read from the first throw only."
        ),
        _("Initiative counts as a skill check here, and whatever is rolled against a rival as an opposed one."),
    ),
    rule(
        "R8",
        _("Difficulties"),
        _("Named difficulties have a number for skills and mostly one for attributes; each table sets its own."),
    ),
    rule(
        "R9",
        _("Opposed rolls"),
        _(
            "Two or more sides roll and the highest total wins, by as much as it is above the best of the others. "
            "Where a natural one fails, it loses to any roll that is none, and two of them are equal whatever their "
            "totals."
        ),
        _(
            "Only a tie at the top matters. Those who tie accept it or roll again with the same numbers and the same "
            "die kept; the first of them to choose decides, or the GM. A fumble is only for who did not win."
        ),
    ),
    rule(
        "R10",
        _("Saving throws"),
        _(
            "An effect that can be shaken off names an attribute, a difficulty and a moment, as a rule the start of "
            "each turn of whoever suffers it. An attribute check that succeeds then ends it. Otherwise it stays until "
            "its time is over, or until somebody or something puts an end to it. A place can have an effect too: all "
            "who are in it roll."
        ),
    ),
    rule(
        "R11",
        _("Effect dice"),
        _(
            "Damage, healing and other effects are thrown with six-sided dice, and a modifier counts once. Where an "
            "effect explodes, a die on its highest face is added and thrown again, without end. Dice that somebody "
            "types explode only if the typed formula says so."
        ),
    ),
    rule(
        "R12",
        _("Damage scale"),
        _(
            "Damage rises in steps: each adds one, and the fourth makes it one more die instead. Below the first step "
            "the lower of two dice counts. A bonus to damage is so many steps on the scale, and so many points off it; "
            "the dice of a critical come after it."
        ),
    ),
    rule(
        "R13",
        _("Tokens"),
        _(
            "A token spent before a check keeps one die higher. It goes to the GM, who may give back what was spent at "
            "any moment: the player has it again, and the character's next throw of three dice keeps one die lower."
        ),
        _(
            "A check takes one token at most, and none where the highest die is kept already. Everyone sees who has "
            "how many. A new session gives players their first number again and leaves the GM with none."
        ),
    ),
)
