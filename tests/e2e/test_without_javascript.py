"""Every page works by plain forms."""

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from campaigns.models import Audience, LogEntry
from combat.demo import load_demo
from tests.conftest import PASSWORD
from tests.e2e.screens import PHONE, REFUSED, newest, points


@pytest.fixture
def plain(screen):
    """`plain(ines, path)`: the same, in a browser without scripts."""

    def open_page(who, path, **more):
        return screen(who, path, script=False, **more)

    return open_page


def test_the_demo_is_entered_and_played(plain, live):
    load_demo()
    gm = plain(None, "/")
    gm.locator("button[name=role][value=gm]").click()
    expect(gm.locator("#encounters li")).to_have_count(2)
    assert newest(gm).locator("button").count() == 1

    player = plain(None, "/", size=PHONE)
    player.locator("button[name=role][value=player]").click()
    player.locator("main a.button, .tabs a").first.click()
    expect(player.locator("h1")).to_have_text("Brianda de Sotomar")
    player.locator("#roll-stealth").click()
    expect(player.locator(".result .throw li")).to_have_count(3)


def test_rolls_points_and_undo_work_by_plain_forms(screen, plain, campaign, marta, ines, brianda, dice):
    screen.forgives(REFUSED)
    dice(2, 7, 9, 3, 5, 8)
    sheet = plain(ines, brianda.get_absolute_url())
    table = screen(marta, campaign.get_absolute_url())  # with scripts: sees what comes from those without

    sheet.locator("select[name=difficulty]").select_option("easy")
    sheet.locator("#modifier").fill("2")
    sheet.locator("select[name=audience]").select_option(Audience.PRIVATE)
    sheet.locator("#roll-stealth").click()

    expect(sheet.locator(".result .sum b")).to_have_text("16")
    expect(newest(table).locator(".rolls-line b")).to_have_text("16")
    assert LogEntry.objects.get().audience == Audience.PRIVATE

    sheet.locator(".pool .less").click()
    sheet.locator(".pool .less").click()
    expect(points(sheet)).to_have_text("14")
    sheet.locator(".pool .more").click()
    expect(points(sheet)).to_have_text("15")
    sheet.go_back()  # an old page, and an old press in it
    sheet.reload()
    expect(points(sheet)).to_have_text("15")

    sheet.locator("#mine-toggle").click()
    expect(points(sheet)).to_have_text("14")
    sheet.locator("#mine-toggle").click()
    expect(points(sheet)).to_have_text("15")
    sheet.locator(".pool .more").click()
    sheet.locator(".pool .more").click()
    expect(sheet.locator("h1")).not_to_have_text("Brianda")  # all of them are there: a page says so
    expect(sheet.locator("main .notice.harm")).to_contain_text("Brianda")
    sheet.locator("main a.button").click()
    expect(points(sheet)).to_have_text("16")

    sheet.locator("#roll-physique").click()
    expect(sheet.locator(".result .why")).to_contain_text("R1")


def test_the_gm_undoes_and_answers_by_plain_forms(plain, campaign, marta, ines, brianda):
    entry = brianda.change_pool(ines, "pv", -3)
    table = plain(marta, campaign.get_absolute_url())

    table.locator(f"#toggle-{entry.key}").click()

    expect(table.locator(f"#entry-{entry.key}")).to_have_class("entry undone")
    brianda.refresh_from_db()
    assert brianda.ruleset.points(brianda.sheet, "pv") == 16


def test_a_guest_comes_in_by_the_link_and_comes_back(plain, network, campaign, marta):
    table = plain(marta, campaign.get_absolute_url())
    table.locator("#invite form button").click()
    link = urlsplit(table.locator("#invite code").text_content()).path

    guest = plain(None, link, size=PHONE)
    guest.locator("form.stack").first.locator("input[name=name]").fill("Ruth")
    guest.locator("form.stack").first.locator("button").click()
    expect(guest.locator("h1")).to_have_text(campaign.name)
    table.reload()
    expect(table.locator("#members")).to_contain_text("Ruth")

    again = plain(None, link)
    again.locator("summary").click()
    again.locator("details input[name=name]").fill("ruth")
    again.locator("details button").click()
    waiting = again.url
    table.reload()
    table.locator("#requests button[value=yes]").click()
    expect(table.locator("#requests .ask")).to_have_count(0)
    again.locator("noscript a, main a").first.click()
    again.locator("main form button").click()
    expect(again.locator("h1")).to_have_text(campaign.name)
    assert again.url != waiting


def test_one_logs_in_and_changes_the_language(plain, campaign, ines, brianda):
    page = plain(None, brianda.get_absolute_url())
    page.locator("#id_username").fill("INES")
    page.locator("#id_password").fill(PASSWORD)
    page.locator("main form button").click()
    expect(page.locator("h1")).to_have_text("Brianda")
    expect(page.locator("html")).to_have_attribute("lang", "es")

    page.locator("footer button[value=en]").click()

    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page.locator("#roll-stealth .name")).to_contain_text("Stealth")
    page.locator("#roll-stealth").click()
    expect(page.locator(".result .name").first).to_contain_text("low")

    page.goto("/account/")
    page.locator("form[action='/log-out/'] button").first.click()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    page.goto(campaign.get_absolute_url())
    expect(page.locator("#id_username")).to_be_visible()
