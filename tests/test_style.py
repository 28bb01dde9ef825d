"""The page of all pieces: for whoever works on the site, and nobody else."""

import re
from pathlib import Path

import pytest
from django.urls import reverse

from combat.board import WORDS
from ryfsite.environment import ROOT


@pytest.fixture
def page(client, settings):
    settings.DEBUG = True
    answer = client.get(reverse("style"), headers={"accept-language": "en"})
    assert answer.status_code == 200
    return answer


def test_where_the_site_is_served_there_is_no_such_page(client, db):
    assert client.get(reverse("style")).status_code == 404


def test_it_asks_no_database(page):
    """No fixture of this test lets it: pytest-django fails what asks."""
    assert "Brianda" in page.content.decode()


def test_it_shows_every_icon_every_colour_and_every_state(page):
    said = page.content.decode()
    icons = re.findall(r'<symbol id="([\w-]+)"', (ROOT / "static/img/icons.svg").read_text())
    colours = re.findall(r"--([\w-]+): light-dark", (ROOT / "static/css/tokens.css").read_text())
    states = re.findall(r'\("([\w-]+)", "f"\)', Path(ROOT / "characters/templatetags/states.py").read_text())
    from characters.templatetags.states import state_word

    assert len(icons) > 20
    assert [each for each in icons if f"<code>{each}</code>" not in said] == []
    assert [each for each in colours if f"<code>{each}</code>" not in said and each != "float"] == []
    assert len(states) >= 10
    assert [each for each in states if f" {state_word(each, 'f')}</span>" not in said] == []
    assert [each for each in WORDS.values() if f">{each}<" not in said] != list(WORDS.values())


def test_nothing_in_it_needs_another_policy(page):
    said = page.content.decode()

    assert "style=" not in said
    assert not re.search(r"<(script|style)(?![^>]*\bsrc=)[^>]*>", said)
    assert "style-src 'self'" in page.headers["Content-Security-Policy"]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_light_or_dark_is_said_on_the_page(client, settings, theme):
    settings.DEBUG = True

    assert f'<html lang="es" data-theme="{theme}">' in client.get(f"{reverse('style')}?theme={theme}").content.decode()
    assert "data-theme" not in client.get(f"{reverse('style')}?theme=%22onload").content.decode().split("<body")[0]
