"""axe finds nothing against WCAG 2.2 A and AA on any page: on desk and phone, by day and night, in both languages; and
the keyboard finds its way past the head, and never to something that is covered.

Each page is opened once, in Spanish, on a desk and on a phone; its colours are looked at by day on the phone and by
night on the desk, where they are the same ones. Words do not change colours, so in English axe looks where a page is
made of other elements than in Spanish.
"""

import re
from collections import Counter

from axe_playwright_python.base import AXE_SCRIPT
from django.test import Client
from playwright.sync_api import Page

from tests.e2e.reach import hidden_focus, skip_link_faults
from tests.e2e.screens import DESK, PHONE

OPTIONS = {"resultTypes": ["violations"], "preload": False}
TARGET_SIZE = {"target-size": {"enabled": True}}  # 24 px, or that much room (WCAG 2.5.8): off unless it is asked for
WCAG = {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa"]}
COLOURS = ["color-contrast", "link-in-text-block"]
LEAVE_THREE_OF_A_KIND = """() => {
    const told = ["class", "style", "type", "role"], state = /^aria-(?!.*(label|controls|describe|owns|valuetext))/;
    const kind = (each) => [
        each.tagName,
        ...[...each.attributes].map(({ name, value }) => told.includes(name) || state.test(name) ? name + value : name),
        "<", ...[...each.children].map(kind), ">",
    ].join(" ");
    for (const each of document.body.querySelectorAll("*")) {
        const seen = {};
        for (const child of [...each.children]) {
            const its = kind(child);
            seen[its] = (seen[its] ?? 0) + 1;
            if (seen[its] > 3) child.remove();
        }
    }
}"""
"""A thousand rows that are made alike have the colours of three, and the room of three: axe would ask what lies behind
each of them."""


def test_axe_finds_nothing_on_desk_and_phone_by_day_and_night(opened, screen, every_page):
    screen.forgives("status of 40[34]")
    found = []
    for name, (who, path) in every_page.items():
        page = opened(who, path, scheme="light")
        found += skip_link_faults(page, name) + hidden_focus(page, name)
        found += faults_but_of_colours(page, name)
        so_tall_that_the_dock_covers_nothing(page)
        found += faults_of_three_of_a_kind(page, f"{name}, phone")
        page.set_viewport_size({"width": DESK[0], "height": DESK[1]})
        page.emulate_media(color_scheme="dark")
        found += faults_of_colours(page, f"{name}, by night")
        page.emulate_media(color_scheme="light")
    assert not found, "\n".join(found)


def test_axe_finds_nothing_where_english_pages_are_made_otherwise(opened, screen, every_page, as_):
    found = []
    for name, (who, path) in every_page.items():
        client = who if isinstance(who, Client) else as_(who)
        spanish, english = (
            client.get(path, headers={"host": "localhost", "accept-language": language}).content.decode()
            for language in ("es", "en")
        )
        assert '<html lang="en"' in english, name
        if elements(spanish) != elements(english):
            page = opened(who, path, language="en-GB", scheme="dark")
            found += faults(page, name)
    assert not found, "\n".join(found)


def elements(html: str) -> Counter[tuple[str, ...]]:
    """How many there are of each kind: its tag, its class, and which attributes it has."""
    return Counter(
        (
            tag,
            *re.findall(r'class="[^"]*"', rest),
            *sorted(re.findall(r" ([\w-]+)(?==|\s|$)", re.sub(r'"[^"]*"', "", rest))),
        )
        for tag, rest in re.findall(r"<(\w+)([^>]*)>", html)
    )


def so_tall_that_the_dock_covers_nothing(page: Page) -> None:
    width, height = PHONE
    page.set_viewport_size({"width": width, "height": height})
    page.set_viewport_size({"width": width, "height": 2 * page.evaluate("() => document.body.scrollHeight")})


def faults(page: Page, name: str) -> list[str]:
    """All that axe finds; afterwards the page lacks what it had more than three of."""
    return faults_but_of_colours(page, name) + faults_of_colours(page, name)


def faults_but_of_colours(page: Page, name: str) -> list[str]:
    return axe(page, name, {"runOnly": WCAG, "rules": TARGET_SIZE | {each: {"enabled": False} for each in COLOURS}})


def faults_of_three_of_a_kind(page: Page, name: str) -> list[str]:
    """All that axe finds, where the whole page was looked at already in another size."""
    page.evaluate(LEAVE_THREE_OF_A_KIND)
    return faults(page, name)


def faults_of_colours(page: Page, name: str) -> list[str]:
    page.evaluate(LEAVE_THREE_OF_A_KIND)
    return axe(page, name, {"runOnly": {"type": "rule", "values": COLOURS}})


def axe(page: Page, name: str, which: dict[str, object]) -> list[str]:
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    report = page.evaluate("(options) => axe.run(document, options)", OPTIONS | which)
    return [
        f"{name}: {fault['id']} at {' '.join(node['target'])}: {node['failureSummary']}"
        for fault in report["violations"]
        for node in fault["nodes"]
    ]
