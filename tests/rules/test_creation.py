"""Building a character: budgets, bounds, and when it is finished (P1–P3); what only some tables have is beside it."""

import pytest

from rules import find_preset

RULES = find_preset("ryf-table")
KEYS = [each.key for each in RULES.attributes]


def draft(*values, rules=RULES, **skills):
    return rules.draft(dict(zip(KEYS, values, strict=False)), skills)


def told(problems):
    return [(problem.code, problem.field, problem.rule) for problem in problems]


def skills_of(*levels):
    return {skill.key: level for skill, level in zip(RULES.skills, levels, strict=False)}


FIFTY = skills_of(*[5] * 10)


def test_e83_a_draft_may_be_under_its_budget_but_is_not_finished():
    found = draft(1, 1, 1, 5, 5, 5, **FIFTY)

    assert found.left == (2, 0)
    assert found.problems() == ()
    assert told(found.finishing_problems()) == [("unspent", "attributes", "P3")]
    assert str(found.finishing_problems()[0]) == "2 attribute points are still to be spent."


def test_e83_twenty_points_within_bounds_are_fine():
    found = draft(2, 2, 2, 4, 5, 5, **FIFTY)

    assert found.left == (0, 0)
    assert found.finishing_problems() == found.to_confirm() == ()


def test_e83_six_is_over_five():
    found = draft(6, 4, 4, 4, 1, 1, **FIFTY)

    assert found.left.attributes == 0
    assert told(found.problems()) == [("over", "attributes.physique", "P1")]
    assert str(found.problems()[0]) == "6 is over the maximum of 5."


def test_e84_three_problems_at_once():
    found = draft(5, 5, 5, 5, 1, 1, **skills_of(6, *[5] * 9))

    assert found.left == (-2, -1)
    assert told(found.problems()) == [
        ("over", "skills.notice", "P2"),
        ("over_budget", "attributes", "P1"),
        ("over_budget", "skills", "P2"),
    ]
    assert [problem.params["over"] for problem in found.problems()[1:]] == [2, 1]
    assert found.finishing_problems() == found.problems()


def test_e85_unspent_skill_points_are_to_be_confirmed():
    found = draft(2, 2, 2, 4, 5, 5, **skills_of(3, *[5] * 9))

    assert found.finishing_problems() == ()
    assert told(found.to_confirm()) == [("unspent", "skills", "P3")]
    assert found.to_confirm()[0].params == {"left": 2}


def test_an_attribute_that_is_not_written_counts_as_the_least():
    found = draft()

    assert found.left == (14, 50)
    assert found.problems() == ()
    assert told(found.finishing_problems()) == [
        *(("missing", f"attributes.{key}", "P3") for key in KEYS),
        ("unspent", "attributes", "P3"),
    ]


@pytest.mark.parametrize("value", [0, -3])
def test_an_attribute_is_at_least_one(value):
    assert told(draft(value).problems()) == [("under", "attributes.physique", "P1")]


def test_a_skill_is_not_negative():
    assert told(draft(music=-1).problems()) == [("under", "skills.music", "P2")]


def test_what_the_ruleset_does_not_know_is_a_problem_and_costs_nothing():
    found = RULES.draft({"luck": 30}, {"flight": 99})

    assert found.left == (14, 50)
    assert told(found.problems()) == [
        ("unknown_trait", "attributes.luck", "P1"),
        ("unknown_trait", "skills.flight", "P2"),
    ]


def test_a_base_makes_attributes_cheaper():
    rules = RULES.patched(
        {
            "creation.attribute_points": 24,
            "creation.attribute_base": 3,
            "creation.attribute_minimum": 3,
            "creation.attribute_maximum": 9,
        }
    )

    assert draft(9, 9, 9, 9, 3, 3, rules=rules).left.attributes == 0
    assert draft(9, 9, 9, 9, 3, 3, rules=rules).problems() == ()


def test_other_budgets():
    rules = RULES.patched({"creation.skill_points": 90, "creation.skill_maximum": 10, "attributes.willpower": None})

    found = draft(4, 4, 4, 4, 4, rules=rules, music=10)

    assert found.left == (0, 80)
    assert found.finishing_problems() == ()
