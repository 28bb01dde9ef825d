"""What programs ask: whether the process lives, whether it can serve, and what it has counted.

Answered before the pages, for any Host and over plain http: a probe asks 127.0.0.1 behind the proxy. Nothing here says
more than a word, but for the metrics, which need METRICS_TOKEN; without one they do not exist.
"""

import asyncio
import hmac
import os
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Final

from django.db import connection

from live.stream import SAFE, Scope, Send
from ryfsite import metrics, prepare

SECONDS: Final = 3.0  # a database that takes longer for a word is not ready
TEXT: Final = "text/plain; charset=utf-8"
Answer = tuple[int, str, bytes]


def is_ready() -> bool:
    """Whether the database answers and has the tables of this code."""
    global _has_migrated
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    _has_migrated = _has_migrated or not prepare.needs_migrating()
    return _has_migrated


_has_migrated = False


class Probes:
    """One thread of their own, so that a database that hangs takes none from the pages, however often they ask."""

    def __init__(self, in_own_connection: Callable[[Callable[[], bool]], Callable[[], bool]]) -> None:
        self._threads = ThreadPoolExecutor(1, "probes")
        self._is_ready = in_own_connection(lambda: is_ready())
        self._asking: asyncio.Future[bool] | None = None

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def answer(self, scope: Scope, send: Send) -> None:
        status, kind, body = await self._answer(scope)
        headers = [(b"content-type", kind.encode()), *SAFE]
        headers.append((b"content-length", str(len(body)).encode()))
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body})

    async def _answer(self, scope: Scope) -> Answer:
        if scope["path"] == "/healthz":
            return 200, TEXT, b"alive\n"
        if scope["path"] == "/readyz":
            return (200, TEXT, b"ready\n") if await self._ready() else (503, TEXT, b"not ready\n")
        token = os.environ.get("METRICS_TOKEN", "")
        if not token:
            return 404, TEXT, b"not here\n"
        given = dict(scope["headers"]).get(b"authorization", b"")
        if not hmac.compare_digest(given, f"Bearer {token}".encode()):
            return 401, TEXT, b"a token is needed\n"
        loop = asyncio.get_running_loop()
        return 200, metrics.CONTENT_TYPE, await loop.run_in_executor(self._threads, metrics.written)

    async def _ready(self) -> bool:
        if self._asking is None or self._asking.done():
            self._asking = asyncio.get_running_loop().run_in_executor(self._threads, self._is_ready)
        try:
            async with asyncio.timeout(SECONDS):
                return await asyncio.shield(self._asking)
        except Exception:  # whatever is the matter with the database, it is not ready
            return False


PATHS: Final = frozenset({"/healthz", "/readyz", "/metrics"})


def are_asked(scope: Mapping[str, object]) -> bool:
    return scope["path"] in PATHS and scope["method"] in {"GET", "HEAD"}
