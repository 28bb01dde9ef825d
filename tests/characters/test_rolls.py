"""A roll from a sheet: the rules decide, the log remembers, the roller chooses who sees it."""

import pytest
from django.urls import reverse

from campaigns.models import LogEntry
from rules.problems import Refused


def test_a_check_is_logged_with_every_face_and_its_judgement(brianda, ines, dice):
    dice(9, 2, 6)

    entry = brianda.roll(ines, "stealth", difficulty=10)

    outcome = entry.facts["outcome"]
    assert outcome["throws"] == [[9, 2, 6]]
    assert (outcome["kept"], outcome["total"], outcome["margin"]) == (6, 13, 3)
    assert (entry.version, entry.by, entry.topic) == (1, ines, brianda.topic)


def test_a_wounded_hero_keeps_the_low_die(brianda, ines, marta, dice):
    brianda.change_pool(marta, "pv", -11)
    dice(2, 6, 9)

    entry = brianda.roll(ines, "stealth", difficulty=10)

    assert entry.facts["outcome"]["keep"] == "low"
    assert entry.facts["outcome"]["margin"] == -1


def test_dice_of_the_table_are_marked_and_take_no_chance(brianda, ines, dice):
    dice()

    entry = brianda.roll(ines, "stealth", difficulty=10, typed=[3, 4, 5])

    assert entry.facts["typed"] is True
    assert entry.facts["outcome"]["kept"] == 4


@pytest.mark.parametrize("faces", [[1, 2], [0, 5, 5], [5, 11, 5], [1, 2, 3, 4]])
def test_faces_that_are_none_change_nothing(brianda, ines, faces):
    with pytest.raises(Refused):
        brianda.roll(ines, "stealth", difficulty=10, typed=faces)
    assert not LogEntry.objects.exists()


def test_the_page_shows_the_roll_with_its_reason(as_, brianda, ines, dice):
    dice(2, 6, 9)
    client = as_(ines)

    answer = client.post(
        reverse("characters:roll", args=[brianda.key]), {"trait": "stealth", "difficulty": "easy"}, follow=True
    )

    page = answer.content.decode()
    assert answer.status_code == 200
    assert "se queda" in page
    assert 'href="/t/' in page
    assert "R1" in page
