"""Chapter S: what the table may know."""

from rules.messages import gettext_noop as _
from rules.reference.text import rule

SECRETS = (
    rule(
        "S1",
        _("Defense first, total later"),
        _(
            "Whoever defends chooses before seeing the total of the attack; until then the odds stand there for each "
            "total that it may be."
        ),
    ),
    rule(
        "S2",
        _("Known defense"),
        _(
            "Of each foe the GM says whether its defense is known. If not, players see odds by difficulty, and "
            "afterwards a hit or a miss without the number."
        ),
    ),
    rule(
        "S3",
        _("Known hit points"),
        _(
            "Of each foe the GM says whether its hit points are known. If not, there is a word for how it fares, or "
            "nothing; damage is then told as it was thrown, and no chance of bringing the foe down is given."
        ),
    ),
)
