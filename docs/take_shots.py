"""`make shots`: the pictures of docs/shots, taken anew from the demo campaign as it is played.

The server runs as a process of its own with an empty data folder; a GM on a laptop and a player on a phone go through
the pages of the README and the guides. Dice fall as they fall, so two takes show other numbers.
"""

import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from bench.site import Server
from ryfsite import prepare
from tests.browser import LAUNCH_ARGS, find_browser

SHOTS = Path(__file__).resolve().parent / "shots"
DESK, PHONE = {"width": 1280, "height": 800}, {"width": 360, "height": 740}
GM, PLAYER = "gm", "player"


def main() -> int:
    with tempfile.TemporaryDirectory(prefix="mesa-shots-") as folder:
        os.environ.update(
            DATA_DIR=folder, DATABASE_URL="", DEMO="on", DEBUG="off", DJANGO_SETTINGS_MODULE="ryfsite.settings"
        )
        prepare.everything()
        server = Server(Path(folder))
        try:
            server.start()
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=find_browser(), args=LAUNCH_ARGS)
                take_all(browser, server.url)
                browser.close()
        finally:
            server.stop()
    return 0


def take_all(browser: Browser, site: str) -> None:
    gm = visitor(browser, site, GM, DESK)
    player = visitor(browser, site, PLAYER, PHONE)
    table = gm.url
    shoot(gm, "table-gm")
    hero = player.locator("#own-characters a, #own a, #roster a").first.get_attribute("href")
    player.goto(f"{site}{hero}")
    shoot(player, "sheet-phone")
    gm.goto(f"{site}{hero}")
    shoot(gm, "sheet-desk")
    shoot_house_rules(gm, table)
    shoot_building(player, table)
    shoot_fight(gm, player, table)


def shoot_house_rules(page: Page, table: str) -> None:
    """What PV of physique × 5 does, before it is saved."""
    page.goto(f"{table}rules/house/")
    page.locator("[name='pools.pv.formula']").fill("physique * 5")
    page.locator(".house-dock .button").first.click()
    page.locator("#unsaved").evaluate("at => scrollTo(0, at.offsetTop)")
    shoot(page, "house-rules")


def shoot_building(page: Page, table: str) -> None:
    page.goto(f"{table}characters/new/")
    page.locator("#id_name").fill("Olalla")
    page.locator("main form .button.primary, main form .button.strong").first.tap()
    for key, value in (("dexterity", 5), ("perception", 4), ("stealth", 4), ("notice", 3)):
        page.locator(f"#value-{key}").fill(str(value))
        page.locator(f"#value-{key}").blur()
        settled(page)
    page.evaluate("scrollTo(0, 0)")
    shoot(page, "build-phone")


def shoot_fight(gm: Page, player: Page, table: str) -> None:
    gm.goto(f"{table}encounters/new/")
    gm.locator("#id_name").fill("Emboscada en el pozo")
    gm.locator("main .button.primary").click()
    gm.locator("#line").fill("4 goblin 8 12 6 1d6")
    gm.locator("#line").press("Enter")
    settled(gm)
    gm.locator("[id^=start-]").first.click()
    settled(gm)
    fight = gm.url
    player.goto(fight)
    until(lambda: player.locator("#throw").count() > 0, lambda: next_turn(gm, player))
    foe = player.locator("#target option").nth(1).get_attribute("value")
    player.locator("#target").select_option(foe)
    settled(player)
    player.locator("#throw").scroll_into_view_if_needed()
    shoot(player, "encounter-phone")
    player.locator("#throw").tap()
    settled(player)
    until(lambda: gm.locator("#throw").count() > 0, lambda: next_turn(gm, player))
    gm.locator("#target").select_option(gm.locator("#target option").nth(1).get_attribute("value"))
    settled(gm)
    shoot(gm, "encounter-gm")


# --- the hands of a visitor -------------------------------------------------------------------------------------------


def visitor(browser: Browser, site: str, role: str, size: dict[str, int]) -> Page:
    """Somebody of the demo, on their page of the campaign; Spanish, by day at the desk and by night on the phone."""
    context = browser.new_context(
        viewport=size,
        locale="es-ES",
        color_scheme="light" if size is DESK else "dark",
        has_touch=size is PHONE,
        reduced_motion="reduce",
    )
    page = context.new_page()
    page.goto(f"{site}/")
    page.locator(f"button[name=role][value={role}]").click()
    return page


def next_turn(gm: Page, player: Page) -> None:
    gm.locator("[id^=next-]").first.click()
    settled(gm)
    settled(player)


def until(is_so: Callable[[], bool], again: Callable[[], None], most: int = 12) -> None:
    for _ in range(most):
        if is_so():
            return
        again()
    raise SystemExit("The fight never came to the turn that the picture needs.")


def settled(page: Page) -> None:
    """Until nothing is on its way and what was pushed stands there."""
    page.wait_for_timeout(700)


def shoot(page: Page, name: str) -> None:
    settled(page)
    page.screenshot(path=SHOTS / f"{name}.png")
    print(f"docs/shots/{name}.png", flush=True)


if __name__ == "__main__":
    sys.exit(main())
