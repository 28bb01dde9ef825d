"""Thousands of bad inputs to every form, question and file: refused with a sentence, never a fault, nothing changed.

`FUZZ=50000 python3 run.py test tests/access/test_fuzz.py` sends so many, other ones each time.
"""

import json
import os
import re
import time
from collections import Counter
from collections.abc import Iterator
from copy import copy
from random import Random, SystemRandom

import pytest
from django.conf import settings as site
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.test import Client

from campaigns import chance, feed
from tests.access.addresses import NAMES
from tests.access.forms import QUESTIONS
from tests.access.hostile import SLUGS, spoilt_form, text
from tests.access.law import ROWS
from tests.access.reading import watching
from tests.access.test_bad_values import ASKERS, GOOD_AFTER_ALL, TEXT
from tests.exchange.spoiling import spoilt

pytestmark = pytest.mark.postgres(fewer=True)  # what only it refuses, such as a text that has grown too long
WANTED = int(os.environ.get("FUZZ", "0"))
LOOKED_AFTER = 30
"""After one in so many that was accepted the pages are looked at."""
BAD_FORMS, BAD_FILES = (WANTED * 9 // 10, WANTED // 10) if WANTED else (600, 60) if site.IS_POSTGRES else (3_000, 400)
PRESSES = sorted(name for name, method in ROWS if method == "POST" and "~" not in name)
READS = sorted(name for name in {*QUESTIONS, *NAMES} if (name, "GET") in ROWS)
FILES = {
    "characters:import": "characters:export", "combat:take-library": "combat:export-library",
    "characters:house-import": "characters:house-export", "campaigns:import": "campaigns:export",
}  # fmt: skip
"""Where a file is taken in, and where such a file comes from."""
SENTENCE = re.compile(r'class="[^"]*(?:problem|notice harm)[^"]*"[^>]*>(?:\s|<[^>]*>)*[^<\s]')


class Sender:
    """Sends one input after the other to the same tables, takes back what was accepted, and keeps what went wrong."""

    def __init__(self, place, as_, watch, said) -> None:
        self.place, self.watch, self.said = place, watch, said
        people = {role: place.people[role] for role in ("GM", "owner", "player", "guest", "stranger")}
        self.browsers = {role: as_(person) for role, person in people.items()}
        for browser in self.browsers.values():
            browser.get("/guide/players/")  # a session is written at its first visit
        self.answered: Counter[int] = Counter()
        self.began = time.process_time()
        watch.begin()

    def send(self, role: str, method: str, url: str, form) -> tuple[int, str]:
        """The status, and what is wrong with the answer, "" if nothing."""
        browser = self.browsers.get(role) or Client()
        browser.raise_request_exception, cookies = False, copy(browser.cookies)
        with transaction.atomic():
            ask = browser.get if method == "GET" else browser.post
            answer = ask(url, form, headers={"hx-request": "true"})
            fault = self._fault(answer)
            if not fault and answer.status_code < 400 and sum(self.answered.values()) % LOOKED_AFTER == 0:
                fault = self._later()
            transaction.set_rollback(True)
        browser.cookies = cookies
        feed.forget()
        self.answered[answer.status_code] += 1
        return answer.status_code, fault

    def _fault(self, answer) -> str:
        if answer.status_code >= 500:
            return f"a fault: {answer.exc_info[1]!r}" if answer.exc_info else "a fault"
        if answer.status_code < 400:
            return ""
        if self.watch.changed():
            return "refused, and something has changed"
        page = answer.content.decode()
        if answer.status_code == 409 and not page:  # a script whose page is made for another role loads it again
            return ""
        if not SENTENCE.search(page) and not self.said(answer) and "HX-Redirect" not in answer.headers:
            return f"refused without a word: {page[:200]}"
        return ""

    def _later(self) -> str:
        """What was accepted is shown on the pages after it."""
        browser = self.browsers["GM"]
        browser.raise_request_exception = False
        for page in ("campaigns:log", "campaigns:table", "combat:encounter"):
            if browser.get(self.place.url(page)).status_code >= 500:
                return f"accepted, and then {page} broke"
        return ""

    def chances(self, refusals: int) -> Iterator[Random]:
        """What to draw each input from, until so many were refused; its number is told with what went wrong."""
        began = SystemRandom().randrange(2**32) if WANTED else 0
        for self.number in range(began, began + 3 * refusals):
            if self.refused >= refusals:
                break
            yield Random(self.number)

    @property
    def refused(self) -> int:
        return sum(count for status, count in self.answered.items() if status >= 400)

    def report(self) -> str:
        sent, spent = sum(self.answered.values()), time.process_time() - self.began
        return f"{sent} sent, {self.refused} refused, {spent:.0f} s: {dict(sorted(self.answered.items()))}"


@pytest.fixture
def sender(place, as_, watch, said, monkeypatch) -> Sender:
    monkeypatch.setattr(chance, "source", lambda sides: 2)
    return Sender(place, as_, watch, said)


def test_every_form_and_question_refuses_nonsense_and_nothing_changes(sender, place):
    fields, keys, faults = {}, sorted({*place.things.values()}), {}
    for name in PRESSES:
        with watching() as read:
            sender.send(ASKERS.get(name, "GM"), "POST", place.url(name), place.form(name))
        fields[name, "POST"] = sorted(read | place.form(name).keys())
    for name in READS:
        with watching() as read:
            sender.send("GM", "GET", place.url(name), place.query(name))
        fields[name, "GET"] = sorted(read | place.query(name).keys())

    addresses = [(name, "POST") for name in PRESSES if place.form(name)] * 40 + [(name, "GET") for name in READS]

    for source in sender.chances(BAD_FORMS):
        name, method = source.choice(addresses)
        form = place.form(name) if method == "POST" else place.query(name)
        asks = ASKERS.get(name, "GM")
        role = source.choice([asks] * 16 + ["owner"] * 4 + ["player", "guest", "stranger", "anonymous"])
        instead = {}
        if name in NAMES and source.randrange(8) == 0:
            instead[source.choice(NAMES[name])] = source.choice([*SLUGS, *keys])
        strict = [] if method == "GET" else [each for each in form if not takes_words(name, each)]
        sent = encodable(spoilt_form(source, form, fields[name, method], strict, keys))
        status, fault = sender.send(role, method, place.url(name, **instead), sent)
        if fault:
            faults.setdefault((name, fault), (sender.number, status, role, instead, str(sent)[:600]))

    print(sender.report())
    assert faults == {}
    assert sender.refused >= BAD_FORMS


def takes_words(name: str, field: str) -> bool:
    return GOOD_AFTER_ALL.get((name, field), set()) >= TEXT


def encodable(form):
    """The same as a browser can send it: half a surrogate pair travels as the three bytes that no text may have."""
    if isinstance(form, dict):
        return {encodable(field): encodable(value) for field, value in form.items()}
    if isinstance(form, list):
        return [encodable(value) for value in form]
    return form.encode("utf-8", "replace").decode()


def test_every_file_is_taken_in_or_refused_and_nothing_changes(sender, place):
    documents = {
        taken: json.loads(sender.browsers["GM"].get(place.url(given)).content) for taken, given in FILES.items()
    }
    faults = {}
    weighted = (
        ["characters:import"] * 4 + ["combat:take-library"] * 3 + ["characters:house-import"] * 2 + ["campaigns:import"]
    )

    for source in sender.chances(BAD_FILES):
        name = source.choice(weighted)
        document, where = spoilt(documents[name], sender.number)
        sent = json.dumps(document) if source.randrange(8) else text(source)
        form = {**place.form(name), "text": encodable(sent)}
        if name == "campaigns:import" or source.randrange(2):
            file = SimpleUploadedFile("x.json", sent.encode("utf-8", "surrogatepass"), "application/json")
            form = {**form, "text": "", "file": file}
        status, fault = sender.send("GM", "POST", place.url(name), form)
        if fault:
            faults.setdefault((name, fault), (sender.number, status, where))

    print(sender.report())
    assert faults == {}
    assert sender.refused >= BAD_FILES
