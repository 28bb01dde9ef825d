"""A character as the published schema has it (schemas/character-1.json). What only one database knows stays there."""

import base64
import json
from typing import TYPE_CHECKING, Any, Final

from django.utils import timezone

from campaigns.exchange import text
from campaigns.models import Membership

if TYPE_CHECKING:
    from characters.models import Character

FORMAT: Final = "mesa-ryf/character"
VERSION: Final = 1
LONG_TEXTS: Final = frozenset({"notes", "gm_notes", "special"})  # those that may have more than one line


def file_of(character: "Character", seat: Membership | None) -> str:
    """The text of the file; `seat` is None where the host takes it out."""
    return json.dumps(writable(document_of(character, seat)), ensure_ascii=False, indent=1) + "\n"


def document_of(character: "Character", seat: Membership | None) -> dict[str, Any]:
    """All of a character that `seat` may know: the GM's notes only where it leads.

    Effects that end at another's turn are an encounter's and stay out, and so do keys of wounds. Four queries.
    """
    document = {
        "$schema": f"/schema/character-{VERSION}.json",
        "format": FORMAT,
        "version": VERSION,
        "exported_at": timezone.now().isoformat(timespec="seconds"),
        "preset": character.campaign.preset,
        "kind": "foe" if character.is_foe else "hero",
        "finished": character.is_finished,
        "name": character.name,
        "concept": character.concept,
        "gender": character.gender,
        "traits": character.written,
        "created": character.created,
        "approved": sorted(character.approved),
        **{name: character.traits[name] for name in ("fixed", "damage") if name in character.traits},
        "gear": character.gear,
        "pools": {pool.key: pool.current for pool in sorted(character.pools.all(), key=lambda each: each.key)},
        "vitals": _vitals(character.vitals),
        "tokens": character.tokens,
        "forced": character.forced,
        "protagonism": character.protagonism,
        "conditions": [{"name": each["name"], "note": each.get("note", "")} for each in character.conditions],
        "notes": character.notes,
        **({"gm_notes": character.gm_notes} if seat is None or seat.leads else {}),
        "sharing": character.sharing,
        "ledger": _ledger(character),
    }
    if picture := _portrait(character):
        document["portrait"] = base64.b64encode(picture).decode()
    return document


def writable(document: Any) -> Any:
    """The same without signs that reading refuses."""
    return text.writable(document, LONG_TEXTS.__contains__)


def _vitals(vitals: dict[str, Any]) -> dict[str, Any]:
    kept = {name: value for name, value in vitals.items() if name != "treated"}
    if "effects" in kept:
        lasting = [each for each in kept["effects"] if not each.get("until")]
        kept["effects"] = [{name: value for name, value in each.items() if name != "until"} for each in lasting]
    return kept


def _ledger(character: "Character") -> list[dict[str, Any]]:
    """Its own movements, each known by its place; what they say in vain is left out. Shares name their adventure."""
    rows = list(character.ledger.order_by("number").select_related("adventure"))
    places = {row.key: place for place, row in enumerate(rows, start=1)}
    found = []
    for row in rows:
        movement = {
            "kind": row.kind,
            "px": row.px,
            "trait": row.trait,
            "before": row.before,
            "after": row.after,
            "reason": (row.reason or (row.adventure.name if row.adventure else "")),
            "award": places.get(row.award),
            "reverses": places.get(row.reverses),
            "by": row.by,
            "at": row.at.isoformat(),
        }
        found.append({name: value for name, value in movement.items() if value not in ("", 0, None)})
    return found


def _portrait(character: "Character") -> bytes | None:
    portrait = getattr(character, "portrait", None)
    return bytes(portrait.image) if portrait else None
