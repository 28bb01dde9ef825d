"""How a change of house rules is told: numbers before and after, and the odds as a picture.

Numbers in SVG attributes are never localized; numbers in words always are.
"""

from fractions import Fraction

from django import template
from django.utils.formats import get_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from campaigns.templatetags.pieces import MINUS, icon, percent
from rules.difference import Value
from rules.moved_odds import Hand, Shift, Way
from rules.odds import Odds

register = template.Library()

HANDS = {
    Way.SKILLED: gettext_noop("Attribute %(attribute)d, skill %(skill)d"),
    Way.UNSKILLED: gettext_noop("Attribute %(attribute)d, without the skill"),
    Way.ATTRIBUTE: gettext_noop("Attribute %(attribute)d alone"),
    Way.HURT: gettext_noop("Attribute %(attribute)d, skill %(skill)d, badly hurt"),
    Way.SHOT: gettext_noop("A shot, attribute %(attribute)d, skill %(skill)d"),
}
CHANCES = (
    ("success", gettext_noop("Success")),
    ("critical", gettext_noop("Critical")),
    ("fumble", gettext_noop("Fumble")),
    ("great", gettext_noop("Great benefit")),
)
"""The chances of a check, each with its name."""


@register.simple_tag
def hand_words(hand: Hand) -> str:
    """Who rolls, in a few words."""
    return _(HANDS[hand.way]) % {"attribute": hand.attribute, "skill": hand.skill}


@register.filter
def number(value: Value | None) -> str:
    """A number, dice, or the sign that there is none."""
    if value is None:
        return "\N{EN DASH}"
    if isinstance(value, Fraction):
        value = int(value) if value.denominator == 1 else float(value)  # type: ignore[assignment]
    return str(value).replace("-", MINUS).replace(".", get_format("DECIMAL_SEPARATOR"))


@register.simple_tag
def moves(before: Value | None, after: Value | None) -> SafeString:
    """A number and what becomes of it."""
    words = {"before": number(before), "after": number(after)}
    shown = '<span aria-hidden="true">{} {} <b>{}</b></span><span class="unseen">{}</span>'
    return format_html(shown, number(before), icon("next"), number(after), _("%(before)s, then %(after)s") % words)


@register.filter
def moved_chances(shift: Shift) -> list[tuple[str, str, Fraction | None, Fraction | None]]:
    """What moves against that difficulty: which chance, its name, before and after."""
    found = []
    for key, name in CHANCES:
        before, after = _chance(shift.before, key), _chance(shift.after, key)
        if (before or 0) != (after or 0):
            found.append((key, _(name), before, after))
    return found


def _chance(odds: Odds | None, key: str) -> Fraction | None:
    return None if odds is None else getattr(odds, key)


@register.simple_tag
def shift_bar(key: str, name: str, before: Fraction | None, after: Fraction | None) -> SafeString:
    """A chance before, as a hollow bar, and after, as a full one: 1000 units wide, so each is a tenth of a percent."""
    label = _("%(name)s: %(before)s before, %(after)s after") % {
        "name": name,
        "before": percent(before) or number(None),
        "after": percent(after) or number(None),
    }
    return format_html(
        '<svg class="shift {}" viewBox="0 0 1000 16" preserveAspectRatio="none" role="img" aria-label="{}">'
        '<path class="rail" d="M0 15H1000"/>{}{}</svg>',
        *(key, label),
        format_html('<path class="before" d="M0 4H{0}"/>', _width(before)) if before else "",
        format_html('<path class="after" d="M0 11H{}"/>', _width(after)) if after else "",
    )


def _width(chance: Fraction) -> int:
    return max(2, round(chance * 1000))
