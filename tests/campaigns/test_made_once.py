"""One press makes one campaign, pressed twice or sent again; with a file, too."""

import re
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connections

from campaigns.exchange import file_of
from campaigns.keys import key_of
from campaigns.models import Campaign

FORM = {"campaign": "Los pozos", "preset": "ryf-core", "press": "pulsada-1"}


def press_on(page):
    return re.search(r'name="press" value="([A-Za-z0-9-]+)"', page.content.decode())[1]


@pytest.fixture
def file(campaign, marta):
    data, _ending = file_of(campaign)
    return data


def test_the_second_press_leads_to_what_the_first_has_made(as_, sergio):
    browser = as_(sergio)

    first, second = browser.post("/new/", FORM), browser.post("/new/", FORM)

    assert first.headers["Location"] == second.headers["Location"]
    assert Campaign.objects.filter(name="Los pozos").count() == 1


def test_a_file_sent_twice_by_one_press_is_one_campaign(as_, sergio, file):
    browser = as_(sergio)
    sent = [{"file": SimpleUploadedFile("x.json", file), "press": "pulsada-1"} for _time in range(2)]

    answers = [browser.post("/new/from-file/", form) for form in sent]

    assert [answer.status_code for answer in answers] == [302, 302]
    assert answers[0].headers["Location"] == answers[1].headers["Location"]
    assert Campaign.objects.filter(memberships__user=sergio).count() == 1


def test_the_same_file_by_another_press_is_another_campaign(as_, sergio, file):
    browser = as_(sergio)
    for press in ("pulsada-1", "pulsada-2", "", ""):
        browser.post("/new/from-file/", {"file": SimpleUploadedFile("x.json", file), "press": press})

    assert Campaign.objects.filter(memberships__user=sergio).count() == 4


def test_each_page_makes_a_press_of_its_own(as_, sergio):
    browser = as_(sergio)

    assert len({press_on(browser.get(url)) for url in ("/", "/", "/new/from-file/", "/new/from-file/")}) == 4


def test_the_press_of_another_opens_nothing(as_, sergio, hugo):
    made = as_(sergio).post("/new/", FORM)

    answer = as_(hugo).post("/new/", FORM)

    assert answer.status_code == 422
    assert made.headers["Location"] not in str(answer.headers)


def test_a_press_says_nothing_of_the_key_without_the_secret_of_the_site(settings):
    one = key_of("pulsada-1")
    settings.SECRET_KEY = "another secret of another site"

    assert re.fullmatch(r"[23456789a-z]{12}", one)
    assert key_of("pulsada-1") != one


@pytest.mark.django_db(transaction=True)
def test_two_presses_at_once_make_one(as_, sergio, file):
    browsers = [as_(sergio) for _time in range(2)]

    def press(browser):
        try:
            form = {"file": SimpleUploadedFile("x.json", file), "press": "pulsada-1"}
            return browser.post("/new/from-file/", form).status_code
        finally:
            connections.close_all()

    with ThreadPoolExecutor(2) as hands:
        assert list(hands.map(press, browsers)) == [302, 302]
    assert Campaign.objects.filter(memberships__user=sergio).count() == 1
