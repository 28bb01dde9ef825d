"""The breather after a fight: 2d6 each, at most what was lost in it and not yet regained, once (C13)."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from campaigns.models import LogEntry
from characters.models import Character
from combat.models import Encounter
from tests.combat.fights import address, key, pv, sign, slay, stored
from tests.combat.sight import SPANISH


@pytest.fixture
def over(fight, marta):
    """`over(9, regained=2)`: Brianda, of 16 PV, lost so much and regained so much in the fight, which then ended."""

    def end(lost: int, regained: int = 0) -> Encounter:
        brianda = key(fight, "Brianda")
        stored(fight).harm(marta, brianda, lost)
        if regained:
            stored(fight).heal(marta, brianda, regained)
        stored(fight).end(marta)
        return stored(fight)

    return end


@pytest.fixture
def page_of(as_):
    def read(seat, fight) -> str:
        return as_(seat).get(fight.get_absolute_url(), headers=SPANISH).content.decode()

    return read


@pytest.mark.parametrize(
    ("lost", "regained", "faces", "now"),
    [
        (9, 0, (3, 4), 14),  # 16 − 9 + 7
        (9, 0, (6, 5), 16),  # 11 thrown, 9 lost
        (9, 4, (3, 4), 16),  # 16 − 9 + 4 = 11, and 5 of the 7
        (1, 0, (1, 1), 16),
    ],
)
def test_it_gives_back_what_the_dice_say_and_no_more_than_was_lost(
    over, press, marta, brianda, dice, lost, regained, faces, now
):
    fight = over(lost, regained)
    dice(*faces)

    assert press(marta, "breathe", fight, who=brianda.key).status_code == 204

    assert pv(brianda) == now


def test_what_was_lost_before_the_fight_does_not_come_back(ambush, brianda, add, start, marta, press, dice):
    brianda.change_pool(marta, "pv", -6)
    add("Goblin")
    stored(ambush).add(marta, [brianda])
    fight = start(2, 6)
    stored(fight).harm(marta, brianda.key, 2)
    stored(fight).end(marta)
    dice(6, 6)

    press(marta, "breathe", fight, who=brianda.key)

    assert pv(brianda) == 10


def test_the_entry_says_each_die_and_its_rule(over, press, page_of, marta, pablo, brianda, dice):
    fight = over(9)
    dice(3, 4)
    press(marta, "breathe", fight, who=brianda.key)

    entry = LogEntry.objects.get(kind="breather")
    page = page_of(pablo, fight)
    words = re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", page[page.index(f'id="entry-{entry.key}"') :]))

    assert entry.facts["rests"][0]["healing"]["thrown"] == [
        {"die": "1d6", "faces": [3], "value": 3}, {"die": "1d6", "faces": [4], "value": 4},
    ]  # fmt: skip
    assert "Brianda 3 4 = 7 " in words
    assert "14 / 16" in words
    assert "#C13" in page


def test_it_counts_once(over, press, said, marta, brianda, dice):
    fight = over(9)
    dice(1, 1)
    press(marta, "breathe", fight, who=brianda.key)

    again = press(marta, "breathe", fight, who=brianda.key)

    assert again.status_code == 422
    assert pv(brianda) == 9
    assert LogEntry.objects.filter(kind="breather").count() == 1


def test_a_double_press_counts_once(over, press, marta, brianda, dice):
    fight = over(9)
    dice(1, 1)

    answers = [press(marta, "breathe", fight, who=brianda.key, press="pulsada-1").status_code for _ in range(2)]

    assert answers == [204, 204]
    assert pv(brianda) == 9


def test_it_is_undone_exactly_and_in_order(over, press, as_, campaign, marta, brianda, dice):
    fight = over(9, 2)
    before = sign(fight)
    dice(3, 4)
    press(marta, "breathe", fight, who=brianda.key)
    after, entry = sign(fight), LogEntry.objects.get(kind="breather")
    ended = LogEntry.objects.get(kind="ended")
    browser = as_(marta)

    def toggle(which: LogEntry) -> int:
        return browser.post(reverse("campaigns:toggle", args=[campaign.key, which.key])).status_code

    assert toggle(ended) == 422  # the breather builds on it
    assert toggle(entry) == 302
    assert sign(fight) == before
    assert toggle(entry) == 302
    assert sign(fight) == after


def test_a_breather_taken_back_can_be_taken_anew(over, press, as_, campaign, marta, brianda, dice):
    fight = over(9)
    dice(1, 1)
    press(marta, "breathe", fight, who=brianda.key)
    entry = LogEntry.objects.get(kind="breather")
    as_(marta).post(reverse("campaigns:toggle", args=[campaign.key, entry.key]))
    dice(3, 4)

    press(marta, "breathe", fight, who=brianda.key)

    assert pv(brianda) == 14


def test_not_before_the_fight_is_over(fight, press, marta, brianda):
    before = sign(fight)

    answer = press(marta, "breathe", fight, who=brianda.key)

    assert (answer.status_code, sign(fight)) == (422, before)


@pytest.mark.parametrize("who", ["", "nadie", "Goblin 1"])
def test_only_heroes_of_the_fight_rest(over, press, marta, who):
    fight = over(3)
    before = sign(fight)

    answer = press(marta, "breathe", fight, **({"who": key(fight, who) if who == "Goblin 1" else who} if who else {}))

    assert (answer.status_code, sign(fight)) == (422, before)


def test_the_dead_do_not_rest(fight, press, page_of, marta, brianda, dice):
    slay(fight, marta, "Brianda", dice)
    stored(fight).end(marta)

    assert press(marta, "breathe", fight, who=brianda.key).status_code == 422
    assert "breathe/" not in page_of(marta, fight).replace('action="', "").split('id="rest-')[1]


def test_whoever_fights_elsewhere_has_no_breather_now(over, press, said, campaign, marta, brianda):
    fight = over(3)
    other = Encounter.objects.create(campaign=campaign, name="La otra")
    stored(other).add(marta, [brianda])
    stored(other).start(marta)

    answer = press(marta, "breathe", fight, who=brianda.key)

    assert answer.status_code == 422
    assert "La otra" in said(answer)


@pytest.mark.parametrize(("name", "status"), [("ines", 403), ("vera", 403), ("sergio", 404)])
def test_it_is_for_those_who_lead(over, press, request, brianda, name, status):
    fight = over(3)
    before = sign(fight)

    answer = press(request.getfixturevalue(name), "breathe", fight, who=brianda.key)

    assert (answer.status_code, sign(fight)) == (status, before)


def test_the_page_has_it_after_the_fight_for_those_who_lead(over, page_of, marta, coral, ines, brianda):
    tick = f'id="rests-{brianda.key}"'
    fight = over(9, 2)

    for seat in (marta, coral):
        page = page_of(seat, fight)
        assert tick in page
        assert "7 PV" in page[page.index(tick) :][:400]  # 9 lost, 2 regained
    assert tick not in page_of(ines, fight)
    assert "/breathe/" not in page_of(ines, fight)


def test_the_page_has_none_while_it_runs_nor_after_it(fight, press, page_of, marta, brianda, dice):
    stored(fight).harm(marta, brianda.key, 3)
    assert 'name="who" value' not in page_of(marta, fight).split('id="rest-')[1].split("</div>")[0]
    stored(fight).end(marta)
    assert f'id="rests-{brianda.key}"' in page_of(marta, fight)
    dice(1, 1)
    press(marta, "breathe", fight, who=brianda.key)

    assert f'id="rests-{brianda.key}"' not in page_of(marta, fight)


def test_who_lost_nothing_is_not_asked(fight, page_of, marta, brianda):
    stored(fight).end(marta)

    assert f'id="rests-{brianda.key}"' not in page_of(marta, fight)


def test_it_works_without_scripts(over, press, marta, brianda, dice):
    fight = over(9)
    dice(3, 4)

    answer = press(marta, "breathe", fight, htmx=False, who=brianda.key, back=fight.get_absolute_url())

    assert (answer.status_code, answer.headers["Location"]) == (302, fight.get_absolute_url())
    assert pv(brianda) == 14


def test_many_heroes_cost_as_many_questions_as_one_but_for_their_points(campaign, marta, ines, as_):
    """Each hero's points are one read and one write, and nothing else grows."""
    counts = {}
    for number in (1, 2, 3):
        Character.objects.filter(is_foe=False).delete()
        heroes = [
            Character.objects.create(
                campaign=campaign, owner=ines, name=f"H{at}", is_finished=True, traits={"fixed": {"pv": 9}}
            )
            for at in range(number)
        ]
        fight = Encounter.objects.create(campaign=campaign, name="Grande")
        stored(fight).add(marta, heroes)
        stored(fight).start(marta)
        for hero in heroes:
            stored(fight).harm(marta, hero.key, 2)
        stored(fight).end(marta)
        browser = as_(marta)
        browser.get(fight.get_absolute_url())
        with CaptureQueriesContext(connection) as found:
            who = [hero.key for hero in heroes]
            assert (
                browser.post(address("breathe", fight), {"who": who}, headers={"hx-request": "true"}).status_code == 204
            )
        counts[number] = len(found)

    assert counts[3] - counts[2] == counts[2] - counts[1] <= 2
