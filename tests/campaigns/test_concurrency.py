"""Many hands at once on the same points, through the whole server: nothing is lost, nothing counts twice."""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.urls import reverse

from campaigns.keys import new_key
from campaigns.models import Campaign, LogEntry
from characters.models import Character, Pool
from tests.live.lines import Visitor, visitors

pytestmark = pytest.mark.live


@pytest.fixture
def visit(live, as_) -> Iterator[Callable[..., Visitor]]:
    with visitors(lambda: live.port, as_) as visit:
        yield visit


@pytest.fixture
def strong(brianda) -> Callable[[int], Character]:
    """`strong(100)`: Brianda with that many PV."""

    def make(points: int) -> Character:
        Character.objects.filter(pk=brianda.pk).update(traits={**brianda.traits, "fixed": {"pv": points}})
        return brianda

    return make


def points(character: Character) -> str:
    return reverse("characters:points", args=[character.key, "pv"])


def pv_of(character: Character) -> int:
    return Pool.objects.get(character=character, key="pv").current


def assert_the_log_is_whole(campaign: Campaign) -> None:
    versions = list(LogEntry.objects.filter(campaign=campaign).order_by("version").values_list("version", flat=True))
    campaign.refresh_from_db()
    assert versions == list(range(1, campaign.version + 1))


def changed(entries: list[LogEntry]) -> int:
    return sum(change["by"] for entry in entries for change in entry.changes if change["what"] == "pool")


def test_eighty_presses_of_minus_one_on_a_hundred_points_leave_twenty(visit, strong, campaign, ines, marta):
    brianda = strong(100)
    hands = [visit(ines), visit(marta)]

    with ThreadPoolExecutor(80) as threads:
        answers = list(threads.map(lambda at: hands[at % 2].press(points(brianda), amount="-1"), range(80)))

    assert Counter(answer.status_code for answer in answers) == {204: 80}
    entries = list(LogEntry.objects.all())
    assert {answer.headers["Mesa-Entry"] for answer in answers} == {entry.key for entry in entries}
    assert len(entries) == 80
    assert changed(entries) == -80
    assert pv_of(brianda) == 20
    assert sorted(entry.facts["now"] for entry in entries) == list(range(20, 100))
    assert_the_log_is_whole(campaign)


def test_the_same_press_ten_times_at_once_counts_once(visit, strong, campaign, ines):
    brianda, there, press = strong(100), visit(ines), new_key()

    with ThreadPoolExecutor(10) as threads:
        answers = list(threads.map(lambda _: there.press(points(brianda), amount="-1", press=press), range(10)))

    assert {(answer.status_code, answer.headers["Mesa-Entry"]) for answer in answers} == {
        (204, LogEntry.objects.get().key)
    }
    assert pv_of(brianda) == 99
    assert_the_log_is_whole(campaign)


def test_the_same_name_of_a_press_in_two_hands_is_two_presses(visit, strong, ines, marta):
    brianda, press = strong(100), new_key()
    for seat in (ines, marta):
        assert visit(seat).press(points(brianda), amount="-1", press=press).status_code == 204
    assert pv_of(brianda) == 98


def test_a_name_of_a_press_that_is_none_is_no_fault_of_the_server(visit, strong, ines):
    brianda, there = strong(100), visit(ines)
    for press in ("x" * 41, "a\0b"):
        assert there.press(points(brianda), amount="-1", press=press).status_code < 500, press


def test_the_last_points_are_taken_once(visit, strong, campaign, ines, marta):
    """Ten presses on three points: three count, the others are refused and leave no trace."""
    brianda, hands = strong(3), [visit(ines), visit(marta)]

    with ThreadPoolExecutor(10) as threads:
        answers = list(threads.map(lambda at: hands[at % 2].press(points(brianda), amount="-1"), range(10)))

    assert Counter(answer.status_code for answer in answers) == {204: 3, 422: 7}
    assert pv_of(brianda) == 0
    assert changed(list(LogEntry.objects.all())) == -3
    assert_the_log_is_whole(campaign)


def test_one_undo_pressed_by_two_leaders_at_once_is_an_undo_and_a_redo(visit, strong, campaign, marta, coral):
    brianda = strong(100)
    entry = brianda.change_pool(marta, "pv", -10)
    path = reverse("campaigns:toggle", args=[campaign.key, entry.key])
    hands = [visit(marta), visit(coral)]

    with ThreadPoolExecutor(2) as threads:
        answers = list(threads.map(lambda hand: hand.press(path), hands))

    assert [answer.status_code for answer in answers] == [204, 204]
    assert pv_of(brianda) == 90
    assert not LogEntry.objects.get(pk=entry.pk).is_undone
    assert_the_log_is_whole(campaign)


def test_twenty_hands_that_give_take_and_undo_leave_what_the_log_says(visit, strong, campaign, ines, marta, coral):
    brianda = strong(1000)
    brianda.change_pool(marta, "pv", -500)
    hands = {seat: visit(seat) for seat in (ines, marta, coral)}

    def play(number: int) -> Counter:
        chance = random.Random(number)
        there = hands[chance.choice(list(hands))]
        own: list[str] = []
        seen: Counter = Counter()
        for _ in range(20):
            if own and chance.random() < 0.3:
                answer = there.press(reverse("campaigns:toggle", args=[campaign.key, chance.choice(own)]))
            else:
                answer = there.press(points(brianda), amount=chance.choice(["1", "-1"]))
                own.append(answer.headers["Mesa-Entry"])
            seen[answer.status_code] += 1
        return seen

    with ThreadPoolExecutor(20) as threads:
        seen = sum(threads.map(play, range(20)), Counter())

    assert set(seen) <= {204, 422}  # a player takes back only an own last change
    entries = list(LogEntry.objects.all())
    assert len(entries) == 1 + seen[204]
    live = [entry for entry in entries if entry.kind == "pool" and not entry.is_undone]
    assert pv_of(brianda) == 1000 + changed(live) == 1000 + changed(entries)
    assert_the_log_is_whole(campaign)
