"""The step of the tour on a page of the demo."""

from collections.abc import Mapping
from typing import Any

from django import template

from campaigns.models import Membership
from combat import tour

register = template.Library()


@register.inclusion_tag("combat/_tour.html", takes_context=True)
def touring(context: Mapping[str, Any], seat: Membership | None) -> dict[str, Any]:
    """Nothing, unless this browser is on the tour of the demo."""
    request = context["request"]
    found = tour.now(request, seat) if seat and seat.pk else None
    if not seat or found is None:
        return {}
    number, step = found
    url = step.place(seat)
    count = len(tour.steps_of(seat))
    return {
        "request": request,
        "csrf_token": context.get("csrf_token"),
        "campaign": seat.campaign,
        "step": step,
        "number": number + 1,
        "count": count,
        "next": number + 1 if number + 1 < count else tour.OVER,
        "over": tour.OVER,
        "url": "" if url == request.path else url,
    }
