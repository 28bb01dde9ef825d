"""Whatever is sent, the answer is a 4xx with a sentence in the reader's language, and nothing has changed."""

import gzip

import pytest
from django.conf import settings
from django.db import transaction
from django.test import Client

from tests.access.addresses import NAMES
from tests.access.forms import FORMS, QUESTIONS
from tests.access.law import ROWS

postgres = pytest.mark.postgres  # where a value comes as far as the database, or to a question to it

BAD = {
    "nothing": "",
    "letters": "abc",
    "an exponent": "1e9",
    "a negative": "-5",
    "a comma": "3,5",
    "a huge text": "x" * 5000,
    "a null byte": "a\0b",
}
UNREADABLE = {"a huge text", "a null byte"}
TEXT = BAD.keys() - UNREADABLE - {"nothing"}  # any name will do
SIGNS = TEXT - {"a comma"}  # what a login may be made of

GOOD_AFTER_ALL = {
    ("accounts:account", "username"): SIGNS,
    ("campaigns:new", "campaign"): TEXT,
    ("campaigns:new", "preset"): {"nothing"},  # the first one
    ("campaigns:new", "setting"): {"nothing"},  # any
    ("campaigns:setting", "setting"): {"nothing"},
    **{
        (f"characters:{page}", field): good
        for page in ("house", "house-preview")
        for field, good in {"pools.pv.formula": {"a negative"}, "skills.notice.label": TEXT}.items()
    },
    ("campaigns:new", "name"): TEXT,
    ("campaigns:new", "username"): SIGNS,
    ("campaigns:solo", "campaign"): TEXT | {"nothing"},  # the site has a name for it
    ("campaigns:solo", "preset"): {"nothing"},
    ("campaigns:solo", "name"): TEXT,
    ("campaigns:solo", "username"): SIGNS,
    ("campaigns:invite", "uses"): {"nothing"},  # any number
    ("campaigns:rename", "name"): TEXT,
    ("campaigns:join", "name"): TEXT,
    ("characters:new", "name"): TEXT,
    ("characters:new", "concept"): TEXT | {"nothing"},
    ("characters:new", "gender"): {"nothing"},  # no matter
    ("characters:roll", "modifier"): {"nothing", "a negative"},
    ("characters:roll", "audience"): {"nothing"},  # the table
    ("characters:roll", "supports"): {"nothing"},
    ("characters:try-dice", "bonus"): {"nothing", "a negative"},
    ("characters:try-dice", "difficulty"): {"a negative"},
    ("characters:try-dice", "formula"): {"nothing"},
    ("characters:free", "audience"): {"nothing"},
    ("characters:free", "dice"): {"nothing"},
    ("characters:oppose", "modifier"): {"nothing", "a negative"},
    ("characters:oppose", "modifier-1"): {"nothing", "a negative"},
    ("characters:oppose", "audience"): {"nothing"},
    ("characters:oppose", "dice"): {"nothing"},
    ("characters:type-points", "change"): {"a negative"},
    ("characters:roll", "dice"): {"nothing"},  # the site throws them
    ("characters:points", "amount"): {"a negative"},
    ("campaigns:journal-write", "name"): TEXT | {"nothing"},
    ("campaigns:journal-write", "notes"): TEXT | {"a huge text"},
    ("campaigns:write", "text"): TEXT | {"nothing", "a huge text"},
    ("characters:write", "text"): TEXT | {"nothing"},
    ("characters:wield", "weapon"): {"nothing"},  # bare hands
    ("characters:afflict", "name"): TEXT,
    ("characters:afflict", "note"): TEXT | {"nothing"},
    ("characters:who", "name"): TEXT,
    ("characters:who", "concept"): TEXT | {"nothing"},
    ("characters:who", "gender"): {"nothing"},
    ("characters:spend", "step"): {"nothing"},  # the whole number stands beside it
    ("characters:techniques", "name"): TEXT,
    ("characters:techniques", "special"): TEXT | {"nothing"},
    ("characters:technique", "name"): TEXT,
    ("characters:specialize", "name"): TEXT,
    ("characters:finish", "losing"): {"nothing"},
    ("characters:import", "owner"): {"nothing"},  # whoever takes it in
    ("characters:correct", "reason"): TEXT,
    ("characters:take-back", "reason"): TEXT,
    ("characters:day", "rests"): {"nothing"},
    ("characters:award", "reason"): TEXT | {"nothing"},
    ("characters:scene", "name"): TEXT,
    ("characters:scene", "notes"): TEXT | {"nothing", "a huge text"},
    ("characters:scene", "gm_notes"): TEXT | {"nothing", "a huge text"},
    ("combat:new", "name"): TEXT,
    ("combat:attack", "modifier"): {"nothing", "a negative"},
    ("combat:surprise", "modifier"): {"nothing", "a negative"},
    ("combat:act", "modifier"): {"nothing", "a negative"},
    ("combat:add-foes", "name"): TEXT,
    ("combat:add-foes", "attack"): {"a negative"},
    ("combat:add-foes", "absorption"): {"nothing"},
    ("combat:add-foes", "initiative"): {"a negative"},
    ("combat:add-foes", "alias"): TEXT | {"nothing"},
    ("combat:look", "alias"): TEXT | {"nothing"},
    ("combat:new-gear", "label"): TEXT,
    ("combat:gear", "label"): TEXT,
    ("combat:new-foe", "name"): TEXT,
    ("combat:new-foe", "gender"): {"nothing"},
    ("combat:new-foe", "attack"): {"a negative"},
    ("combat:new-foe", "absorption"): {"nothing"},
    ("combat:new-foe", "initiative"): {"a negative"},
    ("combat:new-foe", "alias"): TEXT | {"nothing"},
    ("combat:new-foe", "notes"): TEXT | {"nothing"},
    ("combat:foe", "name"): TEXT,
    ("combat:foe", "gender"): {"nothing"},
    ("combat:foe", "attack"): {"a negative"},
    ("combat:foe", "absorption"): {"nothing"},
    ("combat:foe", "initiative"): {"a negative"},
    ("combat:foe", "alias"): TEXT | {"nothing"},
    ("combat:foe", "notes"): TEXT | {"nothing"},
    ("combat:add-line", "alias"): TEXT | {"nothing"},
    ("combat:add-line", "shown_points"): {"nothing"},
    ("combat:add-from-library", "alias"): TEXT | {"nothing"},
    ("combat:add-from-library", "shown_points"): {"nothing"},
    ("combat:keep-all", "name"): TEXT,
    ("combat:initiative", "dice"): {"nothing"},  # the site throws them
}
"""Values of the list above that are in order in a field; in any other field each of them is wrong."""

ASKERS = {"accounts:log-in": "anonymous", "accounts:account": "guest", "campaigns:new": "anonymous",
          "campaigns:solo": "anonymous", "campaigns:join": "anonymous", "campaigns:ask-back": "anonymous",
          "campaigns:delete-account": "guest"}  # fmt: skip
"""Who presses there; elsewhere the GM."""

ELSEWHERE = {"campaigns:demo", "combat:tour", "set_language"}
"""See tests/campaigns/test_start.py and tests/combat/test_tour.py; Django's own language switch is asked below."""

FIELDS = [(name, field) for name, form in FORMS.items() for field in form if name not in ELSEWHERE and field != "press"]
PRESSED = sorted({name for name, method in ROWS if method == "POST" and "~" not in name})


@pytest.fixture
def browser_for(place, as_):
    """`browser_for(name)(form, language)`: a press of that address by whoever may press there."""

    def asker(name):
        browser = as_(place.people[ASKERS.get(name, "GM")])
        browser.raise_request_exception = False  # a fault of the site is an answer too: 500

        def press(form, language="es", **headers):
            return browser.post(place.url(name), form, headers={"accept-language": language, **headers})

        return press

    return asker


SHARES = range(4)
"""Each test of all addresses runs in so many parts, each with one set-up for its share of them."""


def share(names, part: int) -> list[str]:
    return sorted(set(names))[part :: len(SHARES)]


@pytest.mark.postgres(fewer=True)
@pytest.mark.parametrize("part", SHARES)
def test_bad_values_are_refused_with_a_sentence_and_change_nothing(place, browser_for, watch, said, part):
    """In Spanish by htmx; what an address says for the first time is read in English too, on a page of its own.

    PostgreSQL differs in what it cannot store."""
    faults, asks = {}, {name: browser_for(name) for name in share((name for name, _ in FIELDS), part)}
    values = sorted(UNREADABLE if settings.IS_POSTGRES else BAD)
    watch.begin()
    for name, ask in asks.items():
        heard = set()
        for field, bad in [(field, bad) for at, field in FIELDS if at == name for bad in values]:
            if bad in GOOD_AFTER_ALL.get((name, field), ()):
                continue
            form = {**place.form(name), field: BAD[bad]}
            answers = [ask(form, "es", hx_request="true")]
            if (words := said(answers[0])) not in heard:
                heard.add(words)
                answers.append(ask(form, "en"))
            fault = fault_of(answers, said)
            if fault or watch.changed():
                faults[name, field, bad] = fault or "changed something"
                watch.begin()
    assert faults == {}


def fault_of(answers, said) -> str:
    """Why these are no refusals of one and the same thing, each in another language; "" if they are."""
    statuses, sentences = [answer.status_code for answer in answers], [said(answer) for answer in answers]
    if len(set(statuses)) > 1 or not 400 <= statuses[0] < 500:
        return f"answered {statuses}"
    if any(len(sentence.split()) < 2 for sentence in sentences) or len(set(sentences)) < len(sentences):
        return f"said {sentences}"
    return ""


@postgres
def test_a_name_of_a_press_that_no_page_makes_is_refused(place, browser_for, everything, said):
    browsers = {name: browser_for(name) for name, form in sorted(FORMS.items()) if "press" in form}
    before, faults = everything(), {}
    for name, ask in browsers.items():
        for bad in sorted(UNREADABLE):
            with transaction.atomic():
                form = {**place.form(name), "press": BAD[bad]}
                faults[name, bad] = fault_of([ask(form, "es"), ask(form, "en")], said)
                transaction.set_rollback(True)
    assert [at for at, fault in faults.items() if fault] == []
    assert everything() == before


@postgres
@pytest.mark.parametrize("part", SHARES)
def test_values_that_only_look_bad_are_taken(place, browser_for, part):
    shown = {"characters:try-dice", "characters:house-preview"}  # nothing is kept, so there is nowhere to go
    faults = {}
    for name in share((name for name, _ in GOOD_AFTER_ALL), part):
        ask, form = browser_for(name), place.form(name)
        for field, bad in [(where, bad) for (at, where), good in GOOD_AFTER_ALL.items() if at == name for bad in good]:
            with transaction.atomic():
                status = ask({**form, field: BAD[bad]}).status_code
                transaction.set_rollback(True)
            if status != (200 if name in shown else 302):
                faults[name, field, bad] = status
    assert faults == {}


def test_a_form_without_its_fields_is_refused(browser_for, watch, said):
    full = sorted({name for name, field in FIELDS if "nothing" not in GOOD_AFTER_ALL.get((name, field), ())})
    faults, asks = {}, {name: browser_for(name) for name in full}
    watch.begin()
    for name, ask in asks.items():
        for form in ({}, {"nonsense": "1"}):
            fault = fault_of([ask(form, "es"), ask(form, "en")], said)
            if fault or watch.changed():
                faults[name, str(form)] = fault or "changed something"
                watch.begin()
    assert faults == {}


def test_every_form_is_in_the_list():
    without_fields = {
        "accounts:log-out",
        "accounts:out-elsewhere",
        "accounts:out-there",
        "campaigns:new-link",
        "campaigns:password-link",
        "campaigns:void-links",
        "campaigns:send-link",
        "campaigns:waiting",
        "campaigns:seat",
    }

    assert set(PRESSED) - FORMS.keys() - without_fields == set(), "what does its form hold? Add it to FORMS"


def test_a_press_without_the_token_of_the_page_is_refused(place, as_, everything, said):
    careful, faults = Client(enforce_csrf_checks=True), {}
    browsers = {who: as_(place.people[who]) for who in ("anonymous", "guest", "GM")}
    before = everything()
    for name in PRESSED:
        careful.cookies = browsers[ASKERS.get(name, "GM")].cookies
        answers = [
            careful.post(place.url(name), place.form(name), headers={"accept-language": language})
            for language in ("es", "en")
        ]
        faults[name] = fault_of(answers, said)
        if answers[0].status_code != 403 or "loads it again" not in said(answers[1]):
            faults[name] = f"{answers[0].status_code} {said(answers[1])}"
    assert {name: fault for name, fault in faults.items() if fault} == {}
    assert everything() == before


TOO_MANY = "&".join(f"field{number}=1" for number in range(600))
BODIES = {
    "too large": ("application/x-www-form-urlencoded", b"name=" + b"x" * 2_000_000),
    "too many fields": ("application/x-www-form-urlencoded", TOO_MANY.encode()),
    "more fields than any form": (
        "application/x-www-form-urlencoded",
        "&".join(f"x{number}=1" for number in range(6000)).encode(),
    ),
    "more parts than any form": (
        "multipart/form-data; boundary=b",
        b"".join(b'--b\r\nContent-Disposition: form-data; name="x%d"\r\n\r\n1\r\n' % each for each in range(6000))
        + b"--b--",
    ),
    "packed": ("application/x-www-form-urlencoded", gzip.compress(b"name=Nuria")),
    "broken parts": ("multipart/form-data; boundary=no", b"--no\r\nContent-Disposition: form-data; na"),
    "no boundary": ("multipart/form-data", b"name=Nuria"),
    "no form": ("application/json", b'{"name": "Nuria"}'),
    "no text": ("application/x-www-form-urlencoded", b"nombre=%ff%fe\xff&\xff=%00"),
    "unknown signs": ("application/x-www-form-urlencoded; charset=klingon", b"nombre=Nuria"),
}


@postgres
@pytest.mark.parametrize(
    "name", ["accounts:log-in", "campaigns:new", "campaigns:join", "campaigns:role", "characters:roll"]
)
def test_a_body_that_is_no_form_is_refused(place, as_, everything, said, name):
    browser, before, faults = as_(place.people[ASKERS.get(name, "GM")]), everything(), {}
    for body, (kind, data) in BODIES.items():
        answers = [
            browser.generic("POST", place.url(name), data, kind, headers={"accept-language": language})
            for language in ("es", "en")
        ]
        faults[body] = fault_of(answers, said)
    assert {body: fault for body, fault in faults.items() if fault} == {}
    assert everything() == before


def test_five_megabytes_of_text_are_refused_at_every_address(place, as_, everything, said):
    kind, text, faults = "application/x-www-form-urlencoded", b"=" + b"x" * 5_000_000, {}
    browsers = {who: as_(place.people[who]) for who in ("anonymous", "guest", "GM")}
    before = everything()
    for name in PRESSED:
        browser, body = browsers[ASKERS.get(name, "GM")], next(iter(place.form(name)), "name").encode() + text
        answers = [
            browser.generic("POST", place.url(name), body, kind, headers={"accept-language": language})
            for language in ("es", "en")
        ]
        faults[name] = fault_of(answers, said)
    assert {name: fault for name, fault in faults.items() if fault} == {}
    assert everything() == before


WAYS_BACK = [
    *BAD.values(),
    "start",
    "//evil.example/x",
    "https://evil.example/",
    "javascript:alert(1)",
    "/\r\nX: y",
    "/ñ",
]


@postgres
def test_the_way_back_stays_on_this_site(place, browser_for):
    ask, form, faults = browser_for("characters:points"), place.form("characters:points"), {}
    for number, back in enumerate(WAYS_BACK):
        answer = ask({**form, "press": f"pulsada-{number}", "back": back})
        way = answer.headers.get("Location", "")
        if "\0" in back and answer.status_code == 422:
            continue
        if answer.status_code != 302 or "\n" in way or way.startswith(("//", "https:", "javascript:")):
            faults[back[:30]] = (answer.status_code, way)
    assert faults == {}


@postgres
@pytest.mark.parametrize("language", [*BAD.values(), "de"], ids=[*BAD, "another"])
def test_a_language_that_is_none_is_ignored(client, db, language):
    """Django's own view, which answers nothing but the way back."""
    answer = client.post("/i18n/setlang/", {"language": language, "next": "/log-in/"})

    if "\0" in language:
        assert answer.status_code == 422
    else:
        assert (answer.status_code, answer.headers["Location"]) == (302, "/log-in/")
    assert '<html lang="es">' in client.get("/log-in/").content.decode()


@postgres
def test_an_address_with_nonsense_after_it_shows_a_page_or_says_what_is_wrong(place, as_, everything):
    browser, before = as_(place.people["GM"]), everything()

    answers = {
        (name, field, bad): browser.get(place.url(name), {**place.query(name), field: BAD[bad]}).status_code
        for name in QUESTIONS
        for field in QUESTIONS[name]
        for bad in BAD
    }

    assert {at: status for at, status in answers.items() if status not in {200, 204, 404, 409, 422}} == {}
    assert everything() == before


@postgres
def test_a_page_that_is_none_has_no_news(place, as_):
    browser, url, asked = as_(place.people["GM"]), place.url("campaigns:news"), place.query("campaigns:news")
    pages = [
        "sheet-a\0b",
        "sheet-" + "x" * 5000,
        "pools-abc",
        "-",
        "sheet-",
        "entry-abc",
        "build-",
        "fight-",
        "fight-abc",
    ]

    answers = {page[:20]: browser.get(url, {**asked, "page": page}).status_code for page in pages}

    assert set(answers.values()) <= {404, 422}


FREE = {
    "guide",
    "gear table",
    "action",
    "invitation",
    "seat link",
    "password link",
    "pool",
    "group",
    "trait",
    "skill",
    "text",
    "text of a scene",
    "schema",
}
"""Invitations and links to a seat are for whoever has them; actions, points and traits are the same at every table."""


@postgres
@pytest.mark.parametrize("part", SHARES)
def test_what_is_not_there_or_at_another_table_is_not_found(place, elsewhere, as_, watch, said, part):
    browser, faults = as_(place.people["GM"]), {}
    watch.begin()
    for name in share(NAMES, part):
        is_read = (name, "GET") in ROWS
        ask, form = (browser.get, place.query(name)) if is_read else (browser.post, place.form(name))
        for kind in NAMES[name]:
            for wrong in ("abc", "x" * 5000, *([] if kind in FREE else [elsewhere[kind]])):
                url = place.url(name, **{kind: wrong})
                answers = [ask(url, form, headers={"accept-language": language}) for language in ("es", "en")]
                fault = fault_of(answers, said)
                if answers[0].status_code != (422 if kind in {"pool", "trait", "skill", "condition"} else 404):
                    fault = f"answered {answers[0].status_code}"
                if is_read and (name, "POST") in ROWS and browser.post(url, place.form(name)).status_code != 404:
                    fault = "takes a press"
                if fault or watch.changed():
                    faults[name, kind, wrong[:12]] = fault or "changed something"
                    watch.begin()
    assert faults == {}


@postgres
def test_an_address_of_unknown_signs_is_not_found(client, db, said):
    for path in ("/t/%00/", "/c/%00/", "/t/%C3%B1/", "/join/%ff/", "/t//", "/%2e%2e/", "/" + "x" * 5000):
        answers = [client.get(path, headers={"accept-language": language}) for language in ("es", "en")]

        assert (answers[0].status_code, fault_of(answers, said)) == (404, "")


@postgres
def test_a_log_in_page_asked_for_with_a_strange_way_on_is_a_log_in_page(client, db):
    assert {client.get("/log-in/", {"next": bad}).status_code for bad in BAD.values()} <= {200, 422}
