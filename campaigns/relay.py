"""Between processes: what one process commits wakes the screens of all. PostgreSQL only; SQLite has one process.

NOTIFY is part of a transaction: it is delivered at COMMIT and dropped at ROLLBACK. It carries names, never data: of a
channel to wake, of a tag to expel, of those who are here. Each process that listens can be seen by its name in
pg_stat_activity, so that what a dead one said is forgotten.
"""

import asyncio
import logging
import secrets
from collections.abc import Iterable, Mapping
from typing import Any, Final

import psycopg
from django.db import connection
from psycopg.conninfo import make_conninfo

from live import Hub

logger = logging.getLogger(__name__)

CHANNEL: Final = "mesa"
OWN_NAME: Final = secrets.token_hex(8)  # of this process: in containers of their own several have the same number
NAMES: Final = ("host", "port", "dbname", "user", "password", "sslmode")
FIRST_WAIT, LONGEST_WAIT = 0.5, 10.0
APPLICATION: Final = f"mesa {OWN_NAME}"
MOST_NAMED: Final = 400  # of those who are here: a note holds 8,000 bytes


def notify(connection: Any, what: str, name: str) -> None:
    """Tell the other processes to `wake` or `expel` `name`: now, or when the transaction around it commits."""
    _say(connection, [f"{what} {name}"])


def _say(connection: Any, words: Iterable[str]) -> None:
    with connection.cursor() as cursor:
        notes = [f"{OWN_NAME} {each}" for each in words]
        cursor.execute("SELECT pg_notify(%s, note) FROM unnest(%s::text[]) AS note", [CHANNEL, notes])


def tell(here: Mapping[str, frozenset[str]]) -> None:
    """Let the other processes know who is here (`live.presence.Others`)."""
    _say(connection, [" ".join(("here", channel, *sorted(who)[:MOST_NAMED])) for channel, who in here.items()])


def listening() -> set[str]:
    """The names of the processes that listen."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT substr(application_name, 6) FROM pg_stat_activity"
            " WHERE datname = current_database() AND application_name LIKE 'mesa %%'"
        )
        return {name for (name,) in cursor.fetchall()}


async def listen(hub: Hub, conninfo: str) -> None:
    """Pass on what other processes notify, for ever; reconnect by itself and then look at everything once."""
    wait = FIRST_WAIT
    while True:
        try:
            async with await psycopg.AsyncConnection.connect(
                conninfo, autocommit=True, application_name=APPLICATION
            ) as connection:
                # The greeting takes effect after the listening: whoever answers is heard.
                await connection.execute(f"LISTEN {CHANNEL}; NOTIFY {CHANNEL}, '{OWN_NAME} hello all'")
                hub.wake_all()
                hub.introduce()
                wait = FIRST_WAIT
                async for note in connection.notifies():
                    _pass_on(hub, note.payload)
        except psycopg.Error as fault:
            logger.warning("the relay lost PostgreSQL (%s); trying again in %.1f s", type(fault).__name__, wait)
        await asyncio.sleep(wait)
        wait = min(wait * 2, LONGEST_WAIT)


def _pass_on(hub: Hub, payload: str) -> None:
    match payload.split(" "):  # anybody may notify on a channel
        case [process, *_] if process == OWN_NAME:
            return
        case [_, "wake", channel]:
            hub.wake(channel)
        case [_, "expel", tag]:
            hub.expel(tag)
        case [process, "here", channel, *who]:
            hub.hear(process, channel, frozenset(who))
        case [_, "hello", _]:
            hub.introduce()


def conninfo(parameters: Mapping[str, Any]) -> str:
    """What Django connects with, as psycopg's own line."""
    return make_conninfo(**{name: parameters[name] for name in NAMES if parameters.get(name)})
