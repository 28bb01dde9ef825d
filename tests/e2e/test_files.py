"""Files and lives of a character in the browser: what one does, all who look at it see at once."""

from django.urls import reverse
from playwright.sync_api import expect

from campaigns.models import Campaign
from characters.models import Character
from tests.e2e.screens import PHONE, row_of, spanish


def files_of(character: Character) -> str:
    return reverse("characters:files", args=[character.key])


def test_a_hero_handed_over_leaves_the_open_pages_of_who_had_it(screen, campaign, marta, ines, pablo, brianda):
    screen.forgives("status of 40[34]")
    hers, his, led = (
        screen(ines, brianda.get_absolute_url()),
        screen(pablo, campaign.get_absolute_url()),
        screen(marta, files_of(brianda)),
    )
    expect(hers.locator(".pool .now")).to_be_visible()

    led.locator("#id_owner").select_option(pablo.key)
    led.locator("#hand-over button").click()

    expect(hers.locator("main h1")).to_have_text(spanish("Not for you"))
    expect(his.locator("#own a", has_text="Brianda")).to_be_visible()
    expect(row_of(his, "Brianda")).to_contain_text("Pablo")


def test_who_is_archived_leaves_every_page_and_comes_back_from_the_table(screen, campaign, marta, ines, pablo, brianda):
    screen.forgives("status of 40[34]")
    table, sheet = screen(pablo, campaign.get_absolute_url()), screen(marta, brianda.get_absolute_url())
    hers = screen(ines, files_of(brianda), size=PHONE)
    expect(row_of(table, "Brianda")).to_be_visible()

    hers.locator("#put-away button").tap()

    expect(hers.locator("#archive")).to_contain_text("Brianda")
    expect(row_of(table, "Brianda")).to_have_count(0)
    expect(sheet.locator("main h1")).to_have_text(spanish("Nothing here"))
    expect(table.locator("#archive button")).to_have_count(0)

    hers.locator(f"#restore-{brianda.key}").tap()

    expect(row_of(table, "Brianda")).to_be_visible()
    expect(hers.locator("#archive button")).to_have_count(0)


def test_a_hero_goes_from_ones_own_sheets_to_a_table_without_javascript(screen, campaign, ines, brianda, tmp_path):
    Character.objects.filter(pk=brianda.pk).update(
        created={name: brianda.traits[name] for name in ("attributes", "skills")}
    )
    page = screen(ines, files_of(brianda), script=False)
    with page.expect_download() as coming:
        page.get_by_text(spanish("Download (JSON)")).click()
    coming.value.save_as(tmp_path / "brianda.json")

    page.goto("/")
    page.locator("#id_campaign").fill("")
    page.locator("button[formaction$='/solo/']").click()
    solo = Campaign.objects.get(is_solo=True)
    page.goto(reverse("characters:import", args=[solo.key]))
    page.locator("input[type=file]").set_input_files(tmp_path / "brianda.json")
    page.locator("main form button.primary").click()

    expect(page.locator("main h1")).to_have_text("Brianda")
    assert Character.objects.get(campaign=solo).traits == Character.objects.get(pk=brianda.pk).traits


def test_the_files_work_by_keyboard(screen, campaign, ines, brianda):
    page = screen(ines, files_of(brianda))
    copying = page.locator("button[data-copies=markdown]")
    for _press in range(30):
        page.keyboard.press("Tab")
        if copying.evaluate("(button) => button === document.activeElement"):
            break
    page.keyboard.press("Enter")

    expect(page.locator("#announce")).not_to_be_empty()
    expect(page.locator("#markdown")).to_be_focused()
