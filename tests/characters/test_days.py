"""A day passes (T7): rest (C15, D17), hazards that last for days (D12), what may be had once a day; and its undo."""

import pytest
from django.urls import reverse

from campaigns import changes
from campaigns.models import LogEntry
from characters import evenings
from characters.models import Character
from combat.models import Encounter
from rules.problems import Refused
from tests.characters.conftest import again


def pv(hero: Character) -> int:
    hero = again(hero)
    return hero.ruleset.points(hero.sheet, "pv")


def codes(raised) -> list[str]:
    return [problem.code for problem in raised.value.problems]


def with_vitals(hero: Character, **vitals: object) -> Character:
    Character.objects.filter(pk=hero.pk).update(vitals=vitals)
    return again(hero)


def test_a_night_gives_one_point(campaign, marta, hero):
    hero.change_pool(marta, "pv", -4)

    entry = evenings.pass_day(campaign, marta, [hero.key])

    assert pv(hero) == 13
    (person,) = entry.facts["people"]
    assert (person["name"], person["rest"]) == ("Brianda", {"pv": 1})
    assert person["points"] == [{"pool": "pv", "by": 1, "now": 13, "maximum": 16}]


def test_the_points_of_a_night_are_an_option(campaign, marta, hero):
    campaign.changes = {"recovery.night": 2}
    campaign.save()
    hero.change_pool(marta, "pv", -4)

    evenings.pass_day(campaign, marta, [hero.key])

    assert pv(hero) == 14


def test_a_day_without_rest_gives_nothing(campaign, marta, hero):
    hero.change_pool(marta, "pv", -4)
    evenings.pass_day(campaign, marta, [hero.key], rests=False)
    assert pv(hero) == 12


def test_who_is_well_has_a_day_too(campaign, marta, hero):
    hero = with_vitals(hero, is_tended=True)

    entry = evenings.pass_day(campaign, marta, [hero.key])

    assert (pv(hero), again(hero).vitals) == (16, {}), "first aid is free again (C14)"
    assert entry.facts["people"][0]["points"] == []


def test_it_passes_for_those_who_are_named_only(campaign, marta, hero):
    other = Character.objects.create(campaign=campaign, name="Nuño", is_finished=True, traits=hero.traits)
    for each in (hero, other):
        each.change_pool(marta, "pv", -4)

    evenings.pass_day(campaign, marta, [other.key])

    assert (pv(hero), pv(other)) == (12, 13)


@pytest.mark.parametrize(("constitution", "after"), [(7, 13), (1, 1)])
def test_e115_a_day_of_care_gives_half_the_constitution(campaign, marta, hero, constitution, after):
    """Constitution 7 has 35 PV, 1 has 5; both are at 10 or 1 before."""
    campaign.preset = "d10x2"
    campaign.save()
    hero.traits = {"attributes": {"constitution": constitution, "willpower": 5}, "skills": {}}
    hero.save()
    hero.change_pool(marta, "pv", -25 if constitution == 7 else -4)

    evenings.pass_day(campaign, marta, [hero.key])

    assert pv(hero) == after


def test_hunger_of_two_days_takes_its_points_and_ends(campaign, marta, hero):
    """E106: level 3, two days; a day of rest gives constitution 7 // 2 back."""
    campaign.preset = "d10x2"
    campaign.save()
    hunger = {"key": "hunger-1", "label": "Hunger", "days": 2, "points": 3, "ignores_absorption": True, "rule": "D12"}
    hero.traits = {"attributes": {"constitution": 7, "willpower": 5}, "skills": {}}
    hero.save()
    hero = with_vitals(hero, effects=[hunger], treated=["w1"])

    first = evenings.pass_day(campaign, marta, [hero.key], rests=False)
    assert (pv(hero), again(hero).vitals["effects"][0]["days"]) == (32, 1)
    second = evenings.pass_day(campaign, marta, [hero.key])

    assert (pv(hero), again(hero).vitals) == (32, {}), "3 lost, 3 rested"
    assert [each["passed"] for each in first.facts["people"][0]["harms"]] == [3]
    assert second.facts["people"][0]["ended"] == ["Hunger"]


def test_b22_a_night_clears_the_tally_and_undo_brings_it_back(campaign, marta, hero):
    """Two failures, one success; 1 PV of rest clears them, undo puts both back."""
    hero.change_pool(marta, "pv", -16)
    hero = with_vitals(hero, fate="down", successes=1, failures=2)

    entry = evenings.pass_day(campaign, marta, [hero.key])
    assert (pv(hero), again(hero).vitals) == (1, {})

    changes.toggle(LogEntry.objects.select_related("campaign").get(pk=entry.pk), marta)
    assert (pv(hero), again(hero).vitals) == (0, {"fate": "down", "successes": 1, "failures": 2})

    changes.toggle(LogEntry.objects.select_related("campaign").get(pk=entry.pk), marta)
    assert (pv(hero), again(hero).vitals) == (1, {})


def test_the_dead_have_no_days(campaign, marta, hero):
    hero = with_vitals(hero, fate="dead")
    with pytest.raises(Refused) as raised:
        evenings.pass_day(campaign, marta, [hero.key])
    assert codes(raised) == ["dead"]


def test_no_day_passes_in_a_fight(campaign, marta, hero, goblin, dice):
    fight = Encounter.objects.create(campaign=campaign, name="El vado")
    dice(*[2, 4, 5] * 6)
    fight.add(marta, [hero, goblin])
    Encounter.objects.get(pk=fight.pk).start(marta)

    with pytest.raises(Refused) as raised:
        evenings.pass_day(campaign, marta, [hero.key])

    assert codes(raised) == ["in_encounter"]


def test_foes_and_strangers_are_refused(campaign, marta, hero, goblin):
    for keys in ([goblin.key], [hero.key, "nobody"], []):
        with pytest.raises(Refused) as raised:
            evenings.pass_day(campaign, marta, keys)
        assert codes(raised) == ["nobody"]


def test_the_log_says_what_the_day_brought(as_, campaign, marta, ines, hero):
    hero.change_pool(marta, "pv", -12)
    url = reverse("characters:day", args=[campaign.key])

    answer = as_(marta).post(url, {"who": [hero.key], "rests": "1"}, headers={"accept-language": "en"})

    assert answer.status_code == 302
    page = as_(ines).get(campaign.get_absolute_url(), headers={"accept-language": "en"}).content.decode()
    assert "A day passes" in page
    assert "<b>Brianda</b> · +1 HP: 5 / 16" in page


def test_a_new_level_in_a_fight_counts_on_both_pages(campaign, marta, ines, rich, goblin, dice):
    """B05: the maximum rises on the sheet and in the encounter at once."""
    hero = rich(25)
    fight = Encounter.objects.create(campaign=campaign, name="El vado")
    dice(*[2, 4, 5] * 6)
    fight.add(marta, [hero, goblin])
    Encounter.objects.get(pk=fight.pk).start(marta)

    entry = hero.buy(ines, "attributes.physique", 5)

    assert {f"pools-{hero.key}", "roster", *Encounter.objects.get(pk=fight.pk).regions} <= set(entry.regions)
    fighter = Encounter.objects.get(pk=fight.pk).fight.known[hero.key]
    assert hero.ruleset.points(fighter.sheet, "pv") == 21
