"""Each page that says no says what to do, and has a way back that is one of ours."""

import re

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from campaigns.views import start

IN_ENGLISH = {"accept-language": "en"}


def ways(page: str) -> list[str]:
    return re.findall(r'<a class="button[^"]*" href="([^"]+)"', page.partition("<main")[2].partition("</main")[0])


def asked(client, address: str, came_from: str = "", **more) -> str:
    answer = client.get(address, headers=IN_ENGLISH | ({"referer": came_from} if came_from else {}), **more)
    assert answer.status_code >= 400
    return answer.content.decode()


def test_who_is_nobody_here_can_log_in_and_come_back_to_the_address(client, db):
    page = asked(client, "/nothing/")

    assert "The GM&#x27;s link lets you in" in page
    assert ways(page) == ["/", f"{reverse('accounts:log-in')}?next=/nothing/"]


def test_who_sits_somewhere_is_led_back_and_to_their_campaigns(as_, campaign, ines):
    table = f"http://testserver{campaign.get_absolute_url()}"

    page = asked(as_(ines), campaign.manage_url, table)

    assert "Ask them at the table" in page
    assert ways(page) == [table, "/"]


@pytest.mark.parametrize("elsewhere", ["https://example.org/", "javascript:alert(1)", "//example.org/", "/nothing/"])
def test_no_way_leads_elsewhere_or_to_the_same_page(as_, ines, elsewhere):
    assert ways(asked(as_(ines), "/nothing/", elsewhere)) == ["/"]


def test_a_page_that_grew_old_is_loaded_again_by_the_way_back(campaign, ines):
    client = Client(enforce_csrf_checks=True)
    client.force_login(ines.user, backend=settings.AUTHENTICATION_BACKENDS[-1])
    table = f"http://testserver{campaign.get_absolute_url()}"

    answer = client.post(reverse("set_language"), {"language": "en"}, headers=IN_ENGLISH | {"referer": table})

    page = answer.content.decode()
    assert answer.status_code == 403
    assert "Go back, which loads it again" in page
    assert ways(page)[0] == table


def test_what_breaks_says_so_in_the_readers_language_and_leads_home(client, db, monkeypatch):
    def broken(request):
        raise RuntimeError

    monkeypatch.setattr(start, "_context", broken)
    client.raise_request_exception = False

    page = asked(client, "/")

    assert '<html lang="en">' in page
    assert "Nothing half-done was kept" in page
    assert "css/site" in page
    assert ways(page) == ["/"]


def test_the_address_of_a_button_says_that_it_is_no_page(client, db):
    """A browser comes to it by loading again, or after a log-in: it showed nothing at all."""
    answer = client.get("/new/", headers=IN_ENGLISH)

    assert (answer.status_code, answer.headers["Allow"]) == (405, "POST")
    assert "only does what a button asks for" in answer.content.decode()
    assert ways(answer.content.decode())
