"""What is done in a fight that counts margins, through the views: hazards, falls, pain, wounds, support, dodges (D)."""

import re

import pytest

from campaigns import chance, feed
from campaigns.models import LogEntry
from characters.models import Character
from tests.combat.fights import condition, key, pv, sign, stored, undone, who
from tests.combat.sight import told


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


def test_what_is_below_0_or_takes_away_has_a_true_minus(margins, marta, as_):
    goblin = key(margins, "Goblin")
    stored(margins).harm(marta, goblin, 23)

    assert "−3<small> / 20" in as_(marta).get(margins.get_absolute_url()).content.decode()
    page = as_(marta).get(f"{margins.get_absolute_url()}acts/expose/").content.decode()
    assert "−1 Ruido notable" in page


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


def test_protagonism_helps_a_dodge_and_is_gone(margins, press, marta, ines, brianda, dice, as_):
    """D3: 5 + 1 + 3 + 2 + 6 = 17 against the goblin's 15."""
    goblin = key(margins, "Goblin")
    dice(4, 5)
    press(marta, "attack", margins, weapon=f"{goblin}:own", target=brianda.key, modifier=0, actor=goblin, dodged=1)
    (waits,) = stored(margins).state["pending"]
    answer = f"{waits['key']}:dodge:protagonism"
    feed.forget()
    assert answer in as_(ines).get(margins.get_absolute_url()).content.decode()
    before = sign(margins)
    dice(3, 2)

    assert press(ines, "defend", margins, answer=answer).status_code == 204

    assert LogEntry.objects.get(kind="defense").facts["outcome"]["total"] == 17
    assert Character.objects.get(pk=brianda.pk).protagonism == 0
    assert undone(margins, marta, before)
    assert Character.objects.get(pk=brianda.pk).protagonism == 1


def test_of_what_a_foe_rolls_only_the_dice_are_told(margins, press, marta, ines, as_, dice):
    """S2: a goblin resists a poison with a total that nobody at the table reads."""
    goblin = key(margins, "Goblin")
    dice(9, 4)
    fields = {"who": goblin, "hazard": "poison", "level": 9, "animal": 0, "modifier": 37}

    assert press(marta, "expose", margins, **fields).status_code == 204

    total = LogEntry.objects.get(kind="expose").facts["outcome"]["total"]
    assert total > 40
    assert not re.search(rf"\b({total}|24|37)\b", re.sub(r"\d\d:\d\d", "", told(ines, margins, as_)))
    assert str(total) in told(marta, margins, as_)


@pytest.mark.parametrize(("face", "fate", "left"), [(5, "stable", 0), (10, "up", 1)])
def test_a_third_success_is_no_point_and_a_ten_is_one(fight, press, marta, brianda, dice, face, fate, left):
    """B21, C12: two successes, then her turn comes."""
    stored(fight).harm(marta, brianda.key, 99)
    dice(1, 1, 2)
    stored(fight).stay_up(marta, brianda.key)
    Character.objects.filter(pk=brianda.pk).update(
        vitals={**Character.objects.get(pk=brianda.pk).vitals, "successes": 2}
    )
    dice(face)
    for _each in range(4):
        press(marta, "next", fight, ends=stored(fight).turn)
        if stored(fight).round == 2:
            break

    assert (condition(brianda).fate.value, pv(brianda)) == (fate, left)


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
    assert "<span>Lengua de fuego <b>3</b></span>" in odds.content.decode()
    led = as_(marta).get(f"{margins.get_absolute_url()}odds/", fields).content.decode()
    assert "#D8" in led.partition('<figure class="chart"')[2]  # an attack of these rules hits by D8, not by C3
    assert "#C3" not in led.partition('<figure class="chart"')[2]
    dice(4, 6, 3, 4)

    assert press(ines, "attack", margins, **fields).status_code == 204

    assert pv(who(margins, "Goblin")) == 7
    assert "Lengua de fuego" in told(ines, margins, as_)
    assert "éxitos se suman" not in told(ines, margins, as_)  # they would tell a defense that is not known (S2)
    assert "6 éxitos se suman al daño" in told(marta, margins, as_)
    assert undone(margins, marta, before)
    unknown = press(ines, "attack", margins, **{**fields, "weapon": f"{brianda.key}:technique-ice"})
    assert unknown.status_code == 422


def test_one_roll_sweeps_all_who_are_faced_and_one_dodge_answers_them(
    margins, press, ines, marta, brianda, add, dice, monkeypatch
):
    """D10: 5 + 4 + 6 − 3 = 12 against 12 hits both; then both strike, and one dodge of 5 + 1 + 20 + 2 escapes them."""
    monkeypatch.setattr(chance, "source", lambda sides: 1)
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
