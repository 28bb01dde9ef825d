"""A fight whose numbers are known by hand.

Brianda: 16 PV, defense 13, attack 9 + die, initiative 8 + die, wounded at 5. A goblin: 8 PV, defense 12, attack 6 +
die, initiative 5 + die, 1d6. After `fight`: Brianda 14, Goblin 3 13, Goblin 2 10, Goblin 1 7.
"""

from collections.abc import Callable
from typing import Any

import pytest
from django.http import HttpResponse

from campaigns import chance, feed
from campaigns.models import Campaign, LogEntry, Membership
from characters.models import Character
from combat.models import Combatant, Encounter
from rules.notation import parse
from tests.access.sentences import sentences
from tests.combat.fights import FOE, address, key, stored, turn, who
from tests.combat.sight import ALIAS, COMBATANT, NAME, ROW, SPANISH, VERSION, text


@pytest.fixture
def ambush(campaign) -> Encounter:
    """An encounter with nobody in it."""
    return Encounter.objects.create(campaign=campaign, name="Emboscada")


@pytest.fixture
def add(ambush, marta) -> Callable[..., list[Character]]:
    """`add("Goblin", 3, defense=14, hidden=True)`: foes with fixed values; those that came."""

    def come(name: str, count: int = 1, *, hidden: bool = False, alias: str = "", damage: str = "1d6", **fixed: int):
        entry = stored(ambush).add_foes(
            marta, name, count=count, fixed=FOE | fixed, damage=parse(damage), is_hidden=hidden, alias=alias
        )
        found = {each.key: each for each in Character.objects.filter(key__in=entry.facts["about"])}
        return [found[key] for key in entry.facts["about"]]

    return come


def dice_of_any_kind(monkeypatch) -> None:
    """Middling dice, until a test scripts its own: who comes late rolls for initiative."""
    monkeypatch.setattr(chance, "source", lambda sides: (sides + 1) // 2)


@pytest.fixture
def start(ambush, marta, dice, monkeypatch) -> Callable[..., Encounter]:
    """`start(2, 5, 8)`: the fight begins; these are the kept dice of all, in the order in which they came."""

    def begin(*kept: int, lots: tuple[int, ...] = ()) -> Encounter:
        dice(*(face for die in kept for face in (1, die, 10)), *lots)
        stored(ambush).start(marta)
        dice_of_any_kind(monkeypatch)
        return ambush

    return begin


@pytest.fixture
def goblins(add) -> list[Character]:
    return add("Goblin", 3)


@pytest.fixture
def fight(ambush, marta, goblins, brianda, start) -> Encounter:
    """Brianda (whose turn it is), Goblin 3, Goblin 2, Goblin 1."""
    stored(ambush).add(marta, [brianda])
    return start(2, 5, 8, 6)


@pytest.fixture
def duel(ambush, marta, add, brianda, start) -> Encounter:
    """Brianda (whose turn it is) and one goblin."""
    add("Goblin")
    stored(ambush).add(marta, [brianda])
    return start(2, 6)


@pytest.fixture
def press(as_) -> Callable[..., HttpResponse]:
    """`press(marta, "harm", fight, who=…, amount=3)`: a press of a button as htmx sends it; its answer."""

    def do(seat: object, action: str, encounter: Encounter, *, htmx: bool = True, **fields: Any) -> HttpResponse:
        headers = {"accept-language": "es"} | ({"hx-request": "true"} if htmx else {})
        return as_(seat).post(address(action, encounter), fields, headers=headers)

    return do


@pytest.fixture
def said() -> Callable[[HttpResponse], str]:
    """`said(answer)`: the sentences in which an answer says what is wrong."""
    return lambda answer: sentences(answer.content.decode())


@pytest.fixture
def hidden(fight, campaign, marta, brianda) -> Character:
    """A foe that the table does not see, second in the order: Brianda, the hidden one, Goblin 2, Goblin 1."""
    stored(fight).remove(marta, key(fight, "Goblin 3"))
    foe = Character.objects.create(
        pk=ROW, campaign=campaign, name=NAME, is_foe=True, is_finished=True,
        traits={"fixed": {"pv": 71, "defense": 73, "attack": 47, "initiative": 83}, "damage": "4d6+9"},
    )  # fmt: skip
    initiative = {"total": 91, "fixed": 83, "lot": 0, "faces": [7, 8, 9]}
    Combatant.objects.create(
        pk=COMBATANT,
        encounter=fight,
        character=foe,
        is_hidden=True,
        alias=ALIAS,
        state={**who(fight, "Goblin 2").state, "entry": 9, "initiative": initiative},
    )
    for place, name in enumerate(["Brianda", NAME, "Goblin 2", "Goblin 1"], start=1):
        Combatant.objects.filter(encounter=fight, character__name=name).update(position=place)
    Campaign.objects.filter(pk=campaign.pk).update(version=VERSION)
    campaign.refresh_from_db()
    feed.forget()
    return foe


@pytest.fixture
def all_of(as_, fight, campaign, brianda) -> Callable[[object], dict[str, str]]:
    """`all_of(pablo)`: everything that seat can get with GET, by its address."""

    def read(seat) -> dict[str, str]:
        feed.forget()
        browser = as_(seat)
        encounter, table = fight.get_absolute_url(), campaign.get_absolute_url()
        foe = next(row for row in stored(fight).present if not row.is_hidden and not row.is_hero)
        aimed = {"weapon": f"{brianda.key}:unarmed", "target": foe.character.key, "modifier": "0"}
        asked = [
            (encounter, {}), (f"{encounter}panel/", {}), (f"{encounter}panel/", aimed), (f"{encounter}odds/", aimed),
            (f"{encounter}acts/", {}), (f"{encounter}acts/first-aid/", {}),
            (f"{encounter}aim/", {}), (f"{encounter}chronicle/", {}),
            (f"{encounter}look/", {"who": foe.character.key}), (table, {}),
            (f"{table}log/", {}), (f"{table}rules/", {}),
            (brianda.get_absolute_url(), {}),
            (f"{brianda.get_absolute_url()}traits/", {"difficulty": "easy", "modifier": "0"}),
            (f"{table}encounters/new/", {}), ("/", {}),
        ]  # fmt: skip
        if isinstance(seat, Membership):
            places = list(LogEntry.objects.visible_to(seat).values_list("key", flat=True))
            for page in ("table", f"fight-{fight.key}", f"sheet-{brianda.key}"):
                for after in ("", places[-1], places[0]):
                    asked.append((f"{table}news/", {"page": page, "as": seat.role, "lang": "es", "after": after}))
        return {f"{url} {query}": text(browser.get(url, query, headers=SPANISH)) for url, query in asked}

    return read


@pytest.fixture
def table_of(pablo, ines, vera) -> list[Membership]:
    """Everybody who does not lead: Inés plays Brianda, Vera watches."""
    return [ines, pablo, vera]


NUMBERS = {
    "strength": 5, "constitution": 5, "dexterity": 5, "agility": 5, "perception": 5, "intelligence": 5, "charisma": 5,
    "willpower": 5,
}  # fmt: skip


@pytest.fixture
def tens(campaign, brianda):
    """The table plays 2d10; Brianda has 5 everywhere and 4 in medicine and resistance: 25 PV, 50 of stamina."""
    Campaign.objects.filter(pk=campaign.pk).update(preset="d10x2")
    campaign.refresh_from_db()
    campaign.__dict__.pop("ruleset", None)
    brianda.traits = {
        "attributes": NUMBERS,
        "skills": {"medicine": 4, "resistance": 4, "melee": 4, "reflexes": 4, "dodge": 1},
    }
    brianda.save()
    brianda.pools.all().delete()


@pytest.fixture
def margins(tens, ambush, marta, add, brianda, monkeypatch):
    """Brianda, whose turn it is, and a goblin of 20 PV under 2d10."""
    monkeypatch.setattr(chance, "source", lambda sides: (sides + 1) // 2)
    stored(ambush).add(marta, [Character.objects.with_pools().get(pk=brianda.pk)])
    add("Goblin", pv=20, initiative=0)
    stored(ambush).start(marta)
    assert turn(ambush) == "Brianda"
    return ambush
