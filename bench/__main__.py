"""`python -m bench [--quick] [--only NAME]`: the real server under load, a row for each figure that has a bar.

Everything is on the loopback; clients, browsers and server share the machine. DATABASE_URL measures PostgreSQL, in a
database of its own.
"""

import argparse
import asyncio
import os
import platform
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from bench.bars import WARM_UP, Cost, Row, show, timed, turns
from bench.fight import measure_fight
from bench.growth import measure_growth
from bench.odds import odds as odds_of_dice
from bench.screens import Browsers, browser
from bench.site import Server, Table, database, lay_table
from bench.tables import MOST_TABLES, count_queries, measure_tables, tables_rows
from bench.updates import measure_updates
from bench.weight import first_visit
from bench.wire import Lines, Visitor

PAGE_SECONDS, STREAM_SECONDS = 6, 20  # the most that one figure may take, so that all take less than six minutes
ROLL = {"trait": "stealth", "difficulty": "normal", "audience": "table"}


def main() -> int:
    parser = argparse.ArgumentParser(prog="bench", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer of everything; the tails say little then")
    parser.add_argument("--only", choices=MEASURES, action="append", help="these figures alone")
    asked = parser.parse_args()
    raise_open_files()
    began = time.monotonic()
    with (
        tempfile.TemporaryDirectory(prefix="mesa-bench-") as folder,
        database(os.environ.get("DATABASE_URL", "").strip()) as url,
    ):
        os.environ.update(
            DATA_DIR=folder,
            DATABASE_URL=url,
            DJANGO_SETTINGS_MODULE="ryfsite.settings",
            DEMO="off",
            DEBUG="off",
            LIMITS="off",  # it presses faster than any hand
        )
        for name in ("SITE_URL", "SECRET_KEY", "HOST", "PORT"):
            os.environ.pop(name, None)
        from ryfsite import prepare

        prepare.everything()
        table, server = lay_table(), Server(Path(folder))
        print(f"figure · measured · bar · met?   [{place()}]", flush=True)
        try:
            server.start()
            server.stop()
            second = server.start()
            for name, measure in MEASURES.items():
                if not asked.only or name in asked.only:
                    show(measure(server, table, second, asked.quick))
        finally:
            server.stop()
            from django.db import connections

            connections.close_all()
    print(f"{time.monotonic() - began:.0f} s in all", flush=True)
    return 0


def place() -> str:
    from django.db import connection

    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30 if hasattr(os, "sysconf") else 0
    load = f", load {os.getloadavg()[0]:.1f} before" if hasattr(os, "getloadavg") else ""
    return f"{connection.vendor}, Python {platform.python_version()}, {os.cpu_count()} cores, {memory:.0f} GiB{load}"


def raise_open_files() -> None:
    from ryfsite.serve import raise_open_files

    raise_open_files()


# --- the figures -----------------------------------------------------------------------------------------------------


def start(server: Server, table: Table, second: float, quick: bool) -> Iterator[Row]:
    """The start was measured on the way here; a few more of them where there is time."""
    seconds = [second]
    for _ in range(0 if quick else 2):
        server.stop()
        seconds.append(server.start())
    middle = median(seconds)
    yield Row("second start → first page", f"{middle:.2f} s (middle of {len(seconds)})", "< 3 s", middle < 3)


def pages(server: Server, table: Table, second: float, quick: bool) -> Iterator[Row]:
    return iter(asyncio.run(_pages(server, table, 60 if quick else 300)))


async def _pages(server: Server, table: Table, count: int) -> list[Row]:
    async with Visitor(server.port, table.owner) as owner, Visitor(server.port, table.gm) as gm:

        async def page(path: str, *, change: bool) -> Cost:
            cost = Cost(server)
            for number in turns(count + WARM_UP, PAGE_SECONDS):
                if change:
                    await gm.press(table.points, amount=up_or_down(number))
                began = time.perf_counter()
                status, _, _ = await owner.get(path)
                cost.add(time.perf_counter() - began)
                assert status == 200, status
            return cost

        async def press(path: str, **fields: str) -> Cost:
            cost = Cost(server)
            for number in turns(count + WARM_UP, PAGE_SECONDS):
                varied = fields or {"amount": up_or_down(number)}
                sent = await owner.press(path, **varied)
                cost.add(time.perf_counter() - sent)
            return cost

        return [
            timed("sheet page", *(await page(table.sheet, change=False)).each, p50=12),
            timed("sheet page, each after a change of it", (await page(table.sheet, change=True)).each[0], p50=12),
            timed("table page", *(await page(table.page, change=False)).each),
            timed("table page, each after a change of it", (await page(table.page, change=True)).each[0]),
            timed("roll", *(await press(table.roll, **ROLL)).each, p50=8),
            timed("−1 or +1 PV", *(await press(table.points)).each, p50=8),
        ]


def up_or_down(number: int) -> str:
    return "1" if number % 2 else "-1"


def fight(server: Server, table: Table, second: float, quick: bool) -> Iterator[Row]:
    return iter(asyncio.run(measure_fight(server, table, 30 if quick else 100)))


def streams(server: Server, table: Table, second: float, quick: bool) -> Iterator[Row]:
    for count, bar in ((20, 15), (200, 50)):
        cost = asyncio.run(_to_the_last(server, table, count, 40 if quick else 200))
        yield timed(f"request → last of {count} streams, each of another player", *cost.each, p95=bar)


async def _to_the_last(server: Server, table: Table, count: int, presses: int) -> Cost:
    lines, cost = Lines(server.port, table), Cost(server)
    await lines.open(count)
    async with Visitor(server.port, table.gm) as gm:
        for number in turns(presses + WARM_UP, STREAM_SECONDS):
            lines.expect()
            sent = await gm.press(table.points, amount=up_or_down(number))
            cost.add(await lines.arrived() - sent)
    lines.close()
    return cost


def idle(server: Server, table: Table, second: float, quick: bool) -> Iterator[Row]:
    return iter(asyncio.run(_idle(server, table, 1000, 10 if quick else 40)))


async def _idle(server: Server, table: Table, count: int, presses: int) -> list[Row]:
    lines = Lines(server.port, table)
    await lines.open(20)
    before = (server.memory, server.threads, server.database_connections)
    await lines.open(count - 20)
    after = (server.memory, server.threads, server.database_connections)
    rows = []
    if None not in (*before, *after):
        memory, threads, connections = (b - a for a, b in zip(before, after, strict=True))
        rows = [
            Row(f"memory of each of {count} idle streams", f"{memory / (count - 20) / 1024:.0f} KiB"),
            Row(f"threads for {count - 20} more streams", f"{threads} (of {after[1]})", "0", threads <= 0),
            Row("database connections for them", f"{connections} (of {after[2]})", "0", connections <= 0),
        ]
    cost = Cost(server)
    async with Visitor(server.port, table.gm) as gm:
        for number in turns(presses + WARM_UP, STREAM_SECONDS):
            lines.expect()
            sent = await gm.press(table.points, amount=up_or_down(number))
            cost.add(await lines.arrived() - sent)
    lines.close()
    return [*rows, timed(f"request → last of {count} streams", *cost.each)]


def weight(server: Server, table: Table, second: float, quick: bool) -> Iterator[Row]:
    return iter(asyncio.run(_weight(server, table)))


async def _weight(server: Server, table: Table) -> list[Row]:
    rows: list[Row] = []
    async with (
        Visitor(server.port, None) as nobody,
        Visitor(server.port, table.owner) as owner,
        Visitor(server.port, table.gm) as gm,
    ):
        for name, visitor, path in (
            ("start page", nobody, "/"),
            ("table of a player", owner, table.page),
            ("table of the GM", gm, table.page),
            ("sheet", owner, table.sheet),
        ):
            rows += (await first_visit(visitor, path)).rows(name)
    return rows


def tables(server: Server, table: Table, second: float, quick: bool) -> Iterator[Row]:
    yield from tables_rows(asyncio.run(measure_tables(server, table, *((4, 4) if quick else (10, MOST_TABLES)))))
    yield from count_queries()


def growth(server: Server, table: Table, second: float, quick: bool) -> Iterator[Row]:
    return iter(asyncio.run(measure_growth(server, table, 30 if quick else 100)))


def updates(server: Server, table: Table, second: float, quick: bool) -> Iterator[Row]:
    return measure_updates(server, table, 20 if quick else 200)


def screens(server: Server, table: Table, second: float, quick: bool) -> Iterator[Row]:
    with browser() as chromium:
        if chromium is None:
            yield Row("click → last of 20 other screens", "no browser here: apt-get install chromium", "p95 < 100 ms")
            return
        browsers = Browsers(chromium, server, table)
        yield from browsers.first_visit()
        yield from browsers.click_to_last_screen(15 if quick else 60)


def odds(server: Server, table: Table, second: float, quick: bool) -> Iterator[Row]:
    """In processes of their own, without the server."""
    return odds_of_dice(quick)


MEASURES = {
    "start": start,
    "pages": pages,
    "streams": streams,
    "idle": idle,
    "weight": weight,
    "tables": tables,
    "screens": screens,
    "odds": odds,
    "fight": fight,
    "updates": updates,
    "growth": growth,  # last, as what it adds would weigh on the others
}


if __name__ == "__main__":
    sys.exit(main())
