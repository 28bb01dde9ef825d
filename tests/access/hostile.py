"""What somebody may send instead of what a form asks for."""

from collections.abc import Mapping
from typing import Any

from hypothesis import strategies as st

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
SLUGS = ["x", "-", "_", "0", "1", "__class__", "none", "new", "pv", "name", "traits", "gm_notes", "x" * 300, "9" * 40]

texts = st.one_of(
    st.sampled_from(NONSENSE), st.sampled_from(NONSENSE), st.text(max_size=40), st.integers().map(str),
    st.lists(st.sampled_from(NONSENSE), min_size=2, max_size=3).map(lambda parts: "".join(parts)[:80_000]),
)  # fmt: skip


@st.composite
def spoilt_form(
    draw: st.DrawFn, form: Mapping[str, str], fields: list[str], strict: list[str], keys: list[str]
) -> dict[str, Any]:
    """The form with one to four of its fields another value, a key of something else, gone, or twice; nearly always one
    that is `strict`, which takes no words, among them."""
    found: dict[str, Any] = dict(form)
    if strict and draw(st.integers(0, 11)):
        found[draw(st.sampled_from(strict))] = draw(st.sampled_from(NO_VALUE))
    for _time in range(draw(st.sampled_from([1, 2, 2, 3, 3, 4]))):
        field = draw(st.sampled_from(fields)) if fields else draw(st.text(min_size=1, max_size=10))
        how = draw(st.sampled_from(["another"] * 6 + ["key", "key", "gone", "twice", "more"]))
        if how == "another":
            found[field] = draw(texts)
        elif how == "key":
            found[field] = draw(st.sampled_from(keys))
        elif how == "twice":
            found[field] = [found.get(field, ""), draw(texts)]
        elif how == "more":
            found[draw(texts)[:50] or "more"] = draw(texts)
        else:
            found.pop(field, None)
    return found
