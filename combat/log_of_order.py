"""The kinds of log entries about the order, pauses and the library: what the table may know of each, and its words."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from campaigns.changes import reverses
from campaigns.kinds import KINDS, Kind, Worded
from campaigns.models import Campaign, Change
from combat.log import COMBAT_KINDS, _kind, _person, people_words, rolls_words, seen, turn_words
from combat.models import FoeTemplate, SavedEncounter

Facts = Mapping[str, Any]


@reverses(FoeTemplate.log_kind)
def reverse_template(campaign: Campaign, change: Change) -> Change:
    return _put_back(FoeTemplate, campaign, change)


@reverses(SavedEncounter.log_kind)
def reverse_saved(campaign: Campaign, change: Change) -> Change:
    return _put_back(SavedEncounter, campaign, change)


def _put_back(model: Any, campaign: Campaign, change: Change) -> Change:
    """Set the fields back to what they were; answers what was really changed."""
    row = model.objects.get(campaign=campaign, key=change["of"].partition(":")[2])
    before = {name: getattr(row, name) for name in change["before"]}
    for name, value in change["before"].items():
        setattr(row, name, value)
    row.save()
    return {**change, "before": before, "after": dict(change["before"])}


def order_seen(facts: Facts, leads: bool) -> Facts:
    """The same as of other entries of a fight; whom somebody was put before is nobody's business."""
    kept = dict(seen(facts, leads))
    if not leads:
        kept.pop("before", None)
        kept["passed"] = kept.get("passed") and kept.get("turn")
    return kept


def paused_seen(facts: Facts, leads: bool) -> Facts:
    kept = dict(seen(facts, leads))
    shown = kept.pop("shown")
    return kept if leads else {**kept, "round": shown}


def initiative_words(entry: Worded) -> Mapping[str, Any]:
    """Who rolled what, and whose turn that makes it."""
    return {**turn_words(entry), **rolls_words(entry), "names": entry.facts["names"]}


def turn_passed_words(entry: Worded) -> Mapping[str, Any]:
    """Whose turn falls out or is taken later, what that brings, and who comes next."""
    return {**turn_words(entry), "who": _fighter(entry)}


def action_words(entry: Worded) -> Mapping[str, Any]:
    """Whose action, which one, and how many are left."""
    labels = dict(entry.campaign.ruleset.turns.named)
    return {"who": _fighter(entry), "label": labels.get(entry.facts.get("name"), "")}


def _fighter(entry: Worded) -> Mapping[str, Any] | None:
    key = entry.facts["fighter"]
    return _person(entry.facts, key) if key else None


def initiative_title(entry: Worded) -> str:
    who = [] if entry.facts.get("for_all") else entry.facts["names"]
    return ": ".join([_("initiative"), *who[:1]])


TITLES = {
    "moved": gettext_noop("place of %(name)s"),
    "delayed": gettext_noop("%(name)s waits"),
    "taken-up": gettext_noop("%(name)s comes next"),
    "skipped": gettext_noop("lost turn of %(name)s"),
    "spent": gettext_noop("action of %(name)s"),
    "given-back": gettext_noop("action of %(name)s"),
    "extra-actions": gettext_noop("extra action of %(name)s"),
}


def order_title(entry: Worded) -> str:
    return _(TITLES[entry.kind]) % _person(entry.facts, entry.facts["fighter"])


def _of_order(name: str, words: Any = people_words, title: Any = order_title) -> Kind:
    return _kind(name, words, title, sees=order_seen)


def defenses_title(entry: Worded) -> str:
    return _("answers to attacks")


ORDER_KINDS = {
    "initiative": _of_order("initiative", initiative_words, initiative_title),
    "moved": _of_order("moved"),
    "delayed": _of_order("delayed", turn_passed_words),
    "taken-up": _of_order("taken-up"),
    "skipped": _of_order("skipped", turn_passed_words),
    "spent": _of_order("spent", action_words),
    "given-back": _of_order("given-back", action_words),
    "extra-actions": _of_order("extra-actions", action_words),
    "defenses": _kind("defenses", lambda entry: {}, defenses_title, sees=order_seen),
    "paused": _kind("paused", lambda entry: {}, lambda entry: _("pause"), sees=paused_seen),
    "resumed": _kind("resumed", lambda entry: {}, lambda entry: _("it goes on"), sees=paused_seen),
}
COMBAT_KINDS.update(ORDER_KINDS)
KINDS.update(ORDER_KINDS)
KINDS["library-filled"] = Kind("combat/log/library-filled.html", title=lambda entry: _("Library"), is_undoable=True)
KINDS["more-time"] = Kind("combat/log/more-time.html")
KINDS[FoeTemplate.log_kind] = Kind(
    "combat/log/shelved.html", lambda entry: {"is_foe": True}, lambda entry: entry.facts["name"], is_undoable=True
)
KINDS[SavedEncounter.log_kind] = Kind(
    "combat/log/shelved.html", title=lambda entry: entry.facts["name"], is_undoable=True
)
