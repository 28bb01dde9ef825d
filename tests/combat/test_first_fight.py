"""A first fight: prepare, start, attack, pass, undo; every change on the rows is taken back exactly."""

import pytest

from characters.models import Character
from combat.models import Encounter, Status
from rules.notation import parse
from rules.problems import Refused


@pytest.fixture
def ambush(campaign) -> Encounter:
    return Encounter.objects.create(campaign=campaign, name="Emboscada")


@pytest.fixture
def goblins(ambush, marta) -> list[Character]:
    ambush.add_foes(marta, "Goblin", count=3, fixed={"pv": 8, "defense": 12, "attack": 6, "initiative": 5}, damage=parse("1d6"))
    return list(Character.objects.foes())


def reload(encounter):
    return Encounter.objects.get(pk=encounter.pk)


def test_a_group_numbers_itself_and_goes_on_after_the_highest(ambush, marta, goblins):
    ambush.remove(marta, goblins[1].key)
    ambush = reload(ambush)
    ambush.add_foes(marta, "Goblin", count=2, fixed={"pv": 8}, damage=parse("1d6"))

    assert [row.character.name for row in reload(ambush).present] == ["Goblin 1", "Goblin 3", "Goblin 4", "Goblin 5"]


def test_start_rolls_for_all_and_the_highest_begins(ambush, marta, goblins, brianda, dice):
    ambush.add(marta, [brianda])
    dice(1, 2, 3, 4, 5, 6, 7, 8, 9, 3, 6, 10)

    entry = reload(ambush).start(marta)

    now = reload(ambush)
    assert now.status == Status.RUNNING
    assert now.round == 1
    assert [row.character.name for row in now.present] == ["Brianda", "Goblin 3", "Goblin 2", "Goblin 1"]
    assert now.turn == brianda.key
    assert [roll["total"] for roll in entry.facts["rolls"]] == [7, 10, 13, 14]


def test_an_attack_takes_pv_and_undo_gives_all_back(ambush, marta, ines, goblins, brianda, dice):
    from campaigns.changes import toggle

    ambush.add(marta, [brianda])
    dice(1, 2, 3, 4, 5, 6, 7, 8, 9, 3, 6, 10)
    reload(ambush).start(marta)
    before = reload(ambush).kept()
    dice(2, 5, 9, 6, 2)

    entry = reload(ambush).attack(ines, brianda.key, "unarmed", goblins[0].key)

    assert entry.facts["hit"] is True
    assert entry.facts["damage"]["total"] == 8
    goblin = reload(ambush).known[goblins[0].key]
    assert goblin.is_out
    assert reload(ambush).known[brianda.key].fighter.majors == 0

    toggle(entry, marta)

    assert reload(ambush).kept() == before
    assert not reload(ambush).known[goblins[0].key].is_out


def test_a_turn_that_is_over_cannot_be_ended_again(ambush, marta, goblins, dice):
    dice(1, 2, 3, 4, 5, 6, 7, 8, 9)
    ambush = reload(ambush)
    ambush.start(marta)
    first = reload(ambush).turn
    reload(ambush).next_turn(marta, first)

    with pytest.raises(Refused):
        reload(ambush).next_turn(marta, first)
