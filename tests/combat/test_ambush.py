"""Surprise with what the moment adds on both sides, dice of the table, and its odds before (C6, R9).

Brianda sneaks with 4 + 3; a goblin notices with 0.
"""

import pytest
from django.urls import reverse

from campaigns.models import LogEntry
from combat.models import Combatant
from rules import Check, CheckKind, find_preset
from rules.checks import Term
from rules.opposed_odds import opposed_odds
from tests.combat.fights import key, sign, stored, who

SPANISH = {"accept-language": "es"}


@pytest.fixture
def asked(fight, brianda):
    return {"weapon": f"{brianda.key}:unarmed", "target": key(fight, "Goblin 3"), "modifier": 0, "actor": brianda.key}


def panel(seat, fight, asked, as_, **fields):
    url = reverse("combat:odds", args=[fight.key])
    return as_(seat).get(url, asked | fields, headers=SPANISH).content.decode()


def sides():
    return [side["outcome"] for side in LogEntry.objects.get(kind="surprise").facts["contest"]["sides"]]


def test_what_is_added_counts_on_both_sides(fight, asked, ines, press, dice):
    """7 + 2 + 5 of hers against 3 + 6 of its own."""
    dice(1, 5, 9, 1, 6, 9)

    assert press(ines, "surprise", fight, **asked, sneaks=2, notices=3).status_code == 204

    assert [side["total"] for side in sides()] == [14, 9]
    assert who(fight, "Brianda").fighter.surprises == {asked["target"]: True}


def test_dice_of_the_table_count_and_are_marked(fight, asked, ines, press, as_, dice):
    dice()

    assert press(ines, "surprise", fight, **asked, dice="1 2 9, 3 9 10").status_code == 204

    assert [side["total"] for side in sides()] == [9, 9]  # a tie is no surprise
    assert LogEntry.objects.get(kind="surprise").facts["typed"] is True
    page = as_(ines).get(fight.get_absolute_url(), headers=SPANISH).content.decode()
    assert "dados de mesa" in page


@pytest.mark.parametrize("fields", [
    {"dice": "1 2 9"}, {"dice": "1 2 9 3 9 11"}, {"dice": "1 2 9 3 9 10 4"}, {"dice": "uno"}, {"sneaks": "1e9"},
    {"sneaks": 100}, {"notices": "abc"}, {"notices": -100},
])  # fmt: skip
def test_what_is_none_is_refused_and_nothing_is_thrown(fight, asked, ines, press, said, dice, fields):
    before = sign(fight)
    dice()

    answer = press(ines, "surprise", fight, **asked | fields)

    assert (answer.status_code, bool(said(answer)), sign(fight)) == (422, True, before)


def test_the_odds_stand_there_before_it_is_rolled_and_follow_what_is_added(fight, asked, marta, as_):
    rules = find_preset("ryf-table")

    def chance(sneaks, notices):
        one, other = (Check(CheckKind.OPPOSED, "", (Term("", bonus, ""),)).kept_by() for bonus in (7 + sneaks, notices))
        return f"{float(opposed_odds(rules.rolls, one, other).win) * 100:.1f}".replace(".", ",")

    assert f"<b>{chance(0, 0)} %</b>".replace(" ", "\xa0") in panel(marta, fight, asked, as_).replace(" %", "\xa0%")
    changed = panel(marta, fight, asked, as_, sneaks=2, notices=9).replace(" %", "\xa0%")
    assert f"<b>{chance(2, 9)} %</b>".replace(" ", "\xa0") in changed
    assert 'id="sneaks" name="sneaks" type="number" inputmode="numeric" min="-99" max="99" value="2"' in changed


def test_who_does_not_know_the_foe_sees_the_odds_by_what_it_may_come_to(fight, asked, ines, as_):
    page = panel(ines, fight, asked, as_)

    assert page.count("contra 10") == page.count("contra 25") == 1
    Combatant.objects.filter(pk=who(fight, "Goblin 3").pk).update(is_defense_known=True)
    assert "contra 25" not in panel(ines, fight, asked, as_)


def test_it_is_tried_once(fight, asked, ines, press, as_, dice):
    dice(1, 5, 9, 1, 6, 9)
    press(ines, "surprise", fight, **asked)
    before = sign(fight)

    assert press(ines, "surprise", fight, **asked).status_code == 422

    assert sign(fight) == before
    assert 'id="try-surprise"' not in panel(ines, fight, asked, as_)
    assert stored(fight).round == 1
