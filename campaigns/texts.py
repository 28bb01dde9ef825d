"""One text arrives: stored, or answered with what is wrong, or with both where two wrote it."""

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils.translation import gettext as _

from accounts.sessions import back_to
from campaigns.answers import accepted, as_refusal, refused
from campaigns.forms import Words
from campaigns.models import Clash, LogEntry, Membership, Repeated, Written
from rules.problems import Refused


def store(request: HttpRequest, row: Written, seat: Membership, field: str) -> HttpResponse:
    """Store one text of a row that `seat` may write in, with the version it was begun at; 409 with both where
    somebody changed the same one meanwhile."""
    if field not in row.texts:
        raise Http404
    if row.texts[field].is_secret and not seat.leads:
        raise PermissionDenied
    form = Words(request.POST)
    entry: LogEntry | None
    try:
        if not form.is_valid():
            raise as_refusal(form)
        data = form.cleaned_data
        entry = row.write(seat, field, data["text"], data["version"], request.POST.get("press", ""))
    except Clash as clash:
        return _both(request, row, clash)
    except Repeated as again:
        entry = again.entry
    except Refused as refusal:
        return _at_text(request, refusal)
    if not request.htmx:
        return HttpResponseRedirect(back_to(request, row.get_absolute_url()))
    version = entry.facts.get("version") if entry else row.versions.get(field, 0)
    answer = accepted(request, seat, entry) if entry else HttpResponse(status=204)
    answer.headers["Mesa-Version"] = str(version)
    return answer


def _both(request: HttpRequest, row: Written, clash: Clash) -> HttpResponse:
    """Both texts to choose from: beside the field, or on a page of its own."""
    context = {"row": row, "campaign": row.campaign, "clash": clash, "label": _(clash.text.label)}
    if request.htmx:
        return render(request, "campaigns/_clash.html", context, status=409)
    shown = {"back": back_to(request, row.get_absolute_url()), "address": row.address_of(clash.text.key)}
    return render(request, "campaigns/clash.html", {**context, **shown}, status=409)


def _at_text(request: HttpRequest, refusal: Refused) -> HttpResponse:
    """What is wrong with it, for the place beside the field."""
    if not request.htmx:
        return refused(request, refusal)
    told = [(problem.show(_), problem) for problem in refusal.problems]
    return render(request, "campaigns/_told.html", {"problems": told}, status=422)
