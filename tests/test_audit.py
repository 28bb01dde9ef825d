"""`run.py audit`: what is wrong with the locks is named."""

import importlib.util
import re
import tomllib

import pytest
from packaging.requirements import Requirement

from ryfsite.environment import ROOT

HASH = " \\\n    --hash=sha256:" + "a" * 64


@pytest.fixture(scope="module")
def audit():
    spec = importlib.util.spec_from_file_location("audit", ROOT / ".ci" / "audit.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_package_without_a_hash_is_named(audit):
    lock = f"sound==1.0{HASH}\nbare==2.0\nloose>=3\ngit @ https://example.org/x.zip\n"
    assert sorted(audit.without_a_hash(lock)) == ["bare", "git @ https://example.org/x.zip", "loose>=3"]


def test_what_is_asked_for_and_not_pinned_so_is_named(audit):
    pinned = audit.pins(f"django==5.1.0{HASH}\nDj_Database.URL==3.1{HASH}\n")
    wanted = [Requirement("django~=5.2"), Requirement("dj-database-url~=3.0"), Requirement("segno~=1.6")]
    assert list(audit.out_of_date(wanted, pinned)) == [
        "django~=5.2 is pinned to 5.1.0: make lock",
        "segno~=1.6 is in no lock: make lock",
    ]


def test_what_nothing_needs_is_named(audit):
    pinned = audit.pins(
        f"django==5.2{HASH}\nsqlparse==0.5{HASH}\nleftover==1.0{HASH}\nelsewhere==1 ; sys_platform == 'win32'{HASH}\n"
    )
    assert audit.needed_by_nothing([Requirement("django")], pinned) == ["leftover"]


def test_the_locks_of_this_site_are_in_order_and_name_no_host(audit):
    wanted = audit.asked_for(tomllib.loads((ROOT / "pyproject.toml").read_text()))
    texts = [(ROOT / name).read_text() for name in audit.LOCKS]
    pinned = {name: pin for text in texts for name, pin in audit.pins(text).items()}
    assert [line for text in texts for line in audit.without_a_hash(text)] == []
    assert list(audit.out_of_date(wanted, pinned)) == []
    assert audit.needed_by_nothing(wanted, pinned) == []
    assert not any(re.search(r"https?://", text) for text in texts)
