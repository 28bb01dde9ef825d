"""What README and guides tell people to type exists and is what CI runs."""

import re

import pytest

import run
from ryfsite.environment import ROOT

CI = (ROOT / ".ci" / "run").read_text()
MAKEFILE = (ROOT / "Makefile").read_text()
DOCS = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md")),
    *sorted((ROOT / "docs").rglob("*.md")),
]
NOT_IN_CI = {
    "serve": "tests start it, as `make run` does (tests/test_run.py)",
    "bench": "figures, which a busy computer would spoil",
    "shots": "pictures for README and guides",
    "doctor": "its tests run it (tests/test_doctor.py)",
    "messages": "tests/test_messages.py sees whether it was forgotten",
}
"""Commands that CI does not run as they are, and why."""
TARGETS = dict(re.findall(r"^([a-z]+):\n\t@\$\(PYTHON\) run\.py ([a-z]+)", MAKEFILE, re.M))


def commands_in(text: str) -> set[str]:
    """What a text tells to type: targets of make, commands of run.py, of manage.py."""
    found = {f"make {name}" for name in re.findall(r"\bmake ([a-z]+)\b(?=[ `\n;:.,)]|$)", shown(text))}
    found |= {f"run.py {name}" for name in re.findall(r"\brun\.py ([a-z]+)", shown(text))}
    return found | {f"manage.py {name}" for name in re.findall(r"\bmanage\.py ([a-z_]+)", shown(text))}


def shown(text: str) -> str:
    """Only what is set as code: prose may make things too."""
    return "\n".join([*re.findall(r"```.*?\n(.*?)```", text, re.S), *re.findall(r"`([^`\n]+)`", text)])


@pytest.mark.parametrize("document", DOCS, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_command_of_a_document_exists(document):
    from django.core.management import get_commands

    targets = set(re.findall(r"^([a-z]+):", MAKEFILE, re.M))
    for command in commands_in(document.read_text()):
        program, name = command.split()
        known = {"make": targets, "run.py": set(run.COMMANDS), "manage.py": set(get_commands())}[program]
        assert name in known, f"{document.name} tells to type {command}"


def test_what_the_readme_tells_to_run_is_what_ci_runs():
    told = commands_in((ROOT / "README.md").read_text())
    assert {"make run", "make test", "make check"} <= told
    run_by_ci = set(re.findall(r"python3 run\.py ([a-z]+)", CI))
    for command in sorted(told):
        program, name = command.split()
        if program == "manage.py" or name in {"lock", "clean"}:
            continue
        own = TARGETS.get(name, name) if program == "make" else name
        assert own in run_by_ci or own in NOT_IN_CI, f"README tells to type {command}, which CI never runs"


def test_ci_runs_no_command_that_is_none_and_leaves_none_out_without_a_reason():
    run_by_ci = set(re.findall(r"python3 run\.py ([a-z]+)", CI))
    assert run_by_ci <= set(run.COMMANDS)
    assert set(run.COMMANDS) - run_by_ci == set(NOT_IN_CI)


def test_each_target_of_make_does_what_run_py_does():
    assert set(TARGETS.values()) == set(run.COMMANDS)
