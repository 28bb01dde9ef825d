"""Log in, log out, and what happens to those who guess."""

from datetime import timedelta

import pytest
from axes.models import AccessAttempt
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from campaigns import streams
from live.stream import Denied

PASSWORD = "una frase que nadie adivina"
LOG_IN, ACCOUNT = "/log-in/", "/account/"
ENOUGH = 30  # bad tries after which anybody is locked out


def log_in(client, login, password=PASSWORD, address="192.168.1.33", **more):
    return client.post(LOG_IN, {"username": login, "password": password}, REMOTE_ADDR=address, **more)


def is_in(client):
    return client.get(ACCOUNT).status_code == 200


def guess(login, address="192.168.1.33", **more):
    """Bad tries until the door shuts; the answer of the last one."""
    client = Client()
    for number in range(ENOUGH):
        answer = log_in(client, login, f"frase {number}", address, **more)
        if answer.status_code != 422:
            return answer
    return answer


def test_log_in_shows_the_campaigns_one_sits_at(client, pablo):
    answer = log_in(client, "pablo")

    assert (answer.status_code, answer.headers["Location"]) == (302, "/")
    assert "La sal y el hierro" in client.get("/").content.decode()


def test_the_letter_case_of_the_login_does_not_matter(client, pablo):
    assert log_in(client, "PABLO").status_code == 302


@pytest.mark.parametrize("typed", ["ÍÑIGO", "íñigo", "Íñigo"])
def test_nor_that_of_letters_with_accents(client, seat_of, typed):
    seat_of("íñigo", "player")

    assert log_in(client, typed).status_code == 302


@pytest.mark.parametrize(("login", "password"), [("pablo", "otra"), ("nadie", PASSWORD), ("pablo", PASSWORD.upper())])
def test_a_wrong_pair_says_one_sentence_whichever_of_both_is_wrong(client, pablo, login, password):
    answer = log_in(client, login, password)

    known = log_in(Client(), "pablo", "otra").content.decode()
    assert answer.status_code == 422
    assert 'class="problem" role="alert"' in answer.content.decode()
    assert answer.content.decode().count("problem") == known.count("problem")
    assert not is_in(client)


def test_a_guest_has_no_password_to_log_in_with(client, lola):
    for password in ("", "!", lola.user.password):
        assert log_in(client, "Lola", password).status_code == 422


def test_an_account_put_out_of_use_does_not_get_in(client, as_, pablo):
    open_browser = as_(pablo)
    pablo.user.is_active = False
    pablo.user.save()

    assert log_in(client, "pablo").status_code == 422
    assert not is_in(open_browser)


def test_one_comes_out_where_one_wanted_to_go(client, campaign, pablo):
    wanted = client.get(campaign.get_absolute_url())

    answer = client.post(wanted.headers["Location"], {"username": "pablo", "password": PASSWORD})

    assert answer.headers["Location"] == campaign.get_absolute_url()


@pytest.mark.parametrize("elsewhere", ["https://evil.example/", "//evil.example/", "javascript:alert(1)"])
def test_the_way_on_never_leaves_the_site(client, pablo, elsewhere):
    answer = client.post(LOG_IN, {"username": "pablo", "password": PASSWORD, "next": elsewhere})

    assert answer.headers["Location"] == "/"


def test_the_session_gets_another_name_when_somebody_logs_in(client, pablo):
    client.session.save()
    planted = client.session.session_key

    log_in(client, "pablo")

    assert client.session.session_key != planted


def test_the_cookie_lasts_a_year_and_no_script_reads_it(client, pablo):
    cookie = log_in(client, "pablo").cookies["sessionid"]

    assert cookie["max-age"] == 365 * 24 * 3600
    assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax")


def test_log_out_is_a_press(as_, pablo):
    browser = as_(pablo)

    assert browser.get("/log-out/").status_code == 405
    assert is_in(browser)
    answer = browser.post("/log-out/")
    assert answer.headers["Location"] == "/"
    assert answer.headers["Clear-Site-Data"] == '"cache"'  # nobody leafs back to what the last one read
    assert not is_in(browser)


def test_who_logs_out_goes_blind_at_once(as_, campaign, pablo):
    browser = as_(pablo)
    scope = {
        "path": f"{campaign.get_absolute_url()}live",
        "query_string": b"page=table&as=player&lang=es",
        "headers": [(b"host", b"testserver"), (b"cookie", f"sessionid={browser.cookies['sessionid'].value}".encode())],
    }
    assert not isinstance(streams.admit(scope), Denied)

    browser.post("/log-out/")

    assert streams.admit(scope) == Denied(401)


def test_the_open_streams_of_that_browser_end_and_no_others(
    as_, pablo, monkeypatch, django_capture_on_commit_callbacks
):
    sent_away = []
    monkeypatch.setattr("live.expel", sent_away.append)
    one, other = as_(pablo), as_(pablo)
    key = one.cookies["sessionid"].value

    with django_capture_on_commit_callbacks(execute=True):
        one.post("/log-out/")

    assert len(sent_away) == 1
    assert key not in sent_away[0], "the key of a session stays in its cookie"
    assert is_in(other)


def test_other_browsers_of_the_same_person_stay(as_, pablo):
    one, other = as_(pablo), as_(pablo)

    one.post("/log-out/")

    assert is_in(other)


def test_too_many_bad_tries_are_answered_with_a_sentence(pablo):
    answer = guess("pablo")

    assert answer.status_code == 429
    assert "Espera 15 minutos" in answer.content.decode()
    assert "Wait 15 minutes" in guess("pablo", HTTP_ACCEPT_LANGUAGE="en").content.decode()


def test_then_the_right_password_waits_too(client, pablo):
    guess("pablo")

    assert log_in(client, "pablo").status_code == 429
    assert not is_in(client)


def test_others_at_the_same_address_go_on(client, pablo, ines):
    guess("pablo")

    assert log_in(client, "ines").status_code == 302


def test_the_same_login_from_another_address_goes_on(client, pablo):
    guess("pablo")

    assert log_in(client, "pablo", address="192.168.1.44").status_code == 302


def test_a_few_slips_do_no_harm(client, pablo):
    for _ in range(3):
        log_in(client, "pablo", "se me olvida")

    assert log_in(client, "pablo").status_code == 302


def test_after_a_while_one_may_try_again(client, pablo):
    guess("pablo")

    AccessAttempt.objects.update(attempt_time=timezone.now() - timedelta(minutes=16))

    assert log_in(client, "pablo").status_code == 302


def test_another_letter_case_is_no_new_row_of_tries(client, pablo):
    """The log-in takes pablo, Pablo and PABLO for the same: so must the throttle."""
    guess("pablo")

    assert log_in(client, "PABLO").status_code == 429


def test_a_header_that_anyone_can_write_is_no_new_address(client, pablo):
    guess("pablo")

    assert log_in(client, "pablo", HTTP_X_FORWARDED_FOR="10.9.8.7").status_code == 429


def test_logins_that_nobody_has_are_counted_too(db):
    assert guess("nadie").status_code == 429


def test_the_log_in_of_the_admin_panel_has_the_same_throttle(client, hugo):
    guess("hugo")

    answer = client.post(reverse("admin:login"), {"username": "hugo", "password": PASSWORD}, REMOTE_ADDR="192.168.1.33")

    assert answer.status_code == 429
