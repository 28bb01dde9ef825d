"""What every answer tells the browser: pages, presses, refusals, faults, files, and what is made beside them."""

import asyncio

import pytest
from django.contrib.staticfiles import finders
from django.db import transaction
from django.urls import reverse

from campaigns import feed
from live.stream import Denied, stream
from live.whole import WholeRequests
from tests.access.forms import FORMS
from tests.access.law import ROWS

POLICY = {
    "default-src": "'none'", "script-src": "'self'", "style-src": "'self'", "font-src": "'self'",
    "img-src": "'self' data:", "connect-src": "'self'", "manifest-src": "'self'", "worker-src": "'self'",
    "form-action": "'self'", "base-uri": "'none'", "frame-ancestors": "'none'",
}  # fmt: skip
SAID = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
KEPT = {"characters:portrait": "private, max-age=31536000, immutable"}  # its address changes with the picture


def missing(answer, kept: str = "no-store") -> list[str]:
    """What an answer does not say, or says otherwise; Django's own pages say more about not being kept."""
    wrong = [name for name, value in SAID.items() if answer.headers.get(name) != value]
    policy = answer.headers.get("Content-Security-Policy", "none none").split(";")
    if dict(part.strip().split(" ", 1) for part in policy) != POLICY:
        wrong.append("Content-Security-Policy")
    if "camera=()" not in answer.headers.get("Permissions-Policy", ""):
        wrong.append("Permissions-Policy")
    if kept not in answer.headers.get("Cache-Control", ""):
        wrong.append("Cache-Control")
    return wrong


@pytest.mark.parametrize("role", ["anonymous", "GM"])
def test_whatever_an_address_answers(place, as_, role):
    browser, faults = as_(place.people[role]), {}
    for name, method in ROWS:
        with transaction.atomic():
            if method == "GET":
                answer = browser.get(place.url(name), place.query(name, role))
            else:
                answer = browser.post(place.url(name), place.form(name) if name in FORMS else {})
            transaction.set_rollback(True)
        feed.forget()
        kept = KEPT.get(name, "no-store") if answer.status_code == 200 else "no-store"
        if wrong := missing(answer, kept):
            faults[name, method] = wrong
    assert faults == {}


def test_refusals_faults_the_panel_and_files_say_the_same(client, as_, hugo, campaign, monkeypatch):
    monkeypatch.setattr("campaigns.views.start._context", lambda *_rest: 1 / 0)
    client.raise_request_exception = False
    answers = {
        "nothing there": client.get("/no/such/page/"),
        "another method": client.get("/new/"),
        "a fault": client.get("/"),
        "another host": client.get("/log-in/", headers={"host": "evil.example"}),
        "the panel": as_(hugo).get(reverse("admin:index")),
        "a form of the panel": as_(hugo).get(reverse("admin:accounts_user_add")),
    }

    assert [answer.status_code for answer in answers.values()] == [404, 405, 500, 400, 200, 200]
    assert {name: missing(answer) for name, answer in answers.items() if missing(answer)} == {}


def test_a_static_file_says_the_same_and_may_be_kept(client, db, settings):
    settings.WHITENOISE_USE_FINDERS = True
    assert finders.find("js/live.js")

    answer = client.get("/static/js/live.js")

    assert answer.status_code == 200
    assert missing(answer, "max-age=") == []
    answer.close()


def test_what_is_answered_beside_the_pages_is_as_safe():
    sent = []

    async def send(message):
        sent.append(message)

    async def receive():
        return {"type": "http.request", "body": b"", "more_body": False}

    class Hub:
        is_open, expulsions = True, 0

        async def in_thread(self, *_rest):
            return Denied(401)

    scope = {"type": "http", "method": "POST", "path": "/", "headers": [(b"content-length", b"99999999")]}
    asyncio.run(stream(scope, receive, send, hub=Hub(), admit=lambda scope: Denied(401)))
    asyncio.run(WholeRequests(None)(scope, receive, send))

    starts = {message["status"]: dict(message["headers"]) for message in sent if "status" in message}
    assert set(starts) == {401, 413}
    for headers in starts.values():
        said = {name.decode(): value.decode() for name, value in headers.items()}
        assert {name: said[name.lower()] for name in SAID} == SAID
        assert said["cache-control"].startswith("no-store")
        assert said["content-security-policy"] == "default-src 'none'; frame-ancestors 'none'"


def test_cookies_are_for_this_site_alone_and_no_script_reads_them(client, pablo):
    page = client.get("/log-in/")
    answer = client.post("/log-in/", {"username": "pablo", "password": "una frase que nadie adivina"})
    language = client.post("/i18n/setlang/", {"language": "en"})

    cookies = [*page.cookies.values(), *answer.cookies.values(), *language.cookies.values()]
    assert {cookie.key for cookie in cookies} == {"csrftoken", "sessionid", "django_language"}
    for cookie in cookies:
        assert (cookie["httponly"], cookie["samesite"], cookie["domain"]) == (True, "Lax", ""), cookie.key
