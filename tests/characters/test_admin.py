"""What a host does to characters in the admin panel: the same methods as at the table, told in its log."""

import io
import json
import zipfile

import pytest
from django.urls import reverse
from django.utils import timezone

from campaigns.models import Campaign, LogEntry, Membership
from characters import adventures
from characters.exchange import read
from characters.models import Character, LedgerEntry
from characters.models.lives import RESTORABLE

LIST = reverse("admin:characters_character_changelist")


@pytest.fixture
def act(as_, hugo):
    """`act("award", brianda, px=5)`: an action of the list on these rows, answered where it asks; its answer."""

    def do(action: str, *rows: Character, confirmed: str = "yes", **fields: object):
        chosen = {"action": action, "_selected_action": [row.pk for row in rows], "confirmed": confirmed}
        return as_(hugo).post(LIST, chosen | fields, headers={"accept-language": "es"})

    return do


def test_px_for_the_party_go_to_each_by_the_same_road_as_the_gms(act, campaign, brianda, pablo):
    """X1: a movement of the ledger and an entry of the log for each of them."""
    tello = Character.objects.create(campaign=campaign, owner=pablo, name="Tello", is_finished=True)

    assert act("award", brianda, tello, px=5, reason="Por el vado").status_code == 302

    rows = LedgerEntry.objects.order_by("number")
    assert [(row.character, row.px, row.balance, row.reason) for row in rows] == [
        (brianda, 5, 5, "Por el vado"), (tello, 5, 5, "Por el vado"),
    ]  # fmt: skip
    assert list(LogEntry.objects.values_list("kind", "by")) == [("award", None)] * 2


def test_while_an_adventure_is_open_they_go_to_its_pool(act, campaign, marta, brianda):
    """X5: until it closes nobody has them."""
    adventures.begin(campaign, marta, "El molino")

    act("award", brianda, px=5)

    row = LedgerEntry.objects.get()
    assert (row.character, row.earned_by, row.balance) == (None, brianda, 5)


@pytest.mark.parametrize("px", ["", "0", "-3", "muchos", "999999999"])
def test_an_award_that_is_none_is_refused_where_it_is_typed(act, brianda, px):
    answer = act("award", brianda, px=px)

    assert answer.status_code == 422
    assert "errorlist" in answer.content.decode()
    assert not LedgerEntry.objects.exists()


def test_all_get_px_or_none(act, campaign, brianda, goblin):
    """A foe has no px: nothing is written for the others either."""
    act("award", brianda, goblin, px=5)

    assert not LedgerEntry.objects.exists()
    assert not LogEntry.objects.exists()


@pytest.mark.parametrize("action", ["award", "hand_over", "archive"])
def test_it_asks_first_and_nothing_has_happened(act, brianda, marta, action):
    answer = act(action, brianda, confirmed="")

    assert answer.status_code == 200
    assert "Brianda" in answer.content.decode()
    brianda.refresh_from_db()
    assert (brianda.archived_at, LogEntry.objects.count()) == (None, 0)


def test_archived_and_restored_however_long_ago(act, brianda):
    act("archive", brianda)
    brianda.refresh_from_db()
    assert brianda.archived_at
    Character.objects.filter(pk=brianda.pk).update(archived_at=timezone.now() - 2 * RESTORABLE)

    act("restore", brianda)

    brianda.refresh_from_db()
    assert brianda.archived_at is None
    assert list(LogEntry.objects.values_list("kind", flat=True)) == ["restored", "archived"]


def test_the_log_says_that_it_was_the_host(act, as_, campaign, brianda, ines):
    act("archive", brianda)

    page = as_(ines).get(campaign.get_absolute_url(), headers={"accept-language": "es"}).content.decode()

    assert "<b>Quien aloja la web</b> archiva" in page


def test_handed_over_within_the_table_only(act, campaign, brianda, pablo, sergio):
    other = Campaign.objects.create(name="Otra")
    outside = Membership.objects.create(campaign=other, user=sergio, name="Sergio")
    assert act("hand_over", brianda, owner=outside.pk).status_code == 422

    act("hand_over", brianda, owner=pablo.pk)

    brianda.refresh_from_db()
    assert brianda.owner == pablo


def test_several_campaigns_at_once_are_not_handed_over(act, brianda, pablo):
    other = Campaign.objects.create(name="Otra")
    stranger = Character.objects.create(campaign=other, name="Otra heroína", is_finished=True)

    act("hand_over", brianda, stranger, owner=pablo.pk)

    brianda.refresh_from_db()
    assert brianda.owner != pablo


def test_exported_one_is_a_file_and_several_are_a_zip_that_reads_back(act, brianda, goblin):
    """B40: what is exported can be read."""
    one = act("export", brianda)
    assert read(one.content)["name"] == "Brianda"

    several = act("export", brianda, goblin)

    with zipfile.ZipFile(io.BytesIO(several.content)) as packed:
        names = [read(packed.read(each))["name"] for each in packed.namelist()]
        assert json.loads(packed.read(packed.namelist()[0]))["format"] == "mesa-ryf/character"
    assert sorted(names) == ["Brianda", "Goblin Secreto"]
