"""The site on a phone: it can be installed, says when there is no line, and keeps nothing of anybody's."""

import re

from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.e2e.screens import NO_LINE, PHONE, spanish

READY = "() => navigator.serviceWorker.ready.then(() => true)"
KEPT = """async () => {
    const found = [];
    for (const name of await caches.keys())
        for (const asked of await (await caches.open(name)).keys()) found.push(new URL(asked.url).pathname);
    return found.sort();
}"""
SHELVED = "async () => (await (await caches.match('/offline/')).text())"


def installed(page: Page) -> None:
    """Until the worker stands between the page and the line."""
    page.evaluate(READY)
    page.reload()
    page.evaluate("() => navigator.serviceWorker.controller.state")


def test_chromium_finds_nothing_to_say_against_installing_it(screen, ines, campaign):
    page = screen(ines, campaign.get_absolute_url(), size=PHONE, workers="allow")
    installed(page)
    wire = page.context.new_cdp_session(page)

    said = wire.send("Page.getAppManifest")
    against = wire.send("Page.getInstallabilityErrors")["installabilityErrors"]

    assert said["url"].endswith(reverse("manifest"))
    assert said["errors"] == []
    assert [each for each in against if each["errorId"] != "in-incognito"] == []  # every context of a test is incognito


def test_without_a_line_a_page_says_so_in_the_language_of_the_reader(screen, ines, campaign, brianda):
    screen.forgives(NO_LINE)
    page = screen(ines, brianda.get_absolute_url(), size=PHONE, workers="allow", language="es-ES")
    installed(page)

    page.context.set_offline(True)
    page.goto(campaign.get_absolute_url())
    expect(page.locator("h1")).to_have_text(spanish("No connection"))
    expect(page.locator("html")).to_have_attribute("lang", "es")
    assert page.locator("h1").evaluate("(each) => getComputedStyle(each).fontFamily").startswith("Grenze")

    page.context.set_offline(False)  # it comes by itself
    expect(page.locator("#roster")).to_contain_text("Brianda")
    assert page.url.endswith(campaign.get_absolute_url())

    page.locator("footer button[value=en]").click()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    page.wait_for_function("async () => (await (await caches.match('/offline/')).text()).includes('<html lang=\"en\"')")
    page.context.set_offline(True)
    page.goto(brianda.get_absolute_url())
    expect(page.locator("h1")).to_have_text("No connection")


def test_nothing_personal_is_kept_and_who_logs_out_leaves_nothing(screen, ines, campaign, brianda):
    brianda.write(ines, "notes", "Debe nueve monedas.")
    page = screen(ines, "/", workers="allow")
    installed(page)
    for path in (campaign.get_absolute_url(), brianda.get_absolute_url(), "/account/"):
        page.goto(path)
    page.evaluate("() => localStorage.setItem('mesa x /c/y/write/', '\"Debe\"')")
    page.evaluate("() => localStorage.setItem('keys-off', '1')")

    kept = page.evaluate(KEPT)
    assert "/offline/" in kept
    assert all(each == "/offline/" or each.startswith("/static/") for each in kept)
    shelved = page.evaluate(SHELVED)
    assert "Inés" not in shelved
    assert "Ines" not in shelved
    assert "csrf" not in shelved

    page.reload()
    expect(page.locator("#unsent")).to_be_visible()
    page.locator("#log-out button").click()
    expect(page.locator("body")).not_to_contain_text("Ines")
    assert page.evaluate("() => Object.keys(localStorage)") == ["keys-off"]
    assert page.evaluate(KEPT) == kept
    page.go_back()
    expect(page).to_have_url(re.compile("/log-in/"))


def test_where_there_are_no_workers_nothing_is_missed(screen, ines, brianda):
    """Over plain http on a LAN a browser has none."""
    page = screen(ines)
    page.add_init_script("delete Navigator.prototype.serviceWorker")
    page.goto(brianda.get_absolute_url())

    page.locator(".pool .less").click()

    expect(page.locator(".pool .now")).to_have_text("15")
    assert page.evaluate("() => 'serviceWorker' in navigator") is False
