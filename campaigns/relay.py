"""Between processes: what one process commits wakes the screens of all. PostgreSQL only; SQLite has one process.

NOTIFY is part of the transaction: it is delivered at COMMIT and dropped at ROLLBACK. It carries a name, never data.
"""

import asyncio
import logging
import secrets
from collections.abc import Mapping
from typing import Any, Final

import psycopg
from psycopg.conninfo import make_conninfo

from live import Hub

logger = logging.getLogger(__name__)

CHANNEL: Final = "mesa"
OWN_NAME: Final = secrets.token_hex(8)  # of this process: in containers of their own several have the same number
NAMES: Final = ("host", "port", "dbname", "user", "password", "sslmode")
FIRST_WAIT, LONGEST_WAIT = 0.5, 10.0


def notify(connection: Any, what: str, name: str) -> None:
    """Tell the other processes, when this transaction commits, to `wake` or `expel` `name`."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_notify(%s, %s)", [CHANNEL, f"{OWN_NAME} {what} {name}"])


async def listen(hub: Hub, conninfo: str) -> None:
    """Pass on what other processes notify, for ever; reconnect by itself and then look at everything once."""
    wait = FIRST_WAIT
    while True:
        try:
            async with await psycopg.AsyncConnection.connect(conninfo, autocommit=True) as connection:
                await connection.execute(f"LISTEN {CHANNEL}")
                hub.wake_all()
                wait = FIRST_WAIT
                async for note in connection.notifies():
                    parts = note.payload.split(" ", 2)
                    if len(parts) == 3 and parts[0] != OWN_NAME:  # anybody may notify on a channel
                        (hub.expel if parts[1] == "expel" else hub.wake)(parts[2])
        except psycopg.Error as fault:
            logger.warning("the relay lost PostgreSQL (%s); trying again in %.1f s", type(fault).__name__, wait)
        await asyncio.sleep(wait)
        wait = min(wait * 2, LONGEST_WAIT)


def conninfo(parameters: Mapping[str, Any]) -> str:
    """What Django connects with, as psycopg's own line."""
    return make_conninfo(**{name: parameters[name] for name in NAMES if parameters.get(name)})
