"""The journal: the story of the campaign as it was played, and what those who play write of it."""

from collections.abc import Mapping
from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_POST, require_safe

from campaigns import journal
from campaigns.answers import accepted, as_refusal, refused
from campaigns.forms import NewEntry
from campaigns.gates import seat_or_404
from campaigns.models import Adventure, JournalEntry, Membership, Notebook

CHAPTERS_A_PAGE = 4


@require_safe
@login_required
def story(request: HttpRequest, key: str) -> HttpResponse:
    """Adventure by adventure, newest first, as far as this seat may know it."""
    seat = seat_or_404(request, key)
    part = Paginator(seat.campaign.adventures.all(), CHAPTERS_A_PAGE).get_page(request.GET.get("page"))
    adventures = list(part)
    newer = seat.campaign.adventures.all()[part.start_index() - 2] if part.has_previous() else None
    since = adventures[-1].opened_at if part.has_next() else None  # the oldest page tells what came before, too
    stretch = journal.Stretch(since, newer.opened_at if newer else None)
    form = NewEntry() if seat.rank.plays else None
    return _shown(request, seat, adventures, stretch, {"part": part, "form": form})


@require_safe
@login_required
def paper(request: HttpRequest, key: str) -> HttpResponse:
    """All of it on paper, oldest first, without what only those who lead know: it may be handed round."""
    seat = seat_or_404(request, key)
    adventures = list(seat.campaign.adventures.all())
    return _shown(request, seat, adventures, journal.Stretch(), {"is_print": True})


def _shown(
    request: HttpRequest,
    seat: Membership,
    adventures: list[Adventure],
    stretch: journal.Stretch,
    more: Mapping[str, Any],
) -> HttpResponse:
    chapters = journal.chapters(seat, adventures, stretch)
    notebook = Notebook.objects.filter(campaign=seat.campaign).first()
    told = notebook.notes if notebook else ""
    context = {"seat": seat, "campaign": seat.campaign, "told": told, "tab": "table", **more}
    context["chapters"] = chapters[::-1] if more.get("is_print") else chapters
    return render(request, "campaigns/journal.html", context)


@require_POST
@login_required
def write(request: HttpRequest, key: str) -> HttpResponse:
    """A new entry, of who plays."""
    seat = seat_or_404(request, key)
    if not seat.rank.plays:
        raise PermissionDenied
    form = NewEntry(request.POST)
    if not form.is_valid():
        return refused(request, as_refusal(form))
    entry = journal.begin(seat.campaign, seat, **form.cleaned_data, press=request.POST.get("press", ""))
    return accepted(request, seat, entry)


@require_POST
@login_required
def remove(request: HttpRequest, key: str, entry_key: str) -> HttpResponse:
    """Out of the journal: its author may, and those who lead."""
    seat = seat_or_404(request, key)
    entry = get_object_or_404(JournalEntry.of(seat.campaign).select_related("campaign"), key=entry_key)
    if not (seat.leads or entry.can_be_written_by(seat)):
        raise PermissionDenied
    return accepted(request, seat, journal.remove(entry, seat, request.POST.get("press", "")))
