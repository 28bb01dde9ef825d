"""Log in, log out, choose a login."""

from axes.helpers import get_cool_off
from django.contrib.auth import get_user_model, login, update_session_auth_hash, views
from django.contrib.auth.decorators import login_required
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.forms import ChooseLogin

User = get_user_model()
BACKEND = "django.contrib.auth.backends.ModelBackend"


class LogIn(views.LoginView):
    template_name = "accounts/log_in.html"
    redirect_authenticated_user = True

    def form_invalid(self, form: object) -> HttpResponse:
        return self.render_to_response(self.get_context_data(form=form), status=422)


def locked_out(request: HttpRequest, response: object = None, credentials: object = None) -> HttpResponse:
    """Too many bad tries with one login from one address; others at the same address go on."""
    wait = get_cool_off()
    minutes = round(wait.total_seconds() / 60) if wait else 15
    context = {"title": _("Too many tries"), "sentence": _("Wait %(n)s minutes and try again.") % {"n": minutes}}
    return render(request, "errors/sentence.html", context, status=429)


@require_http_methods(["GET", "POST"])
@login_required
def account(request: HttpRequest) -> HttpResponse:
    """A guest chooses login and password here and keeps everything; others see who they are."""
    if request.user.has_login or request.user.is_demo:
        status = 409 if request.method == "POST" else 200
        return render(request, "accounts/account.html", {"form": None}, status=status)
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
    return render(request, "accounts/account.html", {"form": form}, status=422 if form.errors else 200)


def enter(request: HttpRequest, user: object) -> None:
    """Log this browser in as `user`, who needed no password for it (a guest, a seat, the demo)."""
    login(request, user, backend=BACKEND)
