"""Entries about what fighters do to each other: attacks of every manner, techniques, defenses, points by hand (C3–C11).

Whatever an attack was, it is told as strikes: what one throw came to, with what damage, for each of those it was aimed
at. What the table may not know is not in what it gets (S1–S3).
"""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from campaigns.kinds import KINDS, Worded
from characters.log.rolls import verdict
from combat.log import (
    COMBAT_KINDS,
    Facts,
    _became,
    _faces,
    _kind,
    _person,
    _points_seen,
    defense_title,
    reasons_of,
    rolls_of_defense,
    seen,
)
from rules.checks import Outcome
from rules.injuries import Condition

OF_PEOPLE = ("people", "about", "encounter", "by", "target", "fighter")


# --- what an audience may know ----------------------------------------------------------------------------------------


def people_seen(facts: Facts, leads: bool) -> dict[str, Any]:
    """Who is meant, as far as an audience knows them."""
    return dict(seen({name: facts[name] for name in OF_PEOPLE if name in facts}, leads))


def knows(facts: Facts, key: str | None) -> Mapping[str, bool]:
    """What the table knows of one of those in an entry."""
    found: Mapping[str, bool] = facts["people"][key]["knows"]
    return found


def strikes_of(facts: Facts) -> list[dict[str, Any]]:
    """The strikes of an attack: what was thrown once, and what it came to for each target."""
    if "attacks" in facts:
        return [_strike(each, [each]) for each in facts["attacks"]]
    if "results" in facts:
        return [{"weapon": None, "damage": facts["thrown"], "burst": [], "blows": list(facts["results"])}]
    return [_strike(facts, facts.get("blows", [facts]))]


def _strike(thrown: Facts, blows: Iterable[Facts]) -> dict[str, Any]:
    named = {name: thrown.get(name) for name in ("weapon", "damage", "burst")}
    return {**named, "blows": [dict(blow) for blow in blows]}


def strikes_seen(facts: Facts, leads: bool) -> Facts:
    """An attack as strikes, and of these what an audience may know."""
    strikes, kept = strikes_of(facts), people_seen(facts, leads)
    kept |= {name: facts[name] for name in ("technique", "kind", "rules", "spent", "majors") if name in facts}
    strikes = [strike for strike in strikes if strike["blows"]]
    in_sight = kept["by"] is not None
    if "technique" in facts and not strikes and (leads or (in_sight and knows(facts, facts["by"])["defense"])):
        kept["outcome"] = facts["outcome"]
    if leads:
        return {**kept, "strikes": strikes}
    waits = any(blow.get("pending") for strike in strikes for blow in strike["blows"])
    sums = in_sight and knows(facts, facts["by"])["defense"]
    told = []
    for strike in strikes:
        known = all(knows(facts, blow["target"])["defense"] for blow in strike["blows"])
        alike = "D10" in facts.get("rules", ()) and not known
        blows = [
            _blow_seen(blow, knows(facts, blow["target"]), sums=sums, hides_defense=alike, tells=in_sight and not waits)
            for blow in strike["blows"]
            if blow["target"] in kept["people"]
        ]
        if blows:
            hidden = {} if in_sight else {"weapon": None, "damage": None, "burst": []}
            told.append({**strike, **hidden, "blows": blows})
    return {**kept, "strikes": told}


def _blow_seen(
    blow: Facts, known: Mapping[str, bool], *, sums: bool, hides_defense: bool, tells: bool
) -> dict[str, Any]:
    """What came of it for one target: of a foe no numbers that the table does not know, and no roll that somebody still
    has to answer (S1–S3)."""
    kept = {**blow, "shows_sum": sums}
    if "points" in blow:
        kept |= _points_seen(blow, known)
    if hides_defense or not (known["defense"] or blow.get("shot")):
        check = {**blow["outcome"]["check"], "difficulty": None}
        kept |= {"defense": None, "shoved": 0, "outcome": {**blow["outcome"], "margin": None, "check": check}}
    return kept if tells else {**kept, "outcome": None, "defense": None, "shoved": 0}


def defense_seen(facts: Facts, leads: bool) -> Facts:
    """A defense; while others of the same attack still wait for theirs, players do not read what it rolled (S1)."""
    kept = dict(seen(facts, leads))
    if not leads and facts.get("others_wait"):
        kept["attack"] = None
    return kept


def dodge_all_seen(facts: Facts, leads: bool) -> Facts:
    """A dodge from several (D10): each of them as a defense."""
    kept = people_seen(facts, leads)
    own = facts["outcome"]
    shows = leads or knows(facts, facts["target"])["defense"]
    kept |= {name: facts[name] for name in ("faced", "through", "rules")}
    if leads:
        return {**kept, "outcome": own, "shows_sum": True, "blows": facts["blows"]}
    blows = [
        {**blow, **_points_seen(blow, knows(facts, blow["target"])), "shows_sum": knows(facts, blow["by"])["defense"]}
        for blow in facts["blows"]
        if blow["by"] in kept["people"]
    ]
    return {**kept, "outcome": own, "shows_sum": shows, "blows": blows}


def hand_seen(facts: Facts, leads: bool) -> Facts:
    """Points changed by hand, of one or several."""
    if "blows" not in facts:
        kept = dict(seen(facts, leads))
        return {**kept, "blows": [kept]}
    kept = people_seen(facts, leads) | {name: facts.get(name) for name in ("damage", "healing", "rules")}
    blows = [blow for blow in facts["blows"] if blow["target"] in kept["people"]]
    if not leads:
        blows = [{**blow, **_points_seen(blow, knows(facts, blow["target"]))} for blow in blows]
    return {**kept, "blows": blows}


# --- words ------------------------------------------------------------------------------------------------------------


def strikes_words(entry: Worded) -> Mapping[str, Any]:
    facts = entry.facts
    strikes = [_strike_words(entry, strike) for strike in facts["strikes"]]
    names = dict.fromkeys(blow["target"]["name"] for strike in strikes for blow in strike["blows"])
    return {
        "attacker": _person(facts, facts["by"]),
        "strikes": strikes,
        "targets": ", ".join(names),
        "hit_rule": entry.campaign.ruleset.attacks.rule,
        "technique": facts.get("technique"),
        "alone": Outcome.from_facts(facts["outcome"]) if facts.get("outcome") else None,
    }


def _strike_words(entry: Worded, strike: Facts) -> dict[str, Any]:
    blows = [blow_words(entry, blow) for blow in strike["blows"]]
    outcome = next((blow["outcome"] for blow in blows if blow["outcome"]), None)
    thrown = [strike["damage"], *(strike["burst"] or ())]
    return {
        **strike,
        "blows": blows,
        "outcome": outcome,
        "shows_sum": strike["blows"][0].get("shows_sum", True),
        "reasons": reasons_of(entry.facts, entry.facts["by"], outcome),
        "rolls": [_dice_words(each) for each in thrown if each],
        "is_alone": len(blows) == 1,
    }


def _dice_words(dice: Facts) -> dict[str, Any]:
    faces = [face for die in dice["thrown"] for face in _faces(die)]
    return {"faces": faces, "bonus": dice["bonus"], "total": dice["total"]}


def blow_words(entry: Worded, blow: Facts) -> dict[str, Any]:
    """What came of an attack, or of the GM's hand, for one."""
    facts = entry.facts
    outcome = Outcome.from_facts(blow["outcome"]) if blow.get("outcome") else None
    return {
        **blow,
        **points_words(entry, blow.get("points"), blow["target"]),
        "target": _person(facts, blow["target"]),
        "outcome": outcome,
        "verdict": verdict(outcome) if outcome else "",
        "successes": entry.campaign.ruleset.rolls.added(outcome).points if outcome else 0,
        "share": blow.get("share", "whole"),
    }


def points_words(entry: Worded, points: Facts | None, key: str | None) -> dict[str, Any]:
    """What a change of points is worded with: how many of which pools, and what it made of somebody by which rule."""
    rules, facts = entry.campaign.ruleset, entry.facts
    shorts = {kind.key: _(kind.short) for kind in rules.pools}
    words: dict[str, Any] = {"became": "", "became_rules": (), "lost": 0, "parts": [], "gained": False}
    if not points:
        return words
    if points["was"] != points["is"]:
        was, now = (Condition.from_facts(points[name]) for name in ("was", "is"))
        words["became"] = _became(points["is"], facts, key) if was.word != now.word else ""
        words["became_rules"] = rules.injuries.reasons(was, now)[-1:]
    if "by" in points:
        pools = points.get("pools") or {points["pool"]: points}
        parts = [(abs(each["by"]), shorts.get(name, name)) for name, each in pools.items() if each["by"]]
        words |= {"parts": parts, "lost": sum(part for part, _name in parts), "pools": _pools(pools, shorts)}
        words["gained"] = any(each["by"] > 0 for each in pools.values())
    return words


def _pools(pools: Facts, shorts: Mapping[str, str]) -> list[dict[str, Any]]:
    """How the points stand that really changed."""
    return [{**each, "label": shorts.get(name, name)} for name, each in pools.items() if each["by"]]


def defense_words(entry: Worded) -> Mapping[str, Any]:
    facts, words = entry.facts, rolls_of_defense(entry)
    points = points_words(entry, facts["points"], facts["target"])
    this = {**points, "target": words["target"]}
    return {**words, **points, "this": this, "hit_rule": entry.campaign.ruleset.attacks.rule}


def dodge_all_words(entry: Worded) -> Mapping[str, Any]:
    facts, target = entry.facts, _person(entry.facts, entry.facts["target"])
    blows = []
    for blow in facts["blows"]:
        attack = Outcome.from_facts(blow["attack"])
        by = _person(facts, blow["by"])
        thrown = [_dice_words(each) for each in [blow["damage"], *blow["burst"]] if each]
        points = points_words(entry, blow["points"], blow["target"])
        blows.append({**blow, **points, "target": target, "attacker": by, "attack": attack, "rolls": thrown})
    return {
        "target": target,
        "own": Outcome.from_facts(facts["outcome"]),
        "blows": blows,
        "hit_rule": entry.campaign.ruleset.attacks.rule,
    }


def hand_words(entry: Worded) -> Mapping[str, Any]:
    dice = entry.facts.get("damage") or entry.facts.get("healing")
    return {
        "blows": [blow_words(entry, {**blow, "outcome": None}) for blow in entry.facts["blows"]],
        "thrown": _dice_words(dice) if dice else None,
    }


# --- titles -----------------------------------------------------------------------------------------------------------


def strikes_title(entry: Worded) -> str:
    words = strikes_words(entry)
    if words["technique"]:
        return _("%(by)s: %(technique)s") % {"by": words["attacker"]["name"], "technique": words["technique"]["name"]}
    return _("%(by)s attacks %(target)s") % {"by": words["attacker"]["name"], "target": words["targets"]}


def harm_title(entry: Worded) -> str:
    return _("%(name)s is hurt") % {"name": _names(entry)}


def heal_title(entry: Worded) -> str:
    return _("%(name)s is healed") % {"name": _names(entry)}


def dodge_all_title(entry: Worded) -> str:
    return _("defense of %(name)s") % _person(entry.facts, entry.facts["target"])


def _names(entry: Worded) -> str:
    return ", ".join(_person(entry.facts, blow["target"])["name"] for blow in entry.facts["blows"])


COMBAT_KINDS.update(
    {
        "attack": _kind("attack", strikes_words, strikes_title, sees=strikes_seen),
        "technique": _kind("technique", strikes_words, strikes_title, sees=strikes_seen),
        "defense": _kind("defense", defense_words, defense_title, sees=defense_seen),
        "dodge-all": _kind("dodge-all", dodge_all_words, dodge_all_title, sees=dodge_all_seen),
        "harm": _kind("harm", hand_words, harm_title, sees=hand_seen),
        "heal": _kind("heal", hand_words, heal_title, sees=hand_seen),
    }
)
KINDS.update(COMBAT_KINDS)
