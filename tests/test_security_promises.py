"""docs/security.md names tests that are there."""

import re

from ryfsite.environment import ROOT

NAMED = re.compile(r"`(tests/[\w/]+\.py)(?:::(\w+))?`")


def test_every_promise_is_held_by_a_test_that_exists():
    named = NAMED.findall((ROOT / "docs" / "security.md").read_text())

    assert len(named) > 20
    for file, test in named:
        assert (ROOT / file).exists(), file
        assert not test or f"def {test}(" in (ROOT / file).read_text(), f"{file}::{test}"
