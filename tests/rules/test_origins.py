"""A sheet that proves itself legal: each point traced to creation, a movement or a correction (X1)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import Refused
from rules.growth import Extra, Ledger, Origin, Purchase, prove
from rules.growth.ledger import awarded
from rules.techniques import Technique
from tests.rules.growing import MASTERS as RULES

ATTRIBUTES = dict(zip([each.key for each in RULES.attributes], [5, 5, 4, 2, 2, 2], strict=True))
SKILLS = {"melee_weapons": 5, "brawl": 3}
DRAFT = RULES.draft(ATTRIBUTES, SKILLS, techniques=[Technique("fire", "Fuego", 2, "willpower")])


def grown(px):
    return RULES.learner(DRAFT.build.levels, Ledger((awarded("a1", px),)))


def told(proof):
    return [(problem.code, problem.field, problem.rule) for problem in proof.problems]


def test_a_fresh_sheet_is_all_creation():
    proof = prove(DRAFT, DRAFT.build.levels, Ledger())

    assert proof.is_legal
    assert set(proof.origins) == {
        *(Origin(f"attributes.{key}", value) for key, value in ATTRIBUTES.items()),
        Origin("skills.melee_weapons", 5),
        Origin("skills.brawl", 3),
        Origin("techniques.fire", 2),
    }


def test_each_point_names_the_movement_it_comes_from():
    someone = grown(50)
    spend = someone.buy("m1", Purchase("skills.brawl", 4))
    someone = someone.adding(spend)
    power = someone.buy("m2", Purchase("techniques.fire", 2, (Extra("Área", 4),)))
    someone = someone.adding(power)
    correction = someone.correct("c1", "skills.climb", 2, reason="se olvidó")
    someone = someone.adding(correction)

    proof = prove(DRAFT, someone.levels, someone.ledger)
    assert proof.is_legal
    assert [each for each in proof.origins if each.trait == "skills.brawl"] == [
        Origin("skills.brawl", 3),
        Origin("skills.brawl", 1, spend),
    ]
    assert Origin("techniques.fire", 0, power) in proof.origins
    assert [each for each in proof.origins if each.trait == "skills.climb"] == [Origin("skills.climb", 2, correction)]


def test_a_refunded_spend_is_no_origin():
    someone = grown(50)
    someone = someone.adding(someone.buy("m1", Purchase("skills.brawl", 4)))
    someone = someone.adding(someone.refund("r1", "m1", reason="no"))

    proof = prove(DRAFT, someone.levels, someone.ledger)
    assert proof.is_legal
    assert [each for each in proof.origins if each.trait == "skills.brawl"] == [Origin("skills.brawl", 3)]


@pytest.mark.parametrize(
    ("path", "level", "code", "points"),
    [
        ("skills.brawl", 5, "untraced", 2),
        ("skills.stealth", 1, "untraced", 1),
        ("attributes.charisma", 3, "untraced", 1),
        ("skills.brawl", 0, "missing_points", 3),
    ],
)
def test_what_is_left_over_is_a_problem(path, level, code, points):
    proof = prove(DRAFT, {**DRAFT.build.levels, path: level}, Ledger())

    assert told(proof) == [(code, path, "X1")]
    assert proof.problems[0].params == {"points": points}
    assert not proof.is_legal


def test_a_trait_that_is_gone_is_missing_its_points():
    levels = {path: level for path, level in DRAFT.build.levels.items() if path != "techniques.fire"}

    assert told(prove(DRAFT, levels, Ledger())) == [("missing_points", "techniques.fire", "X1")]


def test_what_creation_did_not_allow_is_named_by_its_rule():
    draft = RULES.draft({**ATTRIBUTES, "physique": 7}, {"brawl": 60})

    assert told(prove(draft, draft.build.levels, Ledger())) == [
        ("over", "attributes.physique", "P1"),
        ("over", "skills.brawl", "P2"),
        ("over_budget", "attributes", "P1"),
        ("over_budget", "skills", "P2"),
    ]


@pytest.mark.parametrize("approved", [set(), {"attributes.physique"}])
def test_a_prodigy_that_nobody_approved_is_a_problem(approved):
    draft = RULES.draft(ATTRIBUTES, SKILLS, approved=approved)
    someone = RULES.learner(draft.build.levels, Ledger())
    someone = someone.adding(someone.correct("c1", "attributes.physique", 16, reason="bendición"))

    expected = [] if approved else [("prodigy", "attributes.physique", "P3")]
    assert told(prove(draft, someone.levels, someone.ledger)) == expected


def test_px_that_were_never_there_are_a_problem():
    someone = grown(4)
    someone = someone.adding(someone.buy("m1", Purchase("skills.brawl", 4)))
    someone = someone.adding(awarded("a2", -3, reason="era de Inés"))

    proof = prove(DRAFT, someone.levels, someone.ledger)
    assert told(proof) == [("overspent", "px", "X1")]
    assert proof.problems[0].params == {"px": 3}


PATHS = st.sampled_from(
    ["attributes.physique", "attributes.charisma", "skills.brawl", "skills.climb", "techniques.fire", "masteries.mace"]
)
STEPS = st.one_of(
    st.tuples(st.just("award"), st.integers(-20, 60)),
    st.tuples(st.just("buy"), PATHS, st.integers(1, 8)),
    st.tuples(st.just("refund"), st.integers(0, 20)),
    st.tuples(st.just("correct"), PATHS, st.integers(0, 8)),
)


def after(someone, number, step):
    """Someone after a step, or the same if it is refused."""
    key, (what, *rest) = f"m{number}", step
    try:
        match what:
            case "award":
                return someone.adding(awarded(key, rest[0], reason="porque sí"))
            case "buy":
                extras = (Extra("Algo", 3),) if rest[0].startswith("techniques") else ()
                return someone.adding(someone.buy(key, Purchase(*rest, extras)))
            case "refund":
                return someone.adding(someone.refund(key, f"m{rest[0]}", reason="porque sí"))
            case _:
                return someone.adding(someone.correct(key, *rest, reason="porque sí"))
    except Refused:
        return someone


@given(st.lists(STEPS, max_size=20))
def test_whatever_is_done_every_point_has_its_origin_and_the_sums_hold(steps):
    someone = RULES.learner(DRAFT.build.levels, Ledger())
    for number, step in enumerate(steps):
        someone = after(someone, number, step)
        given = sum(each.px for each in someone.ledger.movements if each.kind == "award")
        paid = sum(-each.px for each in someone.ledger.spends)
        proof = prove(DRAFT, someone.levels, someone.ledger)

        assert someone.ledger.balance == given - paid
        assert someone.ledger.spent == paid
        assert someone.level == paid // 20
        assert {problem.code for problem in proof.problems} <= {"overspent"}
        traced = {}
        for each in proof.origins:
            traced[each.trait] = traced.get(each.trait, 0) + each.points
        assert {path: level for path, level in someone.levels.items() if level} == {
            path: level for path, level in traced.items() if level
        }
