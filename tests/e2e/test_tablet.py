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
