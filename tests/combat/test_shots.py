"""Shots: from where, the hit that waits, who may answer it, and what nobody may know before (C7, C8, S1).

Brianda shoots with +8 and 10 more: at short distance against 15. A goblin can only dodge, with +0; Brianda with +8.
"""

import re

import pytest
from django.urls import reverse

from campaigns import changes, feed
from campaigns.models import LogEntry
from characters.models import Character
from combat.models.choices import Place
from rules.problems import Refused
from tests.combat.fights import address, key, pv, sign, stored
from tests.combat.sight import says

BOW = {"weapons": ["long_bow"]}
KNIFE = {  # held, and thrown (W1)
    "label": "Faca", "damage": "1d6", "kind": "edged", "melee": "on", "short": "5", "medium": "10", "long": "15",
    "attack": "0", "defense": "0", "initiative": "0", "absorption": "0", "projectiles": "1",
}  # fmt: skip


@pytest.fixture
def archer(fight, brianda):
    skills = {**brianda.traits["skills"], "ranged_weapons": 4}
    Character.objects.filter(pk=brianda.pk).update(gear=BOW, traits={**brianda.traits, "skills": skills})
    return fight


@pytest.fixture
def shoot(archer, press, brianda, dice):
    """`shoot(ines, 2, 5, 9, band="short")`: Brianda shoots at the first goblin, these are the dice."""

    def go(by, *faces, target="Goblin 1", **place):
        dice(*faces)
        fields = {"weapon": f"{brianda.key}:long_bow", "target": key(archer, target), "modifier": "0", **place}
        return press(by, "attack", archer, **fields)

    return go


def hit_key(fight):
    (hit,) = stored(fight).state["pending"]
    return hit["key"]


def seen_by(person, fight, as_):
    feed.forget()
    return as_(person).get(fight.get_absolute_url()).content.decode()


def test_a_shot_goes_against_its_distance(shoot, archer, ines):
    assert shoot(ines, 1, 1, 3, band="long", cover="small").status_code == 204

    facts = LogEntry.objects.get(kind="attack").facts
    assert (facts["outcome"]["total"], facts["defense"], facts["hit"]) == (19, 27, False)
    assert stored(archer).state["pending"] == []


@pytest.fixture
def with_knife(archer, as_, campaign, marta, brianda) -> str:
    """Brianda has a knife beside her bow; its key."""
    made = as_(marta).post(reverse("combat:new-gear", args=[campaign.key, "weapons"]), KNIFE)
    assert made.status_code == 302
    Character.objects.filter(pk=brianda.pk).update(gear={"weapons": ["long_bow", "faca"]})
    return "faca"


@pytest.mark.parametrize(("band", "against"), [("", None), ("short", "short")])
def test_what_is_held_and_thrown_strikes_unless_a_distance_is_chosen(with_knife, shoot, ines, brianda, band, against):
    shoot(ines, 1, 1, 3, weapon=f"{brianda.key}:{with_knife}", band=band)

    facts = LogEntry.objects.get(kind="attack").facts
    assert (facts.get("shot") or {}).get("band", {}).get("key") == against


def distances(html: str) -> list[str]:
    return re.findall(r"<option[^>]*>([^<]+)", re.search(r'<select id="band".*?</select>', html, re.S)[0])


def test_the_distances_are_those_of_the_weapon(with_knife, archer, as_, ines, brianda):
    """And of what is held as well the hand."""

    def offered(weapon: str) -> list[str]:
        asked = {"weapon": f"{brianda.key}:{weapon}", "target": key(archer, "Goblin 1"), "modifier": "0"}
        answer = as_(ines).get(f"{archer.get_absolute_url()}odds/", asked, headers={"accept-language": "en"})
        return distances(answer.content.decode())

    bands = ["Point-blank · 10", "Short · 15", "Medium · 20", "Long · 25"]
    assert offered("long_bow") == bands
    assert offered(with_knife) == ["in the hand", *bands]
    assert offered("unarmed") == ["as usual", *bands]  # hidden, until a weapon that shoots is chosen


def test_without_a_distance_it_is_the_second_one(shoot, ines):
    shoot(ines, 1, 1, 3)

    assert LogEntry.objects.get(kind="attack").facts["shot"]["band"]["key"] == "short"


def test_behind_total_cover_nothing_is_thrown(shoot, archer, ines, said):
    before = sign(archer)

    answer = shoot(ines, 9, 9, 9, band="short", cover="total")

    assert answer.status_code == 422
    assert said(answer)
    assert sign(archer) == before


def test_a_hit_waits_and_does_nothing_yet(shoot, archer, ines):
    shoot(ines, 2, 5, 9, band="short")

    assert pv(stored(archer).known[key(archer, "Goblin 1")].character) == 8
    assert stored(archer).state["pending"][0]["rolled"]["total"] == 23


def test_the_gm_answers_for_the_foe(shoot, archer, press, ines, marta, dice):
    shoot(ines, 2, 5, 9, band="short")
    dice(1, 4, 5, 3, 4)

    assert press(marta, "defend", archer, answer=f"{hit_key(archer)}:dodge").status_code == 204

    entry = LogEntry.objects.get(kind="defense")
    assert (entry.facts["escaped"], entry.facts["passed"]) == (False, 7)
    assert pv(stored(archer).known[key(archer, "Goblin 1")].character) == 1
    assert stored(archer).state["pending"] == []


def test_taking_it_throws_no_defense(shoot, archer, press, ines, marta, dice):
    shoot(ines, 2, 5, 9, band="short")
    dice(3, 4)

    press(marta, "defend", archer, answer=f"{hit_key(archer)}:")

    assert LogEntry.objects.get(kind="defense").facts["outcome"] is None


def test_nobody_answers_for_another(shoot, archer, press, ines, pablo, vera, dice):
    shoot(ines, 2, 5, 9, band="short")
    answer, before = f"{hit_key(archer)}:dodge", sign(archer)

    assert [press(seat, "defend", archer, answer=answer).status_code for seat in (ines, pablo, vera)] == [403] * 3
    assert sign(archer) == before


def test_it_is_answered_once(shoot, archer, press, ines, marta, dice):
    shoot(ines, 2, 5, 9, band="short")
    answer = f"{hit_key(archer)}:"
    dice(3, 4)
    press(marta, "defend", archer, answer=answer)
    before = sign(archer)

    assert press(marta, "defend", archer, answer=answer).status_code == 422
    assert sign(archer) == before


def test_no_player_reads_the_total_before_the_answer(shoot, archer, press, as_, ines, pablo, vera, marta, dice):
    """S1, B37: neither on a page nor in the log; those who lead do, and everybody afterwards."""
    shoot(ines, 2, 5, 9, band="short")

    def told(person):
        log = as_(person).get(f"{archer.campaign.get_absolute_url()}log/").content.decode()
        pages = (seen_by(person, archer, as_), log)
        return [says(page, 23) for page in pages]

    assert [told(seat) for seat in (ines, pablo, vera)] == [[False, False]] * 3
    assert told(marta)[0]
    dice(1, 4, 5, 3, 4)
    press(marta, "defend", archer, answer=f"{hit_key(archer)}:dodge")
    assert told(ines)[0]


def test_the_target_is_asked_on_its_own_screen(archer, press, as_, ines, marta, pablo, brianda, add, dice):
    """A foe shoots at Brianda: Inés is asked with odds by totals, Pablo is not."""
    (foe,) = add("Arquero")
    Character.objects.filter(pk=foe.pk).update(
        traits={"attributes": {"dexterity": 4}, "skills": {"ranged_weapons": 1}, "fixed": {"pv": 8, "defense": 12}},
        gear=BOW,
    )
    dice(2, 2, 9)
    fields = {"weapon": f"{foe.key}:long_bow", "target": brianda.key, "modifier": "0", "band": "short"}
    assert press(marta, "attack", archer, **fields).status_code == 204

    asked = f'value="{hit_key(archer)}:dodge"'
    assert [asked in seen_by(seat, archer, as_) for seat in (ines, marta, pablo)] == [True, True, False]
    dice(10, 10, 10)
    before = pv(brianda)
    assert press(ines, "defend", archer, answer=f"{hit_key(archer)}:dodge").status_code == 204
    assert pv(brianda) == before
    with pytest.raises(Refused):
        changes.toggle(LogEntry.objects.filter(kind="attack").first(), marta)


def test_answer_and_shot_are_taken_back_in_order(shoot, archer, press, ines, marta, dice):
    before = sign(archer)
    shoot(ines, 2, 5, 9, band="short")
    waiting = sign(archer)
    dice(3, 4)
    press(marta, "defend", archer, answer=f"{hit_key(archer)}:")

    changes.toggle(LogEntry.objects.get(kind="defense"), marta)
    assert sign(archer) == waiting
    changes.toggle(LogEntry.objects.get(kind="attack"), marta)
    assert sign(archer) == before


def test_the_panel_asks_from_where_only_of_what_is_shot(archer, as_, ines, brianda):
    page = seen_by(ines, archer, as_)

    assert re.search(rf'<option value="{brianda.key}:long_bow" data-shoots', page)
    assert not re.search(rf'<option value="{brianda.key}:unarmed" data-shoots', page)
    odds = as_(ines).get(
        address("attack", archer).replace("attack", "odds"),
        {"weapon": f"{brianda.key}:long_bow", "target": key(archer, "Goblin 1"), "modifier": "0", "band": "long"},
    )
    assert "contra 25" in odds.content.decode()


# --- how it is asked -------------------------------------------------------------------------------------------------


def test_of_two_hits_that_wait_only_the_first_is_the_thing_to_press(fight, marta, ines, pablo, brianda, as_):
    """One saffron button a screen: two goblins with bows hit Brianda, who is asked twice."""
    state = {**stored(fight).state}
    goblins = [key(fight, name) for name in ("Goblin 1", "Goblin 2")]
    for goblin in goblins:
        Character.objects.filter(key=goblin).update(
            gear=BOW, traits={"attributes": {"dexterity": 9}, "skills": {"ranged_weapons": 9}, "fixed": {"pv": 8}}
        )
        stored(fight).attack(marta, goblin, "long_bow", brianda.key, place=Place(band="short"))
    assert len(stored(fight).state["pending"]) == len(state.get("pending", [])) + 2

    page = seen_by(ines, fight, as_)

    assert page.count('id="defend-') == 2
    assert len(re.findall(r'class="[^"]*\bprimary\b[^"]*" id="(?:defend|take|stay-up)-', page)) == 1
