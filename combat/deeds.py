"""The numbers of a fight: what each one did and suffered in it, as far as the table knows (S2, S3)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from campaigns.kinds import worded
from campaigns.models import LogEntry
from combat.models import Encounter


@dataclass(slots=True)
class Deeds:
    """Attacks and those that hit, criticals, fumbles, damage thrown, and points lost: None where the table knows no
    number."""

    name: str = ""
    attacks: int = 0
    hits: int = 0
    criticals: int = 0
    fumbles: int = 0
    damage: int = 0
    lost: int | None = 0


def counted(entries: Iterable[LogEntry], encounter: Encounter) -> list[Deeds]:
    """Of everybody whom the table saw attack or lose something, in the order in which that was first seen."""
    found: dict[str, Deeds] = {}
    for entry in entries:
        entry.campaign = encounter.campaign
        facts = worded(entry, leads=False).facts
        is_blow = entry.kind in {"attack", "defense"} and not (entry.kind == "attack" and facts["pending"])
        if is_blow and facts["by"]:
            _attacked(_of(found, facts, facts["by"]), facts)
        if (is_blow or entry.kind == "harm") and facts["target"] and _hurts(entry.kind, facts):
            _lost(_of(found, facts, facts["target"]), facts["points"], "by")
        for event in facts.get("events", ()):
            if event["event"] == "effect":
                _lost(_of(found, facts, event["fighter"]), event, "passed")
    return list(found.values())


def _of(found: dict[str, Deeds], facts: Mapping[str, Any], key: str) -> Deeds:
    """The row of one, under the last name that the table knew."""
    deeds = found.setdefault(key, Deeds())
    deeds.name = facts["people"][key]["name"]
    return deeds


def _hurts(kind: str, facts: Mapping[str, Any]) -> bool:
    if kind == "defense":
        return not facts["escaped"] and not facts["tied"]
    return kind == "harm" or bool(facts["hit"])


def _attacked(deeds: Deeds, facts: Mapping[str, Any]) -> None:
    is_answered = "how" in facts
    outcome = facts["attack" if is_answered else "outcome"]
    deeds.attacks += 1
    deeds.hits += _hurts("defense" if is_answered else "attack", facts)
    deeds.criticals += bool(outcome and outcome["critical"])
    deeds.fumbles += bool(outcome and outcome["fumble"])
    thrown = [facts["damage"], *(facts.get("burst") or ())]
    deeds.damage += sum(each["total"] for each in thrown if each)


def _lost(deeds: Deeds, facts: Mapping[str, Any] | None, name: str) -> None:
    number = (facts or {}).get(name)
    deeds.lost = None if number is None or deeds.lost is None else deeds.lost + abs(number)
