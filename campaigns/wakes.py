"""What a committed change tells the open screens, in this process and, on PostgreSQL, in all."""

from django.db import connection, transaction

import live
from campaigns import relay


def wake(channel: str) -> None:
    """When this transaction commits, the open screens of `channel` hear that there is news, in every process."""
    transaction.on_commit(lambda: live.wake(channel), robust=True)
    if connection.vendor == "postgresql":
        relay.notify(connection, "wake", channel)


def expel(tag: str) -> None:
    """When this transaction commits, every stream that carries `tag` ends, in every process."""
    transaction.on_commit(lambda: live.expel(tag), robust=True)
    if connection.vendor == "postgresql":
        relay.notify(connection, "expel", tag)
