"""The whole site in a real browser: pages, streams, style sheets and scripts as they are served."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.conf import settings as site
from django.test import Client, override_settings
from django.urls import reverse
from playwright.sync_api import Browser, Page, expect, sync_playwright

from campaigns import journal, places
from campaigns.models import Audience, Campaign, JournalEntry, Membership, PasswordLink, Scene
from characters import adventures, evenings
from characters.models import Character, LedgerEntry, Sharing
from tests.browser import LAUNCH_ARGS, MISSING, find_browser
from tests.e2e.screens import DESK, Screens

HERE = Path(__file__).parent
STORY = "# El vado\n\nNiebla y **luz**.\n\n- uno\n- dos\n\n> dicho"
MARKDOWN = f"{STORY}\n\n|quién|qué|\n|-|-|\n|Azcona|{'canta' * 30}|"

expect.set_options(timeout=15_000)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.browser)
            item.add_marker(pytest.mark.live)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Callable[[], Browser]]:
    """One Chromium for all, another one where it has died: that is one test's fault and not that of all after it.

    Without one the tests are skipped, or fail where they are required."""
    path = find_browser()
    if path is None:
        if os.environ.get("E2E_REQUIRED") == "1" or os.environ.get("CI") == "true":
            raise RuntimeError(MISSING)
        pytest.skip(MISSING)
    with sync_playwright() as playwright:
        started: list[Browser] = []

        def running() -> Browser:
            if not started or not started[-1].is_connected():
                started.append(playwright.chromium.launch(executable_path=path, args=LAUNCH_ARGS))
            return started[-1]

        yield running
        running().close()


@pytest.fixture
def browser(chromium) -> Browser:
    return chromium()


@pytest.fixture(scope="session", autouse=True)
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


def everything_made_up(campaign: Campaign, ines: Membership, marta: Membership) -> Character:
    """A draft of Inés's that has one of everything, and something wrong with it."""
    draft = Character.begin(campaign, ines, ines, name="Jimena", concept="Ladrona", gender="f")
    for group, trait, level in (
        ("attributes", "physique", 5), ("attributes", "dexterity", 5), ("skills", "melee_weapons", 5),
    ):  # fmt: skip
        draft.spend(ines, group, trait, to=level)
    draft.approve(marta, "physique")
    draft.specialize(ines, "melee_weapons", "Dagas")
    draft.invent(ines, name="Estocada", attribute="dexterity", special="Por debajo")
    draft.refresh_from_db()
    draft.reword(ines, draft.build.techniques[0].key, "effect", "damage")
    draft.wear(ines, "armor", "mail")
    draft.refresh_from_db()
    return draft


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
    brianda.write(ines, "notes", "Debe nueve monedas.")
    brianda.write(marta, "gm_notes", "La traiciona su hermano.")
    brianda.afflict(ines, "envenenada", "hasta el alba")
    brianda.share(ines, Sharing.ALL)
    adventures.award(campaign, marta, brianda, 30, "Por el vado")
    brianda.buy(ines, "attributes.physique", 5)
    spend = LedgerEntry.objects.get(kind="spend")
    evenings.open_session(campaign, marta)
    adventures.begin(campaign, marta, "El molino")
    adventures.write_scene(campaign, marta, "El vado", "Niebla, y **una luz**.", "Azcona espera.")
    Scene.objects.get().write(marta, "notes", MARKDOWN)
    places.find(campaign, "campaign").write(marta, "gm_notes", "La duquesa lo sabe.")
    journal.begin(campaign, ines, "De camino", MARKDOWN)
    adventures.award(campaign, marta, brianda, 3, "La vela negra")
    evenings.pass_day(campaign, marta, [brianda.key])
    table = campaign.get_absolute_url()
    campaign.changes = {
        "creation.has_specializations": True,
        "creation.generation_points": 9,
        "creation.prodigy_from": 5,
    }
    campaign.save(update_fields=["changes"])
    draft = everything_made_up(campaign, ines, marta)
    build = f"/c/{draft.key}/build/"
    return {
        "start": (None, "/"),
        "start of a person": (marta, "/"),
        "guide for players": (None, "/guide/players/"),
        "guide for GMs": (marta, "/guide/gms/"),
        "guide for hosts": (None, "/guide/hosts/"),
        "log in": (None, "/log-in/"),
        "account": (ines, "/account/"),
        "account of a guest": (ruth, "/account/"),
        "password": (ines, "/account/password/"),
        "delete account": (ines, "/account/delete/"),
        "delete account of the GM": (marta, "/account/delete/"),
        "a new password": (None, PasswordLink.objects.make(marta.user, vera.user, vera).get_absolute_url()),
        "manage": (marta, campaign.manage_url),
        "join": (None, invitation.get_absolute_url()),
        "waiting": (asker, asked.headers["Location"]),
        "seat": (None, nuno.send_link(marta).get_absolute_url()),
        "table of the GM": (marta, table),
        "table of a player": (ines, table),
        "table of a spectator": (vera, table),
        "sheet": (ines, brianda.get_absolute_url()),
        "opposed roll": (ines, reverse("characters:oppose", args=[brianda.key])),
        "sheet with all skills": (marta, brianda.get_absolute_url() + "?all=1"),
        "sheet of another": (vera, brianda.get_absolute_url()),
        "history": (ines, f"{brianda.get_absolute_url()}history/"),
        "sheet of a foe": (marta, goblin.get_absolute_url()),
        "build: who": (ines, build + "who/"),
        "build: points": (ines, build),
        "build: points, for the GM": (marta, build),
        "build: a technique": (ines, f"{build}technique/{draft.build.techniques[0].key}/"),
        "build: gear": (ines, build + "gear/"),
        "build: review": (ines, build + "review/"),
        "files": (ines, reverse("characters:files", args=[brianda.key])),
        "files of a foe": (marta, reverse("characters:files", args=[goblin.key])),
        "print": (ines, reverse("characters:print", args=[brianda.key])),
        "from a file": (marta, table + "characters/import/"),
        "who follows": (ines, reverse("characters:succeed", args=[brianda.key])),
        "growth": (ines, reverse("characters:growth", args=[brianda.key])),
        "growth for the GM": (marta, reverse("characters:growth", args=[brianda.key])),
        "proof": (ines, reverse("characters:proof", args=[brianda.key])),
        "proofs": (marta, table + "proofs/"),
        "take back": (marta, reverse("characters:take-back", args=[campaign.key, spend.key])),
        "evening": (marta, table + "evening/"),
        "into the library": (marta, table + "library/take/"),
        "a weapon": (marta, table + "library/gear/weapons/great_sword/"),
        "notes of a scene": (marta, Scene.objects.get().get_absolute_url()),
        "notes of the campaign": (marta, table + "notes/campaign/"),
        "entry of the journal": (ines, JournalEntry.objects.get().get_absolute_url()),
        "journal": (ines, table + "journal/"),
        "journal of the GM": (marta, table + "journal/"),
        "journal on paper": (vera, table + "journal/print/"),
        "search": (ines, table + "search/"),
        "what was found": (marta, table + "search/?q=vado"),
        "log": (marta, table + "log/"),
        "log entry": (marta, reverse("campaigns:entry", args=[campaign.key, entry.key])),
        "rules": (ines, table + "rules/"),
        "house rules": (marta, table + "rules/house/"),
        "house rules of a player": (ines, table + "rules/house/"),
        "luck": (ines, table + "luck/"),
        "rules that say a word": (ines, table + "rules/?q=pifia"),
        "the dice to try": (None, reverse("characters:try-dice")),
        "member": (marta, reverse("campaigns:member", args=[campaign.key, ruth.key])),
        "not for you": (ines, reverse("campaigns:member", args=[campaign.key, ruth.key])),
        "nothing here": (ines, "/nothing/"),
        "no line": (None, reverse("offline")),
    }
