"""Who comes into a fight: heroes in one tap, foes one by one or in groups that number themselves (P6)."""

import re

import pytest

from campaigns.models import LogEntry
from characters import adventures
from characters.models import Character
from combat.models import Encounter, Status
from combat.names import numbered
from rules.problems import Refused
from tests.combat.fights import LINE, key, names, pv, stored, who


def hero(campaign, owner, name, **more):
    return Character.objects.create(
        campaign=campaign, owner=owner, name=name, traits={"fixed": {"pv": 10}}, **{"is_finished": True, **more}
    )


def test_a_name_is_enough_to_prepare_one(as_, campaign, marta):
    answer = as_(marta).post(f"/t/{campaign.key}/encounters/new/", {"name": "El vado"})

    made = Encounter.objects.get()
    assert (answer.status_code, answer.headers["Location"]) == (302, made.get_absolute_url())
    assert (made.name, made.status, made.round, made.turn) == ("El vado", Status.PREPARING, 0, "")


def test_the_page_has_the_name_of_the_scene_and_all_heroes_ready(as_, campaign, marta, brianda):
    url = f"/t/{campaign.key}/encounters/new/"
    english = {"accept-language": "en"}
    assert 'value="Encounter 1"' in as_(marta).get(url, headers=english).content.decode()
    adventures.begin(campaign, marta, "El molino")
    adventures.write_scene(campaign, marta, "El vado")

    page = as_(marta).get(url, headers=english).content.decode()
    as_(marta).post(url, {"name": "El vado", "heroes": "on"})

    assert 'value="El vado"' in page
    assert re.search(r'<input type="checkbox" name="heroes"[^>]* checked', page)
    assert names(Encounter.objects.get()) == ["Brianda"]


def test_on_the_table_the_one_that_runs_comes_first_and_those_that_are_over_last(as_, campaign, marta):
    for name in ("ended", "preparing", "running", "paused"):
        Encounter.objects.create(campaign=campaign, name=name, status=name)

    page = as_(marta).get(campaign.get_absolute_url()).content.decode()

    listed = page.partition('id="encounters"')[2].partition("</section>")[0]
    assert re.findall(r"<h3><a[^>]*>(\w+)</a>", listed) == ["running", "paused", "preparing", "ended"]


def test_where_there_are_no_heroes_none_are_offered(as_, campaign, marta):
    url = f"/t/{campaign.key}/encounters/new/"

    assert 'name="heroes"' not in as_(marta).get(url).content.decode()
    as_(marta).post(url, {"name": "El vado", "heroes": "on"})
    assert names(Encounter.objects.get()) == []


def test_all_heroes_come_in_one_tap_and_nobody_else(ambush, press, marta, campaign, pablo, ines, brianda, goblin):
    hero(campaign, pablo, "Fadrique")
    hero(campaign, ines, "Urraca", is_finished=False)

    assert press(marta, "heroes", ambush).status_code == 204

    assert names(ambush) == ["Brianda", "Fadrique"]


def test_who_is_there_already_does_not_come_again(ambush, press, marta, brianda, said):
    press(marta, "heroes", ambush)

    answer = press(marta, "heroes", ambush)

    assert answer.status_code == 422
    assert said(answer) == "Ya están todos en el combate."
    assert names(ambush) == ["Brianda"]


def test_one_more_hero_comes_alone_and_the_others_stay(ambush, press, marta, campaign, pablo, brianda):
    press(marta, "heroes", ambush)
    hero(campaign, pablo, "Fadrique")

    press(marta, "heroes", ambush)

    assert names(ambush) == ["Brianda", "Fadrique"]
    assert LogEntry.objects.first().facts["fighters"] == [key(ambush, "Fadrique")]


def test_a_group_numbers_itself(ambush, add):
    add("Goblin", 3)
    assert names(ambush) == ["Goblin 1", "Goblin 2", "Goblin 3"]


def test_one_alone_keeps_its_name(ambush, add):
    add("Ogro")
    assert names(ambush) == ["Ogro"]


def test_who_left_does_not_give_its_number_to_another(ambush, marta, add):
    """B19: Goblin 1, 2, 3; the second goes; the next is the fourth, also where the last one went."""
    goblins = add("Goblin", 3)
    stored(ambush).remove(marta, goblins[1].key)
    add("Goblin")
    stored(ambush).remove(marta, key(ambush, "Goblin 4"))
    add("goblin", 2)

    assert names(ambush) == ["Goblin 1", "Goblin 3", "goblin 5", "goblin 6"]


def test_a_second_one_of_the_same_name_gets_a_number(ambush, add):
    add("Ogro")
    add("Ogro")
    assert names(ambush) == ["Ogro", "Ogro 1"]


def test_aliases_number_themselves_too(ambush, add):
    add("Guardia", 2, alias="Sombra")
    add("Asesino", alias="Sombra")

    assert [row.alias for row in stored(ambush).present] == ["Sombra 1", "Sombra 2", "Sombra 3"]


@pytest.mark.parametrize("taken", [["Goblin (jefe) 1"], ["GOBLIN (JEFE) 1", "Goblin (jefe)"]])
def test_signs_in_a_name_are_just_signs(taken):
    assert numbered("Goblin (jefe)", 2, taken) == ["Goblin (jefe) 2", "Goblin (jefe) 3"]


def test_a_number_that_somebody_wrote_is_taken_too():
    assert numbered("Goblin", 1, ["Goblin 7"]) == ["Goblin 8"]
    assert numbered("Goblin", 2, ["Goblins 7", "Mi Goblin 9", "Goblin 2b"]) == ["Goblin 1", "Goblin 2"]


def test_a_quick_foe_is_a_character_with_fixed_values(ambush, press, marta):
    """P6: fixed values override the formulas, and no attribute is asked for."""
    press(marta, "foes", ambush, **LINE | {"points": "30", "defense": "14", "absorption": "3", "damage": "2d6+1"})

    lobo = who(ambush, "Lobo").character
    rules = lobo.ruleset
    assert (lobo.is_foe, pv(lobo), rules.maximum(lobo.sheet, "pv")) == (True, 30, 30)
    assert rules.value(lobo.sheet, "defense") == 14
    assert rules.value(lobo.sheet, "melee_attack") == 6
    assert rules.value(lobo.sheet, "initiative") == 5
    assert rules.absorption(lobo.sheet) == 3
    assert str(rules.damage(lobo.sheet, None)) == "2d6+1"


def test_a_quick_foe_fights_with_them(ambush, add, start, marta, brianda, dice):
    """6 + 7 = 13 against Brianda's 13 hits; 2d6+1 of 3 and 4 are 8 of her 16."""
    (lobo,) = add("Lobo", damage="2d6+1", initiative=20)
    stored(ambush).add(marta, [brianda])
    start(5, 5)
    dice(2, 7, 9, 3, 4)

    entry = stored(ambush).attack(marta, lobo.key, "own", brianda.key)

    assert (entry.facts["hit"], entry.facts["damage"]["total"], pv(brianda)) == (True, 8, 8)


def test_a_foe_at_hand_comes_as_it_is(ambush, press, marta, goblin):
    goblin.change_pool(marta, "pv", -3)

    assert press(marta, "foe", ambush, who=goblin.key).status_code == 204

    assert names(ambush) == ["Goblin Secreto"]
    assert pv(who(ambush, "Goblin Secreto")) == 5


def test_a_hero_is_no_foe_at_hand(ambush, press, marta, brianda, said):
    answer = press(marta, "foe", ambush, who=brianda.key)

    assert answer.status_code == 422
    assert said(answer)
    assert names(ambush) == []


def test_twenty_at_once_and_no_more(ambush, press, marta, said):
    assert press(marta, "foes", ambush, **LINE | {"count": "20"}).status_code == 204

    answer = press(marta, "foes", ambush, **LINE | {"count": "21"})

    assert answer.status_code == 422
    assert "20" in said(answer)
    assert len(names(ambush)) == 20


def test_a_fight_has_two_hundred_at_most_and_nobody_is_made_in_vain(ambush, add):
    for _ in range(10):
        add("Rata", 20)

    with pytest.raises(Refused) as refusal:
        add("Rata")

    assert refusal.value.problems[0].code == "too_many"
    assert Character.objects.foes().count() == 200


def test_the_same_press_adds_foes_once(ambush, press, marta):
    first, second = (press(marta, "foes", ambush, **LINE, press="pulsada-1") for _ in range(2))

    assert first.headers["Mesa-Entry"] == second.headers["Mesa-Entry"]
    assert names(ambush) == ["Lobo"]


def test_who_left_comes_back_as_the_same_one(ambush, press, marta, add):
    (lobo,) = add("Lobo")
    stored(ambush).harm(marta, lobo.key, 3)
    stored(ambush).remove(marta, lobo.key)

    press(marta, "foe", ambush, who=lobo.key)

    assert names(ambush) == ["Lobo"]
    assert pv(lobo) == 5
    assert stored(ambush).combatants.count() == 1
