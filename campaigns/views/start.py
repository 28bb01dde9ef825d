"""The start page: what this is, one's own campaigns, a new one, and the door into the demo."""

from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.auth.forms import AuthenticationForm
from django.db import IntegrityError, transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.http import require_POST, require_safe

from accounts.doors import SIGN_UP, limited
from accounts.sessions import is_loopback, takes_sign_up
from accounts.views import enter
from campaigns.answers import refused
from campaigns.forms import CampaignName, FirstCampaign, FirstSheets, OwnSheets
from campaigns.keys import key_of, new_key
from campaigns.models import Campaign, Membership, Role
from campaigns.models.campaign import NOT_OURS
from rules.problems import Problem, Refused

User = get_user_model()


@require_safe
def start(request: HttpRequest) -> HttpResponse:
    return render(request, "campaigns/start.html", _context(request))


@require_POST
@limited(SIGN_UP)
def new_campaign(request: HttpRequest) -> HttpResponse:
    """A campaign of one's own; who has no login chooses one here, a guest keeps their seats."""
    return _founded(request, CampaignName, FirstCampaign)


@require_POST
@limited(SIGN_UP)
def new_sheets(request: HttpRequest) -> HttpResponse:
    """The same for a sheet of one's own, without a table: one is its GM and plays, and goes on to the character."""
    return _founded(request, OwnSheets, FirstSheets, is_solo=True)


def _founded(
    request: HttpRequest, named: type[CampaignName], first: type[FirstCampaign], *, is_solo: bool = False
) -> HttpResponse:
    has_login = request.user.is_authenticated and request.user.has_login
    if not may_sign_up(request):
        sentence = _("Accounts are not made here: ask whoever runs this site. Your GM's link lets you in without one.")
        return render(request, "errors/sentence.html", {"title": _("Not here"), "sentence": sentence}, status=403)
    press = request.POST.get("press", "")
    if made := Campaign.objects.made_by(press, request.user):
        return _at(made)
    form = (named if has_login else first)(request.POST)
    if not form.is_valid():
        return render(request, "campaigns/start.html", _context(request, form), status=422)
    try:
        with transaction.atomic():
            user = request.user if has_login else with_login(request, form.cleaned_data)
            name = user.name[:40]
            chosen = form.cleaned_data
            campaign = Campaign.objects.create(
                key=key_of(press) if press else new_key(),
                name=chosen["campaign"],
                preset=chosen["preset"],
                setting=chosen["setting"],
                is_solo=is_solo,
            )
            Membership.objects.create(campaign=campaign, user=user, role=Role.GM, name=name)
    except IntegrityError:
        if made := Campaign.objects.made_by(press, request.user):  # by the first press of a double one, just now
            return _at(made)
        if has_login:
            raise Refused(NOT_OURS) from None
        form.add_error("username", _("Someone has that login already: choose another."))
        return render(request, "campaigns/start.html", _context(request, form), status=422)
    if not has_login:
        enter(request, user)
    return _at(campaign)


def _at(campaign: Campaign) -> HttpResponse:
    return redirect("characters:new", campaign.key) if campaign.is_solo else redirect(campaign)


def with_login(request: HttpRequest, data: dict[str, str]) -> object:
    """The account that the form asks for: a new one, or this guest's. The first made on this machine is the host."""
    is_host = takes_sign_up() and is_loopback(request)
    is_guest = request.user.is_authenticated and not request.user.is_demo
    user = request.user if is_guest else User()
    user.username, user.name = data["username"], data["name"]
    user.set_password(data["password"])
    if is_host:
        user.is_host = user.is_staff = user.is_superuser = True
    user.save()
    return user


@require_POST
def enter_demo(request: HttpRequest) -> HttpResponse:
    """Become the demo's GM or one of its players; only on this machine, until somebody has a login of their own."""
    if not demo_is_open(request):
        raise Http404
    wanted = request.POST.get("role")
    if wanted not in {Role.GM, Role.PLAYER}:
        return refused(request, Refused(Problem("role", gettext_noop("Enter the demo as GM or as player."), "role")))
    seats = Membership.objects.sitting().filter(campaign__is_demo=True, user__is_demo=True, role=wanted)
    seat = seats.select_related("campaign", "user").first()
    if seat is None:
        raise Http404
    enter(request, seat.user)
    return redirect(seat.campaign)


def demo_is_open(request: HttpRequest) -> bool:
    """The door shows to who sits at this very machine, and only while nobody has a login of their own."""
    if not settings.DEMO or settings.IS_HTTPS or not is_loopback(request) or not takes_sign_up():
        return False
    return Campaign.objects.filter(is_demo=True).exists()


def may_sign_up(request: HttpRequest) -> bool:
    """Whether who asks may have an account; always the first one on this machine, and a guest, whom a GM let in."""
    is_in = request.user.is_authenticated and not request.user.is_demo
    return settings.SIGN_UP or is_in or (is_loopback(request) and takes_sign_up())


def _context(request: HttpRequest, form: object = None) -> dict[str, object]:
    user = request.user
    has_login = user.is_authenticated and user.has_login
    seats = list(Membership.objects.of(user).order_by("-campaign__created_at"))
    open_seats = [seat for seat in seats if seat.campaign.archived_at is None]
    for name in list(form.errors)[:1] if form else ():
        form.fields[name].widget.attrs["autofocus"] = True  # what is wrong is in sight
    return {
        "seats": open_seats,
        "has_own": any(not seat.campaign.is_demo for seat in open_seats),
        "archived": [seat for seat in seats if seat.campaign.archived_at is not None],
        "may_sign_up": may_sign_up(request),
        "form": form or (CampaignName() if has_login else FirstCampaign()),
        "demo_is_open": demo_is_open(request),
        "has_login": has_login,
        "log_in_form": None if user.is_authenticated else _log_in_form(),
        "example": (4, 7, 10),
    }


def _log_in_form() -> AuthenticationForm:
    """Beside the other form: it does not draw the page down to itself."""
    form = AuthenticationForm(auto_id="id_log_in_%s")
    form.fields["username"].widget.attrs.pop("autofocus", None)
    return form
