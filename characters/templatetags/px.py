"""Px over time, as the growth page draws them: what was earned in all, and what was left to spend.

Drawn 380 units wide, about as many pixels. Numbers in SVG attributes are never localized; numbers in words always are.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from django import template
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from characters.models import LedgerEntry
from rules.growth import MovementKind

register = template.Library()

WIDTH, HEIGHT = 380, 116
LEFT, RIGHT, TOP, AXIS = 26, 376, 10, 92
BOUGHT = (MovementKind.SPEND, MovementKind.REFUND)
FEWEST = 2
"""Movements that make a picture."""

Steps = list[tuple[datetime, int]]


@register.simple_tag
def px_chart(rows: Iterable[Mapping[str, Any]]) -> SafeString | str:
    """Two stairs from a ledger, its last movement first; nothing where there is too little to draw."""
    moved: list[LedgerEntry] = [each["row"] for each in rows][::-1]
    if len(moved) < FEWEST:
        return ""
    earned, total = [], 0
    for row in moved:
        total += 0 if row.kind in BOUGHT else row.px
        earned.append((row.at, total))
    left = [(row.at, row.balance) for row in moved]
    most = max(1, *(px for _at, px in (*earned, *left)))
    begins, ends = (date_format(localtime(row.at), "SHORT_DATE_FORMAT") for row in (moved[0], moved[-1]))
    words = {"earned": total, "left": left[-1][1], "begins": begins, "ends": ends}
    return format_html(
        '<svg viewBox="0 0 {} {}" role="img" aria-label="{}"><path class="grid" d="M{} {}H{}M{} {}H{}"/>'
        '<text class="end" x="{}" y="{}">{}</text><text class="end" x="{}" y="{}">0</text>'
        '<text class="start" x="{}" y="{}">{}</text><text class="end" x="{}" y="{}">{}</text>'
        '<path class="curve lower" d="{}"/><path class="curve main" d="{}"/></svg>',
        *(WIDTH, HEIGHT, _("Px from %(begins)s to %(ends)s: %(earned)d earned in all, %(left)d left") % words),
        *(LEFT, TOP, RIGHT, LEFT, AXIS, RIGHT, LEFT - 6, TOP + 4, most, LEFT - 6, AXIS + 4),
        *(LEFT, AXIS + 18, begins, RIGHT, AXIS + 18, "" if ends == begins else ends),
        *(_stairs(earned, most), _stairs(left, most)),
    )


def _stairs(steps: Steps, most: int) -> str:
    """From nothing, a step at each movement, in proportion to the time between them."""
    first, last = steps[0][0], steps[-1][0]
    span = (last - first).total_seconds() or 1
    drawn = [f"M{LEFT} {AXIS}"]
    for at, px in steps:
        drawn.append(f"H{_plain(LEFT + (RIGHT - LEFT) * (at - first).total_seconds() / span)}")
        drawn.append(f"V{_plain(AXIS - (AXIS - TOP) * max(0, px) / most)}")
    return "".join(drawn)


def _plain(number: float) -> str:
    """A number for an attribute: a point, at most one decimal."""
    return f"{number:.1f}".removesuffix(".0")
