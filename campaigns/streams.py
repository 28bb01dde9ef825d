"""Who may listen: asked once when a stream opens, in a thread that gives its connection back."""

import logging
import re
from collections.abc import Callable
from http.cookies import CookieError, SimpleCookie
from importlib import import_module
from typing import Any, Final, ParamSpec, TypeVar
from urllib.parse import parse_qs

from django.conf import settings
from django.contrib.auth import get_user
from django.db import DatabaseError, close_old_connections
from django.http import HttpRequest
from django.http.request import split_domain_port, validate_host

from accounts.sessions import session_tag
from campaigns.feed import Reader
from campaigns.models import Membership
from campaigns.regions import held_by, viewer_of
from live import Screen
from live.stream import Denied, Scope

PATH: Final = re.compile(r"/t/([a-z0-9]{1,16})/live")
PAGE: Final = re.compile(r"[a-z0-9-]{1,60}")
LANGUAGES: Final = frozenset(code for code, _ in settings.LANGUAGES)

logger = logging.getLogger(__name__)

P = ParamSpec("P")
T = TypeVar("T")


def in_own_connection(work: Callable[P, T]) -> Callable[P, T]:
    """`work` as a request of its own: a broken database connection is dropped before it and after it."""

    def run(*args: P.args, **kwargs: P.kwargs) -> T:
        close_old_connections()
        try:
            return work(*args, **kwargs)
        finally:
            close_old_connections()

    return run


def admit(scope: Scope) -> Screen | Denied:
    """The screen that this request may be, or why not; 503 while the database is away."""
    try:
        return _admitted(scope)
    except DatabaseError:
        logger.exception("nobody can be let in")
        return Denied(503)


def _admitted(scope: Scope) -> Screen | Denied:
    """No middleware ran: Host and Origin are ours to check."""
    headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
    host = headers.get("host", "")
    domain, _ = split_domain_port(host)
    if not domain or not validate_host(domain, settings.ALLOWED_HOSTS):
        return Denied(400)
    if "origin" in headers and headers["origin"] not in {f"http://{host}", f"https://{host}"}:
        return Denied(400)
    match = PATH.fullmatch(scope["path"])
    asked = {name: values[0] for name, values in parse_qs(scope["query_string"].decode("latin-1")).items()}
    session_key = _cookie(headers.get("cookie", ""), settings.SESSION_COOKIE_NAME)
    if match is None or session_key is None:
        return Denied(401)
    request: Any = HttpRequest()
    request.session = import_module(settings.SESSION_ENGINE).SessionStore(session_key)
    user = get_user(request)
    if not user.is_authenticated:
        return Denied(401)
    seat = Membership.objects.of(user).filter(campaign__key=match[1]).first()
    if seat is None:
        return Denied(404)
    page, after = asked.get("page", ""), headers.get("last-event-id") or asked.get("after", "")
    return screen_of(seat, page, asked.get("as", ""), asked.get("lang", ""), after, session_tag(session_key))


def screen_of(seat: Membership, page: str, role: str, language: str, after: str, *tags: str) -> Screen | Denied:
    """The screen of a page that `seat` has open, made for `role`; 409 where the role is another one by now."""
    viewer = viewer_of(seat, page)
    held = held_by(viewer, page) if PAGE.fullmatch(page) else None
    if held is None:
        return Denied(404)
    if role != viewer.role:
        return Denied(409)
    reader = Reader(viewer, language if language in LANGUAGES else settings.LANGUAGE_CODE, tuple(held))
    return Screen(seat.campaign.key, reader, page, after, frozenset({seat.tag, *tags}), seat.key)


def _cookie(header: str, name: str) -> str | None:
    try:
        found = SimpleCookie(header).get(name)
    except CookieError:
        return None
    return found.value if found else None
