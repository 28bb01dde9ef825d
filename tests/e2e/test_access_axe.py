"""axe finds nothing against WCAG 2.2 A and AA on any page, light or dark, Spanish or English, on a desk or a phone."""

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

from tests.e2e.screens import DESK, PHONE

RULES = {
    "runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa"]},
    "resultTypes": ["violations"],
}
COLOURS = {"runOnly": {"type": "rule", "values": ["color-contrast"]}, "resultTypes": ["violations"]}


@pytest.mark.parametrize("language", ["es-ES", "en-GB"])
def test_axe_finds_nothing(screen, every_page, language):
    screen.forgives("status of 40[34]")
    found = []
    for name, (who, path) in every_page.items():
        page = screen(who, path, language=language)
        page.evaluate(AXE_SCRIPT)
        found += faults(page, RULES, name, "light")
        page.emulate_media(color_scheme="dark")
        found += faults(page, COLOURS, name, "dark")  # what else is wrong is so in any colour
        page.context.close()
        if language == "es-ES":
            phone = screen(who, path, language=language, size=PHONE)
            phone.evaluate(AXE_SCRIPT)
            found += faults(phone, RULES, name, "phone")
            phone.context.close()
    assert not found, "\n".join(found)


def faults(page: Page, options: dict, name: str, how: str) -> list[str]:
    report = page.evaluate("(options) => axe.run(document, options)", options)
    return [
        f"{name} ({how}): {fault['id']} at {' '.join(node['target'])}: {node['failureSummary']}"
        for fault in report["violations"]
        for node in fault["nodes"]
    ]
