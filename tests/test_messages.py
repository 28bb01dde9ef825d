"""Every sentence of the interface exists in Spanish: none missing, guessed, left over, or with other blanks."""

import os
import re
import shutil
import subprocess
import sys
from collections import defaultdict

import polib
import pytest
from django.utils.translation import override

from accounts.django_words import SAID
from run import GATHER_MESSAGES, ROOT
from tests.e2e.languages import POLITE

CATALOGUE = "locale/es/LC_MESSAGES/django.po"
BLANK = re.compile(r"%\(\w+\)[#0 +-]*[\d.]*[a-z]|%[sdrf]|\{\w*\}")
FROM_HERE = f"{CATALOGUE}: run.py messages gathers what is new, then translate it"


def entries():
    return [entry for entry in polib.pofile(str(ROOT / CATALOGUE)) if not entry.obsolete]


def blanks(text):
    return sorted(BLANK.findall(text.replace("%%", "")))


def forms(entry):
    """Each translation beside the source it stands for: the plural's forms beside singular and plural."""
    if not entry.msgid_plural:
        return [(entry.msgid, entry.msgstr)]
    return [(entry.msgid, entry.msgstr_plural.get(0, "")), (entry.msgid_plural, entry.msgstr_plural.get(1, ""))]


def test_each_message_is_translated():
    missing = [source for entry in entries() for source, translation in forms(entry) if not translation.strip()]

    assert missing == [], FROM_HERE


def test_no_translation_is_a_guess():
    assert [entry.msgid for entry in entries() if entry.fuzzy] == [], "marked fuzzy: read them, then remove the mark"


def test_translations_keep_the_blanks():
    changed = [
        (source, translation)
        for entry in entries()
        for source, translation in forms(entry)
        # "One die" may become "%(count)s dado" in Spanish, whose first form is for 1 alone.
        if translation and blanks(source) != blanks(translation) != blanks(entry.msgid_plural or source)
    ]

    assert changed == []


def test_translations_keep_the_line_breaks_at_the_ends():
    changed = [
        source
        for entry in entries()
        for source, translation in forms(entry)
        if (source[:1] == "\n", source[-1:] == "\n") != (translation[:1] == "\n", translation[-1:] == "\n")
    ]

    assert changed == []


def test_spanish_has_two_forms():
    plural = polib.pofile(str(ROOT / CATALOGUE)).metadata["Plural-Forms"]

    assert plural == "nplurals=2; plural=(n != 1);", "with Django's own three forms, 0 and 2 come out in English"


def test_the_catalogue_holds_what_the_source_says(tmp_path):
    if not shutil.which("xgettext"):
        if os.environ.get("CI"):
            pytest.fail("xgettext is missing: apt-get install gettext")
        pytest.skip("NO GETTEXT: missing and stale messages were not looked for (apt-get install gettext)")
    unneeded = shutil.ignore_patterns(".*", "staticfiles", "data", "tests", "bench", "docs", "__pycache__", "*.mo")
    shutil.copytree(ROOT, tmp_path / "copy", ignore=unneeded)
    environment = {name: value for name, value in os.environ.items() if name != "DJANGO_SETTINGS_MODULE"}
    subprocess.run(
        [sys.executable, "-m", "django", *GATHER_MESSAGES],
        cwd=tmp_path / "copy",
        env=environment,
        check=True,
        capture_output=True,
    )

    def known(po):
        return {(entry.msgctxt, entry.msgid, entry.msgid_plural) for entry in po if not entry.obsolete}

    gathered, kept = known(polib.pofile(str(tmp_path / "copy" / CATALOGUE))), known(polib.pofile(str(ROOT / CATALOGUE)))
    assert sorted(gathered - kept, key=str) == [], FROM_HERE
    assert sorted(kept - gathered, key=str) == [], f"no longer said anywhere: {FROM_HERE}"


def test_no_message_hides_behind_a_name_that_is_not_gathered():
    """xgettext knows the names of gettext and _; what another one says never comes into the catalogue."""
    hidden = re.compile(r"import \w*gettext\w* as (?!_\b)\w+")
    folders = ("accounts", "campaigns", "characters", "combat", "ryfsite")
    files = [path for folder in folders for path in (ROOT / folder).rglob("*.py")]

    assert [str(path.relative_to(ROOT)) for path in files if hidden.search(path.read_text())] == []


def test_what_django_says_to_people_is_said_with_tu():
    """Our catalogue goes before Django's, whose Spanish says usted."""
    numbers = defaultdict(lambda: 3)

    with override("es"):
        said = [str(each % numbers) for each in SAID]

    assert len(said) > 10
    assert [each for each in said if POLITE.search(each) or re.search(r"\b[Ss]u\b", each)] == []
