"""A whole campaign as a file: its GM downloads it, and whoever may found a campaign takes one in."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_safe

from accounts.doors import CAMPAIGN_FILE, limited
from accounts.views import enter
from campaigns import exchange
from campaigns.forms import CampaignFile, FirstCampaignFile
from campaigns.gates import leader_or_403, seat_or_404
from campaigns.keys import key_of
from campaigns.models import Campaign, Membership
from campaigns.views.start import may_sign_up, with_login
from rules.problems import Problem, Refused

COUNTED = ("characters", "adventures", "encounters", "journal", "log")


@require_safe
@login_required
def export(request: HttpRequest, key: str) -> HttpResponse:
    """All of the campaign, for its GM."""
    seat = seat_or_404(request, key)
    if not seat.rank.archives:
        raise PermissionDenied
    return sent(seat.campaign)


def sent(campaign: Campaign) -> HttpResponse:
    """The campaign as a file."""
    data, ending = exchange.file_of(campaign)
    name = (slugify(campaign.name) or "campaign") + ending
    return HttpResponse(
        data,
        content_type="application/gzip" if ending.endswith("gz") else "application/json; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


@require_safe
def schema(request: HttpRequest, version: str) -> HttpResponse:
    """What such a file has to look like, for everyone."""
    if version != str(exchange.VERSION):
        raise Http404
    return JsonResponse(exchange.schema(), content_type="application/schema+json")


@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
@limited(CAMPAIGN_FILE)
def take(request: HttpRequest) -> HttpResponse:
    """A campaign from a file, which is then one's own: all of it, or a page that says what is wrong with it."""
    if not may_sign_up(request):
        sentence = _("Accounts are not made here: ask whoever runs this site. Your GM's link lets you in without one.")
        return render(request, "errors/sentence.html", {"title": _("Not here"), "sentence": sentence}, status=403)
    has_login = request.user.is_authenticated and request.user.has_login
    kind = CampaignFile if has_login else FirstCampaignFile
    form = kind(request.POST, request.FILES) if request.method == "POST" else kind()
    problems: list[str] = []
    press = request.POST.get("press", "")
    if made := Campaign.objects.made_by(press, request.user):
        return redirect("campaigns:arrived", made.key)
    if form.is_valid():
        try:
            document = exchange.read(form.cleaned_data["file"].read(exchange.MOST_BYTES + 1))
            arriving = exchange.checked(document, key_of(press) if press else "")
            with transaction.atomic():
                user = request.user if has_login else with_login(request, form.cleaned_data)
                campaign = exchange.take_in(arriving, user)
        except Refused as refusal:
            if made := Campaign.objects.made_by(press, request.user):  # by the first press of a double one, just now
                return redirect("campaigns:arrived", made.key)
            problems = [_said(problem) for problem in refusal.problems]
        except IntegrityError:
            form.add_error("username", _("Someone has that login already: choose another."))
        else:
            if not has_login:
                enter(request, user)
            return redirect("campaigns:arrived", campaign.key)
    context = {"form": form, "problems": problems}
    return render(request, "campaigns/import.html", context, status=422 if problems or form.errors else 200)


def _said(problem: Problem) -> str:
    """A sentence that names its place in the file."""
    sentence, path = problem.show(_), problem.field or "file"
    return sentence if path == "file" or path in sentence else f"{path}: {sentence}"


@require_safe
@login_required
def arrived(request: HttpRequest, key: str) -> HttpResponse:
    """What a campaign from a file has brought, and who has to be let in again."""
    seat = leader_or_403(request, key)
    seats = Membership.objects.sitting().filter(campaign=seat.campaign).select_related("user")
    context: dict[str, Any] = {
        "seat": seat,
        "campaign": seat.campaign,
        "tab": "table",
        "counts": {name: getattr(seat.campaign, name).count() for name in COUNTED},
        "waiting": [each for each in seats if each.user is not None and not each.user.has_login],
    }
    return render(request, "campaigns/arrived.html", context)
