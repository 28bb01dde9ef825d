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
    in_order: bool = False  # taken back one after the other, from where all of them are shown: no button of its own
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


def _renamed_title(entry: Any) -> str:
    return gettext("name of the campaign")


KINDS: dict[str, Kind] = {
    "joined": Kind("campaigns/log/joined.html"),
    "left": Kind("campaigns/log/left.html"),
    "role": Kind("campaigns/log/role.html", _role_words),
    "banned": Kind("campaigns/log/banned.html"),
    "unbanned": Kind("campaigns/log/unbanned.html"),
    "campaign-handed-over": Kind("campaigns/log/handed_over.html"),
    "campaign-renamed": Kind("campaigns/log/renamed.html", title=_renamed_title, is_undoable=True),
    "campaign-archived": Kind("campaigns/log/archived.html"),
    "campaign-restored": Kind("campaigns/log/restored.html"),
    "password-link": Kind("campaigns/log/password_link.html"),
    "new-password": Kind("campaigns/log/new_password.html"),
    "setting": Kind("campaigns/log/setting.html", _setting_words, is_undoable=True),
    "asked": Kind("campaigns/log/asked.html"),
    "answered": Kind("campaigns/log/answered.html"),
    "returned": Kind("campaigns/log/returned.html"),
    "undo": Kind("campaigns/log/undo.html", _undo_words, seen=_undo_seen, is_mark=True),
    "invited": Kind("campaigns/log/admin.html", is_listed=False),
    "uninvited": Kind("campaigns/log/admin.html", is_listed=False),
    "linked": Kind("campaigns/log/admin.html", is_listed=False),
    "admin": Kind("campaigns/log/admin.html"),
}


def unlisted() -> list[str]:
    """The kinds that are kept, but not read as part of the log."""
    return [name for name, kind in KINDS.items() if not kind.is_listed]
