"""A phone of 360 by 740, the narrowest of 320, a desk at 400 %: nothing sticks out, is covered or too small."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from campaigns.models import LogEntry
from tests.e2e.reach import STICKS_OUT, hidden_focus, zoomed_faults
from tests.e2e.screens import DESK, PHONE, REFUSED, points, spanish

LONG = "Wolfeschlegelsteinhausenbergerdorffwelchevoralternwarengewiß"  # sixty letters in one word
FINGER = 44
TABLET_AND_TV = ((768, 1024), (1024, 768), (1920, 1080))

TOO_SMALL = """(finger) => [...document.querySelectorAll(
        "button, select, input:not([type=hidden], [type=checkbox]), summary, .button, .tabs a")]
    .map((each) => [each, each.getBoundingClientRect()])
    .filter(([each, box]) => box.width && each.checkVisibility({ visibilityProperty: true }))
    .filter(([, box]) => box.width < finger - 1.5 || box.height < finger - 1.5)
    .map(([each, box]) => `${each.outerHTML.slice(0, 90)}: ${Math.round(box.width)} x ${Math.round(box.height)}`)"""
OPEN_WHAT_IS_FOLDED = """() => {
    for (const each of document.querySelectorAll("main summary")) {
        if (each.checkVisibility() && !each.parentElement.open) each.click();
    }
}"""
ROOM = """(list) => {
    const style = getComputedStyle(list), pen = document.createElement("canvas").getContext("2d");
    pen.font = style.font;
    return [list.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight),
            pen.measureText(list.selectedOptions[0].text).width];
}"""


@pytest.fixture
def long_names(campaign, marta, ines, brianda, goblin):
    """The longest of everything, and a hero with 17 skills."""
    campaign.name = LONG + LONG[:20]
    campaign.save()
    for seat in (marta, ines):
        seat.name = (seat.name + LONG)[:40]
        seat.save()
        seat.user.name = (seat.user.name + LONG)[:60]
        seat.user.save()
    skills = [each.key for each in brianda.ruleset.skills]
    for character in (brianda, goblin):
        character.name = LONG
        character.concept = LONG + LONG[:20]
        character.traits |= {"skills": {key: 1 + place % 5 for place, key in enumerate(skills[:17])}}
        character.save()
    brianda.roll(ines, skills[0], difficulty=15)
    brianda.change_pool(marta, "pv", -12)


def test_no_page_scrolls_sideways_and_every_button_fits_a_finger(opened, screen, long_names, every_page):
    """B43: at 360, at the 320 of the narrowest, and at the 320 by 256 that 400 % leave of a desk."""
    screen.forgives("status of 40[34]")
    found = []
    for name, (who, path) in every_page.items():
        page = opened(who, path, size=PHONE)
        page.evaluate(OPEN_WHAT_IS_FOLDED)
        for width in (360,) if name == "rules" else (360, 320):
            page.set_viewport_size({"width": width, "height": 740})
            if page.evaluate("() => document.documentElement.scrollWidth") > width:
                found.append(f"{name} at {width} scrolls sideways: {page.evaluate(STICKS_OUT, width)}")
        found += [f"{name}: {small}" for small in page.evaluate(TOO_SMALL, FINGER)]
        page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
        found += hidden_focus(page, name) + zoomed_faults(page, name)
    assert not found, "\n".join(found)


def test_the_longest_names_fit_a_tablet_and_a_television(opened, screen, long_names, every_page):
    screen.forgives("status of 40[34]")
    found = []
    for name, (who, path) in every_page.items():
        page = opened(who, path, size=DESK)
        page.evaluate("() => document.querySelectorAll('main details').forEach((each) => { each.open = true })")
        for width, height in TABLET_AND_TV:
            page.set_viewport_size({"width": width, "height": height})
            if page.evaluate("() => document.documentElement.scrollWidth") > width:
                found.append(f"{name} at {width} scrolls sideways: {page.evaluate(STICKS_OUT, width)}")
    assert not found, "\n".join(found)


def test_the_rules_fit_the_narrowest_phone(screen, campaign, ines):
    page = screen(ines, campaign.get_absolute_url() + "rules/", size=(320, 740))

    assert page.evaluate("() => document.documentElement.scrollWidth") == 320


def test_a_roll_takes_two_taps_from_the_table_and_shows_its_result_where_the_thumb_is(
    screen, campaign, ines, brianda, dice
):
    """B43."""
    dice(2, 7, 9, 3, 5, 8)
    page = screen(ines, campaign.get_absolute_url(), size=PHONE)

    page.locator(".tabs a").first.tap()
    page.locator("#roll-stealth").tap()

    expect(page.locator(".result .sum b")).to_have_text("14")
    expect(page.locator(".result .throw")).to_be_in_viewport(ratio=1)
    expect(page.locator(".result .verdict")).to_be_in_viewport(ratio=1)

    page.locator(".tray summary").tap()  # folded, it is one line that says as much
    expect(page.locator(".result")).to_be_hidden()
    page.locator("#roll-dodge").tap()
    expect(page.locator(".tray summary .brief .die text")).to_have_text(["3", "5", "8"])
    expect(page.locator(".tray summary .brief")).to_be_in_viewport(ratio=1)
    assert LogEntry.objects.count() == 2


def test_the_start_page_opens_at_its_top(screen, live):
    page = screen(None, "/", size=PHONE)

    expect(page.locator("main h1")).to_be_in_viewport(timeout=2000)
    assert page.evaluate("() => scrollY") == 0


def test_what_a_roll_is_against_and_who_sees_it_can_be_read(screen, ines, brianda):
    page = screen(ines, brianda.get_absolute_url(), size=PHONE)

    for name in ("difficulty", "audience"):
        room, needed = page.locator(f"#roll select[name={name}]").evaluate(ROOM)
        assert needed <= room, name


def test_a_refusal_is_seen_and_moves_nothing_under_the_thumb(screen, ines, brianda):
    screen.forgives(REFUSED)
    page = screen(ines, brianda.get_absolute_url(), size=PHONE)
    last = page.locator(".roll").last
    page.locator("input[name=dice]").fill("11 22 33")
    last.scroll_into_view_if_needed()
    before = last.bounding_box()

    last.tap()

    expect(page.locator("#refusal .notice")).to_be_visible()
    expect(page.locator("#refusal .notice")).to_be_in_viewport(ratio=1, timeout=2000)
    assert last.bounding_box() == before
    page.locator("input[name=dice]").fill("")
    page.locator(".pool .more").tap()
    expect(page.locator("#refusal .notice")).to_contain_text("Brianda")
    expect(points(page)).to_have_text("16")


def test_the_gm_lets_someone_back_in_from_a_phone(screen, network, campaign, marta):
    ruth = campaign.invite(marta).admit(None, "Ruth")
    page = screen(marta, campaign.get_absolute_url(), size=PHONE)
    ruth.ask_back("x" * 26)

    page.locator("#requests button[value=yes]").tap()

    expect(page.locator("#requests .ask")).to_have_count(0)
    page.goto(reverse("campaigns:member", args=[campaign.key, ruth.key]))
    page.locator("form[action$='/link/'] button").tap()
    expect(page.locator("svg.qr")).to_be_visible()
    assert page.evaluate("() => document.documentElement.scrollWidth") == PHONE[0]


def test_the_first_screen_of_a_sheet_has_who_points_state_and_attributes(screen, ines, marta, brianda, dice):
    """As designed: the last roll lies under them, and the other pages of the character behind one button."""
    dice(2, 6, 9)
    brianda.name = "Brianda de Sotomar"
    brianda.save()
    brianda.change_pool(marta, "pv", -11)
    brianda.roll(ines, "stealth", difficulty=10)
    page = screen(ines, brianda.get_absolute_url(), size=PHONE)

    top = page.locator(".dock").bounding_box()["y"]
    for what in ("h1", ".pool .now", ".pool .badge", "#attributes"):
        box = page.locator(what).first.bounding_box()
        assert box["y"] + box["height"] <= top, what
    page.locator("#more-pages").tap()
    page.get_by_role("link", name=spanish("Growth")).tap()
    expect(page.locator("h1")).to_have_text(spanish("Growth"))


def test_the_menu_of_a_sheet_leads_to_the_fields_of_the_name(screen, ines, brianda):
    page = screen(ines, brianda.get_absolute_url(), size=PHONE)

    page.locator("#more-pages").tap()
    page.get_by_role("link", name=spanish("Name, portrait, who sees it")).tap()

    expect(page.locator("#id_name")).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("link", name=spanish("Growth"))).to_be_hidden()
