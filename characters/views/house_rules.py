"""House rules: what the table plays otherwise, what a change would do, the change itself, and those of other tables."""

from collections.abc import Mapping
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.text import slugify
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.doors import FILE, limited
from campaigns.answers import as_refusal, refused
from campaigns.gates import leader_or_403, seat_or_404
from campaigns.house import draft as drafts
from campaigns.house.draft import Draft
from campaigns.models import Membership, Overtaken
from campaigns.pages import live_page
from characters.consequences import consequences
from characters.exchange import house_rules as files
from characters.forms.files import Sent
from characters.forms.house_rules import FromTable
from rules.problems import Refused


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def house(request: HttpRequest, key: str) -> HttpResponse:
    """The page; whoever leads saves here what was filled in. 409 where somebody else was quicker."""
    if request.method == "POST":
        return _save(request, leader_or_403(request, key))
    seat = seat_or_404(request, key)
    return _page(request, seat, drafts.as_it_stands(seat.campaign))


@require_POST
@login_required
def preview(request: HttpRequest, key: str) -> HttpResponse:
    """What the changes would do; nothing is stored."""
    seat = leader_or_403(request, key)
    return _page(request, seat, drafts.filled_in(seat.campaign, _sent(request)))


@require_POST
@login_required
def from_table(request: HttpRequest, key: str) -> HttpResponse:
    """What the house rules of another table would do here; nothing is stored."""
    seat = leader_or_403(request, key)
    form = FromTable(request.POST, by=seat)
    if not form.is_valid():
        return refused(request, as_refusal(form))
    return _page(request, seat, drafts.from_elsewhere(seat.campaign, form.cleaned_data["campaign"].changes))


@require_POST
@login_required
@limited(FILE)
def from_file(request: HttpRequest, key: str) -> HttpResponse:
    """What the house rules of a file would do here, or everything that is wrong with it; nothing is stored."""
    seat = leader_or_403(request, key)
    form = Sent(request.POST, request.FILES)
    try:
        if not form.is_valid():
            raise as_refusal(form)
        changes = files.read(form.sent)
    except Refused as refusal:
        return _page(request, seat, drafts.refused(seat.campaign, refusal))
    return _page(request, seat, drafts.from_elsewhere(seat.campaign, changes))


@require_safe
@login_required
def export(request: HttpRequest, key: str) -> HttpResponse:
    """The house rules as a file."""
    campaign = seat_or_404(request, key).campaign
    name = f"{slugify(campaign.name) or 'campaign'}-house-rules"
    return HttpResponse(
        files.file_of(campaign),
        content_type="application/json; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{name}.json"'},
    )


def _save(request: HttpRequest, seat: Membership) -> HttpResponse:
    draft = drafts.filled_in(seat.campaign, _sent(request))
    if draft.problems or draft.meanwhile:
        return _page(request, seat, draft)
    try:
        seat.campaign.amend(seat, draft.changes, request.POST.get("press", ""), was=seat.campaign.changes)
    except Overtaken:  # between the reading and the writing
        seat.campaign.refresh_from_db()
        return _page(request, seat, drafts.filled_in(seat.campaign, _sent(request)))
    return redirect(reverse("characters:house", args=[seat.campaign.key]))


def _page(request: HttpRequest, seat: Membership, draft: Draft) -> HttpResponse:
    campaign, unsaved = seat.campaign, draft.unsaved
    context: dict[str, Any] = {
        "draft": draft,
        "chapters": draft.chapters,
        "problems": draft.wrong,
        "unsaved": unsaved,
        "meanwhile": draft.meanwhile,
        "is_preview": request.method == "POST",
        "consequences": consequences(campaign, campaign.ruleset, draft.ruleset) if draft.ruleset and unsaved else None,
        "from_table": FromTable(by=seat) if seat.leads else None,
        "from_file": Sent() if seat.leads else None,
        "tab": "rules",
        "rules_url": reverse("campaigns:rules", args=[campaign.key]),
    }
    answer = live_page(request, seat, "house", "campaigns/house.html", context)
    answer.status_code = 422 if draft.problems else 409 if draft.meanwhile else 200
    return answer


def _sent(request: HttpRequest) -> Mapping[str, list[str]]:
    return dict(request.POST.lists())
