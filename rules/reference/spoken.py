"""Formulas as somebody types them: with the words of the table, in the reader's language, or with the keys."""

import re
from collections.abc import Mapping
from typing import Any
from unicodedata import combining, normalize

from rules.expressions import FUNCTIONS
from rules.formula import MAX_LENGTH, Formula
from rules.reference.words import Words

NAME = re.compile(r"[^\W\d]\w*")


class Spoken:
    """The names that formulas of a ruleset may use, each as one word, and the way back to their keys.

    What could be taken for something else is called by its key: labels that two traits share, or that are a key.
    """

    def __init__(self, ruleset: Any, words: Words) -> None:
        labels = {key: words.labels[key] for key in ruleset.names if key in words.labels}
        spoken = {key: re.sub(r"\W+", "_", label).strip("_").lower() for key, label in labels.items()}
        plain = [_plain(word) for word in spoken.values()]
        reserved = {*ruleset.names, *FUNCTIONS}
        self.names: Mapping[str, str] = {
            key: word
            for key, word in spoken.items()
            if NAME.fullmatch(word) and plain.count(_plain(word)) == 1 and _plain(word) not in reserved
        }
        self._keys = {_plain(word): key for key, word in self.names.items()}
        self._known = ruleset.names

    def show(self, formula: Formula) -> str:
        """The formula as it can be typed and read again; with its keys where the words would make it too long."""
        text = formula.show(self.names)
        return text if len("".join(text.split())) <= MAX_LENGTH else formula.show()

    def read(self, text: str) -> Formula:
        """A formula with its words or keys, whatever the case and the accents; names that nothing here has stay as
        they are. Raises FormulaError."""
        formula = Formula.parse(text)
        unknown = formula.names - self._known
        keys = {name: self._keys.get(_plain(name), name) for name in unknown}
        return Formula.parse(formula.show(keys)) if unknown else formula


def _plain(word: str) -> str:
    return "".join(each for each in normalize("NFD", word) if not combining(each)).lower()
