"""An encounter of sixty, with ten thousand lines of log behind it."""

import asyncio
import time

from bench.bars import Row, timed, turns
from bench.site import Server, Table
from bench.wire import Visitor

FOES, LINES, SECONDS = 57, 10_000, 8


def lay_fight(table: Table) -> str:
    """Start a fight of three heroes and 57 foes in the table's campaign, its log made long; answers its key."""
    from django.db import connections

    from campaigns.models import Campaign, LogEntry, Membership
    from characters.models import Character
    from combat.models import Encounter
    from rules.notation import parse

    campaign = Campaign.objects.get(key=table.campaign)
    gm = Membership.objects.get(campaign=campaign, role="gm")
    last = campaign.version
    LogEntry.objects.bulk_create(
        LogEntry(
            campaign=campaign,
            version=last + number,
            kind="joined",
            by=gm,
            facts={"name": "Nadie", "role": "player"},
            regions=["members"],
        )
        for number in range(1, LINES + 1)
    )
    Campaign.objects.filter(pk=campaign.pk).update(version=last + LINES)
    encounter = Encounter.prepare(campaign, gm, "La de medir")
    encounter.add(gm, Character.objects.heroes().filter(campaign=campaign).with_pools()[:3])
    fixed = {"pv": 8, "defense": 12, "attack": 6, "initiative": 5}
    for _ in range(3):
        Encounter.objects.get(pk=encounter.pk).add_foes(gm, "Goblin", count=FOES // 3, fixed=fixed, damage=parse("1d6"))
    Encounter.objects.get(pk=encounter.pk).start(gm)
    connections.close_all()
    return encounter.key


def whose_turn(key: str) -> str:
    from django.db import connection

    from combat.models import Encounter

    try:
        return Encounter.objects.values_list("turn", flat=True).get(key=key)
    finally:
        connection.close()


async def measure_fight(server: Server, table: Table, key: str, count: int) -> list[Row]:
    page: list[float] = []
    passed: list[float] = []
    async with Visitor(server.port, table.gm) as gm:
        for _ in turns(count + 5, SECONDS):
            began = time.perf_counter()
            status, _headers, _body = await gm.get(f"/e/{key}/")
            page.append(time.perf_counter() - began)
            assert status == 200, status
        for _ in turns(count + 5, SECONDS):
            turn = await asyncio.to_thread(whose_turn, key)
            sent = await gm.press(f"/e/{key}/next/", ends=turn)
            passed.append(time.perf_counter() - sent)
    return [
        timed("encounter page, 60 in the fight, 10,000 log lines", page[5:]),
        timed("next turn there", passed[5:], p95=100),
    ]
