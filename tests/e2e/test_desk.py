"""A desk, and what its width is for."""

import pytest

from tests.e2e.test_tablet import box

COLOUR = "(each) => getComputedStyle(each).color"


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080)])
def test_managing_has_its_parts_two_beside_each_other(screen, campaign, marta, size):
    page = screen(marta, campaign.manage_url, size=size)

    for left, right in (("#people", "#invitations"), ("#campaign", "#files")):
        one, other = box(page, left), box(page, right)
        assert one["right"] < other["x"]
        assert one["y"] == other["y"]


def test_of_what_breaks_a_rule_only_the_mark_is_almagre(screen, campaign, marta, brianda):
    brianda.traits["attributes"]["physique"] = 9
    brianda.save()
    page = screen(marta, f"{campaign.get_absolute_url()}proofs/")

    words = page.locator(".breaks li > span").first
    assert words.evaluate(COLOUR) == page.locator("body").evaluate(COLOUR)
    assert page.locator(".breaks li > .icon").first.evaluate(COLOUR) != words.evaluate(COLOUR)
