"""Many hands at once on one fight, through the whole server: nothing is lost, nothing twice, the log tells it all.

`CHANGES=200 python3 run.py test tests/combat/test_many_hands.py` has twenty hands make 4,000 changes of one pool.
"""

import contextlib
import os
import random
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest
from django.db import connections
from django.urls import reverse

from campaigns import chance
from campaigns.keys import new_key
from campaigns.models import LogEntry
from characters.models import Character
from combat.models import Encounter
from tests.combat.fights import FOE, address, differing, key, pv, replayed, sign, stored, turn, who, whole
from tests.live.lines import Visitor, read, visitors

pytestmark = pytest.mark.live
THREADS, ACTIONS, CHANGES = 20, 50, int(os.environ.get("CHANGES", "20"))


@pytest.fixture
def visit(live, as_) -> Iterator[Callable[..., Visitor]]:
    with visitors(lambda: live.port, as_) as visit:
        yield visit


@pytest.fixture
def big(ambush, add, marta, brianda, start, monkeypatch) -> Encounter:
    """Brianda and four ogres of 400 PV, so that the end is far; dice fall as they do."""
    Character.objects.filter(pk=brianda.pk).update(traits={**brianda.traits, "fixed": {"pv": 300}})
    add("Ogro", 4, **FOE | {"pv": 400})
    brianda.refresh_from_db()
    stored(ambush).add(marta, [brianda])
    start(2, 3, 4, 5, 6)
    monkeypatch.setattr(chance, "source", chance.from_the_system)
    return ambush


def at_once(number: int, do: Callable[[int], object]) -> list:
    """The answers of so many threads; the connections that they opened themselves are closed."""

    def one(at: int) -> object:
        try:
            return do(at)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(number) as threads:
        return list(threads.map(one, range(number)))


def assert_the_log_is_whole(encounter: Encounter) -> None:
    campaign = stored(encounter).campaign
    versions = list(LogEntry.objects.filter(campaign=campaign).order_by("version").values_list("version", flat=True))
    assert versions == list(range(1, campaign.version + 1))


def test_two_hands_end_the_same_turn_and_one_does(visit, big, marta, coral):
    hands = [visit(marta), visit(coral)]
    ends = stored(big).turn
    second = stored(big).present[1].character.name

    answers = at_once(10, lambda at: hands[at % 2].press(address("next", big), ends=ends))

    assert Counter(answer.status_code for answer in answers) == {204: 1, 422: 9}
    assert turn(big) == second
    assert_the_log_is_whole(big)


def test_the_same_press_at_once_ends_one_turn(visit, big, marta):
    hand, ends, press = visit(marta), stored(big).turn, new_key()

    answers = at_once(10, lambda _: hand.press(address("next", big), ends=ends, press=press))

    entry = LogEntry.objects.get(kind="turn")
    assert {(answer.status_code, answer.headers["Mesa-Entry"]) for answer in answers} == {(204, entry.key)}


def test_one_major_action_gives_one_attack_however_many_press(visit, big, ines, brianda, marta):
    while turn(big) != "Brianda":
        stored(big).next_turn(marta, stored(big).turn)
    hand, fields = visit(ines), {"weapon": f"{brianda.key}:unarmed", "target": key(big, "Ogro 1")}

    answers = at_once(10, lambda _: hand.press(address("attack", big), **fields))

    assert Counter(answer.status_code for answer in answers) == {204: 1, 422: 9}
    assert LogEntry.objects.filter(kind="attack").count() == 1


def test_a_blow_is_one_message_to_each_of_eight_screens_and_one_entry(visit, big, marta, coral, ines, pablo, vera):
    """B11: what one hears nobody says again; a second blow comes as the second message, and nothing in between."""
    entries, ogre = LogEntry.objects.count(), key(big, "Ogro 1")
    seats = (marta, coral, ines, pablo, vera, ines, pablo, vera)
    lines = [visit(seat).listen(page=f"fight-{big.key}", after=_place(seat)) for seat in seats]

    for number in (1, 2):
        visit(marta).press(address("harm", big), who=ogre, amount=5)
        read(lines, lambda line, number=number: len(line.news) >= number)

    assert LogEntry.objects.count() == entries + 2
    assert [len(line.news) for line in lines] == [2] * 8
    assert [len(line.entries) for line in lines] == [2] * 8


def _place(seat) -> str:
    return LogEntry.objects.visible_to(seat).values_list("key", flat=True)[0]


def test_eighty_blows_of_three_are_two_hundred_and_forty(visit, big, marta, coral):
    hands, ogre = [visit(marta), visit(coral)], who(big, "Ogro 1")

    answers = at_once(80, lambda at: hands[at % 2].press(address("harm", big), who=ogre.character.key, amount=3))

    assert {answer.status_code for answer in answers} == {204}
    assert pv(ogre) == 400 - 240


def test_tracker_and_sheet_at_once_lose_nothing(visit, big, marta, ines, brianda):
    """B04: one number under two hands."""
    leader, player = visit(marta), visit(ines)
    sheet = reverse("characters:points", args=[brianda.key, "pv"])

    answers = at_once(
        40,
        lambda at: (
            leader.press(address("harm", big), who=brianda.key, amount=2)
            if at % 2
            else player.press(sheet, amount="-1")
        ),
    )

    assert {answer.status_code for answer in answers} == {204}
    assert pv(brianda) == 300 - 40 - 20


def test_groups_that_come_at_once_never_share_a_label(visit, big, marta, coral):
    """B19."""
    hands = [visit(marta), visit(coral)]
    line = {"name": "Rata", "count": 2, "points": 4, "defense": 8, "attack": 2, "damage": "1d6", "initiative": 1}

    answers = at_once(10, lambda at: hands[at % 2].press(address("foes", big), **line))

    assert {answer.status_code for answer in answers} == {204}
    labels = [row.character.name for row in stored(big).present if row.character.name.startswith("Rata")]
    assert sorted(labels) == sorted(f"Rata {number}" for number in range(1, 21))


def test_a_thousand_mixed_actions_and_undos_leave_what_the_log_says(visit, big, marta, coral, ines, brianda):
    """Twenty hands, fifty presses each. Every answer is done or a refusal with a sentence; versions have no gap; and
    from the recorded beginning the changes of all entries give exactly what is stored: PV, states, turn, order."""
    people = {row.character.name: row.character.key for row in stored(big).present}
    ogres = [each for name, each in people.items() if name != "Brianda"]
    begin, first = whole(big), stored(big).campaign.version
    campaign = stored(big).campaign
    toggle = lambda entry: reverse("campaigns:toggle", args=[campaign.key, entry])  # noqa: E731
    hands = {seat.name: visit(seat) for seat in (marta, coral, ines)}

    def play(number: int) -> list[tuple[str, int, str]]:
        luck = random.Random(number)
        name = ("Marta", "Coral", "Marta", "Ines")[number % 4]
        hand, own, seen = hands[name], [], []
        leads = name != "Ines"
        for _ in range(ACTIONS):
            somebody = luck.choice(list(people.values()))
            what = luck.choices(
                ["attack", "harm", "heal", "next", "undo", "redo", "hide", "sheet", "stay-up"],
                [4, 4, 3, 3, 4, 3, 1, 2, 2],
            )[0]
            if what == "attack":
                by = brianda.key if not leads else luck.choice(list(people.values()))
                weapon = f"{by}:{'unarmed' if by == brianda.key else 'own'}"
                answer = hand.press(address("attack", big), weapon=weapon, target=luck.choice(ogres))
            elif what in {"harm", "heal"}:
                answer = hand.press(address(what, big), who=somebody, amount=luck.randint(1, 30))
            elif what == "next":
                now = Encounter.objects.values_list("turn", flat=True).get(pk=big.pk)
                answer = hand.press(address("next", big), ends=brianda.key if not leads else now)
            elif what == "stay-up":  # or a fall would hold the turn for good (C11)
                answer = hand.press(address("stay-up", big), who=brianda.key)
            elif what == "hide":
                answer = hand.press(address("hide", big), who=luck.choice(ogres))
            elif what == "sheet":
                answer = hand.press(
                    reverse("characters:points", args=[brianda.key, "pv"]), amount=luck.choice(["3", "-3"])
                )
            else:
                since = LogEntry.objects.filter(topic=big.topic, version__gt=first)  # the start stands
                entries = since.filter(is_undone=what == "redo").exclude(kind="undo")
                last = own[-1] if own and luck.random() < 0.3 else entries.values_list("key", flat=True).first()
                answer = hand.press(toggle(last or "zzzz"))
            if entry := answer.headers.get("Mesa-Entry"):
                own.append(entry)
            seen.append((what, answer.status_code, answer.text))
        return seen

    seen = [each for one in at_once(THREADS, play) for each in one]

    statuses = Counter(status for _what, status, _text in seen)
    assert set(statuses) <= {204, 403, 404, 422}, statuses
    assert all(len(text.split()) > 3 for _what, status, text in seen if status != 204)
    done = Counter(what for what, status, _text in seen if status == 204)
    assert set(done) - {"stay-up"} == {"attack", "harm", "heal", "next", "undo", "redo", "hide", "sheet"}, done
    entries = list(LogEntry.objects.filter(campaign=campaign, version__gt=first).order_by("version"))
    assert len(entries) == statuses[204]
    assert_the_log_is_whole(big)
    now = whole(big)
    assert differing(replayed(begin, entries), now) == []
    for each in people.values():
        taken = sum(change["by"] for entry in entries for change in entry.changes if change["of"] == f"pool:{each}:pv")
        assert now["pv"][each] == begin["pv"][each] + taken
    present = stored(big).present
    assert [row.position for row in present] == sorted(row.position for row in present)
    assert now["kept"]["fight"]["round"] >= 1


def test_twenty_hands_on_the_points_of_one_lose_none_while_turns_end_and_things_are_taken_back(
    visit, big, marta, coral, ines, brianda
):
    """What the hands were told adds up, entry by entry, to what is stored; and so does the log, replayed."""
    middle, most = 5_000, 10_000
    Character.objects.filter(pk=brianda.pk).update(traits={**brianda.traits, "fixed": {"pv": most}})
    brianda.pools.update_or_create(key="pv", defaults={"current": middle})
    begin, campaign = whole(big), stored(big).campaign
    first, path = campaign.version, reverse("characters:points", args=[brianda.key, "pv"])
    hands = [visit(seat) for seat in (marta, coral, ines, marta)]
    for hand in hands:
        hand.http.timeout = 600  # twenty wait for one another, on a computer that may do other things
    ways = ["sheet", "harm", "heal", "next", "undo"]

    def press(hand: Visitor, path: str, **fields: object) -> httpx.Response:
        """Sent again under its name where the line was closed just then: a server closes those it thinks unused."""
        name = new_key()
        while True:
            with contextlib.suppress(httpx.RemoteProtocolError, httpx.ReadError, httpx.WriteError):
                return hand.press(path, press=name, **fields)

    def play(number: int) -> tuple[Counter, dict[str, int]]:
        luck, hand, own = random.Random(number), hands[number % 4], {}
        seen: Counter = Counter()
        for _ in range(CHANGES):
            what, amount = luck.choices(ways, [6, 2, 2, 1, 2])[0], luck.choice([-2, -1, 1, 2])
            if what == "sheet":
                answer = press(hand, path, amount=amount)
            elif what in {"harm", "heal"}:
                amount = abs(amount) * (-1 if what == "harm" else 1)
                answer = press(hand, address(what, big), who=brianda.key, amount=abs(amount))
            elif what == "next":
                now = Encounter.objects.values_list("turn", flat=True).get(pk=big.pk)
                answer = press(hand, address("next", big), ends=now)
            else:
                entry = luck.choice(list(own) or ["zzzz"])
                answer = press(hand, reverse("campaigns:toggle", args=[campaign.key, entry]))
            seen[what, answer.status_code] += 1
            if answer.status_code == 204 and what in {"sheet", "harm", "heal"}:
                own[answer.headers["Mesa-Entry"]] = amount
        return seen, own

    played = at_once(THREADS, play)

    seen = sum((one for one, _own in played), Counter())
    assert {status for _what, status in seen} <= {204, 403, 404, 422}, seen
    assert {what for what, status in seen if status == 204} == set(ways), seen
    entries = list(LogEntry.objects.filter(campaign=campaign, version__gt=first).order_by("version"))
    assert len(entries) == sum(number for (_what, status), number in seen.items() if status == 204)
    told = {key: amount for _seen, own in played for key, amount in own.items()}
    counts = {entry.key for entry in entries if not entry.is_undone}
    assert pv(brianda) == middle + sum(amount for key, amount in told.items() if key in counts)
    assert_the_log_is_whole(big)
    assert differing(replayed(begin, entries), whole(big)) == []


def test_and_all_of_it_can_be_taken_back(big, visit, marta, coral):
    """What twenty hands did, one hand takes back step by step."""
    hands, before = [visit(marta), visit(coral)], sign(big)
    ogres = [row.character.key for row in stored(big).present if not row.is_hero]
    first = stored(big).campaign.version

    def play(number: int) -> None:
        luck = random.Random(number)
        for _ in range(4):
            what = luck.choice(["harm", "attack", "next"])
            now = Encounter.objects.values_list("turn", flat=True).get(pk=big.pk)
            by, to = luck.sample(ogres, 2)
            fields = {"who": to, "amount": 5, "ends": now, "weapon": f"{by}:own", "target": to}
            hands[number % 2].press(address(what, big), **fields)

    at_once(20, play)
    entries = list(LogEntry.objects.filter(version__gt=first).order_by("-version"))

    assert len(entries) > 40
    for entry in entries:
        assert hands[0].press(reverse("campaigns:toggle", args=[big.campaign.key, entry.key])).status_code == 204
    assert sign(big) == before
