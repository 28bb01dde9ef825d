"""The permanent link of a log entry: for whom it concerns, and nobody else."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from campaigns.models import Audience, LogEntry


@pytest.fixture
def page_of(as_):
    """`page_of(pablo, entry)`: the answer that seat gets for an entry."""

    def ask(seat, entry: LogEntry, language: str = "en"):
        address = reverse("campaigns:entry", args=[entry.campaign.key, entry.key])
        return as_(seat).get(address, headers={"accept-language": language})

    return ask


@pytest.fixture
def roll(brianda, ines, dice) -> LogEntry:
    """Dexterity 4 + stealth 3 + the middle die, 7: 14 against 10."""
    dice(9, 2, 7)
    return brianda.roll(ines, "stealth", difficulty=10)


def test_it_shows_the_entry_alone_with_its_name_and_the_way_back_to_the_log(page_of, roll, brianda, marta, pablo):
    brianda.change_pool(marta, "pv", -3)

    page = page_of(pablo, roll).content.decode()

    assert "Success by 4" in page
    assert page.count('class="entry') == 1
    assert re.search(r"<title>[^<]*Stealth[^<]*· ", page)
    assert f'href="{reverse("campaigns:log", args=[roll.campaign.key])}?page=1#entry-{roll.key}"' in page


def test_each_entry_of_the_log_is_linked_at_its_time(as_, campaign, roll, pablo):
    log = as_(pablo).get(reverse("campaigns:log", args=[campaign.key])).content.decode()

    assert f'href="{reverse("campaigns:entry", args=[campaign.key, roll.key])}"' in log


def test_the_way_back_leads_to_the_page_of_the_log_on_which_it_stands(page_of, roll, brianda, marta, pablo, as_):
    """50 a page: the roll is the 51st that Pablo reads; what only Marta reads does not count for him."""
    for number in range(50):
        brianda.change_pool(marta, "pv", -1 if number % 2 == 0 else 1)
    brianda.write(marta, "gm_notes", "La traicionan.")

    page = page_of(pablo, roll).content.decode()
    back = re.search(r'href="([^"]*)#entry-', page)[1]

    assert back.endswith("?page=2")
    assert f'id="entry-{roll.key}"' in as_(pablo).get(back).content.decode()


def test_a_private_entry_is_for_whom_it_concerns(page_of, brianda, ines, marta, coral, pablo, vera, dice):
    dice(2, 7, 9)
    secret = brianda.roll(ines, "stealth", difficulty=10, audience=Audience.PRIVATE)

    assert {seat.name: page_of(seat, secret).status_code for seat in (ines, marta, coral)} == {
        ines.name: 200, marta.name: 200, coral.name: 200,
    }  # fmt: skip
    assert {page_of(seat, secret).status_code for seat in (pablo, vera)} == {404}


def test_a_foes_entry_is_for_those_who_lead(page_of, goblin, marta, pablo):
    entry = goblin.change_pool(marta, "pv", -3)

    assert "Goblin Secreto" in page_of(marta, entry).content.decode()
    answer = page_of(pablo, entry)
    assert answer.status_code == 404
    assert "Goblin" not in answer.content.decode()


def test_strangers_find_nothing_and_others_are_asked_to_log_in(page_of, roll, sergio):
    address = reverse("campaigns:entry", args=[roll.campaign.key, roll.key])

    assert page_of(sergio, roll).status_code == 404
    answer = page_of(None, roll)
    assert (answer.status_code, answer.headers["Location"].endswith(f"?next={address}")) == (302, True)


def test_what_is_not_read_as_the_log_has_no_page_either(page_of, campaign, marta):
    with campaign.recording(marta) as record:
        entry = record("invited", {}, audience=Audience.GM)

    assert page_of(marta, entry).status_code == 404


def test_an_entry_of_another_table_is_not_here(as_, campaign, roll, marta):
    assert as_(marta).get(reverse("campaigns:entry", args=[campaign.key, "noexiste"])).status_code == 404


def test_what_was_taken_back_says_so(page_of, as_, roll, campaign, marta, pablo):
    as_(marta).post(reverse("campaigns:toggle", args=[campaign.key, roll.key]))

    assert "taken back" in page_of(pablo, roll).content.decode()


def test_every_kind_of_an_evening_has_a_page(page_of, roll, brianda, campaign, marta, pablo):
    """Also those without a name of their own."""
    brianda.change_pool(marta, "pv", -3)
    brianda.afflict(marta, "cansada")

    answers = {entry.kind: page_of(marta, entry).status_code for entry in campaign.log.all()}

    assert set(answers.values()) == {200}


def test_its_questions_to_the_database_do_not_grow_with_the_log(as_, roll, brianda, marta, pablo):
    browser, questions = as_(pablo), []
    for _ in range(2):
        with CaptureQueriesContext(connection) as asked:
            browser.get(reverse("campaigns:entry", args=[roll.campaign.key, roll.key]))
        questions.append(len(asked))
        for number in range(20):
            brianda.change_pool(marta, "pv", -1 if number % 2 == 0 else 1)

    assert questions[1] <= questions[0] <= 10
