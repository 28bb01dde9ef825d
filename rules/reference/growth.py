"""Chapter X: experience, what it buys, levels, the pool of an adventure."""

from rules.messages import gettext_noop as _
from rules.reference.text import rule

GROWTH = (
    rule(
        "X1",
        _("Ledger"),
        _(
            "Each award, share, purchase and refund is an entry that nobody edits or deletes, and the balance is their "
            "sum. A wrong award is taken back by a negative one that says why. What is awarded while an adventure is "
            "open belongs to the adventure first."
        ),
        _(
            "A trait put right by hand is a correction: an entry with who and why, which costs nothing. So each point "
            "on a sheet comes from creation, from experience or from a correction."
        ),
    ),
    rule(
        "X2",
        _("Costs"),
        _(
            "Each new level is paid by itself, so several at once cost the sum of all on the way. Attributes, skills "
            "and grades of mastery cost more the higher they get; a skill that is new has a price of its own. A "
            "technique, and whatever improves it, costs what the GM sets on its extras."
        ),
    ),
    rule(
        "X3",
        _("Pace"),
        _(
            "A skill that one had already rises only so far with each award; one that is bought with this award may "
            "rise several at once. Attributes and techniques have no such limit. An award is one's share of a closed "
            "adventure, or one made outside of any."
        ),
    ),
    rule(
        "X4",
        _("Levels"),
        _(
            "Experience that was spent, less what was refunded, makes the level, which therefore can fall again; what "
            "is saved does not count. A level raises the values whose formulas name it: one is harder to hit, and "
            "endures more."
        ),
    ),
    rule(
        "X5",
        _("Adventure pool"),
        _(
            "While an adventure is open, whatever anyone earns goes to its pool, and nobody can spend anything, older "
            "savings included. When it closes each member gets the whole pool: every player's character that lives, "
            "unless the GM leaves it out."
        ),
        _("There is one open adventure at most, and closing it twice changes nothing."),
    ),
)
