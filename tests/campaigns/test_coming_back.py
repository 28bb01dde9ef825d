"""Coming back to one's seat without the cookie: by asking the GM, or by a link that the GM sends.

A seat with a login is come back to with that login alone, and no way opens a seat at another table.
"""

import re
from datetime import timedelta

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.utils import timezone

from campaigns.models import Membership, Role, SeatLink
from characters.models import Character
from tests.campaigns.doors import of_seat, sees, sit_down

pytestmark = pytest.mark.usefixtures("on_a_network")
User = get_user_model()


# --- asking to come back --------------------------------------------------------------------------------------------


@pytest.fixture
def asking(lola, invitation):
    """A new browser that asks for Lola's seat; `asking.page` is where it waits."""
    browser = Client()
    answer = browser.post(f"{invitation.get_absolute_url()}back/", {"name": "lola"})
    assert answer.status_code == 302
    browser.page = answer.headers["Location"]
    return browser


@pytest.fixture
def say(as_, marta, campaign):
    """`say("yes")`: the GM's answer to the one who asks."""
    browser = as_(marta)

    def answer(word, link=None):
        link = link or SeatLink.objects.exclude(asked_by="").get()
        return browser.post(f"{campaign.get_absolute_url()}requests/{link.token}/", {"answer": word})

    return answer


def test_who_lost_the_cookie_asks_and_the_gm_lets_them_in(asking, say, lola, campaign):
    hero = Character.objects.create(campaign=campaign, owner=lola, name="Urraca", is_finished=True)
    assert not sees(asking, campaign)

    say("yes")
    assert asking.post(asking.page).headers["Location"] == campaign.get_absolute_url()

    assert sees(asking, campaign)
    assert asking.get(hero.get_absolute_url()).status_code == 200
    assert campaign.memberships.count() == 2


def test_while_nobody_answers_the_seat_is_not_taken(asking, campaign):
    assert asking.get(asking.page).status_code == 200
    assert asking.post(asking.page).status_code == 422
    assert not sees(asking, campaign)


def test_a_no_is_a_no(asking, say, campaign):
    say("no")

    assert asking.post(asking.page).status_code == 422
    assert not sees(asking, campaign)
    assert "<form" not in asking.get(asking.page).content.decode().split("<main")[1].split("</main")[0]


def test_the_first_answer_counts(asking, say, campaign):
    say("no")

    assert say("yes").status_code == 422
    assert asking.post(asking.page).status_code == 422


def test_only_the_browser_that_asked_takes_the_seat(asking, say, campaign):
    other, another = Client(), Client()
    another.post(f"{campaign.invitation.get_absolute_url()}back/", {"name": "Lola"})
    link = SeatLink.objects.get(token=asking.page.split("/")[2])

    for answered in (False, True):
        if answered:
            say("yes", link)
        for browser in (other, another):
            assert browser.get(asking.page).status_code == 404
            assert browser.post(asking.page).status_code == 404
            assert browser.post(link.get_absolute_url()).status_code == 404, "it is no link to the seat either"
            assert not sees(browser, campaign)
    assert asking.post(asking.page).status_code == 302


def test_a_yes_is_good_once(asking, say, campaign, lola, as_, marta):
    say("yes")
    asking.post(asking.page)
    asking.post("/log-out/")

    assert asking.post(asking.page).status_code in {404, 422}
    assert not sees(asking, campaign)


def test_asking_twice_waits_once(asking, invitation):
    again = asking.post(f"{invitation.get_absolute_url()}back/", {"name": "Lola"})

    assert again.headers["Location"] == asking.page
    assert SeatLink.objects.count() == 1


def test_after_a_no_one_may_ask_again(asking, say, invitation, campaign):
    say("no")

    again = asking.post(f"{invitation.get_absolute_url()}back/", {"name": "Lola"})

    assert again.headers["Location"] != asking.page
    say("yes", SeatLink.objects.get(token=again.headers["Location"].split("/")[2]))
    assert asking.post(again.headers["Location"]).status_code == 302


def test_a_question_that_has_grown_old_may_be_asked_again(asking, say, invitation, campaign):
    """As its page says: “the question is too old. Talk to your GM, and ask again.”"""
    SeatLink.objects.update(created_at=timezone.now() - timedelta(hours=25))
    assert asking.post(asking.page).status_code == 422

    again = asking.post(f"{invitation.get_absolute_url()}back/", {"name": "Lola"}).headers["Location"]
    say("yes", SeatLink.objects.get(token=again.split("/")[2]))

    assert asking.post(again).status_code == 302
    assert sees(asking, campaign)


def test_the_question_stands_on_the_screens_of_those_who_lead_and_on_no_others(
    as_, asking, campaign, marta, coral, pablo, vera
):
    token = asking.page.split("/")[2]
    for seat in (marta, coral):
        assert token in as_(seat).get(campaign.get_absolute_url()).content.decode()
    for seat in (pablo, vera):
        browser = as_(seat)
        for page in ("", "log/"):
            text = browser.get(campaign.get_absolute_url() + page).content.decode()
            assert token not in text
            assert "asks to come back" not in text
            assert "pide volver" not in text


def test_an_answered_question_is_gone_from_the_screens(as_, asking, say, campaign, marta):
    say("yes")

    assert asking.page.split("/")[2] not in as_(marta).get(campaign.get_absolute_url()).content.decode()


@pytest.mark.parametrize("name", ["Marta", "Nadie", ""])
def test_there_is_no_way_back_to_the_gms_seat_or_to_none(client, invitation, name):
    answer = client.post(f"{invitation.get_absolute_url()}back/", {"name": name})

    assert answer.status_code == 422
    assert 'class="problem"' in answer.content.decode()
    assert not SeatLink.objects.exists()


def test_who_has_a_login_comes_back_with_it(client, invitation, pablo):
    answer = client.post(f"{invitation.get_absolute_url()}back/", {"name": "Pablo"})

    assert answer.status_code == 422
    assert "Pablo" in answer.content.decode()
    assert not SeatLink.objects.exists()


def test_a_login_chosen_meanwhile_shuts_the_way_back(asking, say, lola, browser_of_lola, campaign):
    say("yes")
    browser_of_lola.post("/account/", {"username": "lola.maz", "password": "tres tristes tigres"})

    assert asking.post(asking.page).status_code == 422
    assert not sees(asking, campaign)


def test_who_was_sent_away_meanwhile_does_not_come_back(as_, asking, say, lola, marta, campaign):
    say("yes")
    as_(marta).post(of_seat(lola, "remove/"))

    assert asking.post(asking.page).status_code in {404, 422}
    assert not sees(asking, campaign)


# --- a link to one seat ---------------------------------------------------------------------------------------------


@pytest.fixture
def send(as_, marta):
    """`send(lola)`: the address of a link to that seat, as the GM's page shows it."""
    browser = as_(marta)

    def link(seat):
        page = browser.post(of_seat(seat, "link/")).content.decode()
        return "/seat/" + re.search(r'<code class="link">[^<]*/seat/(\w+/)</code>', page)[1]

    return link


def test_whoever_has_the_link_takes_the_seat_by_a_press(client, send, lola, campaign):
    url = send(lola)

    assert client.get(url).status_code == 200
    assert not sees(client, campaign)
    assert client.post(url).headers["Location"] == campaign.get_absolute_url()
    assert sees(client, campaign)
    assert campaign.memberships.count() == 2


def test_a_link_to_a_seat_is_good_once(client, send, lola, campaign):
    url = send(lola)
    client.post(url)

    other = Client()
    assert other.get(url).status_code == 404
    assert other.post(url).status_code == 404
    assert not sees(other, campaign)


def test_a_new_link_ends_the_one_before(send, lola, campaign):
    old, new = send(lola), send(lola)

    assert Client().post(old).status_code == 404
    assert Client().post(new).status_code == 302


def test_a_link_to_a_seat_lasts_a_day(client, send, lola, campaign):
    url = send(lola)
    SeatLink.objects.update(created_at=timezone.now() - timedelta(hours=25))

    assert client.get(url).status_code == 404
    assert client.post(url).status_code == 404


def test_a_link_to_the_seat_of_one_who_was_sent_away_opens_nothing(as_, client, send, lola, marta):
    url = send(lola)
    as_(marta).post(of_seat(lola, "remove/"))

    assert client.post(url).status_code == 404


def test_a_seat_with_a_login_gets_no_link(as_, marta, pablo):
    answer = as_(marta).post(of_seat(pablo, "link/"))

    assert answer.status_code == 422
    assert not SeatLink.objects.exists()


def test_a_link_sent_before_the_login_was_chosen_takes_nothing(client, send, lola, browser_of_lola, campaign):
    url = send(lola)
    browser_of_lola.post("/account/", {"username": "lola.maz", "password": "tres tristes tigres"})

    assert client.post(url).status_code in {404, 422}
    assert not sees(client, campaign)
    assert sees(browser_of_lola, campaign)


@pytest.mark.parametrize("by", ["coral", "pablo"])
def test_links_are_sent_by_whoever_may_send_away(as_, campaign, marta, coral, pablo, lola, by):
    """A co-GM may send a guest a link; nobody gets one to a seat that leads."""
    seats = {"coral": coral, "pablo": pablo}
    guest_who_leads = User.objects.create_guest("Gil")
    gil = Membership.objects.create(campaign=campaign, user=guest_who_leads, role=Role.CO_GM, name="Gil")

    assert as_(seats[by]).post(of_seat(gil, "link/")).status_code == 403
    assert as_(seats[by]).post(of_seat(marta, "link/")).status_code == 403
    assert as_(seats[by]).post(of_seat(lola, "link/")).status_code == (200 if by == "coral" else 403)


def test_a_gm_never_gets_into_a_guests_seat_at_another_table(client, send, lola, browser_of_lola, campaign, elsewhere):
    sit_down(browser_of_lola, elsewhere.invite(elsewhere.gm), "Lola")

    client.post(send(lola))

    assert sees(client, campaign)
    assert not sees(client, elsewhere)
    assert sees(browser_of_lola, elsewhere)
    lola.refresh_from_db()
    assert lola.user != elsewhere.memberships.get(name="Lola").user, "the seat has moved to a new guest"


def test_nor_into_one_that_the_guest_takes_later(client, send, lola, browser_of_lola, campaign, elsewhere):
    """The GM keeps the browser that took the seat; the guest, at the own one, goes on to another table."""
    client.post(send(lola))

    browser_of_lola.post(elsewhere.invite(elsewhere.gm).get_absolute_url(), {"name": "Lola"})

    assert sees(browser_of_lola, elsewhere)
    assert not sees(client, elsewhere)


def test_nor_by_answering_a_question_of_ones_own(asking, say, lola, browser_of_lola, campaign, elsewhere):
    say("yes")
    asking.post(asking.page)

    browser_of_lola.post(elsewhere.invite(elsewhere.gm).get_absolute_url(), {"name": "Lola"})

    assert sees(browser_of_lola, elsewhere)
    assert not sees(asking, elsewhere)
