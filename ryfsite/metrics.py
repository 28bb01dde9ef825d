"""What is counted for whoever hosts: open streams, actions, how long pages and pushes take (Prometheus).

Counting costs a microsecond, so it is always done; reading it needs METRICS_TOKEN (ryfsite.probes). With several
workers each process counts into files of its own, which whoever is asked adds up.
"""

import contextlib
import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, ParamSpec, TypeVar

from django.db import transaction
from prometheus_client import (
    CONTENT_TYPE_LATEST,
    REGISTRY,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    Metric,
    generate_latest,
    multiprocess,
)

if TYPE_CHECKING:
    from campaigns.models import LogEntry

P = ParamSpec("P")
T = TypeVar("T")

CONTENT_TYPE = CONTENT_TYPE_LATEST
FOLDER = "PROMETHEUS_MULTIPROC_DIR"  # as the library calls it
SECONDS = (0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0)

STREAMS = Gauge("mesa_streams_open", "Screens that listen", multiprocess_mode="livesum")
ACTIONS = Counter("mesa_actions_total", "Entries of all logs, by their kind", ["kind"])
PUSHES = Histogram(
    "mesa_push_seconds", "Reading and rendering the news of one campaign for its screens", buckets=SECONDS
)
PAGES = Histogram(
    "mesa_page_seconds", "A request, from the first middleware on, by its route", ["route"], buckets=SECONDS
)
ANSWERS = Counter("mesa_answers_total", "Answers, by method and status", ["method", "status"])


def count_action(instance: "LogEntry", created: bool, **_rest: object) -> None:
    """Once it is committed: what is rolled back was none."""
    if created:
        transaction.on_commit(ACTIONS.labels(instance.kind).inc, robust=True)


def timed_push(news: Callable[P, T]) -> Callable[P, T]:
    def run(*args: P.args, **kwargs: P.kwargs) -> T:
        with PUSHES.time():
            return news(*args, **kwargs)

    return run


def written() -> bytes:
    """All of it, of all processes that serve this site together."""
    folder = os.environ.get(FOLDER)
    if not folder:
        return generate_latest(REGISTRY)
    for file in Path(folder).glob("gauge_live*_*.db"):
        pid = int(file.stem.rpartition("_")[2])
        if not is_alive(pid):  # its streams ended with it
            multiprocess.mark_process_dead(pid, folder)
    registry = CollectorRegistry()
    Files(registry, folder)
    return generate_latest(registry)


class Files(multiprocess.MultiProcessCollector):
    """Those in which something stands: a worker that starts makes its file first and fills it then."""

    def collect(self) -> Iterable[Metric]:
        files = (name for name in Path(self._path).glob("*.db") if name.stat().st_size)
        return self.merge([str(name) for name in files])


def is_alive(pid: int) -> bool:
    with contextlib.suppress(PermissionError):  # somebody else's is one
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return False
    return True
