"""The guides are pages of the site, in both languages, and every picture in them exists."""

import re

import pytest
from django.contrib.staticfiles import finders
from django.urls import reverse

from campaigns.guides import FOLDER, GUIDES

LANGUAGES = ("es", "en")
FILES = [FOLDER / language / f"{name}.md" for language in LANGUAGES for name in GUIDES]


@pytest.mark.parametrize("name", GUIDES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_guide_is_read_without_an_account(db, client, name, language):
    page = client.get(reverse("campaigns:guide", args=[name]), headers={"accept-language": language}).content.decode()

    title = (FOLDER / language / f"{name}.md").read_text("utf-8").partition("\n")[0].removeprefix("# ")
    assert f"<h1>{title}</h1>" in page


def test_no_other_file_is_a_guide(db, client):
    assert client.get(reverse("campaigns:guide", args=["readme"])).status_code == 404


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_every_picture_of_a_guide_is_there_and_says_what_it_shows(path):
    shown = re.findall(r"!\[([^\]]*)\]\(([^)]+)\)", path.read_text("utf-8"))

    for words, address in shown:
        assert words
        assert (path.parent / address).is_file()
        assert finders.find(f"guide/{address.rpartition('/')[2]}")


def test_both_languages_have_the_same_chapters_and_pictures():
    def shape(language, name):
        lines = (FOLDER / language / f"{name}.md").read_text("utf-8").splitlines()
        return [re.sub(r"(#+ ).*|!\[.*\](.*)", r"\1\2", line) for line in lines if line.startswith(("#", "!["))]

    assert {name: shape("es", name) for name in GUIDES} == {name: shape("en", name) for name in GUIDES}


def test_every_page_leads_to_the_guide_of_who_reads_it(client, campaign, marta, ines):
    def guides(seat):
        client.force_login(seat.user, "django.contrib.auth.backends.ModelBackend")
        return re.findall(r'href="(/guide/\w+/)"', client.get(campaign.get_absolute_url()).content.decode())

    assert (guides(marta), guides(ines)) == (["/guide/gms/"], ["/guide/players/"])
