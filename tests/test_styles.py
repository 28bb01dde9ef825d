"""Style sheets are a file for each thing, and three on the wire; each of them says what its files say."""

import re

import pytest
from django.contrib.staticfiles.storage import StaticFilesStorage
from django.core.management import call_command

from ryfsite.environment import ROOT
from ryfsite.styles import GatheredStyles, gathered

SERVED = ("site", "fight", "book")
SOURCES = StaticFilesStorage(location=ROOT / "static")


def things(name):
    return re.findall(r'@import "([\w-]+)\.css";', (ROOT / "static" / "css" / f"{name}.css").read_text())


def test_every_thing_is_in_one_of_them_and_in_no_other():
    """Also after a merge that put two lists together. The admin panel links its own."""
    imported = [thing for name in SERVED for thing in things(name)]

    assert sorted(imported) == sorted(
        {file.stem for file in (ROOT / "static" / "css").glob("*.css")} - {*SERVED, "admin"}
    )
    assert things("site")[0] == "tokens"  # which sets the order of the layers


def test_what_a_sheet_imports_stands_in_its_place(tmp_path):
    (tmp_path / "css").mkdir()
    for name, text in {
        "page": '/* All. */\n\n@import "die.css";\n@import "odds.css";\n',
        "die": "/* Dice,\n   all. */\n@layer thing {\n  .die { color: red; } /* kept */\n\n  .six { order: 6 }\n}\n",
        "odds": '@layer thing {\n  .odds { background: url("../img/odds.svg"); }\n}\n',
    }.items():
        (tmp_path / "css" / f"{name}.css").write_text(text)

    lines = gathered(StaticFilesStorage(location=tmp_path), "css/page.css").splitlines()
    assert [line.strip() for line in lines if line] == [
        "@layer thing {",
        ".die { color: red; }",
        ".six { order: 6 }",
        "}",
        "@layer thing {",
        '.odds { background: url("../img/odds.svg"); }',
        "}",
    ]


def test_what_is_collected_is_gathered_hashed_and_compressed(tmp_path, settings):
    settings.STATIC_ROOT = tmp_path
    settings.STORAGES = {**settings.STORAGES, "staticfiles": {"BACKEND": "ryfsite.styles.GatheredStyles"}}

    call_command("collectstatic", interactive=False, verbosity=0, ignore_patterns=["js", "guide"])

    kept = GatheredStyles()
    for name in SERVED:
        file = tmp_path / kept.stored_name(f"css/{name}.css")
        assert "@import" not in file.read_text()
        assert file.with_name(f"{file.name}.br").exists()
    assert re.findall(
        r"grenze-latin-600-normal\.\w{12}\.woff2", (tmp_path / kept.stored_name("css/site.css")).read_text()
    )
    assert "/*" in (tmp_path / kept.stored_name("admin/css/base.css")).read_text()  # Django's own stay as they came


@pytest.mark.parametrize("name", SERVED)
def test_the_sources_write_imports_as_they_are_understood(name):
    assert "@import" not in gathered(SOURCES, f"css/{name}.css")
