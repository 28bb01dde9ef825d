"""First aid and healing in a fight and out of it (C5, C12, C14)."""

import json
from dataclasses import replace

import pytest

from rules import Refused, scripted
from rules.vitals import Fate
from tests.rules.fights import RULES, begun, condition, foe, hero, points, refusals


@pytest.fixture
def fight():
    """Lia's turn, intelligence 4 and medicine 3; Ines has 8 of 16 PV."""
    healer = hero("lia", attributes={"physique": 4, "intelligence": 4}, skills={"medicine": 3, "reflexes": 2})
    return begun(healer, hero("ines", pv=8), foe(), lia=9, ines=5, orc=4)


def test_a_success_gives_points_back_for_a_major_action(fight):
    progress = fight.first_aid("lia", "ines", scripted(2, 8, 9, 4))

    facts = progress.facts
    assert (facts["outcome"]["total"], facts["outcome"]["check"]["difficulty"]) == (15, 15)
    assert (facts["healing"]["dice"], facts["amount"], points(progress.fight, "ines")) == ("1d6", 4, 12)
    assert (facts["is_first_aid"], facts["spent"], facts["majors"]) == (False, True, 0)
    assert facts["rules"] == ["R1", "R3", "C14"]
    assert json.loads(json.dumps(facts)) == facts
    assert progress.fight.undone(progress.changes) == fight


def test_a_failure_costs_the_action_and_nothing_else(fight):
    progress = fight.first_aid("lia", "ines", scripted(2, 7, 9))

    assert (progress.facts["healing"], progress.facts["points"]["by"], progress.facts["majors"]) == (None, 0, 0)
    assert progress.fight.fighter("ines").is_tended is False


def test_a_degree_adds_a_die_and_none_explodes_at_the_table(fight):
    progress = fight.first_aid("lia", "ines", scripted(8, 8, 9, 6, 1), modifier=10)

    assert (progress.facts["healing"]["dice"], progress.facts["amount"]) == ("2d6", 7)
    assert "C5" in progress.facts["rules"]


def test_a_patient_gains_from_it_once_in_an_encounter(fight):
    once = fight.first_aid("lia", "ines", scripted(9, 9, 9, 2)).fight

    assert refusals(once.first_aid, "lia", "ines", scripted(), spend=False) == [("tended", "target")]
    assert once.first_aid("lia", "lia", scripted(9, 9, 9, 2), spend=False).facts["points"]["by"] == 0
    nothing = fight.first_aid("lia", "lia", scripted(9, 9, 9, 2), spend=False).fight
    assert nothing.fighter("lia").is_tended is False


def test_first_aid_wakes_the_fallen_and_clears_their_counts(fight):
    fight = fight.harm("ines", 8, scripted()).fight.stay_up("ines", scripted(1, 1, 1)).fight
    fight = fight.harm("ines", 1, scripted()).fight
    assert fight.fighter("ines").vitals.failures == 1

    progress = fight.first_aid("lia", "ines", scripted(9, 9, 9, 3))

    assert progress.facts["is_first_aid"] is True
    assert progress.facts["points"]["is"] == condition(wounded=True)
    assert progress.fight.fighter("ines").vitals.failures == 0
    assert points(progress.fight, "ines") == 3


def test_first_aid_is_refused_for_every_reason(fight):
    dead = fight.fighter("ines")
    gone = fight._with(dead.with_vitals(replace(dead.vitals, fate=Fate.DEAD)))

    assert refusals(gone.first_aid, "orc", "ines", scripted()) == [("not_the_turn", "by"), ("dead", "target")]
    assert refusals(fight.first_aid, "lia", "ghost", scripted()) == [("not_here", "target")]
    assert refusals(fight.first_aid, "lia", "ines", scripted(), skill="law") == [("not_healing", "skill")]
    spent = fight.first_aid("lia", "ines", scripted(1, 1, 1)).fight
    assert refusals(spent.first_aid, "lia", "ines", scripted()) == [("no_action", "by")]
    out = fight.harm("lia", 30, scripted()).fight
    assert refusals(out.first_aid, "lia", "ines", scripted()) == [("out", "by")]


def test_the_gm_may_have_it_for_nothing(fight):
    progress = fight.first_aid("lia", "ines", scripted(9, 9, 9, 3), spend=False)

    assert (progress.facts["spent"], progress.facts["majors"]) == (False, 1)


def test_a_token_is_spent_on_first_aid(fight):
    assert fight.first_aid("lia", "ines", scripted(2, 7, 9, 3), token=True).facts["outcome"]["keep"] == "high"


def test_out_of_encounters_a_patient_gains_from_it_once_a_day():
    sheet = hero(pv=8).sheet

    healed = RULES.tended(sheet, 4)

    assert (RULES.points(healed, "pv"), healed.vitals.is_tended) == (12, True)
    with pytest.raises(Refused) as refused:
        RULES.tended(healed, 4)
    assert [(each.code, each.rule) for each in refused.value.problems] == [("tended", "C14")]


def test_who_gains_nothing_may_be_tended_again_that_day_and_the_dead_never():
    sheet = hero().sheet

    assert RULES.tended(sheet, 4).vitals.is_tended is False
    dead = replace(sheet, vitals=replace(sheet.vitals, fate=Fate.DEAD))
    with pytest.raises(Refused) as refused:
        RULES.tended(dead, 4)
    assert [each.code for each in refused.value.problems] == ["dead"]
