"""The demo campaign: what a newcomer finds at the first start. All of it goes through the same doors as real play."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.contrib.auth import get_user_model
from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import override

from campaigns import chance
from campaigns.models import Audience, Campaign, Membership, Role
from characters import adventures, evenings
from characters.models import Character, Gender
from rules.dice import scripted
from rules.traits import Setting

ATTRIBUTES = ("physique", "dexterity", "intelligence", "perception", "charisma", "willpower")

HEROES = [
    {
        "player": "Inés",
        "name": "Brianda de Sotomar",
        "concept": "Exploradora del río",
        "gender": Gender.FEMININE,
        "gear": {"weapons": ["long_sword", "short_bow"], "armor": "studded"},
        "attributes": (4, 4, 3, 4, 2, 3),
        "skills": {
            "melee_weapons": 5, "ranged_weapons": 3, "dodge": 4, "stealth": 3, "notice": 4, "reflexes": 4, "track": 3,
            "search": 2, "climb": 3, "ride": 3, "brawl": 3, "swim": 2, "survival": 3, "healing_and_herbs": 2,
            "streetwise": 2, "music": 2, "fauna": 2,
        },
    },
    {
        "player": "Pablo",
        "name": "Fadrique el Largo",
        "concept": "Espadachín sin trabajo",
        "gender": Gender.MASCULINE,
        "gear": {"weapons": ["great_sword", "dagger"], "armor": "leather"},
        "attributes": (5, 4, 2, 3, 4, 2),
        "skills": {
            "melee_weapons": 5, "dodge": 5, "reflexes": 4, "brawl": 4, "athletics": 4, "ride": 3, "notice": 3,
            "etiquette": 2, "smooth_talk": 4, "threaten": 3, "seduce": 3, "streetwise": 3, "haggle": 3, "stealth": 2,
            "gossip": 2,
        },
    },
    {
        "player": "Ruth",
        "name": "Ximena",
        "concept": "Arquera",
        "gender": Gender.FEMININE,
        "gear": {"weapons": ["long_bow", "short_sword"], "armor": "padded"},
        "attributes": (3, 5, 3, 5, 2, 2),
        "skills": {
            "ranged_weapons": 5, "dodge": 4, "notice": 5, "reflexes": 5, "search": 4, "stealth": 4, "track": 4,
            "climb": 3, "survival": 4, "fauna": 3, "melee_weapons": 3, "athletics": 3, "healing_and_herbs": 3,
        },
    },
]  # fmt: skip


@transaction.atomic
def load_demo() -> Campaign:
    """Make the demo campaign: a GM, three players with finished heroes, and the start of an evening."""
    people = get_user_model().objects
    with override("es"):
        campaign = Campaign.objects.create(name=_("Salt and iron"), setting=Setting.MEDIEVAL, is_demo=True)
    marta = _seat(campaign, people.create_guest("Marta", is_demo=True), Role.GM)
    invitation = campaign.invite(marta)
    heroes = []
    for hero in HEROES:
        seat = invitation.admit(people.create_guest(hero["player"], is_demo=True), hero["player"])
        heroes.append(_hero(campaign, seat, hero))
    _adventures(campaign, marta, *heroes)
    _evening(campaign, marta, *heroes)
    return campaign


def _seat(campaign: Campaign, user: object, role: Role) -> Membership:
    return Membership.objects.create(campaign=campaign, user=user, role=role, name=user.name)


def _hero(campaign: Campaign, seat: Membership, hero: dict) -> Character:
    traits = {"attributes": dict(zip(ATTRIBUTES, hero["attributes"], strict=True)), "skills": hero["skills"]}
    return Character.objects.create(
        campaign=campaign,
        owner=seat,
        name=hero["name"],
        concept=hero["concept"],
        gender=hero["gender"],
        gear=hero["gear"],
        is_finished=True,
        traits=traits,
        created=traits,
    )


def _adventures(
    campaign: Campaign, marta: Membership, brianda: Character, fadrique: Character, ximena: Character
) -> None:
    """An adventure that is over, some of whose px are spent, and the one they are in."""
    evenings.open_session(campaign, marta)
    adventures.begin(campaign, marta, "La barca hundida")
    adventures.award(campaign, marta, brianda, 5, "Cruza el río de noche con la cuerda entre los dientes")
    adventures.award(campaign, marta, ximena, 4, "Ve la vela negra antes que nadie")
    adventures.award(campaign, marta, fadrique, 3, "Paga el rescate con su espada")
    adventures.close(campaign, marta, [hero.key for hero in (brianda, fadrique, ximena)])
    evenings.close_session(campaign, marta)
    ximena.buy(ximena.owner, "skills.notice", 6)
    brianda.buy(brianda.owner, "skills.swim", 3)
    brianda.buy(brianda.owner, "skills.navigation", 1)
    evenings.open_session(campaign, marta)
    adventures.begin(campaign, marta, "El molino de Valdeniebla")
    note = "La rueda gira sin agua. Dentro hay luz, y alguien canta en la lengua de la costa."
    unseen = "Quien canta es Azcona. Si la nombran, apaga la luz y se va por el río."
    adventures.write_scene(campaign, marta, "El vado, al anochecer", note, unseen)
    adventures.award(campaign, marta, ximena, 1, "Encuentra el vado por las huellas")
    adventures.award(campaign, marta, fadrique, 1, "Hace reír a la molinera")


def _evening(campaign: Campaign, marta: Membership, brianda: Character, fadrique: Character, ximena: Character) -> None:
    """A few rolls with dice that show what there is to see: a critical, a fumble, a wound, a private roll."""
    with falling(4, 7, 10, 3, 9, 10, 1, 5, 1, 2, 6, 9, 3, 8, 6):
        ximena.roll(ximena.owner, "search", difficulty=15)
        ximena.roll(ximena.owner, "notice", difficulty=9)
        fadrique.roll(fadrique.owner, "smooth_talk", difficulty=15)
        brianda.change_pool(marta, "pv", -11)
        brianda.roll(brianda.owner, "stealth", difficulty=10)
        fadrique.change_pool(marta, "pv", -6)
        ximena.roll(ximena.owner, "track", difficulty=15, audience=Audience.PRIVATE)


@contextmanager
def falling(*faces: int) -> Iterator[None]:
    """The dice of the site fall like this, in this order, and no other one is thrown."""
    before, chance.source = chance.source, scripted(*faces)
    try:
        yield
    finally:
        chance.source = before
