"""What pages and presses of a sheet ask of the database, whatever there is to show."""

import pytest
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from campaigns import feed
from campaigns.models import Audience


@pytest.fixture
def asked(db):
    """`asked(press)`: how many queries a press or a page takes."""
    from django.db import connection

    def count(ask) -> int:
        with CaptureQueriesContext(connection) as queries:
            answer = ask()
        assert answer.status_code in (200, 204, 302), answer.content
        return len([each for each in queries.captured_queries if "SAVEPOINT" not in each["sql"]])

    return count


def many(brianda, ines, marta, dice) -> None:
    """An evening: forty rolls and changes, skills, weapons, specializations."""
    for turn in range(20):
        dice(2, 6, 9, 1, 2)
        brianda.roll(ines, "stealth", difficulty=15, audience=list(Audience)[turn % 3])
        brianda.change_pool(marta, "pv", -1 if turn % 2 else 1) if turn else brianda.change_pool(marta, "pv", -3)
    brianda.traits["skills"] |= dict.fromkeys(("track", "search", "climb", "ride", "swim", "law"), 3)
    brianda.gear = {"weapons": ["dagger", "long_sword", "short_bow", "mace", "spear"]}
    brianda.save()


def test_a_sheet_costs_the_same_after_a_long_evening(as_, asked, brianda, ines, marta, dice):
    dice(2, 6, 9)
    brianda.roll(ines, "stealth", difficulty=15)
    client, url = as_(ines), brianda.get_absolute_url()
    feed.forget()
    before = asked(lambda: client.get(url))

    many(brianda, ines, marta, dice)

    feed.forget()
    assert asked(lambda: client.get(url)) <= before


def test_a_sheet_as_it_was_is_nine_queries(as_, asked, brianda, ines, dice):
    client, url = as_(ines), brianda.get_absolute_url()
    client.get(url)
    assert asked(lambda: client.get(url)) <= 9


def test_odds_are_answered_from_five(as_, asked, brianda, ines):
    client, url = as_(ines), reverse("characters:traits", args=[brianda.key])
    client.get(url, {"difficulty": "easy"})
    assert asked(lambda: client.get(url, {"difficulty": "hard", "about": "stealth"})) <= 5


def test_a_press_on_points_costs_the_same_after_a_long_evening(as_, asked, brianda, ines, marta, dice):
    client, url = as_(ines), reverse("characters:points", args=[brianda.key, "pv"])
    htmx = {"hx-request": "true"}
    client.post(url, {"amount": -1}, headers=htmx)
    before = asked(lambda: client.post(url, {"amount": -1}, headers=htmx))

    many(brianda, ines, marta, dice)

    assert asked(lambda: client.post(url, {"amount": -1}, headers=htmx)) <= before
    assert before <= 12


def test_an_opposed_roll_page_asks_the_same_for_many_heroes(as_, asked, brianda, ines, pablo, campaign):
    from characters.models import Character

    client, url = as_(ines), reverse("characters:oppose", args=[brianda.key])
    client.get(url)
    before = asked(lambda: client.get(url))
    for number in range(8):
        Character.objects.create(campaign=campaign, owner=pablo, name=f"Héroe {number}", is_finished=True)
    assert asked(lambda: client.get(url)) == before
