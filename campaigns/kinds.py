"""The kinds of log entries: a new kind is a new value, here or in the app it belongs to, and a template."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.utils.translation import gettext

from campaigns.roles import Role

Facts = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Kind:
    """How entries of a kind are worded, and whether they can be taken back.

    `seen(facts, leads) → facts` leaves out what the table may not know; everything else gets only what it answers, as a
    `Worded`. `words(entry) → context` turns those facts into what the template needs, `title(entry)` names the entry in
    a few words; neither asks the database anything.
    """

    template: str
    words: Callable[[Any], Mapping[str, Any]] = lambda entry: {}
    title: Callable[[Any], str] = lambda entry: ""
    seen: Callable[[Facts, bool], Facts] = lambda facts, leads: facts
    is_undoable: bool = False
    is_of_leaders: bool = False  # only they take it back, whoever did it
    is_mark: bool = False  # a line between others
    is_listed: bool = True  # stands in the log that people read


@dataclass(frozen=True, slots=True)
class Worded:
    """An entry as one audience may know it: all that its template gets."""

    key: str
    kind: str
    campaign: Any
    facts: Facts
    at: datetime
    by: Any
    audience: str
    is_undone: bool


def worded(entry: Any, *, leads: bool) -> Worded:
    """`entry` (a LogEntry with its campaign and who made it) for those who lead, or for the table."""
    facts = KINDS[entry.kind].seen(entry.facts, leads)
    return Worded(entry.key, entry.kind, entry.campaign, facts, entry.at, entry.by, entry.audience, entry.is_undone)


def _jump_seen(facts: Facts, leads: bool) -> Facts:
    """The table is told of the last entry it may see; how many there were is nobody's but of those who lead."""
    to = facts["to" if leads else "shown"]
    known = {name: facts[name] for name in (("again", "count") if leads else ("again",))}
    return {**known, "to": to and {**to, "facts": KINDS[to["kind"]].seen(to["facts"], leads)}}


def _jump_words(entry: Any) -> Mapping[str, Any]:
    to = entry.facts["to"]
    return {"title": to and KINDS[to["kind"]].title(replace(entry, kind=to["kind"], facts=to["facts"]))}


def _undo_seen(facts: Facts, leads: bool) -> Facts:
    return {**facts, "facts": KINDS[facts["kind"]].seen(facts["facts"], leads)}


def _undo_words(entry: Any) -> Mapping[str, Any]:
    """An undo says what it took back in that entry's own words."""
    original = replace(entry, kind=entry.facts["kind"], facts=entry.facts["facts"])
    return {"title": KINDS[original.kind].title(original)}


def _role_words(entry: Any) -> Mapping[str, Any]:
    return {"role": Role(entry.facts["to"]).label}


def _setting_words(entry: Any) -> Mapping[str, Any]:
    from campaigns.models.campaign import settings

    return {"setting": dict(settings()).get(entry.facts["to"], "")}


def _text_of(facts: Facts) -> Any:
    from campaigns.places import text_at

    return text_at(facts["place"], facts["field"])


def _noted_words(entry: Any) -> Mapping[str, Any]:
    return {"what": gettext(_text_of(entry.facts).label)} if "field" in entry.facts else {}


def _noted_seen(facts: Facts, leads: bool) -> Facts:
    """A secret note is for those who lead, whoever wrote it and led then."""
    return {} if not leads and _text_of(facts).is_secret else facts


def _rules_words(entry: Any) -> Mapping[str, Any]:
    from campaigns.house.words import told

    return {"differences": told(entry.campaign.ruleset, entry.facts["differences"])}


def _rules_title(entry: Any) -> str:
    from campaigns.house.words import summed

    return summed(entry.campaign.ruleset, entry.facts["differences"])


def _renamed_title(entry: Any) -> str:
    return gettext("name of the campaign")


KINDS: dict[str, Kind] = {
    "joined": Kind("campaigns/log/joined.html"),
    "left": Kind("campaigns/log/left.html"),
    "role": Kind("campaigns/log/role.html", _role_words),
    "banned": Kind("campaigns/log/banned.html"),
    "unbanned": Kind("campaigns/log/unbanned.html"),
    "campaign-handed-over": Kind("campaigns/log/handed_over.html"),
    "campaign-renamed": Kind("campaigns/log/renamed.html", title=_renamed_title, is_undoable=True, is_of_leaders=True),
    "campaign-archived": Kind("campaigns/log/archived.html"),
    "campaign-restored": Kind("campaigns/log/restored.html"),
    "password-link": Kind("campaigns/log/password_link.html"),
    "new-password": Kind("campaigns/log/new_password.html"),
    "setting": Kind("campaigns/log/setting.html", _setting_words, is_undoable=True, is_of_leaders=True),
    "rules": Kind("campaigns/log/rules.html", _rules_words, _rules_title, is_undoable=True, is_of_leaders=True),
    "asked": Kind("campaigns/log/asked.html"),
    "answered": Kind("campaigns/log/answered.html"),
    "returned": Kind("campaigns/log/returned.html"),
    "noted": Kind("campaigns/log/noted.html", _noted_words, seen=_noted_seen, is_listed=False),
    "touched": Kind("campaigns/log/touched.html", is_listed=False),  # what a page shows is newer; says nothing
    "undo": Kind("campaigns/log/undo.html", _undo_words, seen=_undo_seen, is_mark=True),
    "step": Kind("campaigns/log/undo.html", _undo_words, seen=_undo_seen, is_mark=True, is_listed=False),
    "jump": Kind("campaigns/log/jump.html", _jump_words, seen=_jump_seen, is_mark=True),
    "invited": Kind("campaigns/log/admin.html", is_listed=False),
    "uninvited": Kind("campaigns/log/admin.html", is_listed=False),
    "linked": Kind("campaigns/log/admin.html", is_listed=False),
    "admin": Kind("campaigns/log/admin.html"),
}


TOGGLES = ("undo", "step")
"""The kinds of entries that took another back, or did it again: alone, or on the way of a jump."""


def undoable() -> list[str]:
    """The kinds that can be taken back."""
    return [name for name, kind in KINDS.items() if kind.is_undoable]


def unlisted() -> list[str]:
    """The kinds that are kept, but not read as part of the log."""
    return [name for name, kind in KINDS.items() if not kind.is_listed]
