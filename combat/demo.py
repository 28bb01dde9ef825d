"""The fights of the demo campaign: one that waits to be started, and one that was left in its second round."""

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import override

from campaigns import journal, places
from campaigns.models import Campaign, Membership, Role
from characters import demo
from characters.demo import falling
from characters.models import Character, Gender
from combat.models import Encounter, FoeTemplate, Group
from combat.models.choices import Place

AZCONA = Group(
    "Azcona",
    {"fixed": {"pv": 24, "defense": 15, "attack": 10, "absorption": 2, "initiative": 8}, "damage": "2d6"},
    gender=Gender.FEMININE,
    alias="La figura de la máscara",
    is_hidden=True,
    notes="Sale del molino cuando cae el segundo goblin.",
)


NOTES = """**Valdeniebla**: doce casas, un molino y el vado. Nadie cruza de noche.

- Teresa, la molinera: sabe más de lo que dice.
- La barca sigue en el fondo."""


@transaction.atomic
def load_demo() -> Campaign:
    """The demo campaign with its people, what has happened so far, and its fights."""
    campaign = demo.load_demo()
    marta = campaign.gm
    heroes = list(Character.objects.heroes().filter(campaign=campaign).order_by("pk"))
    with override("es"):  # the language in which its library was named
        goblin, bandit = (FoeTemplate.objects.get(campaign=campaign, name=_(name)) for name in ("Goblin", "Bandit"))
    _written(campaign, marta)
    _left_in_round_two(campaign, marta, heroes, bandit)
    _waiting(campaign, marta, heroes, goblin)
    return campaign


def _written(campaign: Campaign, marta: Membership) -> None:
    """What everybody reads, what only the GM knows, and a page of a player's."""
    notebook = places.find(campaign, "campaign")
    notebook.write(marta, "notes", NOTES)
    notebook.write(marta, "gm_notes", "Azcona es hermana de la molinera.")
    story = "Nadie nos dijo que el río canta. Ximena dice que no es el río."
    journal.begin(campaign, campaign.memberships.filter(role=Role.PLAYER).order_by("pk").first(), "El vado", story)


def _left_in_round_two(campaign: Campaign, marta: Membership, heroes: list[Character], bandit: FoeTemplate) -> None:
    """A critical with a bow, a hit, a wounded hero who misses by one, a die that explodes; then it was late."""
    fight = Encounter.prepare(campaign, marta, "La barcaza")
    fight.bring(marta, [bandit.group(2, together=True)], heroes)
    brianda, fadrique, ximena = heroes
    first, second = Character.objects.filter(combatants__encounter=fight, is_foe=True).order_by("pk")
    with falling(2, 6, 9, 1, 3, 4, 4, 8, 9, 3, 5, 7):
        fight.start(marta)
    with falling(3, 9, 10, 3, 2, 1):
        arrow = fight.attack(ximena.owner, ximena.key, "long_bow", first.key, place=Place(band="short"))
        fight.defend(marta, arrow.facts["pending"], "")
    fight.next_turn(marta, ximena.key)
    with falling(2, 7, 8, 4):
        fight.attack(marta, first.key, "own", fadrique.key)
    fight.next_turn(marta, first.key)
    fight.next_turn(marta, second.key)
    with falling(3, 6, 9):
        fight.attack(brianda.owner, brianda.key, "long_sword", second.key)
    fight.next_turn(marta, brianda.key)
    with falling(4, 8, 10, 6, 2, 3, 3):
        fight.attack(fadrique.owner, fadrique.key, "great_sword", second.key)
    fight.next_turn(marta, fadrique.key)
    fight.pause(marta)


def _waiting(campaign: Campaign, marta: Membership, heroes: list[Character], goblin: FoeTemplate) -> None:
    """Four goblins that act together, and somebody whom the table does not see."""
    fight = Encounter.prepare(campaign, marta, "Emboscada en el molino")
    fight.bring(marta, [goblin.group(4, together=True), AZCONA], heroes)
    fight.save_as(marta, fight.name)
