"""What a phone is told of the site, and the page that stands there without a line."""

import struct

import pytest
from django.contrib.staticfiles import finders
from django.utils import translation

from tests.test_contrast import CSS, HEX

PNG = b"\x89PNG\r\n\x1a\n"


@pytest.fixture
def manifest(client, db):
    answer = client.get("/manifest.webmanifest", headers={"accept-language": "en"})
    assert answer.headers["Content-Type"] == "application/manifest+json"
    return answer.json()


def test_the_manifest_says_what_a_phone_needs(manifest):
    assert manifest["name"] == manifest["short_name"] == "Mesa RyF"
    assert manifest["display"] == "standalone"
    assert manifest["id"] == manifest["start_url"] == manifest["scope"] == "/"
    assert manifest["lang"] == "en"
    assert {each["purpose"] for each in manifest["icons"]} == {"any", "maskable"}


def test_the_manifest_speaks_the_language_of_the_browser(client, db, manifest):
    spanish = client.get("/manifest.webmanifest", headers={"accept-language": "es"}).json()

    assert spanish["lang"] == "es"
    assert spanish["description"] != manifest["description"]


def test_its_colour_is_the_paper_of_the_pages(manifest):
    paper = next(line for line in (CSS / "fallback.css").read_text().splitlines() if "--paper:" in line)

    assert manifest["theme_color"] == manifest["background_color"] == HEX.search(paper)[0]


def test_each_icon_is_a_picture_of_the_size_it_says(manifest):
    for icon in [*manifest["icons"], {"src": "/static/img/icon-180.png", "sizes": "180x180"}]:
        with open(finders.find(icon["src"].removeprefix("/static/")), "rb") as file:
            head = file.read(24)

        assert head[:8] == PNG, icon["src"]
        width, height = struct.unpack(">II", head[16:24])
        assert f"{width}x{height}" == icon["sizes"]


def test_the_page_without_a_line_is_the_same_for_everyone(client, as_, ines):
    nobody = client.get("/offline/", headers={"accept-language": "es"})
    answer = as_(ines).get("/offline/", headers={"accept-language": "es"})

    assert answer.content == nobody.content
    assert "csrf" not in answer.content.decode()
    with translation.override("es"):
        assert translation.gettext("No connection") in answer.content.decode()


def test_a_browser_may_take_the_manifest_and_the_worker_from_here_only(client, db):
    policy = client.get("/").headers["Content-Security-Policy"]

    assert "manifest-src 'self'" in policy
    assert "worker-src 'self'" in policy
    worker = client.get("/worker.js")
    assert worker.status_code == 200
    assert worker.headers["Content-Type"].startswith("text/javascript")
    worker.close()
