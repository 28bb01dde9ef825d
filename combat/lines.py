"""Foes written in one line (P6): "4 goblin 12 13 +5 1d6+1 a2 i+3 oculto".

How many, the name, then PV, defense, attack and damage; behind them, in any order, what is absorbed, the initiative,
and whether they are hidden. A name alone, "4 goblin", is of a foe that the library has. Pure: text in, values out.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NoReturn
from unicodedata import normalize

from rules.messages import gettext_noop as _
from rules.notation import Dice, parse
from rules.problems import Problem, Refused

MOST_LETTERS = 120
MOST_OF_NAME = 50
BOUNDS = {
    "count": (1, 20),
    "points": (1, 999),
    "defense": (0, 99),
    "attack": (-20, 99),
    "absorption": (0, 99),
    "initiative": (-20, 99),
}
"""The least and the most of each number."""
HIDDEN = {"oculto", "oculta", "ocultos", "ocultas", "hidden"}
NUMBER = re.compile(r"[+-]?\d{1,6}")
OPTION = re.compile(r"([ai])([+-]?\d{1,6})")
VALUES = ("points", "defense", "attack")


@dataclass(frozen=True, slots=True)
class Line:
    """What a line says. Without `damage` it is a name alone; None is what it does not say."""

    name: str
    count: int = 1
    points: int | None = None
    defense: int | None = None
    attack: int | None = None
    damage: Dice | None = None
    absorption: int | None = None
    initiative: int | None = None
    is_hidden: bool = False


@dataclass(frozen=True, slots=True)
class Word:
    """A word of the line and where it begins, counted from 1."""

    text: str
    at: int

    @property
    def plain(self) -> str:
        return self.text.replace("\N{MINUS SIGN}", "-").casefold()


def read_line(text: str) -> Line:
    """Read a line. Raises Refused, field "line", with the first thing that it cannot read and where it stands."""
    if len(text) > MOST_LETTERS:
        _refuse("long", _("A line has at most %(most)s letters."), most=MOST_LETTERS)
    words = [Word(match[0], match.start() + 1) for match in re.finditer(r"\S+", text)]
    count = 1
    if words and NUMBER.fullmatch(words[0].plain):
        count = _bounded("count", words.pop(0))
    options = next((place for place, word in enumerate(words) if _is_value(word) or _is_option(word)), len(words))
    name, rest = " ".join(word.text for word in words[:options]), words[options:]
    if not name or len(name) > MOST_OF_NAME:
        message = _("A name comes first, of at most %(most)s letters: 4 goblin 12 13 +5 1d6+1.")
        _refuse("name", message, most=MOST_OF_NAME)
    found: dict[str, object] = {}
    if rest and _is_value(rest[0]):
        for what in VALUES:
            found[what] = _bounded(what, _next(rest))
        found["damage"] = _damage(_next(rest))
    for word in rest:
        what, value = _option(word)
        if what in found:
            _refuse_word("twice", _("“%(found)s” at letter %(position)s says something a second time."), word)
        found[what] = value
    return Line(name, count, **found)  # type: ignore[arg-type]  # each as its field has it


def same_name(name: str, other: str) -> bool:
    """Whether two names mean the same: case, accents and a plural aside ("4 goblins")."""
    one, two = _folded(name), _folded(other)
    return one == two or any(one == two + ending for ending in ("s", "es"))


def find_named(name: str, names: Iterable[str]) -> int | None:
    """The place of the first that has that very name, else of the first that means the same."""
    known = list(names)
    exact = [place for place, each in enumerate(known) if _folded(each) == _folded(name)]
    alike = [place for place, each in enumerate(known) if same_name(name, each)]
    return next(iter([*exact, *alike]), None)


def _folded(name: str) -> str:
    plain = normalize("NFKD", name.casefold())
    return " ".join("".join(letter for letter in plain if not 0x300 <= ord(letter) < 0x370).split())


def _is_value(word: Word) -> bool:
    return bool(NUMBER.fullmatch(word.plain))


def _is_option(word: Word) -> bool:
    return word.plain in HIDDEN or bool(OPTION.fullmatch(word.plain))


def _option(word: Word) -> tuple[str, object]:
    if word.plain in HIDDEN:
        return "is_hidden", True
    if match := OPTION.fullmatch(word.plain):
        what = {"a": "absorption", "i": "initiative"}[match[1]]
        return what, _bounded(what, Word(match[2], word.at + 1))
    return _refuse_word("word", _("“%(found)s” at letter %(position)s is none of a2, i+3 or hidden."), word)


def _next(rest: list[Word]) -> Word:
    if not rest:
        _refuse("short", _("The line ends too soon: after the name come PV, defense, attack and damage."))
    return rest.pop(0)


def _bounded(what: str, word: Word) -> int:
    least, most = BOUNDS[what]
    if not NUMBER.fullmatch(word.plain):
        _refuse_word("number", _("“%(found)s” at letter %(position)s should be a number."), word)
    number = int(word.plain)
    if not least <= number <= most:
        message = _("“%(found)s” at letter %(position)s should go from %(least)s to %(most)s.")
        _refuse_word("bounds", message, word, least=least, most=most)
    return number


def _damage(word: Word) -> Dice:
    try:
        return parse(word.text)
    except Refused:
        message = _("“%(found)s” at letter %(position)s is no damage, such as 1d6+1.")
        _refuse_word("damage", message, word)


def _refuse_word(code: str, message: str, word: Word, **params: object) -> NoReturn:
    _refuse(code, message, found=word.text[:20], position=word.at, **params)


def _refuse(code: str, message: str, **params: object) -> NoReturn:
    raise Refused(Problem(code, message, "line", "P6", params))
