"""Formulas: what they compute, how they are written, and what is no formula."""

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from rules.expressions import MAX_VALUE, Extreme, Floor, Name, Negative, Number, Operation
from rules.formula import MAX_DEPTH, MAX_LENGTH, MAX_NUMBER, Formula, FormulaError

NAMES = {"physique", "dodge", "level"}
VALUES = {"physique": 4, "dodge": -3, "level": 0}

nodes = st.recursive(
    st.builds(Number, st.integers(0, MAX_NUMBER)) | st.builds(Name, st.sampled_from(sorted(NAMES))),
    lambda inner: (
        st.builds(Negative, inner)
        | st.builds(Operation, st.sampled_from(["+", "-", "*"]), inner, inner)
        | st.builds(Floor, inner)
        | st.builds(Floor, st.builds(Operation, st.just("/"), inner, st.just(Name("level"))))
        | st.builds(Extreme, st.sampled_from(["min", "max"]), st.lists(inner, min_size=1, max_size=3).map(tuple))
    ),
    max_leaves=8,
)
formulas = nodes.map(lambda root: Formula(root, frozenset(root.names())))


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("5", 5),
        ("physique * 4", 16),
        ("physique*4+level*5", 16),
        ("2 + 3 * 4", 14),
        ("(2 + 3) * 4", 20),
        ("10 - 3 - 2", 5),
        ("7 // 2 * 2", 6),
        ("dodge // 2", -2),
        ("-physique + 1", -3),
        ("2 * -3", -6),
        ("--5", 5),
        ("min(physique, 2, dodge)", -3),
        ("max(physique, 9) - 1", 8),
        ("physique × 4 − 1", 15),
        ("7 ÷ 2 × 2", 6),
        ("\tphysique\n*  4 ", 16),
        ("10 // level", 0),
        ("floor(7 / 2)", 3),
        ("floor(dodge / 2)", -2),
        ("floor(7 / 2 + 1 / 2)", 4),
        ("floor(physique * 10 / 3) + 1", 14),
        ("12 + 3 * floor((physique + 4) / 3)", 18),
        ("max(floor(min(7, 9) / 2), 2)", 3),
        ("floor(10 / level) + 1", 1),
        ("floor(5)", 5),
        ("9999 * 9999 * 9999", MAX_VALUE),
        ("-9999 * 9999 * 9999", -MAX_VALUE),
    ],
)
def test_a_formula_computes(text, value):
    assert Formula.parse(text, NAMES).evaluate(VALUES) == value


def test_a_name_without_a_value_is_zero():
    assert Formula.parse("physique + 3").evaluate({}) == 3


def test_a_formula_knows_its_names():
    assert Formula.parse("max(physique, 2) + dodge * dodge").names == {"physique", "dodge"}


def test_a_formula_is_shown_with_the_labels_of_the_table():
    formula = Formula.parse("(physique+1)*4-dodge//2")

    assert formula.show({"physique": "Físico", "dodge": "Esquivar"}) == "(Físico + 1) × 4 − Esquivar ÷ 2"
    assert str(formula) == "(physique + 1) * 4 - dodge // 2"
    assert Formula.parse("floor((physique+1)/2)").show({"physique": "Físico"}) == "floor((Físico + 1) / 2)"


@pytest.mark.parametrize("text", ["-level", "10 - -level", "-(level + 2)", "2 * -level"])
def test_a_minus_of_its_own_is_written_as_it_was_read(text):
    formula = Formula.parse(text)

    assert str(formula) == text
    assert formula.show({"level": "Nivel"}) == text.replace("level", "Nivel").replace("-", "−").replace("*", "×")


@given(formula=formulas)
@example(formula=Formula.parse("10 - (3 - 2)"))
@example(formula=Formula.parse("8 // (4 // 2)"))
@example(formula=Formula.parse("-(2 + 3) * 4"))
def test_what_is_written_or_shown_is_the_same_formula(formula):
    assume(len(str(formula)) <= MAX_LENGTH)

    again = Formula.parse(str(formula), NAMES)

    assert again == formula == Formula.parse(formula.show(), NAMES)
    assert again.names == formula.names
    assert again.evaluate(VALUES) == formula.evaluate(VALUES)


@given(text=st.text(alphabet="0123456789abphysique_+-*/(), \t×÷−²٣é$", max_size=60))
@example(text="floor(7 / 2")
def test_any_text_is_a_formula_or_a_problem_with_its_place(text):
    problem = None
    try:
        formula = Formula.parse(text)
    except FormulaError as error:
        problem = error.problem

    if problem:
        position = problem.params["position"]
        assert 1 <= position <= len(text) + 1
        assert problem.params["found"][:1] == text[position - 1 : position]
        assert str(problem)
    else:
        assert Formula.parse(str(formula)) == formula
        assert abs(formula.evaluate({})) <= MAX_VALUE


@pytest.mark.parametrize(
    ("text", "code", "position"),
    [
        ("", "unfinished", 1),
        ("   ", "unfinished", 4),
        ("physique *", "unfinished", 11),
        ("(physique", "unfinished", 10),
        ("physique 4", "unexpected", 10),
        ("* 4", "unexpected", 1),
        ("4)", "unexpected", 2),
        ("2 ** 3", "unexpected", 4),
        ("7 / 2", "not_whole", 3),
        ("floor(7 / 2) / 2", "not_whole", 14),
        ("floor(7, 2)", "unexpected", 8),
        ("floor 7", "unexpected", 7),
        ("floor", "unfinished", 6),
        ("7 % 2", "unexpected", 3),
        ("1.5", "unexpected", 2),
        ("1_000", "unexpected", 2),
        ("3 > 2", "unexpected", 3),
        ("min()", "unexpected", 5),
        ("min 3", "unexpected", 5),
        ("min(1,)", "unexpected", 7),
        ("level(3)", "unexpected", 6),
        ("physique.__class__", "unexpected", 9),
        ("'a' * 9", "unexpected", 1),
        ("٣ + 1", "unexpected", 1),
        ("4²", "unexpected", 2),
        ("Físico * 4", "unknown_name", 1),
        ("1 + __import__", "unknown_name", 5),
        ("1 + eval(1)", "unknown_name", 5),
        ("charisma", "unknown_name", 1),
        ("8 // 0", "division_by_zero", 6),
        ("8 ÷ 0", "division_by_zero", 5),
        ("8 // (3 - 3)", "division_by_zero", 6),
        ("floor(8 / min(0, 4))", "division_by_zero", 11),
        ("2 * 10000", "too_large", 5),
        ("9" * 150, "too_large", 1),
        ("1" + "+1" * MAX_LENGTH, "too_long", MAX_LENGTH + 1),
        ("(" * (MAX_DEPTH + 1) + "1", "too_deep", MAX_DEPTH + 1),
        ("-" * 150 + "1", "too_deep", MAX_DEPTH + 1),
    ],
)
def test_what_is_no_formula_is_refused_at_its_character(text, code, position):
    with pytest.raises(FormulaError) as refused:
        Formula.parse(text, NAMES)

    problem = refused.value.problem
    assert (problem.code, problem.params["position"]) == (code, position)
    assert refused.value.problems == (problem,)
    assert str(position) in str(problem)


def test_a_long_chain_is_computed():
    text = "1" + "+1" * ((MAX_LENGTH - 1) // 2)

    formula = Formula.parse(text)

    assert formula.evaluate({}) == (MAX_LENGTH + 1) // 2
    assert Formula.parse(str(formula)) == formula


def test_a_formula_is_told_to_programmers_as_it_is_made():
    assert repr(Formula.parse("physique*4")) == "Formula.parse('physique * 4')"


@pytest.mark.parametrize("text", ["physique * 4", "level + dodge // 2", "max(level, 2)", "5 - (dodge - -(level * 2))"])
def test_what_is_more_than_a_sum_has_no_addends(text):
    assert Formula.parse(text).addends(VALUES) is None


def test_the_addends_of_a_sum_add_up():
    formula = Formula.parse("10 - (physique - dodge) + -level")

    assert formula.addends(VALUES) == (("", 10), ("physique", -4), ("dodge", -3), ("level", 0))
    assert sum(value for _name, value in formula.addends(VALUES)) == formula.evaluate(VALUES)
