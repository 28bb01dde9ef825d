"""The kinds of log entries that encounters bring: what the table may know of each, its words, and how it is undone.

Facts are those of `rules.fight`, with the names of those mentioned as both audiences know them ("people").
"""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from campaigns.changes import reverses
from campaigns.kinds import KINDS, Kind, Worded
from campaigns.models import Campaign, Change
from characters.log import trait_labels, verdict
from combat.models import Encounter
from rules.checks import Outcome

Facts = Mapping[str, Any]
NUMBERS_OF_POINTS = ("amount", "absorption", "absorbed", "passed")
SECRETS_OF_TURNS = ("about", "order", "skipped", "recovered", "fighters", "fighter", "linger", "ended")


@reverses("fight")
def reverse_fight(campaign: Campaign, change: Change) -> Change:
    """Put the encounter back to what it was; points are changes of their own."""
    encounter = Encounter.objects.get(campaign=campaign, key=change["of"].split(":")[1])
    encounter.campaign = campaign
    encounter.put_back(change["before"])
    return {**change, "before": change["after"], "after": change["before"]}


def seen(facts: Facts, leads: bool) -> Facts:
    """What an audience may know of an entry: hidden foes have no name, unknown numbers are not there (S2, S3)."""
    people = {
        key: {"name": who["gm"] if leads else who["table"], "gender": who["gender"] if leads else who["table_gender"]}
        for key, who in facts["people"].items()
    }
    known = {key: who for key, who in people.items() if who["name"]}
    names = [known[key]["name"] for key in facts["about"] if key in known]
    kept = {**facts, "people": known, "names": names, "shows_sum": True}
    if leads:
        return kept
    for name in SECRETS_OF_TURNS:
        kept.pop(name, None)
    for name in ("turn", "by", "target"):
        if name in kept and kept[name] not in known:
            kept[name] = None
    if "shown_new_round" in kept:
        kept["new_round"] = kept["shown_new_round"]  # a hidden one may have begun it
    if "rolls" in kept:
        kept["rolls"] = [roll for roll in kept["rolls"] if roll["fighter"] in known]
    if "known" in kept:
        kept |= _points_seen(kept, kept.pop("known"))
    if "attacker_known" in facts:
        kept |= _attack_seen(facts, kept, in_sight=kept["by"] is not None)
    return kept


def _points_seen(facts: Facts, known: Mapping[str, bool]) -> Facts:
    if known["points"]:
        return {}
    states = {name: facts["points"][name] for name in ("was", "is")} if known["words"] else None
    return {**dict.fromkeys(NUMBERS_OF_POINTS), "points": states}


def _attack_seen(facts: Facts, kept: Facts, *, in_sight: bool) -> Facts:
    """Of a foe's attack only dice and outcome are seen, of one out of sight only what it did."""
    shown: dict[str, Any] = {}
    if not facts["known"]["defense"]:
        outcome = facts["outcome"]
        check = {**outcome["check"], "difficulty": None}
        shown = {"defense": None, "outcome": {**outcome, "margin": None, "check": check}}
    if not facts["attacker_known"]["defense"]:
        shown["shows_sum"] = False
    if not in_sight:
        shown |= {"outcome": None, "weapon": None, "damage": None}
    return shown


def attack_words(entry: Worded) -> Mapping[str, Any]:
    facts = entry.facts
    outcome = facts["outcome"] and Outcome.from_facts(facts["outcome"])
    labels = trait_labels(entry.campaign)
    thrown = [face for die in (facts["damage"] or {}).get("thrown", ()) for face in _faces(die)]
    return {
        **_points_words(entry),
        "attacker": _person(facts, facts["by"]),
        "target": _person(facts, facts["target"]),
        "outcome": outcome,
        "verdict": outcome and verdict(outcome),
        "faces": outcome and outcome.throws[0].faces,
        "terms": [(labels.get(term.key, term.key), term.value) for term in outcome.check.terms] if outcome else [],
        "factors": {factor.code for factor in outcome.check.factors} if outcome else set(),
        "thrown": thrown,
    }


def _faces(die: Mapping[str, Any]) -> list[tuple[int, bool]]:
    """The faces of one die with its explosions; all but the last one exploded."""
    return [(face, place + 1 < len(die["faces"])) for place, face in enumerate(die["faces"])]


def points_words(entry: Worded) -> Mapping[str, Any]:
    return {**_points_words(entry), "target": _person(entry.facts, entry.facts["target"])}


def _points_words(entry: Worded) -> Mapping[str, Any]:
    points = entry.facts["points"]
    pool = entry.campaign.ruleset.injuries.pool
    short = next(kind.short for kind in entry.campaign.ruleset.pools if kind.key == pool)
    words: dict[str, Any] = {"label": _(short), "points": points, "became": ""}
    if points and points["was"] != points["is"]:
        words["became"] = "out" if points["is"]["out"] else "wounded" if points["is"]["wounded"] else ""
    if points and "by" in points:
        words["lost"] = abs(points["by"])
    return words


def turn_words(entry: Worded) -> Mapping[str, Any]:
    return {"actor": _person(entry.facts, entry.facts["turn"])}


def people_words(entry: Worded) -> Mapping[str, Any]:
    return {"names": entry.facts["names"]}


def joined_words(entry: Worded) -> Mapping[str, Any]:
    """Who comes, and what those who come late roll at once (T3)."""
    return {**people_words(entry), **(rolls_words(entry) if "rolls" in entry.facts else {})}


def rolls_words(entry: Worded) -> Mapping[str, Any]:
    rolls = [
        {
            "who": _person(entry.facts, roll["fighter"]),
            "outcome": Outcome.from_facts(roll["outcome"]),
            "total": roll["total"],
            "majors": roll["majors"],
        }
        for roll in entry.facts["rolls"]
    ]
    return {"rolls": sorted(rolls, key=lambda roll: -roll["total"])}


def _person(facts: Facts, key: str | None) -> Mapping[str, Any]:
    """A name to write; somebody out of sight is somebody."""
    return facts["people"].get(key) or {"name": _("Someone"), "gender": ""}


def attack_title(entry: Worded) -> str:
    words = {
        "by": _person(entry.facts, entry.facts["by"])["name"],
        "target": _person(entry.facts, entry.facts["target"])["name"],
    }
    return _("%(by)s attacks %(target)s") % words


def harm_title(entry: Worded) -> str:
    return _("%(name)s is hurt") % _person(entry.facts, entry.facts["target"])


def heal_title(entry: Worded) -> str:
    return _("%(name)s is healed") % _person(entry.facts, entry.facts["target"])


def turn_title(entry: Worded) -> str:
    return _("turn of %(name)s") % _person(entry.facts, entry.facts["turn"])


def names_title(entry: Worded) -> str:
    return ", ".join(people_words(entry)["names"][:3])


def _kind(name: str, words: Any, title: Any, *, is_mark: bool = False) -> Kind:
    return Kind(f"combat/log/{name}.html", words, title, seen, is_undoable=True, in_order=True, is_mark=is_mark)


COMBAT_KINDS = {
    "joined-fight": _kind("joined", joined_words, names_title),
    "left-fight": _kind("left", people_words, names_title),
    "started": _kind("started", rolls_words, lambda entry: _("start")),
    "turn": _kind("turn", turn_words, turn_title, is_mark=True),
    "attack": _kind("attack", attack_words, attack_title),
    "harm": _kind("harm", points_words, harm_title),
    "heal": _kind("heal", points_words, heal_title),
    "revealed": _kind("revealed", people_words, names_title),
    "shown": _kind("shown", people_words, names_title),
    "ended": _kind("ended", lambda entry: {}, lambda entry: _("end")),
}
KINDS.update(COMBAT_KINDS)
KINDS["prepared"] = Kind("combat/log/prepared.html")
