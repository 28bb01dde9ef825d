"""The GM runs the fight by keyboard alone; the list of keys, and how they are switched off."""

import pytest
from playwright.sync_api import Page, expect

from combat.models import Encounter
from rules.notation import parse
from tests.e2e.test_access_axe import faults


@pytest.fixture
def fight(campaign, marta, brianda, dice) -> Encounter:
    """Brianda 14, Goblin 2 10, Goblin 1 8; a goblin has 8 PV."""
    encounter = Encounter.objects.create(campaign=campaign, name="Emboscada")
    encounter.add(marta, [brianda])
    fixed = {"pv": 8, "defense": 12, "attack": 6, "initiative": 5}
    Encounter.objects.get().add_foes(marta, "Goblin", count=2, fixed=fixed, damage=parse("1d6"))
    dice(5, 6, 7, 1, 3, 5, 5, 5, 6)
    Encounter.objects.get().start(marta)
    return Encounter.objects.get()


@pytest.fixture
def page(screen, marta, fight) -> Page:
    return screen(marta, fight.get_absolute_url())


def focused(page: Page) -> str:
    return page.evaluate("() => document.activeElement.id || document.activeElement.localName")


def test_two_turns_by_keyboard_alone(page, fight, dice):
    """B43: a turn is begun, fought and ended without a pointer, and the focus never jumps."""
    key = {row.character.name: row.character.key for row in fight.present}
    whose, points = page.locator(".turn .whose"), page.locator(f'[data-row="{key["Goblin 1"]}"] > .pv')
    expect(whose).to_contain_text("Brianda")

    page.keyboard.press("o")
    assert focused(page) == "target"
    page.keyboard.press("End")
    page.keyboard.press("Escape")
    assert focused(page) == "body"
    dice(1, 2, 3)
    page.keyboard.press("t")
    expect(page.locator("#log > .entry").first).to_contain_text("Brianda")
    assert focused(page) == "body"
    page.keyboard.press("n")
    expect(whose).to_contain_text("Goblin 2")

    page.keyboard.press("b")
    assert focused(page) == "who"
    page.locator("#who").evaluate("(select, value) => { select.value = value }", key["Goblin 1"])
    page.keyboard.press("Escape")
    page.keyboard.press("s")
    page.keyboard.type("3")
    page.keyboard.press("Escape")
    page.keyboard.press("d")
    expect(points).to_have_text("5 / 8")
    page.keyboard.press("z")
    expect(points).to_have_text("8 / 8")
    page.keyboard.press("y")
    expect(points).to_have_text("5 / 8")
    page.keyboard.press("n")
    expect(whose).to_contain_text("Goblin 1")
    assert focused(page) == "body"


def test_no_key_acts_while_someone_writes_or_with_another_key(page):
    page.keyboard.press("+")
    assert focused(page) == "line"
    page.keyboard.type("n goblin dzh")
    page.keyboard.press("Escape")
    page.keyboard.press("Control+y")
    page.keyboard.press("Alt+n")

    expect(page.locator("#line")).to_have_value("n goblin dzh")
    expect(page.locator(".turn .whose")).to_contain_text("Brianda")


def test_the_list_says_what_each_key_does_and_switches_them_off(page):
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_be_visible()
    rows = page.locator("#keys dl > div")
    expect(rows.filter(has=page.get_by_text("Daño", exact=True)).locator("dt")).to_have_text(["D"])
    expect(rows.filter(has=page.locator("dt", has_text="Alt+↑"))).to_have_count(1)
    assert page.evaluate("() => [...document.querySelectorAll('#keys dd')].every((each) => each.textContent.trim())")
    keys = rows.locator("dt").all_inner_texts()
    assert len(keys) == len(set(keys)) > 20
    assert faults(page, "keys") == []

    page.locator("#keys-on").uncheck()
    page.keyboard.press("Escape")
    page.keyboard.press("n")
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_be_hidden()
    expect(page.locator(".turn .whose")).to_contain_text("Brianda")

    page.reload()
    page.locator("#show-keys").click()
    expect(page.locator("#keys-on")).not_to_be_checked()
    page.locator("#keys-on").check()
    page.keyboard.press("Escape")
    page.locator("#content").focus()
    page.keyboard.press("n")
    expect(page.locator(".turn .whose")).to_contain_text("Goblin 2")


def test_a_player_ends_the_own_turn_with_a_key(screen, ines, fight):
    page = screen(ines, fight.get_absolute_url())

    page.keyboard.press("n")

    expect(page.locator(".turn .whose")).to_contain_text("Goblin 2")
