"""Names: what may stand in one, and how two are compared.

A name is shown beside other people's words on everybody's screen, so nothing in it may change how those are read: no
sign that cannot be seen, none that turns the direction of writing, no tower of accents. Names in any script are
welcome; pages isolate them (static/css/reset.css), so that one written from right to left moves nothing beside it.
"""

import unicodedata
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

UNSEEN: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Zl", "Zp"})
BLANK: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")  # letters by their kind, and nothing to look at
JOINING: Final = frozenset("\u200c\u200d")  # letters of Persian and Hindi, and families of emoji, are made with them
MOST_MARKS: Final = 4  # above and below one letter: Vietnamese has two, pointed Hebrew four
MOST_FOLDED: Final = 120  # what the columns hold
ALIKE: Final = frozenset({"LATIN", "GREEK", "CYRILLIC"})
"""Scripts whose letters look like each other's."""


def folded(name: str) -> str:
    """A name whatever its case, however its accents are written, without what cannot be seen of it, at most MOST_FOLDED
    signs: a letter may become eighteen. SQLite itself folds only a to z.
    """
    seen = "".join(sign for sign in unicodedata.normalize("NFKC", name) if unicodedata.category(sign) not in UNSEEN)
    return unicodedata.normalize("NFC", " ".join(seen.split()).casefold())[:MOST_FOLDED]


def is_seen(sign: str) -> bool:
    """Whether a sign may stand in a name, or in any text of one line."""
    return sign in JOINING or (unicodedata.category(sign) not in UNSEEN and sign not in BLANK)


def is_in_one_script(name: str) -> bool:
    """False where letters of scripts that look alike are mixed, as in Мarta with a Cyrillic М."""
    scripts = {unicodedata.name(sign, "").partition(" ")[0] for sign in name if sign.isalpha()}
    return len(scripts & ALIKE) < 2


class Name(forms.CharField):
    """What somebody or something is called, in one line."""

    default_error_messages = {
        "unseen": _("There is a sign in it that nobody can type."),
        "mixed": _("Write it with the letters of one alphabet."),
    }

    def to_python(self, value: Any) -> str:
        return unicodedata.normalize("NFC", " ".join(super().to_python(value).split()))

    def validate(self, value: str) -> None:
        super().validate(value)
        marks = 0
        for sign in value:
            marks = marks + 1 if unicodedata.combining(sign) else 0
            if not is_seen(sign) or marks > MOST_MARKS:
                raise forms.ValidationError(self.error_messages["unseen"], code="unseen")
        if value and not any(sign.isprintable() and not sign.isspace() for sign in value):
            raise forms.ValidationError(self.error_messages["unseen"], code="unseen")


class PersonName(Name):
    """What a person is called: by it the others at the table know them, so no two may look alike."""

    def validate(self, value: str) -> None:
        super().validate(value)
        if not is_in_one_script(value):
            raise forms.ValidationError(self.error_messages["mixed"], code="mixed")
