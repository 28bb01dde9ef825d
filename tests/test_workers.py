"""The parent of several workers, with workers that do nothing: whatever happens to them, the right number is there.

That they serve the site is tested in tests/live/test_workers.py.
"""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from run import ROOT
from tests.live.lines import until

pytestmark = pytest.mark.skipif(not Path("/proc/self").exists(), reason="looks for the workers in /proc")

PATIENCE = 60  # seconds; each of these starts several programs

PARENT = """
import asyncio, socket, sys
from pathlib import Path
from ryfsite import workers

worker, prepare = sys.argv[1:]

async def run_light(*arguments, pass_fds=()):
    code = prepare if arguments[0] == "--prepare" else worker
    return await asyncio.create_subprocess_exec(sys.executable, "-c", code, *arguments, pass_fds=pass_fds)

workers.run_ourselves, workers.FIRST_WAIT = run_light, 0.01
listener = socket.create_server(("127.0.0.1", 0))
complain = lambda sentence: print(sentence, file=sys.stderr, flush=True)
sys.exit(workers.keep(listener, 2, lambda: print("they serve", flush=True), complain))
"""
WORKER = """
import signal, socket, sys
from ryfsite import serve
signal.signal(signal.SIGTERM, signal.default_int_handler)
def stand(listener, tell):
    tell()
    signal.pause()
serve.serve = stand
try:
    serve.work(*(socket.socket(fileno=int(number)) for number in sys.argv[2:]))
except KeyboardInterrupt:
    pass
"""
PATIENT = "import time; time.sleep(600)"


class Parent:
    def __init__(self, worker: str, prepare: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", PARENT, worker, prepare],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    @property
    def children(self) -> list[int]:
        pid = self.process.pid
        return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]

    def serves(self) -> "Parent":
        assert self.process.stdout.readline() == "they serve\n", self.process.stderr.read()
        return self

    def end(self, sign: signal.Signals | None = None) -> tuple[int, list[str]]:
        """Its exit code, and what it complained of."""
        if sign is not None:
            self.process.send_signal(sign)
        _, complaints = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, complaints.splitlines()


@pytest.fixture
def parent() -> Iterator[Callable[..., Parent]]:
    """`parent()`: with workers that stand there and do nothing, or what else they and the preparing shall do."""
    made = []

    def start(worker: str = WORKER, prepare: str = "") -> Parent:
        made.append(Parent(worker, prepare))
        return made[-1]

    yield start
    for each in made:
        each.process.kill()
        each.process.communicate()


def is_alive(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGINT])
def test_an_end_of_the_parent_is_the_end_of_all(parent, sign):
    there = parent().serves()
    workers = there.children
    assert len(workers) == 2

    assert there.end(sign) == (0, [])

    assert not any(map(is_alive, workers))


def test_workers_whose_parent_was_killed_end_too(parent):
    there = parent().serves()
    workers = there.children

    there.end(signal.SIGKILL)

    until(lambda: not any(map(is_alive, workers)), PATIENCE)


def test_deaths_in_a_row_are_followed_ever_more_slowly(parent):
    there = parent().serves()
    stays, dies = there.children
    waits = []
    for _ in range(3):
        os.kill(dies, signal.SIGKILL)
        waits.append(there.process.stderr.readline().removeprefix(f"Worker {dies} ended (-9); another one follows in "))
        until(lambda dead=dies: len(there.children) == 2 and dead not in there.children, PATIENCE)
        dies = next(child for child in there.children if child != stays)

    assert waits == ["0.01 s.\n", "0.02 s.\n", "0.04 s.\n"]
    assert stays in there.children


def test_what_cannot_be_prepared_ends_the_start(parent):
    assert parent(prepare="import sys; sys.exit(2)").end() == (2, [])


def test_a_worker_that_cannot_start_ends_the_start(parent):
    assert parent(worker="raise SystemExit(3)").end() == (1, ["A worker could not start (its reason is above)."])


def test_an_end_while_it_is_being_prepared_is_an_end(parent):
    there = parent(prepare=PATIENT)
    until(lambda: there.children, PATIENCE)

    assert there.end(signal.SIGTERM) == (0, [])


def test_an_end_while_workers_start_is_an_end(parent):
    there = parent(worker=PATIENT)
    until(lambda: len(there.children) == 2, PATIENCE)
    workers = there.children

    assert there.end(signal.SIGTERM) == (0, [])

    assert not any(map(is_alive, workers))


def test_a_reload_puts_others_in_the_place_of_all(parent):
    there = parent().serves()
    before = set(there.children)

    there.process.send_signal(signal.SIGHUP)

    until(lambda: len(there.children) == 2 and before.isdisjoint(there.children), PATIENCE)
    assert there.end(signal.SIGTERM) == (0, [])


def test_a_reload_that_cannot_start_leaves_those_who_serve(parent, tmp_path):
    (tmp_path / "good").touch()
    there = parent(
        worker=f"import os\nif not os.path.exists({str(tmp_path / 'good')!r}): raise SystemExit(1)\n{WORKER}"
    )
    before = there.serves().children
    (tmp_path / "good").unlink()

    there.process.send_signal(signal.SIGHUP)

    assert there.process.stderr.readline().startswith("The new worker could not start")
    assert there.children == before
