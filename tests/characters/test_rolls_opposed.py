"""Opposed rolls: the highest wins, a tie waits, and nobody learns of a foe that the table does not see (R9, T6)."""

from itertools import product

import pytest
from django.urls import reverse

from campaigns.models import LogEntry
from characters.models import Character, Sharing
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
    brianda.traits["techniques"] = [
        {"key": "k3y0fth3f1r3", "name": "Lengua de fuego", "level": 3, "attribute": "dexterity"}
    ]
    brianda.save()
    dice(2, 6, 9, 2, 6, 9, 2, 7, 9, 3, 4, 5)
    tie = brianda.oppose(ines, "k3y0fth3f1r3", [Rival(fadrique, "stealth")])
    again = settle(campaign, pablo, tie.key, again=True)

    for entry in (tie, again):
        page = as_(pablo).get(address(entry)).content.decode()
        assert "Lengua de fuego" in page
        assert "k3y0fth3f1r3" not in page


def test_of_a_technique_of_a_foe_the_table_reads_no_word(brianda, goblin, marta, ines, dice, campaign, as_):
    goblin.traits = {"techniques": [{"key": "k3y0fth3f1r3", "name": "Aullido", "level": 3, "attribute": "charisma"}]}
    goblin.save()
    fight = Encounter.objects.create(campaign=campaign, name="El vado")
    fight.add(marta, [brianda, goblin])
    Encounter.objects.get(pk=fight.pk).start(marta)
    dice(2, 6, 9, 3, 4, 5)
    entry = goblin.oppose(marta, "k3y0fth3f1r3", [Rival(brianda, "stealth")])

    found = {seat.name: "Aullido" in as_(seat).get(address(entry)).content.decode() for seat in (marta, ines)}

    assert found == {"Marta": True, "Ines": False}


FACING = {"trait": "stealth", "trait-1": "perception", "modifier-1": "1"}


def test_before_an_opposed_roll_stand_its_exact_odds(as_, brianda, fadrique, marta):
    """R9: 7 against 4 + 1, of all pairs of throws of three dice, a natural one losing to all but a one."""
    url = reverse("characters:oppose", args=[brianda.key])
    faces = {face: sum(sorted(each)[1] == face for each in product(range(1, 11), repeat=3)) for face in range(1, 11)}
    worth = {face: -1 if face == 1 else face for face in faces}
    won = tied = 0
    for mine, theirs in product(faces, repeat=2):
        ahead = worth[mine] + 7 * (mine > 1) - worth[theirs] - 5 * (theirs > 1)
        won, tied = won + (ahead > 0) * faces[mine] * faces[theirs], tied + (ahead == 0) * faces[mine] * faces[theirs]

    page = as_(marta).get(url, {**FACING, "who-1": fadrique.key}, headers={"accept-language": "en"}).content.decode()

    assert f"wins {won / 10**4:.1f}%, a tie {tied / 10**4:.1f}%" in page


def test_what_a_rival_adds_is_not_told_by_its_odds(as_, brianda, fadrique, goblin, ines, pablo, campaign, marta):
    """S2: the same table whatever the rival's numbers are, until its player shows the sheet; of a foe always."""
    url = reverse("characters:oppose", args=[brianda.key])
    fight = Encounter.objects.create(campaign=campaign, name="El vado")
    fight.add(marta, [brianda, goblin])
    Encounter.objects.get(pk=fight.pk).start(marta)
    fight.combatants.update(is_defense_known=True)

    def odds(rival: Character) -> str:
        asked = as_(ines).get(url, {**FACING, "who-1": rival.key}, headers={"hx-request": "true"})
        return asked.content.decode()

    for rival in (fadrique, goblin):
        before = odds(rival)
        assert "No se sabe" in before
        Character.objects.filter(pk=rival.pk).update(traits={**brianda.traits, "attributes": {"perception": 5}})
        assert odds(rival) == before
    Character.objects.filter(pk=fadrique.pk).update(sharing=Sharing.ALL)
    assert "gana el" in odds(Character.objects.get(pk=fadrique.pk))


def test_only_the_odds_throws_nothing(as_, brianda, fadrique, marta):
    form = {**FACING, "who-1": fadrique.key, "odds": "1"}

    page = as_(marta).post(reverse("characters:oppose", args=[brianda.key]), form)

    assert page.status_code == 200
    assert "gana el" in page.content.decode()
    assert not LogEntry.objects.exists()


def test_why_there_are_no_odds_is_said(as_, brianda, fadrique, marta):
    form = {**FACING, "who-1": fadrique.key, "trait-1": "flying"}

    page = as_(marta).get(reverse("characters:oppose", args=[brianda.key]), form)

    assert page.status_code == 200
    assert "flying" in page.content.decode()


def test_a_specialization_covers_an_opposed_roll_too(as_, campaign, brianda, fadrique, ines, dice):
    """P4: the roller ticks it, R1: the high die stays."""
    campaign.preset = "ryf-core"
    campaign.save(update_fields=["preset"])
    brianda.traits["specializations"] = [{"skill": "stealth", "name": "tejados"}]
    brianda.save()
    url = reverse("characters:oppose", args=[brianda.key])
    assert "Sigilo (tejados)" in as_(ines).get(url).content.decode()
    dice(2, 6, 9, 3, 4, 5)

    form = {"trait": "stealth/tejados", "who-1": fadrique.key, "trait-1": "perception"}
    as_(ines).post(url, form)

    side = contest(LogEntry.objects.get(kind="opposed"))["sides"][0]["outcome"]
    assert (side["keep"], side["kept"]) == ("high", 9)
