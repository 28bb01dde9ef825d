"""The page of a campaign as a dashboard: what waits, the roster with px, the pool, and what it costs."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from campaigns.models import LogEntry
from characters import adventures
from characters.models import Character
from characters.waiting import waiting_for
from combat.models import Encounter

LONG = "Doña Urraca de los Montes y Valdeniebla del Río Alto, la Tuerta"[:60]


@pytest.fixture
def table(as_, campaign):
    """`table(ines)`: the page as that seat gets it."""
    return lambda seat: as_(seat).get(campaign.get_absolute_url()).content.decode()


@pytest.fixture
def fight(campaign, marta, brianda, goblin, dice) -> Encounter:
    """It is the turn of Brianda."""
    goblin.traits["fixed"] |= {"defense": 5, "initiative": 0}
    goblin.save()
    fight = Encounter.objects.create(campaign=campaign, name="El vado")
    fight.add(marta, [brianda, goblin])
    dice(*[2, 4, 5] * 60)
    Encounter.objects.get(pk=fight.pk).start(marta)
    return Encounter.objects.get(pk=fight.pk)


def part(page: str, region: str) -> str:
    return page.partition(f'id="{region}"')[2].partition("</section>")[0]


def words(campaign, seat) -> list[str]:
    return [each.words for each in waiting_for(campaign, seat.pk, leads=seat.leads)]


# --- what waits -------------------------------------------------------------------------------------------------------


def test_px_wait_for_their_player_while_no_adventure_is_open(campaign, marta, ines, pablo, brianda):
    adventures.award(campaign, marta, brianda, 7, "")

    assert [("7 px" in each, brianda.name in each) for each in words(campaign, ines)] == [(True, True)]
    assert words(campaign, pablo) == words(campaign, marta) == []
    adventures.begin(campaign, marta, "El molino")
    assert words(campaign, ines) == [], "X5: nobody spends meanwhile"


def test_a_check_at_0_waits_for_its_player_and_for_those_who_lead(campaign, marta, ines, pablo, brianda, fight):
    brianda.change_pool(marta, "pv", -40)

    assert brianda.name in words(campaign, ines)[0]
    assert brianda.name in words(campaign, marta)[0]
    assert words(campaign, pablo) == []


def test_whose_turn_it_is_waits_for_its_player(campaign, marta, ines, fight, brianda):
    assert [each.url for each in waiting_for(campaign, ines.pk, leads=False)] == [fight.get_absolute_url()]


def test_a_tie_waits_for_both_sides_until_it_is_settled(campaign, ines, pablo, marta, brianda, dice):
    from characters.models.opposing import Rival, settle

    fadrique = Character.objects.create(
        campaign=campaign, owner=pablo, name="Fadrique", is_finished=True, traits=brianda.traits
    )
    dice(2, 5, 9, 2, 5, 9)
    entry = brianda.oppose(ines, "stealth", [Rival(fadrique, "stealth")])

    assert [brianda.name in words(campaign, ines)[0], "Fadrique" in words(campaign, pablo)[0]] == [True, True]
    settle(campaign, ines, entry.key, again=False)
    assert words(campaign, ines) == words(campaign, pablo) == []


def test_nothing_hidden_waits_for_a_player(campaign, marta, ines, brianda, goblin, fight):
    """B33: the turn of a hidden foe is nobody's to know."""
    fight.combatants.filter(character=goblin).update(is_hidden=True)
    fight.next_turn(marta, ends=brianda.key)

    assert not any("Goblin" in each for each in words(campaign, ines))


def test_what_waits_is_pushed_by_whatever_changes_it(campaign, marta, ines, brianda, fight):
    from campaigns.regions import with_followers

    for act in (
        lambda: fight.next_turn(marta, ends=brianda.key),
        lambda: brianda.change_pool(marta, "pv", -40),
        lambda: adventures.begin(campaign, marta, "El molino"),
    ):
        touched = with_followers(act().regions)
        assert "waiting" in touched or "*" in touched


# --- what it shows ----------------------------------------------------------------------------------------------------


def test_those_who_lead_see_px_of_each_and_a_player_only_of_the_own_ones(table, campaign, marta, ines, pablo, brianda):
    adventures.award(campaign, marta, brianda, 7, "")

    assert "7 px" in part(table(marta), "roster")
    assert "7 px" not in part(table(pablo), "roster")
    assert "7 px" in part(table(ines), "waiting")


def test_spent_px_are_gone_from_the_roster_by_the_same_entry(campaign, marta, ines, brianda):
    from campaigns.regions import with_followers

    adventures.award(campaign, marta, brianda, 7, "")
    entry = brianda.buy(ines, "skills.stealth", 4)

    assert "roster" in with_followers(entry.regions)


def test_the_way_back_into_the_fight_is_the_one_thing_to_press(table, fight, ines, marta):
    for seat in (ines, marta):
        page = table(seat)
        main = page.partition("<main")[2]
        assert f'<a class="button primary" href="{fight.get_absolute_url()}"' in main
        assert main.count("button primary") == 1


def test_the_heading_says_who_leads_how_many_play_and_what_is_changed(table, campaign, marta, coral, ines, pablo, vera):
    campaign.changes = {"tokens.initial": 1}
    campaign.save()

    heading = table(ines).partition("title-page")[2].partition("</h1>")[0]
    assert "Dirige Marta" in heading
    assert "2 jugadores" in heading
    assert "con un cambio" in table(ines)


def test_each_empty_part_says_the_next_step(table, campaign, marta, ines, vera):
    page = table(marta)
    assert reverse("characters:evening", args=[campaign.key]) in part(page, "adventure")
    assert "Prepara uno" in part(page, "encounters")
    assert reverse("characters:new", args=[campaign.key]) in table(ines)
    assert "la abre el máster" in part(table(vera), "adventure")
    adventures.begin(campaign, marta, "El molino")
    assert "escribe la primera" in part(table(marta), "adventure")


# --- what it costs ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("heroes", [0, 12])
def test_it_costs_the_same_with_twelve_heroes_of_long_names_as_with_none(
    as_, campaign, marta, ines, pablo, brianda, fight, heroes
):
    adventures.award(campaign, marta, brianda, 3, "")
    for number in range(heroes):
        hero = Character.objects.create(
            campaign=campaign, owner=(ines, pablo)[number % 2], name=LONG, is_finished=True, traits=brianda.traits
        )
        adventures.award(campaign, marta, hero, 2, "")

    def count(seat) -> int:
        browser = as_(seat)
        browser.get(campaign.get_absolute_url())
        brianda.change_pool(marta, "pv", -1)
        adventures.award(campaign, marta, brianda, 1, "")
        with CaptureQueriesContext(connection) as asked:
            assert browser.get(campaign.get_absolute_url()).status_code == 200
        return len(asked)

    assert {seat.name: count(seat) for seat in (marta, ines)} == QUERIES


QUERIES = {"Marta": 18, "Ines": 17}


def test_a_name_is_a_name(table, campaign, marta, brianda):
    Character.objects.update(name="<b>x</b>")

    assert not re.search(r"<b>x</b>", table(marta))
    assert LogEntry.objects.count() == 0
