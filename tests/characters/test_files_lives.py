"""What becomes of a character as a whole: archived and brought back, copied, followed, handed over (B41)."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from campaigns.models import LogEntry, Membership, Repeated, Role
from characters.models import Character, Portrait
from combat.models import Encounter
from rules.problems import Refused
from tests.characters.conftest import GIVEN


def again(character: Character) -> Character:
    return Character.objects.with_pools().select_related("campaign").get(pk=character.pk)


def codes(refusal) -> set[str]:
    return {problem.code for problem in refusal.value.problems}


def url(name: str, character: Character) -> str:
    return reverse(f"characters:{name}", args=[character.key])


@pytest.fixture
def dead(grown) -> Character:
    Character.objects.filter(pk=grown.pk).update(vitals={"fate": "dead"})
    grown.pools.filter(key="pv").update(current=0)
    return again(grown)


# --- the archive --------------------------------------------------------------------------------------------------


def test_an_archived_hero_is_on_no_list_and_comes_back_as_it_was(as_, campaign, ines, pablo, grown):
    table = campaign.get_absolute_url()
    before = Character.objects.filter(pk=grown.pk).values().get()

    assert as_(ines).post(url("archive", grown)).headers["Location"] == table
    assert as_(ines).get(url("sheet", grown)).status_code == 404
    assert f'id="restore-{grown.key}"' in as_(ines).get(table).content.decode()
    assert f'id="restore-{grown.key}"' not in as_(pablo).get(table).content.decode()
    assert "pv-cell" not in as_(pablo).get(table).content.decode()
    assert not Character.objects.heroes().exists()

    as_(ines).post(url("restore", grown))
    assert Character.objects.filter(pk=grown.pk).values().get() == before
    assert [each.kind for each in LogEntry.objects.all()[:2]] == ["restored", "archived"]
    assert "pv-cell" in as_(pablo).get(table).content.decode()


def test_all_is_there_for_thirty_days_and_then_with_the_host(as_, campaign, ines, hugo, grown):
    grown.archive(ines)
    away = again(grown).archived_at

    Character.objects.filter(pk=grown.pk).update(archived_at=away - timedelta(days=29, hours=23))
    assert list(Character.objects.archived()) == [grown]
    Character.objects.filter(pk=grown.pk).update(archived_at=timezone.now() - timedelta(days=30))

    assert f"restore-{grown.key}" not in as_(ines).get(campaign.get_absolute_url()).content.decode()
    assert as_(ines).post(url("restore", grown)).status_code == 422
    assert again(grown).archived_at is not None
    assert as_(hugo).get(reverse("admin:characters_character_change", args=[grown.pk])).status_code == 200


def test_who_leads_archives_and_brings_back_everything(as_, campaign, marta, ines, pablo, tello, goblin, brianda):
    for each in (tello, goblin, brianda):
        assert as_(marta).post(url("archive", each)).status_code == 302
    page = as_(marta).get(campaign.get_absolute_url()).content.decode()

    assert all(f"restore-{each.key}" in page for each in (tello, goblin, brianda))
    for who in (ines, pablo):
        assert "Goblin Secreto" not in as_(who).get(campaign.get_absolute_url()).content.decode()
    assert f"restore-{tello.key}" in as_(pablo).get(campaign.get_absolute_url()).content.decode()
    assert as_(ines).post(url("restore", tello)).status_code == 404
    assert as_(ines).post(url("restore", goblin)).status_code == 404
    assert as_(pablo).post(url("restore", brianda)).status_code == 403


def test_nobody_is_archived_out_of_a_fight(campaign, marta, ines, brianda, goblin, dice):
    fight = Encounter.objects.create(campaign=campaign, name="El vado")
    dice(*[2, 4, 5] * 20)
    fight.add(marta, [brianda, goblin])
    Encounter.objects.get(pk=fight.pk).start(marta)

    with pytest.raises(Refused) as refusal:
        brianda.archive(ines)

    assert codes(refusal) == {"in_encounter"}
    Encounter.objects.get(pk=fight.pk).end(marta)
    brianda.archive(ines)
    assert again(brianda).archived_at is not None


def test_an_encounter_that_is_prepared_loses_who_is_archived_and_says_nothing_of_itself(
    campaign, marta, ines, brianda, goblin, dice
):
    fight = Encounter.objects.create(campaign=campaign, name="La torre")
    dice(*[2, 4, 5] * 20)
    fight.add(marta, [brianda, goblin])

    entry = brianda.archive(ines)

    found = Encounter.objects.get(pk=fight.pk)
    assert [row.character.key for row in found.present] == [goblin.key]
    assert "La torre" not in str(entry.facts)
    found.start(marta)  # with whoever is left


def test_an_archived_foe_joins_no_fight(as_, campaign, marta, goblin):
    fight = Encounter.objects.create(campaign=campaign, name="El vado")
    goblin.archive(marta)

    assert as_(marta).post(reverse("combat:add-foe", args=[fight.key]), {"who": goblin.key}).status_code == 422
    assert f'value="{goblin.key}"' not in as_(marta).get(fight.get_absolute_url()).content.decode()


def test_archiving_is_taken_back_by_bringing_back_only(as_, campaign, ines, grown):
    entry = grown.archive(ines)

    toggled = as_(ines).post(reverse("campaigns:toggle", args=[campaign.key, entry.key]))

    assert toggled.status_code == 422
    assert again(grown).archived_at is not None


def test_a_press_that_comes_twice_archives_once(ines, grown):
    grown.archive(ines, press="pulsada")

    with pytest.raises(Repeated):
        grown.archive(ines, press="pulsada")
    with pytest.raises(Refused):
        grown.archive(ines)


def test_the_table_hears_of_an_archived_draft_not_which(as_, campaign, pablo, ines, tello):
    tello.archive(pablo)
    tello.restore(pablo)

    assert "Tello" not in as_(ines).get(campaign.get_absolute_url()).content.decode()
    assert "Tello" in as_(pablo).get(campaign.get_absolute_url()).content.decode()


def test_there_is_room_for_so_many_drafts_also_of_the_archive(campaign, pablo, tello):
    tello.archive(pablo)
    for number in range(12):
        Character.begin(campaign, pablo, pablo, name=f"Otro {number}", concept="", gender="")

    with pytest.raises(Refused) as refusal:
        tello.restore(pablo)

    assert codes(refusal) == {"too_many"}


# --- a copy -------------------------------------------------------------------------------------------------------


def test_a_copy_is_a_draft_with_what_creation_gave(as_, ines, grown):
    Character.objects.filter(pk=grown.pk).update(notes="Debe una barca.", gm_notes="Es la hija del rey.")
    Portrait.objects.create(character=grown, image=b"webp")

    answer = as_(ines).post(url("copy", grown), {"press": "pulsada"})

    copied = Character.objects.get(name="Brianda (copia)")
    assert answer.headers["Location"] == url("build", copied)
    assert copied.is_draft
    assert copied.traits == GIVEN
    assert copied.gear == {"weapons": ["dagger"], "armor": "leather"}
    assert (copied.notes, copied.gm_notes, copied.owner, copied.px_spent) == ("Debe una barca.", "", ines, 0)
    assert bytes(copied.portrait.image) == b"webp"
    assert not copied.ledger.exists()
    assert as_(ines).post(url("copy", grown), {"press": "pulsada"}).headers["Location"].endswith(f"{copied.key}/")
    assert Character.objects.count() == 2


def test_a_copy_belongs_to_who_makes_it(marta, grown):
    assert grown.copy(marta).owner == marta


def test_a_long_name_leaves_room_for_what_a_copy_is_called(ines, brianda):
    Character.objects.filter(pk=brianda.pk).update(name="B" * 60)

    assert len(again(brianda).copy(ines).name) <= 60


def test_a_copy_of_a_foe_is_a_foe_as_it_stands(as_, campaign, marta, ines, goblin):
    copied = goblin.copy(marta)

    assert (copied.is_foe, copied.is_finished, copied.traits) == (True, True, {"fixed": {"pv": 8}})
    assert "Goblin" not in as_(ines).get(campaign.get_absolute_url()).content.decode()


# --- several of one person, and who follows ---------------------------------------------------------------------------


def test_a_person_has_several_heroes_and_all_are_on_their_table(as_, campaign, ines, brianda):
    second = Character.objects.create(campaign=campaign, owner=ines, name="Urraca", is_finished=True, traits=GIVEN)

    page = as_(ines).get(campaign.get_absolute_url()).content.decode()

    assert all(each.get_absolute_url() in page for each in (brianda, second))
    assert page.count('class="pv-cell"') == 2


def test_who_follows_a_dead_hero_is_a_new_draft_of_the_same_player(as_, marta, ines, dead):
    assert url("succeed", dead) in as_(ines).get(url("files", dead)).content.decode()

    answer = as_(marta).post(url("succeed", dead), {"name": "Sancha", "press": "pulsada"})

    heir = Character.objects.get(name="Sancha")
    assert answer.headers["Location"] == url("build", heir)
    assert (heir.owner, heir.successor_of, heir.is_draft) == (ines, dead, True)
    assert set(heir.traits["attributes"].values()) == {1}
    assert "Brianda" in as_(ines).get(url("files", heir)).content.decode()


def test_nobody_follows_the_living(as_, ines, grown, tello, pablo, goblin, marta):
    assert url("succeed", grown) not in as_(ines).get(url("files", grown)).content.decode()
    for who, character in ((ines, grown), (pablo, tello), (marta, goblin)):
        assert as_(who).post(url("succeed", character), {"name": "Sancha"}).status_code == 422
    assert not Character.objects.filter(name="Sancha").exists()


def test_who_follows_one_whose_player_has_left_is_the_gms(marta, ines, dead):
    ines.remove(marta)

    assert dead.succeed(marta, "Sancha").owner == marta


# --- to another player ------------------------------------------------------------------------------------------------


def test_a_hero_handed_over_is_played_by_the_other_at_once(as_, ines, pablo, grown, monkeypatch):
    sent = []
    monkeypatch.setattr("campaigns.wakes.expel", sent.append)

    as_(ines).post(url("hand-over", grown), {"owner": pablo.key})

    assert again(grown).owner == pablo
    assert set(sent) == {ines.tag, pablo.tag}
    assert as_(ines).get(url("sheet", grown)).status_code == 403
    assert as_(pablo).get(url("sheet", grown)).status_code == 200


def test_who_gave_a_hero_away_takes_nothing_back_that_they_did_with_it(as_, campaign, ines, pablo, grown):
    change = grown.change_pool(ines, "pv", -3)

    grown.hand_over(ines, pablo)

    assert as_(ines).post(reverse("campaigns:toggle", args=[campaign.key, change.key])).status_code == 422
    assert again(grown).sheet.pools["pv"] == 8


def test_a_draft_is_handed_over_and_its_first_player_sees_no_more_of_it(as_, campaign, marta, pablo, ines, tello):
    tello.hand_over(pablo, ines)

    table = campaign.get_absolute_url()
    assert tello.key not in as_(pablo).get(table).content.decode()
    assert tello.key in as_(ines).get(table).content.decode()
    assert as_(pablo).get(url("build", tello)).status_code == 404
    assert "Tello" in as_(marta).get(table).content.decode()


@pytest.mark.parametrize("whom", ["herself", "a spectator", "one who left", "one of another table"])
def test_only_somebody_else_who_plays_here_can_have_it(ines, pablo, vera, marta, sergio, grown, whom):
    from campaigns.models import Campaign

    pablo.remove(marta)
    other = Campaign.objects.create(name="Otra")
    seats = {
        "herself": ines,
        "a spectator": vera,
        "one who left": Membership.objects.get(pk=pablo.pk),
        "one of another table": Membership.objects.create(campaign=other, user=sergio, role=Role.PLAYER, name="Sergio"),
    }

    with pytest.raises(Refused) as refusal:
        grown.hand_over(ines, seats[whom])

    assert codes(refusal) == {"owner"}
    assert again(grown).owner == ines


def test_a_foe_has_no_player(marta, pablo, goblin):
    with pytest.raises(Refused):
        goblin.hand_over(marta, pablo)
