"""One person at one page with a keyboard and nothing else; what has the focus must be in sight."""

import re
from urllib.parse import urlparse

from playwright.sync_api import Locator, Page, expect

from tests.e2e.reach import IS_IN_SIGHT, START

MOST = 45
"""So many times Tab is pressed on the way to a control; who needs more has no way that can be walked."""
IS_FOCUSED = "(each) => each === document.activeElement"
OPTION = "(select) => select.selectedOptions[0]?.label.trim() ?? ''"


class Hands:
    """`hands.to("button", "Tirar")` tabs there, from where the focus is; `press` and `write` then do what keys do."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def to(self, role: str, name: str | re.Pattern, *, most: int = MOST, back: bool = False) -> Locator:
        """Tab (or Shift+Tab) until the control of that role and name has the focus, and can be seen."""
        control = self.page.get_by_role(role, name=name, exact=isinstance(name, str))
        expect(control.first).to_be_attached()
        focused = self.page.locator(":focus").and_(control)
        for _each in range(most + 1):
            if focused.count():
                break
            self.page.keyboard.press("Shift+Tab" if back else "Tab")
        else:
            raise AssertionError(f"{most} times Tab, and no {role} {name!r}; at {self.where()}")
        assert focused.evaluate(IS_IN_SIGHT), f"focused, but not in sight: {self.where()}"
        return focused

    def press(self, name: str | re.Pattern, role: str = "button", *, key: str = "Enter", **way: object) -> None:
        self.to(role, name, **way)
        self.page.keyboard.press(key)

    def follow(self, name: str | re.Pattern, role: str = "link", *, key: str = "Enter", **way: object) -> None:
        """Press what leads to another page, and go past its head."""
        self.to(role, name, **way)
        with self.page.expect_navigation():
            self.page.keyboard.press(key)
        self.past_the_head()

    def past_the_head(self) -> None:
        """By the link at its beginning; a page that was opened at a place of its own is left there."""
        if urlparse(self.page.url).fragment not in {"", "content"}:
            return
        self.page.evaluate(START)
        self.keys("Tab", "Enter")
        expect(self.page.locator("#content")).to_be_focused()

    def write(self, name: str | re.Pattern, words: str, role: str = "textbox", **way: object) -> None:
        self.to(role, name, **way)
        self.keys("Control+a")
        self.page.keyboard.type(words)

    def unfold(self, words: str, *, most: int = MOST) -> None:
        """What is folded away under these words; Playwright knows no role for them."""
        summary = self.page.locator("summary", has_text=words).first
        for _each in range(most + 1):
            if summary.evaluate(IS_FOCUSED):
                break
            self.keys("Tab")
        else:
            raise AssertionError(f"{most} times Tab, and no {words!r}; at {self.where()}")
        assert summary.evaluate(IS_IN_SIGHT)
        self.keys("Enter")

    def choose(self, name: str | re.Pattern, option: str, **way: object) -> None:
        """In a list, by the arrow keys."""
        self.pick(self.to("combobox", name, **way), option)

    def pick(self, options: Locator, option: str) -> None:
        self.keys("Home")
        for _each in range(60):
            if options.evaluate(OPTION) == option:
                return
            self.keys("ArrowDown")
        raise AssertionError(f"{option!r} is none of them")

    def keys(self, *pressed: str) -> None:
        for key in pressed:
            self.page.keyboard.press(key)

    def where(self) -> str:
        return self.page.evaluate("() => document.activeElement.outerHTML.slice(0, 120)")
