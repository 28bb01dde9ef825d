"""What goes wrong in other trackers, asked of the pages themselves (field reports B13–B16, B18–B20, B30, B33)."""

import re

import pytest

from campaigns import feed
from combat.models import Encounter
from tests.combat.fights import key, stored
from tests.combat.sight import leaks

NAME = re.compile(r'(?s)class="n(?: pick)?"[^>]*>(.*?)</button>|class="n">(.*?</span>)</span>')


@pytest.fixture
def rows(as_):
    """`rows(pablo, fight)`: the order on that seat's page, a fresh load: (initiative, name, has the turn)."""

    def read(seat, encounter):
        feed.forget()
        page = as_(seat).get(encounter.get_absolute_url(), headers={"accept-language": "es"}).content.decode()
        ladder = page[page.index("<ol><li") :]
        found = []
        for row in re.findall(r"(?s)<li[^>]*class=\"who.*?</li>", ladder):
            total = re.search(r'class="init">(?:<span[^>]*>[^<]*</span>|(\d+))', row)[1]
            name = NAME.search(row)
            plain = re.sub(r"<[^>]*>", "", next(part for part in name.groups() if part)).strip()
            found.append((int(total) if total else None, plain, "is-now" in row))
        return found

    return read


def named(found):
    return [name for _total, name, _now in found]


def acting(found):
    return [name for _total, name, now in found if now]


@pytest.fixture
def passes(press, marta, ambush):
    """The turn that is ends, by the GM's button."""
    return lambda: press(marta, "next", ambush, ends=stored(ambush).turn)


def test_b13_four_who_tie_stand_in_the_same_order_for_ten_rounds_on_three_screens(
    ambush, press, marta, pablo, vera, rows, dice, passes
):
    press(marta, "line", ambush, line="4 rata 8 12 6 1d6 i+12")
    dice(*(1, 5, 10) * 4, 10, 30, 20, 40)
    press(marta, "start", ambush)
    first = rows(marta, ambush)
    assert [total for total, _name, _now in first] == [17] * 4

    for turn in range(40):
        if turn % 4 == 0:
            for seat in (marta, pablo, vera):
                assert named(rows(seat, ambush)) == named(first)
        assert passes().status_code == 204
    assert stored(ambush).round == 11


def test_b14_one_of_two_who_tie_is_moved_and_keeps_its_number_after_a_reload(ambush, press, marta, pablo, rows, dice):
    press(marta, "line", ambush, line="2 rata 8 12 6 1d6")
    dice(*(1, 5, 10) * 2, 20, 10)
    press(marta, "start", ambush)
    before = rows(marta, ambush)

    assert press(marta, "move", ambush, who=key(ambush, before[1][1]), step="up").status_code == 204

    for seat in (marta, pablo):
        now = rows(seat, ambush)
        assert named(now) == named(before)[::-1]
        assert [total for total, _name, _now in now] == [10, 10]
        assert acting(now) == acting(before)


def test_b15_removing_somebody_earlier_in_the_list_leaves_the_turn(fight, press, marta, pablo, rows, passes):
    passes()
    passes()
    assert acting(rows(marta, fight)) == ["Goblin 2"]

    press(marta, "remove", fight, who=key(fight, "Brianda"))

    for seat in (marta, pablo):
        assert acting(rows(seat, fight)) == ["Goblin 2"]


def test_and_who_comes_earlier_in_the_list_leaves_it_too(fight, press, marta, pablo, rows, passes, dice):
    passes()
    dice(9, 10, 10)

    assert press(marta, "line", fight, line="lobo 8 12 6 1d6 i+9").status_code == 204

    for seat in (marta, pablo):
        now = rows(seat, fight)
        assert named(now)[0] == "lobo"
        assert acting(now) == ["Goblin 3"]


def test_b16_a_first_one_who_is_out_does_not_begin_the_round(fight, press, marta, rows, passes):
    passes()
    press(marta, "harm", fight, who=key(fight, "Goblin 3"), amount="99")
    press(marta, "move", fight, who=key(fight, "Goblin 3"), step="up")
    for _turn in range(3):
        passes()

    assert stored(fight).round == 2
    assert named(rows(marta, fight))[0] == "Goblin 3"
    assert acting(rows(marta, fight)) == ["Brianda"]


def test_b16_with_all_of_them_out_the_round_stands(ambush, press, marta, rows, dice, passes):
    press(marta, "line", ambush, line="2 rata 4 12 6 1d6")
    dice(1, 5, 10, 1, 6, 10)
    press(marta, "start", ambush)
    for name in ("rata 1", "rata 2"):
        press(marta, "harm", ambush, who=key(ambush, name), amount="9")

    assert passes().status_code == 204

    assert acting(rows(marta, ambush)) == []
    assert press(marta, "next", ambush, ends="").status_code == 422
    assert stored(ambush).round == 1


def test_b18_initiative_rolled_by_hand_is_kept_by_the_start(ambush, press, marta, rows, dice):
    press(marta, "line", ambush, line="2 rata 4 12 6 1d6")
    press(marta, "initiative", ambush, who=key(ambush, "rata 2"), dice="1 9 10")
    dice(1, 2, 10)

    press(marta, "start", ambush)

    assert rows(marta, ambush) == [(14, "rata 2", True), (7, "rata 1", False)]


def test_b19_no_two_ever_have_the_same_label(ambush, press, marta, rows):
    press(marta, "line", ambush, line="3 goblin 8 12 6 1d6")
    gone = key(ambush, "goblin 2")
    press(marta, "remove", ambush, who=gone)
    press(marta, "line", ambush, line="2 goblin 8 12 6 1d6")
    press(marta, "foe", ambush, who=gone)

    assert sorted(named(rows(marta, ambush))) == [f"goblin {number}" for number in range(1, 6)]


def test_b20_a_second_fight_leaves_the_paused_one_in_its_fourth_round(
    fight, campaign, press, marta, ines, rows, dice, passes
):
    for _turn in range(13):
        passes()
    before = rows(ines, fight)
    press(marta, "pause", fight)
    second = Encounter.objects.create(campaign=campaign, name="La torre")
    press(marta, "heroes", second)
    dice(1, 2, 3)
    press(marta, "start", second)
    press(marta, "end", second)

    assert press(marta, "resume", fight).status_code == 204

    assert rows(ines, fight) == before
    assert stored(fight).round == 4


def test_b30_b33_a_name_behind_an_alias_is_in_no_page_whatever_the_order_does(
    fight, hidden, press, all_of, table_of, marta, dice
):
    """Shown under its alias, then moved, delayed, skipped, rolled anew: its name is nowhere; its alias is."""
    press(marta, "hide", fight, who=hidden.key)
    press(marta, "move", fight, who=hidden.key, step="up")
    press(marta, "next", fight, ends=stored(fight).turn)
    press(marta, "delay", fight, who=stored(fight).turn)
    press(marta, "take-up", fight, who=hidden.key)
    press(marta, "spend/minor", fight, who=hidden.key)
    press(marta, "initiative", fight, who=hidden.key, dice="2 5 9")
    press(marta, "skip", fight, who=hidden.key)

    for seat in table_of:
        pages = all_of(seat)
        assert leaks(pages, hidden.name) == {}
        assert any(stored(fight).known[hidden.key].alias in page for page in pages.values())
