"""The sessions of before have moved to a table that knows whose they are: nobody is logged out by an upgrade."""

import importlib

from django.apps import apps
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session

from accounts.models import Browser

take_over = importlib.import_module("accounts.migrations.0002_browsers").take_over


def kept_before(person) -> str:
    """The cookie of a session as Django's own table has it."""
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY

    session = SessionStore()
    session[SESSION_KEY] = str(person.pk)
    session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    session[HASH_SESSION_KEY] = person.get_session_auth_hash()
    session.save()
    return session.session_key


def test_a_guest_with_a_cookie_of_before_is_still_in(client, lola):
    client.cookies["sessionid"] = kept_before(lola.user)

    take_over(apps, None)

    assert client.get("/account/").status_code == 200
    assert Browser.objects.get().person == lola.user
    assert not Session.objects.exists()


def test_a_session_of_nobody_that_is_left_is_dropped(lola):
    kept_before(lola.user)
    lola.user.delete()

    take_over(apps, None)

    assert not Browser.objects.exists()
