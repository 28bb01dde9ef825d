"""Where somebody is logged in: the list, and the way out of one or all of the others."""

import pytest
from django.test import Client

from accounts.browsers import words_of
from accounts.models import Browser

FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
CHROME = "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36"
SAFARI = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
    "Version/18.0 Mobile/15E148 Safari/604.1"
)
EDGE = (
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 "
    "Safari/537.36 Edg/140.0.0.0"
)


def logged_in(login, agent):
    client = Client(headers={"user-agent": agent})
    client.post("/log-in/", {"username": login, "password": "una frase que nadie adivina"})
    return client


def is_in(client):
    return client.get("/account/").status_code == 200


def row_of(client):
    return Browser.objects.get(session_key=client.session.session_key)


@pytest.mark.parametrize(("agent", "words"), [
    (FIREFOX, "Firefox · Linux"), (CHROME, "Chrome · Android"), (SAFARI, "Safari · iPhone"), (EDGE, "Edge · Windows"),
    ("curl/8.5", ""), ("", ""), ("<b>Firefox/1", "Firefox"),
])  # fmt: skip
def test_a_browser_is_named_in_two_words(agent, words):
    assert words_of(agent) == words


def test_each_sees_their_own_browsers_and_no_other(pablo, ines):
    here, phone, hers = logged_in("pablo", FIREFOX), logged_in("pablo", CHROME), logged_in("ines", SAFARI)

    page = here.get("/account/").content.decode()

    assert ("Firefox · Linux" in page, "Chrome · Android" in page, "iPhone" in page) == (True, True, False)
    assert row_of(phone).key in page
    assert row_of(here).key not in page, "one does not log out there by the list"
    assert not {here.session.session_key, phone.session.session_key, row_of(hers).key} & set(page.split('"'))


def test_one_of_them_is_logged_out_with_its_streams(pablo, monkeypatch, django_capture_on_commit_callbacks):
    here, phone, third = (logged_in("pablo", agent) for agent in (FIREFOX, CHROME, EDGE))
    tag, sent_away = row_of(phone).tag, []
    monkeypatch.setattr("live.expel", sent_away.append)

    with django_capture_on_commit_callbacks(execute=True):
        here.post(f"/account/browsers/{row_of(phone).key}/end/")

    assert (is_in(here), is_in(phone), is_in(third)) == (True, False, True)
    assert sent_away == [tag]


def test_all_the_others_are_logged_out_at_once(pablo, ines):
    here, phone, hers = logged_in("pablo", FIREFOX), logged_in("pablo", CHROME), logged_in("ines", SAFARI)

    here.post("/account/browsers/end/")

    assert (is_in(here), is_in(phone), is_in(hers)) == (True, False, True)


def test_nobody_logs_out_somebody_else(pablo, ines):
    here, hers = logged_in("pablo", FIREFOX), logged_in("ines", SAFARI)

    assert here.post(f"/account/browsers/{row_of(hers).key}/end/").status_code == 404
    assert is_in(hers)


def test_no_address_is_kept():
    assert {field.name for field in Browser._meta.get_fields()} == {
        "session_key", "session_data", "expire_date", "person", "agent",
    }  # fmt: skip


def test_the_list_costs_the_same_whatever_its_length(pablo, django_assert_max_num_queries):
    here = logged_in("pablo", FIREFOX)
    for _ in range(10):
        logged_in("pablo", CHROME)

    here.get("/account/")  # writes that it was here today

    with django_assert_max_num_queries(5):
        here.get("/account/")


def test_what_lives_on_the_site_outlives_the_browser(pablo, ines, brianda, campaign):
    """B41: everything of the browser cleared, then logged in again: all is there."""
    logged_in("ines", FIREFOX)

    again = logged_in("ines", FIREFOX)

    assert again.get(brianda.get_absolute_url()).status_code == 200
    assert campaign.name in again.get("/").content.decode()


def test_a_person_who_is_deleted_is_logged_out(pablo):
    here = logged_in("pablo", FIREFOX)

    pablo.user.delete()

    assert not is_in(here)
