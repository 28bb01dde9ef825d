"""Entries about characters as a whole: archived, brought back, copied, followed, handed over, taken in from a file."""

from collections.abc import Mapping
from typing import Any

from campaigns.kinds import KINDS, Kind


def life_seen(facts: Mapping[str, Any], leads: bool) -> Mapping[str, Any]:
    """Of a draft the table hears whose it is, not what: drafts are their player's and the GM's. What a file says of
    growth elsewhere is for the GM to judge."""
    if leads:
        return facts
    hidden = {"character", "name", "gender", "of"} if facts["is_draft"] else set()
    return {name: value for name, value in facts.items() if name not in hidden | GROWN}


GROWN = {"awarded", "spent", "corrected"}


def life_title(entry: Any) -> str:
    return entry.facts.get("name", entry.facts["player"])


for kind in ("archived", "restored", "copied", "succeeded", "handed-over", "imported"):
    KINDS[kind] = Kind(f"characters/log/{kind}.html", title=life_title, seen=life_seen)
