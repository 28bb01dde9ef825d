"""axe finds nothing against WCAG 2.2 A and AA on any page: Spanish and English, light and dark, desk and phone; and the
keyboard finds its way past the head, and never to something that is covered.

Words do not change colours, nor colours words: Spanish is looked at by day, English by night, and each page twice.
"""

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

from tests.e2e.reach import hidden_focus, skip_link_faults
from tests.e2e.screens import PHONE

OPTIONS = {
    "runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa"]},
    "rules": {"target-size": {"enabled": True}},  # 24 px, or that much room (WCAG 2.5.8): off unless it is asked for
    "resultTypes": ["violations"],
    "preload": False,
}


def test_axe_finds_nothing_in_spanish_by_day_on_desk_and_phone(opened, screen, every_page):
    screen.forgives("status of 40[34]")
    found = []
    for name, (who, path) in every_page.items():
        page = opened(who, path, language="es-ES", scheme="light")
        found += faults(page, name) + skip_link_faults(page, name) + hidden_focus(page, name)
        width, _ = PHONE
        tall = page.evaluate("() => document.body.scrollHeight * 4")  # so that the dock covers nothing
        page.set_viewport_size({"width": width, "height": tall})
        found += faults(page, f"{name}, phone")
    assert not found, "\n".join(found)


def test_axe_finds_nothing_in_english_by_night(opened, screen, every_page):
    screen.forgives("status of 40[34]")
    found = []
    for name, (who, path) in every_page.items():
        page = opened(who, path, language="en-GB", scheme="dark")
        found += faults(page, name)
    assert not found, "\n".join(found)


def faults(page: Page, name: str) -> list[str]:
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    report = page.evaluate("(options) => axe.run(document, options)", OPTIONS)
    return [
        f"{name}: {fault['id']} at {' '.join(node['target'])}: {node['failureSummary']}"
        for fault in report["violations"]
        for node in fault["nodes"]
    ]
