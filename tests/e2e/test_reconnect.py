"""A line that breaks heals by itself: what happened meanwhile is there, nothing was loaded again, nobody logs in."""

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.screens import NO_LINE, hide, is_marked, mark, newest, points, row_of, show


@pytest.fixture
def start(campaign):
    """The address of the table."""
    return campaign.get_absolute_url()


def pv(page):
    return row_of(page, "Brianda").locator(".pv-cell > span")


def test_a_page_whose_network_was_cut_says_so_and_is_current_afterwards(screen, start, ines, pablo, brianda):
    """B08: what was missed is all there on return."""
    screen.forgives(NO_LINE)
    table, sheet = screen(pablo, start), screen(ines, brianda.get_absolute_url())
    for page in (table, sheet):
        mark(page)
        expect(page.locator("#offline")).to_be_hidden()

        page.context.set_offline(True)

        expect(page.locator("#offline")).to_be_visible()

    for _ in range(3):
        brianda.change_pool(ines, "pv", -1)
    entry = brianda.roll(ines, "stealth", difficulty=10)
    for page in (table, sheet):
        page.context.set_offline(False)

    expect(pv(table)).to_contain_text("13")
    expect(table.locator(f"#entry-{entry.key}")).to_have_count(1)
    expect(table.locator("#log > .entry")).to_have_count(4)
    expect(points(sheet)).to_have_text("13")
    expect(sheet.locator(".result")).to_be_visible()
    for page in (table, sheet):
        expect(page.locator("#offline")).to_be_hidden()
        assert is_marked(page)

    brianda.change_pool(ines, "pv", -1)  # and the stream runs again

    expect(pv(table)).to_contain_text("12")
    expect(points(sheet)).to_have_text("12")


def test_six_open_pages_are_current_after_the_server_was_started_again(
    screen, live, start, marta, coral, pablo, ines, vera, brianda
):
    """B10: nobody logs in again, and whoever was there acts as before."""
    screen.forgives(NO_LINE)
    tables = [screen(who, start) for who in (marta, coral, pablo, ines, vera)]
    sheet = screen(ines, brianda.get_absolute_url())
    pages = [*tables, sheet]
    for page in pages:
        mark(page)

    live.stop()

    for page in pages:
        expect(page.locator("#offline")).to_be_visible()
    brianda.change_pool(marta, "pv", -4)

    live.start()

    for table in tables:
        expect(pv(table)).to_contain_text("12")
    expect(points(sheet)).to_have_text("12")
    for page in pages:
        expect(page.locator("#offline")).to_be_hidden()
        assert is_marked(page)

    sheet.locator(".pool .less").click()  # whoever was there before acts as before

    for table in tables:
        expect(pv(table)).to_contain_text("11")
        expect(table.locator("#log > .entry")).to_have_count(2)


def test_a_hidden_tab_closes_its_stream_and_is_current_when_it_is_shown(screen, start, marta, pablo, brianda):
    """B07: twenty-one events behind its back."""
    table = screen(pablo, start)
    mark(table)

    with table.expect_event("requestfailed", lambda request: "/live?" in request.url):
        hide(table)
    for _ in range(10):
        brianda.change_pool(marta, "pv", -1)
        brianda.change_pool(marta, "pv", 1)
    last = brianda.change_pool(marta, "pv", -7)
    assert "16" in pv(table).text_content()

    show(table)

    expect(pv(table)).to_contain_text("9")
    expect(newest(table)).to_have_id(f"entry-{last.key}")
    expect(table.locator("#log > .entry")).to_have_count(21)
    expect(table.locator("#offline")).to_be_hidden()
    assert is_marked(table)
    brianda.change_pool(marta, "pv", -1)
    expect(pv(table)).to_contain_text("8")


def test_a_page_that_slept_longer_than_the_log_it_holds_gets_all_its_regions(screen, start, marta, pablo, brianda):
    table = screen(pablo, start)
    mark(table)
    hide(table)
    for _ in range(35):
        brianda.change_pool(marta, "pv", -1)
        last = brianda.change_pool(marta, "pv", 1)

    show(table)

    expect(newest(table)).to_have_id(f"entry-{last.key}")
    assert is_marked(table)
    assert len(set(table.locator("#log > .entry").evaluate_all("(all) => all.map((each) => each.id)"))) >= 30


def test_a_line_that_has_gone_silent_is_given_up(screen, start, marta, pablo, brianda, monkeypatch):
    table = screen(pablo)
    table.clock.install()
    table.goto(start)
    expect(pv(table)).to_contain_text("16")
    monkeypatch.setattr("live.wake", lambda channel: None)  # the line stands, and brings nothing any more
    brianda.change_pool(marta, "pv", -1)

    table.clock.fast_forward("01:00")

    expect(pv(table)).to_contain_text("15")
    expect(table.locator("#offline")).to_be_hidden()


def test_ten_tabs_of_one_browser_all_work(screen, start, marta, ines, brianda):
    first = screen(ines, start)
    tabs = [first]
    for _ in range(9):
        hide(tabs[-1])
        tabs.append(first.context.new_page())
        tabs[-1].goto(start)
    hide(tabs[-1])
    sheet = first.context.new_page()
    sheet.goto(brianda.get_absolute_url())

    sheet.locator(".pool .less").click()
    expect(points(sheet)).to_have_text("15")
    hide(sheet)

    for tab in tabs:
        show(tab)
        expect(pv(tab)).to_contain_text("15")
        hide(tab)
    show(first)
    brianda.change_pool(marta, "pv", -1)
    expect(pv(first)).to_contain_text("14")


def test_whoever_is_sent_away_goes_blind_at_once(screen, start, campaign, marta, pablo, ines, brianda):
    screen.forgives("status of 404")
    away, stays = screen(pablo, start), screen(ines, start)

    table = screen(marta, f"{start}members/{pablo.key}/")
    table.locator("form[action$='/remove/'] summary").click()
    table.locator("form[action$='/remove/'] button").click()

    expect(away.locator("#roster")).to_have_count(0)
    expect(away.locator("h1")).to_be_visible()
    assert "Brianda" not in away.content()
    expect(stays.locator("#members")).not_to_contain_text("Pablo")
    away.goto("/")
    expect(away.locator("main")).not_to_contain_text(campaign.name)


def test_whoever_logs_out_elsewhere_goes_to_the_log_in_page(screen, start, ines, brianda):
    screen.forgives("status of 401")
    table = screen(ines, start)
    sheet = table.context.new_page()
    sheet.goto(brianda.get_absolute_url())
    account = table.context.new_page()
    account.goto("/account/")

    account.locator("form[action='/log-out/'] button").click()

    for page in (table, sheet):
        expect(page).to_have_url(re.compile(r"/log-in/\?next="))
        assert "Brianda" not in page.content()


def test_a_new_role_shows_at_once_what_it_may_see(screen, start, marta, pablo, goblin):
    screen.forgives("status of 409")
    table = screen(pablo, start)
    expect(table.locator("#members")).to_be_visible()
    assert goblin.name not in table.content()

    member = screen(marta, f"{start}members/{pablo.key}/")
    member.locator("select[name=role]").select_option("co-gm")
    member.locator("form[action$='/role/'] button").click()

    expect(table.locator("#foes")).to_contain_text(goblin.name)

    member.locator("select[name=role]").select_option("spectator")
    member.locator("form[action$='/role/'] button").click()

    expect(table.locator("#foes")).to_have_count(0)
    assert goblin.name not in table.content()
