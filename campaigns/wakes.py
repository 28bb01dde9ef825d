"""What a committed change tells the open screens, in this process and, on PostgreSQL, in all.

A transaction that notifies commits alone: PostgreSQL holds a lock over the whole database from NOTIFY until its commit
is on disk, so all tables together could press no more often than the disk syncs. A wake is therefore sent after the
commit, in a transaction of its own that waits for no disk; one that a dying process did not send is made good by the
look at the versions (`live.hub.LOOK_SECONDS`). Who is sent away must not hang on that: it is rare, and part of its
transaction.
"""

from django.db import connection, transaction

import live
from campaigns import relay


def wake(channel: str) -> None:
    """When this transaction has committed, the open screens of `channel` hear that there is news, in every process."""
    transaction.on_commit(lambda: live.wake(channel), robust=True)
    if connection.vendor == "postgresql":
        transaction.on_commit(lambda: relay.notify(connection, "wake", channel), robust=True)


def expel(tag: str) -> None:
    """When this transaction commits, every stream that carries `tag` ends, in every process."""
    transaction.on_commit(lambda: live.expel(tag), robust=True)
    if connection.vendor == "postgresql":
        relay.notify(connection, "expel", tag)
