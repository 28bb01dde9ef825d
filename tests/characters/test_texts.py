"""What is written on a sheet: versions, two who write the same text, who reads it, and its history in one line."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from campaigns.models import Clash, LogEntry
from campaigns.regions import held_by
from characters.models import Character
from rules.problems import Refused

HTMX = {"headers": {"HX-Request": "true"}}
SECRET = "La duquesa es su madre"


def url(character: Character, field: str) -> str:
    return reverse("characters:write", args=[character.key, field])


def again(character: Character) -> Character:
    return Character.objects.get(pk=character.pk)


def form(text: str, version: int = 0, **more: str) -> dict[str, object]:
    return {"text": text, "version": version, **more}


# --- works ------------------------------------------------------------------------------------------------------------


def test_a_text_is_saved_and_answered_with_its_version(as_, ines, brianda):
    answer = as_(ines).post(url(brianda, "notes"), form("Debe nueve monedas.\r\nY un favor."), **HTMX)

    assert (answer.status_code, answer.headers["Mesa-Version"]) == (204, "1")
    assert answer.headers["Mesa-Entry"] == LogEntry.objects.first().key
    assert (again(brianda).notes, again(brianda).versions) == ("Debe nueve monedas.\nY un favor.", {"notes": 1})


def test_without_a_script_one_comes_back_to_the_page(as_, ines, brianda):
    answer = as_(ines).post(url(brianda, "notes"), form("Zurda", back=brianda.get_absolute_url()))

    assert (answer.status_code, answer.headers["Location"]) == (302, brianda.get_absolute_url())


def test_two_who_write_different_texts_both_win(as_, ines, marta, brianda):
    as_(ines).post(url(brianda, "notes"), form("Zurda"), **HTMX)
    as_(marta).post(url(brianda, "concept"), form("Desertora"), **HTMX)
    as_(marta).post(url(brianda, "gm_notes"), form(SECRET), **HTMX)

    found = again(brianda)
    assert (found.notes, found.concept, found.gm_notes) == ("Zurda", "Desertora", SECRET)


def test_the_same_press_counts_once_and_says_its_version_again(as_, ines, brianda):
    sent = form("Zurda", press="pulsada")
    answers = [as_(ines).post(url(brianda, "notes"), sent, **HTMX) for _ in range(2)]

    assert [answer.headers["Mesa-Version"] for answer in answers] == ["1", "1"]
    assert LogEntry.objects.count() == 1


def test_the_same_words_are_no_change_whatever_they_began_at(as_, ines, marta, brianda):
    brianda.write(marta, "notes", "Zurda")

    answer = as_(ines).post(url(brianda, "notes"), form("Zurda", 0), **HTMX)

    assert (answer.status_code, answer.headers["Mesa-Version"]) == (204, "1")


# --- two at once ------------------------------------------------------------------------------------------------------


def test_who_writes_over_another_is_shown_both_and_nothing_changes(as_, ines, marta, brianda):
    brianda.write(marta, "notes", "De Marta")

    answer = as_(ines).post(url(brianda, "notes"), form("De Inés", 0), **HTMX)

    page = answer.content.decode()
    assert answer.status_code == 409
    assert ("De Marta" in page, "De Inés" in page, 'data-version="1"' in page) == (True, True, True)
    assert again(brianda).notes == "De Marta"


def test_without_a_script_a_page_shows_both_and_its_form_keeps_mine(as_, ines, marta, brianda):
    brianda.write(marta, "notes", "De Marta")

    answer = as_(ines).post(url(brianda, "notes"), form("De Inés", 0))

    page = answer.content.decode()
    assert answer.status_code == 409
    assert 'name="version" value="1"' in page
    assert "De Marta" in page
    as_(ines).post(url(brianda, "notes"), form("De Inés", 1))
    assert again(brianda).notes == "De Inés"


def test_a_change_of_the_admin_is_a_version_too(client, hugo, ines, brianda):
    client.force_login(hugo, backend="django.contrib.auth.backends.ModelBackend")
    client.post(
        reverse("admin:characters_character_change", args=[brianda.pk]),
        {"name": "Otra", "concept": "Exploradora", "gender": "f", "owner": ines.pk,
         "pools-TOTAL_FORMS": "0", "pools-INITIAL_FORMS": "0"},
    )  # fmt: skip

    assert again(brianda).name == "Otra"
    with pytest.raises(Clash):
        again(brianda).write(ines, "name", "Brianda de Sotomar", 0)


# --- rejects ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("field", "text"), [("name", "   "), ("name", "x" * 61), ("concept", "x" * 81), ("notes", "x" * 20_001)]
)
def test_what_cannot_stand_there_is_told_beside_the_field(as_, ines, brianda, field, text):
    before = (brianda.name, brianda.concept, brianda.notes)

    answer = as_(ines).post(url(brianda, field), form(text), **HTMX)

    assert answer.status_code == 422
    assert 'class="problem"' in answer.content.decode()
    assert (again(brianda).name, again(brianda).concept, again(brianda).notes) == before
    with pytest.raises(Refused):
        brianda.write(ines, field, text)


# --- requires, shows --------------------------------------------------------------------------------------------------


def test_the_notes_are_their_player_s_and_the_gm_s(as_, ines, marta, pablo, vera, brianda, campaign):
    brianda.write(ines, "notes", "Debe nueve monedas")

    places = [brianda.get_absolute_url(), reverse("characters:history", args=[brianda.key])]
    for place in places:
        assert "Debe nueve monedas" in as_(ines).get(place).content.decode()
        assert "Debe nueve monedas" in as_(marta).get(place).content.decode()
    for who in (pablo, vera):
        for place in (campaign.get_absolute_url(), f"{campaign.get_absolute_url()}log/", *places):
            assert "Debe nueve monedas" not in as_(who).get(place).content.decode()


def test_the_gm_s_notes_are_in_no_byte_for_anybody_else(as_, ines, marta, coral, brianda, campaign):
    brianda.write(marta, "gm_notes", SECRET)
    brianda.write(coral, "gm_notes", f"{SECRET}, y lo sabe")
    table = campaign.get_absolute_url()
    places = [brianda.get_absolute_url(), reverse("characters:history", args=[brianda.key]), table, f"{table}log/"]
    for place in places[:2]:
        assert SECRET in as_(coral).get(place).content.decode()

    coral.role = "player"  # whoever wrote them and leads no more is a player like any other
    coral.save()
    brianda.owner = coral
    brianda.save()
    for who in (ines, coral):
        for place in places:
            assert SECRET not in as_(who).get(place).content.decode()
        assert not any(SECRET in str(entry.facts) for entry in LogEntry.objects.visible_to(who))
        news = reverse("campaigns:news", args=[campaign.key])
        asked = {"page": f"sheet-{brianda.key}", "as": who.role, "lang": "es", "after": ""}
        assert SECRET not in as_(who).get(news, asked).content.decode()
    assert f"secrets-{brianda.key}" not in (held_by(coral, f"sheet-{brianda.key}") or ())
    assert as_(coral).post(url(brianda, "gm_notes"), form("x")).status_code == 403


def test_a_new_name_is_in_every_region_that_shows_it_by_one_entry(ines, marta, brianda, campaign):
    from combat.models import Encounter

    fight = Encounter.objects.create(campaign=campaign, name="El vado")
    fight.add(marta, [brianda])
    fight.start(marta)

    entry = brianda.write(ines, "name", "Brianda de Sotomar")

    assert {f"identity-{brianda.key}", f"words-{brianda.key}", "roster", "own", f"look-{brianda.key}"} <= {
        *entry.regions
    }
    assert {f"turn-{fight.key}", f"ladder-{fight.key}", f"yours-{fight.key}"} <= {*entry.regions}
    assert (entry.kind, entry.audience) == ("renamed", "table")


def test_a_foe_s_new_name_is_told_only_where_the_table_knows_the_old_one(marta, goblin, campaign):
    from combat.models import Encounter

    assert goblin.write(marta, "name", "Jefe").audience == "private"
    fight = Encounter.objects.create(campaign=campaign, name="El vado")
    fight.add(marta, [goblin])
    fight.start(marta)
    assert goblin.write(marta, "name", "Jefe tuerto", press="a").audience == "table"
    row = fight.combatants.get()
    row.alias = "El de la capa"
    row.save()
    LogEntry.objects.filter(kind="renamed").update(at=timezone.now() - timedelta(hours=1))

    entry = goblin.write(marta, "name", "Urko", press="b")

    assert (entry.audience, entry.shared_with) == ("private", None)


# --- what is kept of it -----------------------------------------------------------------------------------------------


def test_what_one_hand_types_in_one_sitting_is_one_change(ines, marta, brianda):
    for text in ("Z", "Zur", "Zurda"):
        brianda.write(ines, "notes", text)

    wrote = LogEntry.objects.filter(kind="wrote")
    assert [(entry.facts["from"], entry.facts["to"], entry.facts["version"]) for entry in wrote] == [("", "Zurda", 3)]

    wrote.update(at=timezone.now() - timedelta(minutes=11))
    brianda.write(ines, "notes", "Zurda y coja")
    brianda.write(marta, "notes", "Zurda, no coja")
    assert wrote.count() == 3
    assert again(brianda).versions["notes"] == 5


def test_a_sheet_asks_as_often_with_many_changes_as_with_few(as_, ines, marta, brianda):
    def count(path: str) -> int:
        browser = as_(ines)
        browser.get(path)
        with CaptureQueriesContext(
            connection,
        ) as asked:
            assert browser.get(path).status_code == 200
        return len(asked)

    places = (brianda.get_absolute_url(), reverse("characters:history", args=[brianda.key]))
    brianda.write(ines, "notes", "Nada")
    brianda.afflict(ines, "cansada")
    few = [count(place) for place in places]
    for number in range(8):
        brianda.write((ines, marta)[number % 2], "notes", f"Nota {number}")
        brianda.afflict(ines, f"mal {number}")
        brianda.change_pool(ines, "pv", -1)
        brianda.change_pool(marta, "pv", 1)

    assert [count(place) for place in places] == few
    assert max(few) <= 12
