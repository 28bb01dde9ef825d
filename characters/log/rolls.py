"""Entries about rolls and points, and how their changes are taken back."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from campaigns.changes import reverses
from campaigns.kinds import KINDS, Kind
from campaigns.models import Campaign, Change, LogEntry
from campaigns.templatetags.pieces import signed
from characters.log import why
from characters.models import Character
from rules.checks import Check, Outcome
from rules.notation import parse
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


@reverses("purse")
def reverse_purse(campaign: Campaign, change: Change) -> Change:
    """Give back, or take again, tokens and points of protagonism; what others changed meanwhile stays."""
    character = Character.objects.get(campaign=campaign, key=change["of"].removeprefix("purse:"))
    character.campaign = campaign
    return character.change_purse(**{name: -change[name] for name in PURSE if name in change})


PURSE = ("held", "gm", "forced", "protagonism")


def check_words(entry: LogEntry) -> Mapping[str, Any]:
    """A check as its template words it: the outcome as judged then, its numbers with the labels of the traits."""
    outcome = Outcome.from_facts(entry.facts["outcome"])
    trait, supports = outcome.check.trait, entry.facts.get("supports", "")
    labels = trait_labels(entry.campaign)
    if name := entry.facts.get("label"):  # a technique: nobody but its owner has a word for its key
        labels[trait] = name
    weapon = entry.facts.get("weapon")
    return {
        **outcome_words(outcome, labels, entry.facts["gender"]),
        "trait": weapon["label"] if weapon else labels.get(trait, trait),
        "special": next((factor.label for factor in outcome.check.factors if factor.label), ""),
        "supports": entry.facts.get("supported") or labels.get(supports, supports),
        "can_hurt": bool(weapon) and outcome.success is not False,
    }


def outcome_words(outcome: Outcome, labels: Mapping[str, str], gender: str) -> dict[str, Any]:
    """What templates say of any outcome: its dice, its sum with where each number comes from, and why."""
    first = outcome.throws[0]
    return {
        "outcome": outcome,
        "terms": terms_words(outcome.check, labels),
        "faces": first.faces,
        "reasons": [*why.reasons_to_keep(outcome.check.factors, gender), why.kept(outcome)],
        "decided": list(why.decided(outcome)),
        "needed_by": why.needed_by(outcome),
        "otherwise": why.otherwise(outcome),
        "verdict": verdict(outcome),
        "short_by": -outcome.margin if outcome.margin is not None else None,
    }


def terms_words(check: Check, labels: Mapping[str, str]) -> list[tuple[str, int, str]]:
    """Each number of a check: what it is, how much, and the rule that brings it where it needs one.

    Of the plain modifier, and of the attributes and skills that a roll adds up, nobody asks why they count.
    """
    return [
        (labels.get(term.key, term.key), term.value, "" if term.rule in PLAIN and term.key not in OTHERS else term.rule)
        for term in check.terms
    ]


PLAIN = {"R2", "C0", "D5", "D8"}


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
    "pain": gettext_noop("pain"),
    "stunned": gettext_noop("stun"),
    "without_experience": gettext_noop("without experience"),
}


OTHERS = OTHER_TERMS.keys() - {"modifier", "constant"}


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
        "turned_rules": facts.get("rules", ())[-1:],
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
    facts, trait = entry.facts, entry.facts["outcome"]["check"]["trait"]
    name = facts["weapon"]["label"] if "weapon" in facts else trait_labels(entry.campaign).get(trait, trait)
    return f"{facts['name']}, {facts.get('label') or _(name)}"


def damage_words(entry: LogEntry) -> Mapping[str, Any]:
    thrown = entry.facts["thrown"]
    return {"dice": dice_words(thrown), "weapon": entry.facts["weapon"]["label"]}


def dice_words(thrown: Mapping[str, Any]) -> list[tuple[int, int, bool]]:
    """Each die of an effect: sides, face, whether it was thrown again (R11)."""
    found = []
    for each in thrown["thrown"]:
        group = parse(each["die"]).groups[0]
        together = group.together
        found += [
            (group.sides, face, place + together < len(each["faces"])) for place, face in enumerate(each["faces"])
        ]
    return found


def damage_title(entry: LogEntry) -> str:
    return f"{entry.facts['name']}, {_(entry.facts['weapon']['label'])}: {entry.facts['total']}"


def effect_title(entry: LogEntry) -> str:
    return f"{entry.facts['name']}, {entry.facts['effect']}"


def save_words(entry: LogEntry) -> Mapping[str, Any]:
    outcome = Outcome.from_facts(entry.facts["outcome"])
    labels = trait_labels(entry.campaign)
    return {
        **outcome_words(outcome, labels, entry.facts["gender"]),
        "trait": labels.get(outcome.check.trait, outcome.check.trait),
    }


def name_title(entry: LogEntry) -> str:
    return str(entry.facts["name"])


def pool_title(entry: LogEntry) -> str:
    return f"{entry.facts['name']}, {signed(entry.facts['by'])} {pool_words(entry)['label']}"


def free_words(entry: LogEntry) -> Mapping[str, Any]:
    """Dice that somebody typed: those of an effect, or throws of a kept die."""
    rolled = entry.facts["rolled"]
    return {"dice": dice_words(rolled) if "thrown" in rolled else (), "throws": rolled.get("throws", ())}


def free_title(entry: LogEntry) -> str:
    return f"{entry.facts['name']}, {entry.facts['formula']}"


for kind, words, title in (
    ("check", check_words, check_title),
    ("stay-up", check_words, check_title),
    ("pool", pool_words, pool_title),
    ("damage", damage_words, damage_title),
    ("free", free_words, free_title),
    ("save", save_words, effect_title),
    ("effect-over", lambda entry: {}, effect_title),
    ("token", lambda entry: {}, name_title),
    ("protagonism", lambda entry: {}, name_title),
):
    KINDS[kind] = Kind(f"characters/log/{kind}.html", words, title, foe_seen, is_undoable=True)

KINDS["thrown"] = Kind("characters/log/thrown.html")  # to who rolled for the GM only
KINDS["spent"] = Kind("campaigns/log/admin.html", is_listed=False)  # what a roll that not all see has cost
