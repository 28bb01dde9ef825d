"""The language is a setting of the person: chosen once, it follows them; until then the browser's, else Spanish."""

import re

from django.test import Client
from django.urls import reverse

from characters.own_data import data_of

GERMAN, ENGLISH, SPANISH = ({"accept-language": code} for code in ("de", "en", "es"))


def language_of(client, path="/account/", headers=SPANISH):
    answer = client.get(path, headers=headers)
    said = re.search(r'<html lang="(\w+)"', answer.content.decode())[1]
    assert answer.headers["Content-Language"] == said
    return said


def choose(client, language, headers=SPANISH):
    return client.post(reverse("set_language"), {"language": language, "next": "/account/"}, headers=headers)


def test_until_one_chooses_it_is_the_language_of_the_browser(as_, ines):
    browser = as_(ines)

    assert language_of(browser, headers=ENGLISH) == "en"
    assert language_of(browser, headers=SPANISH) == "es"
    assert language_of(browser, headers=GERMAN) == "es"


def test_what_was_chosen_holds_in_every_browser_of_that_person(as_, ines, pablo):
    phone, laptop, other = as_(ines), as_(ines), as_(pablo)

    assert choose(phone, "en").headers["Location"] == "/account/"

    assert language_of(phone) == language_of(laptop) == "en"
    assert language_of(other) == "es"
    choose(laptop, "es")
    assert language_of(phone, headers=ENGLISH) == "es"


def test_a_guest_keeps_it_too(campaign, marta, as_):
    ruth = campaign.invite(marta).admit(None, "Ruth")
    choose(as_(ruth), "en")

    assert language_of(as_(ruth)) == "en"


def test_whoever_logs_out_leaves_the_language_of_the_browser_as_they_chose_it(as_, ines):
    browser = as_(ines)
    choose(browser, "en")
    browser.post("/log-out/")

    assert language_of(browser, "/log-in/") == "en"
    assert language_of(Client(), "/log-in/") == "es"


def test_no_other_language_is_taken(as_, ines):
    browser = as_(ines)

    for bad in ("de", "", "xx-yy", "en\0", "e" * 500):
        choose(browser, bad)

    ines.user.refresh_from_db()
    assert ines.user.language == ""
    assert language_of(browser) == "es"


def test_the_people_of_the_demo_are_many_and_choose_for_their_browser_only(as_, ines):
    ines.user.is_demo = True
    ines.user.save()
    one, other = as_(ines), as_(ines)

    choose(one, "en")

    assert (language_of(one), language_of(other)) == ("en", "es")


def test_it_is_among_the_data_of_the_person(as_, ines):
    choose(as_(ines), "en")
    ines.user.refresh_from_db()

    assert data_of(ines.user)["account"]["language"] == "en"


def test_it_costs_no_query(as_, ines, django_assert_num_queries, django_assert_max_num_queries):
    browser = as_(ines)
    browser.get("/account/password/", headers=SPANISH)
    with django_assert_max_num_queries(20) as found:
        browser.get("/account/password/", headers=SPANISH)
    before = len(found)
    choose(browser, "en")

    with django_assert_num_queries(before):
        browser.get("/account/password/", headers=SPANISH)
