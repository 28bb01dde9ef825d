"""One process, two halves (docs/decisions/0001).

Pages are plain synchronous Django, run in a small bounded pool of threads. The live stream is a short coroutine beside
them, outside their middleware: an open screen holds no thread and no database connection.
"""

import asyncio
import os
from concurrent.futures import ThreadPoolExecutor

from ryfsite.wsgi import application as site

from django.conf import settings  # isort: skip  (Django is set up by the line above)
from django.db import connection

import live
from campaigns import feed, relay, streams
from live import hub as hubs
from live.presence import Others
from live.stream import Receive, Scope, Send, stream
from live.whole import WholeRequests
from ryfsite import metrics, probes
from ryfsite.pages import Pages

# Pages are bound by the processor, so more threads make them slower; PostgreSQL's commits are waits.
PAGE_THREADS = int(os.environ.get("PAGE_THREADS", "") or (4 if settings.IS_POSTGRES else 2))
LIVE_THREADS = 2

_pages = WholeRequests(Pages(site, PAGE_THREADS))
_hub: hubs.Hub | None = None
_probes: probes.Probes | None = None


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "lifespan":
        await _lifespan(receive, send)
    elif scope["type"] == "http":
        if _probes is not None and probes.are_asked(scope):
            await _probes.answer(scope, send)
        elif _hub is not None and scope["method"] == "GET" and streams.PATH.fullmatch(scope["path"]):
            with metrics.STREAMS.track_inprogress():
                await stream(scope, receive, send, hub=_hub, admit=streams.in_own_connection(streams.admit))
        else:
            await _pages(scope, receive, send)


async def _lifespan(receive: Receive, send: Send) -> None:
    """The hub lives exactly as long as the server: a kept one would hold a dead event loop."""
    global _hub, _probes
    await receive()
    threads = ThreadPoolExecutor(LIVE_THREADS, "live")
    news, versions, attend = map(
        streams.in_own_connection, (metrics.timed_push(feed.news), feed.versions, feed.attendance)
    )
    _probes = probes.Probes(streams.in_own_connection)
    others = None
    if settings.IS_POSTGRES:
        others = Others(*map(streams.in_own_connection, (relay.tell, relay.listening)))
    _hub = hubs.Hub(news, versions, threads, attend, others)
    hubs.opened(_hub)
    relaying = None
    if others is not None:
        relaying = asyncio.create_task(relay.listen(_hub, relay.conninfo(connection.get_connection_params())))
    await send({"type": "lifespan.startup.complete"})
    await receive()
    hubs.closed(_hub)
    _hub.close()
    if relaying is not None:
        relaying.cancel()
    threads.shutdown(wait=False, cancel_futures=True)
    _probes.close()
    _hub = _probes = None
    await send({"type": "lifespan.shutdown.complete"})


def close_streams() -> None:
    """End every live stream at once, from any thread, so that the server can stop."""
    live.close()
