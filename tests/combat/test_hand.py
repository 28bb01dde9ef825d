"""Points by the GM's hand: one or several, so many or by dice, with the share of each (C0, C3; B24, B25, B29)."""

import re

import pytest

from campaigns import changes
from campaigns.models import Campaign, LogEntry
from characters.models import Character
from tests.combat.fights import key, pv, sign, stored, who
from tests.combat.sight import told


@pytest.fixture
def keys(fight):
    return [key(fight, name) for name in ("Goblin 1", "Goblin 2", "Goblin 3")]


def left(fight):
    return [pv(who(fight, name)) for name in ("Goblin 1", "Goblin 2", "Goblin 3")]


def test_several_at_once_each_with_its_share(fight, press, marta, keys):
    _one, two, three = keys
    before = sign(fight)
    shares = {f"share-{two}": "half", f"share-{three}": "none"}

    assert press(marta, "harm", fight, who=keys, amount=5, **shares).status_code == 204

    assert left(fight) == [3, 6, 8]
    assert LogEntry.objects.filter(kind="harm").count() == 1
    changes.toggle(LogEntry.objects.get(kind="harm"), marta)
    assert sign(fight) == before


def test_dice_are_thrown_once_for_all(fight, press, marta, as_, keys, dice):
    """2d6: 3 and 2."""
    dice(3, 2)

    press(marta, "harm", fight, who=keys[:2], amount="2d6")

    assert left(fight) == [3, 3, 8]
    assert "de daño" in told(marta, fight, as_)


def test_the_armor_counts_only_where_it_is_said(fight, press, marta, keys):
    foe = who(fight, "Goblin 1").character
    foe.traits["fixed"]["absorption"] = 2
    foe.save()

    press(marta, "harm", fight, who=keys[0], amount=3)
    press(marta, "harm", fight, who=keys[0], amount=3, absorbs=1)

    assert left(fight)[0] == 4


def test_healing_never_takes_points_whatever_is_ticked(fight, press, marta, keys, dice):
    """B24: no field of it can lower them."""
    stored(fight).harm(marta, keys[0], 4)
    dice(1)

    for fields in ({"amount": 2}, {"amount": "1d6"}, {"amount": "1d6-9"}, {"amount": 1, "absorbs": 1, "kind": "blunt"}):
        before = left(fight)[0]
        dice(1)
        press(marta, "heal", fight, who=keys[0], **fields)
        assert left(fight)[0] >= before


def test_healing_stops_at_the_maximum_of_now(fight, press, marta, keys):
    """B28: one that was raised is reached, and not passed."""
    foe = who(fight, "Goblin 1").character
    stored(fight).harm(marta, keys[0], 4)
    foe.traits["fixed"]["pv"] = 11
    foe.save()

    press(marta, "heal", fight, who=keys[0], amount=50)

    assert left(fight)[0] == 11


def test_the_same_press_counts_once_and_says_to_whom_and_by_whom(fight, press, marta, as_, keys):
    """B25."""
    for _each in range(2):
        press(marta, "harm", fight, who=keys[:2], amount=2, press="una-vez")

    assert left(fight) == [6, 6, 8]
    assert all(word in told(marta, fight, as_) for word in ("Goblin 1", "Goblin 2", "Marta"))


@pytest.mark.parametrize("bad", ["", "abc", "1e9", "-5", "3,5", "0", "2d", "99999d6", "x" * 300])
def test_an_amount_that_is_none_hurts_nobody(fight, press, marta, said, keys, bad):
    """B29."""
    before = sign(fight)

    answer = press(marta, "harm", fight, who=keys, amount=bad)

    assert answer.status_code == 422
    assert len(said(answer).split()) > 1
    assert sign(fight) == before


def test_where_several_are_ticked_it_is_them_alone(fight, press, marta, keys):
    press(marta, "harm", fight, who=keys[0], several=keys[1:], amount=2)

    assert left(fight) == [8, 6, 6]


def test_to_nobody_is_refused(fight, press, marta):
    assert press(marta, "harm", fight, amount=3).status_code == 422


def test_of_several_the_table_hears_of_those_it_sees(fight, hidden, press, marta, ines, as_):
    """S3: no PV of foes, and nothing of the hidden one."""
    press(marta, "harm", fight, who=[key(fight, "Goblin 2"), hidden.key], amount=3)

    page = told(ines, fight, as_)
    assert "Goblin 2" in page
    assert hidden.name not in page
    assert not re.search(r"\b[35]\b", re.sub(r"\d\d:\d\d", "", page).replace("Goblin 2", ""))


def test_a_player_reads_the_damage_of_a_foe_as_thrown_and_no_points(fight, press, ines, as_, brianda, dice):
    """B34, S3: 6 and 4 of 8 passed an armor of 3."""
    foe = who(fight, "Goblin 1").character
    foe.traits["fixed"] |= {"absorption": 3, "pv": 40}
    foe.save()
    dice(5, 5, 10, 6, 4)

    press(ines, "attack", fight, weapon=f"{brianda.key}:unarmed", target=foe.key, modifier=0)

    page = told(ines, fight, as_)
    assert "10 de daño" in page
    assert not re.search(r"\b(33|40|7)\b|− 3", re.sub(r"\d\d:\d\d", "", page))


def test_what_is_blunt_takes_stamina_and_healing_may_give_it_back(ambush, campaign, press, marta, brianda, start, add):
    """B27: never the whole of it from both."""
    Campaign.objects.filter(pk=campaign.pk).update(preset="d10x2")
    brianda.traits = {"attributes": {"constitution": 4, "willpower": 1, "perception": 5}, "skills": {}}
    brianda.save()
    brianda.pools.all().delete()
    stored(ambush).add(marta, [Character.objects.with_pools().select_related("campaign").get(pk=brianda.pk)])
    stored(ambush).harm(marta, brianda.key, 1)

    press(marta, "harm", ambush, who=brianda.key, amount=27, kind="blunt")
    assert points(brianda) == {"pv": 17, "stamina": 0}  # 20 − 1 − 2, 25 − 25

    press(marta, "heal", ambush, who=brianda.key, amount=6, pool="stamina")
    assert points(brianda) == {"pv": 17, "stamina": 6}


def points(character):
    found = Character.objects.with_pools().select_related("campaign").get(pk=character.pk)
    return {kind.key: found.ruleset.points(found.sheet, kind.key) for kind in found.ruleset.pools}
