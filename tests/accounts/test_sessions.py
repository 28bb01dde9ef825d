"""A year from the last visit, written once a day; and what a browser without its session is told."""

from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Browser

YEAR = 365


@pytest.fixture
def browser(as_, pablo):
    """Pablo's browser, which has been here today."""
    client = as_(pablo)
    client.get("/account/")
    return client


def test_pages_write_nothing(browser, campaign, writes_of):
    for page in ("/", "/account/", campaign.get_absolute_url(), f"{campaign.get_absolute_url()}log/"):
        assert writes_of(lambda page=page: browser.get(page)) == []


def test_the_session_is_renewed_once_a_day(browser, campaign, writes_of, later):
    page = campaign.get_absolute_url()

    later(hours=25)
    renewing, after = (writes_of(lambda: browser.get(page)) for _ in range(2))

    assert len(renewing) == 1
    assert "accounts_browser" in renewing[0]
    assert after == []
    later(hours=51)
    assert len(writes_of(lambda: browser.get(page))) == 1


def test_renewing_gives_a_year_from_now_to_row_and_cookie(browser, later):
    later(days=300)

    answer = browser.get("/account/")

    assert answer.cookies["sessionid"]["max-age"] == YEAR * 24 * 3600
    assert Browser.objects.get().expire_date - timezone.now() > timezone.timedelta(days=YEAR - 1)


def test_who_comes_once_in_a_while_stays_for_years(browser, later):
    for month in range(1, 30):
        later(days=30 * month)
        assert browser.get("/account/").status_code == 200


def test_who_stays_away_for_more_than_a_year_is_out(browser, later):
    later(days=YEAR + 2)

    assert browser.get("/account/").status_code == 302


def test_strangers_leave_no_session(client, db):
    client.get("/")
    client.get("/log-in/")

    assert not Browser.objects.exists()
    assert "sessionid" not in client.cookies


PAGE = "http://testserver/c/abc/?difficulty=easy&modifier=2"


def press(client, url, **headers):
    return client.post(url, {"amount": "-1"}, headers={"hx-request": "true", "hx-current-url": PAGE, **headers})


def test_a_press_without_a_session_is_sent_to_the_log_in_page_whole(client, brianda):
    answer = press(client, f"/c/{brianda.key}/points/pv/")

    assert answer.status_code == 401
    assert answer.content == b""
    assert urlsplit(answer.headers["HX-Redirect"]).path == "/log-in/"
    assert not brianda.pools.exists()


def test_then_one_comes_back_to_the_same_page_with_what_was_chosen_there(client, brianda):
    answer = press(client, f"/c/{brianda.key}/points/pv/")

    assert parse_qs(urlsplit(answer.headers["HX-Redirect"]).query) == {"next": ["/c/abc/?difficulty=easy&modifier=2"]}


@pytest.mark.parametrize("page", ["https://evil.example/", "javascript:alert(1)", "", "//evil.example/"])
def test_a_page_that_is_not_ours_is_not_come_back_to(client, brianda, page):
    answer = press(client, f"/c/{brianda.key}/points/pv/", hx_current_url=page)

    assert "evil" not in answer.headers["HX-Redirect"]
    assert "javascript" not in answer.headers["HX-Redirect"]


def test_without_javascript_the_log_in_page_is_the_answer(client, brianda):
    answer = client.get(brianda.get_absolute_url())

    assert answer.status_code == 302
    assert answer.headers["Location"] == f"/log-in/?next={brianda.get_absolute_url()}"


def test_a_press_without_javascript_loses_nothing_but_itself(client, brianda, ines):
    """After the log-in one stands on a page: an address that is only pressed would be a blank one."""
    sent = client.post(f"/c/{brianda.key}/points/pv/", {"amount": "-1", "back": brianda.get_absolute_url()})
    assert sent.status_code == 302

    form = {"username": "ines", "password": "una frase que nadie adivina"}
    arrived = client.post(sent.headers["Location"], form, follow=True)

    assert arrived.status_code == 200


def test_a_fragment_of_somebody_who_is_in_is_left_alone(as_, brianda, ines):
    answer = press(as_(ines), f"/c/{brianda.key}/points/pv/")

    assert answer.status_code == 204
    assert "HX-Redirect" not in answer.headers


def test_a_session_that_ended_elsewhere_is_as_good_as_none(as_, pablo, brianda):
    browser = as_(pablo)
    Browser.objects.all().delete()

    assert press(browser, f"/c/{brianda.key}/points/pv/").status_code == 401


def test_a_changed_password_shuts_the_other_browsers_out(as_, pablo):
    browser = as_(pablo)
    pablo.user.set_password("tres tristes tigres")
    pablo.user.save()

    assert browser.get("/account/").status_code == 302
    assert Client().post("/log-in/", {"username": "pablo", "password": "tres tristes tigres"}).status_code == 302
