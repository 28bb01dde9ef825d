"""What the panel of an attack says of its odds, where the words could be taken for something else."""

from characters.models import Character
from tests.combat.fights import key, stored


def told(as_, fight, seat, attacker) -> str:
    asked = {
        "weapon": f"{attacker.key}:unarmed",
        "target": key(fight, "Goblin 3"),
        "actor": attacker.key,
        "modifier": 0,
    }
    answer = as_(seat).get(f"{fight.get_absolute_url()}odds/", asked, headers={"accept-language": "en"})
    return answer.content.decode()


def test_under_if_it_hits_stands_the_chance_if_it_hits_and_misses_are_counted_beside_it(fight, as_, marta, brianda):
    """1d6 that explodes takes all of 8 PV in 5 of 36; the attack hits in 896 of 1,000 (R1)."""
    page = told(as_, fight, marta, brianda)

    assert "13.9% falls" in page
    assert "falls in 12.4%" in page


def test_a_critical_is_told_where_there_can_be_one(fight, as_, marta, brianda):
    assert "Critical" not in told(as_, fight, marta, brianda)  # 9 + 10 is not 10 above 12

    traits = {**brianda.traits, "skills": {**brianda.traits["skills"], "melee_weapons": 9}}
    Character.objects.filter(pk=brianda.pk).update(traits=traits)
    page = told(as_, fight, marta, brianda)

    assert "Critical: 10.4%" in page  # 13 + 9 is 10 above 12, and 104 of 1,000 throws keep a 9 or a 10
    assert "and what a critical adds" in page


def test_who_is_at_0_already_is_not_said_to_fall(fight, as_, marta, brianda):
    stored(fight).harm(marta, key(fight, "Goblin 3"), 8)

    page = told(as_, fight, marta, brianda)

    assert "of damage on the average" in page
    assert "falls" not in page
