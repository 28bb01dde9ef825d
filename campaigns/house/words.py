"""House rules in words: what differs, as the log keeps it, and what is wrong with what somebody filled in."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext, ngettext

from campaigns.models.house_rules import facts_of
from rules.house_rules import between
from rules.options import by_key, options
from rules.problems import Problem
from rules.reference.words import Words
from rules.ruleset import Ruleset

NAMED = 3  # as many differences as a short list names


@dataclass(frozen=True, slots=True)
class Told:
    """One difference in the reader's language. A row that came or went has neither `before` nor `after`."""

    path: str
    rule: str
    label: str
    before: str
    after: str
    is_added: bool
    is_removed: bool

    @property
    def short(self) -> str:
        """In one line: "Hit points: Maximum Physique × 5"."""
        if self.is_added:
            return gettext("%(row)s added") % {"row": self.label}
        if self.is_removed:
            return gettext("without %(row)s") % {"row": self.label}
        return f"{self.label} {self.after}"


def told(ruleset: Ruleset, facts: Iterable[Mapping[str, Any]]) -> list[Told]:
    """Differences that the log keeps, in the words of the rules in force."""
    words = Words(ruleset, gettext)
    return [_told(words, each) for each in facts]


def differences(before: Ruleset, after: Ruleset) -> list[Told]:
    """How two rulesets of one preset differ."""
    return told(after, map(facts_of, between(before, after)))


def summed(ruleset: Ruleset, facts: list[Mapping[str, Any]]) -> str:
    """A few words for all of them."""
    if len(facts) == 1:
        return told(ruleset, facts)[0].short
    return ngettext("%(count)d house rule", "%(count)d house rules", len(facts)) % {"count": len(facts)}


@dataclass(frozen=True, slots=True)
class Wrong:
    """One thing that is wrong, and what it is about: the label of an option, a row or its table; "" if it is none."""

    path: str
    rule: str
    label: str
    sentence: str


def wrong(ruleset: Ruleset, problems: Iterable[Problem]) -> list[Wrong]:
    """Problems as the head of the page names them."""
    words = Words(ruleset, gettext)
    labels: dict[str, str] = {}
    for each in options(ruleset):
        labels[each.path] = words.option(each)
        if each.kind == "table":
            labels |= {f"{each.path}.{key}": gettext(row.label) for key, row in by_key(each.value).items()}
    return [_wrong(worded(each, ruleset), labels) for each in problems]


def _wrong(problem: Problem, labels: Mapping[str, str]) -> Wrong:
    path = problem.field or ""
    row, table = path.rpartition(".")[0], path.rpartition(".")[0].rpartition(".")[0]
    label = labels.get(path) or labels.get(row) or labels.get(table, "")
    return Wrong(path, problem.rule or "", label, problem.show(gettext))


def worded(problem: Problem, ruleset: Ruleset) -> Problem:
    """The same with the labels of what it names by its key."""
    labels = Words(ruleset.base or ruleset, gettext).labels | Words(ruleset, gettext).labels
    named = ("key", "name")
    params = {name: labels.get(str(value), value) if name in named else value for name, value in problem.params.items()}
    return replace(problem, params=params)


def _told(words: Words, facts: Mapping[str, Any]) -> Told:
    kind, before, after = facts["kind"], facts["from"], facts["to"]
    label, subject = gettext(facts["label"]), facts["subject"] and gettext(facts["subject"])
    if kind == "row":
        label = f"{label}: {words.plain(kind, before if after is None else after)}"
        return Told(facts["path"], facts["rule"], label, "", "", before is None, after is None)
    return Told(
        facts["path"],
        facts["rule"],
        f"{subject}: {label}" if subject else label,
        words.plain(kind, before),
        words.plain(kind, after),
        is_added=False,
        is_removed=False,
    )
