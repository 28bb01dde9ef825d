"""Invitations and links to a seat say an address that works on other people's devices, never localhost."""

import re

import pytest
import segno

pytestmark = pytest.mark.usefixtures("on_a_network")


@pytest.fixture
def table_of(as_, campaign):
    """`table_of(marta)`: the campaign's page as that seat sees it; asked for at localhost, as on the laptop itself."""
    return lambda seat: as_(seat).get(campaign.get_absolute_url(), HTTP_HOST="localhost:8000").content.decode()


@pytest.fixture
def seat_link_page(as_, campaign, marta, lola):
    """The page that shows the GM a link to Lola's seat."""
    url = f"{campaign.get_absolute_url()}members/{lola.key}/link/"
    return lambda: as_(marta).post(url, HTTP_HOST="localhost:8000").content.decode()


def link_on(page):
    found = re.search(r'<code class="link">(.*?)</code>', page)
    return found and found[1]


@pytest.mark.parametrize(("site_url", "port", "start"), [
    ("", 8000, "http://192.168.1.20:8000/join/"),
    ("", 80, "http://192.168.1.20/join/"),
    ("", 8123, "http://192.168.1.20:8123/join/"),
    ("https://mesa.example.org", 8000, "https://mesa.example.org/join/"),
    ("http://mesa.example.org:8080", 8000, "http://mesa.example.org:8080/join/"),
])  # fmt: skip
def test_the_invitation_says_the_public_address_or_that_of_the_lan(
    table_of, marta, invitation, settings, site_url, port, start
):
    settings.SITE_URL, settings.PORT = site_url, port

    assert link_on(table_of(marta)) == start + invitation.token + "/"


@pytest.mark.parametrize(("site_url", "start"), [
    ("", "http://192.168.1.20:8000/seat/"),
    ("https://mesa.example.org", "https://mesa.example.org/seat/"),
])  # fmt: skip
def test_so_does_the_link_to_a_seat(seat_link_page, lola, settings, site_url, start):
    settings.SITE_URL = site_url

    assert link_on(seat_link_page()) == start + lola.links.get().token + "/"


def test_the_page_says_localhost_nowhere(table_of, seat_link_page, marta, invitation):
    assert "localhost" not in table_of(marta)
    assert "localhost" not in seat_link_page()
    assert "127.0.0.1" not in table_of(marta)


@pytest.mark.parametrize("site_url", ["http://localhost:8000", "http://127.0.0.1:8000", "http://[::1]:8000"])
def test_a_public_address_that_is_none_is_not_handed_out(table_of, marta, invitation, settings, site_url):
    settings.SITE_URL = site_url

    assert not re.search(r"localhost|127\.0\.0\.1|\[::1\]", link_on(table_of(marta)) or "")


def test_the_gm_picks_among_the_addresses_found(as_, table_of, campaign, marta, invitation):
    page = table_of(marta)
    assert all(f'<option value="{address}"' in page for address in ("192.168.1.20", "10.0.0.7"))

    answer = as_(marta).post(f"{campaign.get_absolute_url()}address/", {"link_address": "10.0.0.7"})

    assert answer.headers["Location"] == f"{campaign.get_absolute_url()}#invite"
    assert link_on(table_of(marta)) == f"http://10.0.0.7:8000/join/{invitation.token}/"


def test_the_choice_holds_for_links_to_seats_too(campaign, seat_link_page):
    campaign.link_address = "10.0.0.7"
    campaign.save()

    assert link_on(seat_link_page()).startswith("http://10.0.0.7:8000/seat/")


def test_an_address_that_this_machine_has_no_more_is_forgotten(table_of, campaign, marta, invitation):
    campaign.link_address = "192.168.7.7"
    campaign.save()

    assert link_on(table_of(marta)).startswith("http://192.168.1.20:8000/")


@pytest.mark.parametrize("address", ["localhost", "127.0.0.1", "192.168.7.7", "evil.example", "", "10.0.0.7:8000"])
def test_an_address_that_was_not_found_here_is_refused(as_, campaign, marta, address):
    answer = as_(marta).post(f"{campaign.get_absolute_url()}address/", {"link_address": address})

    campaign.refresh_from_db()
    assert answer.status_code == 422
    assert campaign.link_address == ""


def test_where_there_is_one_address_there_is_nothing_to_pick(table_of, marta, invitation, settings):
    settings.LAN_ADDRESSES = ["192.168.1.20"]

    assert 'name="link_address"' not in table_of(marta)


def test_where_there_is_a_public_address_there_is_nothing_to_pick(as_, table_of, campaign, marta, invitation, settings):
    settings.SITE_URL = "https://mesa.example.org"

    assert 'name="link_address"' not in table_of(marta)
    assert as_(marta).post(f"{campaign.get_absolute_url()}address/", {"link_address": "10.0.0.7"}).status_code == 422


def test_a_machine_on_no_network_says_so_instead_of_a_link(table_of, marta, invitation, settings):
    settings.LAN_ADDRESSES = []

    page = table_of(marta)

    assert link_on(page) is None
    assert "Este equipo" in page or "Este ordenador" in page


def test_it_says_so_too_where_a_link_to_a_seat_was_wanted(seat_link_page, settings):
    settings.LAN_ADDRESSES = []

    page = seat_link_page()

    assert link_on(page) is None
    assert "Este equipo" in page or "Este ordenador" in page


def test_the_qr_code_says_the_same_link(table_of, marta, invitation):
    page = table_of(marta)

    expected = segno.make(f"http://192.168.1.20:8000/join/{invitation.token}/", error="m", micro=False)
    assert dark_modules(page) == {
        (x, y) for y, row in enumerate(expected.matrix) for x, module in enumerate(row) if module & 1
    }


def test_players_see_no_link(table_of, pablo, vera, invitation):
    for seat in (pablo, vera):
        page = table_of(seat)
        assert invitation.token not in page
        assert link_on(page) is None


def dark_modules(page: str) -> set[tuple[int, int]]:
    """What is drawn dark in the QR code of a page: its one path, read module by module."""
    path = re.search(r'<svg[^>]*class="qr"[^>]*>.*?\bd="([^"]+)"', page)[1]
    found, x, y = set(), 0, 0.0
    for command, first, second in re.findall(r"([Mmh])(-?[\d.]+)(?:[ ,]?(-?[\d.]+))?", path):
        if command == "h":
            found |= {(column, int(y)) for column in range(x, x + int(first))}
            x += int(first)
        else:
            x, y = (0, 0.0) if command == "M" else (x, y)
            x, y = x + int(first), y + float(second)
    return found
