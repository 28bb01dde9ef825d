"""The tour of the demo: a step at a time, each browser for itself, and gone for good once it is ended."""

import re

import pytest
from django.urls import reverse

from campaigns.models import Campaign
from combat import tour
from combat.models import Encounter

IN_ENGLISH = {"accept-language": "en"}


@pytest.fixture
def demo(campaign) -> Campaign:
    Campaign.objects.filter(pk=campaign.pk).update(is_demo=True)
    campaign.refresh_from_db()
    return campaign


def strip(client, address: str) -> str:
    """The tour as a page shows it, "" where there is none."""
    page = client.get(address, headers=IN_ENGLISH).content.decode()
    found = re.search(r'<aside class="tour".*?</aside>', page, re.DOTALL)
    return found[0] if found else ""


def go_on(client, campaign: Campaign, step: str):
    return client.post(reverse("combat:tour", args=[campaign.key]), {"step": step, "back": campaign.get_absolute_url()})


def test_who_leads_and_who_plays_are_shown_what_is_theirs_to_try(as_, demo, marta, ines):
    table = demo.get_absolute_url()

    assert tour.LEADING[0].words in strip(as_(marta), table)
    assert tour.PLAYING[0].words in strip(as_(ines), table)


def test_it_is_on_every_page_of_the_demo(as_, demo, ines, brianda):
    browser = as_(ines)

    for address in (demo.get_absolute_url(), brianda.get_absolute_url(), reverse("campaigns:rules", args=[demo.key])):
        assert strip(browser, address), address


@pytest.mark.parametrize("steps", [tour.LEADING, tour.PLAYING])
def test_a_press_goes_on_and_the_last_one_ends_it(as_, demo, marta, ines, steps):
    browser = as_(marta if steps is tour.LEADING else ines)
    seen = []
    for _step in steps:
        shown = strip(browser, demo.get_absolute_url())
        seen.append(next(step.words for step in steps if step.words in shown))
        answer = go_on(browser, demo, re.findall(r'name="step" value="(\w+)"', shown)[0])
        assert answer.headers["Location"] == demo.get_absolute_url()

    assert seen == [step.words for step in steps]
    assert strip(browser, demo.get_absolute_url()) == ""


def test_who_ends_it_never_sees_it_again_and_others_do(as_, demo, marta, ines):
    browser = as_(marta)

    go_on(browser, demo, tour.OVER)

    assert strip(browser, demo.get_absolute_url()) == ""
    assert strip(as_(ines), demo.get_absolute_url())


def test_each_step_leads_to_a_page_that_is_there(as_, demo, marta, ines, brianda):
    for seat, steps in ((marta, tour.LEADING), (ines, tour.PLAYING)):
        for step in steps:
            assert as_(seat).get(step.place(seat).partition("#")[0]).status_code == 200, step.words


def test_what_has_happened_is_not_told_any_more(as_, demo, marta, brianda):
    fight = Encounter.prepare(demo, marta, "Emboscada")
    fight.add(marta, [brianda])
    assert tour.LEADING[0].words in strip(as_(marta), demo.get_absolute_url())

    fight.start(marta)

    shown = strip(as_(marta), demo.get_absolute_url())
    assert tour.LEADING[1].words in shown
    assert fight.get_absolute_url() in shown


def test_the_way_to_where_one_is_already_is_not_offered(as_, demo, ines, brianda):
    assert "<a " not in strip(as_(ines), brianda.get_absolute_url())
    assert brianda.get_absolute_url() in strip(as_(ines), demo.get_absolute_url())


def test_outside_of_the_demo_there_is_none(as_, campaign, marta):
    assert strip(as_(marta), campaign.get_absolute_url()) == ""
    assert go_on(as_(marta), campaign, "1").status_code == 404


def test_who_only_looks_on_is_left_alone(as_, demo, vera):
    assert strip(as_(vera), demo.get_absolute_url()) == ""


@pytest.mark.parametrize("step", ["", "99", "-1", "1.5", "x" * 5000, "٣"])
def test_a_step_that_is_none_is_refused(as_, demo, marta, step):
    answer = go_on(as_(marta), demo, step)

    assert answer.status_code == 422
    assert tour.cookie_of(marta) not in answer.cookies


@pytest.mark.parametrize("kept", ["x", "²", "99999999999999999999999999999", "-1", ""])
def test_a_cookie_that_somebody_wrote_ends_it_at_most(as_, demo, marta, kept):
    browser = as_(marta)
    browser.cookies[tour.cookie_of(marta)] = kept

    assert browser.get(demo.get_absolute_url()).status_code == 200
