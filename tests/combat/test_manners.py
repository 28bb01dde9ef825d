"""Attacks of every manner, through the views: several at once, shares, both hands, surprise, crossfire, what is spent.

Brianda attacks with 9 + the kept die against the goblins' 12; a goblin has 8 PV.
"""

import re

import pytest

from campaigns import changes
from campaigns.models import Campaign, LogEntry
from characters.models import Character
from tests.combat.fights import key, pv, sign, stored, who
from tests.combat.sight import entry_html as told
from tests.combat.sight import says


@pytest.fixture
def strike(fight, press, brianda):
    """`strike(ines, "Goblin 3", also=("Goblin 2",), …)`: Brianda attacks, all fields of her panel sent."""

    def go(by, target="Goblin 3", *, also=(), weapon="unarmed", attacker=None, **fields):
        actor = attacker or brianda.key
        return press(
            by, "attack", fight, weapon=f"{actor}:{weapon}", target=key(fight, target),
            modifier=fields.pop("modifier", 0),
            actor=actor, also=[key(fight, name) for name in also], **fields,
        )  # fmt: skip

    return go


def left(fight, *names):
    return [pv(who(fight, name)) for name in names]


def entry(kind="attack"):
    return LogEntry.objects.filter(kind=kind).first()


def test_one_throw_hits_several_and_each_takes_its_share(strike, fight, marta, dice):
    """9 + 3 ≥ 12 for all; 1d6 shows 5: whole, half (2), double (10 of 8), nothing."""
    dice(1, 3, 10, 5)
    shares = {f"share-{key(fight, 'Goblin 2')}": "half", f"share-{key(fight, 'Goblin 1')}": "double"}

    assert strike(marta, also=("Goblin 2", "Goblin 1"), **shares).status_code == 204

    assert left(fight, "Goblin 3", "Goblin 2", "Goblin 1") == [3, 6, 0]
    assert who(fight, "Brianda").fighter.majors == 0


def test_a_player_hits_several_but_shares_are_the_gms(strike, fight, ines, dice):
    dice(1, 3, 10, 5)

    strike(ines, also=("Goblin 2",), **{f"share-{key(fight, 'Goblin 2')}": "none"})

    assert left(fight, "Goblin 3", "Goblin 2") == [3, 3]


def test_it_is_one_entry_that_names_them_all_and_is_taken_back_whole(strike, fight, marta, ines, as_, dice):
    before = sign(fight)
    dice(1, 3, 10, 5)
    strike(marta, also=("Goblin 2",))

    page = told(ines, fight, as_)
    assert "ataca a <b>Goblin 3, Goblin 2</b>" in page
    assert page.count("Acierta") == 2
    changes.toggle(entry(), marta)
    assert sign(fight) == before


def test_of_several_a_hidden_one_is_not_told(fight, hidden, strike, marta, ines, as_, dice):
    """Its name, that there was another, and that the strongest defense is its own: none of it is in the entry."""
    dice(10, 10, 10, 5)
    answer = strike(marta, "Goblin 2", also=(hidden.name,))

    assert answer.status_code == 204
    page = told(ines, fight, as_)
    assert "ataca a <b>Goblin 2</b>" in page
    assert hidden.name not in page
    assert hidden.key not in page


def test_a_player_cannot_name_a_hidden_one_among_several(fight, hidden, strike, ines, dice):
    before = sign(fight)
    dice(10, 10, 10, 5)

    assert strike(ines, "Goblin 2", also=(hidden.name,)).status_code == 422
    assert sign(fight) == before


def test_both_hands_strike_in_one_press(strike, fight, ines, brianda, dice):
    """C4: −2 and −4; 9 − 2 + 5 = 12 hits, 9 − 4 + 6 = 11 does not."""
    Character.objects.filter(pk=brianda.pk).update(gear={"weapons": ["dagger", "hand_axe"]})
    dice(1, 5, 9, 4, 2, 6, 9)

    answer = strike(ines, weapon="dagger", off="hand_axe", off_target=key(fight, "Goblin 2"))

    assert answer.status_code == 204
    facts = entry().facts
    assert [each["outcome"]["total"] for each in facts["attacks"]] == [12, 11]
    assert left(fight, "Goblin 3", "Goblin 2") == [4, 8]
    assert who(fight, "Brianda").fighter.majors == 0


def test_a_surprise_is_tried_once_and_helps_one_attack(fight, press, strike, ines, brianda, dice):
    """C6: her stealth against its perception, then +5."""
    fields = {"weapon": f"{brianda.key}:unarmed", "target": key(fight, "Goblin 3"), "modifier": 0}
    dice(8, 9, 10, 1, 2, 3)
    assert press(ines, "surprise", fight, **fields).status_code == 204
    assert entry("surprise").facts["surprised"] is True
    assert press(ines, "surprise", fight, **fields).status_code == 422

    dice(1, 2, 10, 3)
    strike(ines)
    terms = {term[0]: term[1] for term in entry().facts["outcome"]["check"]["terms"]}
    assert terms["surprise"] == 5
    assert entry().facts["hit"] is True


def test_crossfire_counts_by_itself_unless_they_stand_together(fight, press, marta, brianda, add, dice):
    """C9: the second shooter of a target gets +1; one who stands with the first shares its number."""
    Character.objects.filter(pk=brianda.pk).update(gear={"weapons": ["long_bow"]})
    for name in ("Goblin 3", "Goblin 2"):
        archer = who(fight, name).character
        traits = {"attributes": {"dexterity": 4}, "skills": {"ranged_weapons": 4}, "fixed": {"pv": 8, "defense": 12}}
        Character.objects.filter(pk=archer.pk).update(gear={"weapons": ["long_bow"]}, traits=traits)
    target = {"target": key(fight, "Goblin 1"), "modifier": 0, "band": "short"}

    def shot(name, **more):
        shooter = key(fight, name)
        dice(1, 1, 9)
        fields = {"weapon": f"{shooter}:long_bow", "actor": shooter, **target, **more}
        assert press(marta, "attack", fight, **fields).status_code == 204
        return {term[0]: term[1] for term in entry().facts["outcome"]["check"]["terms"]}.get("crossfire", 0)

    assert shot("Brianda") == 0
    assert shot("Goblin 3") == 1
    assert shot("Goblin 2", beside=key(fight, "Goblin 3")) == 1


def test_a_token_is_spent_with_the_throw_and_comes_back_with_it(strike, fight, campaign, ines, marta, brianda, dice):
    """R13: the high die is kept, the GM holds the token; taken back, all is as it was."""
    Campaign.objects.filter(pk=campaign.pk).update(changes={"tokens.initial": 1})
    before = sign(fight)
    dice(1, 2, 10, 3)

    assert strike(ines, token=1).status_code == 204

    assert entry().facts["outcome"]["keep"] == "high"
    assert (Character.objects.get(pk=brianda.pk).tokens, Campaign.objects.get(pk=campaign.pk).tokens) == (0, 1)
    changes.toggle(entry(), marta)
    assert (Character.objects.get(pk=brianda.pk).tokens, Campaign.objects.get(pk=campaign.pk).tokens) == (1, 0)
    assert sign(fight) == before


def test_without_a_token_nothing_is_thrown(strike, fight, ines, said):
    before = sign(fight)

    answer = strike(ines, token=1)

    assert (answer.status_code, bool(said(answer)), sign(fight)) == (422, True, before)


@pytest.mark.parametrize(("fields", "fate"), [({}, "unconscious"), ({"lethal": 1}, "dead")])
def test_meant_to_kill_or_not(strike, fight, ines, dice, fields, fate):
    """C11: a hero's blow kills nobody unless it is meant to."""
    dice(1, 3, 10, 6, 6, 3)

    strike(ines, **fields)

    assert entry().facts["points"]["is"]["fate"] == fate


def test_the_fields_of_another_attacker_do_not_count(strike, fight, marta, brianda, press, dice):
    """The GM has chosen another weapon, and the fields beside it are still those of the one before."""
    dice(1, 3, 10, 5)
    fields = {"weapon": f"{brianda.key}:unarmed", "target": key(fight, "Goblin 3"), "modifier": 0}

    press(marta, "attack", fight, **fields, actor=key(fight, "Goblin 2"), also=[key(fight, "Goblin 1")], lethal=1)

    assert left(fight, "Goblin 3", "Goblin 1") == [3, 8]
    assert entry().facts["is_lethal"] is False


def test_the_odds_say_each_target_and_nothing_of_an_unknown_defense(fight, as_, ines, marta, brianda):
    asked = {
        "weapon": f"{brianda.key}:unarmed", "target": key(fight, "Goblin 3"), "modifier": 0, "actor": brianda.key,
        "also": [key(fight, "Goblin 2")],
    }  # fmt: skip
    url = f"{fight.get_absolute_url()}odds/"
    spanish = {"accept-language": "es"}

    leads, plays = (as_(seat).get(url, asked, headers=spanish).content.decode() for seat in (marta, ines))

    rows = re.search(r'(?s)<table class="each">.*?</table>', leads)[0]
    assert rows.count("89,6") == 2  # 3 or more on the kept die (R1)
    assert "89,6" not in plays
    assert "share-" in leads
    assert "share-" not in plays


def test_of_several_shots_that_wait_no_total_is_told_before_the_last_answer(
    fight, press, marta, ines, pablo, brianda, as_, dice
):
    """S1, C8: one throw for two; the first answer does not tell the second one what it has to reach."""
    Character.objects.filter(pk=brianda.pk).update(gear={"weapons": ["long_bow"]})
    dice(7, 8, 9)
    fields = {
        "weapon": f"{brianda.key}:long_bow", "target": key(fight, "Goblin 3"), "modifier": 0, "actor": brianda.key,
        "also": [key(fight, "Goblin 2")], "band": "short",
    }  # fmt: skip
    assert press(marta, "attack", fight, **fields).status_code == 204
    total = stored(fight).state["pending"][0]["rolled"]["total"]
    first, second = (each["key"] for each in stored(fight).state["pending"])

    def known(seat):
        return says(told(seat, fight, as_), total)

    assert (known(pablo), known(marta)) == (False, True)
    dice(1, 4, 5, 3, 4)
    press(marta, "defend", fight, answer=f"{first}:dodge")
    assert known(pablo) is False
    dice(1, 4, 5, 3, 4)
    press(marta, "defend", fight, answer=f"{second}:dodge")
    assert known(pablo) is True
