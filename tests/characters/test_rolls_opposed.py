"""Opposed rolls: the highest wins, a tie waits, and nobody learns of a foe that the table does not see (R9, T6)."""

import pytest
from django.urls import reverse

from campaigns.models import LogEntry
from characters.models import Character
from characters.models.opposing import Rival, rivals_known_to, settle
from combat.models import Encounter
from rules.problems import Refused


@pytest.fixture
def fadrique(campaign, pablo, brianda) -> Character:
    return Character.objects.create(
        campaign=campaign, owner=pablo, name="Fadrique", is_finished=True, traits=brianda.traits
    )


@pytest.fixture
def tie(brianda, fadrique, ines, dice) -> LogEntry:
    dice(2, 6, 9, 1, 6, 7)
    return brianda.oppose(ines, "stealth", [Rival(fadrique, "stealth")])


def contest(entry: LogEntry) -> dict:
    return entry.facts["contest"]


def address(entry: LogEntry) -> str:
    return reverse("campaigns:entry", args=[entry.campaign.key, entry.key])


def test_all_dice_fall_in_the_order_named(brianda, fadrique, ines, dice):
    dice(2, 6, 9, 3, 4, 5)
    entry = brianda.oppose(ines, "stealth", [Rival(fadrique, "perception", 1)])

    assert (contest(entry)["winner"], contest(entry)["margin"]) == (brianda.key, (6 + 7) - (4 + 4 + 1))


def test_a_natural_one_loses_whatever_the_totals(brianda, fadrique, ines, dice):
    dice(1, 1, 9, 1, 2, 2)
    entry = brianda.oppose(ines, "stealth", [Rival(fadrique, "charisma")])
    assert contest(entry)["winner"] == fadrique.key  # 1 + 7 against 2 + 2


def test_a_tie_waits_for_a_tied_side(tie, brianda, pablo, coral, dice, campaign):
    assert contest(tie)["tied"] == [brianda.key, tie.facts["contest"]["sides"][1]["side"]]
    dice(2, 6, 9, 3, 4, 5)
    again = settle(campaign, pablo, tie.key, again=True)

    assert contest(again)["winner"] == brianda.key
    with pytest.raises(Refused):  # the first press counts
        settle(campaign, coral, tie.key, again=False)


def test_a_tie_may_be_accepted(tie, ines, campaign):
    entry = settle(campaign, ines, tie.key, again=False)
    assert (contest(entry)["winner"], contest(entry)["accepted"]) == (None, True)


def test_who_is_not_tied_settles_nothing(tie, campaign, seat_of):
    from campaigns.models import Role

    ruth = seat_of("ruth", Role.PLAYER)
    with pytest.raises(Refused):
        settle(campaign, ruth, tie.key, again=True)


def test_the_buttons_of_a_tie_are_on_the_sheets_of_the_tied(as_, tie, brianda, fadrique, ines, pablo, marta, campaign):
    for seat, character in ((ines, brianda), (pablo, fadrique)):
        assert "Aceptar el empate" in as_(seat).get(character.get_absolute_url()).content.decode()
    assert "Aceptar el empate" in as_(marta).get(campaign.get_absolute_url()).content.decode()
    assert "Aceptar el empate" not in as_(pablo).get(campaign.get_absolute_url()).content.decode()


def test_a_player_knows_heroes_and_the_foes_in_sight(campaign, brianda, fadrique, goblin, marta, pablo):
    assert [name for _each, name in rivals_known_to(pablo, campaign)] == ["Brianda", "Fadrique"]
    fight = Encounter.objects.create(campaign=campaign, name="El vado")
    fight.add(marta, [brianda, goblin])
    Encounter.objects.get(pk=fight.pk).start(marta)
    fight.refresh_from_db()

    assert [name for _each, name in rivals_known_to(pablo, campaign)][2:] == ["Goblin Secreto"]
    fight.combatants.filter(character=goblin).update(alias="El de la capa")
    assert [name for _each, name in rivals_known_to(pablo, campaign)][2:] == ["El de la capa"]
    fight.combatants.filter(character=goblin).update(is_hidden=True)
    assert len(rivals_known_to(pablo, campaign)) == 2
    assert len(rivals_known_to(marta, campaign)) == 3


def test_a_hidden_foe_cannot_be_named_by_a_player(as_, brianda, goblin, ines):
    url = reverse("characters:oppose", args=[brianda.key])
    assert "Goblin" not in as_(ines).get(url).content.decode()

    form = {"trait": "stealth", "who-1": goblin.key, "trait-1": "perception"}
    assert as_(ines).post(url, form).status_code == 422
    assert not LogEntry.objects.exists()


def test_with_a_hidden_foe_only_those_who_lead_read_it(brianda, goblin, marta, ines, dice):
    dice(2, 6, 9, 3, 4, 5)
    entry = brianda.oppose(marta, "stealth", [Rival(goblin, "perception", 3)])
    assert not entry.is_visible_to(ines)
    assert not LogEntry.objects.visible_to(ines).exists()


def test_one_side_alone_or_twice_is_no_contest(as_, brianda, fadrique, ines):
    url = reverse("characters:oppose", args=[brianda.key])
    twice = {f"who-{n}": fadrique.key for n in (1, 2)} | {f"trait-{n}": "stealth" for n in (1, 2)}
    for form in ({}, twice):
        assert as_(ines).post(url, {"trait": "stealth", **form}).status_code == 422
    assert not LogEntry.objects.exists()


def test_the_page_throws_and_the_sheet_shows_it(as_, brianda, fadrique, ines, dice):
    dice(2, 6, 9, 3, 4, 5)
    form = {"trait": "stealth", "who-1": fadrique.key, "trait-1": "perception"}
    answer = as_(ines).post(reverse("characters:oppose", args=[brianda.key]), form, follow=True)
    assert "Gana Brianda" in answer.content.decode()


def test_a_technique_is_told_by_its_name_also_when_a_tie_is_rolled_again(
    brianda, fadrique, ines, pablo, dice, campaign, as_
):
    brianda.traits["techniques"] = [{"key": "x4f", "name": "Lengua de fuego", "level": 3, "attribute": "dexterity"}]
    brianda.save()
    dice(2, 6, 9, 2, 6, 9, 2, 7, 9, 3, 4, 5)
    tie = brianda.oppose(ines, "x4f", [Rival(fadrique, "stealth")])
    again = settle(campaign, pablo, tie.key, again=True)

    for entry in (tie, again):
        page = as_(pablo).get(address(entry)).content.decode()
        assert "Lengua de fuego" in page
        assert "x4f" not in page


def test_of_a_technique_of_a_foe_the_table_reads_no_word(brianda, goblin, marta, ines, dice, campaign, as_):
    goblin.traits = {"techniques": [{"key": "x4f", "name": "Aullido", "level": 3, "attribute": "charisma"}]}
    goblin.save()
    fight = Encounter.objects.create(campaign=campaign, name="El vado")
    fight.add(marta, [brianda, goblin])
    Encounter.objects.get(pk=fight.pk).start(marta)
    dice(2, 6, 9, 3, 4, 5)
    entry = goblin.oppose(marta, "x4f", [Rival(brianda, "stealth")])

    found = {seat.name: "Aullido" in as_(seat).get(address(entry)).content.decode() for seat in (marta, ines)}

    assert found == {"Marta": True, "Ines": False}
