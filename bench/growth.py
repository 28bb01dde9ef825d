"""More and more other campaigns in the same database: what the pages and presses of one of them cost then.

The other campaigns are rows only, each as big as an evening makes it; nobody is there.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator

from bench.bars import WARM_UP, Cost, Row, quantile, slope, turns
from bench.site import Server, Table
from bench.wire import Visitor

SIZES = (1, 10, 100, 1_000)
MEMBERS, HEROES, ENTRIES = 6, 5, 60
SECONDS = 3
ROLL = {"trait": "stealth", "difficulty": "normal", "audience": "table"}


def lay_campaigns(table: Table, count: int) -> None:
    """So many more: rows like those of the campaign that is measured."""
    from django.contrib.auth import get_user_model
    from django.contrib.auth.hashers import make_password
    from django.db import connections

    from campaigns.keys import new_key
    from campaigns.models import Campaign, LogEntry, Membership, Role
    from characters.models import Character, Pool

    own = Campaign.objects.get(key=table.campaign)
    hero = Character.objects.get(key=table.hero)
    fields = ("kind", "facts", "changes", "audience", "topic", "regions")
    entries = list(LogEntry.objects.filter(campaign=own).order_by("version").values(*fields)[:ENTRIES])
    people, unusable = get_user_model(), make_password(None)
    made = Campaign.objects.bulk_create(Campaign(name="Otra mesa", version=len(entries)) for _ in range(count))
    users = people.objects.bulk_create(people(name="Alguien", password=unusable) for _ in range(count * MEMBERS))
    seats = Membership.objects.bulk_create(
        Membership(
            campaign=made[number // MEMBERS],
            user=user,
            role=Role.GM if number % MEMBERS == 0 else Role.PLAYER,
            name=f"Alguien {number}",
            folded_name=f"alguien {number}",
        )
        for number, user in enumerate(users)
    )
    players = [seat for seat in seats if seat.role != Role.GM]
    same = {"traits": hero.traits, "is_finished": True, "name": hero.name, "concept": hero.concept}
    heroes = Character.objects.bulk_create(
        (Character(campaign=player.campaign, owner=player, **same) for player in players), batch_size=500
    )
    pools = Pool.objects.filter(character=hero)
    Pool.objects.bulk_create(
        (Pool(character=each, key=pool.key, current=pool.current) for each in heroes for pool in pools), batch_size=500
    )
    LogEntry.objects.bulk_create(
        (
            LogEntry(campaign=campaign, version=version, key=new_key(), **entry)
            for campaign in made
            for version, entry in enumerate(entries, 1)
        ),
        batch_size=500,
    )
    connections.close_all()


async def measure_growth(server: Server, table: Table, count: int) -> list[Row]:
    """Server CPU of each, as campaigns come: latency would tell of the computer's other work."""
    costs: dict[str, list[float]] = {}
    for before, size in zip((1, *SIZES), SIZES, strict=False):
        await asyncio.to_thread(lay_campaigns, table, size - before)
        async with Visitor(server.port, table.owner) as owner:
            asked: dict[str, Callable[[int], Awaitable[object]]] = {
                "start page": lambda number, owner=owner: owner.get("/"),
                "table page": lambda number, owner=owner: owner.get(table.page),
                "sheet page": lambda number, owner=owner: owner.get(table.sheet),
                "roll": lambda number, owner=owner: owner.press(table.roll, **ROLL),
            }
            for name, ask in asked.items():
                cost = Cost(server)
                for number in turns(count + WARM_UP, SECONDS):
                    began = time.perf_counter()
                    await ask(number)
                    cost.add(time.perf_counter() - began)
                seconds, processor = cost.each
                costs.setdefault(name, []).append(quantile(seconds, 0.5) if processor is None else processor)
    return list(_rows(costs))


def _rows(costs: dict[str, list[float]]) -> Iterator[Row]:
    for name, each in costs.items():
        yield Row(f"server CPU of a {name}, by campaigns in the database", slope(SIZES, each))
