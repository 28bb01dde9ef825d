"""Chapter T: turns, durations, dice in their order, sessions and days, taking back."""

from rules.messages import gettext_noop as _
from rules.reference.text import rule

TURNS = (
    rule(
        "T1",
        _("Turns"),
        _(
            "In a round everyone has one turn. It begins with the saving throws, in the order in which the effects "
            "came, then the harm of those that are still there, then the die of who is down; only then does one act. "
            "What is counted in turns of somebody goes down when such a turn ends."
        ),
    ),
    rule(
        "T2",
        _("Durations"),
        _(
            "What lasts some turns ends with the last of so many turns of whoever suffers it that begin afterwards. It "
            "may also be tied to the start or the end of somebody's turn, so many rounds from now."
        ),
    ),
    rule(
        "T3",
        _("Late initiative"),
        _(
            "Rolling again for all begins a new round. If only some roll, again or because they come late, only they "
            "move, and nobody has two turns in a round."
        ),
    ),
    rule(
        "T4",
        _("Skipped turns"),
        _(
            "The turn of someone who is down or knocked out begins and passes by itself, unless that one is back. "
            "Others who are out of combat are skipped, though their turns still count for what is counted in them. "
            "When there is nobody left who can act, the round stands until there is."
        ),
    ),
    rule(
        "T5",
        _("Lingering wound"),
        _(
            "Only turns of the wounded one that begin after the recovery are counted, each at its end. Falling to the "
            "threshold again starts all over; the end of the fight ends it at once."
        ),
    ),
    rule(
        "T6",
        _("Order of the dice"),
        _(
            "Support comes first, then the attack, the defense, the damage and the place that is hit. Damage is the "
            "weapon's dice, then those of a critical, each with its explosions before the next. Rivals roll in the "
            "order in which they are named, initiative in the order in which fighters came, lots last."
        ),
    ),
    rule(
        "T7",
        _("Sessions and days"),
        _(
            "The GM opens and closes sessions; where there are tokens, opening one sets them back to the start. When "
            "the GM says that a day has passed, for all or for some, those have rested, daily hazards take their "
            "share, and what can be done once a day can be done again."
        ),
    ),
    rule(
        "T8",
        _("Taking back"),
        _(
            "A GM may go back entry by entry, as far as wanted; what was changed elsewhere since stays. Players take "
            "back their own last change as long as nothing rests on it. What is done again has the same dice."
        ),
    ),
)
