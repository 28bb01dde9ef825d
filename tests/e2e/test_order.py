"""The order under the fingers of the GM: foes in one line, rows that move, turns that wait, and all of it without
scripts."""

import re

import pytest
from playwright.sync_api import Page, expect

from campaigns.models import Membership
from combat.models import Encounter, FoeTemplate
from rules.notation import parse
from tests.e2e.screens import PHONE, REFUSED


@pytest.fixture
def fight(campaign, marta, brianda, dice) -> Encounter:
    """Brianda 14, Goblin 2 10, Goblin 3 9, Goblin 1 8."""
    encounter = Encounter.objects.create(campaign=campaign, name="Emboscada")
    encounter.add(marta, [brianda])
    fixed = {"pv": 8, "defense": 12, "attack": 6, "initiative": 5}
    Encounter.objects.get().add_foes(marta, "Goblin", count=3, fixed=fixed, damage=parse("1d6"))
    dice(5, 6, 7, 1, 3, 5, 5, 5, 6, 2, 4, 5)
    Encounter.objects.get().start(marta)
    return Encounter.objects.get()


def order(page: Page) -> list[str]:
    return [" ".join(name.split()) for name in page.locator(".ladder .n").all_text_contents()]


def pick(page: Page, name: str):
    return page.get_by_role("button", name=name, exact=True)


def test_groups_come_by_keyboard_alone_and_the_line_is_ready_for_the_next(screen, campaign, marta, brianda):
    screen.forgives(REFUSED)
    FoeTemplate.objects.create(
        campaign=campaign, name="Trasgo", traits={"fixed": {"pv": 9, "defense": 12, "attack": 6}, "damage": "1d6"}
    )
    encounter = Encounter.objects.create(campaign=campaign, name="Emboscada")
    page = screen(marta, encounter.get_absolute_url())
    line = page.locator("#line")

    line.fill("4 trasgos")
    line.press("Enter")
    expect(page.locator(".ladder .who")).to_have_count(4)
    expect(line).to_have_value("")
    expect(line).to_be_focused()
    line.press_sequentially("2 lobo 10 13 siete 1d6")
    line.press("Enter")
    expect(page.locator("#refusal")).to_contain_text("siete")
    expect(line).to_have_value("2 lobo 10 13 siete 1d6")
    line.fill("2 lobo 10 13 +7 1d6 oculto")
    line.press("Enter")

    expect(page.locator(".ladder .who")).to_have_count(6)
    assert order(page) == ["Trasgo 1", "Trasgo 2", "Trasgo 3", "Trasgo 4", "lobo A", "lobo B"]
    page.locator("#come_count").fill("2")
    page.locator("#come_count").press("Enter")  # a field beside the line presses nothing
    page.locator("#come_foe").select_option(label="Trasgo")
    page.locator("#add-from-library").press("Enter")
    expect(page.locator(".ladder .who")).to_have_count(8)


def test_a_row_moves_by_keyboard_and_by_hand_and_the_focus_stays(screen, marta, pablo, fight):
    page, other = screen(marta, fight.get_absolute_url()), screen(pablo, fight.get_absolute_url())
    third = pick(page, "Goblin 3")

    third.focus()
    third.press("Alt+ArrowUp")
    expect(page.locator(".ladder .n").nth(1)).to_contain_text("3")
    expect(third).to_be_focused()
    expect(other.locator(".ladder .n").nth(1)).to_contain_text("3")
    pick(page, "Goblin 1").locator("xpath=ancestor::li").drag_to(page.locator(".ladder li").nth(0))

    expect(page.locator(".ladder .n").nth(0)).to_contain_text("1")
    assert order(page) == ["Goblin 1", "Brianda", "Goblin 3", "Goblin 2"]
    expect(other.locator(".ladder .n").nth(0)).to_contain_text("1")
    assert page.locator(".ladder .init").all_text_contents() == ["8", "14", "9", "10"]


def test_a_row_that_is_dragged_shows_where_it_lands(screen, marta, fight):
    page = screen(marta, fight.get_absolute_url())
    rows = page.locator(".ladder li")
    rows.nth(0).hover()
    page.mouse.down()
    rows.nth(1).hover()
    rows.nth(2).hover(position={"x": 60, "y": 10})
    rows.nth(2).hover(position={"x": 70, "y": 20})

    expect(rows.nth(0)).to_have_class(re.compile("is-carried"))
    expect(page.locator(".lands-after")).to_have_count(1)
    expect(rows.nth(2)).to_have_class(re.compile("lands-after"))

    page.mouse.up()
    expect(page.locator(".ladder .n").nth(2)).to_contain_text("Brianda")
    expect(page.locator(".is-carried, .lands-after, .lands-before")).to_have_count(0)


def test_a_player_waits_and_acts_later_from_the_phone(screen, marta, ines, brianda, fight):
    page, leader = screen(ines, fight.get_absolute_url(), size=PHONE), screen(marta, fight.get_absolute_url())

    page.locator(f"#minor-{brianda.key}").tap()
    expect(leader.locator(".turn .acts")).to_contain_text("0")
    page.locator(f"#wait-{brianda.key}").tap()
    expect(leader.locator(".turn .whose")).to_contain_text("Goblin 2")
    page.locator(f"#take-up-{brianda.key}").tap()
    expect(leader.locator("[id^=next-]")).to_contain_text("Brianda")
    leader.locator("[id^=next-]").click()

    expect(page.locator(".your-turn")).to_be_visible()


def test_a_pause_stops_every_screen_and_it_goes_on(screen, marta, ines, fight):
    page, other = screen(marta, fight.get_absolute_url()), screen(ines, fight.get_absolute_url())

    page.locator("[id^=pause-]").click()
    expect(page.locator("[id^=resume-]")).to_be_visible()
    expect(other.locator(".your-turn")).to_have_count(0)
    page.locator("[id^=resume-]").click()

    expect(other.locator(".your-turn")).to_be_visible()
    expect(page.locator(".turn .whose")).to_contain_text("Brianda")


def test_without_a_script_everything_is_a_form(screen, campaign, marta: Membership, brianda, dice):
    encounter = Encounter.objects.create(campaign=campaign, name="Emboscada")
    page = screen(marta, encounter.get_absolute_url(), script=False)

    page.locator("#add-all-heroes").click()
    page.locator("#line").fill("2 goblin 8 12 6 1d6")
    page.locator("#come_together").check()
    page.locator("#add-line").click()
    assert order(page) == ["Brianda", "goblin 1", "goblin 2"]
    page.locator(".order-desk > summary").click()
    page.locator("#who").select_option(label="goblin 2")
    page.locator("#own-dice").fill("1 9 10")
    page.locator("#roll-one").click()
    assert order(page) == ["goblin 1", "goblin 2", "Brianda"]
    dice(1, 2, 10)
    page.locator("[id^=start-]").click()
    page.locator(".order-desk > summary").click()
    page.locator("#who").select_option(label="Brianda")
    page.locator("#move-up").click()
    assert order(page) == ["goblin 1", "Brianda", "goblin 2"]
    page.locator("[id^=spend-minor-]").click()
    page.locator("[id^=pause-]").click()
    page.locator("[id^=resume-]").click()

    page.goto(f"/t/{campaign.key}/library/")
    page.locator("[id^=copy-]").first.click()
    page.get_by_role("link", name="copia").first.click()
    page.locator("[name=name]").fill("Nuevo")
    page.locator("main .primary").click()
    expect(page.locator(".shelf").first).to_contain_text("Nuevo")
