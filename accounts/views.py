"""Log in, log out here and elsewhere, choose a login, another password."""

from datetime import timedelta

from axes.helpers import get_cool_off
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import get_user_model, login, update_session_auth_hash, views
from django.contrib.auth.decorators import login_required
from django.db import IntegrityError, transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST
from django.views.i18n import set_language

from accounts.doors import SIGN_UP, limited, too_many
from accounts.forms import ChooseLogin, NewPassword

User = get_user_model()
BACKEND = "django.contrib.auth.backends.ModelBackend"


@require_POST
def choose_language(request: HttpRequest) -> HttpResponse:
    """For this browser; and for whoever is logged in, wherever they are from now on. The demo's people are many."""
    answer = set_language(request)
    chosen, user = request.POST.get("language", ""), request.user
    if user.is_authenticated and not user.is_demo and chosen in dict(settings.LANGUAGES):
        user.language = chosen
        user.save(update_fields=["language"])
    return answer


class LogIn(views.LoginView):
    template_name = "accounts/log_in.html"
    redirect_authenticated_user = True

    def form_invalid(self, form: object) -> HttpResponse:
        return self.render_to_response(self.get_context_data(form=form), status=422)


class LogOut(views.LogoutView):
    """The pages of who was here go with them: nobody leafs back to one (static/js/leaving.js: nor finds a text)."""

    def post(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        response = super().post(request, *args, **kwargs)
        response.headers["Clear-Site-Data"] = '"cache"'
        return response


def locked_out(request: HttpRequest, response: object = None, credentials: object = None) -> HttpResponse:
    """Too many bad tries with one login from one address; others at the same address go on."""
    wait = get_cool_off()
    return too_many(request, wait or timedelta(minutes=15))


@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@limited(SIGN_UP)
def account(request: HttpRequest) -> HttpResponse:
    """A guest chooses login and password here and keeps everything; others see who they are, and where."""
    if request.user.has_login or request.user.is_demo:
        return _account_page(request, None, 409 if request.method == "POST" else 200)
    form = ChooseLogin(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        user = request.user
        user.username = form.cleaned_data["username"]
        user.set_password(form.cleaned_data["password"])
        try:
            with transaction.atomic():
                user.save(update_fields=["username", "password"])
        except IntegrityError:
            form.add_error("username", _("Someone has that login already: choose another."))
        else:
            update_session_auth_hash(request, user)
            return redirect("accounts:account")
    return _account_page(request, form, 422 if form.errors else 200)


def _account_page(request: HttpRequest, form: ChooseLogin | None, status: int) -> HttpResponse:
    here = request.session.session_key
    found = request.user.browsers.filter(expire_date__gt=timezone.now()).order_by("-expire_date")
    rows = [] if request.user.is_demo else [(each, each.session_key == here) for each in found]
    return render(request, "accounts/account.html", {"form": form, "browsers": rows}, status=status)


@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def change_password(request: HttpRequest) -> HttpResponse:
    """The old one and a new one; every other browser is out."""
    if not request.user.has_login:
        return redirect("accounts:account")
    form = NewPassword(request, request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        update_session_auth_hash(request, form.save())
        messages.success(request, _("Your password is changed. Other browsers have to log in again."))
        return redirect("accounts:account")
    return render(request, "accounts/password.html", {"form": form}, status=422 if form.errors else 200)


@require_POST
@login_required
def log_out_elsewhere(request: HttpRequest) -> HttpResponse:
    """Every browser but this one is out at once, with its open screens."""
    if not request.user.is_demo:
        request.user.browsers.exclude(session_key=request.session.session_key).delete()
        messages.success(request, _("You are logged in here and nowhere else."))
    return redirect("accounts:account")


@require_POST
@login_required
def log_out_there(request: HttpRequest, browser: str) -> HttpResponse:
    """One browser is out at once."""
    others = [] if request.user.is_demo else request.user.browsers.exclude(session_key=request.session.session_key)
    found = next((each for each in others if each.key == browser), None)
    if found is None:
        raise Http404
    found.delete()
    return redirect("accounts:account")


def enter(request: HttpRequest, user: object) -> None:
    """Log this browser in as `user`, who needed no password for it (a guest, a seat, the demo)."""
    login(request, user, backend=BACKEND)
