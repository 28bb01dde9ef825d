"""The two charts before an attack: which die stays and what it does, how much damage there is and what that does.

Drawn 380 units wide, about as many pixels. Hatching is drawn line by line, so a page may hold any number of charts
without an id in common. Numbers in SVG attributes are never localized; numbers in words always are.
"""

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from math import ceil

from django import template
from django.utils.formats import get_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from campaigns.templatetags.pieces import NO_BREAK_SPACE, percent

register = template.Library()

Shares = tuple[tuple[int, Fraction], ...]
"""What can come up, in rising order, with the chance of each."""
Box = tuple[float, float, float, float]
"""Left, top, right and bottom."""

WIDTH, HEIGHT = 380, 108
AXIS = 74
WORDS = 104  # where the words under the chart stand
LETTER = 6.2  # how wide a letter of theirs is, about

DIE_HEIGHT = 58
DIE_GAP = 4 / 38  # on each side of a column, of its step
CUT = 5  # the corners of a die's column

DAMAGE_HEIGHT = 56
FEWEST, USUAL, MOST = 7, 19, 38  # columns
HATCH = 7  # from one line to the next


@register.simple_tag
def hit_chart(
    faces: Iterable[tuple[int, Fraction]], needed: int | None, ones_fail: bool, explodes: bool = False
) -> SafeString:
    """A column for each value that the first throw may count, from the kept 1 to 10 or from two dice 2 to 20: those
    that hit are filled.

    `needed` is the value it takes: below the lowest any hits, above the top none does. None is for who may not know
    it, and then nothing is marked. `ones_fail` is R4; where the top `explodes` (R7, D4) it may still reach what is
    above.
    """
    return _hit_chart(tuple(faces), needed, ones_fail, explodes, get_language())


@register.simple_tag
def damage_chart(
    distribution: Iterable[tuple[int, Fraction]],
    wounded_from: int | None = None,
    falls_from: int | None = None,
    hurt: str = "wounded",
) -> SafeString:
    """A column for each number of points that pass the armor: a scratch is outlined, wounded hatched, down filled.

    `wounded_from` and `falls_from` are the fewest points that wound the target and that bring it down; None where
    that cannot be, or may not be known. `hurt` is what the wounded are called (D16: "pain"). An endless distribution
    may be cut short: its last column has what is missing.
    """
    return _damage_chart(tuple(distribution), wounded_from, falls_from, hurt, get_language())


# --- which die stays ------------------------------------------------------------------------------------------------


@lru_cache(maxsize=1024)
def _hit_chart(faces: Shares, needed: int | None, ones_fail: bool, explodes: bool, language: str | None) -> SafeString:
    highest = max(chance for _face, chance in faces)
    lowest, top_face = faces[0][0], faces[-1][0]
    step = WIDTH / len(faces)
    first = None if needed is None else max(needed, lowest, 2 if ones_fail else 1)
    only_again = explodes and first is not None and first > top_face
    columns = []
    for place, (face, chance) in enumerate(faces):
        left, height = step * (place + DIE_GAP), DIE_HEIGHT * float(chance / highest)
        middle = _plain(step * (place + 0.5))
        hits = first is not None and face >= first
        number = percent(chance)
        columns.append(
            format_html(
                '{}<text{} x="{}" y="89">{}</text><text x="{}" y="{}">{}</text>',
                _die_column(left, step, height, _die_kind(face, hits, ones_fail, only_again and face == top_face)),
                mark_safe(' class="strong"') if hits else "",
                *(middle, face, middle, _plain(AXIS - height - 4)),
                number if place == 0 else number.removesuffix("%").rstrip(NO_BREAK_SPACE),
            )
        )
    return _drawing(
        _hit_label(faces, first, only_again),
        format_html_join("", "{}", ((column,) for column in columns)),
        "" if first is None else _hit_words(first, lowest, top_face, step, only_again),
    )


def _die_kind(face: int, hits: bool, ones_fail: bool, again: bool) -> str:
    if face == 1 and ones_fail:
        return "one"
    return "hit" if hits else "again" if again else "miss"


def _die_column(left: float, step: float, height: float, kind: str) -> SafeString:
    """A column with the cut corners of a die."""
    wide = step * (1 - 2 * DIE_GAP)
    cut = min(CUT, height, wide / 2)
    drawn = format_html(
        '<path class="{}" d="M{} {}V{}l{} {}h{}l{} {}V{}z"/>',
        *(kind, _plain(left), AXIS, _plain(AXIS - height + cut), _plain(cut), _plain(-cut), _plain(wide - 2 * cut)),
        *(_plain(cut), _plain(cut), AXIS),
    )
    if kind == "again":
        drawn += _hatch("again", [(left, AXIS - height + cut, left + wide, AXIS)])
    return drawn


def _hit_words(first: int, lowest: int, top_face: int, step: float, only_again: bool) -> SafeString:
    """The mark at the first face that hits, and what each side of it does."""
    misses = _("misses")
    if only_again:
        return _word("end", WIDTH, _("only a %(face)d, thrown again, can hit") % {"face": top_face})
    if first > top_face:
        return _word("end", WIDTH, misses)
    hits = _hits_with(first, lowest, top_face)
    if first == lowest:
        return _word("start", 4, hits)
    at = step * (first - lowest)
    begins = min(at + 6, WIDTH - LETTER * len(hits))
    beside = _word("start", at + 6, hits) if begins == at + 6 else _word("end", WIDTH, hits)
    return format_html(
        '<path class="mark" d="M{} 2V94"/>{}{}', _plain(at), _word("end", min(at - 6, begins - 12), misses), beside
    )


def _hits_with(first: int, lowest: int, top_face: int) -> str:
    if first == lowest:
        return _("hits with any die")
    if first == top_face:
        return _("hits with %(face)d only") % {"face": first}
    return _("hits with %(face)d or more") % {"face": first}


def _hit_label(faces: Shares, first: int | None, only_again: bool) -> str:
    lowest, top_face = faces[0][0], faces[-1][0]
    if first is None:
        return _("Which die stays: the chance of each face")
    if only_again:
        return _("Which die stays: %(what)s") % {
            "what": _("only a %(face)d, thrown again, can hit") % {"face": top_face}
        }
    if first > top_face:
        return _("Which die stays: %(what)s") % {"what": _("none hits")}
    chance = sum((chance for face, chance in faces if face >= first), Fraction(0))
    return _("Which die stays: %(what)s, %(chance)s") % {
        "what": _hits_with(first, lowest, top_face),
        "chance": percent(chance),
    }


# --- how much damage ------------------------------------------------------------------------------------------------


@lru_cache(maxsize=1024)
def _damage_chart(
    distribution: Shares, wounded_from: int | None, falls_from: int | None, hurt: str, language: str | None
) -> SafeString:
    chances = dict(distribution)
    most = max(chances)
    last = min(most, _last_column(most, falls_from))
    shown = [chances.get(points, Fraction(0)) for points in range(last)]
    shown.append(1 - sum(shown, Fraction(0)))
    step = WIDTH / max(FEWEST, len(shown))
    gap = min(8, step * 0.15)
    highest = max(shown)
    boxes: dict[str, list[Box]] = {"scratch": [], "hurt": [], "kill": []}
    for points, chance in enumerate(shown):
        if chance > 0:
            height = max(0.5, DAMAGE_HEIGHT * float(chance / highest))
            box = (step * points + gap / 2, AXIS - height, step * (points + 1) - gap / 2, float(AXIS))
            boxes[_effect(points, wounded_from, falls_from)].append(box)
    drawn = [_bars(kind, found) for kind, found in boxes.items() if found]
    if boxes["hurt"]:
        drawn.append(_hatch("hurt", boxes["hurt"]))
    drawn.append(_numbers(last, most, step))
    return _drawing(
        _damage_label(chances, wounded_from, falls_from, hurt),
        format_html_join("", "{}", ((piece,) for piece in drawn)),
        _damage_words(step, last, wounded_from, falls_from, hurt),
    )


def _last_column(most: int, falls_from: int | None) -> int:
    """Far enough to show what brings the target down, where the dice reach it."""
    wanted = USUAL - 1
    if falls_from is not None and wanted < falls_from + 2 and falls_from <= most:
        wanted = falls_from + 2
    return min(wanted, MOST - 1)


def _effect(points: int, wounded_from: int | None, falls_from: int | None) -> str:
    if falls_from is not None and points >= falls_from:
        return "kill"
    return "hurt" if wounded_from is not None and points >= wounded_from else "scratch"


def _bars(kind: str, boxes: list[Box]) -> SafeString:
    lines = "".join(
        f"M{_plain(left)} {_plain(bottom)}V{_plain(top)}H{_plain(right)}V{_plain(bottom)}z"
        for left, top, right, bottom in boxes
    )
    return format_html('<path class="{}" d="{}"/>', kind, lines)


def _hatch(kind: str, boxes: list[Box]) -> SafeString:
    """Slanted lines inside the boxes, in step with each other from one box to the next."""
    lines = []
    for left, top, right, bottom in boxes:
        for sum_of_both in range(ceil((left + top) / HATCH) * HATCH, ceil(right + bottom), HATCH):
            start, end = max(left, sum_of_both - bottom), min(right, sum_of_both - top)
            lines.append(f"M{_plain(start)} {_plain(sum_of_both - start)}L{_plain(end)} {_plain(sum_of_both - end)}")
    return format_html('<path class="{} lines" d="{}"/>', kind, "".join(lines))


def _numbers(last: int, most: int, step: float) -> SafeString:
    """The points under the columns, as many as there is room for, and always those of the last one."""
    every = 1 if step >= 24 else 2 if step >= 14 else 5
    shown = [points for points in range(0, last, every) if (last - points) * step >= 20] + [last]
    return format_html_join(
        "",
        '<text x="{}" y="88">{}{}</text>',
        ((_plain(step * (points + 0.5)), points, "+" if points == last < most else "") for points in shown),
    )


def _damage_words(
    step: float, last: int, wounded_from: int | None, falls_from: int | None, hurt: str
) -> SafeString | str:
    """A mark with a word where wounded begins and where falling does; words that would meet move apart."""
    falls = None if falls_from is None or falls_from > last else step * falls_from
    wounds = None if wounded_from is None or not 0 < wounded_from <= last else step * wounded_from
    if falls is not None and wounds is not None and wounds >= falls:
        wounds = None
    marks = [at for at in (wounds, falls) if at is not None]
    if not marks:
        return ""
    down = "" if falls_from is None else _("down: %(points)d PV") % {"points": falls_from}
    wounded = pgettext("chart", "in pain") if hurt == "pain" else pgettext("chart", "wounded")
    words: list[SafeString] = []
    free = float(WIDTH)  # where the words further right begin
    if falls is not None:
        begins = falls + 4
        if begins + LETTER * len(down) > WIDTH:
            begins = falls - 4 - LETTER * len(down)
            words.append(_word("end", falls - 4, down))
        else:
            words.append(_word("start", begins, down))
        free = begins - 8
    if wounds is not None:
        wide = LETTER * len(wounded)
        if wounds + 4 + wide <= free:
            words.insert(0, _word("start", wounds + 4, wounded))
        elif min(wounds - 4, free) >= wide:
            words.insert(0, _word("end", min(wounds - 4, free), wounded))
    lines = "".join(f"M{_plain(at)} 4V94" for at in marks)
    return format_html('<path class="mark" d="{}"/>{}', lines, format_html_join("", "{}", ((word,) for word in words)))


def _damage_label(chances: dict[int, Fraction], wounded_from: int | None, falls_from: int | None, hurt: str) -> str:
    likeliest = max(chances, key=lambda points: chances[points])
    parts = [_("Damage that passes the armor, most likely %(points)d") % {"points": likeliest}]
    if wounded_from is not None and wounded_from > 0 and (falls_from is None or wounded_from < falls_from):
        worse = _("in pain or worse, %(chance)s") if hurt == "pain" else _("wounded or worse, %(chance)s")
        parts.append(worse % {"chance": percent(_at_least(chances, wounded_from))})
    if falls_from is not None:
        parts.append(_("down, %(chance)s") % {"chance": percent(_at_least(chances, falls_from))})
    return "; ".join(parts)


def _at_least(chances: dict[int, Fraction], points: int) -> Fraction:
    """Counted from below, so that what a cut-off distribution leaves out is in it."""
    return 1 - sum((chance for each, chance in chances.items() if each < points), Fraction(0))


# --- both -----------------------------------------------------------------------------------------------------------


def _drawing(label: str, columns: SafeString, words: SafeString | str) -> SafeString:
    return format_html(
        '<svg viewBox="0 0 {} {}" role="img" aria-label="{}">{}<path class="axis" d="M0 {}H{}"/>{}</svg>',
        *(WIDTH, HEIGHT, label, columns, AXIS, WIDTH, words),
    )


def _word(side: str, at: float, word: str) -> SafeString:
    return format_html('<text class="strong {}" x="{}" y="{}">{}</text>', side, _plain(at), WORDS, word)


def _plain(number: float) -> str:
    """A number for an attribute: a point, at most one decimal."""
    return f"{number:.1f}".removesuffix(".0")


@register.filter
def tenths(number: Fraction | float | None) -> str:
    """A number with one decimal, in the reader's language."""
    return "" if number is None else f"{float(number):.1f}".replace(".", get_format("DECIMAL_SEPARATOR"))
