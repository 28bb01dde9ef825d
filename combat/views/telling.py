"""What a fight leaves behind: its chronicle."""

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import mark_safe
from django.views.decorators.http import require_safe

from characters import forum
from combat.chronicle import read, story_in, told, written
from combat.gates import encounter_or_404
from combat.models import Encounter
from combat.numbers import in_numbers

ENTRIES_A_PAGE = 200
ENTRIES_ON_PAPER = 1000


@require_safe
@login_required
def chronicle(request: HttpRequest, key: str) -> HttpResponse:
    """The fight to be read, and as text for a forum: for all the same, what the table knows, also where the GM asks."""
    return _told(request, key, ENTRIES_A_PAGE)


@require_safe
@login_required
def paper(request: HttpRequest, key: str) -> HttpResponse:
    """The same on paper: who fought, the numbers, and what happened from the beginning to the end."""
    return _told(request, key, ENTRIES_ON_PAPER, is_print=True)


def _told(request: HttpRequest, key: str, most: int, *, is_print: bool = False) -> HttpResponse:
    found, seat = encounter_or_404(request, key)
    entries = told(found).select_related("by").defer("changes", "regions")
    part = Paginator(entries, most).get_page(request.GET.get("page"))
    story = read(part, found)
    context = {
        "seat": seat,
        "campaign": seat.campaign,
        "encounter": found,
        "part": part,
        "is_print": is_print,
        "sides": _sides(found),
        **in_numbers(found),
        "tab": "fight",
        "story": mark_safe(story_in(story, forum.PAGE)),  # noqa: S308  its Markup escapes every word
        "bbcode": written(found.name, story, forum.BBCODE),
        "markdown": written(found.name, story, forum.MARKDOWN),
    }
    return render(request, "combat/chronicle.html", context)


def _sides(encounter: Encounter) -> tuple[list[str], list[str]]:
    """Who fought, heroes and foes, by the names that the table knows."""
    seen = [row for row in encounter.present if not row.is_hidden]
    heroes, foes = ([row.called["table"] for row in seen if row.is_hero is side] for side in (True, False))
    return heroes, foes
