"""How often one may knock at the doors of the site: sign up, sit down, bring a file.

django-axes does this for log-ins. The usual package for the rest, django-ratelimit, counts in Django's cache and needs
one that is shared and counts atomically, a server more on a laptop; Django's cache in the database is shared and loses
counts. A row that is locked while it counts is both. Who knocked is kept as a hash: nobody's address stands there.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from functools import wraps
from ipaddress import IPv4Address, ip_address, ip_network
from math import ceil
from typing import Any, Final

from django.conf import settings
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from accounts.models import Knocks

ONE_HOUSE: Final = 64  # of the bits of an IPv6 address: whoever has one has all that begin alike


@dataclass(frozen=True, slots=True)
class Door:
    """So many knocks in a time, of one person; of one address where nobody is logged in, which a whole table shares."""

    name: str
    most: int
    time: timedelta


SIGN_UP = Door("sign-up", 30, timedelta(hours=1))
SEAT = Door("seat", 60, timedelta(minutes=10))
FILE = Door("file", 60, timedelta(minutes=10))
CAMPAIGN_FILE = Door("campaign-file", 20, timedelta(hours=1))
LONGEST: Final = timedelta(hours=1)


def limited(door: Door) -> Callable[[Callable[..., HttpResponse]], Callable[..., HttpResponse]]:
    """A view whose presses are counted; one too many is answered 429 before anything is read."""

    def at(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
        @wraps(view)
        def counted(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            if settings.LIMITS and request.method == "POST" and (wait := knock(door, whose(request))):
                return too_many(request, wait)
            return view(request, *args, **kwargs)

        return counted

    return at


def knock(door: Door, who: str) -> timedelta | None:
    """Count one; how long to wait where that is one too many."""
    with transaction.atomic():
        Knocks.objects.filter(since__lt=timezone.now() - LONGEST).delete()
        row, _made = Knocks.objects.select_for_update().get_or_create(
            door=door.name, who=who, defaults={"since": timezone.now()}
        )
        now = timezone.now()  # not before the row is ours: another may have waited for it
        if not row.since <= now < row.since + door.time:
            row.since, row.count = now, 0
        if row.count >= door.most:
            return row.since + door.time - now
        row.count += 1
        row.save()
    return None


def whose(request: HttpRequest) -> str:
    """Who knocks, in a way that does not say who."""
    if request.user.is_authenticated:
        who = f"person {request.user.pk}"
    else:
        who = _house(request.META.get("REMOTE_ADDR", ""))
    return salted_hmac("accounts.doors", who).hexdigest()


def _house(peer: str) -> str:
    try:
        address = ip_address(peer)
    except ValueError:  # a socket without an address
        return peer
    if isinstance(address, IPv4Address) or address.ipv4_mapped:
        return str(address)
    return str(ip_network((address, ONE_HOUSE), strict=False))


def too_many(request: HttpRequest, wait: timedelta) -> HttpResponse:
    """Come back later, and when."""
    seconds = max(1, ceil(wait.total_seconds()))
    sentence = _("Wait %(n)s minutes and try again.") % {"n": ceil(seconds / 60)}
    context = {"title": _("Too many tries"), "sentence": sentence}
    answer = render(request, "errors/sentence.html", context, status=429)
    answer.headers["Retry-After"] = str(seconds)
    return answer
