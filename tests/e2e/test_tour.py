"""The tour of the demo in a browser: on a phone, by keyboard, and gone when it is ended."""

import pytest
from playwright.sync_api import expect

from campaigns.models import Campaign
from combat.models import Encounter
from tests.e2e.screens import PHONE
from tests.e2e.test_access_axe import faults


@pytest.fixture
def demo(campaign) -> Campaign:
    Campaign.objects.filter(pk=campaign.pk).update(is_demo=True)
    return campaign


@pytest.fixture
def ambush_of_two(demo, marta, brianda) -> Encounter:
    return Encounter.prepare(demo, marta, "Emboscada", heroes=[brianda])


def test_a_player_walks_it_by_keyboard_and_ends_it(screen, demo, ines, brianda):
    page = screen(ines, demo.get_absolute_url(), size=PHONE, language="en-GB", scheme="dark")
    tour = page.get_by_role("complementary", name="Tour of the demo")
    expect(tour).to_contain_text("1 of 6")
    assert faults(page, "tour") == []
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")

    tour.get_by_role("link", name="To my sheet").press("Enter")
    expect(page.locator("h1")).to_have_text("Brianda")
    expect(tour.get_by_role("link")).to_have_count(0)
    tour.get_by_role("button", name="Next").press("Enter")
    expect(tour).to_contain_text("2 of 6")
    expect(page.locator("h1")).to_have_text("Brianda")

    tour.get_by_role("button", name="End the tour").press("Enter")
    expect(tour).to_have_count(0)
    page.goto(demo.get_absolute_url())
    expect(page.locator("main h1")).to_be_visible()
    expect(tour).to_have_count(0)


def test_over_the_gms_fight_it_is_one_line(screen, demo, marta, ambush_of_two):
    page = screen(marta, ambush_of_two.get_absolute_url())

    box = page.locator(".tour").bounding_box()
    assert box["width"] == 1280
    assert box["height"] < 48
    assert faults(page, "tour over a fight") == []
