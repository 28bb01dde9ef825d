"""The page of a character's files, its texts for a forum, and sheets of one's own."""

import re

import pytest
from django.contrib.auth import get_user_model
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override

from campaigns import feed
from campaigns.models import Campaign, LogEntry, Membership
from characters import forum
from characters.models import Character
from characters.paper import paper_of
from rules.problems import Refused
from tests.characters.conftest import GIVEN


def again(character: Character) -> Character:
    return Character.objects.with_pools().select_related("campaign").get(pk=character.pk)


def url(name: str, character: Character) -> str:
    return reverse(f"characters:{name}", args=[character.key])


# --- the page -----------------------------------------------------------------------------------------------------


def test_the_page_has_every_way_on(as_, ines, pablo, grown):
    page = as_(ines).get(url("files", grown)).content.decode()

    for name in ("export", "print", "copy", "hand-over", "archive", "sheet"):
        assert url(name, grown) in page
    assert f'value="{pablo.key}"' in page
    assert f'value="{ines.key}"' not in page


def test_a_foe_has_no_player_to_be_handed_to(as_, marta, goblin):
    assert url("hand-over", goblin) not in as_(marta).get(url("files", goblin)).content.decode()


def test_where_nobody_else_plays_there_is_nobody_to_hand_it_to(as_, ines, brianda):
    assert "<select" not in as_(ines).get(url("files", brianda)).content.decode()


def test_the_page_hears_of_its_character_only(as_, campaign, ines, pablo, grown):
    page = as_(ines).get(url("files", grown)).content.decode()
    asked = {
        "page": f"files-{grown.key}",
        "as": "player",
        "lang": "es",
        "after": re.search(r'data-after="(\w*)"', page)[1],
    }
    news = reverse("campaigns:news", args=[campaign.key])

    assert as_(pablo).get(news, asked).status_code == 404
    assert as_(ines).get(news, asked).status_code == 204
    grown.archive(ines)
    assert as_(ines).get(news, asked).status_code == 404


@pytest.mark.parametrize("name", ["files", "print"])
def test_a_page_asks_the_database_as_often_whatever_is_on_it(
    as_, campaign, ines, grown, name, django_assert_max_num_queries
):
    skills = {each.key: 1 for each in grown.ruleset.skills}
    Character.objects.filter(pk=grown.pk).update(traits={**GIVEN, "skills": skills})
    for number in range(20):
        Character.objects.create(campaign=campaign, owner=ines, name=f"Otro {number}", is_finished=True, traits=GIVEN)
    browser = as_(ines)
    browser.get(url(name, grown))

    with django_assert_max_num_queries({"files": 12, "print": 8}[name]):
        browser.get(url(name, grown))


def test_the_table_asks_once_for_its_whole_archive(as_, campaign, marta, ines):
    def rows(count: int) -> int:
        for number in range(count):
            Character.objects.create(
                campaign=campaign, owner=ines, name=f"Otro {number}", is_finished=True, archived_at=timezone.now()
            )
        browser = as_(marta)
        browser.get(campaign.get_absolute_url())
        feed.forget()
        with CaptureQueriesContext(connection) as queries:
            browser.get(campaign.get_absolute_url())
        return len(queries)

    assert rows(1) == rows(20)


# --- for a forum --------------------------------------------------------------------------------------------------


def test_the_texts_say_the_numbers_of_the_sheet_in_the_readers_language(grown):
    with override("es"):
        bbcode = forum.written(paper_of(again(grown)), forum.BBCODE)
        markdown = forum.written(paper_of(again(grown)), forum.MARKDOWN)
    with override("en"):
        english = forum.written(paper_of(again(grown)), forum.MARKDOWN)

    assert bbcode.startswith("[size=150][b]Brianda[/b][/size]")
    assert "[b]PV[/b] 11/16" in bbcode
    assert "[*]Sigilo +8 (DES 4 + 4)" in bbcode  # dexterity 4, stealth 4 (R2)
    assert "[*]Daga +9 (1d6)" in bbcode  # physique 4, melee weapons 5 (C0)
    assert markdown.startswith("## Brianda")
    assert "- Sigilo \\+8 \\(DES 4 \\+ 4\\)" in markdown
    assert "- Stealth \\+8" in english


def test_the_texts_hold_no_notes(as_, ines, grown):
    Character.objects.filter(pk=grown.pk).update(notes="Debe una barca.", gm_notes="Es la hija del rey.")

    page = as_(ines).get(url("files", grown)).content.decode()

    assert "barca" not in page
    assert "hija del rey" not in page


def test_what_people_wrote_is_never_markup(grown):
    name = "[url=https://evil.example]x[/url] **a** <b> _c_ `d` # 1. - ![e](f) ~~g~~ | \\ @all :) [/b]\n# h"
    Character.objects.filter(pk=grown.pk).update(name=name[:60], concept=name[-60:])

    bbcode = forum.written(paper_of(again(grown)), forum.BBCODE)
    markdown = forum.written(paper_of(again(grown)), forum.MARKDOWN)

    ours = re.compile(r"\[/?(?:b|size|list|\*)(?:=150)?\]")
    assert "[" not in ours.sub("", bbcode)
    written = "\n".join(line for line in markdown.splitlines() if "evil" in line or "all" in line)
    plain = re.sub(r"\\[!-/:-@\[-`{-~]", "", written.replace("## ", "", 1))
    assert not re.search(r"[*_`\[\]<>#|~!@\\]", plain)
    assert not [line for line in markdown.splitlines() if line.startswith("# ")]


def test_a_foe_and_a_draft_are_written_too(as_, marta, goblin, tello):
    for each in (goblin, tello):
        assert each.name in as_(marta).get(url("files", each)).content.decode()


# --- sheets of one's own ------------------------------------------------------------------------------------------


def test_a_sheet_of_ones_own_is_a_campaign_with_one_person_who_plays(as_, sergio):
    browser = as_(sergio)

    answer = browser.post(reverse("campaigns:solo"), {"campaign": "", "preset": "ryf-core"})

    campaign = Campaign.objects.get()
    assert answer.headers["Location"] == reverse("characters:new", args=[campaign.key])
    assert (campaign.is_solo, campaign.name, campaign.preset) == (True, "Mis hojas", "ryf-core")
    made = browser.post(answer.headers["Location"], {"name": "Nuño", "concept": "", "gender": ""})
    hero = Character.objects.get()
    assert made.headers["Location"] == url("build", hero)
    assert hero.owner == Membership.objects.get()
    assert "solo para mí" in browser.get("/").content.decode()


def test_who_has_no_account_gets_one_with_it(client, db):
    form = {"campaign": "", "name": "Nuria", "username": "nuria", "password": "tres tristes tigres"}

    answer = client.post(reverse("campaigns:solo"), form)

    assert answer.status_code == 302
    assert client.get(answer.headers["Location"]).status_code == 200
    assert get_user_model().objects.get().username == "nuria"


def test_what_is_for_a_table_does_not_show_there(as_, sergio, settings):
    settings.SITE_URL, settings.LAN_ADDRESSES, settings.PORT = "", ["192.168.1.20"], 8000
    browser = as_(sergio)
    browser.post(reverse("campaigns:solo"), {})
    campaign = Campaign.objects.get()

    page = browser.get(campaign.get_absolute_url()).content.decode()

    for part in ('id="members"', 'id="invite"', reverse("campaigns:invite", args=[campaign.key])):
        assert part not in page
    assert browser.post(reverse("campaigns:invite", args=[campaign.key])).status_code == 422
    assert not LogEntry.objects.exists()
    with pytest.raises(Refused):
        campaign.invite(Membership.objects.get())


def test_a_sheet_of_ones_own_goes_to_a_table_as_a_file(as_, campaign, ines):
    browser = as_(ines)
    browser.post(reverse("campaigns:solo"), {})
    solo = Campaign.objects.get(is_solo=True)
    hero = Character.objects.create(
        campaign=solo, owner=solo.gm, name="Nuño", is_finished=True, traits=GIVEN, created=GIVEN
    )
    assert url("hand-over", hero) not in browser.get(url("files", hero)).content.decode()

    sent = browser.get(url("export", hero)).content.decode()
    browser.post(reverse("characters:import", args=[campaign.key]), {"text": sent})

    assert Character.objects.get(campaign=campaign).owner == ines
