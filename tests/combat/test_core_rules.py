"""The same table under RyF 3.0: kept tens are thrown again, and every page says so (R4, R7, R11, C10)."""

import re

import pytest
from django.urls import reverse

from campaigns.models import Campaign
from characters.models import Character
from rules.notation import parse
from tests.combat.fights import key, stored, who


@pytest.fixture
def campaign(db) -> Campaign:
    return Campaign.objects.create(name="La sal y el hierro", preset="ryf-core")


def page_of(browser, url, **fields):
    return browser.get(url, fields, headers={"accept-language": "en"}).content.decode()


def test_an_explosion_of_a_check_is_told_with_all_its_dice(as_, campaign, brianda, ines, dice):
    dice(10, 4, 10, 8, 3, 6)

    entry = brianda.roll(ines, "stealth", difficulty=15)

    assert entry.facts["outcome"]["kept"] == 16
    for url in (brianda.get_absolute_url(), reverse("campaigns:log", args=[campaign.key]), campaign.get_absolute_url()):
        page = page_of(as_(ines), url)
        assert page.count("Dice 3, 6 and 8; the 6 stays") >= 1
        assert "A 10 that stays is thrown again and added" in page


def test_a_one_fails_no_attribute_check(brianda, ines, dice):
    dice(1, 1, 7)

    assert brianda.roll(ines, "dexterity", difficulty=5).facts["outcome"]["success"] is True


def test_wounded_at_the_physique_and_no_longer_once_above(fight, brianda, marta):
    brianda.change_pool(marta, "pv", -11)  # 5 of 16, physique 4
    assert not who(fight, "Brianda").character.condition.wounded
    stored(fight).harm(marta, key(fight, "Brianda"), 1)
    assert who(fight, "Brianda").character.condition.wounded

    entry = stored(fight).heal(marta, key(fight, "Brianda"), 1)

    assert {"wounded": False, "lingering": 0}.items() <= entry.facts["points"]["is"].items()


def test_an_attack_explodes_and_its_odds_say_what_still_can_hit(fight, brianda, add, as_, ines, marta, dice):
    foe = add("Coloso", defense=21)[0]  # 9 + 10 is not enough
    panel = reverse("combat:odds", args=[fight.key])
    asked = {"weapon": f"{brianda.key}:unarmed", "target": key(fight, foe.name), "modifier": "0"}

    page = page_of(as_(marta), panel, **asked)

    assert "Only a 10, thrown again, can hit." in page
    assert "only a 10, thrown again, can hit" in page  # the chart too
    dice(10, 10, 10, 1, 2, 10, 3)
    entry = stored(fight).attack(ines, key(fight, "Brianda"), "unarmed", key(fight, foe.name))
    assert (entry.facts["hit"], entry.facts["outcome"]["kept"]) == (True, 12)
    assert "Dice 1, 2 and 10; the 2 stays" in page_of(as_(marta), fight.get_absolute_url())


def test_initiative_explodes_and_shows_its_dice(ambush, add, as_, marta, dice):
    add("Goblin")
    dice(10, 10, 10, 2, 3, 4)

    stored(ambush).start(marta)

    assert who(ambush, "Goblin").fighter.initiative.total == 18
    assert "Dice 2, 3 and 4; the 3 stays" in page_of(as_(marta), ambush.get_absolute_url())


def test_healing_explodes(fight, marta, dice):
    stored(fight).harm(marta, key(fight, "Brianda"), 12)
    dice(6, 4)

    entry = stored(fight).heal(marta, key(fight, "Brianda"), parse("1d6"))

    assert entry.facts["amount"] == 10


@pytest.mark.parametrize("language", ["es", "en"])
def test_every_page_stands(as_, campaign, brianda, fight, marta, ines, language):
    for seat in (marta, ines):
        for url in (
            campaign.get_absolute_url(),
            brianda.get_absolute_url(),
            fight.get_absolute_url(),
            reverse("campaigns:rules", args=[campaign.key]),
            reverse("campaigns:log", args=[campaign.key]),
        ):
            assert as_(seat).get(url, headers={"accept-language": language}).status_code == 200


def test_an_attack_offers_the_specializations_that_cover_its_weapon_alone(fight, brianda, as_, ines):
    """P4: and what was picked with another weapon is no longer picked."""
    special = [{"skill": "melee_weapons", "name": "Espadas"}, {"skill": "ranged_weapons", "name": "Arcos"}]
    gear = {"weapons": ["long_sword", "long_bow"]}
    Character.objects.filter(pk=brianda.pk).update(gear=gear, traits={**brianda.traits, "specializations": special})

    def offered(weapon: str, picked: str) -> list[tuple[str, str]]:
        asked = {"weapon": f"{brianda.key}:{weapon}", "target": key(fight, "Goblin 1"), "modifier": "0"}
        page = page_of(as_(ines), reverse("combat:odds", args=[fight.key]), **asked, specialization=picked)
        box = re.search(r'<select id="specialization".*?</select>', page, re.S)[0]
        return re.findall(r"<option( selected)?>([^<]+)", box)

    assert offered("long_sword", "Espadas") == [(" selected", "Espadas")]
    assert offered("long_bow", "Espadas") == [("", "Arcos")]
    assert offered("long_bow", "Arcos") == [(" selected", "Arcos")]
