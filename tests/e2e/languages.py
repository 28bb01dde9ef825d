"""Which words of a page are of the wrong language.

What stands there in Spanish and in English alike was never translated, unless somebody at the table wrote it or both
languages say it so; and no word of a page is one that only the other half of the catalogue has.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import django
import polib
from django.apps import apps
from django.db.models import CharField, TextField
from django.test import Client

from ryfsite.environment import ROOT

WORD = re.compile(r"[^\W\d_]{2,}")
SPOKEN = {"aria-label", "placeholder", "title", "alt"}  # attributes that a reader hears, and data- ones with sentences
KEYS = {"data-value", "data-in", "data-inline-formset"}
QUOTED = {"script", "style", "code", "pre", "kbd", "textarea"}  # what a computer is told, or somebody wrote
EMPTY = {"br", "hr", "img", "input", "link", "meta", "wbr", "path", "use"}
DECIMALS = {"es": re.compile(r"(?<![\d.])(?<!RyF )\d+\.\d+(?![\d.])"), "en": re.compile(r"(?<![\d,])\d+,\d+(?![\d,])")}
"""A decimal sign of the other language."""

SITE = (ROOT / "locale/es/LC_MESSAGES/django.po",)
_DJANGO = Path(django.__file__).parent
PANEL = (
    *SITE,
    *(_DJANGO / part / "locale/es/LC_MESSAGES/django.po" for part in ("conf", "contrib/admin", "contrib/auth")),
)
"""Most of what the admin panel says is Django's own."""

POLITE = re.compile(
    r"\b(usted|Su contraseña|[Ii]ntroduzca|Asegúrese|Escoja|Envíe|Observe|Seleccione|Empiece|Mantenga|Ingrese|Pulse|"
    r"Escriba|Corrija|Por favor, corrija|Elija|Compruebe|Desea|Puede (volver|agregar|editar))\b"
)
"""How Django's Spanish speaks to people, whom this site calls tú."""

OWN = frozenset(WORD.findall("Mesa RyF Rápido Fácil System Español English Demo BBCode Markdown CC BY SA"))
"""Names, the same in every language."""
MADE_UP = frozenset(WORD.findall("Dagas Estocada Por debajo envenenada hasta el alba una"))
"""What people of the tests wrote where it is kept as JSON."""


class _Reader(HTMLParser):
    """The pieces of text of a page, as they are read or heard."""

    def __init__(self) -> None:
        super().__init__()
        self.pieces: set[str] = set()
        self.language = ""
        self._open: list[tuple[str, bool]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        known = dict(attrs)
        if tag == "html":
            self.language = known.get("lang") or ""
        is_foreign = tag != "html" and "lang" in known
        for name, value in known.items():
            if value and (name in SPOKEN or (name.startswith("data-") and name not in KEYS and " " in value)):
                self._take(value)
        if tag not in EMPTY:
            self._open.append((tag, tag in QUOTED or is_foreign))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in EMPTY:
            self._open.pop()

    def handle_endtag(self, tag: str) -> None:
        while self._open and self._open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        if not any(is_quoted for _tag, is_quoted in self._open):
            self._take(data)

    def _take(self, text: str) -> None:
        piece = " ".join(text.split())
        if piece.startswith(("{", "[")) or "***" in piece:  # what is stored, as it is stored, or the stars instead
            return
        if piece.endswith("…"):  # what somebody wrote, cut in the middle of a word
            piece = piece.rpartition(" ")[0]
        if piece:
            self.pieces.add(piece)


def wrong_words(
    name: str, client: Client, path: str, catalogues: tuple[Path, ...] = SITE, form: Mapping[str, object] | None = None
) -> Iterator[str]:
    """What is of the wrong language on the page at `path`, asked for in both; with `form`, on what answers that."""
    known, pages = vocabulary(catalogues), {}
    for language in ("es", "en"):
        asked = {"host": "localhost", "accept-language": language}
        answer = (
            client.get(path, headers=asked) if form is None else client.post(path, form, follow=True, headers=asked)
        )
        pages[language] = reader = _Reader()
        reader.feed(answer.content.decode())
        if reader.language != language:
            yield f"{name}: asked for in {language}, it says {reader.language}"
    said = written()
    for language, other in (("es", "en"), ("en", "es")):
        foreign = known[other] - known[language] - OWN - said
        for piece in pages[language].pieces:
            if found := foreign.intersection(WORD.findall(piece)):
                yield f"{name} in {language}: {', '.join(sorted(found))} in “{piece[:90]}”"
            if "Python" not in piece and (found := DECIMALS[language].findall(piece)):
                yield f"{name} in {language}: {found} in “{piece[:90]}”"
    for piece in pages["es"].pieces:
        if found := POLITE.search(piece):
            yield f"{name} in es: {found[0]}, said with usted, in “{piece[:90]}”"
    both = known["es"] & known["en"] | OWN | said
    for piece in pages["es"].pieces & pages["en"].pieces:
        if left := set(WORD.findall(piece)) - both:
            yield f"{name} in both: {', '.join(sorted(left))} in “{piece[:90]}”"


@cache
def vocabulary(catalogues: tuple[Path, ...] = SITE) -> Mapping[str, frozenset[str]]:
    """The words of the catalogues and of the guides, by language."""
    plain = re.compile(r"%\(\w+\)s|<[^>]+>|\{\w*\}")
    words: dict[str, set[str]] = {"es": set(), "en": set()}
    for entry in (entry for path in catalogues for entry in polib.pofile(str(path))):
        for language, texts in (
            ("en", (entry.msgid, entry.msgid_plural)),
            ("es", (entry.msgstr, *entry.msgstr_plural.values())),
        ):
            for text in texts:
                words[language].update(WORD.findall(plain.sub(" ", text)))
    for language in words:
        for guide in (ROOT / "docs" / "guide" / language).glob("*.md"):
            words[language].update(WORD.findall(guide.read_text()))
    return {language: frozenset(found) for language, found in words.items()}


def written() -> frozenset[str]:
    """The words that people wrote: names, notes, reasons; and the initials that stand for a portrait."""
    found = set(MADE_UP)
    for model in apps.get_models():
        fields = [
            field.name
            for field in model._meta.get_fields()
            if isinstance(field, CharField | TextField) and not field.choices
        ]
        if not fields or model._meta.app_label not in {"accounts", "campaigns", "characters", "combat"}:
            continue
        for row in model._default_manager.values_list(*fields):
            for text in filter(None, row):
                found.update(WORD.findall(str(text)))
                found.add("".join(word[0] for word in WORD.findall(str(text))[:2]).upper())
                found.add(str(text)[:2].upper())
    return frozenset(found)
