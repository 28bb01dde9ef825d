"""Opposed rolls: who wins, what a tie waits for, what winners and losers get (R9, D1, T6)."""

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import Check, CheckKind, Keep, Refused, find_preset, scripted
from rules.checks import Factor, Term
from rules.contests import Contest, contest
from rules.dice import OutOfFaces
from rules.two_tens import TwoTens

TABLE = find_preset("ryf-table").rolls
CORE = find_preset("ryf-core").rolls


def plus(bonus, *factors, kind=CheckKind.SKILL):
    return Check(kind, "stealth", (Term("dexterity", bonus),), factors)


def a_and_b(a, b):
    return [("a", plus(a)), ("b", plus(b))]


def test_e24_the_highest_total_wins_by_the_difference():
    found = contest(TABLE, a_and_b(7, 9), scripted(9, 3, 6, 5, 8, 2))

    assert [side.outcome.total for side in found.sides] == [13, 14]
    assert (found.winner, found.margin, found.tied, found.is_open) == ("b", 1, (), False)
    assert (found.side("a").success, found.side("a").margin) == (False, -1)
    assert (found.side("b").success, found.side("b").margin) == (True, 1)
    assert found.won == found.side("b")
    assert found.won.rules == ("R1", "R9")


def test_e25_a_tie_waits_until_someone_chooses():
    tie = contest(TABLE, a_and_b(6, 8), scripted(3, 7, 9, 5, 5, 10))
    assert [side.outcome.total for side in tie.sides] == [13, 13]
    assert (tie.winner, tie.tied, tie.margin, tie.is_open, tie.won) == (None, ("a", "b"), 0, True, None)
    assert [side.outcome.success for side in tie.sides] == [None, None]

    accepted = tie.accept()
    assert (accepted.winner, accepted.tied, accepted.is_open) == (None, ("a", "b"), False)

    again = tie.roll_again(TABLE, scripted(2, 4, 8, 1, 3, 9))
    assert [side.outcome.total for side in again.sides] == [10, 11]
    assert (again.winner, again.margin, again.is_open) == ("b", 1, False)


def test_e26_a_natural_one_loses_to_any_roll_that_is_not_one():
    found = contest(TABLE, a_and_b(12, 4), scripted(1, 8, 1, 2, 3, 9))

    assert [side.outcome.total for side in found.sides] == [13, 7]
    assert (found.winner, found.margin) == ("b", 0)
    assert found.side("a").rules == ("R1", "R4", "R9")
    assert not found.side("a").fumble  # the next die is an eight


def test_e28_kept_tens_explode_in_an_opposed_roll():
    found = contest(CORE, a_and_b(5, 10), scripted(10, 3, 10, 2, 5, 9, 7, 9, 8))

    assert [side.outcome.total for side in found.sides] == [20, 18]
    assert (found.winner, found.margin) == ("a", 2)
    assert found.won.rules == ("R1", "R7", "R9")


def test_an_attribute_check_that_is_opposed_explodes_and_fails_on_a_one_as_such():
    attribute = plus(5, kind=CheckKind.ATTRIBUTE)

    exploded = contest(CORE, [("a", attribute), ("b", plus(9))], scripted(10, 10, 10, 3, 4, 5, 6, 6, 6))
    one = contest(CORE, [("a", attribute), ("b", plus(-9))], scripted(1, 1, 9, 2, 2, 2))

    assert (exploded.side("a").total, exploded.winner) == (19, "a")
    assert one.winner == "b"


def test_all_else_of_a_check_that_is_opposed_stays():
    check = Check(CheckKind.SKILL, "melee", (Term("dexterity", 5),), (Factor("wounded", -1, "C10"),), 18, mastery=2)

    assert check.opposed == replace(check, kind=CheckKind.OPPOSED, difficulty=None)


def test_natural_ones_tie_with_each_other_whatever_their_totals():
    found = contest(TABLE, a_and_b(12, 4), scripted(1, 1, 9, 1, 1, 8))

    assert (found.winner, found.tied, found.margin) == (None, ("a", "b"), 0)


def test_where_a_one_does_not_fail_the_total_decides():
    die = replace(TABLE, natural_one_fails=frozenset({CheckKind.SKILL}))

    found = contest(die, a_and_b(12, 4), scripted(1, 1, 1, 2, 3, 9))

    assert (found.winner, found.margin) == ("a", 6)
    assert not found.side("a").fumble  # who wins never fumbles


@pytest.mark.parametrize(("next_die", "fumble"), [(5, True), (6, False)])
def test_who_loses_with_a_one_fumbles_by_the_next_die(next_die, fumble):
    found = contest(TABLE, a_and_b(12, 4), scripted(1, 1, next_die, 2, 3, 9))

    assert (found.side("a").fumble, found.side("b").fumble) == (fumble, False)
    assert ("R5" in found.side("a").rules) is fumble


@pytest.mark.parametrize(("bonus", "degrees"), [(13, 0), (14, 1), (24, 2)])
def test_a_winner_by_ten_has_a_critical(bonus, degrees):
    found = contest(TABLE, a_and_b(bonus, 4), scripted(5, 5, 5, 5, 5, 5))

    assert found.margin == bonus - 4
    assert (found.won.critical, found.won.degrees) == (degrees > 0, degrees)
    assert found.side("b").degrees == 0


def test_a_natural_critical_of_the_winner():
    die = replace(TABLE, natural_critical=True)

    found = contest(die, a_and_b(9, 9), scripted(5, 10, 10, 9, 9, 10))

    assert (found.margin, found.won.degrees) == (1, 1)


def test_the_best_of_three_and_the_margin_to_the_second():
    sides = [("a", plus(1)), ("b", plus(9)), ("c", plus(5))]

    found = contest(TABLE, sides, scripted(*[5] * 9))

    assert (found.winner, found.margin) == ("b", 4)
    assert [side.outcome.check.difficulty for side in found.sides] == [14, 10, 14]


def test_only_a_tie_for_the_highest_is_a_tie_and_only_the_tied_roll_again():
    sides = [("a", plus(9)), ("b", plus(1)), ("c", plus(9))]

    tie = contest(TABLE, sides, scripted(*[5] * 9))
    again = tie.roll_again(TABLE, scripted(2, 2, 2, 3, 3, 3))

    assert (tie.tied, tie.side("b").success) == (("a", "c"), False)
    assert [side.key for side in again.sides] == ["a", "c"]
    assert (again.winner, again.margin) == ("c", 1)
    assert [side.key for side in again.out] == ["b"]
    assert again.side("b").total == 6
    below = contest(TABLE, [("a", plus(1)), ("b", plus(9)), ("c", plus(1))], scripted(*[5] * 9))
    assert (below.winner, below.tied) == ("b", ())


def test_rolling_again_keeps_modifiers_and_keep_and_may_tie_again():
    token, wounded = Factor("token", 1, "R13"), Factor("wounded", -1, "C10")
    tie = contest(TABLE, [("a", plus(6, token)), ("b", plus(8, wounded))], scripted(3, 7, 9, 7, 8, 9))

    again = tie.roll_again(TABLE, scripted(1, 2, 10, 8, 9, 9))

    assert [side.outcome.keep for side in again.sides] == [Keep.HIGH, Keep.LOW]
    assert [side.outcome.total for side in again.sides] == [16, 16]
    assert again.is_open


def test_a_tie_is_settled_once():
    tie = contest(TABLE, a_and_b(5, 5), scripted(*[5] * 6))
    over = contest(TABLE, a_and_b(9, 5), scripted(*[5] * 6))

    for settled in (tie.accept(), over):
        for press in (settled.accept, lambda each=settled: each.roll_again(TABLE, scripted())):
            with pytest.raises(Refused) as refused:
                press()
            assert [(each.code, each.rule) for each in refused.value.problems] == [("no_tie", "R9")]


@pytest.mark.parametrize("sides", [[], [("a", plus(1))], [("a", plus(1)), ("a", plus(2))]])
def test_a_contest_has_two_sides_each_named_once(sides):
    with pytest.raises(Refused) as refused:
        contest(TABLE, sides, scripted())

    assert [(each.code, each.field) for each in refused.value.problems] == [("sides", "sides")]


def test_sides_draw_in_the_order_named_each_with_its_explosions():
    with pytest.raises(OutOfFaces):
        contest(CORE, a_and_b(1, 2), scripted(10, 10, 10, 1, 2, 3, 4, 5))
    found = contest(CORE, [("b", plus(2)), ("a", plus(1))], scripted(10, 10, 10, 1, 2, 3, 4, 5, 6))

    assert [(side.key, side.outcome.kept) for side in found.sides] == [("b", 12), ("a", 5)]


def test_a_side_that_was_not_named_is_not_there():
    with pytest.raises(LookupError):
        contest(TABLE, a_and_b(1, 2), scripted(*[5] * 6)).side("c")


def test_2d10_against_2d10_the_rivals_total_is_the_nd():
    found = contest(TwoTens(), a_and_b(10, 4), scripted(6, 6, 4, 5))

    assert (found.winner, found.margin) == ("a", 9)
    assert (found.won.great, found.won.critical, found.won.rules) == (True, False, ("D1", "R9", "D2"))
    assert (found.side("b").margin, found.side("b").fumble) == (-9, True)


def test_2d10_equal_totals_tie_and_a_two_loses_nothing_by_itself():
    tie = contest(TwoTens(), a_and_b(10, 4), scripted(1, 1, 4, 4))

    assert tie.tied == ("a", "b")
    assert [(side.outcome.success, side.outcome.fumble) for side in tie.sides] == [(None, False), (None, False)]


def test_2d10_a_natural_twenty_of_the_winner_is_a_critical():
    found = contest(TwoTens(), a_and_b(0, 16), scripted(10, 10, 1, 1, 3, 2))
    lost = contest(TwoTens(), a_and_b(0, 30), scripted(10, 10, 1, 1, 3, 2))

    assert (found.winner, found.won.critical, found.won.great) == ("a", True, False)
    assert (lost.winner, lost.side("a").critical) == ("b", False)


faces = st.lists(st.integers(1, 9), min_size=9, max_size=9)
bonuses = st.lists(st.integers(-3, 12), min_size=3, max_size=3)


@given(bonuses=bonuses, faces=faces, system=st.sampled_from([TABLE, CORE, TwoTens()]))
def test_what_holds_in_every_contest(bonuses, faces, system):
    sides = [(key, plus(bonus)) for key, bonus in zip("abc", bonuses, strict=True)]

    found = contest(system, sides, scripted(*faces))

    assert (found.winner is None) is (len(found.tied) >= 2)
    assert found.margin >= 0
    outcomes = {side.key: side.outcome for side in found.sides}
    assert [key for key, outcome in outcomes.items() if outcome.success] == ([found.winner] if found.winner else [])
    assert not any(outcome.fumble and outcome.success for outcome in outcomes.values())
    facts = json.loads(json.dumps(found.facts()))
    assert facts == found.facts()
    assert Contest.from_facts(facts) == found


def test_a_tie_rolled_again_is_known_by_its_facts_too():
    tie = contest(TABLE, [("a", plus(9)), ("b", plus(1)), ("c", plus(9))], scripted(*[5] * 9))
    again = tie.roll_again(TABLE, scripted(5, 5, 5, 5, 5, 5)).accept()

    assert Contest.from_facts(json.loads(json.dumps(again.facts()))) == again
