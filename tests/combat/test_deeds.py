"""The numbers of a fight on its chronicle: who did what, as far as the table knows."""

import re

import pytest
from django.urls import reverse

from campaigns import changes
from campaigns.models import LogEntry
from characters.models import Character
from combat import deeds, numbers
from combat.models import ShownPoints
from tests.combat.fights import key, stored
from tests.combat.sight import ALIAS, NAME, SPANISH


@pytest.fixture
def rows_of(as_, fight):
    """`rows_of(marta)`: name → hits, criticals, fumbles, damage, points lost."""

    def ask(seat) -> dict[str, list[str]]:
        page = as_(seat).get(f"{fight.get_absolute_url()}chronicle/", headers=SPANISH).content.decode()
        rows = re.findall(r'<tr><th scope="row">(.*?)(?:<svg.*?)?</th>(.*?)</tr>', page, re.S)
        return {name: re.findall(r"<td[^>]*>(.*?)</td>", cells) for name, cells in rows}

    return ask


@pytest.fixture
def hits(fight, press, ines, brianda, dice):
    """`hits("Goblin 3", 2, 7, 9, 3)`: Brianda, 9, strikes unarmed with these dice against 12."""

    def strike(name: str, *faces: int) -> None:
        dice(*faces)
        aimed = {"weapon": f"{brianda.key}:unarmed", "target": key(fight, name), "modifier": "0"}
        assert press(ines, "attack", fight, **aimed).status_code == 204

    return strike


def test_hits_damage_and_points_are_counted(rows_of, hits, fight, marta, brianda, dice):
    """16 against 12 hits for 3, and the goblin’s points are known as a word."""
    hits("Goblin 3", 2, 7, 9, 3)
    stored(fight).harm(marta, brianda.key, 4)

    assert rows_of(marta) == {"Brianda": ["1 / 1", "0", "0", "3", "4"], "Goblin 3": ["—", "0", "0", "0", "—"]}


def test_damage_and_points_lost_are_bars_too_where_they_are_known(as_, hits, fight, marta, ines, brianda):
    hits("Goblin 3", 2, 7, 9, 3)
    stored(fight).harm(marta, brianda.key, 4)

    page = as_(ines).get(f"{fight.get_absolute_url()}chronicle/").content.decode()

    brianda_s, goblin_s = re.findall(r'<th scope="row">(.*?)</th>', page)[-2:]
    assert re.findall(r'class="(\w+)" y="\d+" height="\d+" width="([\d.]+)"', brianda_s) == [
        ("dealt", "75.0"),
        ("lost", "100.0"),
    ]
    assert "<svg" not in goblin_s  # a word is known of its points


def test_a_miss_is_an_attack_without_a_hit(rows_of, hits, marta):
    hits("Goblin 3", 1, 2, 5)

    assert rows_of(marta) == {"Brianda": ["0 / 1", "0", "0", "0", "0"]}


def test_points_that_the_table_knows_are_numbers(rows_of, hits, fight, marta):
    goblin = key(fight, "Goblin 3")
    stored(fight).show(marta, goblin, alias="", shown_points=ShownPoints.NUMBER, is_defense_known=True)
    hits("Goblin 3", 2, 7, 9, 3)

    assert rows_of(marta)["Goblin 3"][-1] == "3"


def test_the_gm_reads_no_more_than_the_table(rows_of, hits, hidden, fight, marta, ines, brianda):
    stored(fight).harm(marta, hidden.key, 5)
    stored(fight).harm(marta, brianda.key, 1)
    hits("Goblin 2", 2, 7, 9, 3)

    assert rows_of(marta) == rows_of(ines)
    assert rows_of(marta).keys() == {"Brianda", "Goblin 2"}
    assert not {NAME, ALIAS} & rows_of(marta).keys()


def test_what_was_taken_back_is_not_counted(rows_of, as_, campaign, hits, marta):
    hits("Goblin 3", 2, 7, 9, 3)
    as_(marta).post(reverse("campaigns:toggle", args=[campaign.key, LogEntry.objects.get(kind="attack").key]))

    assert rows_of(marta) == {}


def test_a_shot_counts_when_it_is_answered(rows_of, fight, press, marta, ines, brianda, dice):
    """8 and 10 more and the middle die 5: 23 against 15, and the goblin takes it; the bow throws 2d6, 3 and 4."""
    skills = {**brianda.traits["skills"], "ranged_weapons": 4}
    Character.objects.filter(pk=brianda.pk).update(
        gear={"weapons": ["long_bow"]}, traits={**brianda.traits, "skills": skills}
    )
    shot = {"weapon": f"{brianda.key}:long_bow", "target": key(fight, "Goblin 1"), "modifier": "0", "band": "short"}
    dice(2, 5, 9)
    press(ines, "attack", fight, **shot)
    before = rows_of(marta)
    (hit,) = stored(fight).state["pending"]
    dice(3, 4)

    assert press(marta, "defend", fight, answer=f"{hit['key']}:").status_code == 204

    assert before == {}
    assert rows_of(marta)["Brianda"] == ["1 / 1", "0", "0", "7", "0"]
    assert rows_of(marta)["Goblin 1"][-1] == "—"


def test_a_long_fight_is_read_once_and_then_what_is_new(rows_of, fight, marta, brianda, monkeypatch):
    """Five blows, a look, another look, and one more blow: no entry is read twice."""
    read = []
    monkeypatch.setattr(numbers, "count", lambda entry, found: (read.append(entry.key), deeds.count(entry, found)))
    blows = [stored(fight).harm(marta, brianda.key, 1) for _each in range(5)]
    lost = [rows_of(marta)["Brianda"][-1] for _look in range(2)]
    blows.append(stored(fight).harm(marta, brianda.key, 2))
    lost.append(rows_of(marta)["Brianda"][-1])

    assert lost == ["5", "5", "7"]
    assert [key for key in read if key in {blow.key for blow in blows}] == [blow.key for blow in blows]


def test_what_is_taken_back_and_done_again_is_counted_as_it_stands(rows_of, fight, marta, brianda):
    stored(fight).harm(marta, brianda.key, 4)
    entry = stored(fight).harm(marta, brianda.key, 3)
    counts = [rows_of(marta)["Brianda"][-1]]
    for _each in range(2):
        changes.toggle(LogEntry.objects.get(pk=entry.pk), marta)
        counts.append(rows_of(marta)["Brianda"][-1])

    assert counts == ["7", "4", "7"]
