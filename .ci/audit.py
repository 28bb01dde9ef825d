"""`run.py audit`: the packages that this site brings along, each pinned with its hashes, as asked for and for a reason.

Where PyPI's advisories can be asked, none may have a known fault. Where they cannot, that is said and no more: a change
must not wait for somebody else's server.
"""

import re
import subprocess
import sys
import tomllib
import urllib.request
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, requires
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name as named

LOCKS = ("requirements.txt", "requirements-dev.txt")
PIN = re.compile(
    r"^(?P<name>[A-Za-z0-9._-]+)==(?P<version>\S+)(?: ; (?P<where>.*?))?(?P<hashes>(?: \\\n    --hash=\S+)*)$", re.M
)
HASH = re.compile(r"--hash=sha256:[0-9a-f]{64}")
ADVISORIES = "https://pypi.org/pypi/django/{version}/json"


def pins(lock: str) -> dict[str, re.Match[str]]:
    return {named(found["name"]): found for found in PIN.finditer(lock)}


def without_a_hash(lock: str) -> list[str]:
    """Lines that pip would take without knowing what it gets."""
    lines = [line for line in lock.splitlines() if line and not line.startswith((" ", "#"))]
    found = pins(lock)
    loose = [line for line in lines if named(re.split(r"[=<>~! \[;]", line, maxsplit=1)[0]) not in found]
    return loose + [name for name, pin in found.items() if not HASH.search(pin["hashes"])]


def asked_for(project: dict) -> list[Requirement]:
    """What pyproject.toml names, for the site and for its tests."""
    return [Requirement(line) for line in (*project["project"]["dependencies"], *project["dependency-groups"]["dev"])]


def out_of_date(wanted: list[Requirement], pinned: dict[str, re.Match[str]]) -> Iterator[str]:
    """What is asked for and not pinned so."""
    for each in wanted:
        pin = pinned.get(named(each.name))
        if pin is None:
            yield f"{each} is in no lock: make lock"
        elif not each.specifier.contains(pin["version"], prereleases=True):
            yield f"{each} is pinned to {pin['version']}: make lock"


def needed_by_nothing(wanted: list[Requirement], pinned: dict[str, re.Match[str]]) -> list[str]:
    """Pins of packages that are installed here though nothing that is asked for leads to them."""
    reached: set[str] = set()
    waiting = list(wanted)
    while waiting:
        each = waiting.pop()
        key = (named(each.name), frozenset(each.extras))
        if key in reached:
            continue
        reached.add(key)
        try:
            lines = requires(each.name) or ()
        except PackageNotFoundError:  # of another system
            continue
        further = [Requirement(line) for line in lines]
        extras = [*each.extras, ""]
        waiting += [
            one for one in further if one.marker is None or any(one.marker.evaluate({"extra": x}) for x in extras)
        ]
    names = {name for name, _extras in reached}
    return [name for name, pin in pinned.items() if name not in names and not pin["where"]]


def can_be_asked(version: str) -> bool:
    """Asked of one package first, as pip-audit asks of each: a mirror may have packages and no advisories."""
    try:
        with urllib.request.urlopen(ADVISORIES.format(version=version), timeout=10) as answer:
            return b'"vulnerabilities"' in answer.read()
    except (OSError, ValueError):
        return False


def main() -> int:
    texts = {name: Path(name).read_text() for name in LOCKS}
    pinned = {name: pin for text in texts.values() for name, pin in pins(text).items()}
    wanted = asked_for(tomllib.loads(Path("pyproject.toml").read_text()))
    faults = [f"{name}: {line} has no hash" for name, text in texts.items() for line in without_a_hash(text)]
    faults += out_of_date(wanted, pinned)
    faults += [f"{name} is pinned and nothing needs it: make lock" for name in needed_by_nothing(wanted, pinned)]
    for fault in faults:
        print(f"audit: {fault}", file=sys.stderr)
    codes = [bool(faults), subprocess.call([sys.executable, "-m", "pip", "check", "--disable-pip-version-check"])]
    if can_be_asked(pinned["django"]["version"]):
        files = [part for name in LOCKS for part in ("-r", name)]
        options = ["--disable-pip", "--require-hashes", "--strict", "--progress-spinner=off"]
        codes.append(subprocess.call([sys.executable, "-m", "pip_audit", *options, *files]))
    else:
        print("audit: PyPI's advisories cannot be asked from here; whether a fault is known was not looked up.")
    print(f"audit: {len(pinned)} packages, {len(faults)} faults of the locks")
    return int(any(codes))


if __name__ == "__main__":
    sys.exit(main())
