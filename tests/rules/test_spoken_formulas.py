"""Formulas typed in the words of the table."""

import pytest

from rules import find_preset
from rules.formula import Formula, FormulaError
from rules.reference.spoken import Spoken
from rules.reference.words import Words

RULES = find_preset("ryf-table")
SPANISH = {
    "Physique": "Físico",
    "Melee weapons": "Armas cuerpo a cuerpo",
    "level": "nivel",
    "Dexterity": "Dodge",
    "Law": "Leyes",
    "Religion": "leyes",
    "Fauna": "Mínimo",
    "Swim": "Min",
    "Ride": "3.ª montura",
}.get


def spoken(changes=None):
    rules = RULES.patched(changes or {})
    return Spoken(rules, Words(rules, lambda text: SPANISH(text, text)))


def test_a_formula_is_shown_in_words_that_can_be_typed():
    shown = spoken().show(Formula.parse("physique * 4 + melee_weapons // 2 + level"))

    assert shown == "físico × 4 + armas_cuerpo_a_cuerpo ÷ 2 + nivel"


@pytest.mark.parametrize(
    "text",
    [
        "físico × 4 + armas_cuerpo_a_cuerpo",
        "FISICO * 4 + Armas_Cuerpo_A_Cuerpo",
        "physique * 4 + melee_weapons",
        "físico*4+melee_weapons",
    ],
)
def test_it_is_read_by_words_or_keys_whatever_case_and_accents(text):
    assert spoken().read(text) == Formula.parse("physique * 4 + melee_weapons")


def test_what_could_be_something_else_is_called_by_its_key():
    names = spoken().names

    assert "dexterity" not in names  # its label is the key of another
    assert names.keys().isdisjoint({"law", "religion"})  # they share a label
    assert "swim" not in names  # its label is a function
    assert "ride" not in names  # its label does not begin like a name
    assert names["fauna"] == "mínimo"


def test_a_name_that_nothing_has_stays_for_the_problem_to_name():
    assert spoken().read("suerte + físico").names == {"suerte", "physique"}


def test_what_is_no_formula_is_refused_at_its_place():
    with pytest.raises(FormulaError) as refused:
        spoken().read("físico × ")

    assert refused.value.problem.code == "unfinished"


def test_words_that_would_make_it_too_long_give_way_to_keys():
    formula = Formula.parse(" + ".join(["melee_weapons"] * 12))

    assert spoken().show(formula) == formula.show()
    assert spoken().read(spoken().show(formula)) == formula
