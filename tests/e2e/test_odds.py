"""The chances beside each roll are the server's, and always those of the roll that would be made now."""

import re
from itertools import product

import pytest
from playwright.sync_api import expect

from campaigns.models import LogEntry
from tests.e2e.screens import points

LOW, MIDDLE = 0, 1


def chance(bonus: int, difficulty: int, keep: int = MIDDLE) -> str:
    """Every throw of three dice counted: a kept 1 fails (R4), else the sum must reach the difficulty (R3)."""
    kept = [sorted(faces)[keep] for faces in product(range(1, 11), repeat=3)]
    hits = sum(face > 1 and face + bonus >= difficulty for face in kept)
    return f"{hits / 10:.1f}".replace(".", ",") + "\N{NO-BREAK SPACE}%"


@pytest.fixture
def sheet(screen, ines, brianda):
    return screen(ines, brianda.get_absolute_url())


def odds_of(page, trait):
    return page.locator(f"#roll-{trait} .chance")


def test_they_follow_difficulty_and_modifier(sheet):
    expect(odds_of(sheet, "stealth")).to_have_text(chance(7, 15))
    expect(sheet.locator("#roll-stealth .odds")).to_have_attribute("aria-label", re.compile(chance(7, 15)))

    sheet.locator("select[name=difficulty]").select_option("easy")
    expect(odds_of(sheet, "stealth")).to_have_text(chance(7, 10))
    expect(odds_of(sheet, "melee_weapons")).to_have_text(chance(9, 10))

    sheet.locator("#modifier").fill("-4")
    sheet.locator("#modifier").blur()
    expect(odds_of(sheet, "stealth")).to_have_text(chance(3, 10))

    for _ in range(3):
        sheet.locator(".stepper button").last.click()
    expect(sheet.locator("#modifier")).to_have_value("-1")
    expect(odds_of(sheet, "stealth")).to_have_text(chance(6, 10))

    sheet.locator("select[name=difficulty]").select_option("moderate")  # which attributes do not have
    expect(odds_of(sheet, "stealth")).to_have_text(chance(6, 18))
    expect(sheet.locator("#roll-physique .odds")).to_have_count(0)

    sheet.locator("input[name=all]").check()
    expect(odds_of(sheet, "search")).to_have_text(chance(3, 18, LOW))  # unskilled: the low die (R1)


def test_a_wound_by_another_hand_changes_them_on_the_open_sheet(screen, sheet, marta, brianda):
    sheet.locator("select[name=difficulty]").select_option("easy")
    expect(odds_of(sheet, "stealth")).to_have_text(chance(7, 10))
    sheet.locator("#roll-stealth").click()  # and the focus stays on that button
    expect(sheet.locator(".result")).to_be_visible()
    brianda.change_pool(marta, "pv", -10)
    gm = screen(marta, brianda.get_absolute_url())

    gm.locator(".pool .less").click()

    expect(points(sheet)).to_have_text("5")
    expect(odds_of(sheet, "stealth")).to_have_text(chance(7, 10, LOW))
    expect(odds_of(gm, "stealth")).to_have_text(chance(7, 15, LOW))

    gm.locator(".pool .more").click()

    expect(odds_of(sheet, "stealth")).to_have_text(chance(7, 10))


def test_fields_changed_faster_than_the_server_answers_ask_and_never_press(sheet):
    """The roll comes while one question is under way and one waits for it, with the roll's button in mind."""
    held = []
    sheet.route("**/traits/**", lambda route: held.append(route), times=1)
    sheet.locator("select[name=difficulty]").select_option("easy")
    sheet.locator("#modifier").fill("2")
    sheet.locator("#roll-stealth").click()
    expect(sheet.locator(".result .sum")).to_be_visible()
    held[0].continue_()

    expect(odds_of(sheet, "stealth")).to_have_text(chance(9, 10))
    assert LogEntry.objects.count() == 1
