"""A hidden foe is in no byte that a player, a spectator or a stranger can get (S2, B33).

What a seat can get is every page, every piece of one, the news from every place, the answers to its own presses, and
their headers; the stream is at the end.
"""

import re
from collections.abc import Callable, Iterator

import pytest

from campaigns import feed
from campaigns.changes import toggle
from campaigns.models import LogEntry
from characters.models import Character
from combat.models import Combatant
from tests.combat.fights import address, key, stored, turn
from tests.combat.sight import ALIAS, COMBATANT, DOINGS, NAME, SPANISH, changed, hidden_doings, leaks, marks, says, text
from tests.live.lines import Visitor, visitors


def test_the_marks_are_where_they_are_looked_for(hidden, all_of, marta):
    """The GM's pages do say them: else the tests below would look for nothing."""
    pages = all_of(marta)
    found = leaks(pages, NAME, ALIAS, hidden.key)
    assert {each for those in found.values() for each in those} == {NAME, ALIAS, hidden.key}


@pytest.mark.parametrize("doing", [doing for doing in DOINGS if doing != "its turn"])
def test_what_happens_to_a_hidden_foe_changes_no_byte(fight, hidden, all_of, ines, marta, dice, doing):
    """No name, no count, no gap, no message at the time; nor when it is taken back."""
    stored(fight).harm(marta, hidden.key, 9)
    before = all_of(ines)

    entry = hidden_doings(fight, marta, hidden, dice)[doing]()

    after = all_of(ines)
    assert leaks(after, *marks(hidden), entry.key) == {}
    assert after.keys() == before.keys()
    assert changed(before, after) == {}
    toggle(entry, marta)
    assert changed(before, all_of(ines)) == {}


def test_nobody_who_does_not_lead_gets_a_byte_of_it(fight, hidden, all_of, table_of, sergio, marta, dice):
    """All of it happens, its turn too, for all who could look."""
    stored(fight).harm(marta, hidden.key, 9)
    doings = hidden_doings(fight, marta, hidden, dice)

    entries = [doings[doing]() for doing in DOINGS if doing != "leaves"]

    for seat in (*table_of, sergio, None):
        assert leaks(all_of(seat), *marks(hidden), *(entry.key for entry in entries)) == {}, seat


def test_while_it_acts_every_page_of_the_table_is_what_it_was(fight, hidden, all_of, table_of, marta):
    before = {seat: all_of(seat) for seat in table_of}

    stored(fight).next_turn(marta, key(fight, "Brianda"))

    assert turn(fight) == NAME
    for seat in table_of:
        assert changed(before[seat], all_of(seat)) == {}, seat


def test_also_where_its_turn_begins_a_round(fight, hidden, all_of, table_of, marta):
    """It comes first: after the last goblin the round is over, and the table still sees that goblin's turn."""
    Combatant.objects.filter(pk=COMBATANT).update(position=0)
    hidden_state = Combatant.objects.get(pk=COMBATANT)
    hidden_state.state["has_acted"] = True
    hidden_state.save()
    for name in ("Brianda", "Goblin 2"):
        stored(fight).next_turn(marta, key(fight, name))
    assert turn(fight) == "Goblin 1"
    before = {seat: all_of(seat) for seat in table_of}

    stored(fight).next_turn(marta, key(fight, "Goblin 1"))

    assert (turn(fight), stored(fight).round) == (NAME, 2)
    for seat in table_of:
        assert changed(before[seat], all_of(seat)) == {}, seat


def test_the_first_turn_that_is_seen_says_the_new_round(fight, hidden, as_, pablo, marta, campaign):
    """Else its line would be missing exactly where a hidden one began the round."""
    Combatant.objects.filter(pk=COMBATANT).update(position=0)
    for _ in range(4):
        stored(fight).next_turn(marta, stored(fight).turn)
    while turn(fight) != "Brianda":
        stored(fight).next_turn(marta, stored(fight).turn)
    assert stored(fight).round == 2

    log = as_(pablo).get(f"{campaign.get_absolute_url()}log/", headers={"accept-language": "es"}).content.decode()

    assert "Ronda 2 · turno de Brianda" in log


def test_a_player_who_ends_the_own_turn_hears_nothing_of_who_comes(fight, hidden, press, ines, pablo, vera, all_of):
    """The entry is of those who lead, though a player pressed."""
    answer = press(ines, "next", fight, ends=key(fight, "Brianda"))

    assert turn(fight) == NAME
    entry = LogEntry.objects.get(kind="turn")
    assert "Mesa-Entry" not in answer.headers
    for seat in (ines, pablo, vera):
        assert not entry.is_visible_to(seat)
        assert leaks(all_of(seat), *marks(hidden), entry.key) == {}


def test_the_banner_stays_on_the_last_visible_one(fight, hidden, as_, pablo, marta):
    stored(fight).next_turn(marta, key(fight, "Brianda"))
    feed.forget()

    page = as_(pablo).get(fight.get_absolute_url()).content.decode()

    assert re.search(r'id="turn-[^>]*>.*?class="whose">.*?</svg> (\w+)', page, re.S)[1] == "Brianda"


def test_when_it_leaves_on_its_turn_the_table_sees_whose_turn_it_is(fight, hidden, as_, pablo, marta, campaign):
    """What is seen has changed, so it has to be told."""
    stored(fight).next_turn(marta, key(fight, "Brianda"))
    place = feed.page(pablo, ["log"], "es").after

    stored(fight).remove(marta, hidden.key)

    assert turn(fight) == "Goblin 2"
    news = as_(pablo).get(
        f"{campaign.get_absolute_url()}news/",
        {"page": f"fight-{fight.key}", "as": "player", "lang": "es", "after": place},
    )
    assert news.status_code == 200
    assert f'id="turn-{fight.key}"' in news.content.decode()
    assert leaks({"news": text(news)}, *marks(hidden)) == {}


def test_when_it_comes_into_sight_it_is_there_at_once(fight, hidden, as_, pablo, marta, campaign):
    stored(fight).next_turn(marta, key(fight, "Brianda"))
    place = feed.page(pablo, ["log"], "es").after

    stored(fight).hide_or_reveal(marta, hidden.key)

    news = (
        as_(pablo)
        .get(
            f"{campaign.get_absolute_url()}news/",
            {"page": f"fight-{fight.key}", "as": "player", "lang": "es", "after": place},
        )
        .content.decode()
    )
    assert re.search(r'id="turn-[^>]*>.*?class="whose">.*?</svg> (\w+)', news, re.S)[1] == ALIAS
    assert f'<span class="stem">{ALIAS}</span>' in news
    assert NAME not in news


def test_and_out_of_sight_again_it_is_gone(fight, hidden, all_of, table_of, marta):
    stored(fight).hide_or_reveal(marta, hidden.key)
    stored(fight).hide_or_reveal(marta, hidden.key)

    for seat in table_of:
        told = ("/log/", "/news/", "/chronicle/")  # what was told while it was in sight stays told
        pages = {at: page for at, page in all_of(seat).items() if not any(place in at for place in told)}
        lists = {at: re.sub(r'(?s)<li class="entry.*?</li>', "", page) for at, page in pages.items()}
        assert leaks(lists, *marks(hidden)) == {}, seat


def test_a_blow_of_a_hidden_one_shows_what_it_did_and_nothing_of_who(
    fight, hidden, all_of, table_of, marta, brianda, dice
):
    """47 + 5 = 52 against 13 is a margin of 39: 4d6+9 and three dice more, all ones: 16."""
    dice(1, 5, 9, *[1] * 7)

    entry = stored(fight).attack(marta, hidden.key, "own", brianda.key)

    assert entry.facts["points"]["by"] == -16
    for seat in table_of:
        pages = all_of(seat)
        assert leaks(pages, *marks(hidden)) == {}
        log = next(page for at, page in pages.items() if "/log/" in at)
        entry = re.search(r'(?s)<li class="entry.*?</li>', log)[0]
        assert "Alguien" in entry
        assert [number for number in (52, 47, 39) if says(entry, number)] == []


def test_its_number_in_a_group_leaves_no_gap(fight, hidden, as_, add, pablo, marta):
    """Two hidden wolves, then two in sight: the table sees the first and the second."""
    add("Lobo", 2, hidden=True)
    add("Lobo", 2)
    feed.forget()

    page = as_(pablo).get(fight.get_absolute_url()).content.decode()

    assert re.findall(r'Lobo</span> <span class="number">(\d+)<', page) == ["1", "2"]


def test_a_fight_that_a_hidden_foe_begins_is_in_its_first_round(ambush, add, start, marta, brianda, as_, pablo):
    """The table sees nobody's turn yet."""
    add(NAME, hidden=True, initiative=90)
    stored(ambush).add(marta, [brianda])
    start(5, 5)
    feed.forget()

    page = as_(pablo).get(ambush.get_absolute_url(), headers=SPANISH).content.decode()

    assert "Ronda 1" in page
    assert "is-now" not in page
    assert NAME not in page


def test_a_wound_that_ends_with_the_turn_does_not_tell_that_a_hidden_one_acts(
    fight, hidden, all_of, table_of, marta, brianda
):
    """The sheet says so to those who lead; to the table when the next turn that it may see begins (T5)."""
    Character.objects.filter(pk=brianda.pk).update(vitals={"linger": 1})
    before = {seat: all_of(seat) for seat in table_of}

    stored(fight).next_turn(marta, brianda.key)

    assert turn(fight) == NAME
    assert Character.objects.get(pk=brianda.pk).vitals == {}
    for seat in table_of:
        assert changed(before[seat], all_of(seat)) == {}, seat


def test_it_is_told_with_the_next_turn_in_sight(fight, hidden, as_, ines, marta, campaign, brianda):
    Character.objects.filter(pk=brianda.pk).update(vitals={"linger": 1})
    feed.forget()
    sheet = brianda.get_absolute_url()
    place = feed.page(ines, [f"pools-{brianda.key}"], "es").after
    stored(fight).next_turn(marta, brianda.key)
    assert "turno propio más" in as_(ines).get(sheet, headers=SPANISH).content.decode()
    assert "turno propio más" not in as_(marta).get(sheet, headers=SPANISH).content.decode()

    entry = stored(fight).next_turn(marta, hidden.key)

    assert turn(fight) == "Goblin 2"
    assert "turno propio más" not in as_(ines).get(sheet, headers=SPANISH).content.decode()
    news = as_(ines).get(
        f"{campaign.get_absolute_url()}news/",
        {"page": f"sheet-{brianda.key}", "as": "player", "lang": "es", "after": place},
    )
    assert f'id="pools-{brianda.key}"' in news.content.decode()
    log = f"{campaign.get_absolute_url()}log/"
    told = [as_(seat).get(log, headers=SPANISH).content.decode() for seat in (ines, marta)]
    assert [page.count("Brianda</b> ya no está malherida") for page in told] == [1, 1]
    assert entry.key in told[0]


def test_and_all_of_it_is_taken_back(fight, hidden, as_, ines, marta, brianda):
    Character.objects.filter(pk=brianda.pk).update(vitals={"linger": 1})
    kept = stored(fight).kept()
    entries = [stored(fight).next_turn(marta, brianda.key), stored(fight).next_turn(marta, hidden.key)]

    for entry in reversed(entries):
        toggle(entry, marta)

    assert stored(fight).kept() == kept
    assert "turno propio más" in as_(ines).get(brianda.get_absolute_url(), headers=SPANISH).content.decode()


def test_whoever_is_hurt_meanwhile_is_seen_as_they_are(fight, hidden, as_, ines, marta, brianda):
    """Only what ended with the turn is kept from the table."""
    Character.objects.filter(pk=brianda.pk).update(vitals={"linger": 1})
    stored(fight).next_turn(marta, brianda.key)

    stored(fight).harm(marta, brianda.key, 3)

    now = Character.objects.get(pk=brianda.pk)
    assert now.as_seen(leads=False).sheet.pools == now.sheet.pools == {"pv": 13}


# --- the stream ------------------------------------------------------------------------------------------------------


@pytest.fixture
def visit(live, as_) -> Iterator[Callable[..., Visitor]]:
    with visitors(lambda: live.port, as_) as visit:
        yield visit


@pytest.mark.live
def test_no_stream_brings_a_byte_of_what_is_hidden(visit, fight, hidden, marta, ines, pablo, vera, brianda, dice):
    """Everything that can happen to it happens; then Brianda is harmed, and that is the first thing to be heard."""
    pages = ("table", f"fight-{fight.key}", f"sheet-{brianda.key}")
    lines = [
        visit(seat).listen(page=page, after=feed.page(seat, ["log"], "es").after)
        for seat in (ines, pablo, vera)
        for page in pages
        if not (page.startswith("sheet") and seat is not ines)
    ]
    leader = visit(marta).listen(page=f"fight-{fight.key}")
    doings = hidden_doings(fight, marta, hidden, dice)

    secret = [doings[doing]() for doing in DOINGS if doing not in {"leaves", "its turn"}]
    visit(ines).press(address("next", fight), ends=brianda.key)
    secret.append(LogEntry.objects.first())
    assert turn(fight) == NAME
    leader.brings(*secret)
    heard = [bytes(line.raw) for line in lines]
    public = stored(fight).harm(marta, brianda.key, 2)

    for line in lines:
        line.until(lambda line: line.news)
        assert line.entries == [public.key]
        for raw in (*heard, bytes(line.raw)):
            found = raw.decode()
            assert leaks({"raw": found}, *marks(hidden), *(entry.key for entry in secret)) == {}
