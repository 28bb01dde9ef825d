"""The encounter's page under the fingers of the GM and of those who play, while others act."""

import re

from playwright.sync_api import Locator, Page, expect

from campaigns.models import LogEntry
from characters.models import Character
from combat.models import Encounter
from combat.models.choices import Place
from rules.notation import parse
from tests.e2e.screens import PHONE, REFUSED, collect, collected, hide, is_marked, mark, newest, show, spanish

# --- attacking --------------------------------------------------------------------------------------------------------


def test_a_whole_turn_of_the_gm_by_keyboard(screen, marta, at, key, dice):
    page = screen(marta, at)

    tab_to(page, "target")
    page.keyboard.press("ArrowDown")
    expect(page.locator("#target")).to_have_value(key("Goblin 3"))
    tab_to(page, "modifier")
    page.keyboard.type("2")
    tab_to(page, "throw")
    expect(page.locator("#odds .sum-line")).to_contain_text("+11")
    dice(3, 7, 8, 2, 1)
    page.keyboard.press("Enter")

    expect(newest(page).locator(".rolls-line b").first).to_have_text("18")
    expect(points(page, "Goblin 3")).to_have_text("5 / 8")
    assert focused(page) == "throw"
    expect(page.locator("#announce")).to_contain_text("Goblin 3")

    tab_to(page, next_button(page).get_attribute("id"), back=True)
    page.keyboard.press("Enter")
    expect(banner(page)).to_have_text("Fadrique")
    assert focused(page) == next_button(page).get_attribute("id")
    page.keyboard.press("Space")
    expect(banner(page)).to_have_text("Goblin 2")

    tab_to(page, f"pick-{key('Brianda')}")
    page.keyboard.press("Enter")
    expect(page.locator("#target")).to_have_value(key("Brianda"))
    tab_to(page, "amount")
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("4")
    page.keyboard.press("Enter")  # in a field it presses nothing
    tab_to(page, "do-harm")
    page.keyboard.press("Enter")
    expect(points(page, "Brianda")).to_have_text("12 / 16")
    assert LogEntry.objects.filter(kind="harm").count() == 1


def test_several_are_attacked_with_one_throw(screen, marta, at, key, dice):
    page = screen(marta, at)
    page.locator("#target").select_option(key("Goblin 2"))
    page.locator("#many > summary").click()
    page.locator(f"[name=also][value='{key('Goblin 3')}']").check()
    expect(page.locator("#odds .each tbody tr")).to_have_count(2)
    page.locator("#how > summary").click()
    page.locator(f"#share-{key('Goblin 3')}").select_option("none")
    dice(3, 7, 8, 2, 1)

    page.locator("#throw").click()

    expect(points(page, "Goblin 2")).to_have_text("5 / 8")
    expect(points(page, "Goblin 3")).to_have_text("8 / 8")
    expect(page.locator("#many")).to_have_attribute("open", "")  # what was unfolded stays so


def test_the_hand_reaches_those_who_are_ticked(screen, marta, at, key):
    page = screen(marta, at)
    page.locator("#hand-open").click()
    for name in ("Goblin 1", "Goblin 3"):
        page.locator(f"#several [value='{key(name)}']").check()
    page.keyboard.press("Escape")
    page.locator("#amount").fill("3")
    page.locator("#do-harm").click()

    expect(points(page, "Goblin 1")).to_have_text("5 / 8")
    expect(points(page, "Goblin 3")).to_have_text("5 / 8")
    expect(points(page, "Brianda")).to_have_text("16 / 16")
    page.locator(f"#pick-{key('Goblin 2')}").click()
    page.locator("#do-harm").click()
    expect(points(page, "Goblin 2")).to_have_text("5 / 8")
    expect(points(page, "Goblin 1")).to_have_text("5 / 8")


def test_an_effect_is_put_on_somebody_beside_the_attack(screen, marta, at, key):
    page = screen(marta, at)
    page.locator("#acts > summary").click()
    page.locator("#act-affect").click()
    page.locator(f"#act-form [name=whom][value='{key('Goblin 3')}']").check()
    page.locator("#act-form [name=label]").fill("Veneno")
    page.locator("#act-form [name=turns]").fill("2")
    page.locator("#do-act").click()

    expect(row(page, "Goblin 3")).to_contain_text("Veneno · 2")
    expect(newest(page)).to_contain_text("Veneno")


def test_whoever_is_aimed_at_is_framed_in_the_order(screen, marta, at, key):
    page = screen(marta, at)
    framed = page.locator(".ladder .is-target .n")
    expect(framed).to_have_text(["Goblin 2"])

    page.locator("#target").select_option(label="Goblin 3")
    expect(framed).to_have_text(["Goblin 3"])
    page.locator("#many > summary").click()
    page.get_by_role("checkbox", name="Goblin 1").and_(page.locator("[name=also]")).check()
    expect(framed).to_have_text(["Goblin 3", "Goblin 1"])
    harmed(marta, key("Goblin 3"), 1)  # its row is made anew

    expect(points(page, "Goblin 3")).to_have_text("7 / 8")
    expect(framed).to_have_text(["Goblin 3", "Goblin 1"])
    next_button(page).click()  # and the panel

    expect(page.locator("#weapon")).to_have_value(f"{key('Fadrique')}:dagger")
    expect(framed).to_have_text(["Goblin 3"])


def test_a_press_on_a_row_aims_the_hand_and_the_attack(screen, marta, at, key):
    page = screen(marta, at)
    expect(page.locator("#weapon")).to_have_value(f"{key('Brianda')}:long_sword")

    page.locator(f"#pick-{key('Goblin 1')}").click()

    expect(page.locator("#who")).to_have_value(key("Goblin 1"))
    expect(page.locator("#target")).to_have_value(key("Goblin 1"))
    page.locator("#amount").fill("3")
    page.locator("#do-harm").click()
    expect(points(page, "Goblin 1")).to_have_text("5 / 8")

    row(page, "Goblin 3").click(position={"x": 4, "y": 4})  # all of the row takes the press

    expect(page.locator("#who")).to_have_value(key("Goblin 3"))
    expect(page.locator("#target")).to_have_value(key("Goblin 3"))

    page.locator(f"#pick-{key('Brianda')}").click()  # nobody attacks themselves

    expect(page.locator("#who")).to_have_value(key("Brianda"))
    expect(page.locator("#target")).to_have_value(key("Goblin 3"))
    page.locator("#do-harm").click()
    expect(points(page, "Brianda")).to_have_text("13 / 16")


def test_the_odds_follow_target_weapon_and_modifier(screen, marta, ines, campaign, fight, at, key, dice):
    dice(1, 2, 3)  # who comes late rolls for initiative
    ogre = {"pv": 30, "defense": 16, "attack": 8}
    Encounter.objects.get().add_foes(marta, "Ogro", count=1, fixed=ogre, damage=parse("2d6"))
    page, phone = screen(marta, at), screen(ines, at, size=PHONE)
    odds, big = page.locator("#odds"), page.locator("#odds .big").first
    expect(odds.locator(".sum-line")).to_contain_text("+9")
    expect(odds).to_contain_text("2d6")
    known = big.text_content()
    assert known.startswith("89,6")  # 3 or more on the kept die: all but 8 + 96 of 1000 (R1)

    page.locator("#target").select_option(label="Ogro")
    expect(odds.locator(".sum-line")).to_contain_text("16")
    expect(big).to_contain_text("35,2")  # 7 or more
    page.locator("#modifier").fill("4")
    page.locator("#modifier").blur()
    expect(big).to_have_text(known)
    page.locator("#weapon").select_option(f"{key('Brianda')}:dagger")
    expect(odds).to_contain_text("1d6")
    page.locator("#weapon").select_option(f"{key('Fadrique')}:dagger")  # who leads attacks with anyone
    expect(odds.locator(".sum-line")).to_contain_text("+11")

    expect(phone.locator("#weapon option")).to_have_count(3)
    phone.locator("[data-step='1']").tap()
    expect(phone.locator("#odds .sum-line")).to_contain_text("+10")
    expect(phone.locator("#ready")).to_contain_text("+10")
    for each in phone.locator(".by-difficulty li").all():  # under the thumb, without scrolling, whatever its defense
        expect(each).to_be_in_viewport(ratio=1)
    expect(phone.locator(".by-difficulty li")).to_have_count(6)
    expect(phone.locator(".by-difficulty li").first.locator("svg.odds")).to_have_attribute(
        "aria-label", re.compile("97,2")
    )
    ends, waits = (phone.locator(each).bounding_box()["y"] for each in (".your-turn button", "[id^=wait-]"))
    assert ends < phone.locator("#modifier").bounding_box()["y"] < waits  # what is no attack comes after it
    phone.locator("#target").select_option(label="Fadrique")  # of heroes all is known
    expect(phone.locator("#ready .big")).to_contain_text("97,2")
    phone.locator("#target").select_option(label="Ogro")
    expect(phone.locator("#ready .big")).to_have_count(0)


def test_on_a_phone_a_question_takes_the_place_of_ones_own_attack(screen, ines, marta, fight, at, key, dice):
    """C8: an arrow in Brianda's own turn; one question at a time."""
    Character.objects.filter(name="Goblin 1").update(
        traits={"fixed": {"pv": 8, "defense": 12, "attack": 6}}, gear={"weapons": ["long_bow"]}
    )
    phone = screen(ines, at, size=PHONE)
    expect(phone.locator("#throw")).to_be_in_viewport(ratio=1)
    dice(2, 5, 9)
    Encounter.objects.get().attack(marta, key("Goblin 1"), "long_bow", key("Brianda"), place=Place(band="short"))

    expect(phone.locator(".ask")).to_have_count(1)
    for answer in phone.locator(".ask .links .button").all():
        expect(answer).to_be_in_viewport(ratio=1)
    expect(phone.locator(".ask .against-totals .odds")).to_have_count(5)
    expect(phone.locator("#throw")).to_be_hidden()
    dice(3, 2)
    phone.locator(".ask .links .button", has_text=spanish("Take it")).tap()
    expect(phone.locator(".ask")).to_have_count(0)
    expect(phone.locator("#throw")).to_be_in_viewport(ratio=1)


def test_the_panel_follows_the_turn_and_keeps_the_target_while_it_is_there(screen, marta, coral, fight, at, key):
    page, other = screen(marta, at), screen(coral, at)
    page.locator("#target").select_option(label="Goblin 1")
    expect(page.locator("#weapon")).to_have_value(f"{key('Brianda')}:long_sword")

    with page.expect_response("**/odds/*"), other.expect_response("**/odds/*"):
        harmed(marta, key("Goblin 1"), 1)
    expect(points(page, "Goblin 1")).to_have_text("7 / 8")
    expect(page.locator("#target")).to_have_value(key("Goblin 1"))
    with page.expect_response("**/panel/*"), other.expect_response("**/panel/*"):
        next_button(other).click()

    expect(page.locator("#weapon")).to_have_value(f"{key('Fadrique')}:dagger")
    expect(page.locator("#odds .sum-line")).to_contain_text("+7")
    expect(page.locator("#target")).to_have_value(key("Goblin 1"))
    expect(other.locator("#target")).not_to_have_value(key("Goblin 1"))  # each screen its own

    other.locator("#who").select_option(label="Goblin 1")
    other.locator("#do-remove").click()

    expect(page.locator("#target option", has_text="Goblin 1")).to_have_count(0)
    expect(page.locator("#target")).to_have_value(key("Goblin 2"))
    expect(page.locator("#who option", has_text="Goblin 1")).to_have_count(0)
    expect(page.locator("#refusal .notice")).to_have_count(0)  # nobody has pressed anything here


# --- what is typed ----------------------------------------------------------------------------------------------------


def test_what_is_being_typed_stays_while_others_act(screen, marta, ines, fight, at, key, dice):
    page, phone = screen(marta, at), screen(ines, at, size=PHONE)
    page.locator("#who").select_option(label="Goblin 3")
    page.locator("#amount").fill("17")
    page.locator("#modifier").fill("5")
    page.locator(".add-fighters > summary").click()
    page.locator(".add-fighters .more > summary").click()
    page.locator("#foe_points").fill("33")
    page.locator("#foe_hidden").check()
    page.locator("#foe_name").press_sequentially("Ogro viejo")
    for _ in range(5):
        page.locator("#foe_name").press("ArrowLeft")
    mark(page)

    dice(3, 7, 8, 6, 2, 1)
    phone.locator("#throw").tap()
    expect(newest(page).locator(".line")).to_contain_text("Brianda")
    phone.locator(".your-turn button").tap()
    expect(banner(page)).to_have_text("Fadrique")
    expect(page.locator("#weapon")).to_have_value(f"{key('Fadrique')}:dagger")
    dice(1, 2, 3, 1, 3, 5)  # who comes late rolls for initiative
    Encounter.objects.get().add_foes(marta, "Lobo", count=2, fixed={"pv": 8}, damage=parse("1d6"))
    expect(page.locator("#who option")).to_have_count(7)

    name = page.locator("#foe_name")
    expect(name).to_be_focused()
    expect(name).to_have_value("Ogro viejo")
    assert name.evaluate("(each) => each.selectionStart") == len("Ogro ")
    expect(page.locator("#foe_points")).to_have_value("33")
    expect(page.locator("#foe_hidden")).to_be_checked()
    expect(page.locator(".add-fighters")).to_have_attribute("open", "")
    expect(page.locator("#amount")).to_have_value("17")
    expect(page.locator("#who")).to_have_value(key("Goblin 3"))
    assert is_marked(page)
    page.keyboard.press("Tab")
    assert focused(page) == "foe_count"


def test_the_modifier_that_a_player_types_stays_while_others_act(screen, marta, ines, at, key):
    phone = screen(ines, at, size=PHONE)
    phone.locator("#target").select_option(label="Goblin 1")
    phone.locator("#modifier").press("ControlOrMeta+a")
    phone.keyboard.type("12")

    harmed(marta, key("Goblin 1"), 4)
    harmed(marta, key("Brianda"), 12)  # she is wounded: her odds are others

    expect(phone.locator(".own .badge.harm")).to_be_visible()
    expect(phone.locator("#modifier")).to_be_focused()
    expect(phone.locator("#modifier")).to_have_value("12")
    expect(phone.locator("#target")).to_have_value(key("Goblin 1"))
    expect(phone.locator("#ready")).to_contain_text("+21")


def test_focus_stays_on_a_row_while_the_order_moves(screen, marta, at, key):
    page = screen(marta, at)
    page.locator(f"#pick-{key('Goblin 3')}").focus()

    with page.expect_response("**/odds/*"):
        harmed(marta, key("Goblin 3"), 4)
    Encounter.objects.get().remove(marta, key("Goblin 2"))

    expect(row(page, "Goblin 2")).to_have_count(0)
    expect(page.locator(f"#pick-{key('Goblin 3')}")).to_be_focused()


# --- presses ----------------------------------------------------------------------------------------------------------


def test_a_double_click_throws_once_and_three_clicks_on_damage_count_three(screen, marta, at, dice):
    page = screen(marta, at)
    dice(3, 7, 8, 1, 1)  # a second throw would find no dice
    page.locator("#target").select_option(label="Goblin 2")

    page.locator("#throw").dblclick()
    expect(points(page, "Goblin 2")).to_have_text("6 / 8")
    next_button(page).dblclick()
    expect(banner(page)).to_have_text("Fadrique")
    page.locator("#who").select_option(label="Goblin 3")
    page.locator("#do-harm").click(click_count=3)
    expect(points(page, "Goblin 3")).to_have_text("5 / 8")
    page.locator("#do-heal").click(click_count=2)
    expect(points(page, "Goblin 3")).to_have_text("7 / 8")

    expect(banner(page)).to_have_text("Fadrique")
    kinds = list(LogEntry.objects.order_by("version").values_list("kind", flat=True))
    assert kinds[-7:] == ["attack", "turn", "harm", "harm", "harm", "heal", "heal"]


def test_a_refused_press_says_why_and_changes_nothing(screen, marta, at, dice):
    screen.forgives(REFUSED)
    page = screen(marta, at)
    before = LogEntry.objects.count()
    told = page.locator("#refusal .notice")

    page.locator("#do-heal").click()
    expect(told).to_contain_text("Brianda")
    expect(told).to_be_in_viewport()
    page.locator("#amount").fill("")
    page.locator("#do-harm").click()
    expect(told).to_be_visible()
    expect(told).not_to_contain_text("Brianda")
    page.locator(".add-fighters > summary").click()
    page.locator(".add-fighters .more > summary").click()
    page.locator("#foe_name").fill("Ogro")
    page.locator("#foe_damage").fill("2x6")
    page.locator("#add-foe").click()
    expect(told).to_contain_text("«x»")
    expect(page.locator("#foe_name")).to_have_value("Ogro")
    assert LogEntry.objects.count() == before

    dice(1, 2, 3)  # who comes late rolls for initiative
    page.locator("#foe_damage").fill("2d6")
    page.locator("#add-foe").click()
    expect(row(page, "Ogro")).to_be_visible()
    expect(told).to_have_count(0)


def test_a_second_tab_of_the_same_player_follows_and_a_stale_one_is_refused(screen, ines, at, dice):
    screen.forgives(REFUSED)
    first = screen(ines, at, size=PHONE)
    second = first.context.new_page()
    second.goto(at)
    expect(second.locator("#throw")).to_be_visible()
    hide(first)

    dice(3, 7, 8, 1, 1)
    second.locator("#throw").tap()
    expect(second.locator("#throw")).to_have_count(0)
    expect(first.locator("#throw")).to_be_visible()
    first.locator("#throw").tap()

    expect(first.locator("#refusal .notice")).to_contain_text(spanish("There is no major action left this turn."))
    assert LogEntry.objects.filter(kind="attack").count() == 1

    show(first)
    expect(first.locator("#throw")).to_have_count(0)
    expect(first.locator("#panel")).to_contain_text("C2")
    first.locator(".your-turn button").tap()
    for tab in (first, second):
        expect(banner(tab)).to_have_text("Fadrique")
        expect(tab.locator(".your-turn")).to_have_count(0)


def test_number_bar_and_badge_change_in_one_update_on_every_screen(screen, marta, ines, pablo, vera, at, key):
    pages = {who: screen(seat, at) for who, seat in {"gm": marta, "own": ines, "other": pablo, "watcher": vera}.items()}
    harmed(marta, key("Brianda"), 10)
    for page in pages.values():
        expect(points(page, "Brianda")).to_have_text("6 / 16")
        collect(page, LOOK)
    was = {who: page.evaluate(f"() => {LOOK}") for who, page in pages.items()}

    harmed(marta, key("Brianda"), 1)  # from 6 to 5: wounded (C10)

    after = {
        "gm": ["5 / 16", "5", True],
        "own": ["5 / 16", None, True, "5 / 16", "5", True],
        "other": ["5 / 16", None, True, "12 / 12", "12", False],
        "watcher": ["5 / 16", None, True],
    }
    for who, page in pages.items():
        expect(row(page, "Brianda").locator(".badge.harm")).to_be_visible()
        expect(newest(page).locator(".line")).to_contain_text("Brianda")
        assert [look for look in collected(page) if look != was[who]] == [after[who]], who


def test_a_foe_is_a_word_to_the_table_and_a_number_to_the_gm(screen, marta, pablo, at, key):
    page, phone = screen(marta, at), screen(pablo, at, size=PHONE)
    for harm, number, word in ((0, "8 / 8", "unhurt"), (1, "7 / 8", "hurt"), (3, "4 / 8", "badly hurt")):
        if harm:
            harmed(marta, key("Goblin 1"), harm)
        expect(points(page, "Goblin 1")).to_have_text(number)
        expect(row(phone, "Goblin 1")).to_contain_text(spanish(word))
        expect(points(phone, "Goblin 1")).to_have_count(0)
        assert row(phone, "Goblin 1").text_content().count(spanish(word)) == 1  # said once
    harmed(marta, key("Goblin 1"), 4)
    expect(row(phone, "Goblin 1").locator(".badge.quiet")).to_be_visible()
    expect(row(page, "Goblin 1")).to_have_class("who foe is-down")


def test_the_end_of_an_encounter_reaches_every_screen_and_undo_takes_it_back(screen, marta, ines, at):
    page, phone = screen(marta, at), screen(ines, at, size=PHONE)
    page.locator("[id^=end-]").click()

    for each in (page, phone):
        expect(banner(each)).to_have_text(spanish("The encounter is over"))
        expect(each.locator("#throw")).to_have_count(0)
    expect(phone.locator(".your-turn")).to_have_count(0)

    page.locator(".turn [id^=undo-]").click()

    expect(banner(page)).to_have_text("Brianda")
    expect(phone.locator("#throw")).to_be_visible()
    expect(page.locator("#throw")).to_be_visible()


# --- what is on the page ----------------------------------------------------------------------------------------------

LOOK = """(() => {
    const see = (place) => place && [
        place.querySelector(".pv").textContent.replace(/\\s+/g, " ").trim().replace(/ PV$/, ""),
        place.querySelector(".pv-bar")?.getAttribute("aria-label")?.match(/\\d+/)[0] ?? null,
        place.querySelector(".badge.harm") !== null,
    ];
    const row = [...document.querySelectorAll(".ladder .who")].find((each) => each.textContent.includes("Brianda"));
    return [...see(row), ...(see(document.querySelector(".own")) ?? [])];
})()"""


def harmed(by, key: str, amount: int) -> None:
    """The hand, from another screen."""
    Encounter.objects.get().harm(by, key, amount)


def row(page: Page, name: str) -> Locator:
    return page.locator(".ladder .who", has=page.get_by_text(name, exact=True))


def points(page: Page, name: str) -> Locator:
    return row(page, name).locator("> .pv")


def banner(page: Page) -> Locator:
    return page.locator(".turn .whose")


def next_button(page: Page) -> Locator:
    return page.locator(".turn [id^=next-]")


def tab_to(page: Page, name: str, *, back: bool = False) -> None:
    for _ in range(80):
        page.keyboard.press("Shift+Tab" if back else "Tab")
        if focused(page) == name:
            return
    raise AssertionError(f"Tab never comes to {name}")


def focused(page: Page) -> str:
    return page.evaluate("() => document.activeElement.id")
