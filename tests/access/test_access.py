"""Who may ask for what: every address, every role, reading and pressing (addresses.py says what is expected).

A new address has no row there until somebody decides who may use it, and the first test says so.
"""

from copy import copy

import pytest
from django.db import transaction
from django.urls import get_resolver, reverse

from campaigns import feed, streams
from live import Screen
from live.stream import Denied
from tests.access.addresses import NAMES, PASSWORD, ROLES, ROWS


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
ADMIN = sorted({name for name, _ in addresses() if name.startswith("admin:") and (name, "GET") not in ROWS})


def test_every_address_has_its_rows_and_every_row_an_address():
    known = {name for name, _ in addresses()}
    in_table = {name.partition(" ")[0] for name, _ in ROWS}

    assert not {name for name in OURS if name.endswith("None")}, "an address without a name"
    assert OURS - in_table == set(), "who may ask for these? Add rows"
    assert in_table - known == set(), "rows for what is not there"
    assert {(name, method) for name in in_table for method in ("GET", "POST")} <= ROWS.keys(), "a method is missing"
    assert NAMES.keys() <= OURS


@pytest.mark.parametrize("name", sorted({name.partition(" ")[0] for name, _ in ROWS}))
def test_each_role_gets_what_the_table_says(place, as_, name):
    expected = {at: cells for at, cells in ROWS.items() if at[0].partition(" ")[0] == name}
    browsers = {role: as_(place.people[role]) for role in ROLES}

    answered = {at: {role: asked_by(place, browsers[role], role, *at) for role in ROLES} for at in expected}

    assert answered == expected


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
    doors = {reverse("accounts:log-in"): "in", reverse("admin:login"): "admin"}
    door = answer.headers["Location"].partition("?")[0] if answer.status_code == 302 else ""
    return doors.get(door, str(answer.status_code))


def test_no_address_knows_another_method(place, as_, everything):
    browser, before = as_(place.people["owner"]), everything()
    urls = {name: place.url(name) for name in OURS - {"set_language", "accounts:log-in"}}

    answers = {
        (name, ask.__name__): ask(url).status_code
        for name, url in urls.items()
        for ask in (browser.put, browser.patch, browser.delete)
    }

    assert {at: status for at, status in answers.items() if status != 405} == {}
    assert everything() == before


def test_nobody_logs_in_by_another_method(client, sergio):
    """Django's own view: it takes PUT for a form without fields."""
    form = {"username": "sergio", "password": PASSWORD}
    url = reverse("accounts:log-in")

    assert [ask(url, form).status_code for ask in (client.put, client.patch, client.delete)] == [422, 405, 405]
    assert not client.session.get("_auth_user_id")


@pytest.mark.parametrize("method", ["get", "put", "patch", "delete"])
def test_the_language_changes_by_a_press_only(client, db, method):
    """Django's own view: it leads any other method back to where one was."""
    answer = getattr(client, method)("/i18n/setlang/?language=en")

    assert (answer.status_code, answer.headers["Location"], dict(answer.cookies)) == (302, "/", {})


@pytest.mark.parametrize("role", [role for role in ROLES if role != "staff"])
def test_the_admin_panel_shows_nothing_to_those_who_are_not_staff(place, as_, everything, role):
    browser, before = as_(place.people[role]), everything()
    urls = {name: admin_url(name, place) for name in ADMIN}

    answers = {(name, ask.__name__): ask(url) for name, url in urls.items() for ask in (browser.get, browser.post)}

    assert {at for at, answer in answers.items() if not is_way_to_the_admin_log_in(answer)} == set()
    assert everything() == before


def test_the_admin_panel_answers_the_host(place, as_):
    browser = as_(place.people["staff"])

    answers = {name: browser.get(admin_url(name, place)).status_code for name in ADMIN}

    assert {name: status for name, status in answers.items() if status not in {200, 302, 403, 404}} == {}
    assert {status for name, status in answers.items() if name.endswith("_changelist")} == {200}


def test_an_account_that_is_staff_without_rights_reads_nothing_in_the_admin_panel(place, as_):
    sergio = place.people["stranger"]
    sergio.is_staff = True
    sergio.save()
    browser = as_(sergio)

    answers = {name: browser.get(admin_url(name, place)).status_code for name in ADMIN if name.endswith("_changelist")}

    assert set(answers.values()) == {403}


def is_way_to_the_admin_log_in(answer) -> bool:
    return answer.status_code == 302 and answer.headers["Location"].startswith(reverse("admin:login"))


def admin_url(name: str, place) -> str:
    """An address of the admin panel, for something that is there: the rules of one place hold for all its objects."""
    if name == "admin:None":
        return "/admin/no/such/page/"
    if name == "admin:app_list":
        return reverse(name, args=["accounts"])
    if name == "admin:view_on_site":
        return reverse(name, args=["1", "1"])
    person = place.people["stranger"].pk
    pattern = next(pattern for known, pattern in addresses() if known == name)
    return reverse(name, args=[person] * pattern.pattern.regex.groups)


STREAM = dict(zip(ROLES, (401, 404, "screen", "screen", "screen", "screen", "screen", 404), strict=True))


@pytest.mark.parametrize("role", ROLES)
def test_the_stream_has_the_same_door(place, as_, role):
    """The one address that Django does not answer."""
    answer = streams.admit(stream_request(place, as_, role))

    assert (answer.status if isinstance(answer, Denied) else "screen") == STREAM[role]


@pytest.mark.parametrize("role", ["spectator", "player", "owner", "co-GM", "GM"])
def test_a_stream_of_another_role_is_refused(place, as_, role):
    other = "spectator" if role != "spectator" else "gm"

    assert streams.admit(stream_request(place, as_, role, **{"as": other})) == Denied(409)


@pytest.mark.parametrize("role", ["spectator", "player"])
def test_a_stream_of_a_sheet_is_for_those_who_may_see_it(place, as_, role):
    page = f"sheet-{place.things['character']}"

    assert streams.admit(stream_request(place, as_, role, page=page)) == Denied(404)
    assert isinstance(streams.admit(stream_request(place, as_, "owner", page=page)), Screen)


@pytest.mark.parametrize("headers", [{"host": "evil.example"}, {"host": ""}, {"origin": "https://evil.example"}])
def test_a_stream_asked_for_from_elsewhere_is_refused(place, as_, headers):
    assert streams.admit(stream_request(place, as_, "GM", headers=headers)) == Denied(400)


def stream_request(place, as_, role: str, headers: dict[str, str] | None = None, **asked: str) -> dict[str, object]:
    browser = as_(place.people[role])
    cookies = "; ".join(f"{name}={morsel.value}" for name, morsel in browser.cookies.items())
    query = place.query("campaigns:news", role) | asked
    sent = {"host": "testserver", "cookie": cookies, **(headers or {})}
    return {
        "path": place.url("campaigns:table") + "live",
        "query_string": "&".join(f"{name}={value}" for name, value in query.items()).encode(),
        "headers": [(name.encode(), value.encode()) for name, value in sent.items()],
    }
