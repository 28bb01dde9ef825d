"""Coming in by an invitation, being sent away, leaving, and who may change what of whom."""

from datetime import timedelta

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.utils import timezone

from campaigns import streams
from campaigns.models import Invitation, Membership, Role
from characters.models import Character
from live.stream import Denied
from rules.problems import Refused
from tests.campaigns.doors import of_seat, sees, sit_down, stream_of

User = get_user_model()


# --- the invitation -------------------------------------------------------------------------------------------------


def test_opening_the_link_takes_no_seat(client, campaign, invitation):
    url = invitation.get_absolute_url()

    assert client.get(url).status_code == 200
    assert client.head(url).status_code == 200
    assert campaign.memberships.count() == 1
    assert User.objects.count() == 1
    assert not sees(client, campaign)


def test_a_name_and_a_press_take_a_seat_without_e_mail_or_password(client, campaign, invitation):
    answer = client.post(invitation.get_absolute_url(), {"name": "Lola"})

    seat = campaign.memberships.get(name="Lola")
    assert answer.headers["Location"] == campaign.get_absolute_url()
    assert (seat.rank, seat.user.username, seat.user.has_login) == (Role.PLAYER, None, False)
    assert sees(client, campaign)
    assert campaign.log.first().kind == "joined"


def test_a_link_for_spectators_seats_spectators(client, campaign, marta):
    sit_down(client, campaign.invite(marta, Role.SPECTATOR), "Lola")

    assert campaign.memberships.get(name="Lola").rank is Role.SPECTATOR


def test_who_sits_there_already_is_led_to_the_table(as_, campaign, invitation, pablo):
    browser, url = as_(pablo), invitation.get_absolute_url()

    for answer in (browser.get(url), browser.post(url, {"name": "X"})):
        assert answer.headers["Location"] == campaign.get_absolute_url()
    assert campaign.memberships.count() == 2


def test_a_person_with_a_login_comes_in_as_that_person(as_, campaign, invitation, sergio):
    browser = sit_down(as_(sergio), invitation, "El viajero")

    assert campaign.memberships.get(name="El viajero").user == sergio
    assert sees(browser, campaign)


def test_a_guest_takes_a_seat_at_a_second_table_and_keeps_the_first(lola, browser_of_lola, campaign, elsewhere):
    sit_down(browser_of_lola, elsewhere.invite(elsewhere.gm), "Lola")

    assert sees(browser_of_lola, elsewhere)
    assert sees(browser_of_lola, campaign)
    assert elsewhere.memberships.get(name="Lola").user == lola.user


@pytest.mark.parametrize("name", ["Lola", "lola", "LOLA", "  Lola  "])
def test_a_name_is_there_once_whatever_the_letter_case(client, campaign, invitation, lola, name):
    answer = client.post(invitation.get_absolute_url(), {"name": name})

    assert answer.status_code == 422
    assert campaign.memberships.count() == 2
    assert 'class="problem"' in answer.content.decode()


@pytest.mark.parametrize("name", ["ÁLVARO", "álvaro", "A\u0301lvaro"])
def test_nor_with_accents(client, campaign, invitation, name):
    """Half of the names at a Spanish table have one. The last is the same name, its accent written apart."""
    sit_down(Client(), invitation, "Álvaro")

    answer = client.post(invitation.get_absolute_url(), {"name": name})

    assert answer.status_code == 422
    assert campaign.memberships.count() == 2


def test_the_same_name_at_another_table_is_another_person(lola, elsewhere, campaign):
    sit_down(Client(), elsewhere.invite(elsewhere.gm), "Lola")

    assert elsewhere.memberships.get(name="Lola").user != lola.user


def test_the_name_of_one_who_left_is_free_again(as_, marta, lola, invitation, campaign):
    as_(marta).post(of_seat(lola, "remove/"))

    sit_down(Client(), invitation, "Lola")

    assert campaign.memberships.sitting().get(name="Lola").user != lola.user


@pytest.mark.parametrize("name", ["", "   ", "x" * 41, "a\0b"])
def test_a_name_that_is_none_is_refused(client, campaign, invitation, name):
    answer = client.post(invitation.get_absolute_url(), {"name": name})

    assert answer.status_code == 422
    assert campaign.memberships.count() == 1


def end_by_a_new_one(invitation, as_, marta):
    as_(marta).post(f"{invitation.campaign.get_absolute_url()}invitations/{invitation.token}/change/")


def end_by_a_press(invitation, as_, marta):
    as_(marta).post(f"{invitation.campaign.get_absolute_url()}invitations/{invitation.token}/end/")


def end_by_use(invitation, as_, marta):
    Invitation.objects.update(uses=2, used=2)


def end_by_the_clock(invitation, as_, marta):
    Invitation.objects.update(expires_at=timezone.now() - timedelta(seconds=1))


@pytest.mark.parametrize("end", [end_by_a_new_one, end_by_a_press, end_by_the_clock, end_by_use])
def test_a_link_that_has_ended_opens_nothing(client, as_, campaign, marta, invitation, end):
    end(invitation, as_, marta)
    url = invitation.get_absolute_url()

    assert client.get(url).status_code == 404
    assert client.post(url, {"name": "Lola"}).status_code == 404
    assert client.post(f"{url}back/", {"name": "Marta"}).status_code == 404
    assert campaign.memberships.count() == 1


def test_a_link_that_ends_while_the_name_is_written_seats_nobody(client, campaign, invitation, marta):
    """The page was open: the lock decides."""
    found = Invitation.objects.get(pk=invitation.pk)
    invitation.revoke(marta)

    with pytest.raises(Refused):
        found.admit(None, "Lola")
    assert User.objects.count() == 1


def test_a_new_link_is_good_and_the_only_one(as_, campaign, marta, invitation):
    end_by_a_new_one(invitation, as_, marta)

    good = [each for each in campaign.invitations.all() if Client().get(each.get_absolute_url()).status_code == 200]
    assert len(good) == 1
    assert good[0].token != invitation.token


def test_links_cannot_be_guessed(campaign, marta):
    tokens = {campaign.invite(marta).token for _ in range(20)}

    assert len(tokens) == 20
    assert min(map(len, tokens)) >= 22  # 128 bits, in any alphabet a link can be read aloud in


# --- going ----------------------------------------------------------------------------------------------------------


def test_who_is_sent_away_goes_blind_at_once(as_, campaign, marta, pablo):
    browser, key = as_(pablo), campaign.key
    brought = Character.objects.create(campaign=campaign, owner=pablo, name="Fadrique", is_finished=True)
    pages = ["", "log/", "rules/", "news/?page=table&as=player&lang=es&after="]

    as_(marta).post(of_seat(pablo, "remove/"))

    assert {browser.get(f"/t/{key}/{page}").status_code for page in pages} == {404}
    assert browser.get(brought.get_absolute_url()).status_code == 404
    assert streams.admit(stream_of(browser, campaign)) == Denied(404)
    assert "La sal y el hierro" not in browser.get("/").content.decode()


def test_open_streams_of_who_is_sent_away_end(as_, marta, pablo, monkeypatch, django_capture_on_commit_callbacks):
    sent_away = []
    monkeypatch.setattr("live.expel", sent_away.append)

    with django_capture_on_commit_callbacks(execute=True):
        as_(marta).post(of_seat(pablo, "remove/"))

    assert sent_away == [pablo.tag]


def test_characters_stay_with_the_gm(as_, campaign, marta, ines, brianda):
    as_(marta).post(of_seat(ines, "remove/"))

    assert "Brianda" in as_(marta).get(campaign.get_absolute_url()).content.decode()


def test_anyone_but_the_gm_may_leave(as_, campaign, pablo, vera, coral, marta):
    for seat in (pablo, vera, coral):
        browser = as_(seat)

        assert browser.post(of_seat(seat, "remove/")).headers["Location"] == "/"
        assert not sees(browser, campaign)


def test_the_gm_cannot_leave(as_, campaign, marta):
    browser = as_(marta)

    answer = browser.post(of_seat(marta, "remove/"), headers={"accept-language": "en"})

    assert answer.status_code == 422
    assert "The GM can&#x27;t leave the table." in answer.content.decode()
    assert sees(browser, campaign)
    assert of_seat(marta, "remove/") not in browser.get(campaign.get_absolute_url()).content.decode()


@pytest.fixture
def bruno(seat_of) -> Membership:
    """A second co-GM."""
    return seat_of("bruno", Role.CO_GM)


REMOVES = {
    ("marta", "coral"): True, ("marta", "pablo"): True, ("marta", "vera"): True,
    ("coral", "marta"): False, ("coral", "bruno"): False, ("coral", "pablo"): True, ("coral", "vera"): True,
    ("pablo", "marta"): False, ("pablo", "coral"): False, ("pablo", "ines"): False, ("pablo", "vera"): False,
    ("vera", "pablo"): False,
}  # fmt: skip


@pytest.mark.parametrize(("by", "whom"), REMOVES)
def test_the_gm_sends_anyone_away_and_a_co_gm_those_who_do_not_lead(
    as_, campaign, marta, coral, bruno, pablo, ines, vera, by, whom
):
    seats = {seat.user.username: seat for seat in (marta, coral, bruno, pablo, ines, vera)}

    answer = as_(seats[by]).post(of_seat(seats[whom], "remove/"))

    seats[whom].refresh_from_db()
    assert answer.status_code == (302 if REMOVES[by, whom] else 403)
    assert (seats[whom].left_at is not None) == REMOVES[by, whom]


def test_a_press_that_comes_twice_sends_away_once(as_, campaign, marta, pablo):
    browser = as_(marta)

    for _ in range(2):
        browser.post(of_seat(pablo, "remove/"), {"press": "pulsada-1"})

    assert campaign.log.filter(kind="left").count() == 1


def test_who_was_sent_away_may_be_invited_again(as_, campaign, marta, pablo, invitation):
    as_(marta).post(of_seat(pablo, "remove/"))

    browser = sit_down(as_(pablo), invitation, "Pablo")

    assert sees(browser, campaign)
    assert campaign.memberships.filter(user=pablo.user).count() == 2


# --- roles ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("role", [Role.CO_GM, Role.PLAYER, Role.SPECTATOR])
def test_the_gm_hands_out_roles(as_, marta, pablo, vera, role):
    seat = vera if role is not Role.SPECTATOR else pablo

    as_(marta).post(of_seat(seat, "role/"), {"role": role.value})

    seat.refresh_from_db()
    assert seat.rank is role


@pytest.mark.parametrize("by", ["coral", "pablo", "vera"])
def test_nobody_else_does(as_, coral, pablo, vera, marta, by):
    seats = {"coral": coral, "pablo": pablo, "vera": vera}

    for whom in (*seats.values(), marta):
        assert as_(seats[by]).post(of_seat(whom, "role/"), {"role": "spectator"}).status_code == 403
    assert [Membership.objects.get(pk=seat.pk).role for seat in (coral, pablo, vera, marta)] == [
        "co-gm", "player", "spectator", "gm",
    ]  # fmt: skip


@pytest.mark.parametrize(("whom", "role"), [("pablo", "gm"), ("marta", "player"), ("marta", "gm")])
def test_the_gms_own_role_is_not_to_be_had_here(as_, marta, pablo, whom, role):
    seat = {"pablo": pablo, "marta": marta}[whom]

    answer = as_(marta).post(of_seat(seat, "role/"), {"role": role})

    assert answer.status_code == 422
    assert Membership.objects.get(pk=seat.pk).role == seat.role


def test_a_role_changes_at_once_what_one_sees_and_may_do(as_, campaign, marta, ines, brianda, goblin):
    browser = as_(ines)
    roll = {"trait": "stealth", "difficulty": "easy"}
    assert "Goblin Secreto" not in browser.get(campaign.get_absolute_url()).content.decode()

    as_(marta).post(of_seat(ines, "role/"), {"role": "co-gm"})
    assert "Goblin Secreto" in browser.get(campaign.get_absolute_url()).content.decode()

    as_(marta).post(of_seat(ines, "role/"), {"role": "spectator"})
    assert "Goblin Secreto" not in browser.get(campaign.get_absolute_url()).content.decode()
    assert browser.post(f"{brianda.get_absolute_url()}roll/", roll).status_code == 403


def test_open_streams_of_the_old_role_end(as_, campaign, marta, pablo, monkeypatch, django_capture_on_commit_callbacks):
    sent_away = []
    monkeypatch.setattr("live.expel", sent_away.append)
    browser = as_(pablo)

    with django_capture_on_commit_callbacks(execute=True):
        as_(marta).post(of_seat(pablo, "role/"), {"role": "spectator"})

    assert sent_away == [pablo.tag]
    assert streams.admit(stream_of(browser, campaign)) == Denied(409)


def test_who_led_once_reads_no_private_roll_any_more(as_, campaign, marta, coral, ines, brianda, dice):
    dice(2, 7, 9)
    brianda.roll(ines, "stealth", difficulty=10, audience="private")
    browser = as_(coral)
    assert "Brianda" in browser.get(f"{campaign.get_absolute_url()}log/").content.decode()

    as_(marta).post(of_seat(coral, "role/"), {"role": "player"})

    assert "Brianda" not in browser.get(f"{campaign.get_absolute_url()}log/").content.decode()


def test_the_page_of_a_seat_offers_what_may_be_done(as_, campaign, marta, coral, pablo, lola):
    gms, co_gms = (as_(seat).get(of_seat(lola)).content.decode() for seat in (marta, coral))

    assert all(of_seat(lola, what) in gms for what in ("role/", "link/", "remove/"))
    assert of_seat(lola, "role/") not in co_gms
    assert all(of_seat(lola, what) in co_gms for what in ("link/", "remove/"))
    assert of_seat(pablo, "link/") not in as_(marta).get(of_seat(pablo)).content.decode()
