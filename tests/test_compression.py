"""Pages go out compressed to those who take that, but not at another site's asking; nothing else is touched."""

import gzip

import pytest
from django.urls import reverse


@pytest.fixture
def page(as_, campaign, marta):
    """`page(Sec_Fetch_Site=…)`: the GM's table, asked for with these headers."""

    def ask(path=None, **headers):
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return as_(marta).get(path or campaign.get_absolute_url(), headers=named)

    return ask


def test_a_page_is_compressed_whole(page):
    answer = page(Accept_Encoding="gzip, deflate, br")

    assert answer["Content-Encoding"] == "gzip"
    assert answer["Content-Length"] == str(len(answer.content))
    assert "Accept-Encoding" in answer["Vary"]
    assert "La sal y el hierro" in gzip.decompress(answer.content).decode()


def test_a_browser_that_takes_no_gzip_gets_the_page_as_it_is(page):
    answer = page()

    assert "Content-Encoding" not in answer
    assert "La sal y el hierro" in answer.content.decode()


@pytest.mark.parametrize("asked_from", ["same-origin", "none"])
def test_what_the_site_itself_asks_for_is_compressed(page, asked_from):
    assert "Content-Encoding" in page(Accept_Encoding="gzip", Sec_Fetch_Site=asked_from)


@pytest.mark.parametrize("asked_from", ["cross-site", "same-site", "anything"])
def test_what_another_site_makes_a_browser_ask_for_is_not(page, asked_from):
    answer = page(Accept_Encoding="gzip", Sec_Fetch_Site=asked_from)

    assert "Content-Encoding" not in answer
    assert "La sal y el hierro" in answer.content.decode()


def test_how_long_an_answer_is_says_little_about_what_is_in_it(page):
    guide = reverse("campaigns:guide", args=["players"])
    lengths = [len(page(guide, Accept_Encoding="gzip").content) for _ in range(12)]

    assert max(lengths) - min(lengths) > 20  # of a hundred by chance; a masked token alone changes three or four


def test_downloads_stay_as_they_are(page, campaign):
    for path in (reverse("campaigns:export", args=[campaign.key]), reverse("campaigns:schema", args=["1"])):
        answer = page(path, Accept_Encoding="gzip")

        assert answer.status_code == 200
        assert "Content-Encoding" not in answer
