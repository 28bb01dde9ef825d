"""An account that is deleted: characters stay, seats and sessions go, no table loses its GM unseen."""

import pytest
from axes.models import AccessLog
from django.contrib.auth import get_user_model
from django.test import Client

from accounts.models import Browser
from campaigns.models import Campaign, Membership, Role

User = get_user_model()
DELETE = "/account/delete/"
PASSWORD = "una frase que nadie adivina"


def of(login, **fields):
    return {"name": login, "password": PASSWORD, **fields}


def test_characters_stay_under_a_former_player(as_, campaign, marta, ines, brianda):
    browser = as_(ines)

    answer = browser.post(DELETE, of("ines"))

    brianda.refresh_from_db()
    seat = Membership.objects.get(pk=ines.pk)
    assert answer.headers["Location"] == "/"
    assert not User.objects.filter(username="ines").exists()
    assert (brianda.owner, seat.name, seat.user, seat.left_at is None) == (seat, "quien jugaba antes", None, False)
    assert "quien jugaba antes" in as_(marta).get(campaign.get_absolute_url()).content.decode()
    assert campaign.log.first().kind == "left"


def test_every_browser_is_out_and_every_screen_ends(
    as_, campaign, ines, marta, monkeypatch, django_capture_on_commit_callbacks
):
    here, other, sent_away = as_(ines), as_(ines), []
    tags = {row.tag for row in Browser.objects.filter(person=ines.user)}
    monkeypatch.setattr("live.expel", sent_away.append)

    with django_capture_on_commit_callbacks(execute=True):
        here.post(DELETE, of("ines"))

    assert {ines.tag, *tags} <= set(sent_away)
    assert [browser.get("/account/").status_code for browser in (here, other)] == [302, 302]


@pytest.mark.parametrize(
    "form", [{}, of("inés"), of("ines", password="otra"), {"name": "ines"}, {"password": PASSWORD}]
)
def test_not_by_a_slip(as_, ines, form):
    assert as_(ines).post(DELETE, form).status_code == 422
    assert User.objects.filter(username="ines").exists()


def test_tries_at_the_password_are_counted_as_at_the_log_in(as_, ines, settings):
    settings.AXES_FAILURE_LIMIT = 3
    browser = as_(ines)

    statuses = [browser.post(DELETE, of("ines", password=f"frase {number}")).status_code for number in range(4)]

    assert 429 in statuses
    assert browser.post(DELETE, of("ines")).status_code == 429


def test_a_guest_types_the_name(as_, lola):
    assert as_(lola).post(DELETE, {"name": "lola"}).status_code == 302
    assert not User.objects.filter(pk=lola.user_id).exists()


def test_a_gm_hands_over_first(as_, campaign, marta, coral):
    browser = as_(marta)

    refused = browser.post(DELETE, of("marta"))
    assert refused.status_code == 422
    assert campaign.name in refused.content.decode()
    campaign.hand_over(marta, coral)

    assert browser.post(DELETE, of("marta")).status_code == 302
    assert campaign.gm == coral


def test_a_table_where_nobody_is_left_is_archived(as_, campaign, marta):
    as_(marta).post(DELETE, of("marta"))

    assert Campaign.objects.get().archived_at is not None


def test_the_last_host_stays_while_others_have_a_login(as_, hugo, sergio):
    assert as_(hugo).post(DELETE, of("hugo")).status_code == 422

    sergio.is_superuser = True
    sergio.save()

    assert as_(hugo).post(DELETE, of("hugo")).status_code == 302


def test_what_the_throttle_kept_goes_too(ines, marta):
    browser = Client()
    browser.post("/log-in/", {"username": "ines", "password": PASSWORD})
    assert AccessLog.objects.filter(username="ines").exists()

    browser.post(DELETE, of("ines"))

    assert not AccessLog.objects.filter(username="ines").exists()


def test_whom_the_host_deletes_leaves_characters_too(as_, hugo, ines, brianda, marta):
    as_(hugo).post(f"/admin/accounts/user/{ines.user.pk}/delete/", {"post": "yes"})

    brianda.refresh_from_db()
    assert (brianda.owner_id, Membership.objects.get(pk=ines.pk).user) == (ines.pk, None)


def test_old_seats_lose_the_name_as_well(as_, campaign, marta, pablo):
    pablo.remove(marta)

    as_(pablo).post(DELETE, of("pablo"))

    assert Membership.objects.get(pk=pablo.pk).name == "quien jugaba antes"
    assert Membership.objects.get(pk=pablo.pk).rank is Role.PLAYER
