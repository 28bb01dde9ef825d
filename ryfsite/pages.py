"""The pages in their small pool of threads: one hop there with a whole request, one back with a whole answer.

a2wsgi's own middleware goes back and forth between thread and event loop for the body and for each piece of the answer,
five times for a press: as nothing comes in pieces here (`live.whole`), only its environ is used.
"""

import asyncio
import contextvars
import io
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from a2wsgi.wsgi import build_environ

from live.stream import Receive, Scope, Send

Application = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]
Headers = list[tuple[bytes, bytes]]


class Pages:
    """A WSGI application as an ASGI one that is handed each body in one message."""

    def __init__(self, application: Application, threads: int) -> None:
        self._application = application
        self._threads = ThreadPoolExecutor(threads, "pages")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        body = (await receive())["body"]
        context = contextvars.copy_context()  # what one request sets, such as its language, is gone with it
        loop = asyncio.get_running_loop()
        status, headers, answer = await loop.run_in_executor(self._threads, context.run, self._answer, scope, body)
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": answer})

    def _answer(self, scope: Scope, body: bytes) -> tuple[int, Headers, bytes]:
        began: list[tuple[int, Headers]] = []
        parts: list[bytes] = []

        def start_response(
            status: str, headers: list[tuple[str, str]], fault: object = None
        ) -> Callable[[bytes], None]:
            named = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers]
            began[:] = [(int(status.split(" ", 1)[0]), named)]
            return parts.append

        environ: Any = build_environ(scope, io.BytesIO(body))  # type: ignore[arg-type]
        answer = self._application(environ, start_response)
        try:
            parts += answer
        finally:
            getattr(answer, "close", lambda: None)()
        return *began[0], b"".join(parts)
