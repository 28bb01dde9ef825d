"""One program at a time, across processes. Standard library only: run.py asks too, before anything is installed."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

if sys.platform == "win32":
    import msvcrt

    def _hold(file: IO[str]) -> None:
        while True:
            try:
                return msvcrt.locking(file.fileno(), msvcrt.LK_LOCK, 1)
            except OSError:  # it gives up after ten seconds
                continue

else:
    import fcntl

    def _hold(file: IO[str]) -> None:
        fcntl.flock(file, fcntl.LOCK_EX)


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Wait until no other process is inside `locked(path)`; the operating system lets go of a dead one's lock."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a") as file:
        _hold(file)
        yield
