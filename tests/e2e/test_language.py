"""The browser's language, else Spanish; another one stays when it is chosen."""

import re
from html import unescape

import polib
from django.test import Client
from playwright.sync_api import expect

from ryfsite.environment import ROOT
from tests.e2e.screens import newest, spanish


def test_a_page_comes_in_the_language_of_the_browser_or_in_spanish(screen):
    for asked, language, words in (
        ("es-ES", "es", spanish("Log in")),
        ("es-MX", "es", spanish("Log in")),
        ("fr-FR", "es", spanish("Log in")),
        ("en-GB", "en", "Log in"),
    ):
        page = screen(None, "/log-in/", language=asked)

        expect(page.locator("html")).to_have_attribute("lang", language)
        expect(page.locator("h1")).to_have_text(words)
    assert spanish("Log in") != "Log in"


def test_the_chosen_language_stays_and_what_is_pushed_speaks_it(screen, campaign, marta, ines, brianda):
    page = screen(ines, campaign.get_absolute_url(), language="es-ES")
    spaniard = screen(marta, campaign.get_absolute_url(), language="es-ES")

    page.locator("footer button[value=en]").click()

    expect(page.locator("html")).to_have_attribute("lang", "en")
    assert page.url.endswith(campaign.get_absolute_url())
    brianda.roll(marta, "stealth", difficulty=10)
    expect(newest(page).locator(".line")).to_contain_text("Brianda, Stealth")
    expect(newest(spaniard).locator(".line")).to_contain_text("Brianda, Sigilo")

    page.goto(brianda.get_absolute_url())
    expect(page.locator("#roll-dodge .name")).to_contain_text("Dodge")
    page.goto("/account/")
    page.locator("form[action='/log-out/'] button").first.click()
    expect(page.locator("html")).to_have_attribute("lang", "en")

    page.locator("footer button[value=es]").click()
    expect(page.locator("html")).to_have_attribute("lang", "es")


def test_no_english_is_left_on_a_spanish_page(every_page, as_):
    catalogue = polib.pofile(ROOT / "locale/es/LC_MESSAGES/django.po")
    english = {
        each.msgid for each in catalogue if " " in each.msgid and "%" not in each.msgid and each.msgid != each.msgstr
    }
    english -= {each.msgstr for each in catalogue}
    for name, (who, path) in every_page.items():
        client = who if isinstance(who, Client) else as_(who)
        answer = client.get(path, headers={"host": "localhost", "accept-language": "es"})

        text = unescape(re.sub(r"<[^>]+>", "|", answer.content.decode()))
        said = {piece.strip() for piece in re.split(r"[|\n]", text)}
        assert not said & english, name
