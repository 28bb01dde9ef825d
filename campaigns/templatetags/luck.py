"""Dice against their law, as a picture and in words.

Drawn 380 units wide. Numbers in SVG attributes are never localized; numbers in words always are.
"""

from fractions import Fraction

from django import template
from django.utils.formats import number_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from campaigns.templatetags.pieces import percent
from rules.luck import Fit

register = template.Library()

NAMES = {
    "mid": gettext_noop("The middle die of three, where it stays"),
    "low": gettext_noop("The low die of three, where it stays"),
    "high": gettext_noop("The high die of three, where it stays"),
    "sum": gettext_noop("Two d10 added up"),
}
USUAL, SELDOM = 0.05, 0.01
WIDTH, HEIGHT, TOP, AXIS = 380, 130, 8, 106


@register.filter
def die_name(die: str) -> str:
    """What is counted."""
    return _(NAMES[die]) if die in NAMES else _("Each %(die)s by itself") % {"die": die}


@register.filter
def verdict(fit: Fit) -> str:
    """In plain words, how far the dice are from their law."""
    chance = fit.chance
    if chance is None:
        return _("Too few to say anything: %(n)d of the %(needed)d that it takes.") % {
            "n": fit.total,
            "needed": fit.needed,
        }
    if chance >= USUAL:
        words = _("As it should be: fair dice would be as far off %(chance)s of the time.")
        return words % {"chance": percent(chance)}
    if chance >= SELDOM:
        return _("A little off, as fair dice are %(chance)s of the time.") % {"chance": percent(chance)}
    return _("Strange: fair dice are so far off only %(chance)s of the time.") % {"chance": percent(chance)}


@register.filter
def averages(fit: Fit) -> str:
    """How many fell, what they show on the average, and what they should."""
    count = ngettext("%(n)d throw", "%(n)d throws", fit.total) % {"n": fit.total}
    words = {"count": count, "mean": _one(fit.mean), "law": _one(fit.lawful_mean)}
    return _("%(count)s, %(mean)s on the average; the law says %(law)s") % words


@register.simple_tag
def luck_chart(fit: Fit) -> SafeString:
    """A column for each face as it fell, and a line where it should be."""
    bars = fit.bars
    most = max(max(bar.count, bar.expected) for bar in bars) or 1
    step = WIDTH / len(bars)
    high = lambda value: _plain(AXIS - (AXIS - TOP) * float(value / most))  # noqa: E731
    places = [(bar, step * place) for place, bar in enumerate(bars)]
    wide = _plain(step * 0.6)
    columns = ((wide, _plain(x + step / 2), AXIS, high(bar.count)) for bar, x in places if bar.count)
    lines = ((_plain(x + step * 0.1), high(bar.expected), _plain(x + step * 0.9)) for bar, x in places)
    return format_html(
        '<svg viewBox="0 0 {} {}" role="img" aria-label="{}"><path class="axis" d="M0 {}H{}"/>{}{}{}</svg>',
        *(WIDTH, HEIGHT, f"{verdict(fit)} {averages(fit)}", AXIS, WIDTH),
        format_html_join("", '<path class="fell" stroke-width="{}" d="M{} {}V{}"/>', columns),
        format_html_join("", '<path class="law" d="M{} {}H{}"/>', lines),
        format_html_join(
            "", '<text x="{}" y="{}">{}</text>', ((_plain(x + step / 2), AXIS + 16, bar.face) for bar, x in places)
        ),
    )


@register.filter
def expected(value: Fraction) -> str:
    """How often a face should have shown."""
    return _one(value)


def _one(value: Fraction | None) -> str:
    return "" if value is None else number_format(round(float(value), 1), decimal_pos=1)


def _plain(number: float) -> str:
    """A number for an attribute: a point, at most one decimal."""
    return f"{number:.1f}".removesuffix(".0")
