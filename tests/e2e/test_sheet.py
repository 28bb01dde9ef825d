"""The sheet in a browser: one tap, what sways it, what is remembered, and who sees it."""

import pytest
from playwright.sync_api import expect

from campaigns.models import Audience, LogEntry
from characters.models import Character
from tests.e2e.screens import PHONE


@pytest.fixture
def core(campaign, brianda) -> Character:
    campaign.preset = "ryf-core"
    campaign.save()
    brianda.gear = {"weapons": ["long_sword"]}
    brianda.save()
    return brianda


def test_a_token_is_ticked_spent_and_put_back(screen, core, ines, dice):
    dice(2, 6, 9)
    page = screen(ines, core.get_absolute_url())
    chance = page.locator("#roll-stealth .chance")
    plain = chance.text_content()

    page.locator("input[name=token]").check()
    expect(chance).not_to_have_text(plain)
    page.locator("#roll-stealth").click()

    expect(page.locator(".result .sum b")).to_have_text("16")
    expect(page.locator(".pools .tokens")).to_contain_text("0")
    expect(page.locator("input[name=token]")).not_to_be_checked()
    expect(chance).to_have_text(plain)


def test_difficulty_and_modifier_are_remembered_when_the_page_is_opened_again(screen, core, ines):
    page = screen(ines, core.get_absolute_url())
    page.locator("select[name=difficulty]").select_option("hard")
    page.locator("#modifier").fill("3")
    with page.expect_response(lambda answer: "modifier=3" in answer.url):
        page.locator("#modifier").blur()
    odds = page.locator("#roll-stealth .chance").text_content()

    page.goto(core.get_absolute_url())

    expect(page.locator("select[name=difficulty]")).to_have_value("hard")
    expect(page.locator("#modifier")).to_have_value("3")
    expect(page.locator("#roll-stealth .chance")).to_have_text(odds)


def test_an_attack_and_its_damage_are_two_taps_on_a_phone(screen, core, ines, dice):
    dice(2, 9, 9, 3, 4)
    page = screen(ines, core.get_absolute_url(), size=PHONE)

    page.locator("#attack-long_sword").click()
    page.locator(f"#damage-{core.key}").click()

    expect(page.locator(".result")).to_contain_text("7")
    expect(page.locator("#announce")).to_contain_text("7")
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE[0]


def test_a_roll_for_the_gm_only_says_that_it_was_thrown(screen, core, ines, marta, dice):
    dice(2, 6, 9)
    gm = screen(marta, core.get_absolute_url())
    page = screen(ines, core.get_absolute_url())
    page.locator("select[name=audience]").select_option(Audience.GM)
    page.locator("#roll-stealth").click()

    expect(page.locator(".result")).to_contain_text("Solo la ve el máster")
    expect(gm.locator(".result .sum b")).to_have_text("13")
    assert page.locator(".result .die").count() == 0
    assert LogEntry.objects.get(kind="check").key not in page.content()


def test_points_are_typed_with_the_keyboard_alone(screen, core, ines):
    page = screen(ines, core.get_absolute_url())
    page.locator("input[name=change]").focus()
    page.keyboard.type("-7")
    page.keyboard.press("Enter")

    expect(page.locator(".pool .now").first).to_have_text("9")
    expect(page.locator("input[name=change]")).to_have_value("")


def test_free_dice_are_thrown_by_enter(screen, core, ines, dice):
    dice(4, 6)
    page = screen(ines, core.get_absolute_url())
    page.locator(".free-dice summary").click()
    page.locator("input[name=formula]").fill("2d6+3")
    page.keyboard.press("Enter")

    expect(page.locator(".result .word")).to_have_text("13")


def test_why_is_told_before_the_roll_for_the_one_rolled_last(screen, core, ines, dice):
    dice(2, 6, 9)
    page = screen(ines, core.get_absolute_url())
    page.locator("[data-explains] summary").click()
    page.locator("#roll-stealth").click()

    expect(page.locator("#explained")).to_contain_text("dado medio")
    expect(page.locator("#explained .changes")).to_be_visible()


def test_points_that_change_are_announced(screen, core, ines, dice):
    dice(2, 6, 9)
    page = screen(ines, core.get_absolute_url())
    page.locator("#roll-stealth").click()
    expect(page.locator("#announce")).to_contain_text("Sigilo")  # the stream is open

    page.locator(f"#less-{core.key}").click()

    expect(page.locator("#announce")).to_contain_text("15")
