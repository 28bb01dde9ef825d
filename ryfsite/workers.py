"""Several processes behind one address (WORKERS): started, watched, replaced. PostgreSQL only.

The parent holds the listening socket and serves nothing, so that a connection made while a worker is replaced waits for
the next one. Each worker is a program of its own, `python -m ryfsite.serve --worker`, so a SIGHUP brings in new code. A
line joins both: on it a worker says that it serves, and it ends when the other end is gone, however the parent died.
docs/decisions/0009 says why this is not uvicorn's own supervisor.
"""

import asyncio
import contextlib
import signal
import socket
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from ryfsite.environment import ROOT

READY: Final = b"ready\n"
FIRST_WAIT, LONGEST_WAIT = 0.5, 30.0  # seconds until a worker that died is followed by another
STEADY: Final = 60.0  # seconds after which a death is no longer part of a row of them
LAST_WORD: Final = 5.0  # seconds that a worker has for ending by itself

Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Worker:
    process: asyncio.subprocess.Process
    line: asyncio.StreamReader
    _end_of_line: asyncio.StreamWriter  # kept: its closing tells the worker to end

    @classmethod
    async def start(cls, listener: socket.socket) -> "Worker":
        ours, theirs = socket.socketpair()
        with theirs:
            numbers = (listener.fileno(), theirs.fileno())
            process = await run_ourselves("--worker", *map(str, numbers), pass_fds=numbers)
        line, end_of_line = await asyncio.open_connection(sock=ours)
        return cls(process, line, end_of_line)

    async def serves(self) -> bool:
        """Wait until it serves; False where it ended before."""
        with contextlib.suppress(OSError):
            return await self.line.readline() == READY
        return False

    async def end(self) -> None:
        """Ask it to end, and see that it does."""
        with contextlib.suppress(ProcessLookupError):
            self.process.terminate()
        try:
            async with asyncio.timeout(LAST_WORD):
                await self.process.wait()
        except TimeoutError:
            with contextlib.suppress(ProcessLookupError):
                self.process.kill()
            await self.process.wait()
        self._end_of_line.close()


async def run_ourselves(*arguments: str, pass_fds: tuple[int, ...] = ()) -> asyncio.subprocess.Process:
    command = (sys.executable, "-m", "ryfsite.serve", *arguments)
    return await asyncio.create_subprocess_exec(*command, cwd=ROOT, pass_fds=pass_fds)


def keep(listener: socket.socket, count: int, announce: Callable[[], None], complain: Say) -> int:
    """Serve `listener` with `count` workers until SIGTERM or Ctrl-C; the exit code, as of `ryfsite.serve`."""
    return asyncio.run(Workers(listener, complain).keep(count, announce))


class Workers:
    """The workers by their places. In each somebody works, until the end."""

    def __init__(self, listener: socket.socket, complain: Say) -> None:
        self._listener, self._complain = listener, complain
        self._at_work: list[Worker] = []
        self._alive: set[Worker] = set()  # those who are being replaced or begin, too
        self._changing = asyncio.Lock()  # one thing at a time puts a worker into a place
        self._reloads: set[asyncio.Task[None]] = set()

    async def keep(self, count: int, announce: Callable[[], None]) -> int:
        loop, ending = asyncio.get_running_loop(), asyncio.Event()
        for sign in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(sign, ending.set)
        loop.add_signal_handler(signal.SIGHUP, self._reload_soon)
        working, told = loop.create_task(self._work(count, announce)), loop.create_task(ending.wait())
        await asyncio.wait([working, told], return_when=asyncio.FIRST_COMPLETED)
        has_failed = working.done()
        tasks = [working, told, *self._reloads]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.gather(*(worker.end() for worker in self._alive))
        return working.result() if has_failed else 0

    async def _work(self, count: int, announce: Callable[[], None]) -> int:
        """Only comes back when there is no beginning: with the exit code of what failed."""
        if code := await self._prepare():
            return code
        self._at_work = [await self._start() for _ in range(count)]
        if not all(await asyncio.gather(*(worker.serves() for worker in self._at_work))):
            self._complain("A worker could not start (its reason is above).")
            return 1
        announce()
        await asyncio.gather(*(self._watch(place) for place in range(count)))
        return 0

    async def _prepare(self) -> int:
        """What must be true before the first page, in a process of its own, whose code is that of now."""
        preparing = await run_ourselves("--prepare")
        try:
            return await preparing.wait()
        finally:
            with contextlib.suppress(ProcessLookupError):
                preparing.terminate()

    async def _start(self) -> Worker:
        worker = await Worker.start(self._listener)
        self._alive.add(worker)
        return worker

    async def _watch(self, place: int) -> None:
        loop, wait = asyncio.get_running_loop(), FIRST_WAIT
        while True:
            worker, began = self._at_work[place], loop.time()
            code = await worker.process.wait()
            if worker is not self._at_work[place]:  # replaced, after a SIGHUP
                continue
            self._alive.discard(worker)
            if loop.time() - began > STEADY:
                wait = FIRST_WAIT
            self._complain(f"Worker {worker.process.pid} ended ({code}); another one follows in {wait:g} s.")
            await asyncio.sleep(wait)
            wait = min(wait * 2, LONGEST_WAIT)
            async with self._changing:
                if worker is self._at_work[place]:
                    self._at_work[place] = await self._start()

    def _reload_soon(self) -> None:
        task = asyncio.ensure_future(self._reload())
        self._reloads.add(task)
        task.add_done_callback(self._reloads.discard)

    async def _reload(self) -> None:
        """One after another, each worker is followed by a new one, which serves before the old one ends."""
        async with self._changing:
            if not self._at_work or await self._prepare() != 0:
                return
            for place, old in enumerate(self._at_work):
                new = await self._start()
                if not await new.serves():
                    await self._end(new)
                    self._complain("The new worker could not start (its reason is above): the others go on.")
                    return
                self._at_work[place] = new
                await self._end(old)

    async def _end(self, worker: Worker) -> None:
        await worker.end()
        self._alive.discard(worker)
