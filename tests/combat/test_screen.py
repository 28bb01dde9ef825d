"""The screen on the wall knows what a spectator knows, whoever opened it (S2)."""

from collections.abc import Callable, Iterator

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from campaigns import chance, feed
from campaigns.changes import toggle
from campaigns.models import Audience, LogEntry
from combat.models import Encounter
from rules.notation import parse
from tests.combat.fights import FOE, address, key, stored, turn
from tests.combat.sight import DOINGS, NAME, SPANISH, hidden_doings, leaks, marks, text
from tests.live.lines import Visitor, visitors


def at(fight: Encounter) -> str:
    return reverse("combat:screen", args=[fight.key])


def test_it_shows_the_round_whose_turn_it_is_the_order_and_the_rolls(fight, as_, vera, marta, dice):
    dice(3, 8, 9, 4)
    stored(fight).attack(marta, key(fight, "Brianda"), "unarmed", key(fight, "Goblin 1"))

    page = as_(vera).get(at(fight), headers=SPANISH).content.decode()

    assert "Ronda 1" in page
    assert [name for name in ("Brianda", "Goblin 3", "Goblin 2", "Goblin 1") if name.split()[0] not in page] == []
    assert 'aria-label="Tres dados' in page or 'class="mini"' in page
    assert 'data-role="spectator"' in page


@pytest.mark.parametrize("who", ["marta", "ines", "pablo", "vera"])
def test_it_is_the_same_for_all_of_the_table_but_for_who_is_served(fight, hidden, as_, request, who, marta):
    """Regions are those of a spectator, byte for byte."""
    stored(fight).harm(marta, hidden.key, 3)

    page = as_(request.getfixturevalue(who)).get(at(fight), headers=SPANISH)

    names = [f"{name}-{fight.key}" for name in ("turn", "ladder", "wall")]
    regions = feed.page(request.getfixturevalue("vera"), names, "es")
    assert all(html in page.content.decode() for html in regions.regions.values())
    assert leaks({who: text(page)}, *marks(hidden)) == {}


@pytest.fixture
def wall(fight, as_, vera) -> Callable[[], str]:
    """What hangs there of the last roll."""
    return lambda: text(as_(vera).get(at(fight), headers=SPANISH)).partition('id="wall-')[2].partition("</section>")[0]


def test_it_shows_the_last_roll_of_its_own_fight_and_of_no_other(wall, fight, campaign, marta, ines, brianda, dice):
    assert "Nadie ha tirado todavía." in wall()
    dice(3, 8, 9, 4)
    own = stored(fight).attack(marta, brianda.key, "unarmed", key(fight, "Goblin 1"))
    on_a_sheet = brianda.roll(ines, "stealth", difficulty=10, typed=[4, 4, 8])
    stored(fight).pause(marta)
    other = Encounter.objects.create(campaign=campaign, name="La otra")
    foes = stored(other).add_foes(marta, "Lobo", count=2, fixed=FOE, damage=parse("1d6")).facts["about"]
    dice(3, 8, 9, 2, 4, 5)
    stored(other).start(marta)
    dice(3, 8, 9, 4)
    elsewhere = stored(other).attack(marta, stored(other).turn, "own", next(foe for foe in foes if foe != turn(other)))
    stored(other).pause(marta)
    stored(fight).resume(marta)
    stored(fight).harm(marta, brianda.key, 1)

    assert own.key in wall()
    assert on_a_sheet.key not in wall()
    assert elsewhere.key not in wall()


def test_a_roll_that_is_taken_back_hangs_there_no_more_and_the_screen_hears_of_it(wall, fight, marta, brianda, dice):
    dice(3, 8, 9, 4)
    entry = stored(fight).attack(marta, brianda.key, "unarmed", key(fight, "Goblin 1"))
    assert entry.key in wall()

    undone = toggle(entry, marta)

    assert entry.key not in wall()
    assert f"wall-{fight.key}" in undone.regions


def test_it_says_who_comes_next_of_those_whom_the_table_sees(wall, fight, hidden, marta):
    assert [NAME in wall(), "Después, <b>Goblin 2</b> y <b>Goblin 1</b>." in wall()] == [False, True]

    stored(fight).harm(marta, key(fight, "Goblin 2"), 8)
    assert "Después, <b>Goblin 1</b>." in wall()

    stored(fight).pause(marta)
    assert "Después" not in wall()


def test_there_is_no_button_on_it(fight, as_, marta):
    page = as_(marta).get(at(fight), headers=SPANISH).content.decode()

    assert "<button" not in page


def test_no_byte_of_a_hidden_foe_for_the_gm_whatever_happens_to_it(fight, hidden, as_, marta, dice):
    doings = hidden_doings(fight, marta, hidden, dice)
    entries = [doings[doing]() for doing in DOINGS if doing != "leaves"]

    page = as_(marta).get(at(fight), headers=SPANISH)

    assert turn(fight) == NAME
    assert leaks({"screen": text(page)}, *marks(hidden), *(entry.key for entry in entries)) == {}


def test_a_private_roll_is_not_on_it_not_even_for_whoever_rolled(fight, as_, ines, marta, brianda, dice):
    dice(2, 5, 9)
    entry = brianda.roll(ines, "stealth", difficulty=15, audience=Audience.PRIVATE)

    for seat in (ines, marta):
        assert leaks({"screen": text(as_(seat).get(at(fight)))}, entry.key) == {}


def test_a_stranger_finds_nothing_and_nobody_while_it_is_prepared(fight, ambush, campaign, as_, sergio, marta):
    other = Encounter.objects.create(campaign=campaign, name="La otra")

    assert as_(sergio).get(at(fight)).status_code == 404
    assert as_(marta).get(at(other)).status_code == 404


def test_the_news_of_the_gms_screen_are_those_of_a_spectator(fight, hidden, as_, marta, campaign):
    url = reverse("campaigns:news", args=[campaign.key])
    asked = {"page": f"screen-{fight.key}", "lang": "es", "after": feed.page(marta.as_spectator(), ["log"], "es").after}
    stored(fight).harm(marta, hidden.key, 3)

    assert as_(marta).get(url, asked | {"as": "gm"}).status_code == 409
    assert as_(marta).get(url, asked | {"as": "spectator"}).status_code == 204

    public = stored(fight).harm(marta, key(fight, "Brianda"), 2)
    news = as_(marta).get(url, asked | {"as": "spectator"})
    assert public.key in news.content.decode()
    assert leaks({"news": text(news)}, *marks(hidden)) == {}


def test_as_many_queries_with_three_as_with_sixty(campaign, as_, marta, brianda, monkeypatch):
    monkeypatch.setattr(chance, "source", lambda sides: min(sides, 5))
    counts = []
    for fighters in (3, 60):
        for other in campaign.encounters.filter(status="running"):
            stored(other).pause(marta)
        fight = Encounter.objects.create(campaign=campaign, name="Grande")
        for start in range(0, fighters, 20):
            count = min(20, fighters - start)
            stored(fight).add_foes(marta, "Goblin", count=count, fixed=FOE, damage=parse("1d6"))
        stored(fight).start(marta)
        browser = as_(marta)
        browser.get(at(fight))
        stored(fight).harm(marta, key(fight, "Goblin 1"), 1)
        with CaptureQueriesContext(connection) as found:
            assert browser.get(at(fight)).status_code == 200
        counts.append(len(found))
    assert counts[0] == counts[1] <= 12


# --- the stream ------------------------------------------------------------------------------------------------------


@pytest.fixture
def visit(live, as_) -> Iterator[Callable[..., Visitor]]:
    with visitors(lambda: live.port, as_) as visit:
        yield visit


@pytest.mark.live
def test_the_stream_of_the_gms_screen_brings_no_byte_of_what_is_hidden(visit, fight, hidden, marta, brianda, dice):
    after = feed.page(marta.as_spectator(), ["log"], "es").after
    line = visit(marta).listen(page=f"screen-{fight.key}", after=after, role="spectator")
    leader = visit(marta).listen(page=f"fight-{fight.key}")
    doings = hidden_doings(fight, marta, hidden, dice)

    secret = [doings[doing]() for doing in DOINGS if doing not in {"leaves", "its turn"}]
    visit(marta).press(address("next", fight), ends=brianda.key)
    secret.append(LogEntry.objects.first())
    leader.brings(*secret)
    heard = bytes(line.raw)
    public = stored(fight).harm(marta, brianda.key, 2)

    line.until(lambda line: line.news)
    assert line.entries == [public.key]
    for raw in (heard, bytes(line.raw)):
        assert leaks({"raw": raw.decode()}, *marks(hidden), *(entry.key for entry in secret)) == {}
