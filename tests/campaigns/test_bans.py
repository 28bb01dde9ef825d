"""Sent away for good: by account, or by browser for a guest; and allowed back."""

import pytest
from django.test import Client

from campaigns.models import Ban
from tests.campaigns.doors import of_seat, sees, sit_down


def ban(as_, by, seat):
    return as_(by).post(of_seat(seat, "ban/"))


def comes_back(browser, invitation, name="Otra vez"):
    return browser.post(invitation.get_absolute_url(), {"name": name}).status_code == 302


def test_whoever_is_banned_goes_blind_at_once(
    as_, campaign, marta, pablo, monkeypatch, django_capture_on_commit_callbacks
):
    browser, sent_away = as_(pablo), []
    monkeypatch.setattr("live.expel", sent_away.append)

    with django_capture_on_commit_callbacks(execute=True):
        ban(as_, marta, pablo)

    assert sent_away == [pablo.tag]
    assert not sees(browser, campaign)
    assert campaign.log.first().kind == "banned"


def test_no_invitation_lets_the_account_in_from_any_browser(as_, campaign, marta, pablo, invitation):
    ban(as_, marta, pablo)

    for browser in (as_(pablo), as_(pablo)):
        assert browser.get(invitation.get_absolute_url()).status_code == 403
        assert not comes_back(browser, campaign.invite(marta))
    assert campaign.memberships.sitting().count() == 1


def test_a_guest_stays_out_in_the_same_browser_and_with_a_login_chosen_later(
    as_, campaign, marta, lola, browser_of_lola, invitation
):
    ban(as_, marta, lola)
    assert not comes_back(browser_of_lola, invitation)

    browser_of_lola.post("/account/", {"username": "lola.maz", "password": "tres tristes tigres"})

    assert not comes_back(browser_of_lola, invitation)


def test_what_a_ban_cannot_hold_a_guest_in_another_browser(as_, marta, lola, invitation):
    """Said on the page: whoever has the link and a new browser is nobody we know."""
    ban(as_, marta, lola)

    assert comes_back(Client(), invitation)


def test_the_way_back_to_the_seat_is_shut_too(as_, campaign, marta, lola, invitation):
    link = lola.send_link(marta)

    ban(as_, marta, lola)

    assert Client().post(link.get_absolute_url()).status_code == 404
    assert Client().post(f"{invitation.get_absolute_url()}back/", {"name": "Lola"}).status_code == 422


def test_who_is_allowed_back_needs_an_invitation_again(as_, campaign, marta, pablo, invitation):
    ban(as_, marta, pablo)
    found = Ban.objects.get()

    as_(marta).post(f"{campaign.get_absolute_url()}bans/{found.key}/lift/")

    browser = as_(pablo)
    assert not sees(browser, campaign)
    assert comes_back(browser, invitation)


def test_a_ban_is_of_one_table(as_, marta, pablo, elsewhere):
    ban(as_, marta, pablo)

    assert sees(sit_down(as_(pablo), elsewhere.invite(elsewhere.gm), "Pablo"), elsewhere)


WHO = ["marta", "coral", "pablo", "vera"]


@pytest.mark.parametrize(("by", "whom"), [(by, whom) for by in WHO for whom in WHO])
def test_who_may_ban_whom(as_, campaign, marta, coral, pablo, vera, by, whom):
    """B31: every role on every role; the GM all others, a co-GM who does not lead."""
    seats = {"marta": marta, "coral": coral, "pablo": pablo, "vera": vera}
    may = (by == "marta" and whom != "marta") or (by == "coral" and whom in {"pablo", "vera"})

    answer = ban(as_, seats[by], seats[whom])

    assert answer.status_code == (302 if may else 403)
    assert Ban.objects.exists() == may
