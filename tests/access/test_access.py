"""Who may ask for what: every address, every method, every role (law.py says what is expected).

A new address has no row there until somebody decides who may use it, and the first test says so. The admin panel is
asked in test_admin.py.
"""

from copy import copy

import pytest
from django.db import transaction
from django.urls import get_resolver, reverse

from campaigns import feed
from tests.access.addresses import NAMES
from tests.access.law import ROLES, ROWS

METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE")


def addresses(resolver=None, prefix: str = "") -> list[tuple[str, object]]:
    """Every address that the site answers, by its name, with its pattern."""
    found = []
    for each in (resolver or get_resolver()).url_patterns:
        if hasattr(each, "url_patterns"):
            found += addresses(each, prefix + (f"{each.namespace}:" if each.namespace else ""))
        else:
            found.append((f"{prefix}{each.name}", each))
    return found


OURS = {name for name, _ in addresses() if not name.startswith("admin:")}


def test_every_address_has_its_rows_and_every_row_an_address():
    in_table = {name.partition(" ")[0] for name, _ in ROWS}

    assert not {name for name in OURS if name.endswith("None")}, "an address without a name"
    assert OURS - in_table == set(), "who may ask for these? Add rows"
    assert in_table - OURS == set(), "rows for what is not there"
    assert NAMES.keys() <= OURS


@pytest.mark.parametrize("role", ROLES)
def test_each_role_gets_what_the_table_says(place, as_, role):
    browser = as_(place.people[role])

    answered = {at: asked_by(place, browser, role, *at) for at in ROWS}

    assert {at: cell for at, cell in answered.items() if cell != ROWS[at][role]} == {}


def asked_by(place, browser, role: str, row: str, method: str) -> str:
    """What `role` is answered, as the table writes it; whatever that changes is then taken back."""
    cookies = copy(browser.cookies)
    with transaction.atomic():
        answer = (
            browser.get(place.url(row), place.query(row, role))
            if method == "GET"
            else browser.post(place.url(row), place.form(row))
        )
        transaction.set_rollback(True)
    browser.cookies = cookies
    feed.forget()
    door = answer.headers["Location"].partition("?")[0] if answer.status_code == 302 else ""
    return "in" if door == reverse("accounts:log-in") else str(answer.status_code)


@pytest.mark.parametrize("role", ["anonymous", "former", "owner", "GM"])
def test_any_other_method_is_405_and_changes_nothing(place, as_, everything, role):
    browser, before = as_(place.people[role]), everything()
    browser.raise_request_exception = False
    unknown = [(name, method) for name in OURS for method in METHODS if method != "HEAD" and (name, method) not in ROWS]

    answers = {at: browser.generic(at[1], place.url(at[0])).status_code for at in unknown}

    assert {at: status for at, status in answers.items() if status != 405} == {}
    assert everything() == before


def test_head_is_get_without_its_body(place, as_, everything):
    browser, before, faults = as_(place.people["owner"]), everything(), {}
    for name in OURS:
        answer = browser.head(place.url(name), place.query(name, "owner"))
        cell = ROWS[name, "GET"]["owner"] if (name, "GET") in ROWS else "405"
        if answer.status_code != int(cell) or answer.content:
            faults[name] = (answer.status_code, len(answer.content))

    assert faults == {}
    assert everything() == before
