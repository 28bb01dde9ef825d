"""The whole site in a real browser: pages, streams, style sheets and scripts as they are served."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings as site
from django.test import override_settings
from playwright.sync_api import Browser, expect, sync_playwright

from tests.browser import LAUNCH_ARGS, MISSING, find_browser
from tests.e2e.screens import Screens

HERE = Path(__file__).parent

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


@pytest.fixture
def screen(browser, live, as_) -> Iterator[Screens]:
    """`screen(ines, "/", size=PHONE, scheme="dark", language="en-GB")`: a page, watched to its end."""
    screens = Screens(browser, live.url, lambda who: as_(who).cookies[site.SESSION_COOKIE_NAME].value)
    yield screens
    screens.close()
