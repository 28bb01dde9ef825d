"""The evening in browsers: notes that all read at once, who is here, a journal of one's own, and search by a key."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from campaigns import journal
from campaigns.models import JournalEntry, Scene
from characters import adventures
from tests.e2e.screens import PHONE, is_marked, mark


@pytest.fixture
def scene(campaign, marta) -> Scene:
    adventures.begin(campaign, marta, "El molino")
    adventures.write_scene(campaign, marta, "El vado", "Niebla.")
    return Scene.objects.get()


def test_what_the_gm_notes_is_on_the_table_s_pages_as_it_is_saved(screen, campaign, marta, ines, scene):
    gm, player = screen(marta, scene.get_absolute_url()), screen(ines, campaign.get_absolute_url(), size=PHONE)
    mark(player)

    gm.locator("#id_gm_notes").fill("Azcona espera")
    gm.locator("#id_notes").fill("Niebla, y **una luz**.")
    gm.locator("#id_notes").blur()

    expect(player.locator("#adventure strong")).to_have_text("una luz")
    expect(gm.locator("aside .words strong")).to_have_text("una luz")
    expect(gm.locator("aside .secret")).to_contain_text("Azcona espera")
    assert is_marked(player), "without a reload"
    assert "Azcona" not in player.content()


def test_who_comes_is_there_for_all_without_a_reload(screen, campaign, marta, ines):
    gm = screen(marta, campaign.get_absolute_url())
    mark(gm)

    player = screen(ines, campaign.get_absolute_url(), size=PHONE)

    expect(gm.locator("#members .is-here", has_text=ines.name)).to_be_visible()
    expect(player.locator("#members .is-here", has_text=marta.name)).to_be_visible()
    assert is_marked(gm)


def test_a_player_writes_in_the_journal_and_changes_it(screen, campaign, ines):
    page = screen(ines, reverse("campaigns:journal", args=[campaign.key]), size=PHONE)

    page.locator("#write summary").click()
    page.locator("#id_notes").fill("Llueve.")
    page.locator("#write button").click()
    expect(page.locator(".telling")).to_contain_text("Llueve.")
    page.locator(".telling a").click()
    page.locator("#id_notes").fill("Nieva.")
    page.locator("#id_notes").blur()
    expect(page.locator("aside .words")).to_contain_text("Nieva.")

    assert JournalEntry.objects.get().notes == "Nieva."


def test_a_key_opens_the_search_and_it_finds(screen, campaign, ines, scene):
    journal.begin(campaign, ines, "De camino", "Vimos una vela.")
    page = screen(ines, campaign.get_absolute_url())

    page.keyboard.press("/")
    page.wait_for_url("**/search/")
    expect(page.locator("#q")).to_be_focused()
    page.keyboard.type("VELA")
    page.keyboard.press("Enter")
    page.locator(".found a", has_text="De camino").click()

    expect(page.locator(".telling:target")).to_contain_text("vela")
