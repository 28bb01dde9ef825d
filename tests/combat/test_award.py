"""Px from the page of the encounter, during the fight and after it: to the pool of an adventure, or one's own (X5)."""

import re

import pytest
from django.urls import reverse

from characters import adventures
from characters.models import Character, LedgerEntry
from tests.combat.fights import stored


@pytest.fixture
def party(campaign, pablo, brianda, fight, marta):
    """Brianda, and Fadrique who joins late; both fight."""
    fadrique = Character.objects.create(
        campaign=campaign, owner=pablo, name="Fadrique", is_finished=True, traits=brianda.traits
    )
    stored(fight).add(marta, [fadrique])
    return [brianda, fadrique]


@pytest.fixture
def give(as_, campaign, fight):
    """`give(marta, [brianda], px=3)`: the form of the encounter's page is sent; its answer."""

    def press(seat, heroes, **fields):
        url = reverse("characters:award", args=[campaign.key])
        asked = {"who": [hero.key for hero in heroes], "px": 3, "reason": "Emboscada", "press": "pulsada-1"}
        headers = {"hx-request": "true", "accept-language": "es"}
        return as_(seat).post(url, asked | fields, headers=headers)

    return press


def form_of(page):
    return re.search(r'(?s)<form class="stack" id="award-form".*?</form>', page)


@pytest.mark.parametrize("over", [False, True])
def test_the_page_offers_it_with_all_heroes_and_what_for(fight, party, as_, marta, over):
    if over:
        stored(fight).end(marta)

    form = form_of(as_(marta).get(fight.get_absolute_url()).content.decode())[0]

    assert 'value="Emboscada"' in form
    assert form.count("checked") == 2
    assert not [each for each in party if each.key not in form]


def test_a_page_that_has_none_asks_for_it_with_the_panel(fight, party, as_, marta, ines):
    url = reverse("combat:panel", args=[fight.key])

    def asked(seat, **query):
        return form_of(as_(seat).get(url, query, headers={"hx-request": "true"}).content.decode())

    assert asked(marta) is None
    assert asked(marta, px_form="shut") is None
    assert asked(ines, px_form="none") is None
    assert asked(marta, px_form="none")[0].count("checked") == 2
    stored(fight).end(marta)
    assert asked(marta, px_form="shut")
    assert asked(marta) is None  # somebody writes in it


def test_to_the_pool_while_an_adventure_is_open(give, campaign, party, marta):
    """X5: 3 px to each of two heroes are 6 in the pool, in nobody's balance, and who earned them is kept."""
    adventures.begin(campaign, marta, "El molino")

    assert [give(marta, party).status_code for _ in range(2)] == [204, 204]

    rows = LedgerEntry.objects.order_by("pk")
    assert [(row.px, row.earned_by.name, row.reason, row.character) for row in rows] == [
        (3, "Brianda", "Emboscada", None),
        (3, "Fadrique", "Emboscada", None),
    ]
    assert rows.last().balance == 6


def test_ones_own_where_none_is_open(give, party, marta):
    assert give(marta, party[1:]).status_code == 204

    (row,) = LedgerEntry.objects.all()
    assert (row.character.name, row.px, row.balance) == ("Fadrique", 3, 3)


@pytest.mark.parametrize(("who", "px"), [([], 3), (["nadie"], 3), (None, 0), (None, "abc"), (None, "1e9")])
def test_nothing_is_given_to_nobody_or_of_no_number(give, party, marta, said, as_, campaign, who, px):
    url = reverse("characters:award", args=[campaign.key])
    keys = [hero.key for hero in party] if who is None else who

    answer = as_(marta).post(url, {"who": keys, "px": px}, headers={"hx-request": "true", "accept-language": "es"})

    assert answer.status_code == 422
    assert said(answer)
    assert not LedgerEntry.objects.exists()


def test_only_those_who_lead(give, fight, party, as_, ines, vera, sergio):
    assert [give(seat, party).status_code for seat in (ines, vera, sergio)] == [403, 403, 404]
    assert form_of(as_(ines).get(fight.get_absolute_url()).content.decode()) is None
    assert not LedgerEntry.objects.exists()
