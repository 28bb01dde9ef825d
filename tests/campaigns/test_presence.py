"""Who is at the table now: what the open streams say, pushed when it changes, and stored nowhere."""

import time

import pytest
from django.utils import translation

from campaigns import feed, table
from campaigns.models import LogEntry
from campaigns.regions import Audience, viewer_of
from campaigns.roles import Role
from campaigns.streams import screen_of
from live import Attendance


@pytest.fixture
def present(monkeypatch):
    """`present([ines], left={pablo: 60})`: who has a stream open, and who closed the last one so many seconds ago."""

    def say(here=(), left=None):
        gone = {seat.key: time.time() - seconds for seat, seconds in (left or {}).items()}
        found = Attendance(frozenset(seat.key for seat in here), gone)
        monkeypatch.setattr(table, "attendance", lambda channel: found)

    return say


def shown(campaign, role: Role) -> str:
    with translation.override("es"):
        return table.members(campaign, "", Audience(role, "es"))


def test_those_who_are_here_come_first_by_name_for_everybody(campaign, present, marta, ines, pablo, vera):
    present([pablo], left={ines: 240})

    for role in (Role.PLAYER, Role.SPECTATOR):
        page = shown(campaign, role)
        assert page.index("Pablo") < page.index("Marta") < page.index("Ines")
        assert page.count("is-here") == 1
        assert "se fue" not in page, "when others left is for those who lead"
    assert "se fue a las" in shown(campaign, Role.GM)


def test_who_left_the_campaign_is_not_there(campaign, present, marta, ines):
    present([ines])
    ines.remove(marta)

    assert "Ines" not in shown(campaign, Role.GM)


def test_who_came_or_left_is_pushed_to_the_pages_that_show_it_without_an_entry(campaign, present, marta, ines, brianda):
    present([ines])
    screens = [
        screen_of(seat, page, seat.role, "es", "aqui")
        for seat, page in ((marta, "table"), (ines, "table"), (ines, f"sheet-{brianda.key}"))
    ]
    version, entries = campaign.version, LogEntry.objects.count()

    gm, player, sheet = feed.attendance(campaign.key, screens)

    assert sheet is None
    assert gm.data != player.data, "a GM has links to the seats"
    for message in (gm, player):
        assert b'id="members"' in message.data
        assert b"id: " not in message.data, "the place in the log stays what it is"
    campaign.refresh_from_db()
    assert (campaign.version, LogEntry.objects.count()) == (version, entries)


def test_what_it_shows_is_never_kept(as_, campaign, present, ines):
    browser = as_(ines)
    present([])
    assert "is-here" not in browser.get(campaign.get_absolute_url()).content.decode()
    present([ines])

    assert "is-here" in browser.get(campaign.get_absolute_url()).content.decode()


def test_the_screen_on_the_wall_is_the_seat_of_who_opened_it(campaign, marta):
    """It is made as a spectator knows the fight, but it is the GM who is there."""
    from combat.models import Encounter

    fight = Encounter.objects.create(campaign=campaign, name="El vado", status="running")

    screen = screen_of(marta, f"screen-{fight.key}", "spectator", "es", "")

    assert screen.who == marta.key
    assert viewer_of(marta, f"screen-{fight.key}").rank is Role.SPECTATOR
