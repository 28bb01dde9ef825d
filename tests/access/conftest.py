"""Everything that an address can name: one table with its people, and another table that is none of their business."""

from collections.abc import Callable
from types import SimpleNamespace

import pytest
from django.apps import apps
from django.contrib.auth import get_user_model
from django.urls import reverse

from campaigns.models import Campaign, Membership, Role
from characters.models import Character

PASSWORD = "una frase que nadie adivina"
ROLES = ("anonymous", "stranger", "spectator", "player", "owner", "co-GM", "GM", "staff")
POSITIONAL = {
    "campaigns:table": ("key",),
    "campaigns:news": ("key",),
    "campaigns:log": ("key",),
    "campaigns:rules": ("key",),
    "campaigns:toggle": ("key", "entry_key"),
    "campaigns:invite": ("key",),
    "campaigns:address": ("key",),
    "campaigns:answer": ("key", "request"),
    "campaigns:member": ("key", "member_key"),
    "campaigns:send-link": ("key", "member_key"),
    "campaigns:role": ("key", "member_key"),
    "campaigns:remove": ("key", "member_key"),
    "campaigns:join": ("invitation",),
    "campaigns:ask-back": ("invitation",),
    "campaigns:waiting": ("request",),
    "campaigns:seat": ("seat_link",),
    "characters:sheet": ("character",),
    "characters:traits": ("character",),
    "characters:roll": ("character",),
    "characters:points": ("character", "pool"),
}
"""What each address names, in the order it stands there. An address that is not here names nothing."""

SCREEN = {"campaigns:news": {"page": "table", "lang": "es", "after": ""}, "characters:traits": {"difficulty": "easy"}}
"""What a page asks of these two; `as` is added by whoever asks."""

FORMS = {
    "accounts:log-in": {"username": "sergio", "password": PASSWORD},
    "accounts:account": {"username": "lola.maz", "password": "tres tristes tigres"},
    "campaigns:new": {
        "campaign": "Los pozos",
        "name": "Nuria",
        "username": "nuria",
        "password": "tres tristes tigres",
    },
    "campaigns:demo": {"role": "gm"},
    "campaigns:toggle": {"press": "pulsada-1"},
    "campaigns:address": {"link_address": "10.0.0.7"},
    "campaigns:answer": {"answer": "yes", "press": "pulsada-1"},
    "campaigns:role": {"role": "spectator", "press": "pulsada-1"},
    "campaigns:remove": {"press": "pulsada-1"},
    "campaigns:join": {"name": "Nuria"},
    "campaigns:ask-back": {"name": "Lola"},
    "characters:roll": {"trait": "stealth", "difficulty": "easy", "modifier": "0", "audience": "table", "dice": "", "press": "pulsada-1"},
    "characters:points": {"amount": "-1", "press": "pulsada-1"},
    "set_language": {"language": "en"},
}  # fmt: skip
"""A form that is in order, for each address that reads one."""


@pytest.fixture(autouse=True)
def quick_browsers(settings) -> None:
    """Each browser of a test makes its own site; without this that site reads every static file first."""
    settings.WHITENOISE_AUTOREFRESH = True
    settings.AXES_FAILURE_LIMIT = 1000  # the throttle is tested in tests/accounts


class Place:
    """A table, its addresses, and who asks for them."""

    def __init__(self, people: dict[str, object], names: dict[str, str], foe: Character) -> None:
        self.people, self.names, self.foe = people, names, foe

    def url(self, row: str, **instead: str) -> str:
        """The address of a row of the table: `characters:sheet of a foe` is `characters:sheet` for another character."""
        name, _, variant = row.partition(" ")
        names = self.names | ({"character": self.foe.key} if variant else {}) | instead
        return reverse(name, args=[names[each] for each in POSITIONAL.get(name, ())])

    def query(self, row: str, role: str = "GM") -> dict[str, str]:
        asked = dict(SCREEN.get(row.partition(" ")[0], {}))
        if "page" in asked:
            asked["as"] = {"owner": "player"}.get(role, role).lower()
        return asked

    def form(self, row: str) -> dict[str, str]:
        return dict(FORMS.get(row.partition(" ")[0], {}))


@pytest.fixture
def lola(campaign) -> Membership:
    """A guest: a name and a cookie."""
    guest = get_user_model().objects.create_guest("Lola")
    return Membership.objects.create(campaign=campaign, user=guest, role=Role.PLAYER, name="Lola")


@pytest.fixture
def place(campaign, marta, coral, pablo, ines, vera, sergio, hugo, brianda, goblin, lola, dice, settings) -> Place:
    settings.LAN_ADDRESSES, settings.SITE_URL, settings.PORT = ["192.168.1.20", "10.0.0.7"], "", 8000
    dice(*[2, 7, 9] * 30)
    entry = brianda.roll(ines, "stealth", difficulty=10)
    names = {
        "key": campaign.key,
        "entry_key": entry.key,
        "member_key": lola.key,
        "invitation": campaign.invite(marta).token,
        "request": lola.ask_back("another browser").token,
        "seat_link": lola.send_link().token,
        "character": brianda.key,
        "pool": "pv",
    }
    people = {
        "anonymous": None, "stranger": sergio, "spectator": vera, "player": pablo, "owner": ines, "co-GM": coral,
        "GM": marta, "staff": hugo,
    }  # fmt: skip
    return Place(people, names, goblin)


@pytest.fixture
def elsewhere(sergio) -> dict[str, str]:
    """What the same addresses could name at a table where none of ours sits."""
    campaign = Campaign.objects.create(name="Otra mesa")
    leader = Membership.objects.create(campaign=campaign, user=sergio, role=Role.GM, name="Sergio")
    guest = get_user_model().objects.create_guest("Blas")
    seat = Membership.objects.create(campaign=campaign, user=guest, role=Role.PLAYER, name="Blas")
    hero = Character.objects.create(campaign=campaign, owner=seat, name="Urraca", is_finished=True, traits={"fixed": {"pv": 9}})
    return {
        "key": campaign.key,
        "entry_key": hero.change_pool(leader, "pv", -2).key,
        "member_key": seat.key,
        "request": seat.ask_back("another browser").token,
        "character": hero.key,
    }


@pytest.fixture
def everything() -> Callable[[], dict[str, list]]:
    """`everything()`: every row of our tables as it stands."""

    def rows() -> dict[str, list]:
        ours = [model for app in ("accounts", "campaigns", "characters") for model in apps.get_app_config(app).get_models()]
        return {model.__name__: list(model._base_manager.order_by("pk").values()) for model in ours}

    return rows


@pytest.fixture
def said() -> Callable[[object], str]:
    """`said(answer)`: the sentences in which an answer says what is wrong."""
    return sentences


def sentences(answer: object) -> str:
    from html.parser import HTMLParser

    found = SimpleNamespace(faults=[], main=[])

    class Reader(HTMLParser):
        """Text inside elements that say a problem, and that of the paragraphs of `main`."""

        def __init__(self) -> None:
            super().__init__()
            self.open: list[tuple[str, str]] = []

        def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
            if tag not in {"meta", "link", "input", "br"}:
                self.open.append((tag, dict(attributes).get("class") or ""))

        def handle_startendtag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
            pass

        def handle_endtag(self, tag: str) -> None:
            while self.open and self.open.pop()[0] != tag:
                pass

        def handle_data(self, text: str) -> None:
            if not text.strip():
                return
            kinds = {kind for _, classes in self.open for kind in classes.split()}
            tags = [tag for tag, _ in self.open]
            if "problem" in kinds or {"notice", "harm"} <= kinds:
                found.faults.append(text.strip())
            elif tags[-2:] == ["main", "p"]:
                found.main.append(text.strip())

    Reader().feed(answer.content.decode())
    return " ".join(found.faults or found.main)
