"""People at the running server."""

from collections.abc import Callable, Iterator

import pytest

from tests.live.lines import Visitor, visitors


@pytest.fixture
def visit(live, as_) -> Iterator[Callable[..., Visitor]]:
    """`visit(pablo)`: that seat at the running server; `visit(None)`: nobody."""
    with visitors(lambda: live.port, as_) as visit:
        yield visit
