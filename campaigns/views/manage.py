"""What those who lead do with the campaign itself: invitations, who may come back, its name, its end."""

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST, require_safe

from accounts.sessions import back_to
from campaigns import links
from campaigns.answers import as_refusal, refused
from campaigns.forms import NewInvitation, NewName
from campaigns.gates import leader_or_403
from campaigns.models import Ban, Invitation, Membership


@require_safe
@login_required
def manage(request: HttpRequest, key: str) -> HttpResponse:
    seat = leader_or_403(request, key)
    return render(request, "campaigns/manage.html", _context(seat))


@require_POST
@login_required
def invite(request: HttpRequest, key: str) -> HttpResponse:
    """One more invitation."""
    seat = leader_or_403(request, key)
    form = NewInvitation(request.POST, by=seat)
    if not form.is_valid():
        return render(request, "campaigns/manage.html", _context(seat, invitation_form=form), status=422)
    seat.campaign.invite(seat, **form.terms)
    if "back" in request.POST:  # the first one is made on the campaign's own page, which shows it
        return redirect(back_to(request, seat.campaign.get_absolute_url()))
    return _back(seat, "invitations")


@require_POST
@login_required
def change_invitation(request: HttpRequest, key: str, token: str) -> HttpResponse:
    """A new link on the terms of this one, which opens nothing from now on."""
    seat = leader_or_403(request, key)
    old = get_object_or_404(Invitation.objects.managed_by(seat), token=token)
    seat.campaign.invite(seat, old.rank, lasts=old.lasts, uses=old.uses, instead_of=old)
    return redirect(seat.campaign.get_absolute_url() + "#invite")


@require_POST
@login_required
def end_invitation(request: HttpRequest, key: str, token: str) -> HttpResponse:
    seat = leader_or_403(request, key)
    invitation = get_object_or_404(Invitation.objects.managed_by(seat), token=token)
    invitation.revoke(seat, request.POST.get("press", ""))
    return _back(seat, "invitations")


@require_POST
@login_required
def lift_ban(request: HttpRequest, key: str, ban_key: str) -> HttpResponse:
    seat = leader_or_403(request, key)
    ban = get_object_or_404(seat.campaign.bans.select_related("campaign"), key=ban_key)
    ban.lift(seat, request.POST.get("press", ""))
    return _back(seat, "bans")


@require_POST
@login_required
def rename(request: HttpRequest, key: str) -> HttpResponse:
    seat = leader_or_403(request, key)
    form = NewName(request.POST)
    if not form.is_valid():
        return refused(request, as_refusal(form))
    seat.campaign.rename(seat, form.cleaned_data["name"], request.POST.get("press", ""))
    return _back(seat, "name")


@require_POST
@login_required
def archive(request: HttpRequest, key: str) -> HttpResponse:
    seat = leader_or_403(request, key)
    if not seat.rank.archives:
        raise PermissionDenied
    seat.campaign.archive(seat, request.POST.get("press", ""))
    return redirect(seat.campaign)


@require_POST
@login_required
def restore(request: HttpRequest, key: str) -> HttpResponse:
    seat = leader_or_403(request, key)
    if not seat.rank.archives:
        raise PermissionDenied
    seat.campaign.restore(seat, request.POST.get("press", ""))
    return redirect(seat.campaign)


def _back(seat: Membership, section: str) -> HttpResponse:
    return redirect(f"{seat.campaign.manage_url}#{section}")


def _context(seat: Membership, *, invitation_form: NewInvitation | None = None) -> dict[str, object]:
    campaign = seat.campaign
    seats = campaign.memberships.sitting().select_related("user")
    return {
        "seat": seat,
        "campaign": campaign,
        "tab": "table",
        "invitation_form": invitation_form or NewInvitation(by=seat),
        "invitations": [_shown(each) for each in Invitation.objects.managed_by(seat).open()],
        "bans": list(Ban.objects.filter(campaign=campaign)),
        "seats": seats,
        "heirs": [each for each in seats if each.can_become_gm] if seat.rank.hands_out_roles else [],
        "name_form": NewName(initial={"name": campaign.name}),
    }


def _shown(invitation: Invitation) -> dict[str, object]:
    url = links.link_to(invitation.campaign, invitation.get_absolute_url())
    return {"row": invitation, "url": url, "qr": url and links.qr(url)}
