"""What is written on a sheet: nothing typed is lost, by a slow answer, by another hand or without a network."""

import pytest
from django.conf import settings as site
from django.urls import reverse
from playwright.sync_api import Page, expect

from campaigns.models import LogEntry
from characters.models import Character
from combat.models import Encounter
from tests.conftest import PASSWORD
from tests.e2e.screens import NO_LINE, PHONE, is_marked, mark, points, row_of, spanish

CLASH = r"status of 409"
PLACE = """() => { const at = document.activeElement; return [at.id, at.selectionStart, at.selectionEnd, at.value]; }"""


def notes(page: Page):
    return page.locator("#id_notes")


def saved(page: Page):
    return page.locator("#saved")


def again(character: Character) -> Character:
    return Character.objects.get(pk=character.pk)


def stored(character: Character, field: str = "notes") -> str:
    return getattr(again(character), field)


@pytest.fixture
def sheet(screen, ines, brianda) -> Page:
    return screen(ines, brianda.get_absolute_url())


def test_what_is_typed_while_a_save_is_on_its_way_is_sent_after_it(sheet, brianda):
    """B03."""
    held = []
    sheet.route("**/text/notes/", lambda route: held.append(route), times=1)
    with sheet.expect_request("**/text/notes/"):
        notes(sheet).press_sequentially("foo")

    notes(sheet).press_sequentially("bar")
    expect(saved(sheet)).to_have_text(spanish("Saving"))
    with sheet.expect_response(lambda answer: "/text/" in answer.url and "foobar" in (answer.request.post_data or "")):
        held[0].continue_()

    expect(saved(sheet)).to_have_text(spanish("Saved"))
    assert stored(brianda) == "foobar"
    assert again(brianda).versions["notes"] == 2


def test_another_s_presses_take_neither_text_nor_caret_nor_selection(screen, sheet, marta, ines, brianda, goblin, dice):
    """B01, B12."""
    gm = screen(marta, brianda.get_absolute_url())
    mark(sheet)
    sheet.route("**/text/notes/", lambda route: route.abort())
    screen.forgives(NO_LINE)
    notes(sheet).press_sequentially("Zurda y coja")
    for _ in range(4):
        sheet.keyboard.press("Shift+ArrowLeft")
    before = sheet.evaluate(PLACE)

    dice(2, 7, 9)
    gm.locator(".pool .less").click()
    brianda.roll(marta, "stealth", difficulty=10)
    brianda.write(marta, "concept", "Desertora")
    brianda.write(marta, "name", "Brianda de Sotomar")
    goblin.change_pool(marta, "pv", -1)

    expect(points(sheet)).to_have_text("15")
    expect(sheet.locator(".identity h1")).to_have_text("Brianda de Sotomar")
    assert sheet.evaluate(PLACE) == before
    sheet.unroute("**/text/notes/")
    sheet.keyboard.press("ArrowRight")
    sheet.keyboard.type(", y lista")
    expect(saved(sheet)).to_have_text(spanish("Saved"))
    found = again(brianda)
    assert (found.notes, found.concept, found.name) == ("Zurda y coja, y lista", "Desertora", "Brianda de Sotomar")
    assert is_marked(sheet)


def test_tab_goes_on_to_the_next_field_while_another_sheet_changes(sheet, marta, brianda, goblin):
    """B12."""
    sheet.locator("#about summary").click()
    sheet.locator("#id_name").focus()
    brianda.change_pool(marta, "pv", -2)
    expect(points(sheet)).to_have_text("14")

    sheet.keyboard.press("Tab")

    expect(sheet.locator("#id_concept")).to_be_focused()


def test_two_on_one_sheet_change_different_things_and_both_are_stored(
    screen, sheet, ines, brianda, tello, pablo, marta
):
    """B02: the name here, a number there; and closing a page writes nothing."""
    page, other = screen(pablo, f"/c/{tello.key}/build/who/"), screen(marta, f"/c/{tello.key}/build/")
    other.locator("#value-dexterity").fill("4")
    other.locator("#value-dexterity").blur()
    expect(other.locator("#saved")).to_have_text(spanish("Saved"))
    page.locator("#id_name").fill("Nuño")
    page.locator("#id_name").blur()
    expect(saved(page)).to_have_text(spanish("Saved"))
    for each in (page, other):
        each.close()

    found = again(tello)
    assert (found.name, found.traits["attributes"]["dexterity"]) == ("Nuño", 4)
    before = LogEntry.objects.count()
    sheet.close()
    assert LogEntry.objects.count() == before


def test_a_text_that_changes_shows_on_other_pages_where_nobody_is_in_it(screen, sheet, marta, brianda):
    gm = screen(marta, brianda.get_absolute_url())
    notes(gm).focus()
    notes(sheet).fill("Zurda")
    notes(sheet).blur()
    expect(saved(sheet)).to_have_text(spanish("Saved"))
    brianda.write(marta, "notes", "Zurda y coja")

    expect(notes(sheet)).to_have_value("Zurda y coja")
    expect(notes(gm)).to_have_value("")  # somebody is in it
    notes(gm).blur()
    expect(notes(gm)).to_have_value("Zurda y coja")


@pytest.mark.parametrize(("pick", "words"), [("mine", "De Inés"), ("theirs", "De Marta")])
def test_who_wrote_over_another_chooses_by_keyboard(screen, sheet, marta, brianda, pick, words):
    screen.forgives(CLASH)
    notes(sheet).focus()
    brianda.write(marta, "notes", "De Marta")
    notes(sheet).press_sequentially("De Inés")

    clash = sheet.locator(".clash")
    expect(clash).to_contain_text("De Marta")
    expect(clash).to_contain_text("De Inés")
    expect(saved(sheet)).to_have_text(spanish("Not saved"))
    expect(notes(sheet)).to_be_focused()
    sheet.keyboard.press("Tab")
    if pick == "theirs":
        sheet.keyboard.press("Tab")
    sheet.keyboard.press("Enter")

    expect(clash).to_have_count(0)
    expect(notes(sheet)).to_have_value(words)
    expect(saved(sheet)).to_have_text(spanish("Saved"))
    assert stored(brianda) == words


def test_without_a_script_the_two_stand_on_a_page(screen, ines, marta, brianda):
    screen.forgives(CLASH)
    page = screen(ines, brianda.get_absolute_url(), script=False)
    brianda.write(marta, "notes", "De Marta")
    notes(page).fill("De Inés")
    page.locator("#notes button").click()

    expect(page.locator(".sides .written")).to_have_text("De Marta")
    page.locator(".sides form button").click()

    expect(notes(page)).to_have_value("De Inés")


def test_five_edits_without_a_network_are_said_to_wait_and_arrive_once(screen, marta, brianda):
    """B09."""
    screen.forgives(NO_LINE)
    page = screen(marta, brianda.get_absolute_url())
    page.locator("#about summary").click()
    page.context.set_offline(True)
    edits = {"name": "Brianda Coja", "concept": "Desertora", "notes": "Debe nueve", "gm_notes": "Miente"}
    for field, words in edits.items():
        page.locator(f"#id_{field}").fill(words)
    page.locator("#id_notes").fill("Debe diez")

    expect(saved(page)).to_have_text(spanish("Not saved, no connection"), timeout=10_000)
    page.context.set_offline(False)

    expect(saved(page)).to_have_text(spanish("Saved"), timeout=30_000)
    found = again(brianda)
    assert [getattr(found, field) for field in edits] == ["Brianda Coja", "Desertora", "Debe diez", "Miente"]
    assert LogEntry.objects.filter(kind__in=["wrote", "renamed"]).count() == 4
    assert found.versions == {"name": 1, "concept": 1, "gm_notes": 1, "notes": found.versions["notes"]}
    assert found.versions["notes"] <= 2


def test_an_edit_whose_answer_was_lost_counts_once(screen, sheet, brianda):
    screen.forgives(NO_LINE)

    def swallow(route) -> None:
        route.fetch()
        route.abort()

    sheet.route("**/text/notes/", swallow, times=1)
    notes(sheet).fill("Zurda")
    notes(sheet).press_sequentially(" y coja")

    expect(saved(sheet)).to_have_text(spanish("Saved"), timeout=30_000)
    assert stored(brianda) == "Zurda y coja"
    assert LogEntry.objects.filter(kind="wrote").count() == 1


def test_words_that_no_server_took_are_there_when_the_page_is_opened_again(screen, live, sheet, brianda):
    screen.forgives(NO_LINE)
    screen.forgives("status of 503")  # asked while it starts
    live.stop()
    notes(sheet).fill("Zurda")
    expect(saved(sheet)).to_have_text(spanish("Not saved, no connection"))
    page = sheet.context.new_page()
    sheet.close()
    assert stored(brianda) == ""

    live.start()
    page.goto(brianda.get_absolute_url())

    expect(notes(page)).to_have_value("Zurda")
    expect(saved(page)).to_have_text(spanish("Saved"))
    assert stored(brianda) == "Zurda"
    assert page.evaluate("() => localStorage.length") == 0


def test_a_server_in_trouble_keeps_the_words_waiting(screen, sheet, brianda):
    screen.forgives("status of 503")
    sheet.route("**/text/notes/", lambda route: route.fulfill(status=503, body="no"))
    notes(sheet).fill("Zurda")
    expect(saved(sheet)).to_have_text(spanish("Not saved, no connection"))

    sheet.unroute("**/text/notes/")

    expect(saved(sheet)).to_have_text(spanish("Saved"), timeout=30_000)
    assert stored(brianda) == "Zurda"


def test_a_number_typed_without_a_network_arrives_when_it_is_back(screen, tello, pablo):
    screen.forgives(NO_LINE)
    page = screen(pablo, tello.get_absolute_url())
    page.context.set_offline(True)
    page.locator("#value-dodge").fill("3")
    page.locator("#value-dodge").blur()
    expect(saved(page)).to_have_text(spanish("Not saved, no connection"))

    page.context.set_offline(False)

    expect(saved(page)).to_have_text(spanish("Saved"), timeout=30_000)
    assert again(tello).traits["skills"] == {"dodge": 3}


def test_a_press_without_a_network_is_refused_where_it_is_seen(screen, sheet, brianda):
    """B08: what counts at a moment that nobody chose is worse than what does not count."""
    screen.forgives(NO_LINE)
    sheet.context.set_offline(True)
    sheet.locator(".pool .less").click()

    expect(sheet.locator("#refusal .notice")).to_have_text(
        spanish("No connection: that did not count. Press again when it is back.")
    )
    sheet.context.set_offline(False)
    expect(sheet.locator("#offline")).to_be_hidden()
    sheet.locator(".pool .less").click()
    expect(points(sheet)).to_have_text("15")
    assert LogEntry.objects.filter(kind="pool").count() == 1


def test_what_cannot_stand_is_told_at_its_field_and_kept_there(screen, sheet, brianda):
    screen.forgives(r"status of 422")
    sheet.locator("#about summary").click()
    sheet.locator("#id_name").fill("")
    sheet.locator("#id_name").blur()

    expect(sheet.locator("#told-name .problem")).to_be_visible()
    expect(saved(sheet)).to_have_text(spanish("Not saved"))
    sheet.locator("#id_name").fill("Brianda II")
    sheet.locator("#id_name").press("Enter")
    expect(saved(sheet)).to_have_text(spanish("Saved"))
    expect(sheet.locator("#told-name .problem")).to_have_count(0)
    assert stored(brianda, "name") == "Brianda II"


def test_leaving_waits_for_the_words_that_were_just_typed(sheet, campaign, brianda):
    notes(sheet).fill("Zurda")
    sheet.locator(f".masthead nav a[href='{campaign.get_absolute_url()}']").click()

    expect(sheet.locator("#roster")).to_be_visible()
    assert stored(brianda) == "Zurda"


def test_a_new_name_is_everywhere_after_one_event(screen, sheet, campaign, marta, pablo, brianda):
    """B05, B06."""
    fight = Encounter.objects.create(campaign=campaign, name="El vado")
    fight.add(marta, [brianda])
    fight.start(marta)
    ladders = [screen(who, fight.get_absolute_url()) for who in (marta, pablo)]
    table = screen(pablo, campaign.get_absolute_url())
    for page in (*ladders, table):
        mark(page)
    sheet.locator("#about summary").click()
    sheet.locator("#id_name").fill("Brianda de Sotomar")
    sheet.locator("#id_name").press("Enter")

    for page in ladders:
        expect(page.locator(".ladder .n")).to_have_text("Brianda de Sotomar")
    expect(row_of(table, "Brianda de Sotomar")).to_be_visible()
    expect(sheet.locator(".identity h1")).to_have_text("Brianda de Sotomar")
    assert all(is_marked(page) for page in (*ladders, table))


def test_after_the_browser_was_wiped_all_is_there_again(screen, ines, brianda):
    """B41."""
    first = screen(ines, brianda.get_absolute_url(), size=PHONE)
    notes(first).fill("Debe nueve monedas")
    notes(first).blur()
    expect(saved(first)).to_have_text(spanish("Saved"))
    first.locator("#sheet-conditions summary").click()
    first.locator("#id_condition").fill("envenenada")
    first.locator("#afflict button").click()
    expect(first.locator(".conditions li")).to_have_count(1)
    first.context.clear_cookies()
    first.evaluate("() => { localStorage.clear(); sessionStorage.clear(); }")

    first.goto("/log-in/")
    first.locator("input[name=username]").fill("ines")
    first.locator("input[name=password]").fill(PASSWORD)
    first.locator("main form button").first.click()
    expect(first.locator("main")).not_to_contain_text("input[name=password]")
    first.goto(brianda.get_absolute_url())

    expect(notes(first)).to_have_value("Debe nueve monedas")
    expect(first.locator(".conditions li")).to_contain_text("envenenada")
    assert site.SESSION_COOKIE_NAME in {cookie["name"] for cookie in first.context.cookies()}


def test_what_the_player_shows_opens_and_closes_on_another_s_screen(screen, sheet, campaign, pablo, ines, brianda):
    screen.forgives(r"status of 40[34]")
    table = screen(pablo, campaign.get_absolute_url())
    sheet.locator("#about summary").click()
    sheet.locator("#sharing label").nth(2).click()
    link = row_of(table, "Brianda").locator("a")
    link.click()
    expect(table.locator(".look h1")).to_have_text("Brianda")

    notes(sheet).fill("Zurda")
    expect(table.locator(".look")).to_contain_text("Zurda")
    sheet.locator(".pool .less").click()
    expect(table.locator(".look .now")).to_have_text("15")

    sheet.locator("#sharing label").nth(0).click()
    expect(table.locator(".look")).to_have_count(0)
    assert "Zurda" not in table.content()


def test_a_portrait_is_put_up_by_choosing_it(screen, sheet, campaign, pablo, brianda, tmp_path):
    from PIL import Image

    file = tmp_path / "yo.png"
    Image.new("RGB", (700, 500), "teal").save(file)
    table = screen(pablo, campaign.get_absolute_url())
    sheet.locator("#about summary").click()
    expect(sheet.locator("#take-down")).to_be_hidden()

    sheet.locator("#id_picture").set_input_files(file)

    for page in (sheet, table):
        picture = page.locator("img.portrait")
        expect(picture).to_have_count(1)
        assert picture.evaluate("(image) => image.decode().then(() => image.naturalWidth)") == 500
    sheet.locator("#take-down").click()
    expect(table.locator("img.portrait")).to_have_count(0)


def test_a_picture_that_is_too_large_is_told_before_it_is_sent(sheet, tmp_path):
    file = tmp_path / "yo.jpg"
    file.write_bytes(b"\0" * (5 * 1024 * 1024 + 1))
    asked = []
    sheet.on("request", lambda request: asked.append(request.url))
    sheet.locator("#about summary").click()

    sheet.locator("#id_picture").set_input_files(file)

    expect(sheet.locator("#id_picture:invalid")).to_have_count(1)
    assert not any("portrait" in url for url in asked)


@pytest.fixture
def tello(campaign, pablo) -> Character:
    return Character.begin(campaign, pablo, pablo, name="Tello", concept="Cazador", gender="m")


def test_an_earlier_wording_is_put_back_from_the_history(screen, ines, marta, brianda):
    brianda.write(ines, "notes", "Primera")
    brianda.write(marta, "notes", "Segunda")
    page = screen(ines, reverse("characters:history", args=[brianda.key]), size=PHONE)

    page.locator(".history button").first.tap()

    expect(page.locator(".history .entry")).to_have_count(3)
    assert stored(brianda) == "Primera"
    assert page.evaluate("() => document.documentElement.scrollWidth") == PHONE[0]
