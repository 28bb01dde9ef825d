"""The page that looks for something in all that one may see."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from campaigns.gates import seat_or_404
from campaigns.search import LEAST, LINES, MOST, Needle
from campaigns.search import search as look


@require_safe
@login_required
def search(request: HttpRequest, key: str) -> HttpResponse:
    seat = seat_or_404(request, key)
    words = request.GET.get("q", "")
    is_too_long = len(words) > MOST
    needle = Needle.of(words[:MOST])
    asks = bool(needle.parts) and not is_too_long
    context = {
        "seat": seat,
        "campaign": seat.campaign,
        "words": words[:MOST],
        "is_too_long": is_too_long,
        "is_too_short": asks and not needle.is_long_enough,
        "found": look(seat, needle) if asks and needle.is_long_enough else None,
        "least": LEAST,
        "most": MOST,
        "lines": LINES,
        "tab": "search",
    }
    return render(request, "campaigns/search.html", context, status=422 if is_too_long else 200)
