"""The whole log of a campaign, a page at a time, as far as the reader may know it."""

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import override

from campaigns import feed
from campaigns.models import Audience, LogEntry


@pytest.fixture
def log_of(as_, campaign):
    """`log_of(pablo)`: the text of the log as that seat reads it."""

    def read(seat, language="es", **asked):
        answer = as_(seat).get(f"{campaign.get_absolute_url()}log/", asked, headers={"accept-language": language})
        assert answer.status_code == 200
        return re.sub(
            r"\s+", " ", re.sub(r"<[^>]*>", " ", answer.content.decode().split("<main")[1].split("</main")[0])
        )

    return read


def test_it_is_empty_at_first_and_says_what_will_come(log_of, marta):
    assert "Nothing has happened yet." in log_of(marta, "en")
    assert "Nothing" not in log_of(marta)


def test_a_roll_stands_there_with_its_dice_and_its_reason(log_of, brianda, ines, pablo, dice):
    """Dexterity 4 + stealth 3 + the middle die, 7: 14 against 10."""
    dice(9, 2, 7)
    brianda.roll(ines, "stealth", difficulty=10)

    page = log_of(pablo, "en")

    assert "Brianda" in page
    assert "Success by 4" in page
    assert "2 7 9" in page or all(f" {face} " in page for face in (2, 7, 9))
    assert "R1" in page


def test_a_change_of_points_stands_there_with_whoever_made_it(log_of, brianda, marta, pablo):
    """Physique 4: 16 PV."""
    brianda.change_pool(marta, "pv", -11)

    page = log_of(pablo, "en")

    assert "Brianda loses 11 HP" in page or "Brianda loses 11 PV" in page
    assert "5 / 16" in page
    assert "Marta" in page


def test_it_is_worded_in_the_readers_language(log_of, brianda, marta):
    brianda.change_pool(marta, "pv", -1)

    spanish, english = log_of(marta, "es"), log_of(marta, "en")

    assert "Brianda pierde 1 PV" in spanish
    assert "pierde" not in english
    assert "loses" not in spanish


def test_the_newest_stands_first(log_of, brianda, marta):
    brianda.change_pool(marta, "pv", -2)
    brianda.change_pool(marta, "pv", -3)

    page = log_of(marta, "en")

    assert page.index("11 / 16") < page.index("14 / 16")


def test_dice_of_the_table_are_marked(log_of, brianda, ines):
    brianda.roll(ines, "stealth", difficulty=10, typed=[2, 7, 9])

    assert "dice of the table" in log_of(ines, "en")


def test_a_private_roll_is_for_the_roller_and_for_those_who_lead(
    log_of, brianda, ines, marta, coral, pablo, vera, dice
):
    dice(2, 7, 9)
    entry = brianda.roll(ines, "stealth", difficulty=10, audience=Audience.PRIVATE)

    for seat in (ines, marta, coral):
        assert "private" in log_of(seat, "en")
    for seat in (pablo, vera):
        assert "Brianda" not in log_of(seat)
    assert entry.is_visible_to(ines)
    assert not entry.is_visible_to(pablo)


def test_nothing_of_a_private_roll_is_in_any_byte_of_another_players_pages(
    as_, campaign, brianda, ines, pablo, marta, dice
):
    brianda.change_pool(marta, "pv", -1)
    browser = as_(pablo)
    pages = [campaign.get_absolute_url(), f"{campaign.get_absolute_url()}log/", f"{campaign.get_absolute_url()}rules/"]
    pages.append(f"{campaign.get_absolute_url()}news/?page=table&as=player&lang=es&after=")

    before = [without_tokens(browser.get(page)) for page in pages]
    dice(2, 7, 9)
    entry = brianda.roll(ines, "stealth", difficulty=10, audience=Audience.PRIVATE)
    after = [without_tokens(browser.get(page)) for page in pages]

    assert after == before
    assert not any(entry.key in page for page in after)


def test_foes_are_a_secret_of_those_who_lead(log_of, as_, campaign, goblin, marta, pablo):
    """The GM takes points from a foe that no player knows of."""
    goblin.change_pool(marta, "pv", -3)

    assert "Goblin Secreto" in log_of(marta)
    assert "Goblin Secreto" not in log_of(pablo)
    assert "Goblin Secreto" not in as_(pablo).get(campaign.get_absolute_url()).content.decode()


def test_what_was_taken_back_stays_there_and_is_marked(log_of, as_, campaign, brianda, marta, pablo):
    entry = brianda.change_pool(marta, "pv", -3)
    as_(marta).post(f"{campaign.get_absolute_url()}log/{entry.key}/toggle/")

    page = log_of(pablo, "en")

    assert "taken back" in page
    assert "Marta takes back:" in page


def test_fifty_stand_on_a_page_and_the_older_ones_on_the_next(as_, log_of, campaign, brianda, marta):
    for number in range(60):
        brianda.change_pool(marta, "pv", -1 if number % 2 == 0 else 1)
    browser = as_(marta)
    first, second = (browser.get(f"{campaign.get_absolute_url()}log/?page={page}").content.decode() for page in (1, 2))

    keys = [re.findall(r'id="entry-(\w+)"', page) for page in (first, second)]
    assert [len(each) for each in keys] == [50, 10]
    assert [*keys[0], *keys[1]] == list(campaign.log.values_list("key", flat=True))
    assert 'href="?page=2"' in first
    assert 'href="?page=1"' in second


@pytest.mark.parametrize("page", ["0", "-1", "abc", "999", "1e9", ""])
def test_a_page_that_is_none_shows_one_that_is(log_of, brianda, marta, page):
    brianda.change_pool(marta, "pv", -1)

    assert "Brianda" in log_of(marta, page=page)


def test_its_questions_to_the_database_do_not_grow_with_the_log(as_, campaign, brianda, marta):
    browser, questions = as_(marta), []
    for _ in range(2):
        for number in range(20):
            brianda.change_pool(marta, "pv", -1 if number % 2 == 0 else 1)
        feed.forget()  # as after a start: nothing is kept
        with CaptureQueriesContext(connection) as asked:
            browser.get(f"{campaign.get_absolute_url()}log/")
        questions.append(len(asked))

    assert questions[1] <= questions[0]
    assert questions[1] <= 12


def without_tokens(answer):
    """A page without what differs at each visit: the names of presses and the token of its forms."""
    return re.sub(r'(name="(?:press|csrfmiddlewaretoken)" value=)"\w+"', r"\1", answer.content.decode())


def test_the_days_stand_above_what_happened_in_them_the_last_ones_by_their_name(log_of, campaign, brianda, marta, ines):
    now = timezone.localtime().replace(hour=12)
    for days, change in ((9, -1), (1, -2), (0, -3), (0, -4)):
        entry = brianda.change_pool(marta, "pv", change)
        LogEntry.objects.filter(pk=entry.pk).update(at=now - timedelta(days=days))
    long_ago = now - timedelta(days=9)

    in_english, in_spanish = log_of(ines, "en"), log_of(ines)

    with override("en"):
        heads = ("Today", "Yesterday", date_format(long_ago))
    assert [in_english.count(head) for head in heads] == [1, 1, 1]
    assert in_english.index("Today") < in_english.index("Yesterday") < in_english.index(heads[2])
    with override("es"):
        assert f"{long_ago.day} de {date_format(long_ago, 'F')} de {long_ago.year}" in in_spanish
    assert "Hoy" in in_spanish
    assert "Ayer" in in_spanish
