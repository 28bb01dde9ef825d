"""Entries about what is done in a fight besides attacks (C6, C14, D9, D10, D12–D17, R10, T2).

Of each what somebody threw, what it did to points, and the rest of its facts; the table sees of foes what it knows.
"""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from campaigns.kinds import KINDS, Worded
from characters.log.rolls import trait_labels, verdict
from combat.log import COMBAT_KINDS, Facts, _kind, _person, _points_seen, people_words, reasons_of
from combat.log_of_acts import _dice_words, knows, people_seen, points_words
from rules.checks import Outcome

TITLES = {
    "first-aid": gettext_noop("first aid for %(name)s"),
    "treat": gettext_noop("a wound of %(name)s treated"),
    "endure": gettext_noop("%(name)s bears the pain"),
    "support": gettext_noop("support for %(name)s"),
    "bewitch": gettext_noop("a state for %(name)s"),
    "affect": gettext_noop("an effect on %(name)s"),
    "release": gettext_noop("an effect off %(name)s"),
    "fight-save": gettext_noop("saving throw of %(name)s"),
    "expose": gettext_noop("a hazard for %(name)s"),
    "fall": gettext_noop("%(name)s falls"),
    "face": gettext_noop("enemies of %(name)s"),
    "surprise": gettext_noop("surprise for %(name)s"),
}
ALIKE = (
    "effect", "hazard", "level", "duration", "daily", "meters", "softened", "margin", "roll", "label", "turns",
    "enemies", "penalty", "surprised", "ended", "is_first_aid", "spent", "majors", "rules", "typed",
)  # fmt: skip
"""Facts that whoever sees the entry may know."""
OF_POINTS = ("points", "healing", "damage", "amount", "absorbed", "passed", "share", "taken", "absorption")


def doing_seen(facts: Facts, leads: bool) -> Facts:
    kept = people_seen(facts, leads) | {name: facts[name] for name in ALIKE if name in facts}
    roller = facts.get("by") or facts.get("fighter")
    touched = facts.get("target") or facts.get("fighter")
    in_sight = roller is None or roller in kept["people"]
    sums = leads or (in_sight and (roller is None or knows(facts, roller)["defense"]))
    kept["shows_sum"] = sums
    if "outcome" in facts:
        kept["outcome"] = facts["outcome"] if in_sight else None
        if not sums:
            kept.pop("margin", None)
    if "contest" in facts:
        kept["sides"] = [
            {**side, "shows_sum": leads or knows(facts, side["side"])["defense"]}
            for side in facts["contest"]["sides"]
            if side["side"] in kept["people"]
        ]
    if "points" in facts:
        kept |= {name: facts[name] for name in OF_POINTS if name in facts}
        if not leads and touched:
            kept |= _points_seen(facts, knows(facts, touched))
    return kept


def doing_words(entry: Worded) -> Mapping[str, Any]:
    facts, labels = entry.facts, trait_labels(entry.campaign)
    outcome = Outcome.from_facts(facts["outcome"]) if facts.get("outcome") else None
    touched = facts.get("target") or facts.get("fighter")
    this = {**points_words(entry, facts.get("points"), touched), "target": _person(facts, touched)}
    sides = [
        {**side, "who": _person(facts, side["side"]), "outcome": Outcome.from_facts(side["outcome"])}
        for side in facts.get("sides", ())
    ]
    dice = facts.get("healing") or facts.get("damage")
    return {
        **people_words(entry),
        "by": _person(facts, facts.get("by") or facts.get("fighter")),
        "target": _person(facts, touched),
        "outcome": outcome,
        "verdict": verdict(outcome) if outcome else "",
        "reasons": reasons_of(facts, facts.get("by") or facts.get("fighter"), outcome),
        "against": outcome.check.difficulty if outcome and facts["shows_sum"] else None,
        "rolled": labels.get(facts.get("roll", ""), facts.get("roll", "")),
        "this": this,
        "sides": sides,
        "thrown": _dice_words(dice) if dice else None,
        "hit_rule": entry.campaign.ruleset.attacks.rule,
    }


def doing_title(entry: Worded) -> str:
    facts = entry.facts
    names = facts["names"] or [_person(facts, None)["name"]]
    touched = facts.get("target") or facts.get("fighter")
    name = _person(facts, touched)["name"] if touched else ", ".join(names[:3])
    return _(TITLES[entry.kind]) % {"name": name}


DOING_KINDS = {name: _kind(name, doing_words, doing_title, sees=doing_seen) for name in TITLES}
COMBAT_KINDS.update(DOING_KINDS)
KINDS.update(DOING_KINDS)
