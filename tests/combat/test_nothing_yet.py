"""A table at which nothing has happened: each page says the next step to whoever looks, as far as it is theirs."""

import re

import pytest
from django.urls import reverse

from characters.models import Character

IN_ENGLISH = {"accept-language": "en"}


@pytest.fixture
def look(as_, campaign):
    """`look(ines, "roster")`: what a part of the table's page says to a seat, and where it leads."""

    def at(seat, part: str) -> tuple[str, list[str]]:
        page = as_(seat).get(campaign.get_absolute_url(), headers=IN_ENGLISH).content.decode()
        found = re.search(rf'<section[^>]* id="{part}">(.*?)</section>', page, re.DOTALL)
        return found[1], re.findall(r'<a[^>]* href="([^"]+)"', found[1])

    return at


def test_a_player_without_a_character_is_shown_to_make_one_first(look, campaign, ines):
    words, ways = look(ines, "own")

    assert "Make your character" in words
    assert 'class="button primary"' in words
    assert ways[0] == reverse("characters:new", args=[campaign.key])


def test_who_has_a_draft_goes_on_with_it_instead(look, campaign, ines):
    draft = Character.begin(campaign, ines, ines, name="Jimena", concept="", gender="f")

    words, ways = look(ines, "own")

    assert "Make your character" not in words
    assert ways[0] == draft.get_absolute_url()


@pytest.mark.parametrize(("who", "said"), [
    ("marta", "Whoever opens the invitation makes one at once"),
    ("ines", "make yours"),
    ("vera", "the players make theirs"),
])  # fmt: skip
def test_a_table_without_heroes_says_to_each_who_makes_them(look, request, who, said):
    assert said in look(request.getfixturevalue(who), "roster")[0]


def test_who_leads_is_led_to_the_first_encounter_and_others_are_told_to_wait(look, campaign, marta, ines, vera):
    way = reverse("combat:new", args=[campaign.key])

    assert look(marta, "encounters")[1] == [way]
    for seat in (ines, vera):
        words, ways = look(seat, "encounters")
        assert "As soon as the GM starts one" in words
        assert ways == []


def test_what_is_only_prepared_leaves_the_others_words_as_they_are(look, campaign, marta, ines, ambush):
    assert "As soon as the GM starts one" in look(ines, "encounters")[0]
    assert ambush.name in look(marta, "encounters")[0]
