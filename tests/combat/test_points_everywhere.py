"""One number of points for sheet, table and tracker: fights, blunt blows, new maxima, healing by any road
(B04, B05, B22, B27)."""

import pytest

from campaigns import changes
from campaigns.models import Campaign, LogEntry
from characters.models import Character
from combat.models import Encounter
from rules.gear import WeaponKind
from rules.injuries import PEACE
from rules.presets import find_preset
from rules.sheet import Sheet


def fresh(character: Character) -> Character:
    return Character.objects.with_pools().get(pk=character.pk)


def points(character: Character) -> int:
    character = fresh(character)
    return character.ruleset.points(character.sheet, "pv")


@pytest.fixture
def fight(campaign, marta, brianda, goblin) -> Encounter:
    fight = Encounter.objects.create(campaign=campaign, name="El vado")
    fight.add(marta, [brianda, goblin])
    Encounter.objects.get(pk=fight.pk).start(marta)
    return Encounter.objects.get(pk=fight.pk)


def test_what_a_fight_took_is_gone_on_the_sheet_and_in_the_next_fight(as_, campaign, fight, brianda, ines, marta):
    brianda.change_pool(marta, "pv", -7)
    fight.end(marta)

    assert '<span class="now">9</span>' in as_(ines).get(brianda.get_absolute_url()).content.decode()
    second = Encounter.objects.create(campaign=campaign, name="La torre")
    second.add(marta, [fresh(brianda)])
    assert points(brianda) == 9


def test_a_new_maximum_stands_on_sheet_table_and_tracker(as_, fight, brianda, ines, marta, campaign):
    brianda.px_spent = 20  # a level: five more (X4)
    brianda.save()
    brianda.change_pool(marta, "pv", -1)  # any event brings it
    for page in (brianda.get_absolute_url(), campaign.get_absolute_url(), fight.get_absolute_url()):
        assert "/ 21" in as_(marta).get(page).content.decode(), page


def test_undoing_the_fall_clears_what_it_began(fight, brianda, marta):
    brianda.change_pool(marta, "pv", -16)
    assert fresh(brianda).condition.out
    changes.toggle(LogEntry.objects.filter(kind="pool").first(), marta)
    assert (points(brianda), fresh(brianda).vitals) == (16, {})


def test_a_blunt_blow_takes_stamina_and_only_what_is_left_over_passes():
    rules = find_preset("d10x2")
    sheet = Sheet({"constitution": 4, "willpower": 4}, {}, {"pv": 20, "stamina": 5})

    taken = rules.injuries.spread(rules.body(sheet), 7, WeaponKind.BLUNT)
    after = rules.with_points(sheet, {pool: -by for pool, by in taken.items()}, PEACE)

    assert (rules.points(after, "stamina"), rules.points(after, "pv")) == (0, 18)


def test_two_of_the_same_changes_share_one_ruleset(campaign):
    changed = {"injuries.linger_turns": 3}
    first, second = (Campaign.objects.create(name=name, changes=changed) for name in ("Una", "Otra"))
    assert first.ruleset is second.ruleset
    assert first.ruleset.injuries.linger_turns == 3
    assert campaign.ruleset.injuries.linger_turns == 2
