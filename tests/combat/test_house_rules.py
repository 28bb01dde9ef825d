"""House rules changed while a fight runs: the next act goes by the new ones, and nothing that is under way breaks.

Brianda: 16 PV, defense 13, attack 9 + die; a goblin: 8 PV, defense 12, attack 6 + die (conftest).
"""

import pytest
from django.urls import reverse

from campaigns.models import Campaign, LogEntry
from characters.models import Character
from tests.combat.fights import key, stored, turn


def play_by(encounter, by, **changes):
    campaign = Campaign.objects.get(pk=encounter.campaign_id)
    return campaign.amend(by, {**campaign.changes, **{path.replace("__", "."): each for path, each in changes.items()}})


def pv(character):
    found = Character.objects.with_pools().select_related("campaign").get(pk=character.pk)
    return found.ruleset.points(found.sheet, "pv")


def attack(press, fight, ines, brianda, target):
    weapon = f"{brianda.key}:unarmed"
    return press(ines, "attack", fight, weapon=weapon, target=target, modifier="0")


def test_the_next_attack_goes_by_the_new_rules(press, duel, marta, ines, brianda, dice):
    """Physique 4 + melee weapons 5 + die 2 = 11 misses 12; by a formula with 3 more it hits."""
    play_by(duel, marta, **{"derived__melee_attack__formula": "physique + melee_weapons + 3"})
    dice(1, 2, 9, 5)

    assert attack(press, duel, ines, brianda, key(duel, "Goblin")).status_code == 204
    assert pv(Character.objects.get(is_foe=True)) == 3


def test_a_maximum_that_falls_cuts_who_fights_and_counts_no_wound(press, duel, marta, brianda, as_):
    play_by(duel, marta, **{"pools__pv__formula": "physique * 3"})

    assert pv(brianda) == 12
    row = next(row for row in stored(duel).present if row.is_hero)
    assert row.state.get("lost", 0) == 0  # no blow: a breather gives nothing back of it (C13)
    assert as_(marta).get(duel.get_absolute_url()).status_code == 200


def test_wounded_follows_the_threshold_at_once(duel, marta, brianda):
    brianda.change_pool(marta, "pv", -8)
    assert not Character.objects.get(pk=brianda.pk).condition.wounded
    play_by(duel, marta, **{"injuries__threshold_formula": "8"})
    assert Character.objects.get(pk=brianda.pk).condition.wounded


@pytest.mark.parametrize(
    "changes",
    [
        {"weapons.unarmed": None, "weapons.dagger": None},
        {"skills.melee_weapons": {"label": "Armas"}, "skills.stealth": None},
        {"attributes.willpower": None},
        {"attacks.shooting.bands.short": None, "attacks.shooting.covers.small": None},
        {"locations.counts": True},
        {"rolls.natural_critical": True, "rolls.adverse_keeps_low": True},
        {"tokens.initial": 2, "creation.has_specializations": True},
    ],
)
def test_a_fight_goes_on_whatever_was_changed(press, fight, marta, ines, brianda, as_, changes):
    campaign = Campaign.objects.get(pk=fight.campaign_id)
    entry = campaign.amend(marta, changes)

    for seat in (marta, ines):
        assert as_(seat).get(fight.get_absolute_url()).status_code == 200
    assert attack(press, fight, ines, brianda, key(fight, "Goblin 1")).status_code == 204
    press(marta, "next", fight, ends=brianda.key)
    assert turn(fight) == "Goblin 3"

    toggle = reverse("campaigns:toggle", args=[campaign.key, entry.key])
    assert as_(marta).post(toggle).status_code == 302
    assert Campaign.objects.get(pk=campaign.pk).changes == {}
    assert as_(ines).get(fight.get_absolute_url()).status_code == 200


def test_the_log_of_the_fight_still_opens_with_rows_that_are_gone(press, fight, marta, ines, brianda, as_):
    attack(press, fight, ines, brianda, key(fight, "Goblin 1"))
    play_by(fight, marta, **{"weapons__unarmed": None, "skills__stealth": None})

    assert as_(ines).get(reverse("campaigns:log", args=[fight.campaign.key])).status_code == 200
    assert LogEntry.objects.filter(kind="rules").count() == 1
