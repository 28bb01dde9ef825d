"""A clock that can be turned, and what a browser writes."""

import time
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.contrib.auth import get_user_model
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from campaigns.models import Membership, Role


@pytest.fixture
def later(monkeypatch) -> Callable[..., None]:
    """`later(days=2)`: from here on it is so much later than it is."""
    real_time, real_now = time.time, timezone.now

    def turn(**much: float) -> None:
        ahead = timedelta(**much)
        monkeypatch.setattr(time, "time", lambda: real_time() + ahead.total_seconds())
        monkeypatch.setattr(timezone, "now", lambda: real_now() + ahead)

    return turn


@pytest.fixture
def writes_of() -> Callable[[Callable[[], object]], list[str]]:
    """`writes_of(visit)`: the statements of `visit()` that change the database."""

    def statements(visit: Callable[[], object]) -> list[str]:
        with CaptureQueriesContext(connection) as queries:
            visit()
        return [query["sql"] for query in queries if query["sql"].split()[0] in {"INSERT", "UPDATE", "DELETE"}]

    return statements


@pytest.fixture
def lola(campaign) -> Membership:
    """A guest: a name and a cookie."""
    guest = get_user_model().objects.create_guest("Lola")
    return Membership.objects.create(campaign=campaign, user=guest, role=Role.PLAYER, name="Lola")
