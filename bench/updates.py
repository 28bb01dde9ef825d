"""Lost updates: twenty hands change one pool at once, two hundred times each, and now and then take a change back."""

import asyncio
import random
import secrets
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack

from bench.bars import Row
from bench.site import Server, Table
from bench.wire import Unanswered, Visitor

HANDS = 20


def measure_updates(server: Server, table: Table, changes: int) -> Iterator[Row]:
    from django.db import connections

    from campaigns.models import Campaign, LogEntry
    from campaigns.replay import differences
    from characters.models import Pool

    def points() -> int:
        return Pool.objects.get(character__key=table.hero, key="pv").current

    campaign = Campaign.objects.get(key=table.campaign)
    before, first = points(), campaign.version
    began = time.monotonic()
    told, refused = asyncio.run(_change(server, table, changes))
    seconds = time.monotonic() - began
    campaign.refresh_from_db()
    counting = set(
        LogEntry.objects.filter(campaign=campaign, key__in=told, is_undone=False).values_list("key", flat=True)
    )
    lost = points() - before - sum(amount for key, amount in told.items() if key in counting)
    written = LogEntry.objects.filter(campaign=campaign, version__gt=first).count()
    differing = len(list(differences(campaign)))
    connections.close_all()
    done = HANDS * changes - refused
    yield Row(
        f"lost of {HANDS} × {changes} changes of one pool, some taken back",
        f"{lost} points, {done - written} entries, {differing} differences "
        f"({done} done, {refused} refused, {done / seconds:.0f} a second)",
        "0",
        (lost, done - written, differing) == (0, 0, 0),
    )


async def _change(server: Server, table: Table, changes: int) -> tuple[dict[str, int], int]:
    """What each entry was told to change, and how many presses were refused: no points left, or all there."""
    told: dict[str, int] = {}
    refused = 0

    async def play(number: int, hand: Visitor) -> None:
        nonlocal refused
        luck, own = random.Random(number), ""
        for _ in range(changes):
            amount, name = luck.choice((-1, 1)), secrets.token_hex(8)
            try:
                if own and number % 2 == 0 and luck.random() < 0.2:  # by the GM, who may take any change back
                    await hand.press(f"/t/{table.campaign}/log/{own}/toggle/", press=name)
                    own = ""
                else:
                    await hand.press(table.points, amount=amount, press=name)
                    told[own := hand.entry] = amount
            except Unanswered as fault:
                if "422" not in str(fault).partition(":")[0]:
                    raise
                refused += 1

    async with AsyncExitStack() as stack:
        seats = [table.owner if number % 2 else table.gm for number in range(HANDS)]
        hands = [await stack.enter_async_context(Visitor(server.port, seat)) for seat in seats]
        await asyncio.gather(*(play(number, hand) for number, hand in enumerate(hands)))
    return told, refused
