"""One press counts once, whatever the hand, the keyboard or the network does."""

import pytest
from playwright.sync_api import expect

from campaigns.models import LogEntry
from characters.models import Character
from tests.e2e.screens import NO_LINE, REFUSED, points, spanish


@pytest.fixture
def sheet(screen, ines, brianda):
    return screen(ines, brianda.get_absolute_url())


@pytest.fixture
def posted(sheet):
    """The addresses of what the page has posted so far."""
    found = []
    sheet.on("request", lambda request: request.method == "POST" and found.append(request.url))
    return found


def test_a_double_click_rolls_once_and_quick_taps_on_minus_all_count(sheet, posted):
    sheet.locator("#roll-stealth").dblclick()

    expect(sheet.locator(".result")).to_be_visible()
    assert len(posted) == 1

    sheet.locator("#roll-stealth").click()  # a second roll is a second press
    sheet.locator(".pool .less").click(click_count=3)

    expect(points(sheet)).to_have_text("13")
    assert len(posted) == 5
    assert LogEntry.objects.filter(kind="check").count() == 2
    assert LogEntry.objects.filter(kind="pool").count() == 3


@pytest.mark.parametrize("how", ["no answer", "a server in trouble"])
def test_a_press_whose_answer_was_lost_counts_once_when_it_is_pressed_again(screen, sheet, how):
    """Nor does the answer of a server in trouble tell whether its last commit came through."""
    screen.forgives(rf"{NO_LINE}|status of 503|Error Code 503")
    deaf = sheet.context
    deaf.route("**/live?*", lambda route: route.abort())
    deaf.route("**/news/?*", lambda route: route.abort())
    sheet.reload()

    def swallow(route) -> None:
        route.fetch()  # it arrives, and is done
        if how == "no answer":
            route.abort()
        else:
            route.fulfill(status=503, content_type="text/html", body="<p>Ahora no.</p>")

    sheet.route("**/points/**", swallow)
    over = "requestfailed" if how == "no answer" else "requestfinished"
    with sheet.expect_event(over, lambda request: "/points/" in request.url):
        sheet.locator(".pool .less").click()
    assert LogEntry.objects.count() == 1
    expect(points(sheet)).to_have_text("16")
    expect(sheet.locator("#offline")).to_be_visible()

    sheet.unroute("**/points/**")
    with sheet.expect_response("**/points/**") as answer:
        sheet.locator(".pool .less").click()
    assert answer.value.status == 204
    deaf.unroute("**/live?*")
    deaf.unroute("**/news/?*")

    expect(points(sheet)).to_have_text("15")
    expect(sheet.locator("#offline")).to_be_hidden()
    assert LogEntry.objects.count() == 1

    sheet.locator(".pool .less").click()  # and the next one is a new one

    expect(points(sheet)).to_have_text("14")


def test_a_press_whose_answer_was_lost_though_its_result_came_does_not_swallow_the_next_one(screen, sheet):
    screen.forgives(NO_LINE)

    def swallow(route) -> None:
        route.fetch()
        route.abort()

    for button, posts in (("#roll-stealth", "**/roll/"), (".pool .less", "**/points/**")):
        sheet.route(posts, swallow)
        with sheet.expect_response("**/news/?*"):  # the page asks what became of it
            sheet.locator(button).click()
        sheet.unroute(posts)
        with sheet.expect_response(posts):
            sheet.locator(button).click()

    expect(points(sheet)).to_have_text("14")
    assert LogEntry.objects.filter(kind="check").count() == 2
    expect(sheet.locator("#offline")).to_be_hidden()


def test_an_edit_made_without_a_network_is_said_to_be_lost_and_counts_once_when_repeated(screen, sheet):
    screen.forgives(NO_LINE)
    sheet.context.set_offline(True)
    sheet.locator(".pool .less").click()
    expect(sheet.locator("#offline")).to_be_visible()
    expect(points(sheet)).to_have_text("16")

    sheet.context.set_offline(False)
    expect(sheet.locator("#offline")).to_be_hidden()
    expect(points(sheet)).to_have_text("16")
    sheet.locator(".pool .less").click()

    expect(points(sheet)).to_have_text("15")
    assert LogEntry.objects.count() == 1


def test_enter_in_a_field_presses_nothing(sheet, posted):
    before = sheet.locator("#roll-stealth .chance").text_content()
    sheet.locator("#modifier").fill("3")
    sheet.locator("#modifier").press("Enter")

    expect(sheet.locator("#roll-stealth .chance")).not_to_have_text(before)
    sheet.locator("input[name=dice]").fill("2 7 9")
    sheet.locator("input[name=dice]").press("Enter")
    with sheet.expect_response("**/roll/"):
        sheet.locator("#roll-stealth").click()

    assert len(posted) == 1
    expect(sheet.locator(".result .sum b")).to_have_text("17")  # 7, dexterity 4, stealth 3, and the 3
    assert LogEntry.objects.count() == 1


def test_a_refused_press_says_why_and_changes_nothing(screen, sheet):
    screen.forgives(REFUSED)

    sheet.locator(".pool .more").click()

    expect(sheet.locator("#refusal .notice")).to_contain_text("Brianda")
    expect(sheet.locator("#refusal .notice")).to_be_in_viewport()
    expect(points(sheet)).to_have_text("16")
    assert not LogEntry.objects.exists()

    sheet.locator("input[name=dice]").fill("2 7 77")
    sheet.locator("#roll-stealth").click()

    expect(sheet.locator("#refusal .notice")).to_contain_text("2 4 9")
    assert not LogEntry.objects.exists()

    sheet.locator("input[name=dice]").fill("")
    sheet.locator(".pool .less").click()

    expect(points(sheet)).to_have_text("15")
    expect(sheet.locator("#refusal .notice")).to_have_count(0)


def test_no_press_fails_in_silence(screen, sheet, monkeypatch):
    screen.forgives(r"status of (403|500)|Error Code (403|500)")
    cookies = [each for each in sheet.context.cookies() if each["name"] == "csrftoken"]
    sheet.context.add_cookies([{**cookies[0], "value": "x" * 32}])  # as after a log-in in another tab

    sheet.locator(".pool .less").click()

    expect(sheet.locator("#refusal .notice")).to_have_text(
        spanish("Nothing was changed. Load the page again and repeat what you did.")
    )
    sheet.context.add_cookies(cookies)
    with monkeypatch.context() as broken:
        broken.setattr(Character, "change_pool", lambda *_: 1 / 0)

        sheet.locator(".pool .less").click()

        expect(sheet.locator("#refusal .notice")).to_have_text(
            spanish("It was noted. Nothing half-done was kept: try again.")
        )
    expect(points(sheet)).to_have_text("16")
    sheet.locator(".pool .less").click()
    expect(points(sheet)).to_have_text("15")
    expect(sheet.locator("#refusal .notice")).to_have_count(0)


def test_the_keyboard_alone_rolls_and_takes_points_and_keeps_its_place(sheet, posted):
    tab_to(sheet, "roll-stealth")
    sheet.keyboard.press("Enter")

    expect(sheet.locator(".result")).to_be_visible()
    assert focused(sheet) == "roll-stealth"

    less = sheet.locator(".pool .less").get_attribute("id")
    sheet.locator(".skip").focus()
    tab_to(sheet, less)
    for left in range(15, 4, -1):  # down to wounded, where the odds are fetched anew as well
        sheet.keyboard.press("Space" if left % 2 else "Enter")
        expect(points(sheet)).to_have_text(str(left))
        assert focused(sheet) == less
    expect(sheet.locator(".pool .badge.harm")).to_be_visible()

    tab_to(sheet, "roll-stealth")
    sheet.keyboard.press("Enter")

    expect(sheet.locator(".result .kept-one")).to_have_count(1)
    assert focused(sheet) == "roll-stealth"
    assert len(posted) == 13


def test_a_key_held_down_presses_once(sheet, posted):
    sheet.locator("#roll-stealth").focus()
    for _ in range(4):
        sheet.keyboard.down("Enter")  # without an "up" between, the browser says that it repeats
    sheet.keyboard.up("Enter")

    expect(sheet.locator(".result")).to_be_visible()
    assert len(posted) == 1


def test_a_button_stays_under_the_finger_while_others_play(sheet, marta, brianda):
    sheet.locator(".pool .less").hover()
    sheet.mouse.down()
    brianda.change_pool(marta, "pv", -2)
    expect(points(sheet)).to_have_text("14")
    sheet.mouse.up()

    expect(points(sheet)).to_have_text("13")


def test_what_one_types_stays_while_others_play(screen, sheet, marta, brianda, campaign):
    sheet.locator("input[name=dice]").press_sequentially("2 7")
    sheet.locator("input[name=dice]").press("ArrowLeft")
    sheet.locator("select[name=difficulty]").evaluate("(each) => { each.value = 'hard' }")

    brianda.change_pool(marta, "pv", -12)  # wounded: points, badge, last roll and odds are all replaced
    brianda.roll(marta, "stealth", difficulty=10)

    expect(points(sheet)).to_have_text("4")
    expect(sheet.locator(".result")).to_be_visible()
    box = sheet.locator("input[name=dice]")
    expect(box).to_be_focused()
    expect(box).to_have_value("2 7")
    assert box.evaluate("(each) => each.selectionStart") == 2
    expect(sheet.locator("select[name=difficulty]")).to_have_value("hard")


def tab_to(page, name: str) -> None:
    for _ in range(80):
        page.keyboard.press("Tab")
        if focused(page) == name:
            return
    raise AssertionError(f"Tab never comes to {name}")


def focused(page) -> str:
    return page.evaluate("() => document.activeElement.id")
