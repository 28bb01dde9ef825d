"""Words that would like to be markup, in every field that takes words: on every page of everybody they stay words."""

from html.parser import HTMLParser

import pytest
from django.contrib import admin
from django.urls import reverse

from campaigns import chance, feed
from tests.access.law import ROWS
from tests.access.test_bad_values import ASKERS, GOOD_AFTER_ALL, TEXT

WORDS = "\"><img src=x onerror=f()>'{{7*7}}`"
FIELDS: dict[str, list[str]] = {}
for name, field in sorted(at for at, good in GOOD_AFTER_ALL.items() if good >= TEXT and "preview" not in at[0]):
    FIELDS.setdefault(name, []).append(field)
ROLES = ("GM", "owner", "player", "spectator")


class Elements(HTMLParser):
    """The elements of a page that its words have made."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.made: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        named = dict(attributes)
        if named.get("src") == "x" or any(name.startswith("on") for name in named):
            self.made.append(f"<{tag} {named}>")


@pytest.fixture
def spoken(place, as_, monkeypatch):
    """Everything that can be called something is called by those words, in the order of the forms."""
    monkeypatch.setattr(chance, "source", lambda sides: 2)
    answered = {}
    for number, (name, fields) in enumerate(FIELDS.items()):
        form = {**place.form(name), **dict.fromkeys(fields, WORDS)}
        form |= {"press": f"pulsada-c{number}"} if "press" in form else {"username": f"nuria{number}"}
        answered[name] = as_(place.people[ASKERS.get(name, "GM")]).post(place.url(name), form)
    feed.forget()
    return answered


def test_every_field_has_taken_them(spoken):
    refused = {name: answer.status_code for name, answer in spoken.items() if answer.status_code not in (200, 302)}

    assert refused == {}
    assert len(spoken) > 25


def test_no_page_of_anybody_obeys_them(place, spoken, as_):
    faults, seen = {}, 0
    for role in ROLES:
        browser = as_(place.people[role])
        for name in sorted(name for name, method in ROWS if method == "GET"):
            answer = browser.get(place.url(name), place.query(name, role))
            if not answer.headers.get("Content-Type", "").startswith("text/html"):
                assert WORDS not in str(answer.headers)
                continue
            page = answer.content.decode()
            seen += "onerror=f()" in page
            if made := Elements(page).made:
                faults[role, name] = made
    assert faults == {}
    assert seen > 40, "they are shown somewhere"


def test_the_admin_panel_does_not_obey_them(place, spoken, as_, hugo):
    browser, faults, seen = as_(hugo), {}, 0
    for model in admin.site._registry:
        name = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        rows = model._base_manager.order_by("-pk")[:3]
        for url in [reverse(f"{name}_changelist"), *(reverse(f"{name}_change", args=[row.pk]) for row in rows)]:
            page = browser.get(url).content.decode()
            seen += "onerror=f()" in page
            if made := [each for each in Elements(page).made if "f()" in each or "'src': 'x'" in each]:
                faults[url] = made
    assert faults == {}
    assert seen > 10
