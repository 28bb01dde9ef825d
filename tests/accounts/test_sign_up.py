"""The first campaign of one's own makes the account; the first account, made on this very machine, is the host."""

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse

from combat.demo import load_demo

pytestmark = pytest.mark.postgres

FORM = {"campaign": "Los pozos", "name": "Nuria", "username": "nuria", "password": "tres tristes tigres"}
HERE = {"HTTP_HOST": "localhost:8000", "REMOTE_ADDR": "127.0.0.1"}

User = get_user_model()


def sign_up(client, asked_as=HERE, **fields):
    return client.post(reverse("campaigns:new"), FORM | fields, **asked_as)


def rights(login):
    user = User.objects.get(username=login)
    return user.is_host, user.is_staff, user.is_superuser


@pytest.fixture(autouse=True)
def lan(settings):
    settings.ALLOWED_HOSTS = ["localhost", "127.0.0.1", "[::1]", "192.168.1.20", "mesa.local"]


def test_signing_up_makes_the_account_and_logs_in(client, db):
    answer = sign_up(client)

    nuria = User.objects.get(username="nuria")
    assert (nuria.name, nuria.has_login, nuria.check_password("tres tristes tigres")) == ("Nuria", True, True)
    assert client.get(answer.headers["Location"], **HERE).status_code == 200


@pytest.mark.parametrize("host", ["localhost:8000", "localhost", "127.0.0.1:8000", "[::1]:8000", "LOCALHOST"])
@pytest.mark.parametrize("peer", ["127.0.0.1", "::1"])
def test_the_first_account_made_on_this_machine_is_the_host(client, db, host, peer):
    sign_up(client, {"HTTP_HOST": host, "REMOTE_ADDR": peer})

    assert rights("nuria") == (True, True, True)


@pytest.mark.parametrize("asked_as", [
    {"HTTP_HOST": "192.168.1.20:8000", "REMOTE_ADDR": "192.168.1.33"},  # a phone on the LAN
    {"HTTP_HOST": "localhost:8000", "REMOTE_ADDR": "192.168.1.33"},  # a phone that lies about the Host
    {"HTTP_HOST": "192.168.1.20:8000", "REMOTE_ADDR": "127.0.0.1"},  # through a proxy on this machine
    {"HTTP_HOST": "mesa.local", "REMOTE_ADDR": "::1"},
])  # fmt: skip
def test_from_elsewhere_the_first_account_is_no_host(client, db, asked_as):
    answer = sign_up(client, asked_as)

    assert answer.status_code == 302
    assert rights("nuria") == (False, False, False)


def test_the_second_account_is_no_host(client, db):
    sign_up(client)

    sign_up(Client(), username="blas", name="Blas")

    assert rights("nuria") == (True, True, True)
    assert rights("blas") == (False, False, False)


def test_guests_and_the_people_of_the_demo_do_not_count(client, lola):
    load_demo()

    sign_up(client)

    assert rights("nuria") == (True, True, True)


def test_a_guest_who_signs_up_first_on_this_machine_is_the_host(as_, lola):
    sign_up(as_(lola))

    assert rights("nuria") == (True, True, True)
    assert User.objects.get(username="nuria") == lola.user


def test_a_host_who_makes_another_campaign_stays_the_only_one(client, db):
    sign_up(client)

    answer = client.post(reverse("campaigns:new"), {"campaign": "Otra"}, **HERE)

    assert answer.status_code == 302
    assert User.objects.count() == 1
    assert rights("nuria") == (True, True, True)


@pytest.mark.parametrize("login", ["nuria", "NURIA", "Nuria"])
def test_a_login_that_someone_has_is_refused_in_any_letter_case(client, db, login):
    User.objects.create_user("nuria", "tres tristes tigres")

    answer = sign_up(client, username=login)

    assert answer.status_code == 422
    assert User.objects.count() == 1


@pytest.mark.parametrize(("theirs", "mine"), [("Íñigo", "íñigo"), ("Íñigo", "ÍÑIGO"), ("íñigo", "i\u0301n\u0303igo")])
def test_letters_with_accents_are_letters_too(client, db, theirs, mine):
    """The last one is the same name, its accents written apart."""
    sign_up(client, username=theirs)

    answer = sign_up(Client(), username=mine)

    assert answer.status_code == 422
    assert User.objects.count() == 1


@pytest.mark.parametrize("login", ["con espacio", "a\nb", "coma,", "<b>", "x" * 61])
def test_signs_that_a_login_has_not_are_refused(client, db, login):
    assert sign_up(client, username=login).status_code == 422
    assert not User.objects.exists()


@pytest.mark.parametrize("password", ["corta", "password", "nuria.nuria", "nuria", "12345678"])
def test_a_password_that_is_easily_guessed_is_refused(client, db, password):
    answer = sign_up(client, username="nuria.nuria", password=password)

    assert answer.status_code == 422
    assert not User.objects.exists()


def test_the_password_is_not_sent_back_and_not_kept_as_it_is(client, db):
    assert b"tres tristes" not in sign_up(client, campaign="").content

    sign_up(client)

    assert "tres tristes" not in User.objects.get().password


# --- where accounts are not made (SIGN_UP=off) -----------------------------------------------------------------------


@pytest.fixture
def shut(settings):
    settings.SIGN_UP = False


ELSEWHERE = {"HTTP_HOST": "192.168.1.20:8000", "REMOTE_ADDR": "192.168.1.33"}


def test_shut_nobody_from_elsewhere_makes_an_account(client, db, shut):
    page = client.get("/", **ELSEWHERE).content.decode()

    assert sign_up(client, ELSEWHERE).status_code == 403
    assert client.post(reverse("campaigns:solo"), FORM, **ELSEWHERE).status_code == 403
    assert not User.objects.exists()
    assert 'action="/new/"' not in page
    assert "Aquí no se crean cuentas" in page


def test_shut_the_first_account_on_this_machine_is_still_made_and_no_second(client, db, shut):
    assert sign_up(client).status_code == 302

    assert rights("nuria") == (True, True, True)
    assert sign_up(Client(), username="blas", name="Blas").status_code == 403


def test_shut_who_has_an_account_makes_campaigns(as_, sergio, shut):
    assert as_(sergio).post(reverse("campaigns:new"), {"campaign": "Otra"}, **ELSEWHERE).status_code == 302


def test_shut_an_invitation_lets_in_and_a_guest_chooses_a_login(campaign, seat_of, shut, settings):
    settings.ALLOWED_HOSTS = ["testserver"]
    invitation, browser = campaign.invite(seat_of("marta", "gm")), Client()

    browser.post(invitation.get_absolute_url(), {"name": "Lola"})
    browser.post("/account/", {"username": "lola.maz", "password": "tres tristes tigres"})

    assert User.objects.get(username="lola.maz").has_login
