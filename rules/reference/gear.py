"""Chapter W: lists of skills and gear."""

from rules.messages import gettext_noop as _
from rules.reference.text import rule

GEAR = (
    rule(
        "W",
        _("Lists"),
        _(
            "Each campaign picks its list of skills; a skill belongs to one or more settings. Weapons, armor and "
            "shields have lists too: armor takes points off each hit, a shield makes one harder to hit, and both may "
            "get in the way."
        ),
    ),
    rule(
        "W1",
        _("Making a weapon"),
        _(
            "A weapon is made of points. For close combat it costs none, from afar one, for both two. One more each "
            "buys a step of damage, or one more of defense, initiative, attack or absorption, three of each at most; "
            "only damage has no limit."
        ),
    ),
    rule(
        "W2",
        _("What a weapon says"),
        _(
            "Its damage, its ranges if it has any, how it hurts, and how many projectiles a burst of it has. What it "
            "adds counts for whoever wields it, and some weapons ignore absorption."
        ),
    ),
)
