"""Growth in browsers: the end of an adventure opens the shop on every screen; a phone buys, and the sheet follows."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from characters import adventures
from characters.models import Character
from tests.e2e.screens import PHONE, REFUSED, is_marked, mark


@pytest.fixture
def growth(campaign, marta, brianda) -> str:
    """The address of Brianda's growth page, in an adventure that has earned 25 px."""
    brianda.created = brianda.written
    brianda.save()
    adventures.begin(campaign, marta, "El molino")
    adventures.award(campaign, marta, brianda, 25, "La vela negra")
    return reverse("characters:growth", args=[brianda.key])


def test_the_end_of_an_adventure_reaches_the_open_page_and_a_tap_buys(screen, growth, campaign, marta, ines, brianda):
    player = screen(ines, growth, size=PHONE)
    sheet = screen(ines, brianda.get_absolute_url())
    gm = screen(marta, reverse("characters:evening", args=[campaign.key]))
    mark(player)
    expect(player.locator("button[name=buy]")).to_have_count(0)

    gm.locator("form[action$='adventure/close/'] button.strong").click()
    player.locator("#buy-attributes-physique").click()

    expect(player.locator(f"#ledger-{brianda.key} tbody tr")).to_have_count(2)
    expect(player.locator(f"#account-{brianda.key} dd").first).to_have_text("0")
    expect(sheet.locator(".pool .value").first).to_contain_text("21")
    assert is_marked(player)
    assert player.evaluate("document.documentElement.scrollWidth") == PHONE[0]
    assert Character.objects.get(pk=brianda.pk).px_spent == 25


def test_a_purchase_by_keyboard_keeps_the_place(screen, growth, campaign, marta, ines, brianda):
    adventures.close(campaign, marta, [brianda.key])
    page = screen(ines, growth)

    page.locator("#buy-skills-stealth").focus()
    page.keyboard.press("Enter")

    expect(page.locator(f"#ledger-{brianda.key} tbody tr")).to_have_count(2)
    expect(page.locator("#buy-skills-stealth")).to_have_count(0)


def test_what_is_too_dear_by_now_is_said(screen, growth, campaign, marta, ines, brianda):
    adventures.close(campaign, marta, [brianda.key])
    screen.forgives(REFUSED)
    page = screen(ines, growth)
    button = page.locator("#buy-skills-stealth")
    expect(button).to_be_visible()

    button.evaluate("(button) => { button.value = 'attributes.physique:6'; button.click(); }")  # 25 + 30

    expect(page.locator("#refusal .notice")).to_contain_text("55 px")
    expect(page.locator(f"#ledger-{brianda.key} tbody tr")).to_have_count(1)
