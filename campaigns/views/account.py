"""What a person does with all their tables at once: change between them, a password by a link, go for good."""

from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from django.contrib import messages
from django.contrib.auth import get_user_model, update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.forms import Farewell, ForgottenPassword
from accounts.names import folded
from campaigns.models import Membership, PasswordLink, tables_to_hand_over
from rules.problems import Problem, Refused

User = get_user_model()


@require_safe
@login_required
def mine(request: HttpRequest) -> HttpResponse:
    """The menu in the masthead: one's tables, to go from one to another."""
    seats = Membership.objects.of(request.user).filter(campaign__archived_at=None).order_by("-campaign__created_at")
    return render(request, "campaigns/mine.html", {"seats": seats, "at": request.GET.get("at", "")})


@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def new_password(request: HttpRequest, token: str) -> HttpResponse:
    """A new password by a link that a GM or the host made; opening it changes nothing."""
    link = get_object_or_404(PasswordLink.objects.select_related("person", "by", "seat__campaign"), token=token)
    if not link.is_open:
        raise Http404
    form = ForgottenPassword(link.person, request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        link.take(form.cleaned_data["new_password1"])
        if request.user == link.person:
            link.person.refresh_from_db()
            update_session_auth_hash(request, link.person)
            return redirect("accounts:account")
        messages.success(request, _("Your new password is good from now on: log in with it."))
        return redirect("accounts:log-in")
    context = {"form": form, "person": link.person}
    return render(request, "campaigns/new_password.html", context, status=422 if form.errors else 200)


@require_POST
@login_required
def end_password_links(request: HttpRequest) -> HttpResponse:
    """Whose account it is ends what others made for it."""
    request.user.password_links.filter(used_at=None, ended_at=None).update(ended_at=timezone.now())
    return redirect("accounts:account")


@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def delete(request: HttpRequest) -> HttpResponse:
    """Delete one's account: the name typed, the password, and no table left without its GM."""
    person = request.user
    if person.is_demo:
        raise Refused(Problem("demo", gettext_noop("The people of the demo are everybody's: they stay.")))
    form = Farewell(request.POST if request.method == "POST" else None, request=request)
    in_the_way = tables_to_hand_over(person)
    context = {"form": form, "in_the_way": in_the_way, "is_last_host": _is_last_host(person)}
    if request.method == "POST" and not in_the_way and not context["is_last_host"] and form.is_valid():
        with transaction.atomic():
            _forget_tries(person)
            person.delete()
        request.session.flush()
        messages.success(request, _("Your account is deleted."))
        return redirect("start")
    return render(request, "campaigns/delete_account.html", context, status=422 if request.method == "POST" else 200)


def _is_last_host(person: object) -> bool:
    """Nobody would be left who enters the admin panel, while others have a login."""
    others = User.objects.with_login().exclude(pk=person.pk)
    return person.is_superuser and others.exists() and not others.filter(is_superuser=True, is_active=True).exists()


def _forget_tries(person: object) -> None:
    """What the throttle keeps of a login, addresses too, goes with it."""
    if person.username is not None:
        for model in (AccessAttempt, AccessFailureLog, AccessLog):
            model.objects.filter(username__in=[person.username, folded(person.username)]).delete()
