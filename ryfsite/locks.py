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

    def _try(file: IO[str], *, shared: bool) -> bool:
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _hold(file: IO[str]) -> None:
        fcntl.flock(file, fcntl.LOCK_EX)

    def _try(file: IO[str], *, shared: bool) -> bool:
        try:
            fcntl.flock(file, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Wait until no other process is inside `locked(path)`; the operating system lets go of a dead one's lock."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a") as file:
        _hold(file)
        yield


def hold(path: Path) -> IO[str]:
    """Hold `path` together with others that do, until the file that is answered is closed or this process is gone."""
    path.parent.mkdir(parents=True, exist_ok=True)
    file = path.open("a")
    _try(file, shared=True)
    return file


def is_held(path: Path) -> bool:
    """Whether any process holds it."""
    if not path.exists():
        return False
    with path.open("a") as file:
        return not _try(file, shared=False)
