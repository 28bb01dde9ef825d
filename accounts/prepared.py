"""Queries that every press and every push ask, compiled once.

Django compiles a query anew each time it is asked, which takes two or three times as long as asking it: of a press that
was almost half. What is kept here is the text of a query, which depends on nothing but the code that builds it; the
rows are read anew each time.
"""

from collections.abc import Callable
from copy import copy
from types import SimpleNamespace
from typing import Any, Generic, TypeVar

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import QuerySet

Row = TypeVar("Row")

MARKS: dict[type, Callable[[int], Any]] = {int: lambda at: 1_000_000_007 + at, str: lambda at: f"value {at} of a query"}
"""What stands for a value while a query is compiled: found again among its parameters, and within the bounds of every
column."""


class Prepared(Generic[Row]):
    """`Prepared(lambda key: Campaign.objects.filter(key=key), str)`: call it with a value of each kind for the rows.

    The query may filter, order, slice, annotate and `select_related`, and be one of `values_list`; what it prefetches
    is not read. Its values stand in it as they are, and are never None.
    """

    def __init__(self, build: Callable[..., "QuerySet[Any, Row]"], *kinds: type) -> None:
        self._build = build
        self._marks = [MARKS[kind](at) for at, kind in enumerate(kinds)]
        self._compiled: tuple[QuerySet[Any, Row], Any, str, list[tuple[int | None, Any]]] | None = None

    def __call__(self, *values: int | str) -> list[Row]:
        rows, compiled, sql, places = self._compiled or self._compile()
        compiler = copy(compiled)  # it keeps what it reads, and threads have connections of their own
        compiler.connection = connections[DEFAULT_DB_ALIAS]
        parameters = tuple(fixed if at is None else values[at] for at, fixed in places)
        compiler.as_sql = lambda *_given, **_more: (sql, parameters)
        query = copy(rows.query)
        query.get_compiler = lambda *_given, **_more: compiler  # type: ignore[method-assign]
        asked = SimpleNamespace(db=DEFAULT_DB_ALIAS, query=query, model=rows.model, _fields=rows._fields)
        asked._known_related_objects, asked._hints = {}, {}
        return list(rows._iterable_class(asked))

    def _compile(self) -> "tuple[QuerySet[Any, Row], Any, str, list[tuple[int | None, Any]]]":
        rows = self._build(*self._marks)
        compiler = rows.query.get_compiler(using=DEFAULT_DB_ALIAS)
        sql, parameters = compiler.as_sql()
        places = [(self._marks.index(each) if each in self._marks else None, each) for each in parameters]
        if {at for at, _fixed in places if at is not None} != set(range(len(self._marks))):
            raise TypeError(f"Not every value is a parameter of this query: {sql}")
        self._compiled = rows, compiler, sql, places
        return self._compiled
