"""Which tests PostgreSQL needs: those that together make every statement of the site (`-p tests.statements`).

On SQLite, `--note-statements=FILE` notes what each test asks of the database: the function of ours that asks, and the
shape of what it asks. FILE then names few and quick tests that together ask all of it. On PostgreSQL,
`--for-statements=FILE` runs those, all that need the whole server (`live`), and what is marked `postgres`: tests whose
values, not their statements, another database could take otherwise.
"""

import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

import pytest
from django.db import connection

ROOT = Path(__file__).resolve().parents[1]
APPS = tuple(f"{ROOT / app}/" for app in ("accounts", "campaigns", "characters", "combat", "ryfsite"))
OURS = ("SELECT", "INSERT", "UPDATE", "DELETE")
REPEATED = re.compile(r"((?:WHEN .*? THEN %s|\(?(?:%s|NULL)\)?),? ?)+")
"""Values, rows of values and cases: one shape, however many they are."""


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("statements")
    group.addoption("--note-statements", type=Path, help="write which tests together make every statement")
    group.addoption("--for-statements", type=Path, help="run those, and what else PostgreSQL needs")


def pytest_configure(config: pytest.Config) -> None:
    if file := config.getoption("--note-statements"):
        config.pluginmanager.register(Notes(file))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if file := config.getoption("--for-statements"):
        named = set(file.read_text().splitlines())
        left_out = [item for item in items if item.nodeid not in named and not is_for_postgres(item)]
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in set(left_out)]


def is_for_postgres(item: pytest.Item) -> bool:
    """Not so a running server whose database is its own, and the same whatever the tests run on."""
    asks = item.get_closest_marker("django_db") or not {"db", "transactional_db"}.isdisjoint(item.fixturenames)
    return bool(item.get_closest_marker("postgres") or (asks and item.get_closest_marker("live")))


def asks_the_same(item: pytest.Item) -> bool:
    """It runs on PostgreSQL whatever it asks, and asks as much there: not so what is marked `postgres(fewer=True)`."""
    marker = item.get_closest_marker("postgres")
    return is_for_postgres(item) and not (marker and marker.kwargs.get("fewer"))


class Notes:
    """In each process that runs tests: what a test asks, sent on with its report. In the one that hears all reports:
    the choice."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._now: set[str] = set()
        self._took: dict[str, float] = defaultdict(float)
        self._asked: dict[str, list[str]] = {}
        self._go_anyway: set[str] = set()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self._now = set()
        if item.get_closest_marker("browser"):  # PostgreSQL runs none of them
            return (yield)
        with connection.execute_wrapper(self._note):
            return (yield)

    def _note(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if sql.startswith(OURS) and (ours := asker()):  # what a test looks up for itself is nobody's statement
            self._now.add(brief(f"{ours}: {shape(sql)}"))
        return execute(sql, params, many, context)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item) -> Iterator[None]:
        report = yield
        if report.when == "teardown":
            report.statements, report.goes_anyway = sorted(self._now), asks_the_same(item)
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self._took[report.nodeid] += report.duration
        self._asked[report.nodeid] = getattr(report, "statements", [])
        if getattr(report, "goes_anyway", False):
            self._go_anyway.add(report.nodeid)

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if not hasattr(session.config, "workerinput"):
            self._file.write_text("".join(f"{test}\n" for test in few(self._asked, self._took, self._go_anyway)))


def few(asked: dict[str, list[str]], took: dict[str, float], go_anyway: set[str]) -> list[str]:
    """Tests that together make every statement that those which `go_anyway` do not make: of those that make the rarest
    one the quickest, and so on; then without those whose statements the others make, the longest first."""
    makers = defaultdict(list)
    for test, statements in asked.items():
        for each in statements:
            makers[each].append(test)
    made = Counter(each for test in go_anyway for each in asked[test])
    chosen = []
    for statement in sorted(makers, key=lambda each: (len(makers[each]), each)):
        if not made[statement]:
            test = min(makers[statement], key=lambda each: took[each])
            chosen.append(test)
            made.update(asked[test])
    for test in sorted(chosen, key=lambda each: -took[each]):
        if all(made[each] > 1 for each in asked[test]):
            chosen.remove(test)
            made.subtract(asked[test])
    return sorted(chosen)


def asker() -> str:
    """The function of ours in which the statement being made has its beginning."""
    frame = sys._getframe(2)
    while frame and not frame.f_code.co_filename.startswith(APPS):
        frame = frame.f_back
    return f"{frame.f_code.co_filename} {frame.f_code.co_qualname}" if frame else ""


@cache
def shape(sql: str) -> str:
    return REPEATED.sub("… ", sql)


@cache
def brief(words: str) -> str:
    return blake2b(words.encode(), digest_size=6).hexdigest()
