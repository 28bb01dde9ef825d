"""Markdown that anybody wrote: what it may become, and what it never becomes."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaigns.markdown import render

ALLOWED = {
    "p", "br", "em", "strong", "a", "ul", "ol", "li", "blockquote", "code", "pre", "hr", "h4", "h5", "h6",
    "table", "thead", "tbody", "tr", "th", "td",
}  # fmt: skip
TAG = re.compile(r"<(/?)([a-z0-9]+)((?:\s[^>]*)?)>", re.IGNORECASE)
ATTRIBUTE = re.compile(r'\s([a-z]+)="([^"]*)"')


def tags(html: str) -> list[tuple[str, dict[str, str]]]:
    """The tags that a browser would see, with their attributes; any other < is a fault."""
    assert "<" not in TAG.sub("", html), html
    return [(name, dict(ATTRIBUTE.findall(rest))) for close, name, rest in TAG.findall(html) if not close]


def assert_harmless(html: str) -> None:
    for name, attributes in tags(html):
        assert name in ALLOWED, html
        assert attributes.keys() <= {"href", "title", "rel", "start"}, html
        if name == "a":
            assert re.match(r"https?://|/(?!/)|#", attributes["href"], re.IGNORECASE), html
            assert attributes["rel"] == "nofollow noopener noreferrer"


def test_what_a_note_needs_reads_well():
    html = render("# El vado\nNiebla y **luz**.\nNadie *canta*.\n\n- uno\n- dos\n\n> dicho\n\n|a|b|\n|-|:-:|\n|1|2|")

    for part in ("<h4>El vado</h4>", "<strong>luz</strong>.<br />", "<li>uno</li>", "<blockquote>", "<td>2</td>"):
        assert part in html
    assert "style" not in html, "the page's policy forbids it"


def test_a_link_leads_away_and_says_nothing_of_where_from():
    html = render("[mapa](https://ejemplo.es/a?b=1&c=2) y [aquí](/t/abc/rules/#C3)")

    assert [attributes["href"] for _name, attributes in tags(html) if attributes] == [
        "https://ejemplo.es/a?b=1&amp;c=2",
        "/t/abc/rules/#C3",
    ]
    assert_harmless(html)


def test_a_picture_is_a_link_to_it():
    html = render("![el mapa](https://ejemplo.es/mapa.png)")

    assert "<img" not in html
    assert 'href="https://ejemplo.es/mapa.png"' in html


@pytest.mark.parametrize(
    "carrier",
    [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "<svg/onload=alert(1)>",
        "[x](javascript:alert(1))",
        "[x](JaVaScRiPt:alert(1))",
        "[x](java&#115;cript:alert(1))",
        "[x](java\tscript:alert(1))",
        "[x](<javascript:alert(1)>)",
        "[x](&#1;javascript:alert(1))",
        "[x](data:text/html;base64,PHNjcmlwdD4=)",
        "![x](data:image/svg+xml;base64,PHN2Zz4=)",
        "[x](vbscript:msgbox)",
        "[x](//evil.example/x)",
        "[x](/\\evil.example/x)",
        "[x](\\\\evil.example)",
        "[x][1]\n\n[1]: javascript:alert(1)",
        "<javascript:alert(1)>",
        "<data:text/html,x>",
        '[x](https://e.example "\\" onmouseover=alert(1) x=\\"")',
        '[x](https://e.example/"onmouseover=alert(1))',
        '``` "><script>alert(1)</script>\nx\n```',
        "`<script>`",
        "<!-- --><b>x</b>",
        "<style>*{display:none}</style>",
        "&lt;script&gt;alert(1)&lt;/script&gt;",
        "&#60;script&#62;",
        "|<b>|\n|-|\n|<i onclick=x>|",
        "a\x00b <\x00script>",
        "[<img src=x>](https://e.example)",
    ],
)
def test_no_carrier_becomes_anything_but_words(carrier):
    assert_harmless(render(carrier))


@given(st.text(alphabet=st.sampled_from("<>[]()!#*_`~|-\\/&;:\"'= \n\tajx1.é"), max_size=200))
def test_whatever_is_typed_is_harmless(words):
    assert_harmless(render(words))


@pytest.mark.parametrize("piece", ["[", "*", "> ", "- ", "![", "a*_", "(((([[[[", "<", "|\n", "`"])
def test_what_is_nested_without_end_is_words_too(piece):
    """As long as a note may be; deeper than it may go it stays as it was typed."""
    assert_harmless(render((piece * 20_000)[:20_000]))
