"""Which fields the site reads at each address, found by watching it read: no form is forgotten, and no field of one."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.http import QueryDict
from django.utils.datastructures import MultiValueDict

NOT_OURS = {"csrfmiddlewaretoken", "press", "back"}


@contextmanager
def watching() -> Iterator[set[str]]:
    """The names that are asked of any form or question meanwhile."""
    read: set[str] = set()

    def listening(method):
        def listen(self, name, *rest, **more):
            if isinstance(self, QueryDict):
                read.add(name)
            return method(self, name, *rest, **more)

        return listen

    with pytest.MonkeyPatch.context() as patch:
        for method in ("__getitem__", "__contains__", "get", "getlist"):
            patch.setattr(QueryDict, method, listening(getattr(MultiValueDict, method)))
        yield read
        read -= NOT_OURS
