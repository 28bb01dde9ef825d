"""The kinds of log entries: a new kind is a new value here or in the app it belongs to, and a template that words it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

from campaigns.roles import Role


@dataclass(frozen=True, slots=True)
class Kind:
    """How entries of a kind are worded, and whether they can be taken back.

    `words(entry) → context` turns stored facts into what the template needs, `title(entry)` names the entry in a few
    words; neither asks the database anything. They read `entry.kind`, `entry.facts` and `entry.campaign` only.
    """

    template: str
    words: Callable[[Any], Mapping[str, Any]] = lambda entry: {}
    title: Callable[[Any], str] = lambda entry: ""
    is_undoable: bool = False


def _undo_words(entry: Any) -> Mapping[str, Any]:
    """An undo says what it took back in that entry's own words."""
    original = SimpleNamespace(kind=entry.facts["kind"], facts=entry.facts["facts"], campaign=entry.campaign)
    return {"title": KINDS[original.kind].title(original)}


def _role_words(entry: Any) -> Mapping[str, Any]:
    return {"role": Role(entry.facts["to"]).label}


KINDS: dict[str, Kind] = {
    "joined": Kind("campaigns/log/joined.html"),
    "left": Kind("campaigns/log/left.html"),
    "role": Kind("campaigns/log/role.html", _role_words),
    "asked": Kind("campaigns/log/asked.html"),
    "answered": Kind("campaigns/log/answered.html"),
    "returned": Kind("campaigns/log/returned.html"),
    "undo": Kind("campaigns/log/undo.html", _undo_words),
    "admin": Kind("campaigns/log/admin.html"),
}
