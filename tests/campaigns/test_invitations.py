"""Invitations: as what, for how long, for how many; the list of those that are open, and their end."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from campaigns.models import Invitation, Role
from rules.problems import Refused
from tests.campaigns.doors import sit_down

FORM = {"role": "player", "lasts": "week", "uses": ""}


def invite(browser, campaign, **fields):
    return browser.post(f"{campaign.get_absolute_url()}invite/", FORM | fields)


def page_of(browser, campaign):
    return browser.get(campaign.manage_url).content.decode()


@pytest.mark.parametrize(("lasts", "days"), [("day", 1), ("week", 7), ("month", 30)])
def test_the_gm_chooses_how_long_it_is_good(as_, campaign, marta, lasts, days):
    invite(as_(marta), campaign, lasts=lasts)

    left = Invitation.objects.get().expires_at - timezone.now()
    assert timedelta(days=days, minutes=-1) < left <= timedelta(days=days)


def test_one_without_end_is_good_in_ten_years(as_, campaign, marta, monkeypatch):
    invite(as_(marta), campaign, lasts="always")
    invitation, now = Invitation.objects.get(), timezone.now()

    monkeypatch.setattr(timezone, "now", lambda: now + timedelta(days=3650))

    assert Client().get(invitation.get_absolute_url()).status_code == 200


def test_it_lets_in_as_many_as_it_says_and_counts_them(as_, campaign, marta):
    browser = as_(marta)
    invite(browser, campaign, uses="2")
    invitation = Invitation.objects.get()

    sit_down(Client(), invitation, "Lola")
    assert "usada 1 de 2" in page_of(browser, campaign)
    sit_down(Client(), invitation, "Gil")

    assert Client().post(invitation.get_absolute_url(), {"name": "Blas"}).status_code == 404
    assert invitation.token not in page_of(browser, campaign)
    assert campaign.memberships.count() == 3


def test_the_last_place_is_given_once(campaign, marta):
    """Two have the page open: the lock decides."""
    invitation = campaign.invite(marta, uses=1)
    found = Invitation.objects.get(pk=invitation.pk)
    invitation.admit(None, "Lola")

    with pytest.raises(Refused):
        found.admit(None, "Gil")


def test_who_sits_there_already_uses_nothing_up(campaign, marta, pablo):
    invitation = campaign.invite(marta, uses=1)

    invitation.admit(pablo.user, "Pablo")

    invitation.refresh_from_db()
    assert invitation.used == 0


@pytest.mark.parametrize("role", ["player", "spectator", "co-gm"])
def test_the_role_is_in_the_link(as_, campaign, marta, role):
    invite(as_(marta), campaign, role=role)

    sit_down(Client(), Invitation.objects.get(), "Lola")

    assert campaign.memberships.get(name="Lola").role == role


@pytest.mark.parametrize("fields", [{"role": "gm"}, {"role": "x"}, {"lasts": "year"}, {"uses": "0"}, {"uses": "-1"}])
def test_other_terms_are_refused(as_, campaign, marta, fields):
    assert invite(as_(marta), campaign, **fields).status_code == 422
    assert not Invitation.objects.exists()


def test_a_co_gm_makes_no_co_gms_and_sees_no_such_link(as_, campaign, marta, coral):
    """B31: what a role may not hand out, it cannot have by another way either."""
    secret = campaign.invite(marta, Role.CO_GM)
    browser, address = as_(coral), f"{campaign.get_absolute_url()}invitations/{secret.token}/"

    assert invite(browser, campaign, role="co-gm").status_code == 422
    assert secret.token not in page_of(browser, campaign)
    assert {browser.post(f"{address}{what}/").status_code for what in ("end", "change")} == {404}
    with pytest.raises(Refused):
        campaign.invite(coral, Role.CO_GM)
    assert [each.revoked_at for each in Invitation.objects.all()] == [None]


def test_several_are_open_at_once_and_each_ends_by_itself(as_, campaign, marta):
    first, second = campaign.invite(marta), campaign.invite(marta, Role.SPECTATOR)
    browser = as_(marta)

    browser.post(f"{campaign.get_absolute_url()}invitations/{first.token}/end/")

    assert Client().get(first.get_absolute_url()).status_code == 404
    assert Client().get(second.get_absolute_url()).status_code == 200
    assert first.token not in page_of(browser, campaign)


def test_a_changed_link_has_the_terms_of_the_old_one(as_, campaign, marta):
    old = campaign.invite(marta, lasts=timedelta(days=7), uses=4)

    as_(marta).post(f"{campaign.get_absolute_url()}invitations/{old.token}/change/")

    new = Invitation.objects.exclude(pk=old.pk).get()
    assert (new.role, new.uses, new.used, new.lasts.days) == ("player", 4, 0, old.lasts.days)
    assert Client().get(old.get_absolute_url()).status_code == 404


def test_the_page_costs_the_same_with_many_of_all(as_, campaign, marta, django_assert_max_num_queries):
    browser = as_(marta)
    for number in range(12):
        campaign.invite(marta).admit(None, f"Lola {number}")

    browser.get(campaign.manage_url)  # writes that it was here today

    with django_assert_max_num_queries(9):
        browser.get(campaign.manage_url)
