"""Chapter P: attributes, skills, specializations, finishing a character, foes."""

from rules.messages import gettext_noop as _
from rules.reference.text import rule

CREATION = (
    rule(
        "P1",
        _("Attributes"),
        _(
            "Points are shared out among the attributes; each costs its value, counted from the base, so the least "
            "that one must have is paid for too. A campaign may add, rename and remove attributes, as long as no skill "
            "and no formula names one that is missing."
        ),
    ),
    rule(
        "P2",
        _("Skills"),
        _(
            "A point buys one level of a skill. How high a skill may be binds only while the character is made, unless "
            "a maximum for later is set."
        ),
        _(
            "A technique is a skill of one's own, with a level, an attribute and a free text. It is paid from the same "
            "points where there are none for it alone. In a fight it may have a difficulty, an effect and a saving "
            "throw; without them its roll is a plain skill check."
        ),
    ),
    rule(
        "P3",
        _("Finishing"),
        _(
            "A draft may have points left, but never spend too many. To finish, all attribute points must be spent; "
            "other points that are not spent are lost once the player agrees."
        ),
        _(
            "What is above the limits of creation comes with experience. An attribute of 1 or 2 is ill or a child's, 3 "
            "or 4 weak, 5 or 6 sound, from 7 on trained, and the very highest are a prodigy's, which a GM approves on "
            "the sheet."
        ),
    ),
    rule(
        "P4",
        _("Specializations"),
        _(
            "A character who is good at a skill may be better still at a named part of it, at any number of them. "
            "Whoever rolls says that it fits, and one die higher is kept."
        ),
    ),
    rule(
        "P5",
        _("Generation points"),
        _("Techniques and mastery have a purse of their own at creation, and nothing else pays for them."),
    ),
    rule(
        "P6",
        _("Foes"),
        _(
            "A foe need not keep to any budget, and may have fixed values in place of formulas. If it lacks an "
            "attribute that the wound threshold names, it is wounded from a quarter of its hit points on, rounded "
            "down."
        ),
    ),
)
