"""The chance of a fumble stands once above the rolls where it is the same for all, and in each where it is not (R5)."""

import re

from characters.models import Character

IN_ENGLISH = {"accept-language": "en"}


def sheet(as_, seat, character, query: str = "") -> str:
    return as_(seat).get(character.get_absolute_url() + query, headers=IN_ENGLISH).content.decode()


def ticks(page: str) -> int:
    """How many lines of odds draw a fumble; those of the key are no line."""
    return len(re.findall(r'viewBox="0 0 1000 10"[^>]*>(?:<path[^>]*>)*?<path class="fumble"', page))


def test_it_is_said_once_for_all_rolls(as_, ines, brianda):
    page = sheet(as_, ines, brianda)

    assert "fumble <b>1.3%</b> in each" in page  # a 1 in the middle, the next one 5 or less: 13 of 1,000
    assert ticks(page) == 0


def test_a_wound_changes_what_is_said(as_, ines, marta, brianda):
    brianda.change_pool(marta, "pv", -12)

    page = sheet(as_, ines, Character.objects.get(pk=brianda.pk))

    assert "fumble <b>19.6%</b> in each" in page
    assert ticks(page) == 0


def test_where_it_differs_each_roll_has_its_own(as_, ines, brianda):
    page = sheet(as_, ines, brianda, "?all=1")  # the low die counts for what nobody taught her

    assert "in each" not in page
    assert ticks(page) > 30
