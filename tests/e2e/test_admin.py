"""The admin panel in a browser: the look of the site, under its strict policy, by day and night, on desk and phone."""

import pytest
from playwright.sync_api import expect

from tests.e2e.screens import DESK, PHONE
from tests.e2e.test_access_axe import faults

PAGES = {
    "first page": "/admin/",
    "campaigns": "/admin/campaigns/campaign/",
    "a campaign": "/admin/campaigns/campaign/{campaign}/change/",
    "its end": "/admin/campaigns/campaign/{campaign}/delete/",
    "characters": "/admin/characters/character/",
    "a character": "/admin/characters/character/{hero}/change/",
    "a person": "/admin/accounts/user/{person}/change/",
    "the log": "/admin/campaigns/logentry/",
    "the ledger": "/admin/characters/ledgerentry/",
}


@pytest.mark.parametrize(("size", "scheme"), [(DESK, "light"), (PHONE, "dark")], ids=["desk", "phone"])
def test_axe_finds_nothing_and_nothing_is_blocked_or_too_wide(
    opened, hugo, campaign, ines, brianda, marta, size, scheme
):
    brianda.change_pool(marta, "pv", -2)
    found = []
    for name, path in PAGES.items():
        page = opened(
            hugo, path.format(campaign=campaign.pk, hero=brianda.pk, person=ines.user.pk), size=size, scheme=scheme
        )
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), name
        found += faults(page, name)
    assert not found, "\n".join(found)


def test_a_host_gives_px_to_the_party_and_the_open_sheet_hears_of_it(screen, hugo, campaign, ines, brianda):
    sheet = screen(ines, f"/c/{brianda.key}/growth/")
    expect(sheet.locator(".account .big")).to_have_text("0")
    panel = screen(hugo, "/admin/characters/character/")

    panel.get_by_role("row", name="Brianda").get_by_role("checkbox").check()
    panel.locator("select[name=action]").select_option("award")
    panel.get_by_role("button", name="Ir", exact=True).click()
    panel.get_by_label("Px para cada uno").fill("7")
    panel.get_by_role("button", name="Dar px", exact=True).click()

    expect(panel.locator(".messagelist")).to_contain_text("1 personaje recibe px")
    expect(sheet.locator(".account .big")).to_have_text("7")
