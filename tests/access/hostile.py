"""What somebody may send instead of what a form asks for."""

from collections.abc import Mapping
from random import Random
from typing import Any

LONG = "x" * 70_000
NUMBERS = [
    "0", "-1", "+1", "007", "1e9", "1e400", "0x10", "1_000", "1,5", "1.5", "--5", "−5", "NaN", "-Infinity", "9" * 20,
    "9" * 400, str(2**31), str(2**63), str(-(2**63) - 1), "٣", "½", "²", "Ⅷ", "٣ ٤", "1 2 3", "99 99 99",
    "1" + " 1" * 90,
]  # fmt: skip
SIGNS = [
    "", " ", "\0", "\x07", "\x1b[31m", "a\r\nb", "\ufeff", "\u200b", "\u202eabc", "\u2066", "\ud800", "\udfff",
    "\ufffe", "e" + "\u0301" * 300, "🜁🐉", "ﷺ" * 30, "ß", "İ", "ﬁ", "שלום", "x" * 41, "x" * 61, "x" * 300, LONG,
]  # fmt: skip
MARKUP = [
    "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "{{ 7*7 }}", "{% load x %}", "%s %(x)s %n %",
    "${7*7}",     "' OR 1=1 --", "../../etc/passwd", "javascript:alert(1)", "[url=x]", "`|`", "=1+1", "\\", "\\u0000",
]  # fmt: skip
SHAPES = [
    "[]", "{}", "null", "true", "[[[[]]]]", "[" * 5_000, '{"a":' * 2_000, '{"a": 1, "a": 2}', '"x"', ":", "::", "a:b:c",
    "a:", ":b", "skills.stealth:4", "skills.:4", ".:1", "weapons:", "shields:nothing", "new", "1d6", "0d6", "1d0",
    "9999d9", "1d6!" * 20, "1o3d10", "2d6+" * 30, "-", "--", "=", "=12", "+3", "min(", "floor(1/0)",
    "physique * physique * 99999",     "(" * 90, "__class__", "__proto__", "pk", "id", "key", "self",
]  # fmt: skip
NONSENSE = [*NUMBERS, *SIGNS, *MARKUP, *SHAPES]
NO_VALUE = [value for value in NONSENSE if len(value) > 12 or not value.isprintable() or set(value) & set("<>{}[]%\\")]
PLANES = [(32, 127), (0, 256), (0, 0xD800), (0xD800, 0x110000)]  # half of all letters are those of a keyboard
SLUGS = ["x", "-", "_", "0", "1", "__class__", "none", "new", "pv", "name", "traits", "gm_notes", "x" * 300, "9" * 40]


def text(chance: Random) -> str:
    """One or some of the list above, any number, or any letters."""
    which = chance.randrange(5)
    if which == 0:
        return "".join(chr(chance.randrange(*chance.choice(PLANES))) for _letter in range(chance.randrange(41)))
    if which == 1:
        return str(chance.randrange(-(2 ** chance.randrange(1, 130)), 2 ** chance.randrange(1, 130)))
    if which == 2:
        return "".join(chance.choices(NONSENSE, k=chance.choice((2, 3))))[:80_000]
    return chance.choice(NONSENSE)


def spoilt_form(
    chance: Random, form: Mapping[str, str], fields: list[str], strict: list[str], keys: list[str]
) -> dict[str, Any]:
    """The form with one to four of its fields another value, a key of something else, gone, or twice; nearly always one
    that is `strict`, which takes no words, among them."""
    found: dict[str, Any] = dict(form)
    if strict and chance.randrange(12):
        found[chance.choice(strict)] = chance.choice(NO_VALUE)
    for _time in range(chance.choice((1, 2, 2, 3, 3, 4))):
        field = chance.choice(fields) if fields else text(chance)[:10] or "x"
        how = chance.choice(["another"] * 6 + ["key", "key", "gone", "twice", "more"])
        if how == "another":
            found[field] = text(chance)
        elif how == "key":
            found[field] = chance.choice(keys)
        elif how == "twice":
            found[field] = [found.get(field, ""), text(chance)]
        elif how == "more":
            found[text(chance)[:50] or "more"] = text(chance)
        else:
            found.pop(field, None)
    return found
