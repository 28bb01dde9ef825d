"""Everything that an address can name: one table with its people, and another table that is none of their business."""

from collections.abc import Callable

import pytest
from django.apps import apps
from django.contrib.auth import get_user_model
from django.urls import reverse

from campaigns.models import Campaign, Membership, Role
from characters.models import Character
from combat.models import Encounter
from tests.access.addresses import FORMS, NAMES, QUESTIONS, VARIANTS
from tests.access.sentences import sentences

APPS = ("accounts", "campaigns", "characters", "combat")


@pytest.fixture(autouse=True)
def quick_browsers(settings) -> None:
    """Each browser of a test makes its own site; without this that site reads every static file first."""
    settings.WHITENOISE_AUTOREFRESH = True
    settings.AXES_FAILURE_LIMIT = 1000  # the throttle is tested in tests/accounts


class Place:
    """A table, its addresses, and who asks for them."""

    def __init__(self, people: dict[str, object], things: dict[str, str]) -> None:
        self.people, self.things = people, things

    def url(self, row: str, **instead: str) -> str:
        name, _, variant = row.partition(" ")
        things = self.things | {part: self.things[other] for part, other in VARIANTS.get(variant, {}).items()} | instead
        return reverse(name, args=[things[part] for part in NAMES.get(name, ())])

    def query(self, row: str, role: str = "GM") -> dict[str, str]:
        return self._filled(QUESTIONS, row, {"owner": "player"}.get(role, role).lower())

    def form(self, row: str) -> dict[str, str]:
        return self._filled(FORMS, row, "")

    def _filled(self, known: dict[str, dict[str, str]], row: str, role: str) -> dict[str, str]:
        fields = known.get(row.partition(" ")[0], {})
        return {field: value.format(role=role, **self.things) for field, value in fields.items()}


@pytest.fixture
def lola(campaign) -> Membership:
    """A guest: a name and a cookie."""
    guest = get_user_model().objects.create_guest("Lola")
    return Membership.objects.create(campaign=campaign, user=guest, role=Role.PLAYER, name="Lola")


@pytest.fixture
def draft(campaign, ines) -> Character:
    """Inés's next hero, all points spent (20 and 50) and not yet finished."""
    skills = ("melee_weapons", "dodge", "reflexes", "notice", "stealth", "brawl", "athletics", "climb", "swim", "ride")
    return Character.objects.create(
        campaign=campaign,
        owner=ines,
        name="Urraca",
        traits={
            "attributes": {
                "physique": 4, "dexterity": 4, "intelligence": 3, "perception": 4, "charisma": 2, "willpower": 3,
            },
            "skills": dict.fromkeys(skills, 5),
        },
    )  # fmt: skip


@pytest.fixture
def fight(campaign, marta, brianda, goblin, dice) -> Encounter:
    """Brianda, whose turn it is, against a goblin that has lost half of its points."""
    goblin.change_pool(marta, "pv", -4)
    goblin.traits["fixed"] |= {"defense": 5, "initiative": 0}
    goblin.save()
    fight = Encounter.objects.create(campaign=campaign, name="El vado")
    dice(*[2, 4, 5] * 60)
    fight.add(marta, [brianda, goblin])
    Encounter.objects.get(pk=fight.pk).start(marta)
    fight.refresh_from_db()
    assert fight.turn == brianda.key
    return fight


@pytest.fixture
def place(
    campaign, marta, coral, pablo, ines, vera, sergio, hugo, lola, brianda, draft, goblin, fight, settings
) -> Place:
    settings.LAN_ADDRESSES, settings.SITE_URL, settings.PORT = ["192.168.1.20", "10.0.0.7"], "", 8000
    outside = Character.objects.create(campaign=campaign, name="Ogro", is_foe=True, is_finished=True)
    Character.objects.create(campaign=campaign, owner=pablo, name="Fadrique", is_finished=True, traits=brianda.traits)
    prepared = Encounter.objects.create(campaign=campaign, name="La torre")
    prepared.add(marta, [outside])
    return Place(
        {
            "anonymous": None, "stranger": sergio, "spectator": vera, "player": pablo, "owner": ines, "co-GM": coral,
            "GM": marta, "staff": hugo, "guest": lola,
        },
        {
            "key": campaign.key,
            "entry": brianda.roll(ines, "stealth", difficulty=10).key,
            "member": lola.key,
            "invitation": campaign.invite(marta).token,
            "request": lola.ask_back("another browser").token,
            "seat link": lola.send_link(marta).token,
            "character": brianda.key,
            "pool": "pv",
            "draft": draft.key,
            "group": "attributes",
            "trait": "physique",
            "fight": fight.key,
            "fight in preparation": prepared.key,
            "foe": goblin.key,
            "act": "first-aid",
            "effect": "affect",
            "foe outside": outside.key,
        },
    )  # fmt: skip


@pytest.fixture
def elsewhere(sergio) -> dict[str, str]:
    """What the same addresses could name at a table where none of ours sits."""
    campaign = Campaign.objects.create(name="Otra mesa")
    leader = Membership.objects.create(campaign=campaign, user=sergio, role=Role.GM, name="Sergio")
    guest = get_user_model().objects.create_guest("Blas")
    seat = Membership.objects.create(campaign=campaign, user=guest, role=Role.PLAYER, name="Blas")
    hero = Character.objects.create(
        campaign=campaign, owner=seat, name="Urraca", is_finished=True, traits={"fixed": {"pv": 9}}
    )
    return {
        "key": campaign.key,
        "entry": hero.change_pool(leader, "pv", -2).key,
        "member": seat.key,
        "request": seat.ask_back("another browser").token,
        "character": hero.key,
        "draft": Character.objects.create(campaign=campaign, owner=seat, name="Nuño").key,
        "fight": Encounter.objects.create(campaign=campaign, name="La otra").key,
        "act": "nada",
    }


@pytest.fixture
def everything() -> Callable[[], dict[str, list]]:
    """`everything()`: every row of our tables as it stands."""

    def rows() -> dict[str, list]:
        ours = [model for app in APPS for model in apps.get_app_config(app).get_models()]
        return {model.__name__: list(model._base_manager.order_by("pk").values()) for model in ours}

    return rows


@pytest.fixture
def said() -> Callable[[object], str]:
    """`said(answer)`: the sentences in which an answer says what is wrong."""
    return lambda answer: sentences(answer.content.decode())
