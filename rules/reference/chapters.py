"""Every rule that the app knows, by chapter."""

from collections.abc import Mapping

from rules.messages import gettext_noop as _
from rules.reference.combat import COMBAT
from rules.reference.creation import CREATION
from rules.reference.gear import GEAR
from rules.reference.growth import GROWTH
from rules.reference.margins import MARGINS
from rules.reference.rolls import ROLLS
from rules.reference.secrecy import SECRETS
from rules.reference.text import RuleText
from rules.reference.turns import TURNS

CHAPTERS: tuple[tuple[str, str, tuple[RuleText, ...]], ...] = (
    ("R", _("Rolls"), ROLLS),
    ("D", _("Two ten-sided dice"), MARGINS),
    ("C", _("Combat"), COMBAT),
    ("T", _("Turns and time"), TURNS),
    ("P", _("Creation"), CREATION),
    ("X", _("Experience"), GROWTH),
    ("W", _("Skills and gear"), GEAR),
    ("S", _("Secrets at the table"), SECRETS),
)
"""The chapters in the order in which a newcomer reads them: letter, title, texts."""

RULES: Mapping[str, RuleText] = {text.id: text for _letter, _title, texts in CHAPTERS for text in texts}
"""The text of each rule by its id."""
