"""Rolls that are no action of the fight and yet a part of it: any trait, against others, free dice (R2, R9, R11).

Brianda, whose turn it is, has stealth 4 + 4 (expected sums are worked out at each test); a goblin has fixed values.
"""

import pytest
from django.urls import reverse

from campaigns import feed
from campaigns.changes import toggle
from campaigns.models import Audience, Campaign, LogEntry
from characters.models import Character
from combat.regions import regions_of
from rules.checks import Check, CheckKind, Term
from rules.opposed_odds import opposed_odds
from tests.combat.fights import address, key, sign, stored
from tests.combat.sight import ALIAS, NAME, leaks, told

SPANISH = {"accept-language": "es"}


@pytest.fixture
def rolling(press, fight, brianda):
    """`rolling(ines, goal_number=9)`: Brianda rolls stealth, unless it is said otherwise; the answer."""

    def roll(seat, **fields):
        asked = {
            "by": brianda.key, "rolled": "stealth", "goal": "", "goal_number": "", "modifier": "0",
            "audience": "table", "dice": "",
        }  # fmt: skip
        return press(seat, "roll", fight, **asked | fields)

    return roll


@pytest.fixture
def opposing(press, fight, brianda):
    """`opposing(ines)`: Brianda's stealth against the perception of Goblin 1, unless it is said otherwise."""

    def oppose(seat, **fields):
        asked = {
            "by": brianda.key, "rolled": "stealth", "modifier": "0", "audience": "table", "dice": "",
            "rival_1": key(fight, "Goblin 1"), "rival_rolls_1": "perception", "rival_modifier_1": "0",
            "rival_2": "", "rival_rolls_2": "stealth", "rival_modifier_2": "",
            "rival_3": "", "rival_rolls_3": "stealth", "rival_modifier_3": "",
        }  # fmt: skip
        return press(seat, "oppose", fight, **asked | fields)

    return oppose


@pytest.fixture
def throwing(press, fight, brianda):
    """`throwing(ines, formula="2d6+3")`: free dice in Brianda's name, unless it is said otherwise."""

    def throw(seat, **fields):
        asked = {"by": brianda.key, "formula": "2d6+3", "audience": "table", "dice": ""}
        return press(seat, "free", fight, **asked | fields)

    return throw


def newest(kind):
    return LogEntry.objects.filter(kind=kind).first()


def test_a_player_rolls_from_the_encounter_and_all_read_it(rolling, fight, ines, pablo, as_, brianda, dice):
    bonus = brianda.asked("stealth", difficulty=9).check.bonus
    dice(2, 5, 9)

    assert rolling(ines, goal_number=5 + bonus).status_code == 204

    entry = newest("check")
    assert (entry.topic, entry.facts["outcome"]["success"], entry.facts["outcome"]["margin"]) == (fight.topic, True, 0)
    assert "Brianda" in told(pablo, fight, as_)


def test_a_named_difficulty_is_that_of_what_is_rolled(rolling, ines, dice):
    """R8: normal is 15 for a skill, 12 for an attribute."""
    for rolled, difficulty in (("stealth", 15), ("dexterity", 12)):
        dice(2, 5, 9)
        assert rolling(ines, rolled=rolled, goal="normal").status_code == 204
        assert newest("check").facts["outcome"]["check"]["difficulty"] == difficulty


def test_every_kind_is_taken_back_in_order_with_the_rest(
    rolling, opposing, throwing, fight, marta, ines, brianda, dice, as_
):
    """T8: none of them out of order, a jump passes them, and they are done again with the same dice."""
    first = stored(fight).harm(marta, key(fight, "Goblin 1"), 1)
    before = sign(fight)
    dice(2, 5, 9, 2, 5, 9, 1, 2, 3, 2, 5)
    assert rolling(ines).status_code == 204
    assert opposing(ines).status_code == 204
    assert throwing(ines).status_code == 204
    stored(fight).harm(marta, key(fight, "Goblin 1"), 1)
    rolls = [newest(kind) for kind in ("check", "opposed", "free")]

    def press(entry):
        url = reverse("campaigns:toggle", args=[fight.campaign.key, entry.key])
        return as_(marta).post(url, headers={"hx-request": "true"}).status_code

    assert [press(entry) for entry in rolls] == [422, 422, 422]
    jump = reverse("combat:jump", args=[fight.key, first.key])
    assert as_(marta).post(jump, {"to": "after"}, headers={"hx-request": "true"}).status_code == 204
    assert sign(fight) == before
    assert all(LogEntry.objects.get(pk=entry.pk).is_undone for entry in rolls)
    dice()
    for entry in rolls:
        assert press(entry) == 204
        assert LogEntry.objects.get(pk=entry.pk).facts == entry.facts


def test_the_banner_names_a_roll_as_what_is_taken_back_next(rolling, fight, marta, ines, dice):
    dice(2, 5, 9)
    rolling(ines)
    feed.forget()

    turn = feed.page(marta, regions_of(fight.key, marta), "es").regions[f"turn-{fight.key}"]

    assert f"/log/{newest('check').key}/toggle/" in turn


def test_it_comes_to_the_tray_of_the_sheet(rolling, as_, ines, brianda, dice):
    dice(2, 5, 9)
    rolling(ines, goal_number=9)

    page = as_(ines).get(brianda.get_absolute_url(), headers=SPANISH).content.decode()

    assert 'class="result"' in page.split(f'id="tray-{brianda.key}"')[1]


def test_the_gm_rolls_a_plain_number_for_a_foe(rolling, fight, marta, dice):
    """P6: 5 + 7 against 12; no trait, never unskilled: the middle die stays."""
    dice(2, 5, 9)

    fields = {"by": key(fight, "Goblin 1"), "rolled": "number", "modifier": 7, "goal_number": 12}
    assert rolling(marta, **fields).status_code == 204

    outcome = newest("check").facts["outcome"]
    assert (outcome["margin"], outcome["check"]["terms"]) == (0, [["modifier", 7, "R2"]])


def test_opposed_the_highest_total_wins(opposing, fight, marta, ines, dice, as_):
    """R9: Brianda's 1 is a natural one and loses to any roll that is not."""
    dice(1, 1, 9, 2, 3, 4)

    assert opposing(ines, rival_rolls_1="number", rival_modifier_1="-5").status_code == 204

    entry = newest("opposed")
    assert entry.topic == fight.topic
    assert entry.facts["contest"]["winner"] == key(fight, "Goblin 1")
    assert "Goblin 1" in told(ines, fight, as_)


def test_a_tie_is_settled_within_the_encounter(opposing, fight, marta, ines, as_, dice):
    dice(1, 1, 9, 1, 1, 5)
    opposing(ines)
    tie = newest("opposed")
    url = reverse("characters:settle", args=[fight.campaign.key, tie.key])

    assert as_(ines).post(url, {"answer": "accept"}, headers={"hx-request": "true"}).status_code == 204

    settled = newest("opposed")
    assert settled.pk != tie.pk
    assert settled.topic == fight.topic
    toggle(settled, marta)
    assert not LogEntry.objects.get(pk=tie.pk).facts["settled"]
    assert as_(ines).post(url, {"answer": "accept"}, headers={"hx-request": "true"}).status_code == 204


def test_a_token_spent_on_it_comes_back_with_it(rolling, fight, campaign, marta, ines, brianda, dice):
    """R13, T8: one token, spent and given back; keep up one: the high die stays."""
    Campaign.objects.filter(pk=campaign.pk).update(preset="ryf-core")
    Character.objects.filter(pk=brianda.pk).update(tokens=1)
    dice(2, 5, 9)
    assert rolling(ines, token="1").status_code == 204
    assert (Character.objects.get(pk=brianda.pk).tokens, newest("check").facts["outcome"]["kept"]) == (0, 9)

    toggle(newest("check"), marta)

    assert Character.objects.get(pk=brianda.pk).tokens == 1


def test_a_hidden_foe_rolls_unseen(rolling, opposing, throwing, hidden, fight, marta, ines, all_of, dice):
    dice(2, 5, 9, 2, 5, 9, 2, 5, 9, 3, 4)
    assert rolling(marta, by=hidden.key, rolled="number", modifier=3).status_code == 204
    assert opposing(marta, rival_1=hidden.key).status_code == 204
    assert throwing(marta, by=hidden.key).status_code == 204

    assert {newest(kind).audience for kind in ("check", "opposed", "free")} == {Audience.PRIVATE}
    pages = all_of(ines)
    assert leaks(pages, NAME, ALIAS, hidden.key) == {}
    assert not any(newest(kind).key in page for kind in ("check", "opposed", "free") for page in pages.values())


def test_what_only_the_gm_sees_does_not_come_back_to_who_rolled(rolling, fight, ines, marta, dice, as_):
    """B35: no die in the answer, the log, or the page."""
    dice(2, 5, 9)

    answer = rolling(ines, audience="gm")

    assert (answer.status_code, newest("check").audience) == (204, Audience.GM)
    assert answer.content == b""
    assert newest("check").key not in as_(ines).get(fight.get_absolute_url()).content.decode()
    assert f"jump-{newest('check').key}" in as_(marta).get(fight.get_absolute_url()).content.decode()


def test_the_chronicle_tells_it(rolling, opposing, throwing, fight, ines, pablo, as_, dice):
    dice(2, 5, 9, 2, 5, 9, 1, 2, 3, 2, 5)
    rolling(ines)
    opposing(ines)
    throwing(ines)

    page = as_(pablo).get(reverse("combat:chronicle", args=[fight.key]), headers=SPANISH).content.decode()

    assert "Tirada enfrentada" in page
    assert "2d6+3" in page


@pytest.mark.parametrize("act", ["roll", "oppose", "free"])
def test_players_roll_for_their_own_only(press, fight, act, pablo, vera, sergio, brianda):
    fields = {"by": brianda.key, "rolled": "stealth", "formula": "1d6", "rival_1": key(fight, "Goblin 1"),
              "rival_rolls_1": "stealth", "rival_rolls_2": "stealth", "rival_rolls_3": "stealth",
              "audience": "table"}  # fmt: skip
    entries = LogEntry.objects.count()

    assert [press(seat, act, fight, **fields).status_code for seat in (pablo, vera, sergio)] == [422, 403, 404]
    assert LogEntry.objects.count() == entries


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("rolled", "magia"), ("rolled", ""), ("goal", "nunca"), ("goal_number", "1e9"), ("goal_number", "3,5"),
        ("modifier", "abc"), ("modifier", "500"), ("audience", "todos"), ("dice", "2 7"), ("dice", "2 7 11"),
        ("dice", "a\0b"), ("by", "nadie"),
    ],
)  # fmt: skip
def test_what_cannot_be_rolled_is_refused(rolling, ines, said, field, value):
    entries = LogEntry.objects.count()

    answer = rolling(ines, **{field: value})

    assert answer.status_code == 422
    assert said(answer)
    assert LogEntry.objects.count() == entries


@pytest.mark.parametrize("name", ["roll", "oppose", "free"])
def test_the_page_of_each_shows_its_form(name, fight, as_, ines):
    page = as_(ines).get(address(name, fight), headers=SPANISH).content.decode()

    assert 'id="do-act"' in page
    assert "(c)" not in page


def test_those_of_the_other_side_come_first_as_rivals(fight, as_, ines):
    page = as_(ines).get(address("oppose", fight), headers=SPANISH).content.decode()

    first = page.split('name="rival_1"')[1].split("<option", 2)[1]
    assert any(key(fight, f"Goblin {number}") in first for number in (1, 2, 3))


def test_the_odds_stand_there_before_the_roll(fight, as_, ines, brianda):
    """Of a roll with a difficulty; the middle of three dice is 1 in 28 of 1000 throws, whatever is needed (R4)."""
    bonus = brianda.asked("stealth", difficulty=9).check.bonus
    asked = {"by": brianda.key, "rolled": "stealth", "goal_number": bonus, "modifier": 0, "audience": "table"}

    page = as_(ines).get(address("roll", fight), asked, headers={**SPANISH, "hx-request": "true"}).content.decode()

    assert "97,2" in page


@pytest.mark.parametrize("how", ["pause", "end"])
def test_not_while_nobody_fights(rolling, fight, marta, ines, said, how):
    getattr(stored(fight), how)(marta)

    answer = rolling(ines)

    assert answer.status_code == 422
    assert said(answer)


def test_a_saving_throw_outside_of_fights_can_be_read_in_the_log(campaign, ines, brianda, as_, dice):
    """Its kind is not the one of saving throws in fights (R10)."""
    brianda.vitals = {
        "effects": [{"key": "poison-1", "label": "Veneno", "save": {"attribute": "willpower", "difficulty": 15}}]
    }
    brianda.save()
    dice(2, 5, 9)
    brianda.save_from(ines, "poison-1")

    page = as_(ines).get(f"{campaign.get_absolute_url()}log/", headers=SPANISH)

    assert page.status_code == 200
    assert "Veneno" in page.content.decode()


def test_the_odds_of_an_opposed_roll_are_exact_for_who_leads_only(as_, fight, brianda, marta, ines):
    """R9, S2: Brianda's 7 against 7 of the goblin, which no player reads from the odds."""
    asked = {
        "by": brianda.key, "rolled": "stealth", "modifier": "0", "audience": "table", "dice": "",
        "rival_1": key(fight, "Goblin 1"), "rival_rolls_1": "number", "rival_modifier_1": "7",
        "rival_rolls_2": "stealth", "rival_rolls_3": "stealth",
    }  # fmt: skip
    htmx = {"hx-request": "true", "accept-language": "en"}

    def odds(seat, **fields):
        page = as_(seat).get(f"{fight.get_absolute_url()}acts/oppose/", asked | fields, headers=htmx)
        return page.content.decode()

    even = opposed_odds(fight.campaign.ruleset.rolls, *[Check(CheckKind.OPPOSED, "", (Term("", 7, ""),))] * 2)
    assert f"wins {float(even.win) * 100:.1f}%, a tie {float(even.tie) * 100:.1f}%" in odds(marta)
    assert "is not known" in odds(ines)
    assert odds(ines) == odds(ines, rival_rolls_1="perception")
