"""What the site holds of a person, as a file for that person: all of it, and nothing of others."""

import json

import pytest
from django.contrib.auth import get_user_model

from campaigns.models import Audience
from characters.exchange import read

URL = "/account/data/"


def data_of(browser):
    answer = browser.get(URL)
    assert "attachment" in answer.headers["Content-Disposition"]
    return json.loads(answer.content)


def test_account_seats_and_browsers(as_, campaign, ines):
    data = data_of(as_(ines))

    (seat,) = data["seats"]
    assert (data["account"]["name"], data["account"]["login"]) == ("Ines", "ines")
    assert (seat["campaign"], seat["role"], seat["name"], seat["left"]) == (campaign.name, "player", "Ines", None)
    assert len(data["account"]["browsers"]) == 1
    assert "password" not in json.dumps(data)


def test_characters_are_such_as_any_table_takes_in(as_, ines, brianda):
    ((character,),) = [seat["characters"] for seat in data_of(as_(ines))["seats"]]

    assert read(json.dumps(character).encode())
    assert (character["name"], character["traits"]["skills"]["stealth"]) == ("Brianda", 3)


def test_what_one_did_and_nothing_that_others_did(as_, marta, ines, brianda, dice):
    dice(2, 7, 9)
    mine = brianda.roll(ines, "stealth", difficulty=10)
    dice(3, 4, 5)
    brianda.roll(marta, "notice", difficulty=10)

    ((entry,),) = [seat["log"] for seat in data_of(as_(ines))["seats"]]

    assert (entry["kind"], entry["facts"]) == (mine.kind, json.loads(json.dumps(mine.facts)))
    assert "2, 7, 9" in json.dumps(entry["facts"])


def test_a_roll_that_only_the_gm_sees_is_not_in_it(as_, ines, brianda, dice):
    """B35: no dice of it by another channel."""
    dice(2, 7, 9)
    brianda.roll(ines, "stealth", difficulty=10, audience=Audience.GM)

    assert all(entry["kind"] != "roll" for seat in data_of(as_(ines))["seats"] for entry in seat["log"])


def test_nothing_of_the_gm_and_of_other_heroes(as_, marta, ines, brianda, goblin, pablo):
    brianda.write(marta, "gm_notes", "La traicionan.")

    text = as_(ines).get(URL).content.decode()

    assert [word in text for word in ("La traicionan", "Goblin Secreto", "Pablo")] == [False, False, False]


def test_of_a_table_one_has_left_only_that_one_was_there(as_, campaign, marta, ines, brianda):
    brianda.change_pool(ines, "pv", -2)
    ines.remove(marta)

    (seat,) = data_of(as_(ines))["seats"]

    assert set(seat) == {"name", "role", "since", "left"}
    assert "Brianda" not in json.dumps(seat)


def test_the_people_of_the_demo_have_none(as_, db):
    person = get_user_model().objects.create_guest("Marta", is_demo=True)

    assert as_(person).get(URL).status_code == 403


@pytest.mark.parametrize("method", ["post", "put"])
def test_it_is_only_read(as_, ines, method):
    assert getattr(as_(ines), method)(URL).status_code == 405
