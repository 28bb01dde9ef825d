"""Every piece of the pages in every state, from the templates that the pages use, with values made up here.

For whoever changes how the site looks: `/style/` with DEBUG=on, and nowhere else. It asks no database.
"""

import re
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from types import SimpleNamespace
from typing import Any

from django import forms
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from campaigns.models import Audience as Seen
from campaigns.models import Campaign, LogEntry, Membership, Role
from campaigns.regions import Audience
from campaigns.table import entry_context, entry_html
from characters.log.why import reasons_to_keep
from combat.board import WORDS, Ask, Hit, Row, actions_left
from rules.checks import Check, CheckKind, Factor, Term
from rules.dice import scripted
from rules.odds import Odds
from rules.presets import PRESETS
from ryfsite.environment import ROOT

THEMES = ("light", "dark")
STATES = ("wounded", "pain", "stunned", "falling", "down", "stable", "unconscious", "knocked-out", "out", "dead")
SPRITE = re.compile(r'<symbol id="([\w-]+)"')
COLOURS = re.compile(r"--([\w-]+): (?:light-dark\(|oklch)")
RULES = next(iter(PRESETS.values()))


class Example(forms.Form):
    """A field of each sort; bound to `WRONG`, each with what is wrong with it."""

    name = forms.CharField(max_length=20, help_text="Brianda, Fadrique…")
    notes = forms.CharField(widget=forms.Textarea, required=False)
    level = forms.IntegerField(min_value=1, max_value=5)
    weapon = forms.ChoiceField(choices=[("sword", "Espada larga"), ("bow", "Arco corto")])


WRONG = {"name": "Brianda de Sotomar y Valdeniebla", "notes": "…", "level": "9", "weapon": "axe"}


@require_safe
def style(request: HttpRequest) -> HttpResponse:
    """`theme` forces light or dark, as `data-theme` does on any page."""
    if not settings.DEBUG:
        raise Http404
    theme = request.GET.get("theme", "")
    campaign = Campaign(key="style", name="La sal y el hierro", preset=RULES.key)
    odds = [RULES.rolls.odds(check(difficulty)) for difficulty in (7, 15, 20, 40)]
    context = {
        "theme": theme if theme in THEMES else "",
        "themes": THEMES,
        "campaign": campaign,
        "character": SimpleNamespace(key="style"),
        "colours": COLOURS.findall((ROOT / "static/css/tokens.css").read_text()),
        "icons": SPRITE.findall((ROOT / "static/img/icons.svg").read_text()),
        "odds": odds,
        "throws": ((2, 7, 9), (1, 1, 2), (3, 10, 10)),
        "states": STATES,
        "buttons": ("", "primary", "strong", "plain", "harm"),
        "forms": [Example(auto_id="empty_%s"), Example(WRONG, auto_id="wrong_%s")],
        "entries": list(entries(campaign)),
        "trays": list(trays(campaign)),
        "fights": list(fights()),
        "heroes": asked(odds[1]),
        "skills": list(skills("skill")),
        "attributes": list(skills("attribute")),
        "arms": list(skills("arm")),
        "pools": [pool("full", 16), pool("low", 7, is_main=False)],
        "threshold": Fraction(8),
        "condition": SimpleNamespace(wounded=False, fate=None),
        "faces": middle_die(),
        "damage": tuple((points, Fraction(1, 12)) for points in range(12)),
        "clash": {"version": 2, "mine": "La posada del puente", "theirs": ""},
    }  # fmt: skip
    return render(request, "style.html", context)


def check(difficulty: int | None, *factors: Factor) -> Check:
    terms = (Term("dexterity", 4, "R2"), Term("stealth", 3, "R2"))
    return Check(CheckKind.SKILL, "stealth", terms, factors, difficulty)


def middle_die() -> tuple[tuple[int, Fraction], ...]:
    """What the middle one of three dice shows."""
    counted = Counter(sorted(faces)[1] for faces in product(range(1, 11), repeat=3))
    return tuple((face, Fraction(count, 1000)) for face, count in sorted(counted.items()))


# --- the log ----------------------------------------------------------------------------------------------------------


def logged(campaign: Campaign, number: int, faces: tuple[int, ...], *factors: Factor, **more: Any) -> LogEntry:
    """A check against 10 that came out like this."""
    outcome = RULES.rolls.resolve(check(10, *factors), scripted(*faces))
    told = {"character": "style", "name": "Brianda", "gender": "f", "typed": more.pop("typed", False)}
    return LogEntry(
        campaign=campaign, key=f"style-{number}", kind="check", at=timezone.now(), by=Membership(name="Inés"),
        facts={**told, "outcome": outcome.facts()}, **more,
    )  # fmt: skip


def log(campaign: Campaign) -> Iterator[LogEntry]:
    """A success, a critical, a failure, a fumble; wounded; dice of the table; private; taken back."""
    yield logged(campaign, 1, (2, 7, 9))
    yield logged(campaign, 2, (8, 10, 10))
    yield logged(campaign, 3, (1, 2, 9))
    yield logged(campaign, 4, (1, 1, 1, 5))
    yield logged(campaign, 5, (3, 5, 8), Factor("wounded", -1, "C10"))
    yield logged(campaign, 6, (4, 4, 8), typed=True)
    yield logged(campaign, 7, (3, 6, 7), audience=Seen.PRIVATE)
    yield logged(campaign, 8, (3, 6, 9), is_undone=True)


def entries(campaign: Campaign) -> Iterator[SafeString]:
    audience = Audience(Role.GM, get_language() or settings.LANGUAGE_CODE)
    for entry in log(campaign):
        yield entry_html(campaign, entry, audience)


def trays(campaign: Campaign) -> Iterator[tuple[str, dict[str, Any] | None]]:
    """The last roll on a sheet, before there was one too; each with a name of its own."""
    yield "none", None
    for entry in list(log(campaign))[:4]:
        yield entry.key, entry_context(entry, leads=False, button=False)


# --- the fight --------------------------------------------------------------------------------------------------------


def row(key: str, name: str, **more: Any) -> Row:
    """A hero of 16 PV who has acted on 14, but for what is said otherwise."""
    usual: dict[str, Any] = {
        "picture_url": "", "gender": "f", "is_hero": True, "is_now": False, "has_acted": False, "waits": False,
        "is_next": False, "is_hidden": False, "alias": "", "total": 14, "majors": (True,), "minor": True,
        "actions": actions_left(1, 1),
        "points": 16, "maximum": 16, "threshold": Fraction(8), "word": "", "label": "PV", "is_wounded": False,
        "is_out": False, "state": "", "successes": 0, "failures": 0, "tally": ((), ()), "ask": None, "hits": (),
        "crowd": (), "notes": (), "tie": "", "extra": 0,
    }  # fmt: skip
    return Row(key=key, name=name, **usual | more)


def rows() -> list[Row]:
    """Everybody that an order can hold."""
    foe: dict[str, Any] = {"is_hero": False, "gender": "m"}
    return [
        row("now", "Brianda", is_now=True, total=18, majors=(True, True)),
        row("done", "Fadrique el Largo de la Torre", has_acted=True, majors=(False,), minor=False, tie="tie: by lot"),
        row("hurt", "Ximena", points=5, is_wounded=True, state="wounded", notes=("Inés",)),
        row("falling", "Olalla", points=0, is_wounded=True, state="falling"),
        row("down", "Gome", points=0, is_out=True, state="down", gender="m"),
        row("waits", "Tello", waits=True, gender="m"),
        row("next", "Ruy", waits=True, is_next=True, gender="m"),
        row("foe", "Goblin 3", points=60, maximum=60, threshold=Fraction(30), **foe),
        row("hidden", "Azcona", is_hidden=True, alias="Figura con máscara", total=None, majors=(), **foe),
        *(
            row(word, f"Lobo {place}", points=None, maximum=None, threshold=None, word=words, **foe)
            for place, (word, words) in enumerate(WORDS.items(), 1)
        ),
    ]


def fights() -> Iterator[dict[str, Any]]:
    """An encounter in each of its states: as the GM and as a player sees it; and one with nobody in it."""
    for status in ("running", "paused", "ended", "preparing"):
        for leads in (True, False):
            yield {
                "encounter": SimpleNamespace(key=f"style-{status}-{leads}", status=status),
                "leads": leads,
                "rows": rows() if status == "running" else rows()[:3] if status != "preparing" else [],
                "round": 3,
                "actor": rows()[0],
                "next_name": "Fadrique",
                "turn": "now",
            }  # fmt: skip


def asked(odds: Odds) -> list[tuple[Row, None]]:
    """What can be asked of a player: to hold on at 0, to answer an arrow, the tally; and that it is their turn."""
    ask = Ask(RULES.attributes[-1].label, 3, 15, odds, tuple(reasons_to_keep((Factor("wounded", -1, "C10"),), "f")))
    totals = tuple((total, odds) for total in (12, 15, 18))
    hit = Hit("hit", "Arquero", None, (("dodge", "Dodge", 8, totals),))
    tally = (("pip full", "pip", "pip"), ("pip full", "pip full", "pip"))
    return [
        (row("mine-now", "Brianda", is_now=True), None),
        (row("mine-falling", "Olalla", points=0, is_wounded=True, state="falling", ask=ask), None),
        (row("mine-down", "Gome", points=0, is_out=True, state="down", successes=1, failures=2, tally=tally), None),
        (row("mine-hit", "Ximena", points=5, is_wounded=True, state="wounded", hits=(hit,)), None),
    ]


# --- the sheet --------------------------------------------------------------------------------------------------------


def skills(name: str) -> Iterator[dict[str, Any]]:
    for place, (label, level) in enumerate(zip((row.label for row in RULES.skills[:3]), (5, 3, 0), strict=True), 1):
        rolled = Check(CheckKind.SKILL, "stealth", (Term("dexterity", 4), Term("stealth", level)), (), 15)
        yield {
            "id": f"style-{name}-{place}", "what": "stealth", "label": label, "short": RULES.attributes[0].short,
            "attribute": 4, "level": level, "bonus": 4 + level, "odds": RULES.rolls.odds(rolled), "icon": "sword",
        }  # fmt: skip


def pool(name: str, now: int, *, is_main: bool = True) -> dict[str, Any]:
    kind = next(kind for kind in RULES.pools if kind.key == RULES.injuries.pool)
    words = {"label": _(kind.short), "long_label": _(kind.label)}
    return {"key": kind.key, "id": f"style-{name}", "now": now, "maximum": 16, "is_main": is_main, **words}
