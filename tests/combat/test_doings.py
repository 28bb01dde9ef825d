"""What is done in a fight besides attacks, through the views: first aid, effects, hazards, falls, pain, support.

Each says what it does, is worded for the table, and is taken back whole.
"""

import pytest

from campaigns import changes, feed
from campaigns.models import Campaign, LogEntry
from characters.models import Character
from combat.acts import ACTS, offered
from rules import PRESETS
from tests.combat.fights import address, condition, key, pv, sign, stored, turn, undone, who
from tests.combat.sight import told

# --- first aid (C14) --------------------------------------------------------------------------------------------------


def test_first_aid_gives_points_back_and_takes_a_major_action(fight, press, ines, marta, brianda, dice, as_):
    """Intelligence alone against 15; 1d6 shows 4."""
    stored(fight).harm(marta, brianda.key, 6)
    before = sign(fight)
    dice(10, 10, 10, 4)

    answer = press(ines, "first-aid", fight, by=brianda.key, target=brianda.key, modifier=3)

    assert answer.status_code == 204
    assert pv(brianda) == 14
    assert who(fight, "Brianda").fighter.majors == 0
    assert "4 PV" in told(ines, fight, as_)
    assert undone(fight, marta, before)


def test_healing_of_one_who_is_down_clears_what_it_must(fight, press, ines, marta, brianda, dice):
    """B22, B23: the tally is gone, nobody is killed first, and the undo brings both counts back."""
    stored(fight).harm(marta, brianda.key, 99)
    dice(1, 1, 2)
    stored(fight).stay_up(marta, brianda.key)
    stored(fight).harm(marta, brianda.key, 1)
    fallen = sign(fight)
    assert Character.objects.get(pk=brianda.pk).vitals["failures"] == 1

    press(marta, "heal", fight, who=brianda.key, amount=3)

    assert (pv(brianda), condition(brianda).fate.value) == (3, "up")
    assert "failures" not in Character.objects.get(pk=brianda.pk).vitals
    assert undone(fight, marta, fallen)


def test_a_player_tends_with_an_own_hero_only(fight, press, pablo, vera, sergio, brianda):
    before = sign(fight)
    fields = {"by": brianda.key, "target": brianda.key, "modifier": 0}

    assert [press(seat, "first-aid", fight, **fields).status_code for seat in (pablo, vera, sergio)] == [422, 403, 404]
    assert sign(fight) == before


# --- effects (R10, T2) ------------------------------------------------------------------------------------------------


def test_an_effect_until_a_named_turn_begins_ends_exactly_there(fight, press, marta, dice, monkeypatch):
    """B17: order Brianda, Goblin 3, Goblin 2, Goblin 1; put on Goblin 2 in Brianda's turn, for one round."""
    dice(*[5] * 20)
    goblin = key(fight, "Goblin 2")
    fields = {"whom": [goblin], "label": "Cegado", "until": f"{goblin}:start", "rounds": 1, "turns": ""}
    assert press(marta, "affect", fight, **fields).status_code == 204

    def effects():
        return who(fight, "Goblin 2").character.vitals.get("effects", [])

    for _each in range(6):
        assert len(effects()) == 1
        press(marta, "next", fight, ends=stored(fight).turn)
        if turn(fight) == "Goblin 2" and stored(fight).round == 2:
            break
    assert effects() == []


def test_an_effect_with_harm_and_a_saving_throw(fight, press, as_, ines, marta, dice):
    """Poison: 2 points at the start of each own turn, willpower against 15 ends it."""
    goblin = key(fight, "Goblin 3")
    before = sign(fight)
    fields = {
        "whom": [goblin], "label": "Veneno", "turns": 3, "harm": "2", "ignores_absorption": 1, "save": "willpower",
        "save_difficulty": 15, "save_at": "start", "effect_modifier": -1,
    }  # fmt: skip
    assert press(marta, "affect", fight, **fields).status_code == 204
    assert "Veneno" in told(ines, fight, as_)
    assert undone(fight, marta, before)
    changes.toggle(LogEntry.objects.get(kind="affect"), marta)
    dice(1, 2, 3)

    press(marta, "next", fight, ends=stored(fight).turn)

    assert pv(who(fight, "Goblin 3")) == 6
    feed.forget()
    page = as_(marta).get(fight.get_absolute_url(), headers={"accept-language": "es"}).content.decode()
    assert "Veneno · 3 " in page


def test_an_effect_on_the_rolls_of_one_attribute_alone(fight, press, marta, brianda):
    """Physique −2: melee is of physique, stealth is not."""
    fields = {"whom": [brianda.key], "label": "Brazo roto", "effect_modifier": -2, "hinders": ["physique"]}
    assert press(marta, "affect", fight, **fields).status_code == 204

    row = who(fight, "Brianda")
    rules, sheet = row.character.ruleset, row.character.sheet
    assert rules.attack(sheet, None, defense=12).bonus == 4 + 5 - 2
    assert rules.check(sheet, "stealth").bonus == 4 + 3


def test_a_maximum_that_an_effect_raises_is_reached_by_healing_and_falls_with_it(fight, press, marta, brianda):
    """B28, C0: 16 PV and 4 more; current stays when the maximum rises, and is cut when it falls."""
    fields = {"whom": [brianda.key], "label": "Vigor", "raised_pool": "pv", "raised": 4}
    assert press(marta, "affect", fight, **fields).status_code == 204
    assert pv(brianda) == 16
    stored(fight).heal(marta, brianda.key, 9)
    assert pv(brianda) == 20
    (effect,) = who(fight, "Brianda").character.vitals["effects"]
    before = sign(fight)

    assert press(marta, "release", fight, effect=f"{brianda.key}:{effect['key']}").status_code == 204

    assert pv(brianda) == 16
    press(marta, "affect", fight, **fields)
    assert pv(brianda) == 16
    changes.toggle(LogEntry.objects.filter(kind="affect").first(), marta)
    assert undone(fight, marta, before)
    assert pv(brianda) == 20


@pytest.mark.parametrize("fields", [
    {"hinders": ["brawn"]}, {"raised": 1000}, {"raised": "abc"}, {"raised": 4, "raised_pool": "mana"},
])  # fmt: skip
def test_an_effect_on_what_is_not_there_is_refused(fight, press, said, marta, brianda, fields):
    before = sign(fight)

    answer = press(marta, "affect", fight, whom=[brianda.key], label="Vigor", **fields)

    assert (answer.status_code, bool(said(answer)), sign(fight)) == (422, True, before)


def test_an_effect_is_saved_from_at_once_or_taken_off(fight, press, marta, dice):
    goblin = key(fight, "Goblin 3")
    fields = {"whom": [goblin], "label": "Miedo", "save": "willpower", "save_difficulty": 12, "save_at": "end"}
    press(marta, "affect", fight, **fields)
    (effect,) = who(fight, "Goblin 3").character.vitals["effects"]
    before = sign(fight)
    dice(10, 10, 10)
    assert press(marta, "save", fight, effect=f"{goblin}:{effect['key']}").status_code == 204
    assert LogEntry.objects.get(kind="fight-save").facts["ended"] is False  # 10 against 12

    assert press(marta, "release", fight, effect=f"{goblin}:{effect['key']}").status_code == 204

    assert not who(fight, "Goblin 3").character.vitals.get("effects")
    assert undone(fight, marta, before)


def test_a_hidden_one_is_in_no_form_of_a_player_and_its_effects_are_not_told(fight, hidden, press, as_, ines, marta):
    feed.forget()
    page = as_(ines).get(address("first-aid", fight)).content.decode()
    assert hidden.key not in page
    assert hidden.name not in page

    press(marta, "affect", fight, whom=[hidden.key], label="Marca", turns=2)
    assert LogEntry.objects.get(kind="affect").audience == "private"
    assert "Marca" not in as_(ines).get(fight.get_absolute_url()).content.decode()


# --- what is offered --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("preset", PRESETS)
def test_only_what_the_rules_know_is_offered_and_each_has_a_page(fight, campaign, as_, marta, ines, preset):
    Campaign.objects.filter(pk=campaign.pk).update(preset=preset)
    campaign.refresh_from_db()
    campaign.__dict__.pop("ruleset", None)
    for seat in (marta, ines):
        able = {act.key for act in offered(campaign.ruleset, leads=seat.leads)}
        page = as_(seat).get(f"{fight.get_absolute_url()}acts/").content.decode()
        assert {act.key for act in ACTS if f'id="act-{act.key}"' in page} == able
        for act in ACTS:
            answer = as_(seat).get(address(act.key, fight), headers={"accept-language": "es"})
            known = act.is_offered(campaign.ruleset)
            assert answer.status_code == (200 if act.key in able else 403 if known else 404), act.key


@pytest.mark.parametrize("act", [act.key for act in ACTS])
@pytest.mark.parametrize("bad", ["", "abc", "1e9", "x" * 5000, "a\0b", "-500"])
def test_whatever_is_sent_nothing_breaks(margins, press, marta, act, bad):
    """B29: a 4xx with a sentence, and nothing has changed."""
    (fields,) = (each.fields for each in ACTS if each.key == act)
    before = sign(margins)

    assert press(marta, act, margins, **dict.fromkeys(fields, bad)).status_code in {400, 404, 422}
    assert sign(margins) == before
