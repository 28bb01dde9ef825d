"""One rolls and takes points; the others see it without touching anything."""

import re

import pytest
from playwright.sync_api import expect

from campaigns.models import Audience, LogEntry
from tests.e2e.screens import PHONE, collect, collected, messages_of, newest, points, row_of

ROW = """(() => {
    const row = [...document.querySelectorAll("#roster li")].find((each) => each.textContent.includes("Brianda"));
    return [row.querySelector(".pv-cell > span").textContent.split("/")[0].trim(),
            row.querySelector(".pv-bar").getAttribute("aria-label").match(/\\d+/)[0],
            row.querySelectorAll(".badge.harm").length];
})()"""
SAID = """document.getElementById("announce").textContent"""


@pytest.fixture
def scratched(brianda, marta):
    """Brianda with 6 of 16 PV: the next one that she loses wounds her (C10)."""
    brianda.change_pool(marta, "pv", -10)
    return brianda


def test_a_roll_and_a_wound_reach_every_screen_and_undo_takes_them_back(screen, campaign, marta, ines, scratched, dice):
    dice(9, 2, 7)
    table = screen(marta, campaign.get_absolute_url())
    phone = screen(ines, scratched.get_absolute_url(), size=PHONE)
    tablet = screen(ines, scratched.get_absolute_url())
    collect(table, SAID)
    collect(phone, SAID)

    phone.locator("#roll-stealth").tap()

    entry = newest(table)
    expect(entry.locator(".line")).to_contain_text("Brianda")
    expect(entry.locator(".mini .die text")).to_have_text(["2", "7", "9"])
    expect(entry.locator(".mini .kept text")).to_have_text("7")
    expect(entry.locator(".rolls-line b")).to_have_text("14")  # the middle die, dexterity 4, stealth 3
    expect(entry.locator(".why")).to_contain_text("R1")
    for sheet in (phone, tablet):
        expect(sheet.locator(".result .throw .kept-one .die text")).to_have_text("7")
        expect(sheet.locator(".result .sum b")).to_have_text("14")
    sentence = " ".join(entry.locator(".line").text_content().split())
    expect(table.locator("#announce")).to_have_text(sentence)
    assert collected(table).count(sentence) == 1
    verdict = phone.locator(".result .word").text_content().strip()
    expect(phone.locator("#announce")).to_contain_text(verdict)
    assert len([said for said in collected(phone) if verdict in said]) == 1

    collect(table, ROW)
    phone.locator(".pool .less").tap()

    expect(row_of(table, "Brianda").locator(".badge.harm")).to_be_visible()
    assert collected(table) == [["5", "5", 1]]  # number, bar and badge changed together, from 6 to 5
    for sheet in (phone, tablet):
        expect(points(sheet)).to_have_text("5")
        expect(sheet.locator(".pool .badge.harm")).to_be_visible()
        expect(sheet.locator(".pool .pv-bar")).to_have_class("pv-bar wounded")

    newest(table).locator("button").click()

    expect(row_of(table, "Brianda").locator(".badge.harm")).to_have_count(0)
    assert collected(table)[-1] == ["6", "6", 0]
    for sheet in (phone, tablet):
        expect(points(sheet)).to_have_text("6")
        expect(sheet.locator(".pool .badge.harm")).to_have_count(0)

    roll = LogEntry.objects.get(kind="check")
    table.locator(f"#toggle-{roll.key}").click()

    expect(table.locator(f"#entry-{roll.key}")).to_have_class("entry undone is-fresh")
    for sheet in (phone, tablet):
        expect(sheet.locator(".result.undone")).to_be_visible()


def test_one_press_is_one_message_to_each_screen_and_one_entry(screen, campaign, marta, ines, pablo, brianda):
    table = screen(marta)
    arrived = messages_of(table)
    table.goto(campaign.get_absolute_url())
    others = [screen(who, campaign.get_absolute_url()) for who in (pablo, ines)]
    sheet = screen(ines, brianda.get_absolute_url())

    sheet.locator(".pool .less").click()

    for page in (table, *others):
        expect(row_of(page, "Brianda").locator(".pv-cell > span")).to_contain_text("15")
    assert [each for each in arrived if each.startswith("regions")] == [arrived[-1]]
    assert LogEntry.objects.filter(campaign=campaign).count() == 1


def test_a_private_roll_is_nowhere_on_the_screens_of_the_others(
    screen, campaign, marta, ines, pablo, vera, brianda, dice
):
    dice(2, 7, 9, 1, 3, 8)
    onlookers = []
    for who in (pablo, vera):
        page = screen(who)
        onlookers.append((page, messages_of(page)))
        page.goto(campaign.get_absolute_url())
    table = screen(marta, campaign.get_absolute_url())
    sheet = screen(ines, brianda.get_absolute_url())
    second = screen(ines, campaign.get_absolute_url())
    expect(sheet.locator("select[name=audience] option")).to_have_count(3)  # who will see it is said before

    sheet.locator("select[name=audience]").select_option(Audience.PRIVATE)
    sheet.locator("#modifier").fill("77")
    sheet.locator("#roll-stealth").click()

    expect(sheet.locator(".result .sum b")).to_have_text("91")  # the roller sees it
    expect(newest(second).locator(".rolls-line b")).to_have_text("91")
    expect(newest(table).locator(".rolls-line b")).to_have_text("91")
    secret = LogEntry.objects.get(kind="check")

    sheet.locator("select[name=audience]").select_option(Audience.TABLE)
    sheet.locator("#modifier").fill("0")
    sheet.locator("#roll-stealth").click()

    for page, arrived in onlookers:
        expect(newest(page).locator(".rolls-line b")).to_have_text("10")  # what came after it is here
        expect(page.locator("#log > .entry")).to_have_count(1)
        pages = [page.content(), page.reload().text(), page.goto(campaign.get_absolute_url() + "log/").text()]
        for text in (*pages, *arrived):
            assert secret.key not in text
            assert not re.search(r"\b91\b", text)
    assert LogEntry.objects.filter(kind="check").count() == 2


def test_a_foes_points_and_rolls_are_nowhere_on_the_screens_of_players(screen, campaign, marta, ines, brianda, goblin):
    goblin.traits["attributes"] = {"physique": 2}
    goblin.save()
    player = screen(ines)
    arrived = messages_of(player)
    player.goto(campaign.get_absolute_url())
    table = screen(marta, campaign.get_absolute_url())
    sheet = screen(marta, goblin.get_absolute_url())

    sheet.locator(".pool .less").click()
    sheet.locator("#roll-physique").click()

    expect(points(sheet)).to_have_text("7")
    expect(sheet.locator(".result")).to_be_visible()
    expect(table.locator("#foes .pv-cell > span")).to_contain_text("7")
    expect(table.locator("#log > .entry")).to_have_count(2)
    brianda.change_pool(marta, "pv", -1)
    expect(row_of(player, "Brianda").locator(".pv-cell > span")).to_contain_text("15")  # what came after it is here
    expect(player.locator("#log > .entry")).to_have_count(1)
    for text in (player.content(), player.reload().text(), *arrived):
        assert "Goblin" not in text
        assert goblin.key not in text
