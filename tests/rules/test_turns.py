"""Initiative and actions (C1, C2, C10)."""

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import CheckKind, Sheet, find_preset, scripted
from rules.checks import Factor, Term
from rules.gear import equipped
from rules.turns import Initiative, with_lots

RULES = find_preset("ryf-table")
SCOUT = Sheet({"physique": 4, "perception": 4}, {"reflexes": 3}, {"pv": 16})
initiatives = st.lists(st.builds(Initiative, st.integers(9, 11), st.integers(3, 4), st.integers(0, 3)), max_size=6)


def test_e16_an_initiative_of_34_gives_three_majors():
    assert (RULES.turns.majors(34), RULES.turns.minors) == (3, 1)


def test_e48_majors_by_initiative():
    assert [RULES.turns.majors(total) for total in (9, 10, 19, 20, 29, 30, 39, 40)] == [1, 1, 1, 2, 2, 3, 3, 4]
    assert RULES.turns.majors(-2) == 1


def test_e50_initiative_in_mail():
    scout = equipped(SCOUT, armor=RULES.find_armor("mail"))

    outcome = RULES.rolls.resolve(RULES.initiative(scout), scripted(2, 6, 9))

    assert outcome.check.kind is CheckKind.INITIATIVE
    assert outcome.check.terms == (Term("perception", 4), Term("reflexes", 3), Term("encumbrance", -2))
    assert (outcome.total, RULES.turns.majors(outcome.total), outcome.success) == (11, 1, None)


def test_e50_the_wounded_keep_the_low_die():
    scout = equipped(replace(SCOUT, pools={"pv": 5}), armor=RULES.find_armor("mail"))

    assert RULES.rolls.resolve(RULES.initiative(scout), scripted(2, 6, 9)).total == 7


def test_the_unskilled_keep_the_low_die():
    assert RULES.initiative(replace(SCOUT, skills={})).factors == (Factor("unskilled", -1, "R1"),)
    assert RULES.initiative(replace(SCOUT, skills={"reflexes": 1})).factors == ()


@pytest.mark.parametrize(
    "foe",
    [Sheet({}, {}, {}, fixed={"pv": 9}), Sheet({"perception": 2}, {}, {}, fixed={"initiative": 4})],
)
def test_a_quick_foe_is_not_unskilled(foe):
    assert RULES.initiative(foe).factors == ()


def test_a_formula_that_does_more_than_add_is_one_term():
    rules = RULES.patched({"derived.initiative.formula": "max(perception, reflexes) - 2 * encumbrance"})

    assert rules.initiative(equipped(SCOUT, armor=rules.find_armor("mail"))).terms == ()
    assert rules.initiative(SCOUT).terms == (Term("initiative", 4),)


def test_numbers_and_signs_of_a_formula_are_terms():
    rules = RULES.patched({"derived.initiative.formula": "10 - (reflexes - perception) + -level - 3"})

    terms = rules.initiative(replace(SCOUT, level=2)).terms

    assert terms == (
        Term("constant", 10),
        Term("reflexes", -3),
        Term("perception", 4),
        Term("level", -2),
        Term("constant", -3),
    )


def test_lots_are_drawn_only_where_they_are_needed():
    draw = scripted()
    rolled = (Initiative(12, 5), Initiative(12, 4), Initiative(9, 5))

    assert with_lots(rolled, draw) == rolled


def test_who_ties_draws_a_lot_each_in_order():
    draw = scripted(500, 500, 7)
    rolled = (Initiative(12, 5), Initiative(12, 5), Initiative(8, 1), Initiative(12, 5))

    lots = [each.lot for each in with_lots(rolled, draw)]

    assert lots == [500, 501, 0, 7]


def test_a_lot_once_drawn_is_kept():
    assert [each.lot for each in with_lots((Initiative(12, 5, 40), Initiative(12, 5)), scripted(3))] == [40, 3]


@given(rolled=initiatives, data=st.data())
def test_after_the_lots_nobody_ties_who_did_not(rolled, data):
    given_lots = {(each.total, each.fixed, each.lot) for each in rolled if each.lot}
    unique = [each for each in rolled if not each.lot]
    unique += [Initiative(*rank) for rank in sorted(given_lots)]

    result = with_lots(tuple(unique), lambda sides: data.draw(st.integers(1, sides)))

    ranks = sorted(each.rank for each in result)
    assert all(one != other for one, other in pairwise(ranks))
    assert [(each.total, each.fixed) for each in result] == [(each.total, each.fixed) for each in unique]
    assert all(before.lot in (0, after.lot) for before, after in zip(unique, result, strict=True))
