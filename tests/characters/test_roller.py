"""The dice roller that anybody may try (product.md, start page): odds by GET, dice by POST, nothing stored."""

import re

import pytest
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from campaigns.models import LogEntry
from characters import roller

USUAL = {"preset": "ryf-table", "bonus": "8", "difficulty": "15", "keep": "0", "formula": ""}


@pytest.fixture(autouse=True)
def fresh():
    cache.clear()


@pytest.fixture
def ask(db):
    """`ask(bonus="5")`: what the roller says; `throws=True` presses the button."""

    def go(language="es", *, throws=False, status=200, **changed):
        browser = Client()
        send = browser.post if throws else browser.get
        answer = send(reverse("characters:try-dice"), {**USUAL, **changed}, headers={"accept-language": language})
        assert answer.status_code == status
        return re.sub(r"\s+", " ", answer.content.decode())

    return go


def test_the_odds_stand_there_before_the_roll(ask):
    """8 against 15 takes a 7: 352 of 1000. A critical takes 17, which no die shows; 13 of 1000 fumble (R5)."""
    told = ask()

    assert '<b class="loud">35,2 %</b> éxito' in told
    assert "1,3 % pifia" in told
    assert ">RyF de mesa</option>" in told
    assert 'class="throw"' not in told


def test_the_curve_marks_the_difficulty_and_says_its_chance(ask):
    told = ask()

    assert '<path class="curve main"' in told
    assert "dificultad 15: 35,2 %" in told  # the text alternative
    assert re.search(r'<text class="mark (start|end)"[^>]*>15 · 35,2 %</text>', told)


def test_a_throw_shows_its_dice_the_one_that_stays_and_why(ask, dice):
    dice(7, 2, 9)
    told = ask(throws=True)

    assert "kept-one" in told
    assert "Se queda el dado medio, el 7" in told
    assert "7 + modificador 8 = 15, y hacía falta 15" in told
    assert "Éxito" in told


def test_another_die_may_stay(ask, dice):
    dice(7, 2, 9)

    assert "Se queda el dado bajo, el 2" in ask(throws=True, keep="-1")


def test_two_tens_have_no_die_that_stays(ask, dice):
    told = ask(preset="d10x2")
    assert 'name="keep" value="0"' in told
    assert 'type="radio"' not in told

    dice(3, 4)
    assert "Cuentan los dos dados" in ask(throws=True, preset="d10x2")


@pytest.mark.parametrize(
    ("formula", "faces", "total"), [("2d6+3", (3, 4), "10"), ("1o3d10+7", (2, 5, 9), "12"), ("1d6!", (6, 2), "8")]
)
def test_other_dice_are_thrown_as_they_are_typed(ask, dice, formula, faces, total):
    dice(*faces)

    told = ask(throws=True, formula=formula)

    assert f'<span class="word">{total}</span><span class="sum">{formula}</span>' in told
    assert '<path class="curve main"' in told


def test_too_many_dice_are_thrown_and_not_drawn(ask):
    told = ask(throws=True, formula="100d1000")

    assert "se tiran, pero no se dibujan" in told
    assert 'class="curve' not in told


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"formula": "2x6"}, "try-formula_error"),
        ({"bonus": "mil"}, "try-bonus_error"),
        ({"bonus": "100"}, "try-bonus_error"),
        ({"difficulty": ""}, "try-difficulty_error"),
        ({"preset": "otro"}, "try-preset_error"),
    ],
)
@pytest.mark.parametrize("throws", [True, False])
def test_what_cannot_be_is_said_at_its_field(ask, wrong, sentence, throws):
    told = ask(throws=throws, status=422, **wrong)

    assert sentence in told
    assert 'class="curve' not in told


def test_a_die_that_is_none_is_refused(ask):
    ask(keep="7", status=422)


def test_without_scripts_the_odds_are_a_press_too(ask):
    told = ask(throws=True, odds="1", bonus="10")

    assert 'class="throw"' not in told
    assert '<b class="loud">64,8 %</b>' in told, "10 against 15 takes a 5: 648 of 1000"


def test_nothing_is_kept(ask, dice):
    dice(7, 2, 9)
    ask(throws=True)

    assert not LogEntry.objects.exists()
    assert not Session.objects.exists()


def test_whoever_throws_too_often_waits(ask, monkeypatch):
    monkeypatch.setattr(roller, "A_MINUTE", 2)
    ask(throws=True)
    ask(throws=True)

    assert "Demasiadas tiradas" in ask(throws=True, status=429)
    assert "35,2" in ask(), "the odds are always there"


def test_the_start_page_has_it(db):
    told = Client().get("/", headers={"accept-language": "es"}).content.decode()

    assert 'id="roller"' in told
    assert "35,2" in told
    assert f'action="{reverse("characters:try-dice")}"' in told
