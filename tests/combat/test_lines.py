"""Foes in one line (P6): what is read, and where a line that cannot be read goes wrong."""

import pytest

from combat.lines import Line, find_named, read_line
from rules.notation import parse
from rules.problems import Refused

GOBLIN = Line("goblin", 4, 12, 13, 5, parse("1d6+1"))


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("4 goblin 12 13 +5 1d6+1", GOBLIN),
        ("  4   goblin 12 13 5 1D6+1 ", GOBLIN),
        ("goblin 12 13 +5 1d6+1", Line("goblin", 1, 12, 13, 5, parse("1d6+1"))),
        ("2 lobo gris 10 13 −1 2d6", Line("lobo gris", 2, 10, 13, -1, parse("2d6"))),
        (
            "4 goblin 12 13 +5 1d6+1 a2 i+3 oculto",
            Line("goblin", 4, 12, 13, 5, parse("1d6+1"), absorption=2, initiative=3, is_hidden=True),
        ),
        ("goblin 8 12 6 1b2d6 hidden i-2", Line("goblin", 1, 8, 12, 6, parse("1b2d6"), None, -2, True)),
        ("4 goblins", Line("goblins", 4)),
        ("Azcona, la de la máscara", Line("Azcona, la de la máscara")),
        ("4 goblin oculto", Line("goblin", 4, is_hidden=True)),
    ],
)
def test_what_a_line_says(text, read):
    assert read_line(text) == read


@pytest.mark.parametrize(
    ("text", "code", "at"),
    [
        ("", "name", None),
        ("4", "name", None),
        ("12 13 +5 1d6", "name", None),
        ("4 goblin 12", "short", None),
        ("4 goblin 12 13 +5", "short", None),
        ("4 goblin 12 x +5 1d6", "number", 13),
        ("4 goblin 12 13 1d6 +5", "number", 16),
        ("4 goblin 12 13 +5 1z6", "damage", 19),
        ("4 goblin 12 13 +5 1d6 b2", "word", 23),
        ("4 goblin 12 13 +5 1d6 a2 a3", "twice", 26),
        ("4 goblin 12 13 +5 1d6 oculto oculto", "twice", 30),
        ("21 goblin 12 13 +5 1d6", "bounds", 1),
        ("0 goblin 12 13 +5 1d6", "bounds", 1),
        ("goblin 0 13 +5 1d6", "bounds", 8),
        ("goblin 8 100 +5 1d6", "bounds", 10),
        ("goblin 8 10 +5 1d6 a100", "bounds", 21),
        ("x" * 51, "name", None),
        ("x" * 121, "long", None),
    ],
)
def test_where_a_line_goes_wrong(text, code, at):
    with pytest.raises(Refused) as refused:
        read_line(text)

    (problem,) = refused.value.problems
    assert (problem.code, problem.field, problem.params.get("position")) == (code, "line", at)
    assert str(problem)


@pytest.mark.parametrize(
    ("name", "place"), [("goblin", 1), ("Goblins", 1), ("GOBLÍN", 1), ("lobos", 2), ("lobo", 2), ("orco", None)]
)
def test_a_name_finds_the_one_of_the_library(name, place):
    assert find_named(name, ["Goblin rojo", "Goblin", "Lobo"]) == place


def test_the_very_name_goes_before_its_plural():
    assert find_named("lobos", ["Lobo", "Lobos"]) == 1
