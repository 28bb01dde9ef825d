"""What a host changes in the admin panel holds at once, on open pages too."""

import pytest
from django.urls import reverse

from campaigns.models import Campaign, LogEntry, Membership, Role
from campaigns.regions import EVERYTHING
from campaigns.templatetags.hosting import database_size


@pytest.fixture
def sent_away(monkeypatch) -> list[str]:
    found: list[str] = []
    monkeypatch.setattr("live.expel", found.append)
    return found


@pytest.fixture
def in_admin(as_, hugo, django_capture_on_commit_callbacks):
    """`in_admin("delete", pablo, post="yes")`: the host does that to a row; what waits for the commit is done."""

    def press(what: str, row: object, **fields: object) -> None:
        name = f"admin:{row._meta.app_label}_{row._meta.model_name}_{what}"
        with django_capture_on_commit_callbacks(execute=True):
            answer = as_(hugo).post(reverse(name, args=() if what == "changelist" else [row.pk]), fields)
        assert answer.status_code == 302, answer.content.decode()

    return press


def test_a_seat_with_another_role_is_sent_away(in_admin, sent_away, pablo):
    in_admin("change", pablo, name="Pablo", role="spectator")

    assert Membership.objects.get(pk=pablo.pk).rank is Role.SPECTATOR
    assert sent_away == [pablo.tag]


def test_nobody_becomes_a_second_gm_nor_has_anothers_name(as_, hugo, marta, pablo, ines):
    page = reverse("admin:campaigns_membership_change", args=[pablo.pk])

    for fields in ({"name": "Pablo", "role": "gm"}, {"name": "INES", "role": "player"}):
        answer = as_(hugo).post(page, fields)
        assert answer.status_code == 200
        assert "errornote" in answer.content.decode()

    pablo.refresh_from_db()
    assert (pablo.name, pablo.rank) == ("Pablo", Role.PLAYER)


def test_the_gm_keeps_the_role_whatever_is_sent(in_admin, marta):
    in_admin("change", marta, name="Marta", role="player")

    assert Membership.objects.get(pk=marta.pk).rank is Role.GM


def test_a_change_is_an_entry_of_the_log_and_wakes_the_screens(in_admin, campaign, monkeypatch):
    woken = []
    monkeypatch.setattr("live.wake", woken.append)

    seats = {"memberships-TOTAL_FORMS": 0, "memberships-INITIAL_FORMS": 0}
    in_admin("change", campaign, name="Otra sal", **seats)

    entry = LogEntry.objects.get(campaign=campaign)
    assert (entry.kind, entry.by, entry.facts["name"], entry.regions) == ("admin", None, "Otra sal", [EVERYTHING])
    assert woken == [campaign.key]


def test_a_seat_that_is_deleted_is_sent_away(in_admin, sent_away, pablo, ines):
    in_admin("delete", pablo, post="yes")

    assert not Membership.objects.filter(pk=pablo.pk).exists()
    assert sent_away == [pablo.tag]


def test_so_are_several_that_are_deleted_from_their_list(in_admin, sent_away, pablo, ines, vera):
    chosen = {"action": "delete_selected", "_selected_action": [pablo.pk, vera.pk], "post": "yes"}

    in_admin("changelist", pablo, **chosen)

    assert sorted(sent_away) == sorted([pablo.tag, vera.tag])


def test_so_is_whoever_is_deleted_with_all_that_is_theirs(in_admin, sent_away, pablo, ines):
    in_admin("delete", pablo.user, post="yes")

    assert sent_away == [pablo.tag]


def test_so_is_a_whole_table_that_is_deleted(in_admin, sent_away, campaign, pablo, ines):
    in_admin("delete", campaign, post="yes")

    assert sorted(sent_away) == sorted([pablo.tag, ines.tag])


# --- actions on campaigns and invitations -----------------------------------------------------------------------------


def test_a_campaign_is_archived_once_it_was_asked_and_restored(in_admin, as_, hugo, campaign, marta):
    page = reverse("admin:campaigns_campaign_changelist")
    asked = as_(hugo).post(page, {"action": "archive", "_selected_action": [campaign.pk]})
    assert (asked.status_code, LogEntry.objects.count()) == (200, 0)

    in_admin("changelist", campaign, action="archive", _selected_action=[campaign.pk], confirmed="yes")
    campaign.refresh_from_db()
    assert campaign.archived_at

    in_admin("changelist", campaign, action="restore", _selected_action=[campaign.pk])
    campaign.refresh_from_db()
    assert campaign.archived_at is None
    assert list(LogEntry.objects.values_list("kind", flat=True)) == ["campaign-restored", "campaign-archived"]


def test_a_campaign_is_handed_over_to_one_of_its_own(in_admin, as_, hugo, campaign, marta, pablo, sergio):
    outside = Campaign.objects.create(name="Otra").memberships.create(user=sergio, name="Sergio")
    press = {"action": "hand_over", "_selected_action": [campaign.pk], "confirmed": "yes"}
    wrong = as_(hugo).post(reverse("admin:campaigns_campaign_changelist"), {**press, "to": outside.pk})
    assert wrong.status_code == 422

    in_admin("changelist", campaign, **press, to=pablo.pk)

    assert [Membership.objects.get(pk=seat.pk).rank for seat in (pablo, marta)] == [Role.GM, Role.CO_GM]


def test_invitations_are_revoked_and_let_nobody_in(in_admin, as_, campaign, marta):
    invitation = campaign.invite(marta)

    in_admin("changelist", invitation, action="revoke", _selected_action=[invitation.pk], confirmed="yes")

    assert not campaign.invitations.open().exists()
    assert LogEntry.objects.filter(kind="uninvited", by=None).exists()


def test_what_is_archived_takes_no_px(in_admin, campaign, brianda):
    in_admin("changelist", campaign, action="archive", _selected_action=[campaign.pk], confirmed="yes")

    in_admin("changelist", brianda, action="award", _selected_action=[brianda.pk], confirmed="yes", px=5)

    assert not brianda.ledger.exists()


@pytest.mark.postgres
def test_the_first_page_tells_the_host_how_large_the_database_is(as_, hugo):
    assert as_(hugo).get(reverse("admin:index")).status_code == 200
    assert database_size() > 100_000  # its tables alone
