"""What is written down: a line of JSON for each request, and nothing that opens a door or names a person."""

import io
import json
import logging
from collections.abc import Iterator

import pytest
from django.db import connection
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from campaigns.models import Campaign
from ryfsite.logs import Discreet, Json, Plain

SECRET = "zzsecreto7zz"
ADDRESS = "203.0.113.77"


@pytest.fixture(params=[Json, Plain])
def written(request) -> Iterator[io.StringIO]:
    """All that is written while the test runs, as a server with LOG_FORMAT=json writes it, or with plain."""
    out = io.StringIO()
    handler = logging.StreamHandler(out)
    handler.addFilter(Discreet())
    handler.setFormatter(request.param())
    loggers = [logging.getLogger(name) for name in ("", "django", "django.request", "ryfsite.requests", "axes")]
    levels = [each.level for each in loggers]
    for each in loggers[:2]:
        each.addHandler(handler)
    for each in loggers[:4]:  # more than is written outside of tests
        each.setLevel(logging.INFO)
    yield out
    for each, level in zip(loggers, levels, strict=True):
        each.removeHandler(handler)
        each.setLevel(level)


def addresses(resolver: URLResolver | None = None, before: str = "/") -> Iterator[str]:
    """Every address of the site, whatever names a row or opens a door being the secret."""
    for each in (resolver or get_resolver()).url_patterns:
        path = before + "".join(parts(each))
        if isinstance(each, URLPattern):
            yield path
        elif getattr(each, "app_name", "") != "admin":
            yield from addresses(each, path)
    if resolver is None:
        yield f"/admin/{SECRET}/"


def parts(pattern: URLPattern | URLResolver) -> Iterator[str]:
    route = str(pattern.pattern)
    while "<" in route:
        text, _start, rest = route.partition("<")
        name, _end, route = rest.partition(">")
        yield text + ("7" if name.startswith("int:") else SECRET)
    yield route


def test_no_address_of_the_site_writes_what_stands_in_it(written, db, as_, marta):
    browser = as_(marta)
    browser.raise_request_exception = False
    asked = 0
    for path in addresses():
        for method in (browser.get, browser.post):
            method(
                path,
                {"password": SECRET, "text": SECRET, "q": SECRET},
                headers={"referer": f"http://testserver/j/{SECRET}/", "cookie": f"sessionid={SECRET}"},
                REMOTE_ADDR=ADDRESS,
            )
            asked += 1

    told = written.getvalue()
    assert asked > 150
    assert SECRET not in told
    assert ADDRESS not in told
    assert told.count("\n") >= asked


def test_what_fails_is_told_with_its_reason_and_without_its_address(written, db, as_, marta, monkeypatch):
    def fail(*_args: object) -> None:
        raise RuntimeError("the reason")

    monkeypatch.setattr("campaigns.views.table.seat_or_404", fail)
    browser = as_(marta)
    browser.raise_request_exception = False
    assert browser.get(f"/t/{SECRET}/", REMOTE_ADDR=ADDRESS).status_code == 500

    told = written.getvalue()
    assert "RuntimeError: the reason" in told
    assert "campaigns:table" in told
    assert SECRET not in told


def test_a_refused_token_and_a_wrong_password_name_nobody(written, db, as_, marta, client):
    strict = Client(enforce_csrf_checks=True)
    for _ in range(10):
        client.post("/log-in/", {"username": SECRET, "password": SECRET}, REMOTE_ADDR=ADDRESS)
    assert strict.post(f"/t/{SECRET}/undo/", REMOTE_ADDR=ADDRESS).status_code in (403, 404)

    told = written.getvalue()
    assert SECRET not in told
    assert ADDRESS not in told


@pytest.mark.parametrize("written", [Json], indirect=True)
def test_a_line_says_who_asked_what_and_how_long_it_took(written, db, client):
    answer = client.get("/")

    line = json.loads(written.getvalue().splitlines()[-1])
    assert {name: line[name] for name in ("level", "logger", "method", "route", "status", "request")} == {
        "level": "INFO",
        "logger": "ryfsite.requests",
        "method": "GET",
        "route": "start",
        "status": 200,
        "request": answer.headers["X-Request-ID"],
    }
    assert line["ms"] >= 0


def test_a_fault_of_the_database_is_told_without_the_row(written, transactional_db, as_, marta, monkeypatch):
    """PostgreSQL says which row it was about; SQLite only which column."""

    def twice(*_args: object) -> None:
        Campaign.objects.bulk_create([Campaign(key=SECRET), Campaign(key=SECRET)])

    monkeypatch.setattr("campaigns.views.table.seat_or_404", twice)
    browser = as_(marta)
    browser.raise_request_exception = False
    assert browser.get("/t/abc/").status_code == 500

    assert "IntegrityError" in written.getvalue()
    assert SECRET not in written.getvalue()
    assert connection.is_usable()
