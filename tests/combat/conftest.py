"""A fight whose numbers are known by hand.

Brianda: 16 PV, defense 13, attack 9 + die, initiative 8 + die, wounded at 5. A goblin: 8 PV, defense 12, attack 6 + die,
initiative 5 + die, 1d6. After `fight`: Brianda 14, Goblin 3 13, Goblin 2 10, Goblin 1 7.
"""

from collections.abc import Callable
from typing import Any

import pytest
from django.http import HttpResponse

from characters.models import Character
from combat.models import Encounter
from rules.notation import parse
from tests.access.sentences import sentences
from tests.combat.fights import FOE, address, stored


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


@pytest.fixture
def start(ambush, marta, dice) -> Callable[..., Encounter]:
    """`start(2, 5, 8)`: the fight begins; these are the kept dice of all, in the order in which they came."""

    def begin(*kept: int, lots: tuple[int, ...] = ()) -> Encounter:
        dice(*(face for die in kept for face in (1, die, 10)), *lots)
        stored(ambush).start(marta)
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
