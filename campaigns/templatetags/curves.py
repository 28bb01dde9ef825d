"""The odds of a rule, as the rules page draws them: a line for each curve, or bars side by side.

Drawn 380 units wide, about as many pixels. Numbers in SVG attributes are never localized; numbers in words always are.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from campaigns.templatetags.pieces import MINUS, percent
from rules.reference import Figure

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
KINDS = {1: ("main",), 2: ("lower", "main"), 3: ("lower", "main", "higher")}
"""How curves are drawn, by how many there are; more are all alike, and named where they are."""


@register.filter
def by_total(figure: Figure) -> Shown:
    """Each number where anything is likely enough, and the one asked for, with the chance on each curve; all where
    nothing is."""
    chances = [dict(curve.points) for curve in figure.curves]
    likely = [
        total for total in figure.numbers if total == figure.at or any(each.get(total, 0) >= LIKELY for each in chances)
    ]
    return [(total, [each.get(total, Fraction(0)) for each in chances]) for total in likely or figure.numbers]


@register.simple_tag
def curve_chart(figure: Figure) -> SafeString:
    """The chances of a figure, a line for each of its curves."""
    shown = by_total(figure)
    first, last = shown[0][0], shown[-1][0]
    step = (RIGHT - LEFT) / max(1, last - first)
    every = 1 if len(shown) <= NUMBERS else 5
    across = {total: _plain(LEFT + step * (total - first)) for total, _chances in shown}
    paths = (
        (kind, "L".join(f"{across[total]} {_height(chances[place])}" for total, chances in shown))
        for place, kind in enumerate(_kinds(figure))
    )
    return format_html(
        '<svg viewBox="0 0 {} {}" role="img" aria-label="{}">{}{}{}{}{}</svg>',
        *(WIDTH, HEIGHT, _label(figure, shown), _scale()),
        format_html_join(
            "",
            '<text x="{}" y="{}">{}</text>',
            ((x, AXIS + 18, str(total).replace("-", MINUS)) for total, x in across.items() if total % every == 0),
        ),
        format_html_join("", '<path class="curve {}" d="M{}"/>', paths),
        format_html_join("", '<text class="mark" x="{}" y="{}">{}</text>', _marks(figure, shown, across)),
        _asked(figure, dict(shown), across),
    )


def _asked(figure: Figure, shown: dict[int, list[Fraction]], across: dict[int, str]) -> SafeString | str:
    """A line at the number that is asked for, and beside it the chance there; nothing where none is."""
    if figure.at not in shown:
        return ""
    x, right = across[figure.at], float(across[figure.at]) < (LEFT + RIGHT) / 2
    return format_html(
        '<path class="mark" d="M{} {}V{}"/><text class="mark {}" x="{}" y="{}">{} · {}</text>',
        *(x, TOP, AXIS, "start" if right else "end", _plain(float(x) + (6 if right else -6)), TOP + 10),
        *(figure.at, percent(shown[figure.at][0])),
    )


def _marks(figure: Figure, shown: Shown, across: dict[int, str]) -> Iterator[tuple[str, str, str]]:
    """Where there are too many curves for a key: the last word of each, where it is nearest to a half."""
    if len(figure.curves) in KINDS:
        return
    for place, curve in enumerate(figure.curves):
        total, chances = min(shown, key=lambda each: abs(each[1][place] - SHARES[1]))
        if chances[place] not in (0, 1):
            yield across[total], _height(chances[place]), curve.label.rpartition(" ")[2]


@register.simple_tag
def curve_key(figure: Figure) -> SafeString:
    """Which curve is which, where there are several."""
    named = [(kind, curve.label) for kind, curve in zip(_kinds(figure), figure.curves, strict=True) if curve.label]
    if len(figure.curves) not in KINDS:
        return format_html_join("", "<span>{}</span>", ((label,) for _kind, label in named))
    drawn = '<span><svg viewBox="0 0 24 10" aria-hidden="true"><path class="curve {}" d="M0 5H24"/></svg> {}</span>'
    return format_html_join("", drawn, named)


@register.simple_tag
def share_bar(chance: Fraction) -> SafeString:
    """A chance as a bar 1000 units wide; its number stands beside it."""
    return format_html(
        '<svg class="odds" viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true">'
        '<path class="rail" d="M0 8H1000"/><path class="share" d="M0 6.5H{}"/></svg>',
        round(chance * 1000),
    )


def _kinds(figure: Figure) -> Sequence[str]:
    count = len(figure.curves)
    return KINDS.get(count, ("many",) * count)


def _scale() -> SafeString:
    """The axis, the lines of a half and of certainty, and their numbers in percent."""
    lines = "".join(f"M{LEFT} {_height(share)}H{RIGHT}" for share in SHARES)
    marks = ((LEFT - 8, _plain(float(_height(share)) + 4), int(share * 100)) for share in SHARES)
    return format_html(
        '<path class="grid" d="{}"/>{}',
        lines,
        format_html_join("", '<text class="end" x="{}" y="{}">{}</text>', marks),
    )


def _label(figure: Figure, shown: Shown) -> str:
    """In words: what each curve reaches about as often as not."""
    halves = []
    for place, curve in enumerate(figure.curves):
        total, chances = min(shown, key=lambda each: abs(each[1][place] - SHARES[1]))
        found = f"{figure.head} {total}: {percent(chances[place])}"
        halves.append(f"{curve.label}, {found}" if curve.label else found)
    asked = [f"{figure.head} {total}: {percent(chances[0])}" for total, chances in shown if total == figure.at]
    return "; ".join([figure.caption, *dict.fromkeys([*halves, *asked])])


def _height(chance: Fraction) -> str:
    return _plain(AXIS - (AXIS - TOP) * float(chance))


def _plain(number: float) -> str:
    """A number for an attribute: a point, at most one decimal."""
    return f"{number:.1f}".removesuffix(".0")
