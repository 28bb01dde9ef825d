"""Texts, each with a version: two who write the same one are told, and nothing is overwritten.

A row that holds some is `Written`: characters, scenes, adventures, the notes of a campaign, entries of its journal.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from typing import TYPE_CHECKING, Any, ClassVar, Final

from django.utils import timezone
from django.utils.translation import gettext_noop

from campaigns.models.log import Audience, LogEntry, Recorder
from campaigns.models.seats import Membership
from rules.problems import Problem, Refused

if TYPE_CHECKING:
    from collections.abc import Callable

    from campaigns.models.campaign import Campaign

ONE_SITTING: Final = timedelta(minutes=10)  # what one hand types of one text within it is one change


@dataclass(frozen=True, slots=True)
class Text:
    """One text of a row. Those that are `is_long` have lines; what `is_secret` only those who lead may know."""

    key: str
    label: str
    most: int
    is_required: bool = False
    is_long: bool = False
    is_secret: bool = False
    needed: str = gettext_noop("It needs a name.")

    def tidy(self, words: str) -> str:
        """As it is stored. Raises Refused where it is empty and must not be, or too long."""
        words = words.replace("\r\n", "\n").replace("\r", "\n") if self.is_long else " ".join(words.split())
        if not words.strip():
            words = ""
        if self.is_required and not words:
            raise Refused(Problem("required", self.needed, self.key))
        if len(words) > self.most:
            message = gettext_noop("Write at most %(most)s characters; these are %(count)s.")
            raise Refused(Problem("too_long", message, self.key, params={"most": self.most, "count": len(words)}))
        return words


class Clash(Exception):
    """Somebody else has changed the same text since: nothing was stored. `version` is that of `theirs`."""

    def __init__(self, text: Text, mine: str, theirs: str, version: int) -> None:
        super().__init__(text.key)
        self.text, self.mine, self.theirs, self.version = text, mine, theirs, version


@dataclass(slots=True)
class Told:
    """How a change of a text is told: the kind of its entry, who reads it, and what shows it."""

    kind: str
    audience: Audience = Audience.TABLE
    shared_with: Membership | None = None
    regions: list[str] = field(default_factory=list)


class Written:
    """What is written in a row: each key of `texts` is a field of it, and `versions` counts how often it changed."""

    texts: ClassVar[Mapping[str, Text]]

    if TYPE_CHECKING:
        pk: int
        key: str
        name: str
        topic: str
        versions: dict[str, int]
        campaign: Campaign
        save: Callable[..., None]

    def write(
        self, by: Membership, field: str, words: str, version: int | None = None, press: str = ""
    ) -> LogEntry | None:
        """Store one text that was begun at `version` (None: whatever it was). None where it says so already.

        Raises Clash where somebody else changed it since, Refused where it is too long or must not be empty.
        """
        text = self.texts[field]
        words = text.tidy(words)
        with self.campaign.recording(by, press) as record:
            row = self._as_it_stands(record)
            before, now = getattr(row, field), row.versions.get(field, 0)
            self.versions = row.versions
            if words == before:
                return None
            if version is not None and version != now:
                raise Clash(text, words, before, now)
            self.versions = row.versions = {**row.versions, field: now + 1}
            setattr(row, field, words)
            setattr(self, field, words)
            row.save(update_fields=[field, "versions"])
            facts = {**row._called(), "field": field, "from": before, "to": words, "version": now + 1}
            return row._record_words(record, text, facts)

    def address_of(self, field: str) -> str:
        """Where a text is sent to be stored."""
        raise NotImplementedError

    def _as_it_stands(self, record: Recorder) -> "Written":
        """The same row while nobody else changes the campaign."""
        raise NotImplementedError

    def _called(self) -> dict[str, Any]:
        """What the facts of an entry call this row."""
        raise NotImplementedError

    def _telling(self, text: Text) -> Told:
        raise NotImplementedError

    def _record_words(self, record: Recorder, text: Text, facts: dict[str, Any]) -> LogEntry:
        """The entry of the change; what the same hand typed a moment ago is part of it, not another one."""
        told = self._telling(text)
        seen = {"audience": told.audience, "shared_with": told.shared_with}
        last = written_of(self).filter(facts__field=text.key).first()
        is_same = last and (last.kind, last.by, last.audience) == (told.kind, record.by, told.audience)
        if last and is_same and timezone.now() - last.at < ONE_SITTING:
            last.facts |= {name: value for name, value in facts.items() if name != "from"}
            last.save(update_fields=["facts"])
            regions = [*told.regions, f"entry-{last.key}"]
            return record("touched", self._touch(facts), topic=self.topic, regions=regions, **seen)
        return record(told.kind, facts, topic=self.topic, regions=told.regions, **seen)

    @staticmethod
    def _touch(facts: Mapping[str, Any]) -> dict[str, Any]:
        return {name: value for name, value in facts.items() if name not in ("name", "from", "to")}


WORDS: Final = ("wrote", "renamed", "noted")
"""The kinds of entries that hold a text as it was and as it is."""


def written_of(row: Written) -> Any:
    """The entries about the texts of a row, newest first."""
    return LogEntry.objects.filter(campaign=row.campaign, topic=row.topic, kind__in=WORDS)
