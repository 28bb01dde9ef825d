"""A guest comes by the link, and comes back without the cookie when the GM says so."""

import re
from urllib.parse import urlsplit

from playwright.sync_api import expect

from campaigns.models import Membership
from tests.e2e.screens import PHONE, row_of


def test_a_guest_sits_down_and_comes_back_on_another_device(screen, network, campaign, marta, ines, brianda):
    screen.forgives("status of 401")  # the browser that had the seat asks once more and is told
    table = screen(marta, campaign.get_absolute_url())
    table.locator("#invite form button").click()
    expect(table.locator("#invite svg.qr")).to_be_visible()
    link = table.locator("#invite code").text_content()
    assert link.startswith("http://192.168.1.20:8000/join/")
    table.locator("select[name=link_address]").select_option("10.0.0.7")  # which needs no button
    expect(table.locator("#invite code")).to_have_text(link.replace("192.168.1.20", "10.0.0.7"))
    link = urlsplit(link).path
    members = table.locator("#members")

    guest = screen(None, link, size=PHONE)
    assert not Membership.objects.filter(name="Ruth").exists()
    expect(members).not_to_contain_text("Ruth")
    guest.locator("#id_name").fill("Ruth")
    guest.locator("#id_name").press("Enter")

    expect(guest.locator("h1")).to_have_text(campaign.name)
    expect(row_of(guest, "Brianda")).to_be_visible()
    expect(members).to_contain_text("Ruth")  # at once, on a page that nobody touched
    expect(table.locator("#log > .entry").first).to_contain_text("Ruth")

    other = screen(None, link)
    other.locator("summary").click()
    other.locator("details input[name=name]").fill("Ruth")
    other.locator("details button").click()
    expect(other.locator("#state")).to_contain_text("Ruth")

    asked = table.locator("#requests .ask")
    expect(asked).to_contain_text("Ruth")
    assert "requests" not in guest.content()  # only those who lead are asked
    asked.locator("button[value=yes]").click()

    expect(asked).to_have_count(0)
    other.locator("#state form button").click()
    expect(other.locator("h1")).to_have_text(campaign.name)
    expect(other.locator("#members")).to_contain_text("Ruth")
    assert Membership.objects.filter(name="Ruth").count() == 1


def test_a_name_that_is_taken_and_a_question_that_is_refused(screen, campaign, marta, ines):
    screen.forgives("status of 422")
    link = campaign.invite(marta).get_absolute_url()
    table = screen(marta, campaign.get_absolute_url())
    guest = screen(None, link)
    guest.locator("#id_name").fill("Ruth")
    guest.locator("#id_name").press("Enter")
    expect(guest.locator("h1")).to_have_text(campaign.name)

    thief = screen(None, link)
    thief.locator("#id_name").fill("ruth")
    thief.locator("#id_name").press("Enter")
    expect(thief.locator(".problem")).to_be_visible()
    thief.locator("summary").click()
    thief.locator("details input[name=name]").fill("ruth")
    thief.locator("details button").click()
    expect(thief.locator("#state")).to_contain_text("Ruth")

    table.locator("#requests button[value=no]").click()

    expect(table.locator("#requests .ask")).to_have_count(0)
    expect(thief.locator("#state .icon use")).to_have_attribute("href", re.compile("#warning"))
    expect(thief.locator("#state form")).to_have_count(0)
    thief.goto(campaign.get_absolute_url())
    expect(thief.locator("#id_username")).to_be_visible()
