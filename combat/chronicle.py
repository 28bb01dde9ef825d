"""A fight told for a forum: its entries as the whole table may know them, whoever asks, as words with their dice.

The words are those of the log's own templates without what marks them up, so that there is one wording of everything.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser

from django.template.loader import render_to_string
from django.utils.text import capfirst

from campaigns.kinds import KINDS, undoable
from campaigns.models import Audience, LogEntry, LogEntryQuerySet
from campaigns.table import entry_context
from characters.forum import Markup
from combat.models import Encounter

UNTOLD = frozenset({"shown", "moved", "given-back", "paused", "resumed", "defenses", "wielded"})
"""Kinds that are about the keeping of the fight and no part of its story."""

SILENT = frozenset({"rule", "unseen"})
BEFORE_PUNCTUATION = re.compile(r" (?=\\?[.,;])")


@dataclass(slots=True)
class Line:
    """Words in a row, each with whether it is loud. `is_heading`: it stands above what follows."""

    is_heading: bool = False
    words: list[tuple[str, bool]] = field(default_factory=list)

    def written(self, markup: Markup) -> str:
        parts = []
        for text, is_loud in self.words:
            said = markup.plain(text)
            if said:
                said = markup.bold(said) if is_loud else said
            parts.append(f"{' ' * text[:1].isspace()}{said}{' ' * text[-1:].isspace()}")
        return BEFORE_PUNCTUATION.sub("", re.sub(" +", " ", "".join(parts))).strip()


class Reader(HTMLParser):
    """The lines of an entry's HTML: dice as their faces, the outcome after a dash, no ids of rules."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[Line] = []
        self._open: list[tuple[str, frozenset[str]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        classes = frozenset((dict(attrs).get("class") or "").split())
        self._open.append((tag, classes))
        if tag in {"p", "li"}:
            self.lines.append(Line(is_heading=not any("events" in each for _tag, each in self._open)))
        elif classes & {"mini", "badge"}:
            self._say("(")
        elif "out" in classes:
            self._say("— ")
        elif "die" in classes and self.lines and self.lines[-1].words[-1] != ("(", False):
            self._say(" ")

    def handle_endtag(self, tag: str) -> None:
        _tag, classes = self._open.pop()
        if classes & {"mini", "badge"}:
            self._say(")")

    def handle_data(self, data: str) -> None:
        if any(classes & SILENT for _tag, classes in self._open):
            return
        if any(tag in {"p", "li"} for tag, _classes in self._open):
            self._say(data, is_loud=any(tag == "b" or "kept" in classes for tag, classes in self._open))

    def _say(self, text: str, *, is_loud: bool = False) -> None:
        if self.lines:
            self.lines[-1].words.append((text, is_loud))


def told(encounter: Encounter) -> LogEntryQuerySet:
    """The entries of a fight that make its story, from its beginning on: what all may read, and nothing taken back."""
    kinds = {*undoable()} - UNTOLD
    entries = LogEntry.objects.filter(campaign=encounter.campaign, topic=encounter.topic, kind__in=kinds)
    return entries.filter(audience=Audience.TABLE, is_undone=False).order_by("version")


def is_told(entry: LogEntry) -> bool:
    """The same as `told`, for an entry of a fight at hand."""
    is_seen = entry.audience == Audience.TABLE and not entry.is_undone
    return is_seen and entry.kind in undoable() and entry.kind not in UNTOLD


def read(entries: Iterable[LogEntry], encounter: Encounter) -> list[tuple[bool, list[Line]]]:
    """The lines of each entry in the reader's language, and whether it is a mark between others."""
    found = []
    for entry in entries:
        entry.campaign = encounter.campaign
        context = entry_context(entry, leads=False, button=False)
        reader = Reader()
        reader.feed(render_to_string(KINDS[entry.kind].template, context))
        found.append((KINDS[entry.kind].is_mark, reader.lines))
    return found


def written(name: str, story: Iterable[tuple[bool, list[Line]]], markup: Markup) -> str:
    """The story under the name of the fight: the turns, and what was done in each."""
    return f"{markup.title(markup.plain(name))}\n\n{story_in(story, markup)}\n"


def story_in(story: Iterable[tuple[bool, list[Line]]], markup: Markup) -> str:
    """The turns alone, for where the name stands already."""
    return "\n\n".join(_turns(story, markup))


def _turns(story: Iterable[tuple[bool, list[Line]]], markup: Markup) -> Iterator[str]:
    deeds: list[str] = []
    for is_mark, lines in story:
        said = [(line.is_heading, words) for line in lines if (words := line.written(markup))]
        if not is_mark:
            deeds += [" · ".join(words for _heading, words in said)] if said else []
            continue
        deeds += [words for is_heading, words in said if not is_heading]
        for words in (words for is_heading, words in said if is_heading):
            if deeds:
                yield markup.items(deeds)
                deeds = []
            yield markup.bold(capfirst(words))
    if deeds:
        yield markup.items(deeds)
