"""The demo's fights: what a newcomer walks into, all of it made as at a table."""

import pytest

from campaigns.models import Audience, Campaign
from combat.demo import load_demo
from combat.models import Encounter, SavedEncounter, Status

pytestmark = pytest.mark.django_db


@pytest.fixture
def demo() -> Campaign:
    return load_demo()


def who_is_in(fight: Encounter) -> list[str]:
    return [row.character.name for row in fight.present]


def test_a_fight_waits_to_be_started_and_only_the_gm_sees_it(demo):
    fight = demo.encounters.get(status=Status.PREPARING)
    player = demo.memberships.get(name="Inés")

    assert fight in Encounter.objects.seen_by(demo.gm)
    assert fight not in Encounter.objects.seen_by(player)
    assert len(who_is_in(fight)) == 8
    goblins = [row for row in fight.present if row.kind == "Goblin"]
    assert len({row.state["group"] for row in goblins}) == 1, "one initiative for all of them"
    boss = next(row for row in fight.present if row.is_hidden)
    assert (boss.character.name, boss.alias) == ("Azcona", "La figura de la máscara")


def test_it_starts_at_one_press(demo):
    fight = demo.encounters.get(status=Status.PREPARING)

    fight.start(demo.gm)

    fight.refresh_from_db()
    assert fight.status == Status.RUNNING
    assert fight.round == 1


def test_another_was_left_in_its_second_round_and_goes_on(demo):
    fight = demo.encounters.get(status=Status.PAUSED)
    points = {row.character.name: row.character.sheet.pools["pv"] for row in fight.present}

    assert fight.round == 2
    assert points["Fadrique el Largo"] == 9
    assert points["Bandido 2"] == 0
    assert fight.known[fight.turn].character.name == "Ximena"

    fight.resume(demo.gm)
    assert Encounter.objects.get(pk=fight.pk).status == Status.RUNNING


def test_all_of_it_is_in_the_log_as_if_it_had_been_played(demo):
    fight = demo.encounters.get(status=Status.PAUSED)
    kinds = list(demo.log.filter(topic=fight.topic).order_by("pk").values_list("kind", flat=True))

    assert kinds.count("attack") == 4
    assert kinds[-1] == "paused"
    assert not demo.log.filter(kind="joined-fight").exclude(audience=Audience.PRIVATE).exists()


def test_the_encounter_is_in_the_library_to_be_met_again(demo):
    saved = SavedEncounter.objects.get(campaign=demo)

    assert [(each.name, each.count, each.is_hidden) for each in saved.foes] == [
        ("Goblin", 4, False),
        ("Azcona", 1, True),
    ]
    assert saved.has_heroes
