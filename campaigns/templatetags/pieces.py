"""The small drawn pieces of a page: dice, odds, PV bars, icons, rule ids.

A page draws hundreds of them, so they are built here and not in templates, and what depends only on its arguments
and the language is kept. Numbers in SVG attributes are never localized; numbers in words always are.
"""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from math import floor
from typing import Any, Protocol
from unicodedata import normalize

from django import template
from django.templatetags.static import static
from django.urls import reverse
from django.utils.formats import get_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

register = template.Library()

NO_BREAK_SPACE = "\N{NO-BREAK SPACE}"
MINUS = "\N{MINUS SIGN}"
PLACES = {"low": 0, "mid": 1, "high": 2}

LARGE_DIE = (
    '<svg class="die{}" viewBox="0 0 48 52" aria-hidden="true"><path class="body" d="M24 2 45 24v7L24 50 3 31v-7z"/>'
    '<path class="face" d="M24 2 39 31 24 38 9 31z"/><path class="edge" d="M39 31h6M24 38v12M9 31H3"/>'
    '<text x="24" y="31">{}</text></svg>'
)
SMALL_DIE = (
    '<svg class="die small{}" viewBox="0 0 48 52" aria-hidden="true">'
    '<path class="body" d="M24 2 45 24v7L24 50 3 31v-7z"/><text x="24" y="36">{}</text></svg>'
)
KEPT_ITEM = mark_safe(' class="kept-one"')
UNLABELLED = mark_safe('aria-hidden="true"')


class Chances(Protocol):
    """Exact chances of a check, each between 0 and 1."""

    success: Fraction
    critical: Fraction
    fumble: Fraction


@register.simple_tag
@lru_cache(maxsize=256)
def icon(name: str, kind: str = "icon") -> SafeString:
    """An icon of the sprite. `kind` is its class: `{% icon "kite" "pip full" %}`."""
    return format_html(
        '<svg class="{}" aria-hidden="true"><use href="{}#{}"/></svg>', kind, static("img/icons.svg"), name
    )


@register.simple_tag
@lru_cache(maxsize=256)
def die(face: int, kept: bool = False, small: bool = False) -> SafeString:
    """One ten-sided die."""
    return format_html(SMALL_DIE if small else LARGE_DIE, " kept" if kept else "", face)


@register.simple_tag
def throw(faces: Iterable[int], keep: str | None = "mid") -> SafeString:
    """The dice of a roll, low to high, with the one that stays. `keep` is "low", "mid" or "high"; None marks none."""
    return _throw(tuple(sorted(faces)), keep, get_language())


@register.simple_tag
def mini(faces: Iterable[int], keep: str | None = "mid") -> SafeString:
    """The same dice in one line of the log."""
    return _mini(tuple(sorted(faces)), keep, get_language())


@lru_cache(maxsize=2048)
def _throw(faces: tuple[int, ...], keep: str | None, language: str | None) -> SafeString:
    kept = _kept_place(faces, keep)
    return format_html(
        '<ol class="throw" aria-label="{}">{}</ol>',
        _("Three dice, lowest to highest") if len(faces) == 3 else _("Dice, lowest to highest"),
        format_html_join(
            "",
            '<li{}>{}<span class="name">{}<span class="unseen">: {}</span></span></li>',
            (
                (
                    KEPT_ITEM if place == kept else "",
                    die(face, kept=place == kept),
                    *_die_name(face, place, place == kept, len(faces)),
                )
                for place, face in enumerate(faces)
            ),
        ),
    )


@lru_cache(maxsize=4096)
def _mini(faces: tuple[int, ...], keep: str | None, language: str | None) -> SafeString:
    kept = _kept_place(faces, keep)
    if kept is not None and len(faces) == 3:
        low, mid, high = faces
        words = {"low": low, "mid": mid, "high": high, "kept": faces[kept]}
        label = _("Dice %(low)d, %(mid)d and %(high)d; the %(kept)d stays") % words
    else:
        label = _("Dice %(faces)s") % {"faces": ", ".join(map(str, faces))}
    return format_html(
        '<span class="mini" role="img" aria-label="{}">{}</span>',
        label,
        format_html_join("", "{}", ((die(face, kept=place == kept, small=True),) for place, face in enumerate(faces))),
    )


def _kept_place(faces: tuple[int, ...], keep: str | None) -> int | None:
    return None if keep is None or len(faces) != 3 else PLACES[keep]


def _die_name(face: int, place: int, kept: bool, count: int) -> tuple[str, str]:
    """What stands under a die, and what a screen reader adds to it."""
    if count != 3:
        return pgettext("die", "die"), str(face)
    if not kept:
        return (pgettext("die", "low"), pgettext("die", "middle"), pgettext("die", "high"))[place], str(face)
    which = (_("the low one, %(face)d"), _("the middle one, %(face)d"), _("the high one, %(face)d"))[place]
    return _("stays"), which % {"face": face}


@register.filter
def percent(chance: Fraction | float | None) -> str:
    """A chance with one decimal in the reader's language; what can happen is never 0 %, what can fail never 100 %."""
    return "" if chance is None else _percent(chance, get_language())


@lru_cache(maxsize=4096)
def _percent(chance: Fraction | float, language: str | None) -> str:
    tenths = floor(chance * 1000 + Fraction(1, 2))
    sign = ""
    if tenths == 0 and chance > 0:
        sign, tenths = f"<{NO_BREAK_SPACE}", 1
    elif tenths == 1000 and chance < 1:
        sign, tenths = f">{NO_BREAK_SPACE}", 999
    unit = "%" if (language or "en").startswith("en") else f"{NO_BREAK_SPACE}%"
    return f"{sign}{tenths // 10}{get_format('DECIMAL_SEPARATOR')}{tenths % 10}{unit}"


@register.simple_tag
def odds(chances: Chances, told: Fraction | None = None) -> SafeString:
    """The line of odds: 1000 units wide, so each unit is a tenth of a percent. A fumble that was `told` once for all
    lines is left out of each."""
    fumble = None if told == chances.fumble else chances.fumble
    return _odds(chances.success, chances.critical, fumble, get_language())


class Rivalry(Protocol):
    """Exact chances of a side against one other, together 1 with that of losing."""

    win: Fraction
    tie: Fraction


@register.simple_tag
def rivalry(chances: Rivalry) -> SafeString:
    """The same line for one side of an opposed roll: it wins, it ties (R9)."""
    win, tie = _thousandths(chances.win), _thousandths(chances.win + chances.tie)
    return format_html(
        '<svg class="odds" viewBox="0 0 1000 10" preserveAspectRatio="none" role="img" aria-label="{}">'
        '<path class="rail" d="M0 8H1000"/>{}{}</svg>',
        _("Wins %(win)s, a tie %(tie)s") % {"win": percent(chances.win), "tie": percent(chances.tie)},
        format_html('<path class="hit" d="M0 6.5H{}"/>', win) if win else "",
        format_html('<path class="tie" stroke-dasharray="8 7" d="M{} 6.5H{}"/>', win, tie) if tie > win else "",
    )


@lru_cache(maxsize=4096)
def _odds(success: Fraction, critical: Fraction, fumble: Fraction | None, language: str | None) -> SafeString:
    if fumble is None:
        label = _("Success %(success)s, critical %(critical)s")
    else:
        label = _("Success %(success)s, critical %(critical)s, fumble %(fumble)s")
    label %= {"success": percent(success), "critical": percent(critical), "fumble": percent(fumble)}
    return format_html(
        '<svg class="odds" viewBox="0 0 1000 10" preserveAspectRatio="none" role="img" aria-label="{}">'
        '<path class="rail" d="M0 8H1000"/>{}{}{}</svg>',
        label,
        format_html('<path class="hit" d="M0 6.5H{}"/>', _thousandths(success)) if success else "",
        format_html('<path class="critical" d="M0 5H{}"/>', _thousandths(critical)) if critical else "",
        format_html('<path class="fumble" stroke-dasharray="8 7" d="M{} 5H1000"/>', 1000 - _thousandths(fumble))
        if fumble
        else "",
    )


def _thousandths(chance: Fraction) -> int:
    """The nearest thousandth; 0 and 1000 only for what is impossible and what is certain."""
    if chance in (0, 1):
        return int(chance) * 1000
    return min(999, max(1, floor(chance * 1000 + Fraction(1, 2))))


@register.simple_tag
def pv_bar(
    current: int,
    maximum: int,
    threshold: Fraction | float | None = None,
    wounded: bool = False,
    label: bool = True,
) -> SafeString:
    """One box for each point up to 24, one for five above; half as tall when wounded, only a line at 0.

    `threshold`, in points, is where wounded begins: a notch. Without `label` the bar is hidden from screen readers,
    for where the numbers stand beside it in words.
    """
    return _pv_bar(max(0, current), maximum, threshold, wounded, label, get_language())


@lru_cache(maxsize=4096)
def _pv_bar(
    current: int,
    maximum: int,
    threshold: Fraction | float | None,
    wounded: bool,
    labelled: bool,
    language: str | None,
) -> SafeString:
    room = max(1, maximum)
    gap, dashes = (0.16, "0.84 0.16") if room <= 24 else (0.5, "4.5 0.5")  # a box is what is left of 1 or 5
    end = _plain(room - gap)
    label = format_html('role="img" aria-label="{}"', _pv_words(current, maximum, threshold))
    left, notch = "", ""
    if current:
        width, middle = ("5", "7.5") if wounded else ("10", "5")
        left = format_html(
            '<path class="left" stroke-width="{}" stroke-dasharray="{}" d="M0 {}H{}"/>',
            *(width, dashes, middle, _plain(min(current, room) - gap)),
        )
    if threshold is not None and 0 < threshold <= room:
        notch = format_html('<path class="wounded-at" d="M{} -3V13"/>', _plain(float(threshold) - gap / 2))
    return format_html(
        '<svg class="pv-bar{}" viewBox="0 0 {} 10" preserveAspectRatio="none" {}>'
        '<path class="room" stroke-dasharray="{}" d="M0 5H{}"/>{}{}</svg>',
        *(" down" if not current else " wounded" if wounded else "", end, label if labelled else UNLABELLED),
        *(dashes, end, left, notch),
    )


def _pv_words(current: int, maximum: int, threshold: Fraction | float | None) -> str:
    numbers = {"current": current, "maximum": maximum}
    if threshold is None:
        return _("%(current)d of %(maximum)d PV") % numbers
    at = _plain(float(threshold)).replace(".", get_format("DECIMAL_SEPARATOR"))
    return _("%(current)d of %(maximum)d PV, wounded at %(threshold)s") % {**numbers, "threshold": at}


def _plain(number: float) -> str:
    """A number for an attribute: a point, at most two decimals, no zeros behind."""
    return f"{number:.2f}".rstrip("0").rstrip(".")


@register.filter
def signed(number: int | None) -> str:
    """+7, −2 (a true minus), +0."""
    return "" if number is None else f"{number:+d}".replace("-", MINUS)


@register.filter
def points(number: int) -> str:
    """12, −2 (a true minus): points that may be below 0 (D18)."""
    return str(number).replace("-", MINUS)


@register.simple_tag
@lru_cache(maxsize=1024)
def portrait(name: str, address: str = "") -> SafeString:
    """The picture at `address`; for who has none two initials in a cut box, passing over "de", "el", "la"."""
    if address:
        return format_html('<img class="portrait" src="{}" alt="" width="512" height="512">', address)
    return format_html('<span class="portrait" aria-hidden="true">{}</span>', _initials(name))


def _initials(name: str) -> str:
    words = [word for word in (part.strip("\"'«»“”()[].,-") for part in normalize("NFC", name).split()) if word]
    named = [word for word in words if not word[0].islower()] or words
    if not named:
        return "?"
    letters = named[0][0] + named[-1][0] if len(named) > 1 else named[0][:2]
    return letters.upper()[:2]


@register.simple_tag(takes_context=True)
def rule(context: Mapping[str, Any], key: str) -> SafeString:
    """The id of a rule, as a link to it among those in force: where the page says that they are (`rules_url`), or those
    of the page's campaign."""
    address = context.get("rules_url") or _rules_of(context.get("campaign"))
    if not address:
        return format_html('<span class="rule">{}</span>', key)
    return format_html('<a class="rule" href="{}#{}">{}</a>', address, key, key)


def _rules_of(campaign: Any) -> str:
    return reverse("campaigns:rules", args=[campaign.key]) if campaign else ""


@register.filter
def or_host(name: str) -> str:
    """Who did something; what nobody at the table did, the host has done in the admin panel."""
    return name or _("The host")


@register.filter
def absolute(number: int) -> int:
    """A number without its sign, where the sign stands before it."""
    return abs(number)


@register.filter
def signed_term(number: int) -> str:
    """What follows in a sum: "+ 7", "− 2"."""
    return f"{MINUS if number < 0 else '+'} {abs(number)}"


@register.simple_tag
@lru_cache(maxsize=8)
def odds_key(part: str) -> SafeString:
    """One stretch of an odds bar, for the key above it: "critical", "hit", "rail" or "fumble"."""
    heights = {"critical": "M0 5H24", "hit": "M0 6.5H24", "fumble": "M1 5H24"}
    drawn = SafeString('<path class="rail" d="M0 8H24"/>')
    if part in heights:
        dashes = SafeString(' stroke-dasharray="2.5 2"') if part == "fumble" else ""
        drawn += format_html('<path class="{}"{} d="{}"/>', part, dashes, heights[part])
    return format_html('<svg class="odds" viewBox="0 0 24 10" aria-hidden="true">{}</svg>', drawn)


@register.simple_tag
@lru_cache(maxsize=64)
def six(face: int, burst: bool = False) -> SafeString:
    """A six-sided die of an effect; `burst`: it was thrown again (R11)."""
    return format_html(
        '<svg class="die six small{}" viewBox="0 0 48 52" aria-hidden="true"><path class="body" d="M6 8h36v36H6z"/>'
        '<text x="24" y="36">{}</text></svg>',
        " burst" if burst else "",
        face,
    )
