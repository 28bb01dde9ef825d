"""A campaign is renamed, archived and brought back, handed to another GM."""

import pytest
from django.contrib.auth import get_user_model

from campaigns import changes
from campaigns.models import Campaign, Membership, Role
from rules.problems import Refused
from tests.campaigns.doors import of_seat, sees

WHO = ["marta", "coral", "pablo", "vera"]


def press(browser, campaign, what, **fields):
    return browser.post(f"{campaign.get_absolute_url()}{what}/", fields)


@pytest.fixture
def table(marta, coral, pablo, vera, lola):
    return {"marta": marta, "coral": coral, "pablo": pablo, "vera": vera, "lola": lola}


# --- its name -------------------------------------------------------------------------------------------------------


def test_a_new_name_is_logged_and_can_be_taken_back(as_, campaign, marta):
    press(as_(marta), campaign, "rename", name="Los pozos")

    entry = campaign.log.get()
    assert (Campaign.objects.get().name, entry.kind) == ("Los pozos", "campaign-renamed")
    changes.toggle(entry, marta)
    assert Campaign.objects.get().name == "La sal y el hierro"


# --- archived -------------------------------------------------------------------------------------------------------


def test_archived_it_is_read_by_all_and_changed_by_nobody(as_, campaign, table, brianda, marta, ines):
    press(as_(marta), campaign, "archive")

    for seat in (*table.values(), ines):
        page = as_(seat).get(campaign.get_absolute_url())
        assert page.status_code == 200
        assert "Archivada el" in page.content.decode()
    answer = as_(ines).post(f"/c/{brianda.key}/points/pv/", {"amount": "-1"}, headers={"accept-language": "en"})
    assert (answer.status_code, brianda.pools.count()) == (422, 0)
    assert "This campaign is archived" in answer.content.decode()
    assert press(as_(marta), campaign, "rename", name="Otra").status_code == 422
    assert Campaign.objects.get().name == "La sal y el hierro"


def test_nobody_sits_down_at_it(client, as_, campaign, marta, invitation):
    campaign.archive(marta)

    assert client.get(invitation.get_absolute_url()).status_code == 403
    assert client.post(invitation.get_absolute_url(), {"name": "Lola"}).status_code == 403
    with pytest.raises(Refused):
        invitation.admit(None, "Lola")


def test_one_may_still_leave_it(as_, campaign, marta, pablo):
    campaign.archive(marta)

    as_(pablo).post(of_seat(pablo, "remove/"))

    assert not sees(as_(pablo), campaign)


def test_brought_back_it_is_played_as_before(as_, campaign, marta, ines, brianda):
    browser = as_(marta)
    press(browser, campaign, "archive")

    assert press(browser, campaign, "restore").status_code == 302

    assert as_(ines).post(f"/c/{brianda.key}/points/pv/", {"amount": "-1"}).status_code == 302
    assert [entry.kind for entry in campaign.log.all()][1:] == ["campaign-restored", "campaign-archived"]


def test_nothing_of_the_past_is_taken_back_while_archived(campaign, marta, ines, brianda):
    entry = brianda.change_pool(ines, "pv", -1)
    campaign.archive(marta)

    with pytest.raises(Refused):
        changes.toggle(entry, marta)


@pytest.mark.parametrize("by", WHO)
@pytest.mark.parametrize("what", ["archive", "restore"])
def test_only_the_gm_archives_and_brings_back(as_, campaign, table, by, what):
    """B31, B32."""
    if what == "restore":
        campaign.archive(table["marta"])
    before = Campaign.objects.get().archived_at

    answer = press(as_(table[by]), campaign, what)

    assert answer.status_code == (302 if by == "marta" else 403)
    assert (Campaign.objects.get().archived_at != before) == (by == "marta")


def test_the_start_page_has_them_apart(as_, campaign, marta, pablo):
    """Each of several tables is one tap away; what is over does not stand between them."""
    other = Campaign.objects.create(name="Los pozos")
    Membership.objects.create(campaign=other, user=pablo.user, role=Role.PLAYER, name="Pablo")
    campaign.archive(marta)

    page = as_(pablo).get("/").content.decode()

    played, archived = page.split("Archivada: 1 campaña")
    assert f'href="{other.get_absolute_url()}"' in played
    assert f'href="{campaign.get_absolute_url()}"' not in played
    assert f'href="{campaign.get_absolute_url()}"' in archived


def test_the_masthead_leads_to_the_other_tables(as_, campaign, pablo, marta, elsewhere):
    other = Campaign.objects.create(name="Los pozos")
    Membership.objects.create(campaign=other, user=pablo.user, role=Role.PLAYER, name="Pablo")
    browser = as_(pablo)

    menu = browser.get(f"/mine/?at={campaign.key}").content.decode()

    assert f"/mine/?at={campaign.key}" in browser.get(campaign.get_absolute_url()).content.decode()
    assert (other.get_absolute_url() in menu, elsewhere.name in menu) == (True, False)
    assert f'<a href="{campaign.get_absolute_url()}" aria-current="page">' in menu


# --- handed over ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("to", ["coral", "pablo"])
def test_the_new_gm_leads_and_the_old_one_is_co_gm(as_, campaign, table, marta, to):
    assert as_(marta).post(of_seat(table[to], "hand-over/")).status_code == 302

    assert Membership.objects.get(pk=table[to].pk).rank is Role.GM
    assert Membership.objects.get(pk=marta.pk).rank is Role.CO_GM
    assert campaign.log.first().kind == "campaign-handed-over"
    assert press(as_(marta), campaign, "archive").status_code == 403
    assert press(as_(table[to]), campaign, "archive").status_code == 302


def test_screens_of_both_are_made_anew(as_, campaign, marta, pablo, monkeypatch, django_capture_on_commit_callbacks):
    sent_away = []
    monkeypatch.setattr("live.expel", sent_away.append)

    with django_capture_on_commit_callbacks(execute=True):
        campaign.hand_over(marta, pablo)

    assert sorted(sent_away) == sorted([marta.tag, pablo.tag])


@pytest.mark.parametrize("to", ["vera", "lola", "marta"])
def test_neither_a_spectator_nor_a_guest_nor_oneself(as_, campaign, table, marta, to):
    assert as_(marta).post(of_seat(table[to], "hand-over/")).status_code == 422

    assert campaign.gm == marta


@pytest.mark.parametrize("by", ["coral", "pablo", "vera"])
def test_nobody_takes_it(as_, campaign, table, marta, by):
    """B31, B32: pressed straight at the address, for oneself and for another."""
    for to in ("coral", "pablo"):
        assert as_(table[by]).post(of_seat(table[to], "hand-over/")).status_code == 403
    assert campaign.gm == marta


def test_the_host_hands_over_a_table_without_a_gm(campaign, pablo):
    campaign.hand_over(None, pablo)

    assert campaign.gm == pablo


def test_a_seat_of_another_table_gets_nothing(campaign, marta, elsewhere):
    with pytest.raises(Membership.DoesNotExist):
        campaign.hand_over(marta, elsewhere.gm)


def test_twice_the_same_press_hands_over_once(as_, campaign, marta, pablo):
    browser = as_(marta)

    for _ in range(2):
        browser.post(of_seat(pablo, "hand-over/"), {"press": "pulsada-1"})

    assert (campaign.gm, campaign.log.filter(kind="campaign-handed-over").count()) == (pablo, 1)
    assert get_user_model().objects.count() == 2
