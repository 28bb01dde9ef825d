"""How the tests are chosen that PostgreSQL runs too."""

from tests.statements import few, shape


def test_few_and_quick_tests_make_every_statement_between_them():
    asked = {"all of it": ["1", "2", "3"], "slow": ["4"], "quick": ["4"], "some of it": ["2"], "nothing": []}
    took = {"all of it": 2.0, "slow": 9.0, "quick": 0.1, "some of it": 0.1, "nothing": 0.0}

    assert few(asked, took, set()) == ["all of it", "quick"]


def test_what_runs_there_anyway_needs_no_other_test():
    asked = {"marked": ["1", "2"], "some of it": ["2"], "more": ["2", "3"]}

    assert few(asked, {"marked": 9.0, "some of it": 0.1, "more": 0.2}, {"marked"}) == ["more"]


def test_a_test_whose_statements_the_others_make_as_well_is_left_out():
    asked = {"first": ["1"], "both": ["1", "2"], "slow": ["2"]}

    assert few(asked, {"first": 0.1, "both": 0.2, "slow": 9.0}, set()) == ["both"]


def test_a_statement_is_the_same_for_any_number_of_rows():
    assert shape("SELECT a FROM b WHERE c IN (%s, %s)") == shape("SELECT a FROM b WHERE c IN (%s)")
    assert shape("INSERT INTO a VALUES (%s, NULL), (%s, %s)") == shape("INSERT INTO a VALUES (%s, %s)")
    one, case = "UPDATE a SET b = CASE {} ELSE NULL END WHERE id IN (%s)", "WHEN (id = %s) THEN %s"
    assert shape(one.format(case)) == shape(one.format(f"{case} {case} {case}"))
    assert shape("SELECT a FROM b WHERE c = %s") != shape("SELECT a FROM b WHERE d = %s")
