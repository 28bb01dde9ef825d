"""A guest chooses a login and a password and keeps everything."""

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

from characters.models import Character
from combat.demo import load_demo

ACCOUNT = "/account/"
FORM = {"username": "lola.maz", "password": "tres tristes tigres"}

User = get_user_model()


@pytest.fixture
def urraca(campaign, lola):
    """Lola's hero: physique 3 (12 PV)."""
    return Character.objects.create(
        campaign=campaign, owner=lola, name="Urraca", is_finished=True, traits={"attributes": {"physique": 3}}
    )


def test_the_guest_keeps_seat_hero_and_log(as_, campaign, lola, urraca):
    urraca.change_pool(lola, "pv", -2)
    browser = as_(lola)

    answer = browser.post(ACCOUNT, FORM)

    lola.refresh_from_db()
    assert answer.status_code == 302
    assert (lola.user.username, lola.user.has_login, lola.name) == ("lola.maz", True, "Lola")
    assert urraca.owner == lola
    assert campaign.log.get().by == lola
    assert User.objects.count() == 1


def test_the_browser_at_hand_stays_in(as_, lola, urraca):
    browser = as_(lola)

    browser.post(ACCOUNT, FORM)

    assert browser.get(urraca.get_absolute_url()).status_code == 200


def test_a_new_browser_comes_in_with_them(as_, lola, urraca):
    as_(lola).post(ACCOUNT, FORM)

    elsewhere = Client()
    elsewhere.post("/log-in/", FORM)

    assert elsewhere.get(urraca.get_absolute_url()).status_code == 200


def test_other_browsers_that_held_the_guests_cookie_are_out(as_, lola, urraca):
    """Somebody with a password of their own is nobody else's guest any more."""
    browser, other = as_(lola), as_(lola)

    browser.post(ACCOUNT, FORM)

    assert other.get(urraca.get_absolute_url()).status_code == 302


@pytest.mark.parametrize("login", ["pablo", "PABLO", "pAblo"])
def test_a_login_that_someone_has_is_refused(as_, lola, pablo, login):
    answer = as_(lola).post(ACCOUNT, {**FORM, "username": login}, headers={"accept-language": "en"})

    lola.user.refresh_from_db()
    assert answer.status_code == 422
    assert "Someone has that login already: choose another." in answer.content.decode()
    assert not lola.user.has_login


def test_a_login_taken_at_the_same_moment_is_refused(as_, lola, pablo, monkeypatch):
    """The form found it free; the database knows better."""
    monkeypatch.setattr("accounts.forms.ChooseLogin.clean_username", lambda form: form.cleaned_data["username"])

    answer = as_(lola).post(ACCOUNT, {**FORM, "username": "Pablo"})

    lola.user.refresh_from_db()
    assert answer.status_code == 422
    assert not lola.user.has_login


def test_it_is_chosen_once(as_, pablo):
    answer = as_(pablo).post(ACCOUNT, FORM)

    pablo.user.refresh_from_db()
    assert answer.status_code == 409
    assert pablo.user.username == "pablo"


def test_the_page_tells_a_guest_what_hangs_on_the_cookie(as_, lola, pablo):
    guest, known = (as_(seat).get(ACCOUNT).content.decode() for seat in (lola, pablo))

    assert 'name="username"' in guest
    assert 'name="username"' not in known
    assert "<b>pablo</b>" in known


def test_the_people_of_the_demo_get_no_login(as_, db):
    """Whoever enters the demo next is that same person, without a password."""
    fadrique = load_demo().memberships.filter(role="player").first().user

    answer = as_(fadrique).post(ACCOUNT, FORM)

    fadrique.refresh_from_db()
    assert 400 <= answer.status_code < 500
    assert not fadrique.has_login
