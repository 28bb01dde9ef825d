"""Many tables at once, each a GM, five players and two who watch, in a fight: what they ask and hear, as browsers do.

Each table plays a turn every two seconds, ten times as quick as people. A turn: whoever has it asks for the odds,
attacks, ends the turn; eight streams bring both to eight pages, and six of those ask for their panel anew. Tables
double until the last of a table's screens is late, or the turns do not keep pace, twice.
"""

import asyncio
import re
import secrets
import time
from collections import defaultdict
from collections.abc import Callable, Coroutine, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urlencode

from bench.bars import Row, milliseconds, quantile, slope, spread
from bench.site import Seat, Server, Table, hero_of, processor_of, seat_of, sit
from bench.wire import PATIENCE, Unanswered, Visitor, unpacked

PLAYERS, WATCHERS, FOES, PV = 5, 2, 5, 900
SEATS = 1 + PLAYERS + WATCHERS
PACE = 2.0  # seconds from one turn of a table to the next
PEOPLE = 20.0  # seconds that people take for one
LATE = 0.1
MOST_TABLES = 128
FOE = {"pv": PV, "defense": 12, "attack": 6, "initiative": 5}


@dataclass(frozen=True)
class Fight:
    """A fight as its addresses; the GM's seat first, then the players', then those of who watch."""

    campaign: str
    key: str
    seats: tuple[Seat, ...]
    played_by: Mapping[str, int]

    @property
    def page(self) -> str:
        return f"/e/{self.key}/"


def lay_fight(number: int) -> Fight:
    from campaigns.models import Campaign, Role
    from combat.models import Encounter
    from rules.notation import parse

    campaign = Campaign.objects.create(name=f"La mesa {number}")
    gm = sit(campaign, "Marta", Role.GM)
    players = [sit(campaign, f"Jugador {place}", Role.PLAYER) for place in range(PLAYERS)]
    watchers = [sit(campaign, f"Mira {place}", Role.SPECTATOR) for place in range(WATCHERS)]
    heroes = [hero_of(player, f"Héroe {place}", PV) for place, player in enumerate(players)]
    encounter = Encounter.prepare(campaign, gm, "La de medir")
    encounter.add(gm, type(heroes[0]).objects.filter(campaign=campaign).with_pools())
    encounter.add_foes(gm, "Goblin", count=FOES, fixed=FOE, damage=parse("1d6"))
    encounter.start(gm)
    seats = tuple(map(seat_of, (gm, *players, *watchers)))
    return Fight(campaign.key, encounter.key, seats, {hero.key: place for place, hero in enumerate(heroes, 1)})


def lay_fights(numbers: range) -> list[Fight]:
    from django.db import connections

    try:
        return [lay_fight(number) for number in numbers]
    finally:
        connections.close_all()


# --- a page as a browser has it --------------------------------------------------------------------------------------


class Form(HTMLParser):
    """What a browser would send of the fields in a piece of HTML as they stand."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.fields: dict[str, str] = {}
        self._select = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        has = {name: value or "" for name, value in attributes}
        if tag == "input" and has.get("name") and has.get("type") not in {"checkbox", "radio"}:
            self.fields[has["name"]] = has.get("value", "")
        elif tag == "select":
            self._select = has.get("name", "")
        elif tag == "option" and self._select and ("selected" in has or self._select not in self.fields):
            self.fields[self._select] = has.get("value", "")


def attack_in(html: str) -> dict[str, str]:
    """The fields of the attack that the panel offers; nothing where it is not one's turn."""
    _before, found, rest = html.partition('id="attack"')
    return Form(rest.partition("</form>")[0]).fields if found else {}


class Page(asyncio.Protocol):
    """One open page of a seat: its requests on a kept connection, and its stream."""

    def __init__(self, playing: "Playing", place: int) -> None:
        self.playing, self.seat = playing, playing.fight.seats[place]
        self.has_panel = place <= PLAYERS
        self.visitor = Visitor(playing.port, self.seat)
        self.attack: dict[str, str] = {}
        self.is_current = asyncio.Event()
        self._one_request, self._turn, self._buffer, self._transport = asyncio.Lock(), "", b"", None
        self._hello = asyncio.Event()

    async def open(self) -> str:
        fight = self.playing.fight
        await self.visitor.__aenter__()
        html = await self.get(fight.page)
        self.take(html)
        self.attack = attack_in(html)
        self.is_current.set()
        after = html.partition('data-after="')[2].partition('"')[0]
        asked = {"page": f"fight-{fight.key}", "as": self.seat.role, "lang": "es", "after": after}
        await asyncio.get_running_loop().create_connection(lambda: self, "127.0.0.1", self.playing.port)
        self._transport.write(
            f"GET /t/{fight.campaign}/live?{urlencode(asked)} HTTP/1.1\r\nHost: localhost:{self.playing.port}\r\n"
            f"Cookie: sessionid={self.seat.session}\r\n\r\n".encode()
        )
        async with asyncio.timeout(PATIENCE):
            await self._hello.wait()
        return html

    async def get(self, path: str, **asked: str) -> str:
        async with self._one_request:
            status, headers, body = await self.visitor.get(f"{path}?{urlencode(asked)}" if asked else path)
        if status != 200:
            raise Unanswered(f"{path} was answered {status}")
        return unpacked(headers, body).decode()

    async def press(self, action: str, **fields: str) -> tuple[float, str]:
        """When it was sent, and the entry it made."""
        async with self._one_request:
            path = f"{self.playing.fight.page}{action}/"
            sent = await self.visitor.press(path, **fields, press=secrets.token_hex(6))
            return sent, self.visitor.entry

    async def refresh_panel(self) -> None:
        self.attack = attack_in(await self.get(f"{self.playing.fight.page}panel/", **self.attack))
        self.is_current.set()

    def take(self, html: str) -> None:
        """What of the regions the page acts on: the panel is asked for anew when the turn is another one."""
        found = re.search(r'data-changes="turn" data-state="([^"]*)"', html)
        if found and found[1] != self._turn:
            had_one, self._turn = bool(self._turn), found[1]
            if self.has_panel and had_one:
                self.is_current.clear()
                self.playing.soon(self.refresh_panel())

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        if not self._buffer.endswith(b"\n\n\r\n"):  # the end of an event and of its chunk
            return
        if b"event: regions" in self._buffer:
            text = self._buffer.decode()
            self.take(text)
            self.playing.heard(self, text)
        elif b"event: hello" in self._buffer:
            self._hello.set()
        self._buffer = b""

    async def close(self) -> None:
        if self._transport is not None:
            self._transport.close()
        await self.visitor.__aexit__()


@dataclass
class Tally:
    """What all tables did: the seconds from each press to the last of its table's screens."""

    turns: int = 0
    clicks: list[float] = field(default_factory=list)


class Playing:
    """One table with all of its pages open."""

    def __init__(self, port: int, fight: Fight) -> None:
        self.port, self.fight = port, fight
        self._tasks: set[asyncio.Task[None]] = set()
        self._arrived: dict[str, list[float]] = defaultdict(list)
        self._news = asyncio.Event()
        self._ends = ""

    async def open(self) -> None:
        self.pages = [Page(self, place) for place in range(SEATS)]
        gm, *_others = await asyncio.gather(*(page.open() for page in self.pages))
        self._look(gm)

    def soon(self, work: Coroutine[object, object, None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def heard(self, page: Page, text: str) -> None:
        now = time.perf_counter()
        for key in re.search(r'data-entries="([^"]*)"', text)[1].split():
            self._arrived[key].append(now)
        if page is self.pages[0]:
            self._look(text)
        self._news.set()

    def _look(self, text: str) -> None:
        found = re.search(r'name="ends" value="([^"]+)"', text)
        self._ends = found[1] if found else self._ends

    async def click(self, page: Page, action: str, **fields: str) -> float:
        """Seconds from a press until the last page has what it made."""
        sent, entry = await page.press(action, **fields)
        async with asyncio.timeout(PATIENCE):
            while len(self._arrived[entry]) < SEATS:
                self._news.clear()
                await self._news.wait()
        return max(self._arrived.pop(entry)) - sent

    async def turn(self) -> list[float]:
        actor, ends = self.pages[self.fight.played_by.get(self._ends, 0)], self._ends
        async with asyncio.timeout(PATIENCE):
            await actor.is_current.wait()
        clicks = []
        if actor.attack:
            await actor.get(f"{self.fight.page}odds/", **without(actor.attack, "press", "back"))
            clicks.append(await self.click(actor, "attack", **without(actor.attack, "press")))
        clicks.append(await self.click(actor, "next", ends=ends))
        return clicks

    async def play(self, begins: float, ends: float, tally: Tally) -> None:
        """A turn at each beat; where one takes longer the next follows at once."""
        beat = begins
        while beat < ends:
            await asyncio.sleep(max(0.0, beat - time.perf_counter()))
            if time.perf_counter() >= ends:
                return
            tally.clicks += await self.turn()
            tally.turns += 1
            beat = max(beat + PACE, time.perf_counter())

    async def close(self) -> None:
        for page in self.pages:
            await page.close()


def without(fields: Mapping[str, str], *names: str) -> dict[str, str]:
    return {name: value for name, value in fields.items() if name not in names and name != "csrfmiddlewaretoken"}


# --- what it costs ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Step:
    """So many tables for so long."""

    tables: int
    seconds: float
    tally: Tally
    server: float | None
    database: float | None
    client: float
    memory: int | None

    @property
    def rate(self) -> float:
        return self.tally.turns / self.seconds

    @property
    def late(self) -> float:
        return quantile(self.tally.clicks, 0.95)

    @property
    def keeps_pace(self) -> bool:
        return self.late <= LATE and self.rate >= 0.8 * self.tables / PACE

    @property
    def row(self) -> Row:
        costs = {"server": self.server, "PostgreSQL": self.database, "clients": self.client}
        told = [f"{name} {milliseconds(cost / self.tally.turns)}" for name, cost in costs.items() if cost]
        held = "" if self.memory is None else f"; server holds {self.memory / 2**20:.0f} MiB"
        return Row(
            f"{self.tables} tables, {self.tables * SEATS} screens: a press → the last of a table's {SEATS}",
            f"{spread(self.tally.clicks)}; {self.rate:.1f} turns a second of {self.tables / PACE:.1f}; "
            f"CPU ms a turn: {', '.join(told)}{held}",
        )


async def measure_tables(server: Server, table: Table, seconds: float, most: int) -> list[Step]:
    playing: list[Playing] = []
    steps = []
    try:
        while len(playing) < most and (len(steps) < 2 or any(step.keeps_pace for step in steps[-2:])):
            fights = await asyncio.to_thread(lay_fights, range(len(playing), 2 * len(playing) or 1))
            for fight in fights:
                playing.append(Playing(server.port, fight))
                await playing[-1].open()
            steps.append(await _play(server, playing, max(seconds, 2.4 * seconds / len(playing))))
    finally:
        for each in playing:
            await each.close()
    return steps


async def _play(server: Server, playing: Sequence[Playing], seconds: float) -> Step:
    tally, begins = Tally(), time.perf_counter() + 0.1
    ends = begins + PACE + seconds

    async def of_all(begins: float, ends: float, tally: Tally) -> None:
        beats = (begins + PACE * place / len(playing) for place in range(len(playing)))
        await asyncio.gather(*(each.play(beat, ends, tally) for each, beat in zip(playing, beats, strict=True)))

    await of_all(begins, begins + PACE, Tally())  # a turn each that warms up
    backends = await asyncio.to_thread(server.database_processes)
    before = (server.processor, processor_of(backends), time.process_time(), time.perf_counter())
    await of_all(time.perf_counter(), ends, tally)
    after = (server.processor, processor_of(backends), time.process_time(), time.perf_counter())
    used = [None if a is None or b is None else b - a for a, b in zip(before, after, strict=True)]
    return Step(len(playing), used[3], tally, used[0], used[1], used[2], server.memory)


def tables_rows(steps: Sequence[Step]) -> Iterator[Row]:
    yield from (step.row for step in steps)
    kept = [step for step in steps if step.keeps_pace]
    if not kept:
        yield Row("tables at the knee", "none: few are late already")
        return
    knee, beyond = kept[-1], steps[-1].keeps_pace
    people = knee.rate * PEOPLE
    yield Row(
        "tables at the knee",
        f"{'more than ' if beyond else ''}{knee.tables} at a turn every {PACE:g} s ({knee.rate:.1f} turns and "
        f"{len(knee.tally.clicks) / knee.seconds:.1f} presses a second): {people:.0f} tables of people, "
        f"who take {PEOPLE:g} s",
    )
    if len(kept) > 1 and None not in [step.server for step in kept]:
        each = [step.server / step.tally.turns for step in kept]
        yield Row("server CPU of a turn, as tables double", slope([step.tables for step in kept], each))


# --- what a turn asks, counted in this process -----------------------------------------------------------------------


class Asked:
    """The queries of each thing that is asked, as of the last time, and its processor time, as of the best."""

    def __init__(self) -> None:
        self.queries: dict[str, int] = {}
        self.seconds: dict[str, float] = {}

    def __call__(self, name: str, ask: Callable[..., Any], *arguments: object) -> Any:
        from django.db import connection
        from django.test.utils import CaptureQueriesContext

        with CaptureQueriesContext(connection) as queries:
            began = time.process_time()
            answer = ask(*arguments)
            took = time.process_time() - began
        self.queries[name] = len(queries)
        self.seconds[name] = min(took, self.seconds.get(name, took))
        assert getattr(answer, "status_code", 200) in {200, 204}, (name, answer.status_code, answer.content[:500])
        return answer

    def __str__(self) -> str:
        return ", ".join(f"{name} {n} and {milliseconds(self.seconds[name])} ms" for name, n in self.queries.items())


def count_queries(turns: int = 6) -> Iterator[Row]:
    """Some turns by Django's own client, on a table of its own."""
    from django.conf import settings
    from django.db import connections
    from django.test import Client

    from campaigns import feed
    from campaigns.models import Membership
    from campaigns.streams import screen_of

    fight, asked = lay_fight(-1), Asked()
    clients = [Client(SERVER_NAME="localhost", HTTP_HX_REQUEST="true") for _ in fight.seats]
    for client, seat in zip(clients, fight.seats, strict=True):
        client.cookies[settings.SESSION_COOKIE_NAME] = seat.session
    members = Membership.objects.filter(campaign__key=fight.campaign).select_related("campaign").order_by("pk")

    def screen_at(seat: Membership, after: str) -> Any:
        return screen_of(seat, f"fight-{fight.key}", seat.role, "es", after)

    def push(name: str) -> list[Any]:
        messages = asked(name, feed.news, fight.campaign, screens)
        return [screen_at(seat, message.after) for seat, message in zip(members, messages, strict=True)]

    page = clients[0].get(fight.page).content.decode()
    after = page.partition('data-after="')[2].partition('"')[0]
    screens = [screen_at(seat, after) for seat in members]
    for _ in range(turns):
        page = asked("page", clients[0].get, fight.page).content.decode()
        ends = re.search(r'name="ends" value="([^"]+)"', page)[1]
        actor = clients[fight.played_by.get(ends, 0)]
        attack = attack_in(asked("panel", actor.get, f"{fight.page}panel/").content.decode())
        asked("odds", actor.get, f"{fight.page}odds/", without(attack, "press", "back"))
        asked("attack", actor.post, f"{fight.page}attack/", {**attack, "press": secrets.token_hex(6)})
        screens = push(f"its push to {SEATS} screens")
        asked("next", actor.post, f"{fight.page}next/", {"ends": ends, "press": secrets.token_hex(6)})
        screens = push(f"that push to {SEATS}")
    connections.close_all()
    yield Row("a turn's queries and CPU, each", str(asked))
