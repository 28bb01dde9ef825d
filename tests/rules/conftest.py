"""No test of the rules is about time, and what covers them is not left to chance."""

import pytest
from hypothesis import settings

settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")


@pytest.hookimpl(trylast=True)  # hypothesis marks its own first
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """With --cov, tests by hypothesis are not traced: what they reach changes, and tracing is most of their time."""
    for item in items:
        if item.get_closest_marker("hypothesis"):
            item.add_marker("no_cover")
