"""Coming in, coming back, leaving."""

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.doors import SEAT, limited
from accounts.names import folded
from accounts.views import enter
from campaigns import links
from campaigns.answers import accepted, refused
from campaigns.forms import LinkAddress, SeatName
from campaigns.gates import leader_or_403, seat_or_404
from campaigns.keys import new_token
from campaigns.models import Invitation, Membership, NameTaken, PasswordLink, Role, SeatLink, may_reset
from rules.problems import Problem, Refused

ASKER = "asker"  # the session's secret that holds its request to come back


@require_http_methods(["GET", "HEAD", "POST"])
@limited(SEAT)
def join(request: HttpRequest, token: str) -> HttpResponse:
    """The invitation: a name and a press. Merely opening the link takes no seat."""
    invitation = get_object_or_404(Invitation.objects.open().select_related("campaign"), token=token)
    if seat := Membership.objects.of(request.user).filter(campaign=invitation.campaign).first():
        return redirect(seat.campaign)
    if sentence := _shut_to(request, invitation):
        return render(request, "errors/sentence.html", {"title": invitation.campaign, "sentence": sentence}, status=403)
    user = request.user if request.user.is_authenticated and not request.user.is_demo else None
    form = SeatName(request.POST if request.method == "POST" else None, initial={"name": user.name if user else ""})
    if request.method == "POST" and form.is_valid():
        try:
            seat = invitation.admit(user, form.cleaned_data["name"])
        except NameTaken:
            form.add_error(
                "name", _("Someone at the table has that name: choose another, or ask below to come back to that seat.")
            )
        else:
            if user is None:
                enter(request, seat.user)
            return redirect(invitation.campaign)
    context = {"invitation": invitation, "campaign": invitation.campaign, "form": form, "user_comes_in": user}
    return render(request, "campaigns/join.html", context, status=422 if form.errors else 200)


def _shut_to(request: HttpRequest, invitation: Invitation) -> str:
    """Why nobody, or not this person, sits down there any more; "" where they may."""
    if invitation.campaign.archived_at is not None:
        return _("This campaign is archived: nobody sits down there any more.")
    if request.user.is_authenticated and invitation.is_banned(request.user):
        return _("Those who lead this table have decided that you don't come back to it.")
    return ""


@require_POST
@limited(SEAT)
def ask_back(request: HttpRequest, token: str) -> HttpResponse:
    """Who sat here and lost the cookie asks the GM; the name says which seat, this browser's session who asks."""
    invitation = get_object_or_404(Invitation.objects.open().select_related("campaign"), token=token)
    if sentence := _shut_to(request, invitation):
        return render(request, "errors/sentence.html", {"title": invitation.campaign, "sentence": sentence}, status=403)
    form = SeatName(request.POST)
    seats = Membership.objects.sitting().filter(campaign=invitation.campaign).exclude(role=Role.GM)
    seat = (
        seats.select_related("user", "campaign")
        .filter(folded_name=folded(request.POST.get("name", "").strip()))
        .first()
    )
    if seat is None:
        form.full_clean()
        form.add_error("name", _("Nobody at the table has that name: write it as it stood there."))
        context = {"invitation": invitation, "campaign": invitation.campaign, "form": SeatName(), "back_form": form}
        return render(request, "campaigns/join.html", context, status=422)
    secret = request.session.setdefault(ASKER, new_token())
    link = seat.ask_back(secret)
    return redirect("campaigns:waiting", token=link.token)


@require_http_methods(["GET", "HEAD", "POST"])
def waiting(request: HttpRequest, token: str) -> HttpResponse:
    """The page of who asked: it looks again every few seconds, and a press takes the seat once the GM said yes."""
    link = get_object_or_404(
        SeatLink.objects.select_related("seat__campaign", "seat__user"),
        token=token,
        asked_by=request.session.get(ASKER, "-"),
    )
    if request.method == "POST":
        enter(request, link.take())
        return redirect(link.seat.campaign)
    state = "refused" if not link.is_open else "granted" if link.granted_at else "waiting"
    if link.used_at and Membership.objects.of(request.user).filter(campaign=link.seat.campaign).exists():
        return redirect(link.seat.campaign)
    template = "campaigns/waiting.html#state" if request.htmx else "campaigns/waiting.html"
    return render(request, template, {"link": link, "campaign": link.seat.campaign, "state": state})


@require_http_methods(["GET", "HEAD", "POST"])
@limited(SEAT)
def seat_link(request: HttpRequest, token: str) -> HttpResponse:
    """A link that the GM sent for one seat, good once; a press takes it, opening it does nothing."""
    link = get_object_or_404(SeatLink.objects.select_related("seat__campaign", "seat__user"), token=token, asked_by="")
    if not link.is_open:
        raise Http404
    if request.method == "POST":
        enter(request, link.take())
        return redirect(link.seat.campaign)
    return render(request, "campaigns/seat.html", {"link": link, "campaign": link.seat.campaign})


@require_POST
@login_required
def choose_address(request: HttpRequest, key: str) -> HttpResponse:
    """Which of this machine's addresses stands in links and QR codes."""
    seat = leader_or_403(request, key)
    form = LinkAddress(request.POST, instance=seat.campaign, addresses=links.addresses())
    if not form.is_valid():
        context = {"title": _("No such address"), "sentence": _("Choose one of the addresses of this computer.")}
        return render(request, "errors/sentence.html", context, status=422)
    form.save()
    return redirect(seat.campaign.get_absolute_url() + "#invite")


@require_POST
@login_required
def answer(request: HttpRequest, key: str, token: str) -> HttpResponse:
    """Let the one who asks come back, or not."""
    seat = leader_or_403(request, key)
    link = get_object_or_404(SeatLink.objects.exclude(asked_by=""), token=token, seat__campaign=seat.campaign)
    granted = {"yes": True, "no": False}.get(request.POST.get("answer", ""))
    if granted is None:
        return refused(request, Refused(Problem("answer", gettext_noop("Answer yes or no."), "answer")))
    return accepted(request, seat, link.answer(seat, granted, request.POST.get("press", "")))


@require_safe
@login_required
def member(request: HttpRequest, key: str, member_key: str) -> HttpResponse:
    """One seat, for those who lead: its role, a link back to it, the way out."""
    seat = leader_or_403(request, key)
    return render(request, "campaigns/member.html", _member_context(seat, _other(seat, member_key)))


@require_POST
@login_required
def send_link(request: HttpRequest, key: str, member_key: str) -> HttpResponse:
    """Make a one-time link to a seat and show it, once."""
    seat = leader_or_403(request, key)
    other = _other(seat, member_key)
    if not seat.rank.can_remove(other.rank):
        raise PermissionDenied
    url = links.link_to(seat.campaign, other.send_link(seat).get_absolute_url())
    context = {**_member_context(seat, other), "was_sent": True, "seat_url": url, "qr": url and links.qr(url)}
    return render(request, "campaigns/member.html", context)


@require_POST
@login_required
def give_role(request: HttpRequest, key: str, member_key: str) -> HttpResponse:
    seat = seat_or_404(request, key)
    if not seat.rank.hands_out_roles:
        raise PermissionDenied
    role = request.POST.get("role", "")
    if role not in Role.values:
        context = {"title": _("No such role"), "sentence": _("Choose one of the roles in the list.")}
        return render(request, "errors/sentence.html", context, status=422)
    _other(seat, member_key).give_role(seat, Role(role), request.POST.get("press", ""))
    return redirect("campaigns:member", key=key, member_key=member_key)


@require_POST
@login_required
def remove(request: HttpRequest, key: str, member_key: str) -> HttpResponse:
    """Send someone away, or leave."""
    seat = seat_or_404(request, key)
    other = _other(seat, member_key)
    if other != seat and not seat.rank.can_remove(other.rank):
        raise PermissionDenied
    other.remove(seat, request.POST.get("press", ""))
    return redirect(settings.LOGIN_REDIRECT_URL if other == seat else seat.campaign)


@require_POST
@login_required
def ban(request: HttpRequest, key: str, member_key: str) -> HttpResponse:
    """Send someone away for good."""
    seat = leader_or_403(request, key)
    other = _other(seat, member_key)
    if not seat.rank.can_remove(other.rank):
        raise PermissionDenied
    other.ban(seat, request.POST.get("press", ""))
    return redirect("campaigns:manage", key=key)


@require_POST
@login_required
def hand_over(request: HttpRequest, key: str, member_key: str) -> HttpResponse:
    """Make someone else the GM."""
    seat = seat_or_404(request, key)
    if not seat.rank.hands_out_roles:
        raise PermissionDenied
    seat.campaign.hand_over(seat, _other(seat, member_key), request.POST.get("press", ""))
    return redirect(seat.campaign)


@require_POST
@login_required
def password_link(request: HttpRequest, key: str, member_key: str) -> HttpResponse:
    """Make a link with which someone who forgot their password chooses another, and show it, once."""
    seat = seat_or_404(request, key)
    other = _other(seat, member_key)
    if not seat.rank.hands_out_roles or not may_reset(request.user, other.user):
        raise PermissionDenied
    link = PasswordLink.objects.make(request.user, other.user, other)
    url = links.link_to(seat.campaign, link.get_absolute_url())
    context = {**_member_context(seat, other), "was_sent": True, "password_url": url, "qr": url and links.qr(url)}
    return render(request, "campaigns/member.html", context)


def _other(seat: Membership, member_key: str) -> Membership:
    return get_object_or_404(
        Membership.objects.sitting().select_related("user", "campaign"), campaign=seat.campaign, key=member_key
    )


def _member_context(seat: Membership, other: Membership) -> dict[str, object]:
    return {
        "seat": seat,
        "campaign": seat.campaign,
        "other": other,
        "can_be_removed": seat.rank.can_remove(other.rank),
        "can_get_link": seat.rank.can_remove(other.rank) and not other.user.has_login,
        "can_become_gm": seat.rank.hands_out_roles and other.can_become_gm,
        "can_get_password": seat.rank.hands_out_roles and may_reset(seat.user, other.user),
        "roles": [Role.CO_GM, Role.PLAYER, Role.SPECTATOR]
        if seat.rank.hands_out_roles and other.rank is not Role.GM
        else [],
    }
