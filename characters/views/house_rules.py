"""House rules: what the table plays otherwise, what a change would do, and the change itself."""

from collections.abc import Mapping
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from campaigns.gates import leader_or_403, seat_or_404
from campaigns.house import draft as drafts
from campaigns.house.draft import Draft
from campaigns.models import Membership, Overtaken
from campaigns.pages import live_page


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


def _save(request: HttpRequest, seat: Membership) -> HttpResponse:
    draft = drafts.filled_in(seat.campaign, _sent(request))
    if draft.problems or draft.meanwhile:
        return _page(request, seat, draft)
    try:
        seat.campaign.amend(seat, draft.changes, request.POST.get("press", ""), was=seat.campaign.changes)
    except Overtaken:  # between the reading and the writing
        seat.campaign.refresh_from_db()
        return _page(request, seat, drafts.filled_in(seat.campaign, _sent(request)))
    return redirect(_address(seat))


def _page(request: HttpRequest, seat: Membership, draft: Draft) -> HttpResponse:
    unsaved = draft.unsaved
    context: dict[str, Any] = {
        "draft": draft,
        "chapters": draft.chapters,
        "problems": draft.wrong,
        "unsaved": unsaved,
        "is_preview": request.method == "POST",
        "meanwhile": draft.meanwhile,
        "tab": "rules",
        "rules_url": reverse("campaigns:rules", args=[seat.campaign.key]),
    }
    answer = live_page(request, seat, "house", "campaigns/house.html", context)
    answer.status_code = 422 if draft.problems else 409 if draft.meanwhile else 200
    return answer


def _sent(request: HttpRequest) -> Mapping[str, list[str]]:
    return dict(request.POST.lists())


def _address(seat: Membership) -> str:
    return reverse("characters:house", args=[seat.campaign.key])
