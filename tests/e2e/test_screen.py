"""The screen on the wall: all of it in sight without scrolling, alive, and axe finds nothing."""

import os

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from campaigns import chance
from combat.models import Encounter
from rules.notation import parse
from tests.e2e.test_access_axe import faults

TV, SMALL_TV = (1920, 1080), (1280, 720)
D6 = parse("1d6")
OUT_OF_SIGHT = """() => {
    const boxes = [...document.querySelectorAll(".screen .who, .screen .last-roll .entry, .screen header")]
        .filter((each) => each.checkVisibility());
    return boxes.filter((each) => {
        const box = each.getBoundingClientRect();
        return box.bottom > innerHeight + 1 || box.right > innerWidth + 1;
    }).map((each) => each.textContent.trim().slice(0, 40));
}"""
SCROLLS = """() => [document.documentElement, document.querySelector(".ladder")]
    .filter((each) => each.scrollHeight > each.clientHeight + 1 || each.scrollWidth > each.clientWidth + 1).length"""

ROWS = """() => [...document.querySelectorAll(".screen .who")].map((row) => [row, row.getBoundingClientRect()])"""
LEAVE_THEIR_ROW = f"""() => ({ROWS})().filter(([row, box]) => [...row.children].some((each) => {{
    const part = each.getBoundingClientRect();
    return part.width && (part.top < box.top - 1 || part.bottom > box.bottom + 1 || part.right > box.right + 1);
}})).map(([row]) => row.innerText)"""
END_OF_THE_ROWS = f"() => Math.max(...({ROWS})().map(([, box]) => box.bottom)) / innerHeight"
SIZES_OF_TEXT = """(where) => {
    const walk = document.createTreeWalker(document.querySelector(where), NodeFilter.SHOW_TEXT), sizes = [];
    while (walk.nextNode()) {
        const each = walk.currentNode.parentElement;
        if (!walk.currentNode.textContent.trim() || each.closest("svg, .unseen") || !each.checkVisibility()) continue;
        sizes.push(parseFloat(getComputedStyle(each).fontSize));
    }
    return sizes.filter((size) => size > 0);
}"""


@pytest.fixture
def brawl(campaign, marta, brianda, dice) -> Encounter:
    """Brianda, eight goblins of which one is out, and one in a mask; Brianda has just hit a goblin."""
    encounter = Encounter.objects.create(campaign=campaign, name="Emboscada en el pozo")
    encounter.add(marta, [brianda])
    fixed = {"pv": 8, "defense": 12, "attack": 6, "initiative": 5}
    Encounter.objects.get().add_foes(marta, "Goblin", count=8, fixed=fixed, damage=parse("1d6"))
    Encounter.objects.get().add_foes(marta, "Azcona", count=1, fixed=fixed, damage=parse("1d6"), alias="Figura")
    dice(*[face for _ in range(10) for face in (2, 5, 9)], *range(1, 11))
    Encounter.objects.get().start(marta)
    key = {row.character.name: row.character.key for row in Encounter.objects.get().present}
    Encounter.objects.get().harm(marta, key["Goblin 3"], 8)
    Encounter.objects.get().harm(marta, key["Brianda"], 12)
    dice(3, 8, 9, 6, 2, 4, 1, 1)
    Encounter.objects.get().attack(marta, key["Brianda"], "unarmed", key["Goblin 1"])
    return Encounter.objects.get()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [TV, SMALL_TV])
def test_ten_are_in_sight_without_scrolling_and_axe_finds_nothing(screen, marta, brawl, size, scheme):
    page = screen(marta, reverse("combat:screen", args=[brawl.key]), size=size, scheme=scheme)

    expect(page.locator(".who")).to_have_count(10)
    expect(page.locator(".last-roll .entry:visible")).to_have_count(1)
    expect(page.locator(".last-roll .entry:visible")).to_contain_text("Brianda")
    if folder := os.environ.get("SCREENSHOTS"):
        page.screenshot(path=f"{folder}/screen-{size[0]}-{scheme}.png")
    assert page.evaluate(OUT_OF_SIGHT) == []
    assert page.evaluate(SCROLLS) == 0
    assert faults(page, "screen") == []


def test_the_wall_follows_the_fight(screen, marta, brawl, dice):
    page = screen(marta, reverse("combat:screen", args=[brawl.key]), size=TV)
    expect(page.locator(".whose")).to_contain_text("Brianda")
    key = {row.character.name: row.character.key for row in brawl.present}

    Encounter.objects.get().next_turn(marta, key["Brianda"])
    now = Encounter.objects.get()
    expect(page.locator(".whose")).not_to_contain_text("Brianda")
    expect(page.locator(".who.is-now")).to_contain_text(now.known[now.turn].called["table"].split()[0])
    dice(1, 2, 3)
    now.attack(marta, now.turn, "own", key["Brianda"])

    expect(page.locator(".last-roll .entry:visible")).to_have_count(1)
    expect(page.locator(".last-roll .entry:visible .out")).to_be_visible()
    expect(page.locator(".last-roll .entry:visible .line b").last).to_have_text("Brianda")


def test_twenty_four_stand_in_two_columns(screen, marta, brawl, dice):
    dice(*[face for _ in range(14) for face in (2, 5, 9)], *range(1, 15))
    for name in ("Lobo", "Trasgo"):
        Encounter.objects.get().add_foes(marta, name, count=7, fixed={"pv": 8, "initiative": 5}, damage=parse("1d6"))

    page = screen(marta, reverse("combat:screen", args=[brawl.key]), size=SMALL_TV)

    expect(page.locator(".who")).to_have_count(24)
    if folder := os.environ.get("SCREENSHOTS"):
        page.screenshot(path=f"{folder}/screen-many.png")
    assert page.evaluate(OUT_OF_SIGHT) == []
    assert page.evaluate(SCROLLS) == 0


def test_however_many_fight_the_wall_is_full_and_nothing_of_them_is_cut(screen, marta, brawl, monkeypatch):
    """From the sofa: 24 px or more, and what was rolled last larger than all (design)."""
    monkeypatch.setattr(chance, "source", lambda sides: 5 % sides + 1)
    page = screen(marta, reverse("combat:screen", args=[brawl.key]), size=TV)
    faults = {}
    crowds = {10: "", 16: "Lobo", 24: "Bandido del puente", 30: "Trasgo", 45: "Sombra", 60: "Orco"}
    for many, name in crowds.items():
        if missing := many - len(Encounter.objects.get().present):
            Encounter.objects.get().add_foes(marta, name, count=missing, fixed={"pv": 8, "initiative": 5}, damage=D6)
            page.reload()
        expect(page.locator(".who")).to_have_count(many)
        found = page.evaluate(LEAVE_THEIR_ROW) + page.evaluate(OUT_OF_SIGHT)
        if page.evaluate(SCROLLS):
            found.append("scrolls")
        if (end := page.evaluate(END_OF_THE_ROWS)) < 0.9:
            found.append(f"ends at {end:.0%}")
        order, roll = (page.evaluate(SIZES_OF_TEXT, where) for where in (".in-order", ".last-roll"))
        if min(order + roll) < 24 or max(roll) <= max(order):
            found.append(f"order {min(order)} to {max(order)}, last roll {min(roll)} to {max(roll)}")
        if found:
            faults[many] = found
    assert faults == {}


def test_three_stand_larger_than_ten(screen, marta, brawl, campaign, dice):
    Encounter.objects.get().pause(marta)
    few = Encounter.objects.create(campaign=campaign, name="El vado")
    few.add_foes(marta, "Lobo", count=3, fixed={"pv": 8, "initiative": 5}, damage=D6)
    dice(*(2, 5, 9) * 3, 1, 2, 3)
    Encounter.objects.get(pk=few.pk).start(marta)
    many, three = (screen(marta, reverse("combat:screen", args=[each.key]), size=TV) for each in (brawl, few))

    assert max(three.evaluate(SIZES_OF_TEXT, ".in-order")) > max(many.evaluate(SIZES_OF_TEXT, ".in-order"))
    assert three.evaluate(END_OF_THE_ROWS) > 0.6
    assert three.evaluate(LEAVE_THEIR_ROW) == []
