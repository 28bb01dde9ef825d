"""Every change of a character: who, when, what, and putting back what was."""

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from campaigns import changes, table
from campaigns.kinds import KINDS
from campaigns.templatetags.press import press
from characters import history
from characters.gates import character_or_403
from characters.models import TEXTS

CHANGES_A_PAGE = 40


@require_safe
@login_required
def entries(request: HttpRequest, key: str) -> HttpResponse:
    character, seat = character_or_403(request, key)
    part = Paginator(history.history_of(character, seat), CHANGES_A_PAGE).get_page(request.GET.get("page"))
    last = None if seat.leads else changes.last_of(seat)
    rows = []
    for entry in part:
        entry.campaign = seat.campaign
        kind = KINDS[entry.kind]
        may_toggle = kind.is_undoable and not entry.is_in_order and (seat.leads or entry == last)
        context = {
            **table.entry_context(entry, leads=seat.leads, button=False),
            "put_back": press("characters:put-back", character.key, entry.key),
            "text": TEXTS.get(entry.facts["field"]) if entry.kind in history.WORDS else None,
            "can_restore": history.can_restore(entry, character),
            "can_toggle": may_toggle and changes.can_take_back(entry, seat),
        }
        rows.append(render_to_string("campaigns/_change.html", context))
    context = {"seat": seat, "campaign": seat.campaign, "character": character, "rows": rows, "part": part}
    return render(request, "characters/history.html", {**context, "tab": "sheet"})


@require_POST
@login_required
def put_back(request: HttpRequest, key: str, entry_key: str) -> HttpResponse:
    """Put back what stood there before that entry."""
    character, seat = character_or_403(request, key)
    entry = get_object_or_404(history.history_of(character, seat).select_related("campaign"), key=entry_key)
    if KINDS[entry.kind].is_undoable and not seat.leads and entry.by_id != seat.pk:
        raise PermissionDenied
    history.restore(entry, character, seat, request.POST.get("press", ""))
    where = reverse("characters:history", args=[character.key])
    if request.htmx:
        answer = HttpResponse(status=204)
        answer.headers["HX-Redirect"] = where
        return answer
    return redirect(where)
