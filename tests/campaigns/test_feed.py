"""What a page is made of and what it lacks: the same pieces, never stale, never more than its reader may know."""

import re
import threading
from collections.abc import Callable
from dataclasses import replace

import pytest
from django.contrib.auth import get_user_model
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from campaigns import feed, tape
from campaigns.feed import FAR_BEHIND, SHOWN
from campaigns.models import Audience, Campaign, LogEntry, Membership, Role
from campaigns.regions import EVERYTHING, LOG, REGIONS, held_by
from characters.models import Character, Pool
from live import Screen


def screen(seat: Membership, *, page: str = "table", after: str = "", language: str = "es") -> Screen:
    reader = feed.Reader(seat, language, tuple(held_by(seat, page) or ()))
    return Screen(seat.campaign.key, reader, page, after)


def fresh(seat: Membership, after: str = "", **of: str) -> feed.Fresh | None:
    (found,) = feed.fresh_for([screen(seat, after=after, **of)])
    return found


def page(seat: Membership, name: str = "table") -> feed.Page:
    return feed.page(seat, held_by(seat, name) or (), "es")


@pytest.fixture
def hurt(brianda, marta) -> Callable[..., LogEntry]:
    """`hurt()`: Brianda loses a point of a thousand."""
    Character.objects.filter(pk=brianda.pk).update(traits={**brianda.traits, "fixed": {"pv": 1000}})
    return lambda by=marta, points=1: brianda.change_pool(by, "pv", -points)


@pytest.fixture
def secret(brianda, ines) -> Callable[[], LogEntry]:
    """`secret()`: Inés rolls for the GM's eyes and her own."""
    return lambda: brianda.roll(ines, "stealth", difficulty=10, audience=Audience.PRIVATE)


# --- the same pieces -------------------------------------------------------------------------------------------------


def test_what_is_pushed_is_byte_for_byte_what_the_page_is_made_of(pablo, hurt):
    start = hurt()
    entry = hurt(pablo)

    pushed, whole = fresh(pablo, start.key), page(pablo)

    assert pushed.after == whole.after == entry.key
    assert whole.regions["roster"] in pushed.html
    assert whole.regions[f"mine-{pablo.key}"] in pushed.html
    pushed_entry = pushed.html[pushed.html.index('<li class="entry"') : -len("</div>")]
    assert pushed_entry.endswith("</li>\n") or pushed_entry.endswith("</li>")
    assert pushed_entry in whole.regions["log"]


def test_the_page_in_html_is_put_together_from_them_too(as_, pablo, hurt):
    hurt()
    regions = page(pablo).regions

    html = as_(pablo).get(pablo.campaign.get_absolute_url()).content.decode()

    for name in ("roster", "members", f"mine-{pablo.key}", LOG):
        assert regions[name] in html, name


def test_a_message_names_the_entries_it_brings(pablo, hurt):
    start, first, second = hurt(), hurt(), hurt()

    assert fresh(pablo, start.key).html.startswith(f'<div data-entries="{first.key} {second.key}">')


def test_only_what_changed_is_brought(pablo, hurt):
    start = hurt()
    hurt()

    html = fresh(pablo, start.key).html

    assert 'id="roster"' in html
    assert 'id="members"' not in html
    assert 'id="log"' not in html


def test_a_sheet_gets_what_touches_it_and_no_entries_of_the_log(ines, brianda, hurt):
    start, entry = hurt(), hurt()

    html = fresh(ines, start.key, page=f"sheet-{brianda.key}").html

    assert f'id="pools-{brianda.key}"' in html
    assert f'id="entry-{entry.key}"' not in html


def test_an_entry_taken_back_comes_again_with_the_one_that_says_so(pablo, marta, hurt):
    from campaigns.changes import toggle

    start, entry = hurt(), hurt()
    undo = toggle(entry, marta)

    html = fresh(pablo, entry.key).html

    assert start.key not in html
    assert html.index(f'id="entry-{entry.key}"') < html.index(f'id="entry-{undo.key}"')
    assert f'undone" id="entry-{entry.key}"' in html


# --- the place -------------------------------------------------------------------------------------------------------


def test_who_has_everything_gets_nothing(pablo, hurt):
    assert fresh(pablo, hurt().key) is None


def test_before_the_first_entry_there_is_no_place_and_no_news(pablo):
    assert page(pablo).after == ""
    assert fresh(pablo, "") is None


def test_the_first_entry_reaches_a_page_that_had_none(pablo, hurt):
    assert page(pablo).after == ""
    entry = hurt()
    assert f'id="entry-{entry.key}"' in fresh(pablo, "").html


def test_a_page_goes_on_exactly_where_it_was_made(pablo, hurt):
    hurt()
    made = page(pablo)
    missed = [hurt() for _ in range(3)]

    assert fresh(pablo, made.after).html.startswith(f'<div data-entries="{" ".join(entry.key for entry in missed)}">')


def test_an_unknown_place_gets_whole_regions_once(pablo, hurt):
    entry = hurt()

    whole = fresh(pablo, "nosuchentry1")

    assert all(f'id="{name}"' in whole.html for name in held_by(pablo, "table"))
    assert whole.after == entry.key
    assert fresh(pablo, whole.after) is None


@pytest.mark.parametrize(("behind", "is_whole"), [(FAR_BEHIND, False), (FAR_BEHIND + 1, True)])
def test_who_is_far_behind_gets_whole_regions(pablo, hurt, behind, is_whole):
    start = hurt()
    last = [hurt() for _ in range(behind)][-1]

    found = fresh(pablo, start.key)

    assert found.after == last.key
    assert ('id="log"' in found.html) is is_whole
    assert found.html.count('<li class="entry') == (SHOWN if is_whole else behind)


@pytest.mark.parametrize("has_kept_it", [True, False], ids=["a tape that saw it all", "a tape made just now"])
def test_who_is_further_behind_than_anybody_remembers_gets_whole_regions(pablo, hurt, monkeypatch, has_kept_it):
    monkeypatch.setattr(tape, "RECENT", 5)
    start = hurt()
    if has_kept_it:
        page(pablo)
    last = [hurt() for _ in range(6)][-1]

    found = fresh(pablo, start.key)

    assert 'id="log"' in found.html
    assert found.after == last.key


def test_who_was_never_there_gets_whole_regions_where_the_log_is_long(pablo, hurt, monkeypatch):
    monkeypatch.setattr(tape, "RECENT", 5)
    last = [hurt() for _ in range(6)][-1]
    found = fresh(pablo, "")
    assert 'id="log"' in found.html
    assert found.after == last.key


def test_the_place_of_a_page_is_found_beyond_what_is_remembered(pablo, hurt, secret, monkeypatch):
    monkeypatch.setattr(tape, "RECENT", 3)
    seen = hurt()
    for _ in range(4):
        secret()

    assert page(pablo).after == seen.key
    assert fresh(pablo, seen.key) is None


def test_a_tape_remembers_enough_for_a_page_that_may_be_far_behind():
    assert tape.RECENT > FAR_BEHIND >= SHOWN


# --- secrets ---------------------------------------------------------------------------------------------------------


def test_a_private_entry_gives_others_no_message_and_no_new_place(pablo, vera, ines, marta, hurt, secret):
    start = hurt()
    hidden = secret()

    for seat in (pablo, vera):
        assert fresh(seat, start.key) is None
        assert page(seat).after == start.key
    for seat in (ines, marta):
        assert hidden.key in fresh(seat, start.key).html
        assert page(seat).after == hidden.key


def test_a_private_entry_between_two_others_leaves_no_gap(pablo, hurt, secret):
    start, hidden, public = hurt(), secret(), hurt()

    found = fresh(pablo, start.key)

    assert found.html.startswith(f'<div data-entries="{public.key}">')
    assert hidden.key not in found.html


def test_a_private_entry_taken_back_stays_private(pablo, ines, hurt, secret):
    from campaigns.changes import toggle

    start, hidden = hurt(), secret()
    undo = toggle(hidden, ines)

    assert fresh(pablo, start.key) is None
    assert undo.key in fresh(ines, start.key).html


def test_a_message_for_several_readers_holds_for_each_only_what_is_theirs(pablo, vera, ines, marta, hurt, secret):
    start, hidden, public = hurt(), secret(), hurt()
    seats = [ines, pablo, marta, vera]

    found = dict(zip(seats, feed.fresh_for([screen(seat, after=start.key) for seat in seats]), strict=True))

    assert [hidden.key in found[seat].html for seat in seats] == [True, False, True, False]
    assert all(public.key in fresh.html for fresh in found.values())


def test_the_place_of_somebody_else_is_no_way_to_their_secrets(pablo, hurt, secret):
    hurt()
    hidden, public = secret(), hurt()

    found = fresh(pablo, hidden.key)

    assert hidden.key not in found.html
    assert found.after == public.key


# --- never stale -----------------------------------------------------------------------------------------------------


def hooked(monkeypatch, prefix: str, meanwhile: Callable[[], object]) -> None:
    """Once: the region's rows are read, then something happens, then its HTML is handed over."""
    known, waiting = REGIONS[prefix], [meanwhile]

    def render(*args: object) -> str:
        html = known.render(*args)
        while waiting:
            waiting.pop()()
        return html

    monkeypatch.setitem(REGIONS, prefix, replace(known, render=render))


def points_of(html: str) -> str:
    return html.partition("pv-cell")[2].partition("<span>")[2].partition("<small>")[0]


def test_a_region_made_of_old_rows_is_not_kept_when_a_newer_entry_came(pablo, hurt, monkeypatch):
    hurt()
    hooked(monkeypatch, "roster", hurt)

    old = page(pablo)

    assert points_of(old.regions["roster"]) == "999"
    assert points_of(page(pablo).regions["roster"]) == "998"
    assert points_of(fresh(pablo, old.after).html) == "998"


def test_a_slow_rendering_of_old_rows_does_not_undo_a_quick_one_of_new_ones(pablo, vera, ines, hurt, monkeypatch):
    """Another reader of the same audience reads, renders and keeps the newer state while the first is still at it."""
    hurt()

    def another_reader() -> None:
        hurt()
        assert points_of(page(ines).regions["roster"]) == "998"

    hooked(monkeypatch, "roster", another_reader)

    page(pablo)

    assert points_of(page(pablo).regions["roster"]) == "998"


def test_an_entry_that_comes_while_a_page_is_made_is_brought_by_its_stream(pablo, hurt, monkeypatch):
    seen, late = hurt(), []
    hooked(monkeypatch, "roster", lambda: late.append(hurt()))

    made = page(pablo)

    assert made.after == seen.key
    assert late[0].key not in made.regions[LOG]
    assert f'id="entry-{late[0].key}"' in fresh(pablo, made.after).html


def test_a_house_rule_changes_every_region_for_everybody(pablo, marta, campaign, brianda):
    start = brianda.change_pool(marta, "pv", -1)
    assert "16" in page(pablo).regions["roster"]
    with campaign.recording(marta) as record:
        Campaign.objects.filter(pk=campaign.pk).update(changes={"pools.pv.formula": "physique * 5"})
        entry = record("admin", {"what": "campaign", "name": "x"}, regions=[EVERYTHING])

    found = fresh(pablo, start.key)

    assert all(f'id="{name}"' in found.html for name in held_by(pablo, "table"))
    assert "/ 20" in found.html
    assert found.after == entry.key
    assert "/ 20" in page(pablo).regions["roster"]


def test_kept_regions_are_bounded_and_never_stale_for_it(pablo, hurt, monkeypatch):
    monkeypatch.setattr(tape, "KEPT_REGIONS", 3)
    for left in range(999, 990, -1):
        hurt()
        assert points_of(page(pablo).regions["roster"]) == str(left)
    assert len(feed.tape_of(pablo.campaign)._kept) <= 3


def test_tapes_are_bounded(pablo, hurt, monkeypatch):
    monkeypatch.setattr(tape, "KEPT_TAPES", 2)
    entry = hurt()
    for number in range(4):
        feed.tape_of(Campaign.objects.create(name=f"Otra {number}"))
    assert len(tape._tapes) == 2
    assert page(pablo).after == entry.key


@pytest.mark.django_db(transaction=True)
def test_readers_and_a_writer_at_once_leave_no_stale_region(pablo, vera, ines, hurt):
    """Whoever reads after the last change sees it, whichever threads kept what in between."""
    faults: list[BaseException] = []
    is_over = threading.Event()

    def read(seat: Membership) -> None:
        try:
            while not is_over.is_set():
                page(seat)
        except BaseException as fault:
            faults.append(fault)
        finally:
            connection.close()

    readers = [threading.Thread(target=read, args=(seat,)) for seat in (pablo, ines, vera)]
    for reader in readers:
        reader.start()
    try:
        for left in range(999, 959, -1):
            hurt()
            assert points_of(page(pablo).regions["roster"]) == str(left)
    finally:
        is_over.set()
        for reader in readers:
            reader.join(20)
    assert not faults
    assert all(points_of(page(seat).regions["roster"]) == "960" for seat in (pablo, ines, vera))


# --- what it costs ---------------------------------------------------------------------------------------------------


def crowd(campaign: Campaign, heroes: int, entries: int) -> None:
    """More of everything that a table can have much of: heroes with their players, foes, entries of all of them."""
    people = get_user_model().objects
    start = campaign.memberships.count()
    seats = [
        Membership.objects.create(campaign=campaign, user=people.create_guest("J"), role=Role.PLAYER, name=f"J{number}")
        for number in range(start, start + heroes)
    ]
    made = [
        Character.objects.create(
            campaign=campaign,
            owner=None if is_foe else seat,
            name=f"C {seat.name}",
            is_foe=is_foe,
            is_finished=True,
            traits={"fixed": {"pv": 20}},
        )
        for seat in seats
        for is_foe in (False, True)
    ]
    Pool.objects.bulk_create(Pool(character=character, key="pv", current=10) for character in made)
    campaign.refresh_from_db()
    facts = LogEntry.objects.filter(campaign=campaign, kind="pool").latest("version").facts
    LogEntry.objects.bulk_create(
        LogEntry(
            campaign=campaign,
            version=campaign.version + 1 + number,
            kind="pool",
            facts=facts,
            by=seats[number % heroes],
            topic=made[number % heroes].topic,
            regions=["roster"],
            changes=[{"what": "pool", "of": f"pool:{made[number % heroes].key}:pv", "by": -1}],
        )
        for number in range(entries)
    )
    Campaign.objects.filter(pk=campaign.pk).update(version=campaign.version + entries)


MORE = [(3, 40), (27, 460)]  # heroes and entries, added twice


@pytest.fixture
def queries(as_, campaign, marta, ines, pablo, brianda, dice, request) -> Callable[[str, Membership], int]:
    """`queries("table", ines)`: how many the second of two such requests makes, when the first has warmed up."""

    def ask(what: str, seat: Membership) -> int:
        client = as_(seat)
        table = campaign.get_absolute_url()
        sheet = reverse("characters:sheet", args=[brianda.key])
        after = feed.page(seat, held_by(seat, "table"), "es").after

        def press(path: str, **fields: object) -> object:
            return client.post(path, fields, headers={"HX-Request": "true"})

        def hurt_and_news() -> object:
            brianda.change_pool(marta, "pv", -1)
            with CaptureQueriesContext(connection) as found:
                answer = client.get(
                    reverse("campaigns:news", args=[campaign.key]),
                    {"page": "table", "as": seat.role, "lang": "es", "after": after},
                )
            counts.append(len(found))
            return answer

        asks = {
            "table": lambda: client.get(table),
            "sheet": lambda: client.get(sheet),
            "log": lambda: client.get(reverse("campaigns:log", args=[campaign.key])),
            "roll": lambda: press(
                reverse("characters:roll", args=[brianda.key]), trait="stealth", difficulty="easy", audience="table"
            ),
            "points": lambda: press(reverse("characters:points", args=[brianda.key, "pv"]), amount="-1"),
            "news": hurt_and_news,
        }
        counts: list[int] = []
        for _ in range(2):
            dice(2, 7, 9)
            with CaptureQueriesContext(connection) as found:
                answer = asks[what]()
            assert answer.status_code in {200, 204}, answer.content[:500]
            if what != "news":
                counts.append(len(found))
        return counts[-1]

    return ask


MOST = {"table": 12, "sheet": 12, "log": 12, "roll": 13, "points": 15, "news": 14}


@pytest.mark.parametrize("what", MOST)
@pytest.mark.parametrize("who", ["marta", "ines"])
def test_the_number_of_queries_does_not_grow_with_the_table(queries, campaign, brianda, marta, ines, what, who):
    seat = {"marta": marta, "ines": ines}[who]
    brianda.change_pool(marta, "pv", -1)
    brianda.change_pool(ines, "pv", -1)
    counts = []
    for heroes, entries in MORE:
        crowd(campaign, heroes, entries)
        feed.forget()
        counts.append(queries(what, seat))

    assert counts[1] <= counts[0]
    assert counts[0] <= MOST[what]


def test_a_page_after_a_start_asks_no_more_for_a_longer_log(as_, campaign, brianda, marta, ines):
    """Nothing is kept yet: what is shown is read, and no more."""
    brianda.change_pool(marta, "pv", -1)
    counts = []
    for heroes, entries in MORE:
        crowd(campaign, heroes, entries)
        feed.forget()
        client = as_(ines)
        with CaptureQueriesContext(connection) as found:
            assert client.get(campaign.get_absolute_url()).status_code == 200
        counts.append(len(found))

    assert counts[1] <= counts[0] <= 26


# --- the log of a page -----------------------------------------------------------------------------------------------


def shown(seat: Membership) -> list[str]:
    return re.findall(r'id="entry-(\w+)"', page(seat).regions[LOG])


def test_a_page_that_knows_its_entries_reads_none_of_them(hurt, ines):
    told = [hurt().key for _ in range(3)]
    page(ines)

    with CaptureQueriesContext(connection) as asked:
        assert shown(ines) == told[::-1]

    new = '"version" > '  # whether there are any, which is asked of the log each time
    assert not [query["sql"] for query in asked if '"facts"' in query["sql"] and new not in query["sql"]]


def test_the_log_goes_on_beyond_what_is_remembered(monkeypatch, hurt, secret, ines, pablo):
    """Where the last three hundred are for others, those before them are still on the page."""
    monkeypatch.setattr(tape, "RECENT", 3)
    told = [hurt().key for _ in range(2)]
    for _ in range(4):
        secret()

    assert shown(pablo) == told[::-1]
    assert len(shown(ines)) == 6


def test_no_more_entries_stand_on_a_page_than_fit(hurt, ines):
    told = [hurt().key for _ in range(SHOWN + 2)]

    assert shown(ines) == told[:1:-1]
