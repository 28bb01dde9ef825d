"""A token that the GM gives back weighs on that hero's next 1o3d10 in the fight, once, and undo gives it back (R13)."""

import pytest

from campaigns import changes
from campaigns.models import Campaign, LogEntry
from characters.models import Character
from rules.lasting import Lasting, Save
from tests.combat.fights import key, sign, stored
from tests.combat.sight import entry_html as told


@pytest.fixture
def campaign(db) -> Campaign:
    return Campaign.objects.create(name="La sal y el hierro", preset="ryf-core", tokens=1)


@pytest.fixture
def given_back(brianda, marta):
    """Brianda has the token that the GM held."""

    def give() -> None:
        Character.objects.with_pools().select_related("campaign").get(pk=brianda.pk).give_token_back(marta)

    return give


def forced(brianda):
    return Character.objects.get(pk=brianda.pk).forced


def last(kind):
    return LogEntry.objects.filter(kind=kind).first()


SENTENCE = "Una ficha devuelta: baja un dado"


def test_initiative_feels_it_and_says_why(fight, brianda, marta, as_, given_back, dice):
    given_back()
    dice(3, 6, 9)

    stored(fight).roll_initiative(marta, brianda.key)

    assert last("initiative").facts["rolls"][0]["outcome"]["keep"] == "low"
    assert forced(brianda) == 0
    page = told(marta, fight, as_)
    assert SENTENCE in page
    assert "R13" in page


def test_the_start_of_a_fight_feels_it(ambush, brianda, marta, add, given_back, dice):
    given_back()
    stored(ambush).add(marta, [brianda])
    dice(3, 6, 9)

    stored(ambush).start(marta)

    assert (last("started").facts["rolls"][0]["outcome"]["keep"], forced(brianda)) == ("low", 0)


def test_the_check_at_0_feels_it_and_its_odds_say_so(fight, brianda, marta, ines, as_, given_back, dice):
    """Willpower 3 against 15: 12 or more on a die is out of reach of all but one thrown again; R1, R7."""
    given_back()
    stored(fight).harm(marta, brianda.key, 99)
    page = as_(ines).get(fight.get_absolute_url(), headers={"accept-language": "es"}).content.decode()
    assert SENTENCE in page
    dice(3, 6, 9)

    stored(fight).stay_up(ines, brianda.key)

    assert (last("at-zero").facts["outcome"]["keep"], forced(brianda)) == ("low", 0)
    assert told(ines, fight, as_).count(SENTENCE) == 1


def test_a_saving_throw_of_a_turn_feels_it(fight, brianda, marta, as_, given_back, dice):
    gas = Lasting("gas", "Gas", save=Save("physique", 30))
    with stored(fight).acting(marta) as (encounter, record):
        encounter._keep(record, "affect", encounter.fight.affect([brianda.key], gas), about=[brianda.key])
    for name in ("Brianda", "Goblin 3", "Goblin 2"):
        stored(fight).next_turn(marta, key(fight, name))
    given_back()
    dice(3, 6, 9)

    stored(fight).next_turn(marta, key(fight, "Goblin 1"))

    (event,) = last("turn").facts["events"]
    assert (event["outcome"]["keep"], forced(brianda)) == ("low", 0)
    assert SENTENCE in told(marta, fight, as_)


def test_an_attack_feels_it_once_and_a_token_spent_on_it_makes_up_for_it(
    fight, brianda, ines, marta, given_back, press, dice
):
    given_back()
    dice(1, 2, 3)

    asked = {"weapon": f"{brianda.key}:unarmed", "target": key(fight, "Goblin 3"), "actor": brianda.key, "token": 1}
    press(ines, "attack", fight, **asked, modifier=0)

    assert last("attack").facts["outcome"]["keep"] == "mid"
    assert forced(brianda) == 0
    dice(1, 2, 3)
    press(marta, "attack", fight, **asked | {"token": ""}, modifier=0)
    assert last("attack").facts["outcome"]["keep"] == "mid"


def test_undo_gives_back_what_a_throw_has_felt(fight, brianda, marta, given_back, dice):
    given_back()
    before = sign(fight)
    dice(3, 6, 9)
    entry = stored(fight).roll_initiative(marta, brianda.key)
    after = sign(fight)

    changes.toggle(entry, marta)
    assert (sign(fight), forced(brianda)) == (before, 1)
    changes.toggle(LogEntry.objects.get(pk=entry.pk), marta)
    assert (sign(fight), forced(brianda)) == (after, 0)


def test_in_an_opposed_roll_the_other_side_feels_its_own(campaign, brianda, pablo, marta, given_back, dice):
    from characters.models.opposing import Rival

    other = Character.objects.create(
        campaign=campaign, owner=pablo, name="Tadeo", is_finished=True, traits=brianda.traits
    )  # fmt: skip
    given_back()
    dice(3, 6, 9, 3, 6, 9)

    rival = Character.objects.with_pools().select_related("campaign").get(pk=brianda.pk)
    other.oppose(pablo, "stealth", [Rival(rival, "notice")])

    sides = last("opposed").facts["contest"]["sides"]
    assert [each["outcome"]["keep"] for each in sides] == ["mid", "low"]
    assert forced(brianda) == 0
