"""Everything that an address can name: one table with its people, and another table that is none of their business."""

from collections.abc import Callable, Iterator

import pytest
from django.apps import apps
from django.contrib.auth import get_user_model
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Browser
from campaigns import journal
from campaigns.models import Ban, Campaign, GameSession, JournalEntry, Membership, PasswordLink, Role, Scene
from characters import adventures
from characters.models import Character, LedgerEntry, Portrait
from combat.models import Encounter, FoeTemplate, Group, SavedEncounter
from tests.access.addresses import NAMES, VARIANTS
from tests.access.forms import FORMS, QUESTIONS
from tests.access.sentences import sentences

TRAITS = {"fixed": {"pv": 8, "defense": 12, "attack": 6, "initiative": 5}, "damage": "1d6"}
GROUP = Group("Trasgo", TRAITS, 2).plain()
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


def browser_of(person: object) -> str:
    """Another browser in which somebody is logged in, as it is known outside."""
    client = Client()
    client.force_login(person, backend="django.contrib.auth.backends.ModelBackend")
    return Browser.objects.get(session_key=client.session.session_key).key


@pytest.fixture
def lola(campaign) -> Membership:
    """A guest: a name and a cookie."""
    guest = get_user_model().objects.create_guest("Lola")
    return Membership.objects.create(campaign=campaign, user=guest, role=Role.PLAYER, name="Lola")


@pytest.fixture
def former(seat_of) -> Membership:
    """Led this table, and knows all of its keys."""
    seat = seat_of("berta", Role.CO_GM)
    seat.stand_up()
    return seat


@pytest.fixture
def banned(seat_of, campaign) -> Membership:
    """Played here, and was sent away for good."""
    seat = seat_of("bruno", Role.PLAYER)
    seat.stand_up()
    Ban.objects.create(campaign=campaign, user=seat.user, name=seat.name)
    return seat


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
def open_draft(campaign, ines) -> Character:
    """Inés's third: a prodigy by the rules of this table, with a technique, and points left of both kinds."""
    return Character.objects.create(
        campaign=campaign,
        owner=ines,
        name="Jimena",
        traits={
            "attributes": dict.fromkeys([each.key for each in campaign.ruleset.attributes], 1) | {"physique": 5},
            "skills": {"dodge": 5},
            "techniques": [{"key": "estocada", "name": "Estocada", "level": 1, "attribute": "dexterity"}],
        },
    )


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
    campaign,
    marta,
    coral,
    pablo,
    ines,
    vera,
    sergio,
    hugo,
    lola,
    former,
    banned,
    brianda,
    draft,
    open_draft,
    goblin,
    fight,
    settings,
) -> Place:
    campaign.changes = {"creation.has_specializations": True, "creation.prodigy_from": 5}
    campaign.save(update_fields=["changes"])
    settings.LAN_ADDRESSES, settings.SITE_URL, settings.PORT = ["192.168.1.20", "10.0.0.7"], "", 8000
    outside = Character.objects.create(campaign=campaign, name="Ogro", is_foe=True, is_finished=True)
    brianda.write(ines, "notes", "Debe nueve monedas.")
    change = brianda.write(marta, "notes", "Debe diez monedas.")
    secret = brianda.write(marta, "gm_notes", "La traicionan.")
    brianda.afflict(ines, "cansada")
    Portrait.objects.create(character=brianda, image=b"picture")
    brianda.refresh_from_db()
    archived = Character.objects.create(
        campaign=campaign, owner=ines, name="Elvira", is_finished=True, archived_at=timezone.now()
    )
    fadrique = Character.objects.create(
        campaign=campaign, owner=pablo, name="Fadrique", is_finished=True, traits=brianda.traits
    )
    adventures.award(campaign, marta, brianda, 10, "De antes")
    movement = LedgerEntry.objects.get().key
    adventures.begin(campaign, marta, "El molino")
    adventures.write_scene(campaign, marta, "La puerta", "Cerrada")
    other = Campaign.objects.create(name="La otra mesa de Marta")
    for seat in (marta, coral):
        Membership.objects.create(campaign=other, user=seat.user, name=seat.name, role=seat.role)
    scene = Scene.objects.get(adventure__campaign=campaign)
    scene_change = scene.write(marta, "notes", "Entornada")
    journal.begin(campaign, ines, "De camino", "Llueve.")
    entry = JournalEntry.objects.get(campaign=campaign)
    GameSession.objects.create(campaign=campaign, number=1, closed_at=timezone.now())
    prepared = Encounter.objects.create(campaign=campaign, name="La torre")
    prepared.add(marta, [outside])
    return Place(
        {
            "anonymous": None, "stranger": sergio, "spectator": vera, "player": pablo, "owner": ines, "co-GM": coral,
            "GM": marta, "staff": hugo, "guest": lola, "former": former, "banned": banned,
        },
        {
            "key": campaign.key,
            "entry": brianda.roll(ines, "stealth", difficulty=10).key,
            "member": lola.key,
            "member with a login": pablo.key,
            "browser": browser_of(marta.user),
            "ban": Ban.objects.create(
                campaign=campaign, user=get_user_model().objects.create_guest("Gil"), name="Gil"
            ).key,
            "password link": PasswordLink.objects.make(marta.user, pablo.user, pablo).token,
            "open invitation": campaign.invite(marta).token,
            "invitation": campaign.invite(marta).token,
            "request": lola.ask_back("another browser").token,
            "seat link": lola.send_link(marta).token,
            "character": brianda.key,
            "character outside": fadrique.key,
            "movement": movement,
            "pool": "pv",
            "text": "concept",
            "text of the GM": "gm_notes",
            "change": change.key,
            "change of the GM": secret.key,
            "condition": brianda.conditions[0]["key"],
            "picture": brianda.portrait.key,
            "draft": draft.key,
            "open draft": open_draft.key,
            "technique": "estocada",
            "skill": "dodge",
            "group": "attributes",
            "trait": "physique",
            "fight": fight.key,
            "step": campaign.log.get(kind="started").key,
            "fight in preparation": prepared.key,
            "foe": goblin.key,
            "other hero": fadrique.key,
            "act": "first-aid",
            "effect": "affect",
            "foe outside": outside.key,
            "archived": archived.key,
            "scene": scene.place,
            "text of a scene": "notes",
            "change of a scene": scene_change.key,
            "journal entry": entry.key,
            "entry as a place": entry.place,
            "schema": "1",
            "guide": "players",
            "other table": other.key,
            "foe of the other table": FoeTemplate.objects.create(campaign=other, name="Harpía").key,
            "gear table": "shields",
            "gear": "buckler",
            "shelf foe": FoeTemplate.objects.create(campaign=campaign, name="Trasgo", traits=TRAITS).key,
            "saved": SavedEncounter.objects.create(campaign=campaign, name="El puente", groups=[GROUP]).key,
            "action": "minor",
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
    afflicted = hero.afflict(leader, "cansada").changes[0]["of"]
    adventures.award(campaign, leader, hero, 5, "")
    adventures.begin(campaign, leader, "Otra")
    adventures.write_scene(campaign, leader, "Otra", "Nada")
    scene = Scene.objects.get(adventure__campaign=campaign)
    journal.begin(campaign, leader, "Otra", "Nada")
    return {
        "scene": scene.place,
        "change of a scene": scene.write(leader, "notes", "Algo").key,
        "journal entry": JournalEntry.objects.get(campaign=campaign).key,
        "change": hero.write(leader, "notes", "Nada.").key,
        "condition": afflicted.rpartition(":")[2],
        "picture": Portrait.objects.create(character=hero, image=b"picture").key,
        "key": campaign.key,
        "other table": campaign.key,
        "gear": "excalibur",
        "movement": LedgerEntry.objects.get(campaign=campaign).key,
        "entry": hero.change_pool(leader, "pv", -2).key,
        "member": seat.key,
        "member with a login": seat.key,
        "browser": browser_of(sergio),
        "ban": Ban.objects.create(campaign=campaign, user=guest, name="Blas").key,
        "open invitation": campaign.invite(leader).token,
        "request": seat.ask_back("another browser").token,
        "character": hero.key,
        "draft": Character.objects.create(campaign=campaign, owner=seat, name="Nuño").key,
        "open draft": Character.objects.create(campaign=campaign, owner=seat, name="Men").key,
        "technique": "finta",
        "archived": Character.objects.create(campaign=campaign, name="Zoilo", archived_at=timezone.now()).key,
        "fight": Encounter.objects.create(campaign=campaign, name="La otra").key,
        "shelf foe": FoeTemplate.objects.create(campaign=campaign, name="Trasgo", traits=TRAITS).key,
        "saved": SavedEncounter.objects.create(campaign=campaign, name="El puente", groups=[GROUP]).key,
        "act": "nada",
        "step": "nada",
    }


@pytest.fixture
def everything() -> Callable[[], dict[str, list]]:
    """`everything()`: every row of our tables as it stands, but for sessions, which only say who was here."""

    def rows() -> dict[str, list]:
        ours = [model for app in APPS for model in apps.get_app_config(app).get_models() if model is not Browser]
        return {model.__name__: list(model._base_manager.order_by("pk").values()) for model in ours}

    return rows


@pytest.fixture
def watch(everything) -> Iterator["Watch"]:
    """`watch.begin()`, then `watch.changed()`: whether any row is another than when it began; cheap where nothing was
    written since it was last asked."""
    watch = Watch(everything)
    with connection.execute_wrapper(watch):
        yield watch


class Watch:
    def __init__(self, everything: Callable[[], dict[str, list]]) -> None:
        self._everything = everything

    def __call__(self, execute, sql, params, many, context):
        if sql.startswith(("INSERT", "UPDATE", "DELETE")) and "accounts_browser" not in sql:
            self._wrote = True
        return execute(sql, params, many, context)

    def begin(self) -> None:
        self._rows, self._wrote = self._everything(), False

    def changed(self) -> bool:
        if not self._wrote:
            return False
        self._wrote = False
        return self._everything() != self._rows


@pytest.fixture
def said() -> Callable[[object], str]:
    """`said(answer)`: the sentences in which an answer says what is wrong."""
    return lambda answer: sentences(answer.content.decode())
