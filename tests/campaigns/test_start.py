"""The start page: a campaign of one's own, and the door into the demo, which only this very machine sees."""

import re

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse
from django.utils.html import escape

from campaigns.models import Campaign, Membership, Role
from characters.models import Character
from combat.demo import load_demo
from rules.presets import PRESETS

FORM = {"campaign": "Los pozos", "name": "Nuria", "username": "nuria", "password": "tres tristes tigres"}
START, NEW, DEMO = "/", "/new/", "/demo/"
HERE = {"HTTP_HOST": "localhost:8000", "REMOTE_ADDR": "127.0.0.1"}

User = get_user_model()


@pytest.fixture
def demo(db, settings) -> Campaign:
    """A demo in short, its door open: as at the first start on one's own machine."""
    settings.DEMO, settings.IS_HTTPS, settings.SITE_URL = True, False, ""
    settings.ALLOWED_HOSTS = ["localhost", "127.0.0.1", "[::1]", "192.168.1.20"]
    campaign = Campaign.objects.create(name="Sal y hierro", is_demo=True)
    for name, role in (("Marta", Role.GM), ("Fadrique", Role.PLAYER)):
        person = User.objects.create_guest(name, is_demo=True)
        Membership.objects.create(campaign=campaign, user=person, role=role, name=name)
    Character.objects.create(campaign=campaign, name="Goblin 1", is_foe=True, is_finished=True)
    return campaign


def door_shows(client, asked_as=HERE):
    return f'action="{reverse("campaigns:demo")}"' in client.get(START, **asked_as).content.decode()


def enter(client, role="gm", asked_as=HERE):
    return client.post(DEMO, {"role": role}, **asked_as)


# --- the door into the demo ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("asked_as", [
    HERE,
    {"HTTP_HOST": "localhost", "REMOTE_ADDR": "127.0.0.1"},
    {"HTTP_HOST": "127.0.0.1:8000", "REMOTE_ADDR": "127.0.0.1"},
    {"HTTP_HOST": "[::1]:8000", "REMOTE_ADDR": "::1"},
])  # fmt: skip
def test_the_door_is_open_on_this_machine(client, demo, asked_as):
    assert door_shows(client, asked_as)
    assert enter(client, "gm", asked_as).headers["Location"] == demo.get_absolute_url()


def test_the_demo_that_the_first_start_loads_has_both_seats(client, demo):
    demo.delete()
    campaign = load_demo()

    for role in ("gm", "player"):
        assert enter(client, role).headers["Location"] == campaign.get_absolute_url()


@pytest.mark.parametrize(("role", "rank"), [("gm", Role.GM), ("player", Role.PLAYER)])
def test_one_enters_as_gm_or_as_player(client, demo, role, rank):
    answer = enter(client, role)

    page = client.get(answer.headers["Location"], **HERE).content.decode()
    assert f'data-role="{rank.value}"' in page
    assert ("Goblin 1" in page) == (rank is Role.GM)


def shut_by_a_setting(settings):
    settings.DEMO = False


def shut_by_https(settings):
    settings.SITE_URL, settings.IS_HTTPS = "https://mesa.example.org", True


def shut_by_an_account(settings):
    User.objects.create_user("nuria", "tres tristes tigres")


def shut_by_the_lack_of_a_demo(settings):
    Campaign.objects.all().delete()


@pytest.mark.parametrize("shut", [shut_by_a_setting, shut_by_https, shut_by_an_account, shut_by_the_lack_of_a_demo])
def test_each_of_these_shuts_the_door(client, demo, settings, shut):
    shut(settings)

    assert not door_shows(client)
    assert enter(client).status_code == 404
    assert client.get("/account/", **HERE).status_code == 302, "nobody has come in"


@pytest.mark.parametrize("asked_as", [
    {"HTTP_HOST": "localhost:8000", "REMOTE_ADDR": "192.168.1.33"},
    {"HTTP_HOST": "192.168.1.20:8000", "REMOTE_ADDR": "127.0.0.1"},
    {"HTTP_HOST": "192.168.1.20:8000", "REMOTE_ADDR": "192.168.1.33"},
    {"HTTP_HOST": "localhost:8000", "REMOTE_ADDR": ""},
])  # fmt: skip
def test_from_elsewhere_there_is_no_door(client, demo, asked_as):
    assert not door_shows(client, asked_as)
    assert enter(client, "gm", asked_as).status_code == 404


def test_a_plain_public_address_leaves_it_open_on_this_machine(client, demo, settings):
    settings.SITE_URL, settings.IS_HTTPS = "http://mesa.example.org", False

    assert door_shows(client)


def test_guests_do_not_shut_it(client, demo, lola):
    assert door_shows(client)
    assert enter(client).status_code == 302


def test_a_role_that_the_door_does_not_offer_is_refused(demo):
    """Bad values get a 4xx sentence and change nothing."""
    wrong = ["", "abc", "co-gm", "spectator", "1e9", "-5", "3,5", "GM", "x" * 5000, "a\0b"]

    taken = [role for role in wrong if not 400 <= enter(Client(), role).status_code < 500]

    assert taken == []


def test_opening_the_address_of_the_door_does_nothing(client, demo):
    assert client.get(DEMO, **HERE).status_code == 405
    assert client.get("/account/", **HERE).status_code == 302


# --- a campaign of one's own --------------------------------------------------------------------------------------


def test_a_stranger_makes_a_campaign_and_an_account(client, db):
    answer = client.post(NEW, FORM)

    seat = Membership.objects.get()
    assert answer.headers["Location"] == seat.campaign.get_absolute_url()
    assert (seat.campaign.name, seat.rank, seat.name) == ("Los pozos", Role.GM, "Nuria")
    assert (seat.user.username, seat.user.has_login) == ("nuria", True)
    assert client.get(answer.headers["Location"]).status_code == 200


def test_a_person_with_a_login_writes_its_name_only(as_, pablo):
    browser = as_(pablo)
    page = browser.get(START).content.decode()
    assert 'name="campaign"' in page
    assert 'name="username"' not in page

    browser.post(NEW, {"campaign": "Los pozos"})

    seat = Membership.objects.get(campaign__name="Los pozos")
    assert (seat.user, seat.rank, seat.name) == (pablo.user, Role.GM, "Pablo")
    assert User.objects.count() == 1


def test_a_guest_keeps_the_seats_there_were(as_, campaign, lola):
    browser = as_(lola)

    browser.post(NEW, FORM)

    lola.refresh_from_db()
    assert lola.user.username == "nuria"
    assert lola.name == "Lola", "the table still knows her by that name"
    assert set(lola.user.memberships.values_list("campaign__name", "role")) == {
        ("La sal y el hierro", "player"), ("Los pozos", "gm"),
    }  # fmt: skip
    assert browser.get(campaign.get_absolute_url()).status_code == 200
    assert User.objects.count() == 1


def test_a_person_of_the_demo_gets_an_account_of_their_own(as_, demo):
    marta = demo.gm
    browser = as_(marta)

    answer = browser.post(NEW, FORM, **HERE)

    marta.user.refresh_from_db()
    nuria = User.objects.get(username="nuria")
    assert (nuria.is_demo, nuria.memberships.get().campaign.name) == (False, "Los pozos")
    assert (marta.user.is_demo, marta.user.username, marta.user.has_login) == (True, None, False)
    assert browser.get(answer.headers["Location"], **HERE).status_code == 200
    assert browser.get(demo.get_absolute_url(), **HERE).status_code == 404


def test_that_shuts_the_door_into_the_demo(as_, demo):
    as_(demo.gm).post(NEW, FORM, **HERE)

    assert not door_shows(Client())
    assert enter(Client()).status_code == 404


def test_a_campaign_starts_with_the_rules_of_the_first_preset_and_an_empty_log(client, db):
    client.post(NEW, FORM)

    campaign = Campaign.objects.get()
    assert campaign.ruleset == next(iter(PRESETS.values()))
    assert (campaign.is_demo, campaign.log.count()) == (False, 0)


@pytest.mark.parametrize("key", PRESETS)
def test_whoever_makes_a_campaign_chooses_its_rules(client, db, key):
    assert f'value="{key}"' in client.get(START).content.decode()

    answer = client.post(NEW, {**FORM, "preset": key})

    assert Campaign.objects.get().ruleset == PRESETS[key]
    assert client.get(answer.headers["Location"]).status_code == 200


def test_rules_that_are_none_are_refused(client, db):
    answer = client.post(NEW, {**FORM, "preset": "d20"})

    assert answer.status_code == 422
    assert answer.content.decode().count('class="problem"') == 1
    assert not Campaign.objects.exists()


@pytest.mark.parametrize("field", FORM)
def test_each_field_is_asked_for(client, db, field):
    answer = client.post(NEW, {**FORM, field: ""})

    page = answer.content.decode()
    assert answer.status_code == 422
    assert page.count('class="problem"') == 1
    assert not Campaign.objects.exists()
    assert not User.objects.exists()


def test_all_faults_are_said_at_once_and_what_was_written_stays(client, db):
    page = client.post(NEW, {"campaign": "Los pozos", "name": "", "username": "a b", "password": "x"}).content.decode()

    assert all(f'id="id_{field}_error"' in page for field in ("name", "username", "password"))
    assert 'id="id_campaign_error"' not in page
    assert 'value="Los pozos"' in page


def test_a_login_taken_at_the_same_moment_leaves_no_campaign_behind(client, pablo, monkeypatch):
    """The form found it free; the database knows better."""
    monkeypatch.setattr("accounts.forms.ChooseLogin.clean_username", lambda form: form.cleaned_data["username"])

    answer = client.post(NEW, {**FORM, "username": "PABLO"})

    assert answer.status_code == 422
    assert not Campaign.objects.filter(name="Los pozos").exists()


def test_the_language_can_be_changed_where_the_faults_are_said(client, db):
    """The switch leads back to where one was: that must be a page, not an address that is only pressed."""
    page = client.post(NEW, {**FORM, "password": "x"}).content.decode()
    back = page.split('name="next" value="')[1].split('"')[0]

    answer = client.post("/i18n/setlang/", {"language": "en", "next": back}, follow=True)

    assert answer.status_code == 200
    assert '<html lang="en">' in answer.content.decode()


# --- what it shows --------------------------------------------------------------------------------------------------


def test_it_lists_the_tables_one_sits_at_and_no_others(as_, pablo, sergio):
    other = Campaign.objects.create(name="Otra mesa")
    Membership.objects.create(campaign=other, user=sergio, role=Role.GM, name="Sergio")

    page = as_(pablo).get(START).content.decode()

    assert "La sal y el hierro" in page
    assert "Otra mesa" not in page


def test_it_says_nothing_of_anybodys_tables_to_a_stranger(client, pablo):
    assert "La sal y el hierro" not in client.get(START).content.decode()


@pytest.mark.parametrize(("asked", "language"), [(None, "es"), ("de", "es"), ("en-GB,en;q=0.9", "en"), ("es-MX", "es")])
def test_it_is_spanish_unless_the_browser_asks_for_english(client, db, asked, language):
    headers = {"accept-language": asked} if asked else {}

    assert f'<html lang="{language}">' in client.get(START, headers=headers).content.decode()


def test_its_questions_to_the_database_do_not_grow_with_the_tables(as_, pablo, django_assert_max_num_queries):
    for number in range(30):
        campaign = Campaign.objects.create(name=f"Mesa {number}")
        Membership.objects.create(campaign=campaign, user=pablo.user, role=Role.PLAYER, name="Pablo")
    browser = as_(pablo)
    browser.get(START)

    with django_assert_max_num_queries(6):
        browser.get(START)


# --- the next step ----------------------------------------------------------------------------------------------------


def next_steps(page: str) -> list[str]:
    """What the saffron buttons say, in order."""
    return [
        " ".join(re.sub(r"<[^>]*>", "", words).split())
        for words in re.findall(r'class="button primary"[^>]*>(.*?)</(?:a|button)>', page, re.DOTALL)
    ]


def start_in_english(client) -> str:
    return client.get(START, headers={"accept-language": "en"}, **HERE).content.decode()


def test_a_stranger_is_led_to_a_campaign_and_sees_how_to_log_in_first(client, db):
    page = start_in_english(client)

    assert next_steps(page)[0] == "A campaign of my own"
    opening = page.partition('class="roller"')[0]
    assert 'href="#own"' in opening
    assert f'href="{reverse("accounts:log-in")}"' in opening


def test_where_there_is_a_demo_it_comes_first(client, demo):
    assert next_steps(start_in_english(client))[0] == "Enter the demo as GM"


def test_who_has_a_table_finds_it_before_anything_else(as_, pablo):
    page = start_in_english(as_(pablo))

    assert next_steps(page) == ["Enter La sal y el hierro"]
    assert page.index('id="seats"') < page.index('id="own"') < page.index('class="roller"')


def test_who_is_in_the_demo_or_at_no_table_is_led_to_a_campaign_of_their_own(as_, demo, sergio):
    assert next_steps(start_in_english(as_(demo.gm))) == ["Make the campaign"]
    assert next_steps(start_in_english(as_(sergio))) == ["Make the campaign"]


def test_a_guest_is_told_how_to_be_known_elsewhere_too(as_, lola, pablo):
    assert "only this browser knows you" in start_in_english(as_(lola))
    assert "only this browser knows you" not in start_in_english(as_(pablo))


def test_each_rules_are_told_in_a_sentence(client, db):
    page = start_in_english(client)

    told = [ruleset.summary for ruleset in PRESETS.values()]
    assert all(told)
    assert all(f"<small>{escape(summary)}</small>" in page for summary in told)


def test_what_is_wrong_is_in_sight_and_has_the_focus(client, db):
    page = client.post(NEW, {**FORM, "username": "a b"}).content.decode()

    assert page.index('id="own"') < page.index('class="roller"')
    assert re.search(r'<input[^>]*name="username"[^>]* autofocus', page)
    assert page.count(" autofocus") == 1
