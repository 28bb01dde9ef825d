"""An encounter as it is stored, read anew for every question, by the names that the tests use."""

import hashlib
import json
from collections.abc import Callable, Mapping
from typing import Any

from django.urls import reverse

from campaigns import changes
from campaigns.models import LogEntry, Membership
from characters.models import Character
from combat.models import Combatant, Encounter

FOE = {"pv": 8, "defense": 12, "attack": 6, "initiative": 5}
ACTIONS = {
    "start": "combat:start",
    "end": "combat:end",
    "next": "combat:next",
    "attack": "combat:attack",
    "harm": "combat:harm",
    "heal": "combat:heal",
    "stay-up": "combat:stay-up",
    "defend": "combat:defend",
    "breathe": "combat:breathe",
    "hide": "combat:hide",
    "look": "combat:look",
    "remove": "combat:remove",
    "heroes": "combat:add-heroes",
    "foes": "combat:add-foes",
    "foe": "combat:add-foe",
    "line": "combat:add-line",
    "from-library": "combat:add-from-library",
    "keep-all": "combat:keep-all",
    "keep": "combat:keep-foe",
    "pause": "combat:pause",
    "resume": "combat:resume",
    "initiative": "combat:initiative",
    "for-all": "combat:initiative-all",
    "move": "combat:move",
    "delay": "combat:delay",
    "take-up": "combat:take-up",
    "skip": "combat:skip",
    "extra": "combat:declare",
    "more-time": "combat:more-time",
    "defenses": "combat:defenses",
}
OTHER_ACTIONS = {"surprise": "combat:surprise", "dodge-all": "combat:dodge-all"}
"""What is not the GM's alone."""
LINE = {
    "name": "Lobo", "count": "1", "points": "8", "defense": "12", "attack": "6", "damage": "1d6", "absorption": "0",
    "initiative": "5", "alias": "",
}  # fmt: skip


def stored(encounter: Encounter) -> Encounter:
    """The encounter as the database has it, nothing remembered."""
    return Encounter.objects.select_related("campaign").get(pk=encounter.pk)


def who(encounter: Encounter, name: str) -> Combatant:
    """The one of that name who is in the fight, or was."""
    (row,) = (row for row in stored(encounter).known.values() if row.character.name == name)
    return row


def key(encounter: Encounter, name: str) -> str:
    return who(encounter, name).character.key


def names(encounter: Encounter) -> list[str]:
    """Who is in the fight, in order."""
    return [row.character.name for row in stored(encounter).present]


def turn(encounter: Encounter) -> str:
    """The name of whoever has the turn, "" for nobody."""
    now = stored(encounter)
    return now.known[now.turn].character.name if now.turn else ""


def pv(character: Character | Combatant) -> int:
    """The points as they stand now."""
    found = Character.objects.with_pools().select_related("campaign")
    now = found.get(pk=character.character_id if isinstance(character, Combatant) else character.pk)
    return now.ruleset.points(now.sheet, "pv")


def condition(character: Character) -> Any:
    return Character.objects.with_pools().select_related("campaign").get(pk=character.pk).condition


def slay(encounter: Encounter, by: Membership, name: str, dice: Callable[..., None]) -> None:
    """Somebody is out for good: a hero fails the check at 0, and three blows do the rest (C11, C12)."""
    someone = key(encounter, name)
    stored(encounter).harm(by, someone, 99)
    if stored(encounter).known[someone].is_hero:
        dice(1, 1, 2)
        stored(encounter).stay_up(by, someone)
        for _blow in range(3):
            stored(encounter).harm(by, someone, 1)


def whole(encounter: Encounter) -> dict[str, Any]:
    """All that an encounter is, as plain values: the fight, everyone in it, their points, what they have in hand."""
    now = stored(encounter)
    points = {name: row.character.ruleset.points(row.character.sheet, "pv") for name, row in now.known.items()}
    hands = {name: row.character.gear.get("wielded") for name, row in now.known.items()}
    return {"kept": json.loads(json.dumps(now.kept())), "pv": points, "hands": hands}


def sign(encounter: Encounter) -> str:
    """A short sign of all that an encounter is."""
    return hashlib.sha256(json.dumps(whole(encounter), sort_keys=True).encode()).hexdigest()


def replayed(start: Mapping[str, Any], entries: Any) -> dict[str, Any]:
    """What the changes of entries make of a beginning, in their order."""
    state = json.loads(json.dumps(start))
    for entry in entries:
        for change in entry.changes:
            if change["what"] == "pool":
                state["pv"][change["of"].split(":")[1]] += change["by"]
            elif change["what"] == "fight":
                for name, fields in change["after"].items():
                    state["kept"].setdefault(name, {}).update(fields)
            elif change["what"] == "wielded":
                state["hands"][change["of"].split(":")[1]] = change["after"]
            elif change["what"] == "vitals":
                state["kept"][change["of"].split(":")[1]]["vitals"] = change["to"]
            else:
                kept = state["kept"][change["of"].split(":")[2]]["state"]
                for name, number in change["by"].items():
                    kept[name] += number
    return state


def differing(one: Any, other: Any, path: str = "") -> list[tuple[str, Any, Any]]:
    """Where two plain values are not the same: the way there, and both."""
    if isinstance(one, dict) and isinstance(other, dict):
        return [
            found
            for name in sorted({*one, *other})
            for found in differing(one.get(name), other.get(name), f"{path}/{name}")
        ]
    return [] if one == other else [(path, one, other)]


def address(action: str, encounter: Encounter) -> str:
    """Where an action is posted to; "spend/major" and the like name what they are about."""
    if "/" in action:
        name, _slash, what = action.partition("/")
        return reverse(f"combat:{name}", args=[encounter.key, what])
    if action in OTHER_ACTIONS or action in ACTIONS:
        return reverse((ACTIONS | OTHER_ACTIONS)[action], args=[encounter.key])
    return reverse("combat:act", args=[encounter.key, action])


def undone(encounter: Encounter, by: Membership, before: str) -> bool:
    """Whether the last action, once taken back, leaves the encounter as that sign says."""
    changes.toggle(LogEntry.objects.filter(is_undone=False).exclude(kind="undo").first(), by)
    return sign(encounter) == before
