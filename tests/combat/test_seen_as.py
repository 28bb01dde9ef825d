"""Those who lead see the encounter as one of the table sees it: the same regions, and nothing to press."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from campaigns import feed
from combat.regions import regions_of
from tests.combat.fights import stored
from tests.combat.sight import SPANISH, leaks, marks, text


def at(fight, seat) -> str:
    return reverse("combat:as-member", args=[fight.key, seat.key])


@pytest.mark.parametrize("who", ["ines", "pablo", "vera"])
def test_it_has_the_regions_of_that_seat_and_no_byte_of_a_hidden_foe(fight, hidden, as_, marta, request, who):
    seat = request.getfixturevalue(who)
    stored(fight).harm(marta, hidden.key, 3)

    page = as_(marta).get(at(fight, seat), headers=SPANISH)

    regions = feed.page(seat, regions_of(fight.key, seat), "es").regions
    assert all(html in page.content.decode() for html in regions.values())
    assert leaks({who: text(page)}, *marks(hidden)) == {}


def test_nothing_on_it_can_be_pressed_and_it_has_no_stream(fight, as_, marta, ines):
    page = as_(marta).get(at(fight, ines), headers=SPANISH).content.decode()

    main = page.partition("<main")[2].partition("</main>")[0]
    outside = re.sub(r"(?s)<fieldset class=\"acting\" disabled>.*?</fieldset>", "", main)
    assert "<button" in main
    assert "<button" not in outside
    assert "data-stream" not in page


def test_only_for_those_who_lead_and_only_of_those_who_do_not(fight, as_, marta, ines, pablo, sergio):
    assert as_(pablo).get(at(fight, ines)).status_code == 403
    assert as_(sergio).get(at(fight, ines)).status_code == 404
    assert as_(marta).get(at(fight, marta)).status_code == 404
    assert as_(marta).get(reverse("combat:as-member", args=[fight.key, "nadie"])).status_code == 404


def test_the_member_page_leads_to_it(fight, as_, marta, ines, campaign):
    page = as_(marta).get(reverse("campaigns:member", args=[campaign.key, ines.key])).content.decode()

    assert at(fight, ines) in page


def test_it_asks_as_often_as_the_page_itself_and_once_for_the_seat(fight, as_, marta, ines):
    browser = as_(marta)
    browser.get(at(fight, ines))
    with CaptureQueriesContext(connection) as found:
        assert browser.get(at(fight, ines)).status_code == 200
    assert len(found) <= 16
