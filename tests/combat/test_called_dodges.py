"""The GM has called for a dodge of foes against what players attack with, beforehand (D8, S1).

Brianda: 5 + 4 + the dice against a goblin that dodges with 0 + the dice; its defense is 12.
"""

import pytest

from campaigns import feed
from campaigns.models import LogEntry
from characters.models import Character
from combat.models import Combatant
from tests.combat.fights import key, pv, stored, who
from tests.combat.sight import entry_html as told
from tests.combat.sight import says


@pytest.fixture
def strike(margins, press, brianda):
    def go(by, **fields):
        asked = {"weapon": f"{brianda.key}:unarmed", "target": key(margins, "Goblin"), "modifier": 0}
        return press(by, "attack", margins, **asked | {"actor": brianda.key} | fields)

    return go


@pytest.fixture
def dodging(margins, marta, press):
    assert press(marta, "defenses", margins, foes_dodge="yes").status_code == 204
    return margins


def odds(seat, fight, brianda, as_, **fields):
    asked = {"weapon": f"{brianda.key}:unarmed", "target": key(fight, "Goblin"), "modifier": 0, "actor": brianda.key}
    feed.forget()
    url = f"{fight.get_absolute_url()}odds/"
    return as_(seat).get(url, asked | fields, headers={"accept-language": "es"}).content.decode()


def test_a_players_attack_waits_for_the_dodge_and_tells_no_total(dodging, strike, ines, marta, press, as_, dice):
    """S1: 9 + 7 = 16 of Brianda against 0 + 5: eleven successes and the 1d6 of a fist."""
    dice(3, 4)
    assert strike(ines).status_code == 204

    (waits,) = stored(dodging).state["pending"]
    assert (waits["defense"], waits["rolled"]["total"]) == (12, 16)
    assert not says(told(ines, dodging, as_), 16)
    assert f'value="{waits["key"]}:dodge"' in as_(marta).get(dodging.get_absolute_url()).content.decode()
    assert stored(dodging).until(stored(dodging).fight.waiting(waits["key"])) is None  # a foe's: the GM decides
    dice(2, 3, 4)

    assert press(marta, "defend", dodging, answer=f"{waits['key']}:dodge").status_code == 204

    facts = LogEntry.objects.get(kind="defense").facts
    assert (facts["escaped"], facts["attack"]["margin"], facts["amount"]) == (False, 11, 15)


def test_without_the_call_it_goes_against_the_defense(margins, strike, ines, dice):
    dice(3, 4, 4)
    strike(ines)

    assert stored(margins).state["pending"] == []
    assert LogEntry.objects.get(kind="attack").facts["hit"] is True


def test_the_gm_says_it_of_each_attack_of_his_own(dodging, press, marta, brianda, dice):
    goblin = key(dodging, "Goblin")
    dice(1, 1)

    press(marta, "attack", dodging, weapon=f"{goblin}:own", target=brianda.key, modifier=0, actor=goblin)

    assert stored(dodging).state["pending"] == []


def test_a_player_cannot_call_for_it(margins, strike, ines, dice):
    dice(3, 4, 4)
    strike(ines, dodged=1)

    assert stored(margins).state["pending"] == []


def test_heroes_are_not_called_for(dodging, strike, campaign, pablo, marta, ines, brianda, dice):
    tadeo = Character.objects.create(
        campaign=campaign, owner=pablo, name="Tadeo", is_finished=True, traits=brianda.traits
    )
    stored(dodging).add(marta, [Character.objects.with_pools().get(pk=tadeo.pk)])
    dice(10, 9, 4)

    strike(ines, target=tadeo.key)

    assert stored(dodging).state["pending"] == []


def test_the_player_sees_odds_by_what_it_may_come_to_even_of_a_known_defense(dodging, brianda, ines, marta, as_):
    Combatant.objects.filter(pk=who(dodging, "Goblin").pk).update(is_defense_known=True)

    page = odds(ines, dodging, brianda, as_)

    assert "Esquiva en lugar de su defensa" in page
    assert 'class="by-difficulty"' in page
    assert "contra 12" not in page
    assert "contra 12" in odds(marta, dodging, brianda, as_)


def test_one_roll_against_all_who_are_faced_is_not_dodged(dodging, add, strike, ines, dice):
    """D10: it goes against the strongest defense."""
    add("Lobo")
    dice(3, 4, 4)

    assert strike(ines, also=[key(dodging, "Lobo")], sweeps=1).status_code == 204

    assert stored(dodging).state["pending"] == []


def test_the_table_does_not_read_what_was_called_for(dodging, ines, marta, as_):
    words = "Los enemigos esquivan los ataques de los jugadores"

    assert [words in told(seat, dodging, as_) for seat in (marta, ines)] == [True, False]


def test_points_are_lost_once_the_dodge_is_waived(dodging, strike, ines, marta, press, dice):
    """9 + 7 = 16 against 12: four successes and 1d6; blunt takes stamina first, of which a goblin has none (D8)."""
    dice(3, 4)
    strike(ines)
    (waits,) = stored(dodging).state["pending"]
    dice(4)

    press(marta, "defend", dodging, answer=f"{waits['key']}:")

    assert pv(who(dodging, "Goblin")) == 20 - 8
