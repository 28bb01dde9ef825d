"""Another password: by the old one, or by a link that a GM or the host makes, as there is no e-mail."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from campaigns.models import Campaign, Membership, PasswordLink, Role, may_reset
from rules.problems import Refused

OLD, NEW = "una frase que nadie adivina", "tres tristes tigres"
TWICE = {"new_password1": NEW, "new_password2": NEW}


def gets_in(login, password):
    return Client().post("/log-in/", {"username": login, "password": password}).status_code == 302


def table_of(person, role=Role.GM):
    campaign = Campaign.objects.create(name="Otra mesa")
    Membership.objects.create(campaign=campaign, user=person, role=role, name=person.name)
    return campaign


# --- by the old one -------------------------------------------------------------------------------------------------


def test_a_changed_password_keeps_this_browser_and_ends_the_others(as_, pablo):
    here, other = as_(pablo), as_(pablo)

    assert here.post("/account/password/", {"old_password": OLD, **TWICE}).status_code == 302

    assert (gets_in("pablo", NEW), gets_in("pablo", OLD)) == (True, False)
    assert (here.get("/account/").status_code, other.get("/account/").status_code) == (200, 302)


@pytest.mark.parametrize("form", [
    {"old_password": "otra", **TWICE}, {"old_password": OLD, "new_password1": NEW, "new_password2": "otra cosa larga"},
    {"old_password": OLD, "new_password1": "corta", "new_password2": "corta"},
])  # fmt: skip
def test_a_slip_changes_nothing(as_, pablo, form):
    assert as_(pablo).post("/account/password/", form).status_code == 422
    assert gets_in("pablo", OLD)


def test_a_guest_has_none_to_change(as_, lola):
    assert as_(lola).get("/account/password/").headers["Location"] == "/account/"


# --- by a link ------------------------------------------------------------------------------------------------------


@pytest.fixture
def link(marta, pablo) -> PasswordLink:
    return PasswordLink.objects.make(marta.user, pablo.user, pablo)


def test_the_gm_makes_a_link_and_shows_it_once(as_, campaign, marta, pablo, settings):
    settings.LAN_ADDRESSES, settings.SITE_URL = ["192.168.1.20"], ""
    member = reverse("campaigns:member", args=[campaign.key, pablo.key])
    browser = as_(marta)

    page = browser.post(f"{member}password/").content.decode()

    token = PasswordLink.objects.get().token
    assert f"/password/{token}/" in page
    assert token not in browser.get(member).content.decode()


def test_the_link_is_good_once_and_shuts_every_browser_out(as_, pablo, link):
    browser = as_(pablo)
    assert Client().get(link.get_absolute_url()).status_code == 200

    assert Client().post(link.get_absolute_url(), TWICE).status_code == 302

    assert (gets_in("pablo", NEW), gets_in("pablo", OLD)) == (True, False)
    assert browser.get("/account/").status_code == 302
    assert Client().post(link.get_absolute_url(), TWICE).status_code == 404


def test_in_the_own_browser_one_stays_in(as_, pablo, link):
    browser = as_(pablo)

    browser.post(link.get_absolute_url(), TWICE)

    assert browser.get("/account/").status_code == 200


def test_it_is_good_for_a_day(link):
    PasswordLink.objects.update(created_at=timezone.now() - timedelta(hours=24, seconds=1))

    assert Client().get(link.get_absolute_url()).status_code == 404
    with pytest.raises(Refused):
        link.take(NEW)


def test_a_new_one_ends_the_one_before(marta, pablo, link):
    PasswordLink.objects.make(marta.user, pablo.user, pablo)

    assert Client().get(link.get_absolute_url()).status_code == 404


def test_the_table_and_the_person_read_of_it(as_, campaign, marta, coral, pablo, ines, link):
    logs = {seat: as_(seat).get(f"{campaign.get_absolute_url()}log/").content.decode() for seat in (coral, pablo, ines)}

    assert ["puede elegir otra contraseña" in page for page in logs.values()] == [True, True, False]


def test_the_person_is_told_at_the_next_log_in_and_can_end_it(link, pablo):
    browser = Client()

    told = browser.post("/log-in/", {"username": "pablo", "password": OLD}, follow=True).content.decode()

    assert "Marta hizo un enlace para ponerte otra contraseña" in told
    assert "Marta hizo un enlace" not in browser.get("/").content.decode(), "told once"
    assert "<b>Marta</b>" in browser.get("/account/").content.decode()
    browser.post(reverse("campaigns:void-links"))
    assert Client().get(link.get_absolute_url()).status_code == 404


def test_after_its_use_the_person_is_told_too(pablo, link):
    Client().post(link.get_absolute_url(), TWICE)

    told = Client().post("/log-in/", {"username": "pablo", "password": NEW}, follow=True).content.decode()

    assert "por un enlace que hizo Marta" in told


# --- whose account a link may open: whoever makes it could use it ------------------------------------------------


def test_a_gm_for_who_sits_at_the_own_tables_only(marta, pablo, sergio):
    assert may_reset(marta.user, pablo.user)

    seat = Membership.objects.create(campaign=table_of(sergio), user=pablo.user, role=Role.PLAYER, name="Pablo")
    assert not may_reset(marta.user, pablo.user), "another GM's table would be open to this one"

    seat.left_at = timezone.now()
    seat.save()
    assert may_reset(marta.user, pablo.user)


def test_nor_for_who_leads_a_table_or_has_sheets_of_their_own(marta, pablo):
    table_of(pablo.user)

    assert not may_reset(marta.user, pablo.user)


@pytest.mark.parametrize("right", ["is_staff", "is_superuser"])
def test_nor_for_staff(marta, pablo, right):
    setattr(pablo.user, right, True)

    assert not may_reset(marta.user, pablo.user)


def test_nor_for_guests_strangers_oneself(marta, lola, sergio):
    assert not any(may_reset(marta.user, person) for person in (lola.user, sergio, marta.user))


def test_nobody_else_at_the_table(marta, coral, pablo, ines, vera):
    """B31: of all roles the GM alone."""
    assert not any(may_reset(seat.user, ines.user) for seat in (coral, pablo, vera))
    assert not any(may_reset(seat.user, marta.user) for seat in (coral, pablo, vera))


def test_the_host_for_anyone_who_is_no_host(hugo, marta, sergio):
    assert may_reset(hugo, marta.user)
    assert may_reset(hugo, sergio)
    sergio.is_superuser = True
    assert not may_reset(hugo, sergio)


def test_a_link_in_the_drawer_is_void_once_its_maker_may_no_more(as_, marta, pablo, sergio, link):
    """Made while Pablo sat here alone; used after he has sat down elsewhere, or has rights."""
    Membership.objects.create(campaign=table_of(sergio), user=pablo.user, role=Role.PLAYER, name="Pablo")

    assert Client().post(link.get_absolute_url(), TWICE).status_code == 404
    assert gets_in("pablo", OLD)


def test_a_gm_who_is_gm_no_more_opens_nothing(campaign, marta, pablo, coral, link):
    campaign.hand_over(marta, coral)

    assert Client().get(link.get_absolute_url()).status_code == 404


def test_the_host_makes_one_in_the_admin_panel(as_, hugo, sergio):
    browser = as_(hugo)

    page = browser.post("/admin/campaigns/passwordlink/add/", {"person": sergio.pk}, follow=True).content.decode()

    link = PasswordLink.objects.get()
    assert f"/password/{link.token}/" in page
    assert f"/password/{link.token}/" not in browser.get("/admin/campaigns/passwordlink/").content.decode()
    Client().post(link.get_absolute_url(), TWICE)
    assert gets_in("sergio", NEW)


def test_not_for_another_host(as_, hugo, sergio):
    sergio.is_superuser = True
    sergio.save()

    assert as_(hugo).post("/admin/campaigns/passwordlink/add/", {"person": sergio.pk}).status_code == 422
    assert not PasswordLink.objects.exists()
