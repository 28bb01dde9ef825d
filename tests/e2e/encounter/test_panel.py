"""The attack panel on a slow line: it is always of whose turn it is, and its odds are of what is chosen."""

import pytest
from playwright.sync_api import APIResponse, Locator, Page, Route, expect

from characters.models import Character
from combat.models import Encounter

PANEL, ODDS = "**/panel/*", "**/odds/*"


class Slow:
    """A line on which what one address answers is under way until `release()`."""

    def __init__(self, page: Page, where: str) -> None:
        self._page = page
        self._is_slow = True
        self._held: list[tuple[Route, APIResponse]] = []
        page.route(where, self._hold)

    def _hold(self, route: Route) -> None:
        if self._is_slow:
            self._held.append((route, route.fetch()))
        else:
            route.continue_()

    def wait_for(self, count: int) -> None:
        """Until so many wait."""
        for _each in range(100):
            if len(self._held) >= count:
                return
            self._page.wait_for_timeout(50)
        raise AssertionError(f"{len(self._held)} were answered, not {count}")

    def release(self) -> None:
        """What waits arrives, and from now on all does at once."""
        self._is_slow = False
        for route, answer in self._held:
            route.fulfill(response=answer)


@pytest.fixture
def page(screen, marta, at):
    return screen(marta, at)


def chosen(page: Page, name: str) -> Locator:
    return page.locator(f"#{name} option:checked")


def test_two_quick_turns_end_with_the_panel_of_the_second(page):
    """The odds, asked for at each change, once took the place of the panel that waited."""
    line = Slow(page, PANEL)
    for name in ("Fadrique", "Goblin 2"):
        page.keyboard.press("n")
        expect(page.locator(".turn .whose")).to_have_text(name)
    line.wait_for(1)
    page.locator("#modifier").fill("9")
    page.locator("#modifier").blur()

    line.release()

    expect(chosen(page, "weapon")).to_contain_text("Goblin 2")
    expect(page.locator("#odds .sum-line")).to_contain_text("+6")


def test_what_is_chosen_while_the_panel_comes_stays(page):
    """And the focus has gone on: the answer to the question before it is not shown."""
    line = Slow(page, PANEL)
    page.keyboard.press("n")
    line.wait_for(1)
    page.locator("#target").select_option(label="Goblin 3")
    page.locator("#target").blur()

    line.release()

    expect(chosen(page, "weapon")).to_contain_text("Fadrique")
    expect(chosen(page, "target")).to_have_text("Goblin 3")
    expect(page.locator("#odds .sum-line")).to_contain_text("+7")


def test_odds_of_the_turn_before_are_not_shown_in_the_panel_of_the_next(page):
    line = Slow(page, ODDS)
    page.locator("#modifier").fill("9")
    page.locator("#modifier").blur()
    line.wait_for(1)
    page.keyboard.press("n")
    expect(chosen(page, "weapon")).to_contain_text("Fadrique")

    line.release()

    expect(page.locator("#modifier")).to_have_value("0")
    expect(page.locator("#odds .sum-line")).to_contain_text("+7")


def test_a_choice_that_has_the_focus_takes_what_the_new_panel_says(page, marta):
    """Else it would name one whom the odds beside it are not of."""
    page.locator("#target").focus()
    for key in ("Home", "ArrowDown", "ArrowDown", "ArrowDown", "Home", "ArrowDown"):
        page.keyboard.press(key)
    for _each in ("Fadrique", "Goblin 2"):  # from another screen
        encounter = Encounter.objects.get()
        encounter.next_turn(marta, encounter.turn)
    expect(chosen(page, "weapon")).to_contain_text("Goblin 2")

    expect(chosen(page, "target")).to_have_text("Brianda")
    expect(page.locator("#target")).to_be_focused()


def test_a_weapon_that_shoots_begins_at_the_second_distance(page, brianda):
    """A sword has none, and the field is there only for what has."""
    Character.objects.filter(pk=brianda.pk).update(gear={"weapons": ["long_sword", "short_bow"]})
    page.reload()
    expect(page.locator("#band")).to_be_hidden()

    page.locator("#weapon").select_option(value=f"{brianda.key}:short_bow")

    expect(chosen(page, "band")).to_contain_text("Corta")
    expect(page.locator("#band")).to_be_visible()
    page.locator("#band").select_option(value="long")
    expect(page.locator("#odds .sum-line")).to_contain_text("25")
    expect(chosen(page, "band")).to_contain_text("Larga")


def test_a_panel_that_was_lost_with_the_line_comes_with_it(screen, page, at):
    screen.forgives("net::ERR_|htmx:sendError|htmx:afterRequest")
    page.route(PANEL, lambda route: route.abort(), times=1)

    page.keyboard.press("n")

    expect(chosen(page, "weapon")).to_contain_text("Fadrique")
