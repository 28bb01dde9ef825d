"""The rules in force at a table as its page shows them: generated from the ruleset, and searched."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from django.utils.translation import get_language, gettext

from campaigns.finding import holds, plain, words_of
from campaigns.models import Campaign
from rules.reference import Chapter, Rule, reference

KEPT = 64


@dataclass(frozen=True, slots=True)
class Shown:
    """A chapter, and of each of its rules whether it is what somebody looks for."""

    id: str
    title: str
    shown: tuple[tuple[Rule, bool], ...]

    @property
    def found(self) -> int:
        return sum(is_found for _rule, is_found in self.shown)

    @property
    def is_found(self) -> bool:
        return self.found > 0


@dataclass(frozen=True, slots=True)
class Rulebook:
    """Every rule of a campaign in one language, its own numbers in it; `texts` is what is searched, by rule."""

    chapters: tuple[Chapter, ...]
    texts: dict[str, str]

    @property
    def changed(self) -> list[Rule]:
        """The rules that the table plays otherwise than its preset."""
        return [rule for chapter in self.chapters for rule in chapter.rules if rule.is_changed]

    def find(self, asked: str) -> list[Shown]:
        """The chapters, with the rules that say every word of what is asked; all where nothing is."""
        words = words_of(asked)
        return [
            Shown(each.id, each.title, tuple((rule, holds(self.texts[rule.id], words)) for rule in each.rules))
            for each in self.chapters
        ]


def rulebook(campaign: Campaign) -> Rulebook:
    """The rules in force in the reader's language; drawing all their odds takes a tenth of a second, so it is kept."""
    return _written(campaign.preset, json.dumps(campaign.changes, sort_keys=True), get_language() or "")


@lru_cache(maxsize=KEPT)
def _written(preset: str, changes: str, language: str) -> Rulebook:
    ruleset = Campaign(preset=preset, changes=json.loads(changes)).ruleset
    chapters = reference(ruleset, gettext)
    texts = {rule.id: plain(" ".join(_said(rule))) for chapter in chapters for rule in chapter.rules}
    return Rulebook(chapters, texts)


def _said(rule: Rule) -> Iterator[str]:
    """All words of a rule."""
    yield from (rule.id, rule.title, *rule.paragraphs)
    for option in rule.options:
        yield from (option.label, option.value)
    for table in rule.tables:
        yield from (table.label, *table.columns, *table.left_out)
        for row in table.rows:
            yield from (row.label, *row.cells)
    yield from (figure.caption for figure in rule.figures)
