"""Tokens and what they do to a roll (R13, R1), specializations (P4)."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import Keep, Refused, Sheet, find_preset, scripted
from rules.checks import Factor
from rules.contests import contest
from rules.techniques import Specialization, Technique
from rules.tokens import Purse, Tokens
from rules.two_tens import TwoTens

TABLE = find_preset("ryf-table")
CORE = find_preset("ryf-core")


def hero(attribute, level, *, wounded=False):
    pools = {"pv": 5} if wounded else {}
    shadows = (Specialization("stealth", "sombras"),)
    return Sheet({"dexterity": attribute}, {"stealth": level}, pools, fixed={"pv": 20}, specializations=shadows)


def codes(refused):
    return [(each.code, each.field, each.rule) for each in refused.value.problems]


def test_e2_a_token_keeps_the_high_die():
    outcome = CORE.rolls.resolve(CORE.check(hero(3, 4), "stealth", difficulty=15, token=True), scripted(9, 2, 7))

    assert (outcome.kept, outcome.total, outcome.margin, outcome.success) == (9, 16, 1, True)
    assert outcome.rules == ("R1", "R13", "R3")


def test_e10_three_ones_are_a_fumble_with_a_token_too():
    outcome = CORE.rolls.resolve(CORE.check(hero(5, 5), "stealth", difficulty=10, token=True), scripted(1, 1, 1))

    assert (outcome.keep, outcome.fumble) == (Keep.HIGH, True)


def test_e32_down_and_up_is_the_middle_one():
    outcome = CORE.rolls.resolve(CORE.check(hero(4, 0), "stealth", difficulty=10, token=True), scripted(2, 6, 9))

    assert (outcome.kept, outcome.total, outcome.margin, outcome.success) == (6, 10, 0, True)


def test_e33_down_down_and_up_is_the_low_one():
    check = CORE.check(hero(4, 0, wounded=True), "stealth", difficulty=10, token=True)

    outcome = CORE.rolls.resolve(check, scripted(2, 6, 9))

    assert [(factor.code, factor.shift, factor.rule) for factor in check.factors] == [
        ("wounded", -1, "C10"),
        ("unskilled", -1, "R1"),
        ("token", 1, "R13"),
    ]
    assert (outcome.kept, outcome.total, outcome.margin) == (2, 6, -4)


def test_e35_the_only_token_goes_to_the_gm_and_there_is_no_other():
    purse = CORE.tokens.start()
    check = CORE.check(hero(3, 4), "stealth", difficulty=15, token=True)

    spent = purse.spend()
    outcome = CORE.rolls.resolve(check, scripted(1, 1, 9))

    assert (purse, spent) == (Purse(1, 0), Purse(0, 1))
    assert (outcome.kept, outcome.total, outcome.margin, outcome.success) == (9, 16, 1, True)
    with pytest.raises(Refused) as refused:
        spent.spend()
    assert codes(refused) == [("no_token", "token", "R13")]


def test_e37_the_table_starts_without_tokens():
    with pytest.raises(Refused) as refused:
        TABLE.tokens.start().spend()

    assert codes(refused) == [("no_token", "token", "R13")]


def test_a_token_is_no_use_where_the_high_die_is_kept():
    sheet = hero(3, 5)
    for given_too in ({"specialization": "sombras"}, {"specialization": "sombras", "modifiers": ()}):
        with pytest.raises(Refused) as refused:
            CORE.check(sheet, "stealth", token=True, **given_too)
        assert codes(refused) == [("no_use", "token", "R13")]


def test_one_token_a_roll_at_most():
    once = CORE.check(hero(3, 0, wounded=True), "stealth", token=True)

    with pytest.raises(Refused) as refused:
        CORE.sway(once, token=True)

    assert codes(refused) == [("one_token", "token", "R13")]


def test_there_is_no_die_to_choose_among_two_tens():
    with pytest.raises(Refused) as refused:
        replace(CORE, rolls=TwoTens()).check(hero(3, 4), "stealth", token=True)

    assert codes(refused) == [("no_use", "token", "R13")]


def test_a_token_given_back_is_felt_by_the_next_throw_whatever_it_is():
    purse = Purse(0, 1).give_back()
    sheet = replace(hero(3, 4), forced=purse.forced)

    skill = CORE.check(sheet, "stealth", difficulty=15)
    attribute = CORE.check(sheet, "dexterity", difficulty=15)
    initiative = CORE.initiative(Sheet({}, {"reflexes": 1}, {}, forced=purse.forced))
    opposed = contest(CORE.rolls, [("a", skill), ("b", skill)], scripted(2, 6, 9, 3, 6, 9))

    assert purse == Purse(1, 0, forced=1)
    for check in (skill, attribute, initiative):
        assert check.factors == (Factor("forced", -1, "R13"),)
        assert CORE.rolls.keep(check) is Keep.LOW
    assert opposed.winner == "b"
    assert purse.thrown() == Purse(1, 0)


def test_two_tokens_given_back_are_two_ranks():
    purse = Purse(0, 2).give_back().give_back()

    sheet = replace(hero(3, 5), forced=purse.forced)

    check = CORE.check(sheet, "stealth", specialization="sombras")

    assert (purse.forced, CORE.rolls.keep(check)) == (2, Keep.LOW)


def test_the_gm_gives_back_only_what_he_holds():
    with pytest.raises(Refused) as refused:
        Purse(3, 0).give_back()

    assert codes(refused) == [("no_token", "token", "R13")]


def test_a_session_starts_with_the_initial_number_and_none_for_the_gm():
    assert Tokens(3).start() == Purse(3, 0)


@given(purse=st.builds(Purse, st.integers(0, 5), st.integers(0, 5)), acts=st.lists(st.booleans(), max_size=12))
def test_tokens_change_hands_and_are_never_lost(purse, acts):
    now = purse
    for is_spent in acts:
        try:
            now = now.spend() if is_spent else now.give_back()
        except Refused:
            assert (now.held if is_spent else now.gm) == 0

    assert now.held + now.gm == purse.held + purse.gm
    assert min(now.held, now.gm) >= 0


def test_a_specialization_keeps_one_higher_and_says_its_name():
    check = CORE.check(hero(3, 5), "stealth", difficulty=15, specialization="sombras")

    outcome = CORE.rolls.resolve(check, scripted(2, 7, 9))

    assert check.factors == (Factor("specialization", 1, "P4", "sombras"),)
    assert (outcome.kept, outcome.rules) == (9, ("R1", "P4", "R3"))
    assert outcome.facts()["check"]["factors"] == [["specialization", 1, "P4", "sombras"]]


def test_the_table_has_no_specializations():
    with pytest.raises(Refused) as refused:
        TABLE.check(hero(3, 5), "stealth", specialization="sombras")

    assert codes(refused) == [("off", "specialization", "P4")]


def test_an_attribute_has_no_specializations():
    with pytest.raises(Refused) as refused:
        CORE.check(hero(3, 5), "dexterity", specialization="sombras")

    assert codes(refused) == [("not_a_skill", "specialization", "P4")]


def test_a_technique_has_no_specializations():
    sheet = replace(hero(3, 5), techniques=(Technique("fire", "Fuego", 3, "dexterity"),))

    with pytest.raises(Refused) as refused:
        CORE.check(sheet, "fire", specialization="sombras")

    assert codes(refused) == [("not_a_skill", "specialization", "P4")]


@pytest.mark.parametrize(("trait", "name"), [("stealth", "nieve"), ("dodge", "sombras")])
def test_only_a_specialization_that_is_on_the_sheet_counts_and_only_for_its_skill(trait, name):
    with pytest.raises(Refused) as refused:
        CORE.check(hero(3, 5), trait, specialization=name)

    assert codes(refused) == [("no_specialization", "specialization", "P4")]
    assert name in str(refused.value.problems[0])


def test_without_a_sheet_nobody_is_specialized():
    with pytest.raises(Refused) as refused:
        CORE.sway(CORE.check(hero(3, 5), "stealth"), specialization="sombras")

    assert codes(refused) == [("no_specialization", "specialization", "P4")]


def test_a_specialization_covers_the_values_that_its_skill_is_added_up_in():
    blades = (Specialization("melee_weapons", "espadas"),)
    sheet = Sheet({"physique": 4}, {"melee_weapons": 5}, {}, specializations=blades)
    attack = CORE.attack(sheet, None, defense=15)

    assert CORE.sway(attack, sheet, specialization="espadas").factors == (Factor("specialization", 1, "P4", "espadas"),)
    with pytest.raises(Refused):
        CORE.sway(CORE.initiative(sheet), sheet, specialization="espadas")
