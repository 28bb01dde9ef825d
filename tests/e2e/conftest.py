"""The whole site in a real browser: pages, streams, style sheets and scripts as they are served."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.conf import settings as site
from django.test import Client, override_settings
from django.urls import reverse
from playwright.sync_api import Browser, Page, expect, sync_playwright

from campaigns.models import Audience
from tests.browser import LAUNCH_ARGS, MISSING, find_browser
from tests.e2e.screens import DESK, Screens

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

    def cookie_of(who: object) -> str:
        client = who if isinstance(who, Client) else as_(who)
        return client.cookies[site.SESSION_COOKIE_NAME].value

    screens = Screens(browser, live.url, cookie_of)
    yield screens
    screens.close()


@pytest.fixture
def opened(screen) -> Callable[..., Page]:
    """`opened(who, path, …)`: like `screen`, with one browser for each person and look, kept from page to page."""
    known: dict[tuple, Page] = {}

    def open_page(who: object, path: str, *, size: tuple[int, int] = DESK, **look: object) -> Page:
        key = (who, size, *look.values())
        page = known.get(key) or known.setdefault(key, screen(who, size=size, **look))
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.goto(path)
        return page

    return open_page


@pytest.fixture
def network(settings) -> None:
    """This computer under its two addresses: what the others are given, who cannot come by "localhost"."""
    settings.SITE_URL, settings.LAN_ADDRESSES, settings.PORT = "", ["192.168.1.20", "10.0.0.7"], 8000


@pytest.fixture
def every_page(network, live, as_, campaign, marta, ines, vera, brianda, goblin, dice) -> dict[str, tuple[object, str]]:
    """Each page of the site with whoever looks at it, after an evening in which everything has happened once."""
    invitation = campaign.invite(marta)
    ruth, nuno = invitation.admit(None, "Ruth"), invitation.admit(None, "Nuño")
    here = {"host": "localhost"}
    asker = as_(None)
    asked = asker.post(reverse("campaigns:ask-back", args=[invitation.token]), {"name": "Ruth"}, headers=here)
    for faces in ((2, 9, 10), (1, 1, 2), (3, 5, 8), (3, 6, 7)):
        dice(*faces)
        brianda.roll(ines, "melee_weapons", difficulty=8)
    dice(1, 5, 9)
    brianda.roll(ines, "stealth", difficulty=15, audience=Audience.PRIVATE)
    brianda.change_pool(marta, "pv", -12)
    entry = brianda.roll(ines, "search", difficulty=10, typed=[4, 4, 8])
    as_(marta).post(reverse("campaigns:toggle", args=[campaign.key, entry.key]), headers=here)
    goblin.change_pool(marta, "pv", -8)
    table = campaign.get_absolute_url()
    return {
        "start": (None, "/"),
        "start of a person": (marta, "/"),
        "log in": (None, "/log-in/"),
        "account": (ines, "/account/"),
        "account of a guest": (ruth, "/account/"),
        "join": (None, invitation.get_absolute_url()),
        "waiting": (asker, asked.headers["Location"]),
        "seat": (None, nuno.send_link(marta).get_absolute_url()),
        "table of the GM": (marta, table),
        "table of a player": (ines, table),
        "table of a spectator": (vera, table),
        "sheet": (ines, brianda.get_absolute_url()),
        "sheet with all skills": (marta, brianda.get_absolute_url() + "?all=1"),
        "sheet of a foe": (marta, goblin.get_absolute_url()),
        "log": (marta, table + "log/"),
        "rules": (ines, table + "rules/"),
        "member": (marta, reverse("campaigns:member", args=[campaign.key, ruth.key])),
        "not for you": (ines, reverse("campaigns:member", args=[campaign.key, ruth.key])),
        "nothing here": (ines, "/nothing/"),
    }
