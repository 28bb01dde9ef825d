"""A page that stays current: its regions as they stand, and where its stream goes on."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language

from campaigns import feed
from campaigns.models import Campaign, Membership
from campaigns.regions import held_by, viewer_of


def live_page(
    request: HttpRequest,
    seat: Membership,
    name: str,
    template: str,
    context: Mapping[str, Any] | Callable[[Campaign], Mapping[str, Any]],
    held: Iterable[str] | None = None,
) -> HttpResponse:
    """Render `template` with `regions` (HTML by the prefix of their name) and what base.html needs for the stream.

    `held` are the regions of the page where the caller has asked for them already. A `context` that reads the same rows
    as the regions is a function, asked after the version was read.
    """
    seat = viewer_of(seat, name)
    language = get_language() or settings.LANGUAGE_CODE
    shown: dict[str, Any] = {} if callable(context) else dict(context)
    beside = (lambda campaign: shown.update(context(campaign))) if callable(context) else (lambda campaign: None)
    page = feed.page(seat, (held_by(seat, name) or ()) if held is None else held, language, beside)
    slots = {name.partition("-")[0]: html for name, html in page.regions.items()}
    stream = {"page": name, "after": page.after, "role": seat.role}
    return render(
        request,
        template,
        {"seat": seat, "campaign": seat.campaign, "regions": slots, "stream": stream, "tab": name, **shown},
    )
