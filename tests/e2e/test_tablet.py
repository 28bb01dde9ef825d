"""A tablet, upright and on its side: what a phone has one below the other stands side by side, over the same dock."""

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.reach import hidden_focus
from tests.e2e.test_phone import FINGER, TOO_SMALL

UPRIGHT = (768, 1024)


def box(page: Page, what: str) -> dict[str, float]:
    found = page.locator(what).first.bounding_box()
    assert found, what
    return found | {"right": found["x"] + found["width"], "bottom": found["y"] + found["height"]}


def stand_beside(page: Page, left: str, right: str) -> None:
    """From the same height down, and between them they use the width of the tablet."""
    one, other = box(page, left), box(page, right)
    assert one["right"] <= other["x"] + 1, (left, right)
    assert abs(one["y"] - other["y"]) <= 1, (left, right)
    assert other["right"] - one["x"] >= 0.95 * page.viewport_size["width"], (left, right)


def under_the_thumb(page: Page) -> None:
    dock = box(page, ".dock")
    assert dock["bottom"] == page.viewport_size["height"]
    assert dock["width"] == page.viewport_size["width"]
    assert page.evaluate(TOO_SMALL, FINGER) == []


@pytest.mark.parametrize("width", [768, 1023])
def test_a_sheet_has_who_on_the_left_and_what_is_rolled_on_the_right(screen, ines, brianda, dice, width):
    dice(2, 6, 9)
    brianda.roll(ines, "stealth", difficulty=10)
    page = screen(ines, brianda.get_absolute_url(), size=(width, 1024))

    stand_beside(page, ".sheet-page .body", ".sheet-page .traits")
    under_the_thumb(page)
    assert box(page, ".tray .why")["x"] > box(page, ".tray .throw")["right"]  # so that the dock stays low
    expect(page.locator(".tray .why")).to_be_in_viewport(ratio=1)
    assert hidden_focus(page, "sheet") == []


def test_a_campaign_has_its_people_on_the_left_and_its_story_on_the_right(screen, campaign, marta, ines, brianda):
    for seat in (ines, marta):
        page = screen(seat, campaign.get_absolute_url(), size=UPRIGHT)

        stand_beside(page, ".campaign .people", ".campaign .story")
        assert box(page, ".three > aside")["right"] <= box(page, ".campaign .story")["x"] + 1


def test_charts_of_luck_and_weapons_of_the_library_stand_two_in_a_row(screen, campaign, marta, ines, brianda, dice):
    dice(2, 6, 9)
    brianda.roll(ines, "stealth", difficulty=10)
    for path, what in (("luck/", ".luck"), ("library/", ".gear-shelf .shelf.two > li")):
        page = screen(marta, campaign.get_absolute_url() + path, size=UPRIGHT)

        first, second = (page.locator(what).nth(place).bounding_box() for place in (0, 1))
        assert first["y"] == second["y"], path
        assert first["x"] + first["width"] < second["x"], path
