"""The dice of a campaign against the law, as each audience may know them. Faces are scripted, counts by hand."""

import re

import pytest
from django.urls import reverse

from campaigns import luck
from campaigns.models import Audience, LogEntry
from characters import evenings
from characters.models.free import throw_formula
from combat.models import Encounter, Group
from combat.models.choices import Place
from rules.notation import parse


@pytest.fixture
def seen(campaign):
    """`seen(pablo)`: how often each die showed each face, of those that pablo may read."""

    def by(seat, *, typed=False):
        found = {}
        for each in luck.shown(luck.counts_of(seat), typed=typed):
            found[each.die] = {bar.face: bar.count for bar in each.fit.bars if bar.count}
        return found

    return by


def page(browser, campaign, **asked):
    answer = browser.get(reverse("campaigns:luck", args=[campaign.key]), asked, headers={"accept-language": "es"})
    assert answer.status_code == 200
    return re.sub(r"\s+", " ", answer.content.decode())


def test_each_die_of_a_roll_counts_and_the_kept_one_by_its_rank(brianda, ines, pablo, seen, dice):
    dice(7, 2, 9)
    brianda.roll(ines, "stealth", difficulty=15)

    assert seen(pablo) == {"d10": {2: 1, 7: 1, 9: 1}, "mid": {7: 1}}


def test_a_night_that_passes_without_dice_counts_nothing(campaign, brianda, marta, ines, seen):
    evenings.pass_day(campaign, marta, [brianda.key])

    assert seen(ines) == {}


def test_dice_thrown_again_count(campaign, ines, seen, dice):
    dice(6, 3, 2)
    throw_formula(campaign, ines, "2d6!+1")

    assert seen(ines) == {"d6": {2: 1, 3: 1, 6: 1}}


def test_two_tens_count_by_their_sum(campaign, ines, brianda, seen, dice):
    campaign.preset = "d10x2"
    campaign.save()
    brianda.traits = {"attributes": {"agility": 4}, "skills": {"stealth": 3}}
    brianda.campaign = campaign
    brianda.save()
    dice(10, 10, 3, 4)
    brianda.roll(ines, "stealth", difficulty=15)

    assert seen(ines)["sum"] == {20: 1, 7: 1}


def test_dice_thrown_by_hand_stand_apart(brianda, ines, seen, dice):
    brianda.roll(ines, "stealth", difficulty=15, typed=[2, 5, 8])

    assert seen(ines) == {}
    assert seen(ines, typed=True)["mid"] == {5: 1}


def test_what_only_the_gm_sees_is_not_in_a_players_luck(brianda, ines, pablo, marta, seen, dice):
    """B35: not even in that of the one who threw."""
    dice(7, 2, 9)
    brianda.roll(ines, "stealth", difficulty=15, audience=Audience.GM)

    assert seen(ines) == seen(pablo) == {}
    assert seen(marta)["mid"] == {7: 1}


def test_what_is_private_is_in_the_luck_of_those_two(brianda, ines, pablo, marta, seen, dice):
    dice(7, 2, 9)
    brianda.roll(ines, "stealth", difficulty=15, audience=Audience.PRIVATE)

    assert seen(pablo) == {}
    assert seen(ines)["mid"] == seen(marta)["mid"] == {7: 1}


def test_a_foes_dice_are_the_gms_alone(goblin, marta, pablo, seen, dice):
    goblin.traits = {"attributes": {"dexterity": 3}, "skills": {"stealth": 2}}
    goblin.save()
    dice(1, 2, 3)
    goblin.roll(marta, "stealth", difficulty=15)

    assert seen(pablo) == {}
    assert seen(marta)["mid"] == {2: 1}


def test_what_was_taken_back_fell_all_the_same(brianda, ines, marta, seen, dice, as_):
    dice(7, 2, 9)
    entry = brianda.roll(ines, "stealth", difficulty=15)
    before = seen(ines)
    answer = as_(marta).post(reverse("campaigns:toggle", args=[brianda.campaign.key, entry.key]))

    assert answer.status_code == 302
    assert seen(ines) == before
    luck.forget()
    assert seen(ines) == before, "nor is it told twice"


@pytest.fixture
def fight(campaign, marta, brianda, dice):
    """Brianda, a goblin in sight and one that is hidden; initiatives 5 6 7, 2 3 4 and 8 9 9 in order of entry."""
    found = Encounter.prepare(campaign, marta, "Emboscada")
    found.add(marta, [brianda])
    for name, hidden in (("Goblin", False), ("Acechador", True)):
        _again(found).add_foes(
            marta, name, count=1, fixed={"pv": 30, "defense": 10, "attack": 5}, damage=parse("1d6"), is_hidden=hidden
        )
    dice(5, 6, 7, 2, 3, 4, 8, 9, 9)
    _again(found).start(marta)
    return found


def test_one_throw_for_a_group_fell_once(campaign, marta, seen, dice):
    found = Encounter.prepare(campaign, marta, "Emboscada")
    pack = {"fixed": {"pv": 8, "defense": 12, "attack": 6, "initiative": 5}, "damage": "1d6"}
    found.bring(marta, [Group("Lobo", pack, 4, together=True), Group("Goblin", pack, 2)])
    dice(7, 2, 9, 1, 3, 8, 4, 5, 6)
    _again(found).start(marta)

    assert seen(marta)["mid"] == {3: 1, 5: 1, 7: 1}


def _again(fight):
    return Encounter.objects.get(pk=fight.pk)


def test_the_initiative_of_the_hidden_is_not_in_a_players_luck(fight, pablo, marta, seen):
    assert seen(pablo)["d10"] == {2: 1, 3: 1, 4: 1, 5: 1, 6: 1, 7: 1}
    assert seen(marta)["d10"] == {2: 1, 3: 1, 4: 1, 5: 1, 6: 1, 7: 1, 8: 1, 9: 2}


def test_an_attack_and_its_damage_count_once(fight, brianda, marta, pablo, ines, seen, dice):
    luck.counts_of(pablo)
    goblin = next(row for row in _again(fight).present if row.character.name.startswith("Goblin"))
    dice(9, 9, 10, 4)
    _again(fight).attack(ines, brianda.key, "unarmed", goblin.character.key)

    for seat in (pablo, marta):
        assert seen(seat)["mid"][9] == (1 if seat == pablo else 2), "the hidden one kept a 9 for initiative"
        assert seen(seat)["d6"] == {4: 1}


# --- the page -------------------------------------------------------------------------------------------------------


def test_too_few_throws_are_said_to_be_too_few(campaign, as_, brianda, ines, dice):
    dice(7, 2, 9)
    brianda.roll(ines, "stealth", difficulty=15)

    told = page(as_(ines), campaign)

    assert "Demasiado pocos para decir nada: 3 de los 50 que hacen falta." in told
    assert "Demasiado pocos para decir nada: 1 de los 49 que hacen falta." in told


def test_enough_throws_have_a_verdict_and_a_picture(campaign, as_, ines, dice):
    """Five of each face of 1d6 is as it should be, thirty sixes are not."""
    dice(*[1, 2, 3, 4, 5, 6] * 5)
    throw_formula(campaign, ines, "30d6")
    told = page(as_(ines), campaign)
    assert "Como debe ser" in told
    assert told.count('class="fell" stroke-width="38"') == 6
    assert "30 tiradas, 3,5 de media; la ley dice 3,5" in told

    dice(*[6] * 40)
    throw_formula(campaign, ines, "40d6")
    assert "Qué raro" in page(as_(ines), campaign)


def test_each_has_their_own(campaign, as_, ines, pablo, vera, dice):
    dice(1, 2)
    throw_formula(campaign, ines, "1d6")
    throw_formula(campaign, pablo, "1d6")

    told = page(as_(vera), campaign, of=pablo.key)

    assert '<th scope="row">2</th><td class="num">1</td>' in told
    assert '<th scope="row">1</th><td class="num">0</td>' in told
    assert ">Ines</a>" in told
    assert as_(vera).get(reverse("campaigns:luck", args=[campaign.key]), {"of": vera.key}).status_code == 404


def test_before_any_die_there_is_none(campaign, as_, pablo):
    assert "Todavía no ha caído ningún dado." in page(as_(pablo), campaign)


def test_dice_of_odd_sizes_are_shown_up_to_twenty(campaign, ines, seen, dice):
    dice(13, 70)
    throw_formula(campaign, ines, "1d20")
    throw_formula(campaign, ines, "1d100")

    assert seen(ines) == {"d20": {13: 1}}


def test_a_page_asks_as_much_whatever_fell(campaign, as_, ines, vera, dice, django_assert_max_num_queries):
    browser = as_(vera)
    for times in (1, 20):
        dice(*[3] * times)
        for _each in range(times):
            throw_formula(campaign, ines, "1d6")
        with django_assert_max_num_queries(10):
            page(browser, campaign)


def test_only_what_is_new_is_read(campaign, ines, vera, seen, dice):
    """Entries counted once are not read again, so ten thousand of them cost their reading once."""
    dice(3)
    throw_formula(campaign, ines, "1d6")
    assert seen(vera) == {"d6": {3: 1}}
    LogEntry.objects.filter(campaign=campaign).update(facts={})

    dice(4)
    throw_formula(campaign, ines, "1d6")

    assert seen(vera) == {"d6": {3: 1, 4: 1}}


def test_a_shot_that_waits_is_in_a_players_luck_once_it_is_answered(campaign, brianda, marta, ines, pablo, seen, dice):
    """S1: no dice of it before, then once; who leads has read them from the start."""
    brianda.gear = {"weapons": ["long_bow"]}
    brianda.save()
    fight = Encounter.prepare(campaign, marta, "Emboscada")
    fight.add(marta, [brianda])
    _again(fight).add_foes(marta, "Goblin", count=1, fixed={"pv": 30, "defense": 10, "attack": 5}, damage=parse("1d6"))
    dice(5, 6, 7, 2, 3, 4)
    _again(fight).start(marta)
    goblin = next(row for row in _again(fight).present if row.character.is_foe)
    dice(9, 10, 10)
    shot = _again(fight).attack(ines, brianda.key, "long_bow", goblin.character.key, place=Place("short"))

    assert 10 not in seen(pablo)["d10"]
    assert seen(marta)["d10"][10] == 2

    dice(1, 1, 1, 4, 5)
    _again(fight).defend(marta, shot.facts["pending"], "dodge")

    for seat in (pablo, marta):
        assert seen(seat)["d10"] == {1: 3, 2: 1, 3: 1, 4: 1, 5: 1, 6: 1, 7: 1, 9: 1, 10: 2}
        assert seen(seat)["d6"] == {4: 1, 5: 1}
