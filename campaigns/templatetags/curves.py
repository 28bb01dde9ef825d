"""The odds of the throw, as the rules page draws them: one line for each die that may be kept.

Drawn 380 units wide, about as many pixels. Numbers in SVG attributes are never localized; numbers in words always are.
"""

from collections.abc import Sequence
from fractions import Fraction

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from campaigns.templatetags.pieces import percent
from rules.reference import Curve

register = template.Library()

Shown = list[tuple[int, list[Fraction]]]
"""Each sum with its chance on each curve."""

WIDTH, HEIGHT = 380, 150
LEFT, RIGHT, TOP, AXIS = 34, 374, 10, 126
LIKELY = Fraction(1, 100)
"""What is less likely than this is not drawn: where dice explode there is no last number."""
NUMBERS = 22
"""How many numbers fit under the axis."""
SHARES = (Fraction(1), Fraction(1, 2), Fraction(0))
"""The chances that the scale names."""
KINDS = ("lower", "main", "higher")
"""How the curves are drawn where there are three; a single one is the main one."""


@register.filter
def by_total(curves: Sequence[Curve]) -> Shown:
    """Each sum that is likely enough, with its chance on each curve."""
    chances = [dict(curve.points) for curve in curves]
    totals = sorted({total for each in chances for total, chance in each.items() if chance >= LIKELY})
    return [(total, [each.get(total, Fraction(0)) for each in chances]) for total in totals]


@register.simple_tag
def curve_chart(curves: Sequence[Curve]) -> SafeString:
    """The chance of reaching each sum of the dice."""
    shown = by_total(curves)
    first, last = shown[0][0], shown[-1][0]
    step = (RIGHT - LEFT) / max(1, last - first)
    every = 1 if len(shown) <= NUMBERS else 5
    across = {total: _plain(LEFT + step * (total - first)) for total, _chances in shown}
    paths = (
        (kind, "L".join(f"{across[total]} {_height(chances[place])}" for total, chances in shown))
        for place, kind in enumerate(_kinds(curves))
    )
    return format_html(
        '<svg viewBox="0 0 {} {}" role="img" aria-label="{}">{}{}{}</svg>',
        *(WIDTH, HEIGHT, _label(curves, shown), _scale()),
        format_html_join(
            "",
            '<text x="{}" y="{}">{}</text>',
            ((x, AXIS + 18, total) for total, x in across.items() if total % every == 0),
        ),
        format_html_join("", '<path class="curve {}" d="M{}"/>', paths),
    )


@register.simple_tag
def curve_key(curves: Sequence[Curve]) -> SafeString:
    """Which curve is which, where there are several."""
    named = ((kind, curve.label) for kind, curve in zip(_kinds(curves), curves, strict=True) if curve.label)
    drawn = '<span><svg viewBox="0 0 24 10" aria-hidden="true"><path class="curve {}" d="M0 5H24"/></svg> {}</span>'
    return format_html_join("", drawn, named)


def _kinds(curves: Sequence[Curve]) -> Sequence[str]:
    return KINDS if len(curves) == len(KINDS) else KINDS[1:2] * len(curves)


def _scale() -> SafeString:
    """The axis, the lines of a half and of certainty, and their numbers in percent."""
    lines = "".join(f"M{LEFT} {_height(share)}H{RIGHT}" for share in SHARES)
    marks = ((LEFT - 8, _plain(float(_height(share)) + 4), int(share * 100)) for share in SHARES)
    return format_html(
        '<path class="grid" d="{}"/>{}',
        lines,
        format_html_join("", '<text class="end" x="{}" y="{}">{}</text>', marks),
    )


def _label(curves: Sequence[Curve], shown: Shown) -> str:
    """In words: what each curve reaches about as often as not."""
    halves = []
    for place, curve in enumerate(curves):
        total, chances = min(shown, key=lambda each: abs(each[1][place] - SHARES[1]))
        found = _("%(total)d or more: %(chance)s") % {"total": total, "chance": percent(chances[place])}
        halves.append(f"{curve.label}, {found}" if curve.label else found)
    return "; ".join([_("Chance, in percent, that the dice reach each number"), *halves])


def _height(chance: Fraction) -> str:
    return _plain(AXIS - (AXIS - TOP) * float(chance))


def _plain(number: float) -> str:
    """A number for an attribute: a point, at most one decimal."""
    return f"{number:.1f}".removesuffix(".0")
