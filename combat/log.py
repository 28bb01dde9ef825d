"""The kinds of log entries that encounters bring: what the table may know of each, its words, and how it is undone.

Facts are those of `rules.fight`, with the names of those mentioned as both audiences know them ("people").
"""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from campaigns.changes import reverses
from campaigns.kinds import KINDS, Kind, Worded
from campaigns.models import Campaign, Change
from characters.log.rolls import verdict
from characters.log.why import Reason, reasons_to_keep
from combat.models import Encounter, counted
from rules.checks import Outcome
from rules.injuries import Condition

Facts = Mapping[str, Any]
NUMBERS_OF_POINTS = ("amount", "absorption", "absorbed", "passed", "taken")
SECRETS_OF_TURNS = ("about", "order", "skipped", "recovered", "fighters", "ended")


@reverses("fight")
def reverse_fight(campaign: Campaign, change: Change) -> Change:
    """Put the encounter back to what it was; points are changes of their own, and what is counted of them stays a
    difference: so the change that was really made is the answer."""
    encounter = Encounter.objects.get(campaign=campaign, key=change["of"].split(":")[1])
    encounter.campaign = campaign
    before, after = encounter.put_back(change["before"], change["after"])
    return {**change, "before": before, "after": after}


@reverses("counted")
def reverse_counted(campaign: Campaign, change: Change) -> Change:
    """Take back what an encounter counted of somebody's points."""
    _counted, encounter, key = change["of"].split(":")
    less = {name: -number for name, number in change["by"].items()}
    return counted(Encounter.objects.get(campaign=campaign, key=encounter), key, less)


def seen(facts: Facts, leads: bool) -> Facts:
    """What an audience may know of an entry: hidden foes have no name, unknown numbers are not there (S2, S3)."""
    people = {
        key: {
            "name": who["gm"] if leads else who["table"],
            "gender": who["gender"] if leads else who["table_gender"],
            "is_hero": who["is_hero"],
        }
        for key, who in facts["people"].items()
    }
    known = {key: who for key, who in people.items() if who["name"]}
    names = [known[key]["name"] for key in facts["about"] if key in known]
    kept = {**facts, "people": known, "names": names, "shows_sum": True, "leads": leads}
    if leads:
        return kept  # they were told the events of a hidden one's turn as they came
    for name in SECRETS_OF_TURNS:
        kept.pop(name, None)
    for name in ("turn", "by", "target", "fighter"):
        if name in kept and kept[name] not in known:
            kept[name] = None
    if "shown_new_round" in kept:
        kept["new_round"] = kept["shown_new_round"]  # a hidden one may have begun it
    if "events" in kept:
        events = (*kept.pop("untold", ()), *kept["events"])
        kept["events"] = [told for event in events if (told := _event_seen(event, facts["people"], known))]
    if "rolls" in kept:
        kept["rolls"] = [roll for roll in kept["rolls"] if roll["fighter"] in known]
    if "known" in kept:
        kept |= _points_seen(kept, kept.pop("known"))
    if "attacker_known" in facts:
        kept |= _attack_seen(facts, kept, in_sight=kept["by"] is not None)
    return kept


def _event_seen(event: Facts, people: Facts, known: Facts) -> Facts | None:
    """What the table may know of something that happened by itself: of a foe no numbers it does not know (S3)."""
    key = event["fighter"]
    if key not in known:
        return None
    knows = people[key]["knows"]
    if not knows["words"] and event["event"] == "wound":
        return None
    if not knows["defense"] and "outcome" in event:
        check = {**event["outcome"]["check"], "difficulty": None}
        event = {**event, "outcome": {**event["outcome"], "margin": None, "check": check}, "hides_sum": True}
    return event if knows["points"] else {**event, "passed": None, "points": None}


def _points_seen(facts: Facts, known: Mapping[str, bool]) -> Facts:
    if known["points"]:
        return {}
    states = {name: facts["points"][name] for name in ("was", "is")} if known["words"] else None
    return {**dict.fromkeys(NUMBERS_OF_POINTS), "points": states}


def _attack_seen(facts: Facts, kept: Facts, *, in_sight: bool) -> Facts:
    """Of a foe's attack only dice and outcome are seen, of one out of sight only what it did."""
    shown: dict[str, Any] = {}
    outcome = facts["outcome"]
    if "how" in facts:  # the target's own dice: of a foe whose defense is not known only the faces
        shown["shows_defense"] = facts["known"]["defense"]
    elif not facts["known"]["defense"] and not facts["shot"]:
        check = {**outcome["check"], "difficulty": None}
        shown = {"defense": None, "outcome": {**outcome, "margin": None, "check": check}}
    if not facts["attacker_known"]["defense"]:
        shown["shows_sum"] = False
    if not in_sight:
        shown |= {"weapon": None, "damage": None, "attack": None} | ({} if "how" in facts else {"outcome": None})
    return shown


def _faces(die: Mapping[str, Any]) -> list[tuple[int, bool]]:
    """The faces of one die with its explosions; all but the last one exploded."""
    return [(face, place + 1 < len(die["faces"])) for place, face in enumerate(die["faces"])]


def rolls_of_defense(entry: Worded) -> Mapping[str, Any]:
    """A hit that was dodged, blocked, or taken, with what the attack had rolled (C8)."""
    facts = entry.facts
    attack, own = (facts[name] and Outcome.from_facts(facts[name]) for name in ("attack", "outcome"))
    return {
        "attacker": _person(facts, facts["by"]),
        "target": _person(facts, facts["target"]),
        "attack": attack,
        "own": own,
        "reasons": reasons_of(facts, facts["target"], own),
        "thrown": [face for die in (facts["damage"] or {}).get("thrown", ()) for face in _faces(die)],
    }


def _became(condition: Facts, facts: Facts, key: str | None) -> str:
    """The word for the state of the target; a foe is out or, to those who lead, dead (S3)."""
    word = Condition.from_facts(condition).word
    if not condition["out"] or _person(facts, key)["is_hero"]:
        return word
    return "dead" if facts["leads"] and word == "dead" else "out"


def turn_words(entry: Worded) -> Mapping[str, Any]:
    turn = entry.facts["turn"]
    return {"actor": _person(entry.facts, turn) if turn else None, **events_words(entry)}


def events_words(entry: Worded) -> Mapping[str, Any]:
    """What happened by itself as a turn began or ended (T1): the tally, saving throws, effects, wounds that let go."""
    events = []
    for event in entry.facts.get("events", ()):
        who = _person(entry.facts, event["fighter"])
        outcome = Outcome.from_facts(event["outcome"]) if "outcome" in event else None
        came = _event_points(entry, event)
        events.append({**event, "kind": event["event"], "who": who, "outcome": outcome, **came})
    return {"events": events, **_pool_label(entry)}


def _event_points(entry: Worded, event: Facts) -> dict[str, Any]:
    """How many of which points an event took or gave back, and what it made of somebody."""
    points, shorts = event.get("points") or {}, {kind.key: _(kind.short) for kind in entry.campaign.ruleset.pools}
    pools = points.get("pools") or {}
    parts = [(abs(each["by"]), shorts.get(name, name)) for name, each in pools.items() if each["by"]]
    turned = "was" in points and points["was"]["fate"] != points["is"]["fate"]
    return {"parts": parts, "became": _became(points["is"], entry.facts, event["fighter"]) if turned else ""}


def at_zero_words(entry: Worded) -> Mapping[str, Any]:
    """The check at 0: its dice, and whether one fights on (C11)."""
    outcome = Outcome.from_facts(entry.facts["outcome"])
    return {
        "outcome": outcome,
        "verdict": verdict(outcome),
        "short_by": -(outcome.margin or 0),
        "faces": outcome.throws[0].faces,
        "reasons": reasons_of(entry.facts, entry.facts["fighter"], outcome),
        "who": _person(entry.facts, entry.facts["fighter"]),
        **_pool_label(entry),
    }


def _pool_label(entry: Worded) -> Mapping[str, str]:
    ruleset = entry.campaign.ruleset
    return {"label": _(next(kind.short for kind in ruleset.pools if kind.key == ruleset.injuries.pool))}


def people_words(entry: Worded) -> Mapping[str, Any]:
    return {"names": entry.facts["names"]}


def joined_words(entry: Worded) -> Mapping[str, Any]:
    """Who comes, and what those who come late roll at once (T3)."""
    return {**people_words(entry), **(rolls_words(entry) if "rolls" in entry.facts else {})}


def left_words(entry: Worded) -> Mapping[str, Any]:
    return {**people_words(entry), **events_words(entry)}


def rolls_words(entry: Worded) -> Mapping[str, Any]:
    facts = entry.facts["rolls"]
    groups: dict[str, list[Facts]] = {}
    for roll in facts:
        groups.setdefault(roll.get("group") or roll["fighter"], []).append(roll)
    rolls = [
        {
            "names": [_person(entry.facts, roll["fighter"])["name"] for roll in together],
            "outcome": Outcome.from_facts(together[0]["outcome"]),
            "total": together[0]["total"],
            "majors": together[0]["majors"],
            "is_typed": together[0]["typed"],
            "tie": _tie(together[0], [other for other in facts if other not in together]),
            "place": (together[0]["last"], *(-together[0][part] for part in ("total", "fixed", "lot"))),
        }
        for together in groups.values()
    ]
    return {
        "rolls": sorted(rolls, key=lambda roll: roll["place"]),
        "actions_rule": entry.campaign.ruleset.turns.rule,
        **events_words(entry),
    }


def _tie(roll: Facts, others: Iterable[Facts]) -> str:
    """By what those with the same total are told apart: "fixed" or "lot" (C1), "" where nobody has it too."""
    tied = [other for other in others if (other["total"], other["last"]) == (roll["total"], roll["last"])]
    if any(other["fixed"] == roll["fixed"] for other in tied):
        return "lot"
    return "fixed" if tied else ""


def _person(facts: Facts, key: str | None) -> Mapping[str, Any]:
    """A name to write; somebody out of sight is somebody."""
    return facts["people"].get(key) or {"name": _("Someone"), "gender": "", "is_hero": False}


def reasons_of(facts: Facts, key: str | None, outcome: Outcome | None) -> list[Reason]:
    """Why another die than the middle one stayed, tokens apart, which each roll tells itself; what hinders or helps a
    foe only those who lead are told (S3)."""
    who = _person(facts, key)
    if outcome is None or not (facts.get("leads") or who["is_hero"]):
        return []
    factors = tuple(factor for factor in outcome.check.factors if factor.rule != "R13")
    return list(reasons_to_keep(factors, who["gender"]))


def defense_title(entry: Worded) -> str:
    return _("defense of %(name)s") % _person(entry.facts, entry.facts["target"])


def at_zero_title(entry: Worded) -> str:
    return _("check of %(name)s at 0") % _person(entry.facts, entry.facts["fighter"])


def turn_title(entry: Worded) -> str:
    return _("turn of %(name)s") % _person(entry.facts, entry.facts["turn"])


def names_title(entry: Worded) -> str:
    return ", ".join(people_words(entry)["names"][:3])


def _kind(name: str, words: Any, title: Any, *, is_mark: bool = False, sees: Any = seen) -> Kind:
    return Kind(f"combat/log/{name}.html", words, title, sees, is_undoable=True, is_mark=is_mark)


COMBAT_KINDS = {
    "joined-fight": _kind("joined", joined_words, names_title),
    "left-fight": _kind("left", left_words, names_title),
    "at-zero": _kind("at-zero", at_zero_words, at_zero_title),
    "started": _kind("started", rolls_words, lambda entry: _("start")),
    "turn": _kind("turn", turn_words, turn_title, is_mark=True),
    "revealed": _kind("revealed", people_words, names_title),
    "shown": _kind("shown", people_words, names_title),
    "ended": _kind("ended", lambda entry: {}, lambda entry: _("end")),
}
KINDS.update(COMBAT_KINDS)
KINDS["prepared"] = Kind("combat/log/prepared.html")
