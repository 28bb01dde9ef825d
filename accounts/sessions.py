"""A session and the live streams that hang on it."""

import hashlib

from django.contrib.auth import get_user_model
from django.http import HttpRequest
from django.utils.http import url_has_allowed_host_and_scheme

from accounts.names import folded


def session_tag(session_key: str | None) -> str:
    """The name under which the streams of a session are sent away; the key itself stays in the cookie."""
    return "session:" + hashlib.sha256((session_key or "").encode()).hexdigest()[:24]


def throttled_name(request: HttpRequest, credentials: dict[str, str] | None) -> str:
    """Under which name bad tries are counted: typed in another case it is the same login (AXES_USERNAME_CALLABLE)."""
    typed = (credentials or {}).get("username") or request.POST.get("username", "")
    return folded(typed.strip())[:150]


def is_loopback(request: HttpRequest) -> bool:
    """Asked on this very machine: the peer and the Host it asked for are both loopback.

    A proxy in front makes every peer local, hence the Host too.
    """
    peer = request.META.get("REMOTE_ADDR", "")
    host = request.get_host().rsplit(":", 1)[0] if not request.get_host().endswith("]") else request.get_host()
    return peer in {"127.0.0.1", "::1"} and host.lower() in {"localhost", "127.0.0.1", "[::1]"}


def takes_sign_up() -> bool:
    """True until someone has a login of their own (guests and the people of the demo do not count)."""
    return not get_user_model().objects.with_login().exists()


def back_to(request: HttpRequest, otherwise: str) -> str:
    """The page the press came from, if it is one of ours."""
    for url in (request.POST.get("back", ""), request.headers.get("Referer", "")):
        if url.startswith(("/", "http")) and url_has_allowed_host_and_scheme(
            url, {request.get_host()}, require_https=request.is_secure()
        ):
            return url
    return otherwise
