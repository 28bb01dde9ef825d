"""Where notes are written: their texts, what changed in them, and putting back what was."""

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.loader import render_to_string
from django.utils.translation import gettext_noop
from django.views.decorators.http import require_POST, require_safe

from campaigns import places, table, texts
from campaigns.gates import seat_or_404
from campaigns.models import LogEntry, Membership, Page, written_of
from campaigns.pages import live_page
from campaigns.templatetags.press import press
from rules.problems import Problem, Refused

CHANGES_A_PAGE = 20


@require_safe
@login_required
def notes(request: HttpRequest, key: str, place: str) -> HttpResponse:
    """The texts of a scene, an adventure, a campaign or an entry of the journal, for who may write in it."""
    row, seat = _written_or_403(request, key, place)
    changes = written_of(row).select_related("by") if row.pk else LogEntry.objects.none()
    part = Paginator(changes, CHANGES_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "row": row,
        "changes": [_change(seat, row, entry) for entry in part],
        "part": part,
        "is_told": "gm_notes" in row.texts,
        "tab": "table",
    }
    return live_page(request, seat, f"note-{place}", "campaigns/notes.html", context)


@require_POST
@login_required
def write(request: HttpRequest, key: str, place: str, field: str) -> HttpResponse:
    """One text of it."""
    row, seat = _written_or_403(request, key, place)
    return texts.store(request, row, seat, field)


@require_POST
@login_required
def put_back(request: HttpRequest, key: str, place: str, entry_key: str) -> HttpResponse:
    """What stood there before that entry, as a new change."""
    row, seat = _written_or_403(request, key, place)
    entry = get_object_or_404(written_of(row), key=entry_key)
    if not _can_restore(entry, row):
        raise Refused(Problem("restore", gettext_noop("That stands there already, or can't be put back.")))
    row.write(seat, entry.facts["field"], entry.facts["from"], press=request.POST.get("press", ""))
    if request.htmx:
        return HttpResponse(status=204, headers={"HX-Redirect": row.get_absolute_url()})
    return redirect(row)


def _written_or_403(request: HttpRequest, key: str, place: str) -> tuple[Page, Membership]:
    """The first line of these views: a place where whoever asks may write, and their seat."""
    seat = seat_or_404(request, key)
    row = places.find(seat.campaign, place)
    if row is None:
        raise Http404
    if not row.can_be_written_by(seat):
        raise PermissionDenied
    return row, seat


def _change(seat: Membership, row: Page, entry: LogEntry) -> str:
    """One change of it, as it is read."""
    entry.campaign = seat.campaign
    context = {
        **table.entry_context(entry, leads=seat.leads, button=False),
        "text": row.texts[entry.facts["field"]],
        "can_restore": _can_restore(entry, row),
        "put_back": press("campaigns:put-back", seat.campaign.key, row.place, entry.key),
    }
    return render_to_string("campaigns/_change.html", context)


def _can_restore(entry: LogEntry, row: Page) -> bool:
    """Whether what stood there before this entry can be put back now."""
    field, before = entry.facts["field"], entry.facts["from"]
    return before != getattr(row, field) and bool(before or not row.texts[field].is_required)
