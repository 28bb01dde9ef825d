"""What every request needs to know of a session."""

import time
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseRedirectBase
from django.shortcuts import resolve_url
from django.utils.http import urlencode

Handler = Callable[[HttpRequest], HttpResponse]
RENEW_SECONDS = 24 * 3600


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
        return self.get_response(request)


class LostSession:
    """A press without a session gets 401 and the way to the log-in page, never that page inside a fragment."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if request.htmx and isinstance(response, HttpResponseRedirectBase) and not request.user.is_authenticated:
            target = response.headers["Location"]
            if target.startswith(resolve_url(settings.LOGIN_URL)):
                back = request.htmx.current_url_abs_path or resolve_url(settings.LOGIN_REDIRECT_URL)
                answer = HttpResponse(status=401)
                answer.headers["HX-Redirect"] = f"{resolve_url(settings.LOGIN_URL)}?{urlencode({'next': back})}"
                return answer
        return response
