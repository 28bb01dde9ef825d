"""The guides of docs/guide as pages of the site: the same files that one reads in the repository, in each language."""

import re
from functools import lru_cache
from pathlib import Path
from typing import Final

from django.templatetags.static import static
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy as _
from markdown_it import MarkdownIt

GUIDES: Final = {"players": _("For players"), "gms": _("For GMs"), "hosts": _("For hosts")}
FOLDER: Final = Path(__file__).resolve().parent.parent / "docs" / "guide"
SHOT: Final = re.compile(r"(?:\.\./)+shots/([\w-]+\.png)")
FALLBACK: Final = "en"


def guide(name: str, language: str) -> SafeString:
    """The guide `name`, one of GUIDES, as HTML in `language`, or in English where there is none."""
    path = FOLDER / language / f"{name}.md"
    if not path.exists():
        path = FOLDER / FALLBACK / f"{name}.md"
    return _rendered(path, path.stat().st_mtime_ns)


@lru_cache(maxsize=16)
def _rendered(path: Path, _time: int) -> SafeString:
    """Ours, so nothing in it is doubted; its pictures are static files of the site."""
    parser = MarkdownIt("commonmark", {"html": False}).enable("table")
    html = parser.render(path.read_text("utf-8"))
    found = SHOT.sub(lambda match: static(f"guide/{match[1]}"), html)
    return mark_safe(found)  # noqa: S308  a file of this repository
