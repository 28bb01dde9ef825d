"""Whatever is sent to an encounter: a 4xx with a sentence and nothing changed; and all of it without JavaScript (B29).

Each field by itself is in tests/access/test_bad_values.py; here are keys of others, and fields that do not fit.
"""

import pytest
from django.utils.html import escape

from campaigns.models import Campaign, LogEntry, Membership, Role
from characters.models import Character
from combat.models import Encounter
from rules.notation import parse
from tests.combat.fights import LINE, address, key, names, pv, sign, stored, turn

pytestmark = pytest.mark.postgres

BAD = {
    "nothing": "", "letters": "abc", "an exponent": "1e9", "a negative": "-5", "a comma": "3,5", "zero": "0",
    "a thousand": "1000", "a huge number": "9" * 400, "a huge text": "x" * 5000, "a null byte": "a\0b",
    "a point": "3.5", "spaces": "   ", "a list": "[1]", "other digits": "٣ ٤", "markup": "<script>alert(1)</script>",
}  # fmt: skip
KEYS = {"nothing", "letters", "a huge text", "a null byte", "markup", "zero", "spaces"}


@pytest.fixture
def elsewhere(sergio) -> Encounter:
    """A fight at a table where none of ours sits."""
    campaign = Campaign.objects.create(name="Otra mesa")
    leader = Membership.objects.create(campaign=campaign, user=sergio, role=Role.GM, name="Sergio")
    other = Encounter.objects.create(campaign=campaign, name="Otra")
    other.add_foes(leader, "Lobo", count=1, fixed={"pv": 8}, damage=parse("1d6"))
    return other


@pytest.fixture
def refuses(press, said, fight):
    """`refuses(marta, "harm", who=…)`: 4xx with a sentence in Spanish and the same in few words for htmx; no change."""

    def check(seat, action, **fields):
        before = sign(fight), LogEntry.objects.count(), Character.objects.count(), names(fight)
        for htmx in (True, False):
            answer = press(seat, action, fight, htmx=htmx, **fields)
            assert answer.status_code in {400, 404, 422}, (answer.status_code, fields)
            assert len(said(answer).split()) > 1, fields
            assert answer.headers["Content-Language"] == "es"
        assert (sign(fight), LogEntry.objects.count(), Character.objects.count(), names(fight)) == before

    return check


@pytest.mark.parametrize("action", ["harm", "heal"])
@pytest.mark.parametrize("bad", BAD)
def test_an_amount_that_is_none(fight, refuses, marta, brianda, action, bad):
    """B29: never NaN, never 500, PV as they were."""
    stored(fight).harm(marta, brianda.key, 5)

    refuses(marta, action, who=brianda.key, amount=BAD[bad])

    assert pv(brianda) == 11


@pytest.mark.parametrize("action", ["harm", "heal", "hide", "remove", "look", "foe", "next"])
def test_somebody_who_is_not_there(fight, elsewhere, refuses, marta, campaign, action):
    absent = Character.objects.create(campaign=campaign, name="Ausente", is_finished=True)
    wrong = [BAD[bad] for bad in KEYS] + [stored(elsewhere).present[0].character.key, str(absent.pk), fight.key]
    if action != "foe":
        wrong.append(absent.key)
    for guess in wrong:
        refuses(marta, action, who=guess, ends=guess, amount="1", alias="", shown_points="word")


@pytest.mark.parametrize("field", ["weapon", "target", "modifier"])
def test_an_attack_that_is_none(fight, elsewhere, refuses, marta, ines, brianda, dice, field):
    goblin, other = key(fight, "Goblin 3"), stored(elsewhere).present[0].character.key
    good = {"weapon": f"{brianda.key}:unarmed", "target": goblin, "modifier": "0"}
    wrong = {
        "weapon": [*(BAD[bad] for bad in KEYS), brianda.key, f"{brianda.key}:", f"{brianda.key}:own", ":unarmed",
                   f"{other}:own", f"{brianda.key}:unarmed:x", f"{brianda.key}:a\0b"],
        "target": [*(BAD[bad] for bad in KEYS), other, fight.key],
        "modifier": [BAD[bad] for bad in BAD.keys() - {"nothing", "zero", "a negative", "spaces"}],
    }  # fmt: skip
    dice()
    for seat in (marta, ines):
        for value in wrong[field]:
            refuses(seat, "attack", **good | {field: value})


def test_an_attack_without_fields(fight, refuses, marta, ines):
    for seat in (marta, ines):
        refuses(seat, "attack")


@pytest.mark.parametrize(("field", "wrong"), [
    ("name", ["", "   ", "x" * 51, "x" * 5000, "a\0b"]),
    ("count", ["", "0", "-1", "21", "1e1", "abc", "2,5", "9" * 400]),
    ("points", ["", "0", "-5", "1000", "abc", "1e2"]),
    ("defense", ["", "-1", "100", "abc"]),
    ("attack", ["", "-21", "100", "abc"]),
    ("damage", ["", "abc", "0d6", "1d0", "1d1", "1d6+", "999999d6", "-1d6", "1d6; drop", "a\0b", "x" * 500]),
    ("absorption", ["-1", "100", "abc"]),
    ("initiative", ["", "-21", "100", "abc"]),
    ("alias", ["x" * 51, "a\0b"]),
])  # fmt: skip
def test_a_line_of_foes_that_is_none(fight, refuses, marta, field, wrong):
    for value in wrong:
        refuses(marta, "foes", **LINE | {field: value})


@pytest.mark.parametrize("name", ["x" * 50, "<b>Lobo</b>", "Ñandú 'O\"Brien'", "🐺🐺", "זאב", "100% {name} %(x)s"])
def test_a_name_is_shown_as_it_was_written_and_nothing_of_it_is_obeyed(fight, press, as_, marta, ines, name):
    assert press(marta, "foes", fight, **LINE | {"name": name, "count": "2", "alias": ""}).status_code == 204
    stored(fight).harm(marta, key(fight, f"{name} 2"), 1)

    for seat in (marta, ines):
        page = as_(seat).get(fight.get_absolute_url()).content.decode()
        assert escape(f"{name} 2") in page
        assert "<b>Lobo</b>" not in page


def test_what_the_table_is_told_of_nobody(fight, refuses, marta, as_):
    goblin = key(fight, "Goblin 1")
    for fields in (
        {"shown_points": "all"},
        {"shown_points": ""},
        {"shown_points": "word", "alias": "x" * 51},
        {"alias": "a\0b"},
    ):
        refuses(marta, "look", **{"who": goblin, "alias": "", "shown_points": "word"} | fields)
    for who in ("", "abc", "a\0b", "x" * 5000):
        assert as_(marta).get(address("look", fight), {"who": who}).status_code == 422


@pytest.mark.parametrize("address_", ["panel", "aim", "odds", "look"])
def test_questions_that_make_no_sense_are_answered_calmly(fight, elsewhere, as_, marta, ines, brianda, address_):
    before, browsers = sign(fight), [as_(marta), as_(ines)]
    other = stored(elsewhere).present[0].character.key
    for value in [*BAD.values(), other, f"{other}:own", f"{brianda.key}:nada", f"{brianda.key}:unarmed"]:
        for field in ("weapon", "target", "modifier", "who"):
            good = {"weapon": f"{brianda.key}:unarmed", "target": key(fight, "Goblin 3"), "modifier": "0"}
            for browser in browsers:
                status = browser.get(f"{fight.get_absolute_url()}{address_}/", good | {field: value}).status_code
                assert status in {200, 403, 422}, (field, value)
    assert sign(fight) == before


@pytest.mark.parametrize("there", ["abc", "1", "zzzzzzzzzzzz", "-", "x" * 300])
def test_an_encounter_that_is_none_is_not_found(campaign, as_, marta, there):
    browser = as_(marta)
    for action in ("", "panel/", "aim/", "odds/", "look/"):
        assert browser.get(f"/e/{there}/{action}").status_code == 404
    for action in ("attack", "next", "start", "end", "heroes", "foes", "foe", "harm", "heal", "hide", "look", "remove"):
        assert browser.post(f"/e/{there}/{action}/").status_code == 404


def test_a_fight_of_another_table_is_not_found(elsewhere, as_, marta):
    browser, before = as_(marta), sign(elsewhere)
    other = stored(elsewhere).present[0].character.key
    for action in ("attack", "next", "start", "end", "heroes", "foes", "foe", "harm", "heal", "hide", "look", "remove"):
        assert browser.post(f"/e/{elsewhere.key}/{action}/", {"who": other, "amount": 1}).status_code == 404
    assert sign(elsewhere) == before


def test_reading_changes_nothing_and_acting_is_not_reading(fight, as_, marta):
    before, browser = sign(fight), as_(marta)
    for action in ("attack", "next", "start", "end", "heroes", "foes", "foe", "harm", "heal", "hide", "remove"):
        assert browser.get(f"{fight.get_absolute_url()}{action}/").status_code == 405
    assert sign(fight) == before


# --- without JavaScript ----------------------------------------------------------------------------------------------


def test_each_press_leads_back_to_where_it_came_from(ambush, goblins, brianda, press, marta, ines, dice):
    """A plain POST: the action is done, and the browser is sent back."""
    here, goblin = ambush.get_absolute_url(), goblins[0].key
    dice(*[1, 5, 10] * 4, *[1, 3, 10, 1], *[1, 3, 10, 1], *[1, 5, 10] * 9)
    walk = [
        ("heroes", {}), ("start", {}), ("attack", {"weapon": f"{brianda.key}:unarmed", "target": goblin}),
        ("harm", {"who": goblin, "amount": "1"}), ("heal", {"who": goblin, "amount": "1"}), ("hide", {"who": goblin}),
        ("hide", {"who": goblin}), ("next", {"ends": brianda.key}), ("foes", LINE), ("remove", {"who": goblin}),
        ("foe", {"who": goblin}), ("end", {}),
    ]  # fmt: skip
    for action, fields in walk:
        entries = LogEntry.objects.count()
        answer = press(marta, action, ambush, htmx=False, back=here, **fields)
        assert (answer.status_code, answer.headers["Location"]) == (302, here), action
        assert LogEntry.objects.count() == entries + 1
    assert turn(ambush) == ""


def test_without_a_way_back_one_comes_to_the_table(fight, press, marta, campaign):
    for back in ("", "https://evil.example/", "//evil.example", "javascript:alert(1)"):
        answer = press(marta, "harm", fight, htmx=False, who=key(fight, "Goblin 1"), amount="1", back=back)
        assert answer.headers["Location"] == campaign.get_absolute_url()


def test_a_refusal_is_a_page_with_a_way_back(fight, press, marta):
    here = fight.get_absolute_url()

    answer = press(marta, "harm", fight, htmx=False, who=key(fight, "Goblin 1"), amount="", back=here)

    assert answer.status_code == 422
    assert f'href="{here}"' in answer.content.decode()
    assert "<html" in answer.content.decode()


def test_with_htmx_it_is_a_sentence_for_its_place(fight, press, marta):
    answer = press(marta, "harm", fight, who=key(fight, "Goblin 1"), amount="")

    assert answer.headers["HX-Retarget"] == "#refusal"
    assert "<html" not in answer.content.decode()
