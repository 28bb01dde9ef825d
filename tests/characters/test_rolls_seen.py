"""Who sees a roll: the table, the GM and its roller (B36), or the GM alone (B35)."""

import pytest
from django.urls import reverse

from campaigns import changes
from campaigns.models import Audience, LogEntry
from characters.models import Character
from rules.problems import Refused

FACES = (3, 8, 9)  # kept 8, 15 in all: a number that the pages below do not show otherwise


@pytest.fixture
def blind(brianda, ines, dice) -> LogEntry:
    """What Inés gets of a roll that only the GM sees; the roll itself is another entry."""
    dice(*FACES)
    return brianda.roll(ines, "stealth", difficulty=30, audience=Audience.GM)


def test_the_roller_hears_only_that_it_was_thrown(blind):
    assert blind.kind == "thrown"
    assert "outcome" not in blind.facts
    assert LogEntry.objects.get(kind="check").shared_with is None


def test_a_roll_for_the_gm_is_in_no_byte_for_the_roller(as_, blind, brianda, ines, campaign):
    client = as_(ines)
    page = client.get(brianda.get_absolute_url()).content.decode()
    pages = [page, client.get(campaign.get_absolute_url()).content.decode()]
    pages.append(client.get(reverse("campaigns:log", args=[campaign.key])).content.decode())

    hidden = LogEntry.objects.get(kind="check")
    for text in pages:
        assert hidden.key not in text
        assert "Falla por 15" not in text  # 8 + 7 = 15 against 30
    assert "Solo la ve el máster" in page


def test_the_answer_names_only_what_the_roller_may_read(as_, brianda, ines, dice):
    dice(*FACES)
    form = {"trait": "stealth", "difficulty": "normal", "audience": "gm"}
    answer = as_(ines).post(reverse("characters:roll", args=[brianda.key]), form, headers={"hx-request": "true"})

    assert answer.status_code == 204
    assert answer.headers["Mesa-Entry"] == LogEntry.objects.get(kind="thrown").key
    assert not answer.content


def test_the_news_for_the_roller_hold_no_dice(as_, brianda, ines, marta, campaign, dice):
    page = f"sheet-{brianda.key}"
    place = as_(ines).get(brianda.get_absolute_url()).content.decode().split('data-after="')[1].split('"')[0]
    dice(*FACES)
    brianda.roll(ines, "stealth", difficulty=30, audience=Audience.GM)
    ask = {"page": page, "as": "player", "lang": "es", "after": place}
    news = as_(ines).get(reverse("campaigns:news", args=[campaign.key]), ask).content.decode()

    assert "Solo la ve el máster" in news
    assert LogEntry.objects.get(kind="check").key not in news
    assert "Falla" not in news


def test_the_gm_reads_it(as_, blind, brianda, marta):
    assert "Falla por 15" in as_(marta).get(brianda.get_absolute_url()).content.decode()


def test_the_roller_cannot_take_it_back(blind, ines):
    hidden = LogEntry.objects.get(kind="check")
    assert not changes.can_take_back(hidden, ines)
    with pytest.raises(Refused):
        changes.toggle(hidden, ines)


def test_a_private_roll_is_seen_by_its_roller_and_the_gm(as_, brianda, ines, marta, pablo, campaign, dice):
    dice(*FACES)
    entry = brianda.roll(ines, "stealth", difficulty=30, audience=Audience.PRIVATE)
    log = reverse("campaigns:log", args=[campaign.key])

    assert entry.key in as_(ines).get(log).content.decode()
    assert entry.key in as_(marta).get(log).content.decode()
    assert entry.key not in as_(pablo).get(log).content.decode()


def test_the_label_says_before_the_roll_who_will_see_it(as_, brianda, ines):
    page = as_(ines).get(brianda.get_absolute_url()).content.decode()
    for words in ("La mesa", "Solo el máster"):
        assert words in page


def test_a_leaders_roll_for_the_gm_needs_no_notice(brianda, marta, dice):
    dice(*FACES)
    assert brianda.roll(marta, "stealth", difficulty=30, audience=Audience.GM).kind == "check"
    assert LogEntry.objects.count() == 1


def test_what_a_hidden_roll_cost_shows_without_the_roll(campaign, brianda, ines, pablo, dice):
    campaign.preset = "ryf-core"
    campaign.save()
    brianda.campaign = campaign
    dice(*FACES)
    brianda.roll(ines, "stealth", difficulty=30, audience=Audience.GM, token=True)

    seen = LogEntry.objects.visible_to(pablo)
    assert [(entry.kind, entry.facts) for entry in seen] == [("spent", {})]
    assert Character.objects.get(pk=brianda.pk).tokens == 0


def test_a_second_press_answers_with_what_the_first_told(as_, brianda, ines, dice):
    dice(*FACES)
    form = {"trait": "stealth", "difficulty": "normal", "audience": "gm", "press": "una-vez"}
    url, client = reverse("characters:roll", args=[brianda.key]), as_(ines)

    first, second = (client.post(url, form, headers={"hx-request": "true"}) for _ in range(2))
    assert first.headers["Mesa-Entry"] == second.headers["Mesa-Entry"]
    assert LogEntry.objects.filter(kind="check").count() == 1


def test_free_dice_for_the_gm_leave_their_thrower_a_line_without_dice(as_, campaign, ines, marta, dice):
    dice(4, 6)
    as_(ines).post(reverse("characters:free", args=[campaign.key]), {"formula": "2d6+90", "audience": "gm"})
    mine, theirs = (as_(seat).get(campaign.get_absolute_url()).content.decode() for seat in (ines, marta))

    assert "Solo la ve el máster" in mine
    assert "2d6+90" not in mine
    assert "<b>100</b>" in theirs
