"""The browser's language, else Spanish; another one stays when it is chosen."""

import re
from datetime import datetime

from django.http import HttpResponse
from django.template import Context, Template
from django.test import Client
from django.utils.translation import override
from playwright.sync_api import expect

from tests.e2e.languages import wrong_words
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


def test_every_page_speaks_one_language(every_page, as_):
    found = []
    for name, (who, path) in every_page.items():
        client = who if isinstance(who, Client) else as_(who)
        found += wrong_words(name, client, path)
    assert not found, "\n".join(found)


def test_what_is_not_translated_is_found(campaign, as_, ines):
    """A word or a whole page in the wrong language, a decimal point, a word that no language has."""

    class Page:
        def __init__(self, words: str) -> None:
            self.words = words

        def get(self, path: str, headers: dict[str, str]) -> HttpResponse:
            return HttpResponse(f'<html lang="es"><p>{self.words}</p>')

    assert list(wrong_words("good", as_(ines), campaign.get_absolute_url())) == []
    for words, wanted in (
        ("Throw the dice", "good in es: "),
        ("El jugador tira los dados", "good in en: "),
        ("Con 62.5 %", "good in es: ['62.5']"),
        ("Seleccione una tirada", "good in es: Seleccione, said with usted"),
        ("Zubeldia", "good in both: Zubeldia"),
        ("", "good: asked for in en, it says es"),
    ):
        assert any(each.startswith(wanted) for each in wrong_words("good", Page(words), "/")), words


def test_the_other_language_is_named_in_its_own(client, db):
    """A screen reader says "English" as an Englishman does, also on a Spanish page."""
    button = r'<button name="language" value="(\w+)" lang="(\w+)"( aria-current="true")?>(\w+)<'
    for language in ("es", "en"):
        page = client.get("/", headers={"accept-language": language}).content.decode()

        found = [(value, lang, bool(is_current), words) for value, lang, is_current, words in re.findall(button, page)]

        assert found == [("es", "es", language == "es", "Español"), ("en", "en", language == "en", "English")]


def test_dates_and_numbers_are_written_as_each_language_does():
    """No month that could be a day, one clock for all pages, and a decimal sign of the reader's."""
    when = datetime(2026, 4, 5, 19, 30)
    page = Template("""{{ when|date:"SHORT_DATETIME_FORMAT" }}; {{ when|date:"DATE_FORMAT" }}; {{ half }}""")
    found = {}
    for language in ("es", "en"):
        with override(language):
            found[language] = page.render(Context({"when": when, "half": 2.5}))

    assert found == {
        "es": "05/04/2026 19:30; 5 de abril de 2026; 2,5",
        "en": "5 Apr 2026, 19:30; 5 April 2026; 2.5",
    }
