"""Search over all that a seat may see, and nothing else, whatever the case and the accents.

Each app looks through rows that it has asked for as that seat: what it may not know is not read, so it leaves no hit,
no count and no time. The comparing is done here and not by the database, because SQLite folds only a to z; every source
reads a bounded number of rows.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from html import unescape
from typing import Any, Final

from django.conf import settings
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.html import strip_tags
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from campaigns import feed
from campaigns.kinds import KINDS
from campaigns.models import Adventure, JournalEntry, LogEntry, Membership, Notebook, Scene
from rules.reference import reference

LEAST: Final = 2  # letters that are looked for
MOST: Final = 80
ROWS: Final = 500  # of one kind that are looked through
LINES: Final = 2000  # of the log, the newest
SHOWN: Final = 12  # hits of one kind
WORDED: Final = 40  # lines of the log that are worded at most, to see whether they say what is looked for
AROUND: Final = 60  # characters shown before and after what was found
MARKUP: Final = re.compile(r"^\s*(?:#{1,6}|[-+*>]) +|[*`]+|__+", re.MULTILINE)  # of Markdown, in a piece that is shown
FIRST_LINE: Final = re.compile(r'<p class="line">(.*?)</p>', re.DOTALL)


def plain(text: str) -> str:
    """A text as it is compared: without case and without marks on its letters."""
    if text.isascii():
        return text.lower()
    return "".join(each for each in unicodedata.normalize("NFD", text.casefold()) if not unicodedata.combining(each))


@dataclass(frozen=True, slots=True)
class Needle:
    """What is looked for: every word of it, anywhere in a row."""

    parts: tuple[str, ...]

    @classmethod
    def of(cls, words: str) -> "Needle":
        return cls(tuple(plain(words).split()))

    @property
    def is_long_enough(self) -> bool:
        return sum(map(len, self.parts)) >= LEAST

    def is_in(self, *texts: str) -> bool:
        hay = plain("\n".join(texts))
        return all(part in hay for part in self.parts)

    def piece_of(self, *texts: str) -> str:
        """Where it stands in the first of these texts that holds a part of it; "" in none."""
        for text in texts:
            flat = " ".join(text.split())
            hay = plain(flat)
            places = [hay.find(part) for part in self.parts if part in hay]
            if places:
                at = min(places) if len(hay) == len(flat) else 0
                start, end = max(0, at - AROUND), at + 2 * AROUND
                return f"{'…' if start else ''}{flat[start:end]}{'…' if end < len(flat) else ''}"
        return ""

    def piece_and_secret(self, notes: str, secret: str) -> tuple[str, bool]:
        """Where it stands in notes or, if only there, in what is secret; and whether that is so."""
        piece = self.piece_of(MARKUP.sub("", notes))
        hidden = "" if piece else self.piece_of(MARKUP.sub("", secret))
        return piece or hidden, bool(hidden)


@dataclass(frozen=True, slots=True)
class Hit:
    """One thing that was found: its name, where it is, what it is, and a piece of its text."""

    name: str
    url: str
    kind: str = ""
    piece: str = ""
    is_secret: bool = False


@dataclass(frozen=True, slots=True)
class Found:
    """The hits of one kind; `has_more` where not all are shown, `url` leads to a place that looks further."""

    title: str | Promise
    hits: list[Hit] = field(default_factory=list)
    has_more: bool = False
    url: str = ""


Look = Callable[[Membership, Needle], Iterable[Hit]]
SOURCES: dict[str | Promise, list[Look]] = {}


def source(title: str | Promise) -> Callable[[Look], Look]:
    """Register who looks for hits under a title; sources of one title are shown together."""

    def register(look: Look) -> Look:
        SOURCES.setdefault(title, []).append(look)
        return look

    return register


def search(seat: Membership, needle: Needle) -> list[Found]:
    """What `seat` may see of what was looked for."""
    found = []
    for title, looks in SOURCES.items():
        hits = [hit for look in looks for hit in look(seat, needle)]
        if hits:
            found.append(Found(title, hits[:SHOWN], len(hits) > SHOWN))
    return found


CHARACTERS: Final = gettext_lazy("Characters")
FIGHTS: Final = gettext_lazy("Encounters")
LIBRARY: Final = gettext_lazy("Library")
STORY: Final = gettext_lazy("The story")
PEOPLE: Final = gettext_lazy("People")
LOG: Final = gettext_lazy("Log")
RULES: Final = gettext_lazy("Rules")
SOURCES.update({title: [] for title in (CHARACTERS, STORY, FIGHTS, LIBRARY, PEOPLE, LOG, RULES)})  # in this order


@source(STORY)
def _notes(seat: Membership, needle: Needle) -> Iterator[Hit]:
    """Adventures, scenes, the journal and the notes of the campaign."""
    story = reverse("campaigns:journal", args=[seat.campaign.key])
    for kind, rows in (
        (_("Adventure"), Adventure.of(seat.campaign)[:ROWS]),
        (_("Scene"), Scene.of(seat.campaign).select_related("adventure")[:ROWS]),
        (_("Journal"), JournalEntry.of(seat.campaign)[:ROWS]),
        ("", Notebook.of(seat.campaign)),
    ):
        for row in rows:
            secret = getattr(row, "gm_notes", "") if seat.leads else ""
            if needle.is_in(row.name, row.notes, secret):
                name = row.name or _("entry of the journal")
                yield Hit(name, f"{story}#{row.place}", kind, *needle.piece_and_secret(row.notes, secret))


@source(PEOPLE)
def _people(seat: Membership, needle: Needle) -> Iterator[Hit]:
    for other in seat.campaign.memberships.sitting()[:ROWS]:
        if needle.is_in(other.name):
            leads_there = seat.leads and not other.rank.hands_out_roles
            url = reverse("campaigns:member", args=[seat.campaign.key, other.key]) if leads_there else ""
            yield Hit(other.name, url or f"{seat.campaign.get_absolute_url()}#members", other.get_role_display())


@source(LOG)
def _lines(seat: Membership, needle: Needle) -> Iterator[Hit]:
    """The newest lines of the log that say it: those with it in their facts are worded as this seat reads them."""
    entries = LogEntry.objects.listed_for(seat).select_related("by").defer("changes", "regions")[:LINES]
    might = (entry for entry in entries if needle.is_in(*_words(KINDS[entry.kind].seen(entry.facts, seat.leads))))
    tape = feed.tape_of(seat.campaign)
    version = tape.catch_up()
    language = get_language() or settings.LANGUAGE_CODE
    count = 0
    for entry, _place in zip(might, range(WORDED), strict=False):
        html = feed.entry_of(tape, entry, seat, language, version)
        told = html.partition('<p class="meta">')[0]
        if needle.is_in(_text(told)):
            line = FIRST_LINE.search(told)
            url = reverse("campaigns:entry", args=[seat.campaign.key, entry.key])
            yield Hit(_text(line[1]) if line else "", url, "")
            count += 1
        if count > SHOWN:
            return


@source(RULES)
def _rules(seat: Membership, needle: Needle) -> Iterator[Hit]:
    address = reverse("campaigns:rules", args=[seat.campaign.key])
    for chapter in reference(seat.campaign.ruleset, _):
        for rule in chapter.rules:
            if needle.is_in(rule.id, rule.title, *rule.paragraphs):
                yield Hit(f"{rule.id} {rule.title}", f"{address}#{rule.id}", "", needle.piece_of(*rule.paragraphs))


def _words(facts: Any) -> Iterator[str]:
    """Every string in the facts of an entry."""
    if isinstance(facts, str):
        yield facts
    elif isinstance(facts, Mapping):
        for value in facts.values():
            yield from _words(value)
    elif isinstance(facts, list | tuple):
        for value in facts:
            yield from _words(value)


def _text(html: str) -> str:
    """What HTML of ours says."""
    return " ".join(unescape(strip_tags(html)).split())
