"""What is on the shelves on its way out and in: as a file, and from another campaign that one leads."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts.doors import FILE, limited
from campaigns.gates import leader_or_403
from campaigns.models import Membership, Repeated, Role
from characters.forms.files import Sent
from combat import exchange
from combat.foe_forms import Chosen
from combat.models import FoeTemplate, SavedEncounter
from rules.problems import Refused

LEADING = [role for role in Role if role.leads]


@require_safe
@login_required
def export(request: HttpRequest, key: str) -> HttpResponse:
    """All that is on the shelves, as a file."""
    seat = leader_or_403(request, key)
    foes, saved = (model.objects.of(seat.campaign) for model in (FoeTemplate, SavedEncounter))
    name = slugify(seat.campaign.name) or "library"
    return HttpResponse(
        exchange.file_of(exchange.document_of(seat.campaign, foes, saved)),
        content_type="application/json; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{name}-library.json"'},
    )


@require_safe
def schema(request: HttpRequest, version: str) -> HttpResponse:
    """What such a file has to look like, for everyone."""
    if version != str(exchange.VERSION):
        raise Http404
    return HttpResponse(exchange.SCHEMA.read_bytes(), content_type="application/schema+json")


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@limited(FILE)
def take(request: HttpRequest, key: str) -> HttpResponse:
    """Foes and encounters from a file: all of them, or a page that says what is wrong with it."""
    seat = leader_or_403(request, key)
    form = Sent(request.POST, request.FILES) if request.method == "POST" else Sent()
    problems: list[Any] = []
    if form.is_valid():
        try:
            exchange.take_in(seat.campaign, seat, exchange.read(form.sent), press=request.POST.get("press", ""))
        except Refused as refusal:
            problems = [(problem.show(_), problem) for problem in refusal.problems]
        except Repeated:
            return redirect("combat:library", key)
        else:
            return redirect("combat:library", key)
    others = _led(request).exclude(campaign=seat.campaign).order_by("campaign__name")
    context = {"seat": seat, "campaign": seat.campaign, "form": form, "problems": problems, "others": others}
    return render(
        request, "combat/take.html", {**context, "tab": "library"}, status=422 if problems or form.errors else 200
    )


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def copy(request: HttpRequest, key: str, other_key: str) -> HttpResponse:
    """What is chosen from the library of another campaign that one leads too."""
    seat = leader_or_403(request, key)
    other = get_object_or_404(_led(request).exclude(campaign=seat.campaign), campaign__key=other_key).campaign
    foes, saved = (list(model.objects.of(other)) for model in (FoeTemplate, SavedEncounter))
    form = Chosen(request.POST if request.method == "POST" else None, foes=foes, saved=saved)
    problems: list[Any] = []
    if form.is_valid():
        document = exchange.document_of(other, form.chosen(foes), form.chosen(saved))
        try:
            exchange.take_in(seat.campaign, seat, document, of=other.name, press=request.POST.get("press", ""))
        except Refused as refusal:
            problems = [(problem.show(_), problem) for problem in refusal.problems]
        except Repeated:
            return redirect("combat:library", key)
        else:
            return redirect("combat:library", key)
    context = {"seat": seat, "campaign": seat.campaign, "other": other, "form": form, "problems": problems}
    return render(
        request, "combat/copy.html", {**context, "tab": "library"}, status=422 if problems or form.errors else 200
    )


def _led(request: HttpRequest) -> Any:
    """The seats at which whoever asks leads."""
    return Membership.objects.of(request.user).filter(role__in=LEADING)
