"""Everything on a sheet rolls: weapons and their damage, values with a die, techniques, saving throws, free dice."""

from dataclasses import replace

import pytest
from django.urls import reverse

from campaigns import changes
from campaigns.models import Audience, LogEntry
from characters.models import Character
from characters.models.free import throw_formula
from rules.lasting import Lasting, Save
from rules.problems import Refused
from rules.vitals import Vitals

POISON = Lasting("poison-1", "Veneno", turns=3, save=Save("physique", 9))


@pytest.fixture
def armed(brianda) -> Character:
    """Brianda with a long sword (2d6) and a short bow (1d6+2)."""
    brianda.gear = {"weapons": ["long_sword", "short_bow"]}
    brianda.save()
    return brianda


@pytest.fixture
def poisoned(brianda) -> Character:
    brianda.vitals = replace(Vitals(), effects=(POISON,)).plain()
    brianda.save()
    return brianda


def fresh(character: Character) -> Character:
    return Character.objects.with_pools().get(pk=character.pk)


def test_an_attack_adds_the_skill_and_its_damage_waits(armed, ines, dice):
    dice(2, 6, 9)

    entry = armed.roll(ines, "weapon:long_sword", difficulty=15)

    assert entry.facts["outcome"]["total"] == 6 + 4 + 5  # physique and melee weapons
    assert entry.facts["weapon"]["dice"] == "2d6"


def test_a_shot_adds_ten(armed, ines, dice):
    dice(2, 6, 9)
    entry = armed.roll(ines, "weapon:short_bow", difficulty=15)
    # unskilled: the low die; dexterity 4 and the 10 of a shot (C7)
    assert (entry.facts["outcome"]["kept"], entry.facts["outcome"]["total"]) == (2, 2 + 4 + 10)


def test_damage_explodes_and_a_critical_adds_dice(armed, ines, dice):
    dice(2, 9, 10)
    attack = armed.roll(ines, "weapon:long_sword", difficulty=8)  # 18, a margin of 10
    dice(6, 3, 4, 5)

    entry = fresh(armed).throw_damage(ines, attack.key)

    assert (entry.facts["extra"], entry.facts["total"]) == (1, 6 + 3 + 4 + 5)
    assert entry.facts["exploded"] is True


def test_damage_is_thrown_once_and_again_after_it_was_taken_back(armed, ines, dice):
    dice(2, 6, 9)
    attack = armed.roll(ines, "weapon:long_sword", difficulty=15)
    dice(1, 2, 3, 4)
    first = armed.throw_damage(ines, attack.key)

    with pytest.raises(Refused):
        armed.throw_damage(ines, attack.key)
    changes.toggle(first, ines)
    assert armed.throw_damage(ines, attack.key).facts["total"] == 7


def test_a_miss_has_no_damage(armed, ines, dice):
    dice(2, 3, 4)
    attack = armed.roll(ines, "weapon:long_sword", difficulty=15)
    with pytest.raises(Refused):
        armed.throw_damage(ines, attack.key)


def test_the_sheet_offers_damage_after_a_hit_only(as_, armed, ines, dice):
    dice(2, 3, 4)
    armed.roll(ines, "weapon:long_sword", difficulty=15)
    assert "Tirar el daño" not in as_(ines).get(armed.get_absolute_url()).content.decode()
    dice(2, 6, 9)
    armed.roll(ines, "weapon:long_sword", difficulty=15)
    assert "Tirar el daño" in as_(ines).get(armed.get_absolute_url()).content.decode()


def test_damage_of_a_private_attack_is_as_private(armed, ines, pablo, dice):
    dice(2, 6, 9)
    attack = armed.roll(ines, "weapon:long_sword", difficulty=15, audience=Audience.PRIVATE)
    dice(1, 2)
    entry = armed.throw_damage(ines, attack.key)
    assert (entry.audience, entry.shared_with) == (Audience.PRIVATE, ines)
    assert not entry.is_visible_to(pablo)


def test_of_a_blind_attack_the_roller_throws_no_damage(armed, ines, marta, dice):
    dice(2, 6, 9, 1, 2)
    armed.roll(ines, "weapon:long_sword", difficulty=15, audience=Audience.GM)
    attack = LogEntry.objects.get(kind="check")
    with pytest.raises(Refused):
        armed.throw_damage(ines, attack.key)
    assert armed.throw_damage(marta, attack.key).facts["total"] == 3


def test_margins_add_to_the_damage(campaign, ines, dice):
    campaign.preset = "d10x2"
    campaign.save()
    traits = {"attributes": {"dexterity": 6, "constitution": 6, "willpower": 4}, "skills": {"melee": 4}}
    hero = Character.objects.create(
        campaign=campaign, owner=ines, name="Leonor", is_finished=True, traits=traits, gear={"weapons": ["dagger"]}
    )
    dice(4, 5)
    attack = hero.roll(ines, "weapon:dagger", difficulty=15)  # 19: four éxitos
    dice(6)

    entry = hero.throw_damage(ines, attack.key)

    assert (entry.facts["margin"], entry.facts["total"]) == (4, 10)  # nothing explodes in 2d10 (R11)


def test_what_is_not_carried_does_not_strike(armed, ines):
    with pytest.raises(Refused):
        armed.roll(ines, "weapon:halberd", difficulty=15)


def test_initiative_and_active_defense_are_rolled(brianda, ines, dice):
    dice(2, 6, 9, 2, 6, 9)
    first = brianda.roll(ines, "initiative", difficulty=None)
    assert (first.facts["outcome"]["total"], first.facts["outcome"]["success"]) == (6 + 4 + 4, None)
    second = brianda.roll(ines, "active_defense", difficulty=15)
    assert second.facts["outcome"]["margin"] == 6 + 4 + 4 - 15


def test_a_technique_is_rolled_like_a_skill(brianda, ines, dice):
    brianda.traits["techniques"] = [{"key": "fire", "name": "Lengua de fuego", "level": 3, "attribute": "willpower"}]
    brianda.save()
    dice(1, 1, 9)

    entry = brianda.roll(ines, "fire", difficulty=15)

    assert (entry.facts["outcome"]["total"], entry.facts["label"]) == (1 + 3 + 3, "Lengua de fuego")
    assert ["fire", 3, "P2"] in entry.facts["outcome"]["check"]["terms"]


def test_the_sum_of_a_technique_is_told_by_its_name(brianda, ines, dice, as_):
    """Its key is nobody's word."""
    brianda.traits["techniques"] = [
        {"key": "k3y0fth3f1r3", "name": "Lengua de fuego", "level": 3, "attribute": "willpower"}
    ]
    brianda.save()
    dice(1, 1, 9)
    entry = brianda.roll(ines, "k3y0fth3f1r3", difficulty=15)

    page = as_(ines).get(reverse("campaigns:entry", args=[brianda.campaign.key, entry.key])).content.decode()

    assert "Lengua de fuego 3" in page
    assert "k3y0fth3f1r3" not in page


def test_a_saving_throw_that_succeeds_ends_the_effect(poisoned, ines, dice):
    dice(2, 5, 9)  # 5 + physique 4 = 9
    entry = poisoned.save_from(ines, "poison-1")

    assert entry.facts["outcome"]["success"] is True
    assert fresh(poisoned).sheet.vitals.effects == ()
    changes.toggle(entry, ines)
    assert [each.key for each in fresh(poisoned).sheet.vitals.effects] == ["poison-1"]


def test_its_odds_stand_in_its_button(poisoned, ines, as_):
    """A 5 or more on the middle die of three: 3 * 0.6 ** 2 * 0.4 + 0.6 ** 3."""
    page = as_(ines).get(poisoned.get_absolute_url()).content.decode()

    button = page.partition('id="save-poison-1"')[2].partition("</button>")[0]
    assert "64,8\N{NO-BREAK SPACE}%" in button
    assert 'class="odds"' in button


def test_one_that_fails_leaves_it(poisoned, ines, dice):
    dice(2, 4, 9)
    poisoned.save_from(ines, "poison-1")
    assert len(fresh(poisoned).sheet.vitals.effects) == 1


def test_the_gm_takes_an_effect_off(as_, poisoned, ines, marta):
    url = reverse("characters:effect-over", args=[poisoned.key])
    assert as_(ines).post(url, {"effect": "poison-1"}).status_code == 403
    assert as_(marta).post(url, {"effect": "poison-1"}).status_code == 302
    assert fresh(poisoned).sheet.vitals.effects == ()


def test_the_sheet_shows_an_effect_with_its_turns_and_rule(as_, poisoned, ines):
    page = as_(ines).get(poisoned.get_absolute_url()).content.decode()
    assert "Veneno · 3 turnos" in page
    assert "Tirada de salvación" in page


@pytest.mark.parametrize(
    ("formula", "faces", "total"),
    [("2d6+3", (4, 6), 13), ("1o3d10+7", (2, 6, 9), 13), ("2d6!", (6, 1, 2), 9), ("1b2d6", (3, 5), 3)],
)
def test_free_dice_are_thrown_as_they_are_typed(campaign, ines, dice, formula, faces, total):
    dice(*faces)
    assert throw_formula(campaign, ines, formula).facts["rolled"]["total"] == total


def test_dice_of_the_table_are_taken_and_marked(campaign, ines):
    entry = throw_formula(campaign, ines, "2d6+3", typed=[4, 6])
    assert (entry.facts["rolled"]["total"], entry.facts["typed"]) == (13, True)
    for faces in ([4], [4, 7], [1, 2, 3]):
        with pytest.raises(Refused):
            throw_formula(campaign, ines, "2d6+3", typed=faces)


@pytest.mark.parametrize("formula", ["", "dados", "2d1", "101d6", "2d6+99999", "1o3d10" * 30, "2d6;drop"])
def test_what_is_no_formula_is_refused_with_a_sentence(as_, campaign, ines, formula):
    answer = as_(ines).post(reverse("characters:free", args=[campaign.key]), {"formula": formula})
    assert answer.status_code == 422
    assert not LogEntry.objects.exists()


def test_the_log_shows_each_die_of_a_formula(as_, campaign, ines, dice):
    dice(4, 6)
    as_(ines).post(reverse("characters:free", args=[campaign.key]), {"formula": "2d6+3"})
    page = as_(ines).get(campaign.get_absolute_url()).content.decode()
    assert 'aria-label="Dados 4, 6"' in page
    assert "<b>13</b>" in page


def test_nobody_throws_in_the_name_of_anothers_hero(as_, campaign, brianda, pablo, goblin):
    url = reverse("characters:free", args=[campaign.key])
    assert as_(pablo).post(url, {"formula": "1d6", "character": brianda.key}).status_code == 403
    assert as_(pablo).post(url, {"formula": "1d6", "character": goblin.key}).status_code == 404
