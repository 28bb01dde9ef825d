"""Conditions, and the history of a character: who changed what, and putting back what was."""

import pytest
from django.urls import reverse

from campaigns import changes
from campaigns.models import LogEntry
from characters.models import Character
from combat.models import Encounter
from rules.problems import Refused


def again(character: Character) -> Character:
    return Character.objects.get(pk=character.pk)


def history(character: Character) -> str:
    return reverse("characters:history", args=[character.key])


def restore(browser, character: Character, entry: LogEntry):
    return browser.post(reverse("characters:put-back", args=[character.key, entry.key]))


# --- conditions -------------------------------------------------------------------------------------------------------


def test_a_condition_is_noted_shown_and_taken_away(as_, ines, brianda):
    as_(ines).post(reverse("characters:afflict", args=[brianda.key]), {"name": "envenenada", "note": "hasta el alba"})

    (condition,) = again(brianda).conditions
    assert (condition["name"], condition["note"]) == ("envenenada", "hasta el alba")
    page = as_(ines).get(brianda.get_absolute_url()).content.decode()
    assert "envenenada" in page
    assert "hasta el alba" in page

    as_(ines).post(reverse("characters:relieve", args=[brianda.key, condition["key"]]))
    assert again(brianda).conditions == []
    assert [entry.facts["on"] for entry in LogEntry.objects.all()] == [False, True]


def test_two_hands_note_conditions_at_once_and_undo_takes_back_its_own(ines, marta, brianda):
    mine, hers = again(brianda), again(brianda)
    entry = mine.afflict(ines, "cansada")
    hers.afflict(marta, "asustada")

    changes.toggle(entry, ines)

    assert [each["name"] for each in again(brianda).conditions] == ["asustada"]


def test_nobody_has_more_conditions_than_one_can_read(ines, brianda):
    for number in range(12):
        brianda.afflict(ines, f"mal {number}")

    with pytest.raises(Refused):
        brianda.afflict(ines, "uno más")


def test_a_foe_s_conditions_are_the_gm_s(marta, pablo, goblin):
    assert not goblin.afflict(marta, "asustado").is_visible_to(pablo)


def test_what_is_gone_cannot_be_taken_away(ines, brianda):
    with pytest.raises(Refused):
        brianda.relieve(ines, "nada")


# --- history ----------------------------------------------------------------------------------------------------------


def test_the_history_says_who_changed_what_newest_first(as_, ines, marta, brianda):
    brianda.write(ines, "notes", "Zurda")
    brianda.change_pool(marta, "pv", -3)
    brianda.write(marta, "name", "Brianda de Sotomar")

    page = as_(ines).get(history(brianda)).content.decode()

    places = [page.index(words) for words in ("Brianda de Sotomar</b>", "<b>13</b>", "Zurda")]
    assert places == sorted(places)
    assert "<span>Marta</span>" in page
    assert "<span>Inés</span>" in page or "<span>Ines</span>" in page


def test_what_a_fight_did_to_it_is_there_too(as_, ines, marta, brianda, campaign):
    fight = Encounter.objects.create(campaign=campaign, name="El vado")
    fight.add(marta, [brianda])
    fight.start(marta)
    entry = Encounter.objects.get(pk=fight.pk).harm(marta, brianda.key, 4)

    assert f"change-{entry.key}" in as_(ines).get(history(brianda)).content.decode()


def test_an_earlier_wording_is_put_back_as_a_new_change(as_, ines, marta, brianda):
    brianda.write(ines, "notes", "Primera")
    second = brianda.write(marta, "notes", "Segunda")

    assert restore(as_(ines), brianda, second).headers["Location"] == history(brianda)

    found = again(brianda)
    assert (found.notes, found.versions["notes"]) == ("Primera", 3)
    assert LogEntry.objects.filter(kind="wrote").count() == 3
    assert f"restore-{second.key}" not in as_(ines).get(history(brianda)).content.decode()  # it stands there
    assert restore(as_(ines), brianda, second).status_code == 422


def test_a_name_is_put_back(as_, ines, brianda):
    entry = brianda.write(ines, "name", "Otra")

    restore(as_(ines), brianda, entry)

    assert again(brianda).name == "Brianda"


def test_points_are_taken_back_by_their_difference(as_, ines, marta, brianda):
    entry = brianda.change_pool(marta, "pv", -5)
    brianda.change_pool(marta, "pv", -2)

    assert restore(as_(ines), brianda, entry).status_code == 403  # not hers
    restore(as_(marta), brianda, entry)

    points = brianda.pools.get(key="pv").current
    assert points == 14  # of 16: only the two of since


def test_numbers_and_gear_of_a_draft_go_back_while_it_is_one(as_, tello, pablo):
    tello.spend(pablo, "skills", "dodge", to=2)
    number = again(tello).spend(pablo, "skills", "dodge", to=4)
    taken = again(tello).take(pablo, "dagger")
    worn = again(tello).wear(pablo, "armor", "leather")
    for entry in (number, taken, worn):
        assert restore(as_(pablo), tello, entry).status_code == 302

    found = again(tello)
    assert (found.traits["skills"]["dodge"], found.gear) == (2, {"weapons": [], "armor": ""})


def test_numbers_of_a_finished_sheet_do_not(as_, ready, pablo):
    entry = again(ready).spend(pablo, "skills", "ride", to=5)
    again(ready).finish(pablo)

    answer = restore(as_(pablo), ready, entry)

    assert answer.status_code == 422
    assert "P3" in answer.content.decode()
    assert again(ready).traits["skills"]["ride"] == 5
    assert f"restore-{entry.key}" not in as_(pablo).get(history(ready)).content.decode()


def test_an_entry_about_another_is_not_there(as_, ines, marta, brianda, goblin):
    entry = goblin.change_pool(marta, "pv", -1)

    assert restore(as_(ines), brianda, entry).status_code == 404
    assert restore(as_(marta), brianda, entry).status_code == 404
    assert as_(ines).get(history(goblin)).status_code == 404
