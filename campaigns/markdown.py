"""Markdown that anybody at the table wrote, as HTML that any page may hold.

CommonMark with tables and line breaks as they were typed, by markdown-it-py. HTML is text. A link leads to http, https
or this site, and says nothing of where it was followed from; a picture is a link to it, as the site loads nothing from
elsewhere. Headings are under those of the page.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt
from markdown_it.token import Token

LEADS_SAFELY: Final = re.compile(r"(https?://|/(?![/\\])|#)", re.IGNORECASE)
SMALLEST_HEADING: Final = 6
UNDER: Final = 3  # a # is a fourth heading
NESTED: Final = 20  # lists in lists in quotes; what is deeper is text


@lru_cache(maxsize=256)
def render(words: str) -> SafeString:
    """`words` as HTML, kept by their text."""
    return mark_safe(_PARSER.render(words))  # noqa: S308  HTML in it is escaped, its links are checked


def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": False, "breaks": True, "maxNesting": NESTED})
    parser.enable("table").disable("image")
    parser.validateLink = lambda url: LEADS_SAFELY.match(url) is not None  # type: ignore[method-assign]
    parser.add_render_rule("link_open", _link)
    parser.core.ruler.push("plain", _plain)
    return parser


def _link(renderer: Any, tokens: Sequence[Token], place: int, options: Any, env: Any) -> str:
    tokens[place].attrSet("rel", "nofollow noopener noreferrer")
    return renderer.renderToken(tokens, place, options, env)


def _plain(state: Any) -> None:
    """Headings under those of the page, and nothing that the words say about how it looks."""
    for token in state.tokens:
        token.attrs.pop("style", None)  # the alignment of a column, which the page's policy forbids
        if token.type == "fence":
            token.info = ""
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{min(SMALLEST_HEADING, int(token.tag[1]) + UNDER)}"


_PARSER: Final = _parser()
