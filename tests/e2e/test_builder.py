"""A character made in the browser: by thumb, by keyboard; nothing gets lost, and the other device follows."""

from collections.abc import Callable

import pytest
from playwright.sync_api import APIResponse, Page, Route, expect

from characters.models import Character
from tests.e2e.screens import DESK, NO_LINE, PHONE, spanish

ATTRIBUTES = {"physique": 4, "dexterity": 4, "intelligence": 2, "perception": 4, "charisma": 3, "willpower": 3}
SKILLS = ("melee_weapons", "brawl", "athletics", "dodge", "stealth", "climb", "swim", "notice", "reflexes", "track")


def left(page: Page, budget: str) -> object:
    return page.locator(f"[data-left={budget}]")


def value(page: Page, trait: str) -> object:
    return page.locator(f"#value-{trait}")


def derived(page: Page, key: str) -> object:
    return page.locator(f"[data-derived={key}]")


def saved(page: Page) -> object:
    return page.locator("#saved")


def next_step(page: Page) -> object:
    return page.locator("aside .button.primary")


def is_too_wide(page: Page) -> bool:
    return page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth")


@pytest.fixture
def tello(campaign, pablo) -> Character:
    return Character.begin(campaign, pablo, pablo, name="Tello", concept="Cazador", gender="m")


def test_a_whole_character_by_thumb(screen, campaign, pablo, ines):
    table = screen(ines, campaign.get_absolute_url())
    page = screen(pablo, campaign.get_absolute_url(), size=PHONE)

    page.locator("#own a[href$='/characters/new/']").tap()
    page.locator("#id_name").fill("Tello")
    page.locator(".choice label", has_text=spanish("masculine")).tap()
    page.locator("main .button.primary").tap()

    expect(left(page, "attributes")).to_have_text("14")
    for key, goal in ATTRIBUTES.items():
        for _ in range(goal - 1):
            page.locator(f"#more-{key}").tap()
    expect(left(page, "attributes")).to_have_text("0")
    expect(value(page, "physique")).to_have_value("4")
    for key in SKILLS:
        for _ in range(5):
            page.locator(f"#more-{key}").tap()
    expect(left(page, "skills")).to_have_text("0")
    expect(saved(page)).to_have_text(spanish("Saved"))
    expect(derived(page, "defense")).to_have_text("14")  # 4 + 5 + 5 (C0)
    assert not is_too_wide(page)

    next_step(page).tap()
    page.locator("#weapons-long_sword").tap()
    page.locator("#armor-mail").tap()
    expect(page.locator("#armor-mail")).to_have_attribute("aria-pressed", "true")
    expect(derived(page, "absorption")).to_have_text("4")
    expect(derived(page, "initiative")).to_have_text("+7")  # 4 + 5 − 2
    assert not is_too_wide(page)

    next_step(page).tap()
    expect(page.locator("[id^=summary-] .arm")).to_have_count(2)
    assert not is_too_wide(page)
    page.locator("#finish").tap()

    expect(page.locator("[id^=finish-] .notice.sound")).to_be_visible()
    expect(table.locator("#roster")).to_contain_text("Tello")
    page.locator("[id^=finish-] .button.primary").tap()
    expect(page.locator("#attack-long_sword")).to_contain_text("+9")  # 4 + 5


def test_by_keyboard_on_a_desk(screen, tello, pablo):
    page = screen(pablo, tello.get_absolute_url(), size=DESK)

    value(page, "physique").focus()
    for goal in ATTRIBUTES.values():
        page.keyboard.press("ControlOrMeta+a")
        page.keyboard.type(str(goal))
        for _ in range(3):  # over + and the next −
            page.keyboard.press("Tab")
    expect(left(page, "attributes")).to_have_text("0")

    page.locator("#find").focus()
    page.keyboard.type("sig" if page.evaluate("document.documentElement.lang") == "es" else "stea")
    expect(page.locator("#spends-skills > li:visible")).to_have_count(1)
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("3")
    page.keyboard.press("Enter")
    expect(left(page, "skills")).to_have_text("47")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(value(page, "stealth")).to_have_value("4")
    expect(page.locator("#more-stealth")).to_be_focused()
    expect(left(page, "skills")).to_have_text("46")


def test_what_is_wrong_is_said_at_its_field_and_the_rest_goes_on(screen, tello, pablo):
    page = screen(pablo, tello.get_absolute_url())
    screen.forgives(r"\b422\b")

    value(page, "dexterity").fill("9")
    value(page, "dexterity").blur()
    told = page.locator("#told-dexterity .problem")
    expect(told.first).to_contain_text("P1")
    expect(saved(page)).to_have_text(spanish("Not saved"))
    expect(value(page, "dexterity")).to_have_attribute("aria-invalid", "true")

    page.locator("#more-physique").click()
    expect(value(page, "physique")).to_have_value("2")
    expect(value(page, "dexterity")).to_have_value("9")  # as it was typed, and still wrong
    expect(saved(page)).to_have_text(spanish("Not saved"))

    value(page, "dexterity").fill("3")
    value(page, "dexterity").blur()
    expect(told).to_have_count(0)
    expect(saved(page)).to_have_text(spanish("Saved"))
    expect(left(page, "attributes")).to_have_text("11")

    for _ in range(6):
        page.locator("#more-physique").click(force=True)
    expect(value(page, "physique")).to_have_value("5")
    expect(page.locator("#told-physique .problem")).to_contain_text("P1")
    expect(saved(page)).to_have_text(spanish("Saved"))  # a press that does nothing leaves nothing unsaved


def test_going_back_loses_nothing(screen, tello, pablo):
    page = screen(pablo, tello.get_absolute_url(), size=PHONE)
    page.locator("#more-physique").tap()
    value(page, "dodge").fill("3")
    value(page, "dodge").blur()
    expect(left(page, "skills")).to_have_text("47")

    next_step(page).tap()
    page.locator("#weapons-spear").tap()
    expect(page.locator("#weapons-spear")).to_have_attribute("aria-pressed", "true")
    page.locator(".steps a").first.tap()
    page.locator("#id_concept").fill("Desertor")
    page.locator("#id_concept").blur()
    expect(page.locator(".identity")).to_contain_text("Desertor")
    page.go_back()
    expect(page.locator("#weapons-spear")).to_have_attribute("aria-pressed", "true")
    page.go_back()

    expect(value(page, "physique")).to_have_value("2")
    expect(value(page, "dodge")).to_have_value("3")
    expect(page.locator(".identity")).to_contain_text("Desertor")


def test_leaving_waits_for_what_was_just_typed(screen, tello, pablo):
    page = screen(pablo, tello.get_absolute_url())
    screen.forgives(r"\b422\b")

    value(page, "dodge").fill("4")
    next_step(page).click()
    expect(page.locator("#weapons-spear")).to_be_visible()
    assert Character.objects.get(pk=tello.pk).traits["skills"] == {"dodge": 4}

    page.go_back()
    value(page, "dodge").fill("8")
    next_step(page).click()
    expect(page.locator("#told-dodge .problem").first).to_be_visible()


def test_a_second_device_follows_and_leaves_alone_what_is_being_typed(screen, tello, pablo, marta):
    phone = screen(pablo, tello.get_absolute_url(), size=PHONE)
    desk = screen(marta, tello.get_absolute_url())
    words = screen(pablo, f"/c/{tello.key}/build/who/")

    value(desk, "notice").fill("4")  # not sent yet
    phone.locator("#more-notice").tap()
    phone.locator("#more-notice").tap()
    phone.locator("#more-dexterity").tap()

    expect(value(desk, "dexterity")).to_have_value("2")
    expect(left(desk, "skills")).to_have_text("48")
    expect(value(desk, "notice")).to_have_value("4")

    value(desk, "notice").blur()
    expect(value(phone, "notice")).to_have_value("4")
    expect(phone.locator("#note-notice")).to_contain_text("+5")

    desk.goto(f"/c/{tello.key}/build/who/")
    desk.locator("#id_name").fill("Nuño")
    desk.locator("#id_name").press("Enter")
    expect(words.locator("#id_name")).to_have_value("Nuño")
    expect(phone.locator(".identity h1")).to_have_text("Nuño")


def test_what_is_refused_while_the_finger_is_on_a_link_keeps_the_page(screen, tello, pablo):
    page = screen(pablo, tello.get_absolute_url())
    screen.forgives(r"\b422\b")
    value(page, "dodge").fill("8")
    next_step(page).hover()
    page.mouse.down()
    expect(page.locator("#told-dodge .problem").first).to_be_visible()

    page.mouse.up()

    expect(saved(page)).to_have_text(spanish("Not saved"))
    next_step(page).click()  # whoever goes all the same may
    expect(page.locator("#weapons-spear")).to_be_visible()


def test_what_is_typed_before_the_page_can_hear_it_is_saved(screen, tello, pablo):
    """On a slow line the fields are there before what saves them."""
    page, held = screen(pablo), []
    page.route("**/saved*.js", lambda route: held.append(route))
    page.goto(tello.get_absolute_url(), wait_until="commit")
    value(page, "dodge").fill("3")
    value(page, "dodge").blur()
    while not held:
        page.wait_for_event("request", lambda request: "/saved" in request.url)

    held[0].continue_()

    expect(left(page, "skills")).to_have_text("47")
    expect(value(page, "dodge")).to_have_value("3")
    expect(saved(page)).to_have_text(spanish("Saved"))
    assert Character.objects.get(pk=tello.pk).traits["skills"] == {"dodge": 3}


def test_leaving_waits_for_taps_that_wait_for_their_turn(screen, tello, pablo):
    page = screen(pablo, tello.get_absolute_url())
    held = []
    page.route("**/dodge/", lambda route: held.append(route), times=1)
    with page.expect_request("**/dodge/"):
        page.locator("#more-dodge").click(click_count=3)
    next_step(page).click()

    held[0].continue_()

    expect(page.locator("#weapons-spear")).to_be_visible()
    assert Character.objects.get(pk=tello.pk).traits["skills"] == {"dodge": 3}


def test_a_tap_that_waits_behind_a_refused_number_decides(screen, tello, pablo):
    page = screen(pablo, tello.get_absolute_url())
    screen.forgives(r"\b422\b")
    held = []
    page.route("**/dodge/", lambda route: held.append(route), times=1)
    value(page, "dodge").fill("99")
    with page.expect_request("**/dodge/"):
        page.locator("#more-dodge").click()

    held[0].continue_()

    expect(saved(page)).to_have_text(spanish("Saved"))
    expect(value(page, "dodge")).to_have_value("1")
    expect(value(page, "dodge")).not_to_have_attribute("aria-invalid", "true")
    expect(page.locator("#told-dodge .problem")).to_have_count(0)


@pytest.fixture
def finishing(screen, tello, pablo) -> Page:
    """The last step of a draft that can be finished."""
    for key, goal in ATTRIBUTES.items():
        tello.spend(pablo, "attributes", key, to=goal)
    return screen(pablo, f"/c/{tello.key}/build/review/")


def answer_late(page: Page, answer: Callable[[Route, APIResponse], None]) -> None:
    """Finishing is done at once, and answered only when the stream has taken its button away."""

    def hold(route: Route) -> None:
        response = route.fetch()
        expect(page.locator("[id^=finish-] .notice.sound")).to_be_visible()
        expect(page.locator("#finish")).to_have_count(0)
        answer(route, response)

    page.route("**/finish/", hold)


def test_an_answer_that_comes_when_its_button_is_gone_is_heard(finishing):
    page = finishing
    answer_late(page, lambda route, response: route.fulfill(response=response))

    with page.expect_response("**/finish/"):
        page.locator("#finish").click()

    expect(saved(page)).to_have_text(spanish("Saved"))
    page.locator("[id^=finish-] .button.primary").click()
    expect(page.locator("#roll-physique")).to_be_visible()


def test_a_fault_that_comes_when_its_button_is_gone_is_said(screen, finishing):
    screen.forgives(r"status of 500|Error Code 500")
    answer_late(finishing, lambda route, response: route.fulfill(status=500, body="<p>Broken.</p>"))

    finishing.locator("#finish").click()

    expect(finishing.locator("#refusal .notice")).to_have_text("Broken.")
    expect(saved(finishing)).to_have_text(spanish("Not saved"))


def test_an_answer_lost_when_its_button_is_gone_is_asked_for(screen, finishing):
    screen.forgives(NO_LINE)
    answer_late(finishing, lambda route, response: route.abort())

    with finishing.expect_response("**/news/?*"):
        finishing.locator("#finish").click()

    expect(saved(finishing)).to_have_text(spanish("Not saved"))


def test_the_last_points_are_lost_only_after_saying_so(screen, tello, pablo):
    for key, goal in ATTRIBUTES.items():
        tello.spend(pablo, "attributes", key, to=goal)
    page = screen(pablo, f"/c/{tello.key}/build/review/")
    other = screen(pablo, tello.get_absolute_url())

    expect(page.locator("#finish")).to_contain_text("50")
    other.locator("#more-notice").click()
    expect(page.locator("#finish")).to_contain_text("49")
    page.locator("#finish").click()

    expect(page.locator("[id^=finish-] .notice.sound")).to_be_visible()
    assert Character.objects.get(pk=tello.pk).is_finished


def test_without_a_script_every_change_is_a_form(screen, tello, pablo):
    page = screen(pablo, tello.get_absolute_url(), script=False)

    page.locator("#more-physique").click()
    expect(value(page, "physique")).to_have_value("2")
    value(page, "physique").fill("7")
    value(page, "physique").press("Enter")
    expect(page.locator("#told-physique .problem").first).to_contain_text("P1")
    expect(value(page, "physique")).to_have_value("7")
    value(page, "physique").fill("4")
    value(page, "physique").press("Enter")

    expect(left(page, "attributes")).to_have_text("11")
    screen.forgives(r"\b422\b")


def test_skills_are_added_one_after_another_by_enter(screen, tello, pablo):
    """To its number and back, as fast as somebody types; what is pushed meanwhile adds no digit."""
    page = screen(pablo, tello.get_absolute_url(), size=DESK)

    page.locator("#find").focus()
    for name, level in (("Sigilo", 3), ("Esquivar", 4), ("Trepar", 2)):
        page.keyboard.type(name)
        page.keyboard.press("Enter")
        page.keyboard.type(str(level))
        page.keyboard.press("Enter")
        expect(page.locator("#find")).to_be_focused()

    expect(left(page, "skills")).to_have_text("41")
    for key, level in (("stealth", "3"), ("dodge", "4"), ("climb", "2")):
        expect(value(page, key)).to_have_value(level)


def test_on_a_phone_the_name_of_no_setting_is_broken_and_no_result_stands_over_another_word(
    screen, campaign, tello, pablo, brianda, ines, dice
):
    page = screen(pablo, tello.get_absolute_url(), size=PHONE)
    lines = "each => each.map(at => Math.round(at.offsetHeight / parseFloat(getComputedStyle(at).lineHeight)))"
    assert page.locator(".of-setting .choice label > span").evaluate_all(lines) == [1, 1, 1, 1]

    campaign.preset = "ryf-core"
    campaign.save(update_fields=["preset"])
    dice(10, 4, 10, 10, 3, 10, 2, 5, 6)  # R7: two explosions, each a row of its own
    brianda.roll(ines, "stealth", difficulty=15)
    page = screen(ines, brianda.get_absolute_url(), size=PHONE)
    name, word = page.locator(".tray summary > :first-child"), page.locator(".tray .verdict .word")
    assert name.bounding_box()["y"] + name.bounding_box()["height"] <= word.bounding_box()["y"] + 2
