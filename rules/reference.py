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
                "reason for or against moves the choice one die up or down: all of them are added before it is cut to "
                "the lowest or highest die. Being unskilled is a reason against, by the level written on the sheet."
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
                "A failure with a 1 on the kept die is a fumble when the die that follows it in order is low as well. "
                "No die follows the highest: there three ones are a fumble. What it brings is for the GM to tell."
            ),
        ),
        RuleText(
            "R6",
            _("Critical"),
            _(
                "A success by a wide margin is a critical, with one degree for each whole time the margin holds that "
                "width; each degree adds a six-sided die to the effect, if there is one. A table may judge by the dice "
                "instead: a high kept die, backed by the one below it, is then a critical of one degree."
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
            _("Initiative only puts fighters in order: nobody succeeds, fails, fumbles or scores a critical at it."),
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
        RuleText(
            "P1",
            _("Attributes"),
            _(
                "A campaign may add, rename and remove attributes, as long as no skill and no formula names one that "
                "is missing."
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
            "T5",
            _("Lingering wound"),
            _(
                "Only turns of the wounded one that begin after the recovery are counted, each at its end. Falling to "
                "the threshold again starts all over; the end of the fight ends it at once."
            ),
        ),
        RuleText(
            "W",
            _("Skills"),
            _("Each campaign picks its list of skills; a skill belongs to one or more settings."),
        ),
    )
}
"""Every rule that the app knows, by id, in the order of the chapters."""
