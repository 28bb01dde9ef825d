"""What a player makes up and adds by name: techniques, specializations, masteries; by thumb, by keyboard, by two."""

import pytest
from playwright.sync_api import Page, expect

from characters.models import Character
from tests.e2e.screens import PHONE, is_marked, mark, spanish
from tests.e2e.test_builder import is_too_wide, left, saved, value


@pytest.fixture
def tello(campaign, pablo) -> Character:
    return Character.begin(campaign, pablo, pablo, name="Tello", concept="Cazador", gender="m")


@pytest.fixture
def thrust(tello, pablo) -> str:
    """The address of the page of Tello's technique."""
    tello.invent(pablo, name="Estocada", attribute="dexterity", special="Por debajo")
    return f"/c/{tello.key}/build/technique/{stored(tello).build.techniques[0].key}/"


def stored(character: Character) -> Character:
    return Character.objects.select_related("campaign").get(pk=character.pk)


def field(page: Page, part: str) -> object:
    return page.locator(f"main form[id$='-{part}'] :is(input:not([type=hidden]), select, textarea)")


def play_by(campaign, **what) -> None:
    for name in what:
        setattr(campaign, name, what[name])
    campaign.save(update_fields=list(what))


def test_a_skill_is_added_by_a_part_of_its_name_and_raised_by_arrows(screen, tello, pablo):
    page = screen(pablo, tello.get_absolute_url())
    page.locator("#find").focus()
    page.keyboard.type("musi")
    expect(page.locator("#spends-skills > li:visible")).to_have_count(1)
    page.keyboard.press("Enter")

    expect(value(page, "music")).to_be_focused()
    expect(value(page, "music")).to_have_value("1")
    for _ in range(3):
        page.keyboard.press("ArrowUp")
    expect(value(page, "music")).to_have_value("4")
    page.keyboard.press("ArrowDown")
    expect(value(page, "music")).to_have_value("3")
    expect(value(page, "music")).to_be_focused()
    expect(left(page, "skills")).to_have_text("47")
    expect(page.locator("#find")).to_have_value("")

    page.locator("#find").fill("musi")
    page.keyboard.press("Enter")  # it has points: only the way there
    expect(value(page, "music")).to_be_focused()
    expect(value(page, "music")).to_have_value("3")
    page.locator("#find").fill("zzz")
    expect(page.locator(".no-match")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.locator("#find")).to_be_focused()


def test_an_arrow_goes_on_from_what_was_typed(screen, tello, pablo):
    page = screen(pablo, tello.get_absolute_url())
    value(page, "physique").focus()
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("3")
    page.keyboard.press("ArrowUp")

    expect(left(page, "attributes")).to_have_text("11")
    expect(value(page, "physique")).to_have_value("4")


def test_skills_of_another_setting_keep_their_points(screen, campaign, tello, pablo):
    play_by(campaign, setting="medieval")
    tello.spend(pablo, "skills", "drive", to=2)
    page = screen(pablo, tello.get_absolute_url(), size=PHONE)
    page.locator("label", has=page.locator("#all-skills")).tap()

    expect(page.locator("#trait-ride")).to_be_visible()
    expect(page.locator("#trait-drive")).to_be_visible()
    expect(page.locator("#trait-astrophysics")).to_be_hidden()
    assert not is_too_wide(page)

    page.locator(".of-setting label").nth(2).tap()
    expect(page.locator("#trait-astrophysics")).to_be_visible()
    expect(page.locator("#trait-ride")).to_be_hidden()
    page.locator(".of-setting label").nth(3).tap()
    expect(page.locator("#trait-ride")).to_be_visible()


def test_a_technique_by_thumb(screen, tello, pablo, marta):
    other = screen(marta, tello.get_absolute_url())
    page = screen(pablo, tello.get_absolute_url(), size=PHONE)
    page.locator("#techniques summary").tap()
    page.locator("#technique-name").fill("Estocada")
    page.locator("#technique-attribute").select_option("dexterity")
    page.locator("#technique-special").fill("Por debajo de la guardia")
    page.locator("#techniques .stack > button").tap()

    row = page.locator("#techniques .spend")
    expect(row).to_contain_text("Por debajo")
    expect(page.locator("#technique-name")).to_have_value("")
    for _ in range(2):
        row.locator("button").last.tap()
    expect(row.locator("output")).to_have_text("3")
    expect(left(page, "skills")).to_have_text("47")
    expect(other.locator("#techniques output")).to_have_text("3")
    assert not is_too_wide(page)

    row.locator("a.what").tap()
    page.locator("summary", has_text=spanish("In a fight")).tap()
    expect(field(page, "dice")).to_be_hidden()
    field(page, "effect").select_option("damage")
    expect(field(page, "dice")).to_be_visible()
    expect(page.locator(".stands .problem").first).to_be_visible()  # an effect has dice
    field(page, "dice").fill("2d6")
    field(page, "dice").blur()
    expect(page.locator(".stands .problem")).to_have_count(0)
    field(page, "against").select_option("defense")
    expect(field(page, "difficulty")).to_be_hidden()
    expect(saved(page)).to_have_text(spanish("Saved"))
    assert not is_too_wide(page)

    made = stored(tello).build.techniques[0]
    assert (made.name, made.level, str(made.dice), made.against_defense) == ("Estocada", 3, "2d6", True)
    page.locator("summary", has_text=spanish("Remove this technique")).tap()
    page.locator("main form[action$='/remove/'] button").tap()
    expect(page.locator("#techniques .spend")).to_have_count(0)
    expect(other.locator("#techniques .spend")).to_have_count(0)


def test_what_is_wrong_with_a_new_technique_is_said_and_kept(screen, tello, pablo):
    screen.forgives(r"\b422\b")
    page = screen(pablo, tello.get_absolute_url())
    page.locator("#techniques summary").click()
    page.locator("#technique-special").fill("Sin nombre todavía")
    page.locator("#techniques .stack > button").click()

    expect(page.locator("#told-technique .problem")).to_be_visible()
    expect(page.locator("#technique-special")).to_have_value("Sin nombre todavía")


def test_two_who_write_the_same_word_choose(screen, tello, thrust, pablo, marta):
    screen.forgives(r"\b409\b")
    mine, hers = screen(pablo, thrust), screen(marta, thrust)
    field(mine, "special").fill("Lo mío")
    field(hers, "special").fill("Lo suyo")
    field(hers, "special").blur()
    expect(saved(hers)).to_have_text(spanish("Saved"))
    field(mine, "special").blur()

    told = mine.locator("[id^=told-][id$='-special']")
    expect(told).to_contain_text("Lo suyo")
    expect(field(mine, "special")).to_have_value("Lo mío")
    expect(saved(mine)).to_have_text(spanish("Not saved"))
    told.locator("button").click()

    expect(told.locator(".problem")).to_have_count(0)
    expect(saved(mine)).to_have_text(spanish("Saved"))
    expect(field(hers, "special")).to_have_value("Lo mío")
    assert stored(tello).build.techniques[0].special == "Lo mío"

    field(hers, "special").fill("Yo otra vez")
    field(mine, "special").fill("Y yo")
    field(mine, "special").blur()
    expect(saved(mine)).to_have_text(spanish("Saved"))
    field(hers, "special").blur()
    hers.locator("[id^=told-][id$='-special'] a").click()
    expect(field(hers, "special")).to_have_value("Y yo")


def test_what_is_typed_while_it_saves_is_saved_too(screen, tello, thrust, pablo):
    page = screen(pablo, thrust)
    held = []
    page.route("**/technique/*/", lambda route: held.append(route), times=1)
    field(page, "name").fill("Tajo")
    with page.expect_request("**/technique/*/"):
        field(page, "name").blur()
    field(page, "name").fill("Tajo largo")
    field(page, "name").blur()

    held[0].continue_()

    expect(saved(page)).to_have_text(spanish("Saved"))
    expect(page.locator(".told .problem")).to_have_count(0)
    expect(field(page, "name")).to_have_value("Tajo largo")
    assert stored(tello).build.techniques[0].name == "Tajo largo"


def test_a_push_takes_neither_caret_nor_text(screen, tello, thrust, pablo, marta):
    page = screen(pablo, thrust)
    field(page, "special").focus()
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("A medias")
    page.keyboard.press("ArrowLeft")
    key = stored(tello).build.techniques[0].key
    stored(tello).reword(marta, key, "name", "Finta")
    stored(tello).spend(marta, "attributes", "dexterity", to=4)

    expect(field(page, "name")).to_have_value("Finta")
    expect(page.locator(f"#note-{key}")).to_contain_text("+5")
    expect(field(page, "special")).to_be_focused()
    page.keyboard.type("X")
    expect(field(page, "special")).to_have_value("A mediaXs")


def test_a_skill_at_five_is_specialized_by_thumb(screen, campaign, tello, pablo):
    play_by(campaign, preset="ryf-core")
    page = screen(pablo, tello.get_absolute_url(), size=PHONE)
    mark(page)
    row = page.locator("#trait-dodge")
    expect(row.locator("summary")).to_be_hidden()
    value(page, "dodge").fill("5")
    value(page, "dodge").blur()
    row.locator("summary").tap()
    row.locator("input[name=name]").fill("Flechas")
    row.locator("details button").tap()

    expect(row.locator(".named")).to_contain_text("Flechas")
    expect(left(page, "skills")).to_have_text("44")
    expect(row.locator("input[name=name]")).to_have_value("")
    assert not is_too_wide(page)

    row.locator(".named button").tap()
    expect(row.locator(".named li")).to_have_count(0)
    expect(left(page, "skills")).to_have_text("45")
    assert is_marked(page)


def test_masteries_and_three_purses_on_a_phone(screen, campaign, tello, pablo):
    play_by(campaign, preset="d10x2")
    draft = stored(tello)
    draft.spend(pablo, "skills", "melee", to=4)
    page = screen(pablo, tello.get_absolute_url(), size=PHONE)
    screen.forgives(r"\b422\b")
    for _ in range(2):
        page.locator("#more-mastery-long_sword").tap()
    expect(left(page, "generation")).to_have_text("31")
    page.locator("#more-mastery-long_sword").tap()
    expect(page.locator("#told-mastery-long_sword .problem")).to_contain_text("D10")

    for step in ("who/", "", "gear/", "review/"):
        page.goto(f"/c/{tello.key}/build/{step}")
        assert not is_too_wide(page), step


def test_a_prodigy_is_approved_before_the_players_eyes(screen, campaign, tello, pablo, marta):
    play_by(campaign, changes={"creation.attribute_maximum": 20})
    player = screen(pablo, tello.get_absolute_url(), size=PHONE)
    value(player, "physique").fill("15")
    value(player, "physique").blur()
    expect(player.locator("#stands-physique .problem")).to_have_count(0)
    play_by(campaign, changes={"creation.attribute_maximum": 20, "creation.attribute_points": 30})
    player.locator("#more-physique").tap()
    expect(player.locator("#stands-physique .problem")).to_contain_text("P3")

    gm = screen(marta, tello.get_absolute_url())
    gm.locator("#approve-physique").click()

    expect(player.locator("#stands-physique")).to_contain_text("Marta")
    expect(player.locator("#stands-physique .problem")).to_have_count(0)
    expect(gm.locator("#approve-physique")).to_have_attribute("value", "withdraw")
    expect(gm.locator("#approve-physique")).to_be_focused()


def test_without_a_script_techniques_are_forms(screen, tello, thrust, pablo):
    screen.forgives(r"\b4(22|09)\b")
    page = screen(pablo, thrust, script=False)
    field(page, "name").fill("Tajo")
    field(page, "name").press("Enter")
    expect(field(page, "name")).to_have_value("Tajo")
    page.locator(f"#{field(page, 'name').evaluate('node => node.form.id')} input[name=was]")
    assert stored(tello).build.techniques[0].name == "Tajo"

    stored(tello).reword(pablo, stored(tello).build.techniques[0].key, "special", "Otra cosa")
    field(page, "special").fill("La mía")
    page.locator("form[id$='-special'] button").click()
    told = page.locator("[id^=told-][id$='-special']")
    expect(told).to_contain_text("Otra cosa")
    expect(field(page, "special")).to_have_value("La mía")
    told.locator("button").click()
    assert stored(tello).build.techniques[0].special == "La mía"

    page.goto(f"/c/{tello.key}/build/")
    page.locator("#find").fill("musi")
    page.locator("#find").press("Enter")
    expect(page.locator("#spends-skills > li:visible")).to_have_count(1)
    page.locator("#more-music").click()
    expect(value(page, "music")).to_have_value("1")
