"""Regions: each is rendered once for all who share it, holds what they may know, and can be pushed at any moment."""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from html.parser import HTMLParser

import pytest
from django.contrib.auth import get_user_model
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from campaigns import feed
from campaigns.models import LogEntry, Membership, Role
from campaigns.regions import PAGES, REGIONS, Audience, Region, audience_of, held_by, split
from characters import adventures
from live import Screen

MOST = 10  # queries of a push
VOID = {"br", "input", "img", "hr", "meta", "link", "use", "path"}


def screen(seat: Membership, *, page: str = "table", after: str = "", language: str = "es") -> Screen:
    reader = feed.Reader(seat, language, tuple(held_by(seat, page) or ()))
    return Screen(seat.campaign.key, reader, page, after)


@pytest.fixture
def rendered(monkeypatch) -> Iterator[Counter]:
    """How often each region was rendered, by its name and audience."""
    counted: Counter = Counter()

    def counting(prefix: str, known: Region) -> Region:
        def render(campaign: object, about: str, audience: Audience) -> str:
            counted[f"{prefix}-{about}" if about else prefix, audience] += 1
            return known.render(campaign, about, audience)

        return replace(known, render=render)

    for prefix, known in list(REGIONS.items()):
        monkeypatch.setitem(REGIONS, prefix, counting(prefix, known))
    return counted


@pytest.fixture
def ten_players(campaign) -> list[Membership]:
    people = get_user_model().objects
    return [
        Membership.objects.create(campaign=campaign, user=people.create_guest(f"P{n}"), role=Role.PLAYER, name=f"P{n}")
        for n in range(10)
    ]


@pytest.fixture
def change(brianda, marta) -> Callable[[], LogEntry]:
    return lambda: brianda.change_pool(marta, "pv", -1)


def times(rendered: Counter, prefix: str) -> int:
    return sum(count for (name, _), count in rendered.items() if split(name)[0] == prefix)


# --- once per audience -----------------------------------------------------------------------------------------------


def test_ten_players_share_one_rendering(ten_players, change, rendered):
    start, entry = change(), change()

    found = feed.fresh_for([screen(seat, after=start.key) for seat in ten_players])

    assert all(fresh.after == entry.key for fresh in found)
    assert times(rendered, "roster") == 1
    assert times(rendered, "entry") == 1


def test_two_languages_are_two_renderings(ten_players, change, rendered):
    start = change()
    change()

    feed.fresh_for(
        [screen(seat, after=start.key, language="en" if at % 2 else "es") for at, seat in enumerate(ten_players)]
    )

    assert times(rendered, "roster") == 2
    assert {audience.language for name, audience in rendered if name == "roster"} == {"es", "en"}


def test_two_roles_are_two_renderings(ten_players, marta, coral, vera, change, rendered):
    start = change()
    change()

    feed.fresh_for([screen(seat, after=start.key) for seat in (*ten_players, marta, coral, vera)])

    assert {audience.role for name, audience in rendered if name == "roster"} == set(Role)
    assert times(rendered, "roster") == 4


def test_a_second_page_of_the_same_audience_is_rendered_from_what_is_kept(ten_players, change, rendered):
    change()
    known = {name: REGIONS.get(split(name)[0], Region(None)) for name in held_by(ten_players[0], "table")}
    held = [name for name, region in known.items() if region.is_kept and not region.is_personal]
    first = feed.page(ten_players[0], held, "es")
    count = rendered.total()

    second = feed.page(ten_players[1], held, "es")

    assert rendered.total() == count
    assert second.regions == first.regions


def test_a_region_that_nothing_touched_is_not_rendered_again(ten_players, change, rendered):
    start = change()
    feed.page(ten_players[0], held_by(ten_players[0], "table"), "es")
    members = times(rendered, "members")
    change()

    (fresh,) = feed.fresh_for([screen(ten_players[0], after=start.key)])

    assert times(rendered, "members") == members
    assert 'id="members"' not in fresh.html


def test_a_personal_region_is_rendered_for_its_seat_alone(ten_players, brianda, change, rendered):
    start = change()
    mine = brianda.change_pool(ten_players[0], "pv", -1)

    found = feed.fresh_for([screen(seat, after=start.key) for seat in ten_players])

    seats = {audience.seat for name, audience in rendered if name.startswith("mine-")}
    assert None not in seats
    assert reverse("campaigns:toggle", args=[mine.campaign.key, mine.key]) in found[0].html
    assert all(f"{mine.key}/toggle" not in fresh.html for fresh in found[1:])


def test_what_one_does_is_rendered_anew_for_nobody_whom_it_does_not_concern(ten_players, brianda, change, rendered):
    """The table moves once per audience; what a seat can take back changes for who acted, or is built upon."""
    start = change()
    feed.fresh_for([screen(seat) for seat in ten_players])
    rendered.clear()
    brianda.change_pool(ten_players[0], "pv", -1)

    feed.fresh_for([screen(seat, after=start.key) for seat in ten_players])

    assert {name: count for (name, audience), count in rendered.items() if audience.seat is None}["roster"] == 1
    assert {audience.seat for name, audience in rendered if name.startswith("mine-")} == {ten_players[0].pk}


def test_a_region_is_rendered_for_those_whom_it_concerns_and_once_for_all_others(
    ten_players, ines, campaign, marta, brianda, change, rendered
):
    adventures.award(campaign, marta, brianda, 7, "")
    start = change()
    change()

    *others, hers = feed.fresh_for([screen(seat, after=start.key) for seat in (*ten_players, ines)])

    assert {audience.seat for name, audience in rendered if name == "waiting"} == {None, ines.pk}
    assert times(rendered, "waiting") == 2
    assert len({id(fresh) for fresh in others}) == 1
    assert "7 px" in hers.html
    assert "7 px" not in others[0].html


def test_whom_a_region_concerns_is_asked_again_when_it_is_touched(ines, pablo, campaign, marta, brianda, change):
    def told(seat: Membership) -> bool:
        return "7 px" in feed.page(seat, held_by(seat, "table"), "es").regions["waiting"]

    change()
    assert (told(ines), told(pablo)) == (False, False)
    adventures.award(campaign, marta, brianda, 7, "")
    assert (told(ines), told(pablo)) == (True, False)
    brianda.hand_over(marta, pablo)
    assert (told(ines), told(pablo)) == (False, True)


def test_what_is_asked_does_not_grow_with_those_who_are_told(ten_players, change):
    counts = []
    start = change()
    feed.fresh_for([screen(ten_players[0], after=start.key)])
    for seats in (ten_players[:2], ten_players):
        start = change()
        change()
        with CaptureQueriesContext(connection) as asked:
            feed.fresh_for([screen(seat, after=start.key) for seat in seats])
        counts.append(len(asked))

    assert counts[0] == counts[1] <= MOST


def test_an_audience_names_a_seat_only_where_the_region_is_personal(pablo):
    assert audience_of("roster", pablo, "es") == Audience(Role.PLAYER, "es")
    assert audience_of("mine-x", pablo, "es") == Audience(Role.PLAYER, "es", pablo.pk)
    assert audience_of("tray-abc", pablo, "es").seat == pablo.pk


# --- what a region is ------------------------------------------------------------------------------------------------


class Outline(HTMLParser):
    """The elements of a piece of HTML: which stand at its top, and every tag with its attributes."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.top: list[dict[str, str | None]] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self._depth = 0
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attributes)))
        if self._depth == 0:
            self.top.append(dict(attributes))
        if tag not in VOID:
            self._depth += 1

    def handle_startendtag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attributes)))

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            self._depth -= 1


@pytest.fixture
def evening(brianda, goblin, marta, ines, dice) -> list[LogEntry]:
    """Something of everything that the log of a table holds."""
    dice(2, 7, 9, 1, 1, 5, 3, 3, 3)
    hurt = brianda.change_pool(marta, "pv", -11)
    rolled = brianda.roll(ines, "stealth", difficulty=10)
    secret = brianda.roll(ines, "notice", difficulty=10, audience="private")
    return [hurt, rolled, secret, goblin.change_pool(marta, "pv", -2)]


@pytest.fixture
def everybody(marta, coral, pablo, ines, vera) -> list[Membership]:
    return [marta, coral, pablo, ines, vera]


def every_region(seats: list[Membership], characters: list) -> Iterator[tuple[Membership, str, str]]:
    """Every region of every page that somebody may see, with its HTML in both languages."""
    for seat in seats:
        for name in ["table", *(f"sheet-{character.key}" for character in characters)]:
            for language in ("es", "en"):
                for region, html in feed.page(seat, held_by(seat, name) or (), language).regions.items():
                    yield seat, region, html


def test_a_region_is_one_element_with_its_name_as_id(everybody, evening, brianda, goblin):
    for _seat, name, html in every_region(everybody, [brianda, goblin]):
        top = Outline(html).top
        assert len(top) == 1, name
        assert top[0]["id"] == name


def test_a_region_holds_no_token_no_field_and_no_code(everybody, evening, brianda, goblin):
    """It may arrive while someone types, and its buttons point at a form outside, which has the token."""
    for _seat, name, html in every_region(everybody, [brianda, goblin]):
        for tag, attributes in Outline(html).tags:
            assert tag not in {"form", "input", "textarea", "select", "details", "script", "style"}, (name, tag)
            assert not [key for key in attributes if key.startswith("on") or key == "style"], (name, tag)
            if tag == "button":
                assert attributes.get("id"), f"a button of {name} without an id loses its focus"
                assert attributes.get("form"), f"a button of {name} without a form has no token"
        assert "csrf" not in html, name


def test_no_two_elements_of_a_page_have_one_id(everybody, evening, brianda):
    for seat in everybody:
        for page in ("table", f"sheet-{brianda.key}"):
            regions = feed.page(seat, held_by(seat, page) or (), "es").regions
            ids = Counter(re.findall(r'\bid="([^"]+)"', "".join(regions.values())))
            assert not [name for name, count in ids.items() if count > 1]


def test_what_is_hidden_is_in_no_region_of_those_who_may_not_know(pablo, ines, vera, evening, brianda, goblin):
    secret = evening[2]
    for seat, name, html in every_region([pablo, vera, ines], [brianda, goblin]):
        assert "Goblin" not in html, name
        assert goblin.key not in html, name
        if seat != ines:
            assert secret.key not in html, (seat.name, name)


def test_pages_are_held_only_by_who_may_see_them(marta, coral, pablo, ines, vera, brianda, goblin):
    sheet, foe = f"sheet-{brianda.key}", f"sheet-{goblin.key}"

    assert all(held_by(seat, "table") for seat in (marta, coral, pablo, ines, vera))
    assert [seat for seat in (marta, coral, pablo, ines, vera) if held_by(seat, sheet)] == [marta, coral, ines]
    assert [seat for seat in (marta, coral, pablo, ines, vera) if held_by(seat, foe)] == [marta, coral]
    assert held_by(marta, "nothing") is None
    assert held_by(marta, "") is None


def test_leaders_alone_hold_what_is_theirs(marta, pablo):
    assert {"foes", "requests"} <= set(held_by(marta, "table"))
    assert not {"foes", "requests"} & set(held_by(pablo, "table"))


def test_every_region_that_a_page_may_hold_is_known(everybody, brianda):
    assert {"table", "sheet"} <= set(PAGES)
    for seat in everybody:
        for page in ("table", f"sheet-{brianda.key}"):
            for name in held_by(seat, page) or ():
                assert name == "log" or split(name)[0] in REGIONS
