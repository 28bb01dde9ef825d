"""The dice of a campaign against the exact law."""

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from campaigns import luck as fell
from campaigns.gates import seat_or_404
from campaigns.models import Membership


@require_safe
@login_required
def luck(request: HttpRequest, key: str) -> HttpResponse:
    """Everybody's dice, or with `of` those of one seat, as far as who asks may read them."""
    seat = seat_or_404(request, key)
    counts = fell.counts_of(seat)
    seats = Membership.objects.filter(campaign=seat.campaign, pk__in=fell.throwers(counts))
    people = {each.key: each for each in seats.order_by("pk")}
    asked = request.GET.get("of", "")
    chosen = people.get(asked)
    if asked and chosen is None:
        raise Http404
    by = chosen.pk if chosen else None
    context = {
        "seat": seat,
        "campaign": seat.campaign,
        "tab": "log",
        "people": people.values(),
        "chosen": chosen,
        "thrown": fell.shown(counts, by=by, typed=False),
        "typed": fell.shown(counts, by=by, typed=True),
    }
    return render(request, "campaigns/luck.html", context)
