"""What is done in a fight besides attacks, through the views: first aid, effects, hazards, falls, pain, support.

Each says what it does, is worded for the table, and is taken back whole.
"""

import re

import pytest

from campaigns import changes, feed
from campaigns.models import Campaign, LogEntry
from characters.models import Character
from combat.acts import ACTS, offered
from rules import PRESETS
from tests.combat.fights import address, condition, key, pv, sign, stored, turn, who

NUMBERS = {
    "strength": 5, "constitution": 5, "dexterity": 5, "agility": 5, "perception": 5, "intelligence": 5, "charisma": 5,
    "willpower": 5,
}  # fmt: skip


@pytest.fixture
def tens(campaign, brianda):
    """The table plays 2d10; Brianda has 5 everywhere and 4 in medicine and resistance: 25 PV, 50 of stamina."""
    Campaign.objects.filter(pk=campaign.pk).update(preset="d10x2")
    campaign.refresh_from_db()
    campaign.__dict__.pop("ruleset", None)
    brianda.traits = {
        "attributes": NUMBERS,
        "skills": {"medicine": 4, "resistance": 4, "melee": 4, "reflexes": 4, "dodge": 1},
    }
    brianda.save()
    brianda.pools.all().delete()


@pytest.fixture
def margins(tens, ambush, marta, add, brianda, monkeypatch):
    """Brianda, whose turn it is, and a goblin of 20 PV under 2d10."""
    from campaigns import chance

    monkeypatch.setattr(chance, "source", lambda sides: (sides + 1) // 2)
    stored(ambush).add(marta, [Character.objects.with_pools().get(pk=brianda.pk)])
    add("Goblin", pv=20, initiative=0)
    stored(ambush).start(marta)
    assert turn(ambush) == "Brianda"
    return ambush


def told(seat, fight, as_):
    feed.forget()
    page = as_(seat).get(f"{fight.campaign.get_absolute_url()}log/", headers={"accept-language": "es"}).content.decode()
    return re.sub(r"<[^>]*>", "", re.search(r'(?s)<li class="entry.*?</li>', page)[0])


def undone(fight, marta, before):
    changes.toggle(LogEntry.objects.filter(is_undone=False).exclude(kind="undo").first(), marta)
    return sign(fight) == before


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


def test_an_effect_is_saved_from_at_once_or_taken_off(fight, press, marta, dice):
    goblin = key(fight, "Goblin 3")
    fields = {"whom": [goblin], "label": "Miedo", "save": "willpower", "save_difficulty": 12, "save_at": "end"}
    press(marta, "affect", fight, **fields)
    (effect,) = who(fight, "Goblin 3").character.vitals["effects"]
    before = sign(fight)
    dice(10, 10, 10)
    assert press(marta, "save", fight, effect=f"{goblin}:{effect['key']}").status_code == 204
    assert LogEntry.objects.get(kind="save").facts["ended"] is False  # 10 against 12

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


# --- 2d10 (D9, D12–D17) -----------------------------------------------------------------------------------------------


def test_a_hazard_lasts_a_turn_for_each_failure(margins, press, marta, ines, brianda, dice, as_):
    """D12: 5 + 4 + 2 + 3 = 14 against 15 + 3: four failures of poison, 3 PV a turn."""
    before = sign(margins)
    dice(2, 3)
    fields = {"who": brianda.key, "hazard": "poison", "level": 3, "animal": 0, "modifier": 0}

    assert press(marta, "expose", margins, **fields).status_code == 204

    (effect,) = Character.objects.get(pk=brianda.pk).vitals["effects"]
    assert (effect["turns"], effect["points"]) == (4, 3)
    assert "Veneno" in told(ines, margins, as_)
    assert undone(margins, marta, before)


def test_a_fall_is_softened_by_half(margins, press, marta, brianda, dice):
    """D14: 5 m are 15; 5 + 4 + 6 + 6 = 21 against 20 halves it: 7."""
    dice(6, 6)

    press(marta, "fall", margins, who=brianda.key, meters=5, softens=1, modifier=0)

    assert pv(brianda) == 18


def test_pain_is_borne_by_will(margins, press, ines, marta, brianda, dice):
    """D16: 8 of 25 PV hurt; 5 + 8 + 8 = 21 against 18: three turns, and the one that has begun."""
    stored(margins).harm(marta, brianda.key, 17)
    dice(8, 8)

    assert press(ines, "endure", margins, who=brianda.key).status_code == 204

    assert Character.objects.get(pk=brianda.pk).vitals["ignores_pain"] == 4
    assert press(ines, "endure", margins, who=brianda.key).status_code == 422


def test_a_wound_is_treated_once(margins, press, ines, marta, brianda, dice):
    """D17: 5 + 4 + 6 + 6 = 21 against 18 gives 3 PV; the wound is one entry of damage."""
    wound = stored(margins).harm(marta, brianda.key, 9)
    dice(6, 6)
    fields = {"by": brianda.key, "target": brianda.key, "wound": f"{wound.key}:{brianda.key}", "modifier": 0}

    assert press(ines, "treat", margins, **fields).status_code == 204

    assert pv(brianda) == 19
    assert press(marta, "treat", margins, **fields).status_code == 422


def test_support_waits_for_its_roll(margins, press, ines, brianda, dice, as_):
    """D9: 5 + 4 + 10 = 19 against 15: +4 on her next melee attack."""
    dice(4, 6)
    fields = {
        "by": brianda.key, "trait": "melee", "difficulty": 15, "roll": "melee_attack", "target": brianda.key,
        "modifier": 0,
    }  # fmt: skip

    assert press(ines, "support", margins, **fields).status_code == 204

    assert Character.objects.get(pk=brianda.pk).vitals["supports"] == [{"trait": "melee_attack", "margin": 4}]


def test_a_dodge_that_the_gm_calls_for_waits_and_is_answered(margins, press, marta, ines, brianda, dice, as_):
    """D8: 6 + 9 = 15 of the goblin against 5 + 11 = 16 of Brianda: she gets away; nobody reads the 15 before."""
    goblin = key(margins, "Goblin")
    dice(4, 5)
    fields = {"weapon": f"{goblin}:own", "target": brianda.key, "modifier": 0, "actor": goblin, "dodged": 1}
    assert press(marta, "attack", margins, **fields).status_code == 204
    (waits,) = stored(margins).state["pending"]
    feed.forget()
    page = as_(ines).get(margins.get_absolute_url(), headers={"accept-language": "es"}).content.decode()
    assert f'value="{waits["key"]}:dodge"' in page
    assert "= <b>15</b>" not in page
    dice(5, 6)

    assert press(ines, "defend", margins, answer=f"{waits['key']}:dodge").status_code == 204

    assert LogEntry.objects.get(kind="defense").facts["escaped"] is True
    assert pv(brianda) == 25


def test_the_odds_of_a_called_dodge_are_over_both_rolls(margins, as_, marta, brianda):
    goblin = key(margins, "Goblin")
    asked = {"weapon": f"{goblin}:own", "target": brianda.key, "modifier": 0, "actor": goblin, "dodged": 1}

    page = (
        as_(marta).get(f"{margins.get_absolute_url()}odds/", asked, headers={"accept-language": "es"}).content.decode()
    )

    assert 'class="dodged"' in page


def test_protagonism_is_spent_and_modifiers_are_picked(margins, press, ines, marta, brianda, dice):
    """D3: +6 and −1 stand in the roll; the point is gone, and comes back with the undo."""
    before = sign(margins)
    dice(2, 3, 4)
    fields = {
        "weapon": f"{brianda.key}:unarmed", "target": key(margins, "Goblin"), "modifier": 0, "actor": brianda.key,
        "protagonism": 1, "modifiers": ["noise"],
    }  # fmt: skip

    assert press(ines, "attack", margins, **fields).status_code == 204

    terms = {term[0]: term[1] for term in LogEntry.objects.get(kind="attack").facts["outcome"]["check"]["terms"]}
    assert (terms["protagonism"], terms["noise"]) == (6, -1)
    assert Character.objects.get(pk=brianda.pk).protagonism == 0
    assert undone(margins, marta, before)
    assert Character.objects.get(pk=brianda.pk).protagonism == 1


def test_a_technique_is_used_from_the_list_of_weapons(margins, press, ines, marta, brianda, as_, dice):
    """P2: 5 + 3 + 10 = 18 against 12, 2d6 show 3 and 4, six éxitos more (D8): 13 of 20 PV."""
    fire = {
        "key": "fire", "name": "Lengua de fuego", "level": 3, "attribute": "willpower", "against_defense": True,
        "effect": "damage", "dice": "2d6",
    }  # fmt: skip
    Character.objects.filter(pk=brianda.pk).update(traits={**brianda.traits, "techniques": [fire]})
    before, goblin = sign(margins), key(margins, "Goblin")
    fields = {"weapon": f"{brianda.key}:technique-fire", "target": goblin, "modifier": 0, "actor": brianda.key}
    odds = as_(ines).get(f"{margins.get_absolute_url()}odds/", fields)
    assert odds.status_code == 200
    dice(4, 6, 3, 4)

    assert press(ines, "attack", margins, **fields).status_code == 204

    assert pv(who(margins, "Goblin")) == 7
    assert "Lengua de fuego" in told(ines, margins, as_)
    assert undone(margins, marta, before)
    unknown = press(ines, "attack", margins, **{**fields, "weapon": f"{brianda.key}:technique-ice"})
    assert unknown.status_code == 422


def test_one_roll_sweeps_all_who_are_faced_and_one_dodge_answers_them(margins, press, ines, marta, brianda, add, dice):
    """D10: 5 + 4 + 6 − 3 = 12 against 12 hits both; then both strike, and one dodge of 5 + 1 + 20 + 2 escapes them."""
    from campaigns import chance

    chance.source = lambda sides: 1
    add("Lobo", pv=20, initiative=0)
    both = [key(margins, name) for name in ("Goblin", "Lobo")]
    dice(3, 3, 2)
    fields = {
        "weapon": f"{brianda.key}:unarmed", "target": both[0], "also": both[1:], "sweeps": 1, "actor": brianda.key,
        "modifier": 0,
    }  # fmt: skip
    assert press(ines, "attack", margins, **fields).status_code == 204
    blows = LogEntry.objects.get(kind="attack").facts["blows"]
    assert [blow["outcome"]["total"] for blow in blows] == [12, 12]
    assert [blow["hit"] for blow in blows] == [True, True]

    for foe in both:
        dice(4, 5)
        aimed = {"weapon": f"{foe}:own", "target": brianda.key, "modifier": 0, "actor": foe, "dodged": 1}
        assert press(marta, "attack", margins, **aimed).status_code == 204
    before = sign(margins)
    dice(10, 9)
    assert press(ines, "dodge-all", margins, who=brianda.key).status_code == 204
    entry = LogEntry.objects.get(kind="dodge-all")
    assert (entry.facts["faced"], entry.facts["through"], pv(brianda)) == (2, 0, 25)
    assert undone(margins, marta, before)


def test_nobody_dodges_for_another(margins, press, pablo, vera, brianda):
    assert [press(seat, "dodge-all", margins, who=brianda.key).status_code for seat in (pablo, vera)] == [403, 403]


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
