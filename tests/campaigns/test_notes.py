"""Notes of a campaign, its adventures and scenes: who writes and reads them, versions, history, two at once."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from campaigns import places
from campaigns.models import Clash, LogEntry, Notebook, Scene
from campaigns.regions import held_by
from characters import adventures
from rules.problems import Refused

HTMX = {"headers": {"HX-Request": "true"}}
SECRET = "Quien canta es Azcona"


@pytest.fixture
def scene(campaign, marta) -> Scene:
    adventures.begin(campaign, marta, "El molino")
    adventures.write_scene(campaign, marta, "El vado", "Niebla.", SECRET)
    return Scene.objects.get()


def page_of(row) -> str:
    return row.get_absolute_url()


def write(browser, row, field: str, text: str, version: int = 0, **more: str):
    return browser.post(row.address_of(field), {"text": text, "version": version, **more}, **HTMX)


# --- works ------------------------------------------------------------------------------------------------------------


def test_a_note_is_saved_with_its_version_and_read_by_the_table_as_markdown(as_, scene, campaign, marta, ines, vera):
    answer = write(as_(marta), scene, "notes", "Niebla, y **una luz**.", 0)

    assert (answer.status_code, answer.headers["Mesa-Version"]) == (204, "1")
    for seat in (ines, vera, marta):
        page = as_(seat).get(campaign.get_absolute_url()).content.decode()
        assert "<strong>una luz</strong>" in page.partition('id="adventure"')[2].partition("</section>")[0]


def test_the_notes_of_the_campaign_begin_with_the_first_word(as_, campaign, marta, ines):
    notebook = places.find(campaign, "campaign")
    assert not Notebook.objects.exists()

    assert write(as_(marta), notebook, "notes", "Se juega los martes").status_code == 204
    assert write(as_(marta), notebook, "gm_notes", SECRET).status_code == 204

    assert Notebook.objects.get().versions == {"notes": 1, "gm_notes": 1}
    seen = as_(ines).get(campaign.get_absolute_url()).content.decode()
    assert "Se juega los martes" in seen
    assert SECRET not in seen
    assert SECRET in as_(marta).get(campaign.get_absolute_url()).content.decode()


def test_an_adventure_has_notes_too_and_another_name(as_, campaign, scene, marta, ines):
    adventure = scene.adventure

    write(as_(marta), adventure, "name", "El molino de Valdeniebla")
    write(as_(marta), adventure, "gm_notes", "La molinera miente")

    assert "El molino de Valdeniebla" in as_(ines).get(campaign.get_absolute_url()).content.decode()
    assert "La molinera miente" in as_(marta).get(campaign.get_absolute_url()).content.decode()


def test_who_writes_over_another_is_shown_both_and_nothing_changes(as_, scene, marta, coral):
    scene.write(coral, "notes", "De Coral")

    answer = write(as_(marta), scene, "notes", "De Marta", 0)

    page = answer.content.decode()
    assert answer.status_code == 409
    assert ("De Coral" in page, "De Marta" in page, 'data-version="1"' in page) == (True, True, True)
    plain = as_(marta).post(scene.address_of("notes"), {"text": "De Marta", "version": 0})
    assert (plain.status_code, scene.address_of("notes") in plain.content.decode()) == (409, True)
    scene.refresh_from_db()
    assert scene.notes == "De Coral"
    with pytest.raises(Clash):
        scene.write(marta, "notes", "De Marta", 0)


def test_the_same_press_counts_once(as_, scene, marta):
    answers = [write(as_(marta), scene, "notes", "Otra", 0, press="pulsada") for _ in range(2)]

    assert [answer.headers["Mesa-Version"] for answer in answers] == ["1", "1"]
    assert LogEntry.objects.filter(kind="noted").count() == 1


def test_every_change_is_kept_and_what_was_can_be_put_back(as_, scene, marta, coral):
    scene.write(marta, "notes", "Niebla espesa")
    scene.write(coral, "notes", "Sol")
    changes = LogEntry.objects.filter(kind="noted")
    assert [(each.by, each.facts["from"], each.facts["to"]) for each in changes] == [
        (coral, "Niebla espesa", "Sol"),
        (marta, "Niebla.", "Niebla espesa"),
    ]
    history = as_(marta).get(page_of(scene)).content.decode()
    assert history.count('id="change-') == 2

    put_back = reverse("campaigns:put-back", args=[scene.campaign.key, scene.place, changes.last().key])
    answer = as_(marta).post(put_back)

    assert answer.headers["Location"] == page_of(scene)
    scene.refresh_from_db()
    assert (scene.notes, scene.versions["notes"]) == ("Niebla.", 3)
    assert as_(marta).post(put_back, {"back": page_of(scene)}).status_code == 422, "it stands there already"


def test_what_one_hand_types_in_one_sitting_is_one_change(scene, marta):
    for words in ("N", "Nie", "Nieva"):
        scene.write(marta, "notes", words)

    assert [each.facts["to"] for each in LogEntry.objects.filter(kind="noted")] == ["Nieva"]


# --- rejects ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("field", "text"), [("notes", "x" * 20_001), ("gm_notes", "x" * 20_001), ("name", " ")])
def test_what_cannot_stand_there_is_told_beside_the_field(as_, scene, marta, field, text):
    answer = write(as_(marta), scene, field, text)

    assert (answer.status_code, 'class="problem"' in answer.content.decode()) == (422, True)
    scene.refresh_from_db()
    assert (scene.name, scene.notes, scene.gm_notes) == ("El vado", "Niebla.", SECRET)


def test_five_million_characters_are_refused_with_a_sentence(as_, scene, marta):
    browser = as_(marta)
    browser.raise_request_exception = False

    answer = write(browser, scene, "notes", "x" * 5_000_000)

    assert 400 <= answer.status_code < 500
    scene.refresh_from_db()
    assert scene.notes == "Niebla."


def test_a_scene_with_a_note_that_is_too_long_is_not_made(campaign, marta, scene):
    with pytest.raises(Refused):
        adventures.write_scene(campaign, marta, "Otra", "x" * 20_001)
    assert Scene.objects.count() == 1


# --- requires, shows --------------------------------------------------------------------------------------------------


def test_only_those_who_lead_write_notes(as_, scene, marta, coral, ines, vera, sergio):
    asked = {"text": "x", "version": 0}

    statuses = [as_(who).post(scene.address_of("notes"), asked).status_code for who in (ines, vera, sergio, coral)]

    assert statuses == [403, 403, 404, 302]
    assert [as_(who).get(page_of(scene)).status_code for who in (ines, sergio, marta)] == [403, 404, 200]


def test_a_secret_note_is_in_no_byte_for_anybody_else(as_, campaign, scene, marta, coral, ines, vera):
    scene.write(coral, "gm_notes", f"{SECRET}, la molinera")
    places.find(campaign, "campaign").write(coral, "gm_notes", f"{SECRET} de nuevo")
    table = campaign.get_absolute_url()
    pages = [table, f"{table}log/", f"{table}journal/", f"{table}journal/print/", f"{table}search/?q=Azcona"]
    assert [SECRET in as_(marta).get(page).content.decode() for page in pages] == [True, False, True, False, True]

    coral.role = "player"  # whoever wrote them and leads no more is a player like any other
    coral.save()
    for who in (ines, vera, coral):
        for page in pages:
            assert "canta" not in as_(who).get(page).content.decode()
        assert not any(SECRET in str(entry.facts) for entry in LogEntry.objects.visible_to(who))
        asked = {"page": "table", "as": who.role, "lang": "es", "after": ""}
        news = as_(who).get(reverse("campaigns:news", args=[campaign.key]), asked)
        assert SECRET not in news.content.decode()
        assert held_by(who, f"note-{scene.place}") is None


def test_the_page_asks_as_often_with_many_changes_as_with_few(as_, scene, marta, coral):
    browser = as_(marta)

    def count() -> int:
        browser.get(page_of(scene))
        with CaptureQueriesContext(connection) as asked:
            assert browser.get(page_of(scene)).status_code == 200
        return len(asked)

    scene.write(marta, "notes", "Una")
    few = count()
    for number in range(12):
        scene.write((marta, coral)[number % 2], "notes", f"Nota {number}")

    assert count() == few <= 12
