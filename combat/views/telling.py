"""What a fight leaves behind: its chronicle."""

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from characters import forum
from combat.chronicle import read, told, written
from combat.gates import encounter_or_404
from combat.numbers import numbers_of

ENTRIES_A_PAGE = 200


@require_safe
@login_required
def chronicle(request: HttpRequest, key: str) -> HttpResponse:
    """The fight as text for a forum: for all the same, what the table knows, also where the GM asks."""
    found, seat = encounter_or_404(request, key)
    entries = told(found).select_related("by").defer("changes", "regions")
    pool = seat.campaign.ruleset.injuries.pool
    part = Paginator(entries, ENTRIES_A_PAGE).get_page(request.GET.get("page"))
    story = read(part, found)
    context = {
        "seat": seat,
        "campaign": seat.campaign,
        "encounter": found,
        "part": part,
        "deeds": numbers_of(found),
        "label": next(kind.short for kind in seat.campaign.ruleset.pools if kind.key == pool),
        "tab": "fight",
        "bbcode": written(found.name, story, forum.BBCODE),
        "markdown": written(found.name, story, forum.MARKDOWN),
    }
    return render(request, "combat/chronicle.html", context)
