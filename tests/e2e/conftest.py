"""The whole site in a real browser. Every page is watched: a word in its console that is no part of the story fails the test."""

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.conf import settings as site
from django.test import override_settings
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, WebError, expect, sync_playwright

from tests.browser import LAUNCH_ARGS, MISSING, find_browser

HERE = Path(__file__).parent
DESK = (1280, 800)
PHONE = (360, 740)
LOST_LINE = r"Failed to load resource: net::ERR_"  # what Chromium writes when there is no network, or no server

expect.set_options(timeout=15_000)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.browser)
            item.add_marker(pytest.mark.live)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One Chromium for all; without one the tests are skipped, or fail where they are required."""
    path = find_browser()
    if path is None:
        if os.environ.get("E2E_REQUIRED") == "1" or os.environ.get("CI") == "true":
            raise RuntimeError(MISSING)
        pytest.skip(MISSING)
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=LAUNCH_ARGS)
        yield chromium
        chromium.close()


@pytest.fixture(scope="module", autouse=True)
def static_files(tmp_path_factory) -> Iterator[None]:
    """The files of static/ as they stand now, not as the last start of the site collected them."""
    from ryfsite import wsgi

    with override_settings(STATIC_ROOT=tmp_path_factory.mktemp("static"), WHITENOISE_USE_FINDERS=True):
        wsgi.application.load_middleware()
        yield
    wsgi.application.load_middleware()


class Screens:
    """`screen(ines)`: a page of a new browser, logged in as that seat or person; `screen(None)`: as nobody.

    `screen.forgives(pattern)` names words in the console that the story brings with it.
    """

    def __init__(self, browser: Browser, url: str, cookie_of: Callable[[object], str]) -> None:
        self._browser, self._url, self._cookie_of = browser, url, cookie_of
        self._contexts: list[BrowserContext] = []
        self._words: list[str] = []
        self._forgiven: list[str] = []
        self.requested: list[str] = []

    def __call__(
        self,
        who: object,
        path: str = "",
        *,
        size: tuple[int, int] = DESK,
        scheme: str = "light",
        language: str = "es-ES",
        script: bool = True,
        touch: bool = False,
    ) -> Page:
        width, height = size
        context = self._browser.new_context(
            base_url=self._url,
            viewport={"width": width, "height": height},
            color_scheme=scheme,
            locale=language,
            java_script_enabled=script,
            has_touch=touch,
            is_mobile=touch,
            reduced_motion="reduce",
        )
        context.set_default_timeout(15_000)
        self._contexts.append(context)
        context.on("console", self._heard)
        context.on("weberror", self._broke)
        context.on("request", lambda request: self.requested.append(request.url))
        if who is not None:
            self.log_in(context, who)
        page = context.new_page()
        if path:
            page.goto(path)
        return page

    def log_in(self, context: BrowserContext, who: object) -> None:
        """Put the session's cookie where the log-in page would have put it."""
        context.add_cookies([{"name": site.SESSION_COOKIE_NAME, "value": self._cookie_of(who), "url": self._url}])

    def forgives(self, pattern: str) -> None:
        self._forgiven.append(pattern)

    def close(self) -> None:
        for context in self._contexts:
            context.close()
        bad = [word for word in self._words if not any(re.search(pattern, word) for pattern in self._forgiven)]
        assert not bad, "in the console:\n" + "\n".join(bad)

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type == "error" or "Content Security Policy" in message.text:
            self._words.append(f"{message.text} ({message.location.get('url', '')})")

    def _broke(self, fault: WebError) -> None:
        self._words.append(f"page error: {fault.error}")


@pytest.fixture
def screen(browser, live, as_) -> Iterator[Screens]:
    screens = Screens(browser, live.url, lambda who: as_(who).cookies[site.SESSION_COOKIE_NAME].value)
    yield screens
    screens.close()
