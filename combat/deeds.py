"""The numbers of a fight: what each one did and suffered in it, as far as the table knows (S2, S3)."""

from collections.abc import Iterable
from dataclasses import dataclass

from campaigns.kinds import KINDS
from campaigns.models import Facts, LogEntry


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


def count(entry: LogEntry, found: dict[str, Deeds]) -> None:
    """Add what the table saw of an entry to what was `found` of everybody, in the order in which they were seen."""
    facts = KINDS[entry.kind].seen(entry.facts, False)
    if entry.kind == "attack":
        for strike in facts["strikes"]:
            _struck(found, facts, strike)
    elif entry.kind == "defense":
        hit = not facts["escaped"] and not facts["tied"]
        _attacked(found, facts, facts["by"], facts["attack"], hit=hit)
        _damaged(found, facts, facts["by"], [facts["damage"]])
        _lost(found, facts, facts["target"], facts["points"] if hit else {"by": 0}, "by")
    elif entry.kind in {"harm", "dodge-all"}:
        for blow in facts["blows"]:
            _lost(found, facts, blow.get("target", facts.get("target")), blow.get("points") or {"by": 0}, "by")
    for event in facts.get("events", ()):
        if event["event"] == "effect":
            _lost(found, facts, event["fighter"], event, "passed")


def _struck(found: dict[str, Deeds], facts: Facts, strike: Facts) -> None:
    """One throw of an attack: what still waits for its defense counts once that was given."""
    blows = [blow for blow in strike["blows"] if not blow.get("pending")]
    for blow in blows:
        _attacked(found, facts, facts["by"], blow["outcome"], hit=bool(blow.get("hit")))
        if blow.get("hit"):
            _lost(found, facts, blow["target"], blow["points"], "by")
    if any(blow.get("hit") for blow in blows):
        _damaged(found, facts, facts["by"], [strike["damage"], *(strike["burst"] or ())])


def _of(found: dict[str, Deeds], facts: Facts, key: str) -> Deeds:
    """The row of one, under the last name that the table knew."""
    deeds = found.setdefault(key, Deeds())
    deeds.name = facts["people"][key]["name"]
    return deeds


def _attacked(found: dict[str, Deeds], facts: Facts, by: str | None, outcome: Facts | None, *, hit: bool) -> None:
    if by is None:
        return
    deeds = _of(found, facts, by)
    deeds.attacks += 1
    deeds.hits += hit
    deeds.criticals += bool(outcome and outcome["critical"])
    deeds.fumbles += bool(outcome and outcome["fumble"])


def _damaged(found: dict[str, Deeds], facts: Facts, by: str | None, thrown: Iterable[Facts | None]) -> None:
    if by is not None:
        _of(found, facts, by).damage += sum(each["total"] for each in thrown if each)


def _lost(found: dict[str, Deeds], facts: Facts, key: str | None, points: Facts | None, name: str) -> None:
    if key is None:
        return
    deeds, number = _of(found, facts, key), (points or {}).get(name)
    deeds.lost = None if number is None or deeds.lost is None else deeds.lost + abs(number)
