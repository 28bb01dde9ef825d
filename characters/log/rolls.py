"""Entries about rolls and points, and how their changes are taken back."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from campaigns.changes import reverses
from campaigns.kinds import KINDS, Kind
from campaigns.models import Campaign, Change, LogEntry
from campaigns.templatetags.pieces import signed
from characters.models import Character
from rules.checks import Outcome
from rules.dice import Keep
from rules.vitals import Vitals


@reverses("pool")
def reverse_pool(campaign: Campaign, change: Change) -> Change:
    """Give back, or take again, the difference; what others changed meanwhile stays."""
    _pool, character_key, pool_key = change["of"].split(":")
    character = Character.objects.with_pools().get(campaign=campaign, key=character_key)
    character.campaign = campaign
    made = character.apply_to_pool(pool_key, -change["by"], clamp_silently=True)
    return {"what": "pool", "of": change["of"], "by": made["by"]}


@reverses("vitals")
def reverse_vitals(campaign: Campaign, change: Change) -> Change:
    """Set what lasts on a character back, a lingering wound or a tally; what came of it since then stays."""
    character = Character.objects.get(campaign=campaign, key=change["of"].removeprefix("vitals:"))
    before = character.vitals
    if before == change["to"]:
        list(character.set_vitals(Vitals.from_plain(change["from"])))
    return {**change, "from": before, "to": character.vitals}


def check_words(entry: LogEntry) -> Mapping[str, Any]:
    """A check as its template words it: the outcome as judged then, its numbers with the labels of the traits."""
    outcome = Outcome.from_facts(entry.facts["outcome"])
    labels = trait_labels(entry.campaign)
    first = outcome.throws[0]
    return {
        "outcome": outcome,
        "trait": labels.get(outcome.check.trait, outcome.check.trait),
        "terms": [(labels.get(term.key, term.key), term.value) for term in outcome.check.terms],
        "faces": first.faces,
        "kept": first.kept,
        "factors": {factor.code for factor in outcome.check.factors},
        "mid": outcome.total_if(Keep.MID),  # what an undisturbed throw would have been
        "verdict": verdict(outcome),
        "short_by": -outcome.margin if outcome.margin is not None else None,
    }


def verdict(outcome: Outcome) -> str:
    """One of fumble, failure, success, critical; empty where the check alone does not decide."""
    if outcome.success is None:
        return ""
    if outcome.fumble:
        return "fumble"
    return "critical" if outcome.critical else "success" if outcome.success else "failure"


OTHER_TERMS = {
    "modifier": gettext_noop("modifier"),
    "encumbrance": gettext_noop("encumbrance"),
    "shield": gettext_noop("shield"),
    "level": gettext_noop("level"),
    "weapon": gettext_noop("weapon"),
    "constant": gettext_noop("fixed"),
    "ranged": gettext_noop("shot"),
    "crossfire": gettext_noop("crossfire"),
    "prone": gettext_noop("lying down"),
    "surprise": gettext_noop("surprise"),
    "two_weapons": gettext_noop("two weapons"),
    "enemies": gettext_noop("several enemies"),
    "extra_actions": gettext_noop("extra actions"),
    "support": gettext_noop("support"),
}


def trait_labels(campaign: Campaign) -> dict[str, str]:
    ruleset = campaign.ruleset
    rows = (*ruleset.modifiers, *ruleset.attributes, *ruleset.skills, *ruleset.derived)
    labels = {each.key: each.label for each in rows}
    return {**OTHER_TERMS, **labels}


def pool_words(entry: LogEntry) -> Mapping[str, Any]:
    facts = entry.facts
    label = next((kind.short for kind in entry.campaign.ruleset.pools if kind.key == facts["pool"]), facts["pool"])
    return {
        "label": _(label),
        "points": facts["now"] is not None and abs(facts["by"]),
        "lost": facts["by"] < 0,
        "turned": facts["was"] != facts["is"],
    }


def foe_seen(facts: Mapping[str, Any], leads: bool) -> Mapping[str, Any]:
    """What the table may know of an entry about a foe: its name there, its points only where they are known (S3)."""
    foe = facts.get("foe")
    if leads or foe is None:
        return facts
    kept = {**facts, "name": foe["name"] or "", "gender": "", "character": None}
    if "by" in facts and not foe["points"]:
        kept |= {"by": -1 if facts["by"] < 0 else 1, "asked": None, "now": None, "maximum": None}
    return kept


def check_title(entry: LogEntry) -> str:
    trait = entry.facts["outcome"]["check"]["trait"]
    return f"{entry.facts['name']}, {_(trait_labels(entry.campaign).get(trait, trait))}"


def pool_title(entry: LogEntry) -> str:
    return f"{entry.facts['name']}, {signed(entry.facts['by'])} {pool_words(entry)['label']}"


KINDS["check"] = Kind("characters/log/check.html", check_words, check_title, foe_seen, is_undoable=True)
KINDS["stay-up"] = Kind("characters/log/stay-up.html", check_words, check_title, is_undoable=True)
KINDS["pool"] = Kind("characters/log/pool.html", pool_words, pool_title, foe_seen, is_undoable=True)
