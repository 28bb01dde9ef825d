"""What the source may not hold, wherever it stands: what only a reader would notice, and too late."""

import ast
import re
import subprocess
from pathlib import Path

import pytest

from run import ROOT

ROOT = Path(ROOT)
THIS = "tests/test_architecture.py"
PRESET_NAMES = re.compile(r"ryf[-_](?:table|core)|d10x2", re.IGNORECASE)
MAY_NAME_PRESETS = ("rules/presets/", "tests/", "docs/", "bench/", "locale/")
INLINE = {
    "a style attribute": re.compile(r"<[^>]*\sstyle\s*=", re.IGNORECASE),
    "a style element": re.compile(r"<style\b", re.IGNORECASE),
    "a script without a file": re.compile(r"<script\b(?![^>]*\ssrc\s*=)", re.IGNORECASE),
    "a handler": re.compile(r"<[^>]*\son[a-z]+\s*=", re.IGNORECASE),
    "hx-on": re.compile(r"\bhx-on\b|\bhx-on:", re.IGNORECASE),
    "a value computed by eval": re.compile(r"hx-(?:vals|headers)\s*=\s*[\"']\s*(?:js|javascript):", re.IGNORECASE),
    "hx-vars": re.compile(r"\bhx-vars\b", re.IGNORECASE),
    "a trigger computed by eval": re.compile(r"hx-trigger\s*=\s*[\"'][^\"']*\[", re.IGNORECASE),
    "javascript:": re.compile(r"javascript:", re.IGNORECASE),
    "another host": re.compile(r"(?:src|href|action|hx-\w+)\s*=\s*[\"'](?:https?:)?//", re.IGNORECASE),
}  # fmt: skip
"""What the strict CSP blocks, or what sends a visitor's browser elsewhere."""


def sources() -> list[str]:
    """The files that git knows, and those it would take in."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
        cwd=ROOT, check=True, capture_output=True, text=True,
    )  # fmt: skip
    return sorted(name for name in listed.stdout.split("\0") if name and name != THIS and (ROOT / name).is_file())


SOURCES = sources()
PYTHON = [name for name in SOURCES if name.endswith(".py")]
TEMPLATES = [name for name in SOURCES if name.endswith(".html")]
STATIC = [name for name in SOURCES if name.startswith("static/") and name.endswith((".css", ".js"))]


def text(name: str) -> str:
    """A file as text; empty where it is none."""
    try:
        return (ROOT / name).read_text("utf-8")
    except UnicodeDecodeError:
        return ""


def found(pattern: re.Pattern[str], names: list[str]) -> list[str]:
    """Where the pattern stands: file and line."""
    return [
        f"{name}:{number}: {line.strip()[:100]}"
        for name in names
        if pattern.search(text(name))
        for number, line in enumerate(text(name).splitlines(), 1)
        if pattern.search(line)
    ]


def test_there_are_sources_to_look_at():
    assert {"run.py", "rules/presets/__init__.py", "templates/base.html", "requirements.txt"} <= set(SOURCES)


def test_presets_are_named_in_their_folder_only():
    named = found(PRESET_NAMES, [
        name for name in SOURCES
        if not name.startswith(MAY_NAME_PRESETS) and "/migrations/" not in name and not name.endswith(".md")
    ])  # fmt: skip

    assert named == []


def branches(tree: ast.AST) -> list[ast.expr]:
    """Every expression that a program decides by."""
    tests: list[ast.expr] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.If | ast.IfExp | ast.While | ast.Assert):
            tests.append(node.test)
        elif isinstance(node, ast.Match):
            tests.append(node.subject)
        elif isinstance(node, ast.comprehension):
            tests += node.ifs
        elif isinstance(node, ast.Compare):
            tests.append(node)
    return tests


def test_nothing_decides_by_the_preset():
    """A system that needs another behaviour brings another value: rules are data."""
    deciding = [
        f"{name}:{test.lineno}"
        for name in PYTHON
        if not name.startswith(("rules/presets/", "tests/"))
        for test in branches(ast.parse(text(name)))
        for part in ast.walk(test)
        if (isinstance(part, ast.Name) and part.id in {"preset", "preset_key"})
        or (isinstance(part, ast.Attribute) and part.attr in {"preset", "preset_key"})
        or (isinstance(part, ast.Attribute) and part.attr == "key" and _name(part.value) in {"ruleset", "rules"})
    ]
    deciding += found(re.compile(r"\{%\s*(?:el)?if\b[^%]*\b(?:preset|ruleset\.key)\b"), TEMPLATES)

    assert deciding == []


def _name(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def test_no_path_of_one_machine_stands_anywhere():
    assert found(re.compile(r"(?<![\w.])/(?:work|root|home/\w+|Users/\w+)/"), SOURCES) == []


@pytest.mark.parametrize("name", ["requirements.txt", "requirements-dev.txt"])
def test_a_lock_file_names_no_registry_and_hashes_everything(name):
    lines = [line for line in text(name).splitlines() if line.strip() and not line.lstrip().startswith("#")]
    pinned = [line for line in lines if not line.startswith(" ")]

    assert found(re.compile(r"://|--(?:extra-)?index|--find-links|--trusted-host|^-[irefc]\b"), [name]) == []
    assert pinned
    assert [line for line in pinned if not re.match(r"[\w.\[\],-]+==[^ ]+( ;.*)? \\$", line)] == []
    assert sum("--hash=sha256:" in line for line in lines) >= len(pinned)


def test_other_locks_which_name_their_hosts_are_not_here():
    names = {Path(name).name for name in SOURCES}

    assert names & {"uv.lock", "pylock.toml", "poetry.lock", "package-lock.json"} == set()


@pytest.mark.parametrize("what", INLINE)
def test_templates_hold_nothing_that_the_strict_csp_blocks(what):
    assert found(INLINE[what], TEMPLATES) == []


@pytest.mark.parametrize("what", INLINE)
def test_nor_do_pieces_that_python_writes(what):
    ours = [name for name in PYTHON if not name.startswith(("tests/", "bench/", "docs/"))]

    assert found(INLINE[what], ours) == []


def test_drawings_hold_nothing_that_runs():
    running = re.compile(r"<script|\son[a-z]+\s*=|javascript:|(?:href|src)\s*=\s*[\"']https?:", re.IGNORECASE)

    assert found(running, [name for name in SOURCES if name.endswith(".svg")]) == []


def test_stylesheets_and_scripts_ask_no_other_host():
    asking = re.compile(r"url\(\s*[\"']?(?:https?:)?//|@import\s+[\"'](?:https?:)?//|fetch\(\s*[\"']https?:")

    assert STATIC
    assert found(asking, STATIC) == []


def test_scripts_make_no_code_out_of_text():
    making = re.compile(r"\beval\s*\(|new\s+Function\b|\.innerHTML\s*=|document\.write|insertAdjacentHTML")

    assert found(making, STATIC) == []


def test_every_form_that_posts_carries_the_token():
    forms = re.compile(r"<form\b[^>]*method=\"post\"[^>]*>(?!\s*(?:\{#[^#]*#\})?\s*\{% csrf_token %\})", re.IGNORECASE)

    assert found(forms, TEMPLATES) == []
