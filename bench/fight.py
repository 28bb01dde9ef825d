"""One fight that grows to sixty combatants and ten thousand lines of log: its pages, its turns, all screens (B44)."""

import asyncio
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bench.bars import WARM_UP, Cost, Row, quantile, slope, timed, turns
from bench.site import Server, Table
from bench.wire import Lines, Visitor

HEROES, SCREENS, SECONDS, FEW = 3, 12, 6, 20
SIZES = ((5, 100), (20, 100), (60, 100), (60, 1_000), (60, 10_000))
"""How many fight, and how many lines its log has, as it grows."""


@dataclass
class Battle:
    """The fight, made through the ORM and grown beside the running server."""

    key: str

    @classmethod
    def laid(cls, table: Table) -> "Battle":
        from campaigns.models import Campaign, Membership
        from characters.models import Character
        from combat.models import Encounter

        campaign = Campaign.objects.get(key=table.campaign)
        gm = Membership.objects.get(campaign=campaign, role="gm")
        encounter = Encounter.prepare(campaign, gm, "La de medir")
        encounter.add(gm, Character.objects.heroes().filter(campaign=campaign).with_pools()[:HEROES])
        battle = cls(encounter.key)
        battle.grow(SIZES[0][0])
        battle.now.start(gm)
        return battle

    @property
    def now(self) -> object:
        from combat.models import Encounter

        return Encounter.objects.select_related("campaign").get(key=self.key)

    def grow(self, fighters: int) -> None:
        """Goblins come until so many are in it."""
        from rules.notation import parse

        fixed = {"pv": 900, "defense": 12, "attack": 6, "initiative": 5}
        while (missing := fighters - len(self.now.present)) > 0:
            now = self.now
            now.add_foes(now.campaign.gm, "Goblin", count=min(20, missing), fixed=fixed, damage=parse("1d6"))

    def tell(self, lines: int) -> None:
        """Its log gets so long: rounds of what is done in a fight, each a copy of one that was really done."""
        from campaigns.models import Campaign, LogEntry

        now = self.now
        gm, foes = now.campaign.gm, [row.character.key for row in now.present if not row.is_hero]
        now.attack(gm, foes[0], "own", foes[1])
        self.now.harm(gm, foes[-1], 1)
        self.now.next_turn(gm, self.now.turn)
        done = list(LogEntry.objects.filter(topic=now.topic).order_by("-version")[:3])[::-1]
        fields = ("campaign_id", "by_id", "kind", "facts", "changes", "audience", "topic", "regions")
        same = [{name: getattr(entry, name) for name in fields} for entry in done]
        last = done[-1].version
        missing = max(0, lines - LogEntry.objects.filter(topic=now.topic).count())
        LogEntry.objects.bulk_create(
            (LogEntry(version=last + number, **same[number % 3]) for number in range(1, missing + 1)), batch_size=500
        )
        Campaign.objects.filter(pk=now.campaign.pk).update(version=last + missing)

    def whose_turn(self) -> str:
        from django.db import connection

        try:
            return self.now.turn
        finally:
            connection.close()


Each = tuple[list[float], float | None]
"""The seconds of each request, and what each cost the server."""


@dataclass(frozen=True)
class Figures:
    """What was measured of a fight of one size: the costs of its page, of that after a change, of a turn, of its
    chronicle."""

    fighters: int
    lines: int
    page: Each
    changed: Each
    turn: Each
    chronicle: Each


async def measure_fight(server: Server, table: Table, count: int) -> list[Row]:
    from django.db import connections

    battle = await asyncio.to_thread(Battle.laid, table)
    found = []
    for fighters, lines in SIZES:
        await asyncio.to_thread(battle.grow, fighters)
        await asyncio.to_thread(battle.tell, lines)
        few = count if (fighters, lines) == SIZES[-1] else FEW
        found.append(await _figures(server, table, battle, fighters, lines, few))
    last = found[-1]
    screens = (await _to_the_last_screen(server, table, battle, count)).each
    await asyncio.to_thread(connections.close_all)
    size = f"{last.fighters} in the fight, {last.lines:,} log lines"
    return [
        timed(f"encounter page, {size}", *last.page),
        timed("encounter page there, each after a change of it", *last.changed),
        timed("next turn there", *last.turn, p95=100),
        timed(f"next turn there → last of {SCREENS} screens", *screens, p95=300),
        timed("its chronicle with the numbers of each", *last.chronicle),
        *_slopes("who is in the fight", [size for size, _lines in SIZES[:3]], found[:3]),
        *_slopes("lines of its log", [lines for _size, lines in SIZES[2:]], found[2:]),
    ]


async def _figures(server: Server, table: Table, battle: Battle, fighters: int, lines: int, count: int) -> Figures:
    address = f"/e/{battle.key}/"
    foe = next(row.character.key for row in (await asyncio.to_thread(lambda: battle.now.present)) if not row.is_hero)
    page, changed, turn, chronicle = Cost(server), Cost(server), Cost(server), Cost(server)
    found: list[Each] = []
    async with Visitor(server.port, table.gm) as gm:
        for _ in turns(count + WARM_UP, SECONDS):
            await _read(gm, address, page)
        found.append(page.each)  # read at once: what follows costs the server too
        for _ in turns(count + WARM_UP, SECONDS):
            await gm.press(f"{address}harm/", who=foe, amount=1)
            await _read(gm, address, changed)
        found.append(changed.each)
        for _ in turns(count + WARM_UP, SECONDS):
            ends = await asyncio.to_thread(battle.whose_turn)
            sent = await gm.press(f"{address}next/", ends=ends)
            turn.add(time.perf_counter() - sent)
        found.append(turn.each)
        for _ in turns(count + WARM_UP, SECONDS):
            await _read(gm, f"{address}chronicle/", chronicle)
        found.append(chronicle.each)
    return Figures(fighters, lines, *found)


async def _read(visitor: Visitor, path: str, cost: Cost) -> None:
    began = time.perf_counter()
    status, _headers, _body = await visitor.get(path)
    cost.add(time.perf_counter() - began)
    assert status == 200, status


async def _to_the_last_screen(server: Server, table: Table, battle: Battle, count: int) -> Cost:
    """From the press until the last of a dozen open encounter pages, the GM's too, has the whole message."""
    address, cost = f"/e/{battle.key}/", Cost(server)
    lines = Lines(server.port, table, f"fight-{battle.key}", address, (table.gm, *table.players[: SCREENS - 1]))
    await lines.open(SCREENS)
    async with Visitor(server.port, table.gm) as gm:
        for _ in turns(count + WARM_UP, SECONDS):
            ends = await asyncio.to_thread(battle.whose_turn)
            lines.expect()
            sent = await gm.press(f"{address}next/", ends=ends)
            cost.add(await lines.arrived() - sent)
    lines.close()
    return cost


def _slopes(what: str, sizes: Sequence[int], found: Sequence[Figures]) -> Iterator[Row]:
    """What each costs the server, or takes where that cannot be told, as the fight grows."""
    names = {"page": "page", "changed": "page after a change", "turn": "next turn", "chronicle": "chronicle"}
    for name, said in names.items():
        each = [getattr(figures, name) for figures in found]
        costs = [quantile(seconds, 0.5) if processor is None else processor for seconds, processor in each]
        yield Row(f"server CPU of {said}, by {what}", slope(sizes, costs))
