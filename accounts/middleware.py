"""What every request needs to know of a session."""

import time
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseRedirectBase
from django.shortcuts import resolve_url
from django.utils import translation
from django.utils.http import urlencode

from accounts.browsers import note_agent
from accounts.sessions import back_to

Handler = Callable[[HttpRequest], HttpResponse]
RENEW_SECONDS = 24 * 3600
LANGUAGES = dict(settings.LANGUAGES)


class RollingSession:
    """A year from the last visit, not from the log-in: renewed once a day, so that most requests write nothing."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if (
            request.session.session_key
            and settings.SESSION_COOKIE_NAME in request.COOKIES
            and request.user.is_authenticated
        ):
            now = int(time.time())
            if now - request.session.get("seen", 0) > RENEW_SECONDS:
                request.session["seen"] = now
                note_agent(request)
        return self.get_response(request)


class OwnLanguage:
    """Whoever is logged in reads what they once chose, on whatever device; until then what the browser asks for."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        user = request.user
        if user.is_authenticated and user.language in LANGUAGES:
            translation.activate(user.language)
            request.LANGUAGE_CODE = user.language
        return self.get_response(request)


class LostSession:
    """Who presses without a session logs in and comes back to a page, never to the address that was only pressed.

    A press of a script gets 401 and the way there, never the log-in page inside a fragment.
    """

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if not isinstance(response, HttpResponseRedirectBase) or request.user.is_authenticated:
            return response
        log_in = resolve_url(settings.LOGIN_URL)
        if not response.headers["Location"].startswith(f"{log_in}?"):
            return response
        start = resolve_url(settings.LOGIN_REDIRECT_URL)
        if request.htmx:
            back = request.htmx.current_url_abs_path or start
            answer = HttpResponse(status=401)
            answer.headers["HX-Redirect"] = f"{log_in}?{urlencode({'next': back})}"
            return answer
        if request.method == "POST":
            response.headers["Location"] = f"{log_in}?{urlencode({'next': back_to(request, start)})}"
        return response
