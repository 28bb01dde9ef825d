"""Taking back what an entry changed, and doing it again.

A change is a dict: `what` names the function that applies it, `of` what it changes ("pool:<character>:pv"), the rest is
that function's own. Differences stay differences: what others changed since then stays.
"""

from collections.abc import Callable, Sequence
from typing import Any

from django.utils.translation import gettext_noop

from campaigns.kinds import KINDS
from campaigns.models import Audience, Campaign, Change, LogEntry, Membership
from rules.problems import Problem, Refused

Apply = Callable[[Campaign, Change], Change]
"""`(campaign, change) → the change that reverses it`, applied to the rows inside the caller's transaction."""

REVERSALS: dict[str, Apply] = {}


def reverses(what: str) -> Callable[[Apply], Apply]:
    """Register the function that reverses changes of the kind `what` and returns what it really changed."""

    def register(apply: Apply) -> Apply:
        REVERSALS[what] = apply
        return apply

    return register


@reverses("setting")
def _reverse_setting(campaign: Campaign, change: Change) -> Change:
    campaign.setting = change["from"]
    campaign.save(update_fields=["setting"])
    return {**change, "from": change["to"], "to": change["from"]}


@reverses("campaign-name")
def _reverse_name(campaign: Campaign, change: Change) -> Change:
    campaign.name = change["from"]
    campaign.save(update_fields=["name"])
    return {**change, "from": change["to"], "to": change["from"]}


def last_toggle(entry: LogEntry) -> LogEntry | None:
    """The entry that took `entry` back or did it again most recently."""
    return LogEntry.objects.filter(campaign=entry.campaign_id, kind="undo", facts__of=entry.key).first()


def can_take_back(entry: LogEntry, by: Membership) -> bool:
    """A leader takes back or redoes anything, in order; a player an own last change, while nothing later builds on it.

    (T8.) Differences can be taken back in any order; what was before/after only while nothing later changed it too.
    """
    if entry.kind not in KINDS or not KINDS[entry.kind].is_undoable or not entry.is_visible_to(by):
        return False
    if entry.is_undone and KINDS[entry.kind].in_order and not _is_next(entry):
        return False
    if by.leads:
        return not _is_built_on(entry, {change["of"] for change in entry.changes if "before" in change})
    if not by.rank.plays or entry.by_id != by.pk or entry != last_of(by):
        return False
    if entry.is_undone:
        toggle = last_toggle(entry)
        return toggle is not None and toggle.by_id == by.pk
    return not _is_built_on(entry, {change["of"] for change in entry.changes})


def _is_next(entry: LogEntry) -> bool:
    """What a step forward does again: nothing was done since it was taken back, and nothing older waits (T8)."""
    of_fight = LogEntry.objects.filter(campaign=entry.campaign_id, topic=entry.topic)
    actions = of_fight.filter(kind__in=[name for name, kind in KINDS.items() if kind.in_order])
    taken_back = last_toggle(entry)
    if taken_back is None or actions.filter(version__gt=taken_back.version).exists():
        return False
    since = of_fight.filter(kind="undo", version__gt=taken_back.version).values_list("facts__of", flat=True)
    return not actions.filter(is_undone=True, version__lt=entry.version, key__in=set(since)).exists()


def _is_built_on(entry: LogEntry, touched: set[str]) -> bool:
    """Whether an entry after this one, and not taken back, changed one of these too."""
    if not touched:
        return False
    later = LogEntry.objects.filter(campaign=entry.campaign_id, version__gt=entry.version, is_undone=False)
    return any(
        touched & {change["of"] for change in changes}
        for changes in later.exclude(kind="undo").exclude(changes=[]).values_list("changes", flat=True).iterator()
    )


def last_of(seat: Membership) -> LogEntry | None:
    """The last entry of `seat` that can be taken back or redone."""
    undoable = [name for name, kind in KINDS.items() if kind.is_undoable]
    return LogEntry.objects.filter(campaign=seat.campaign_id, by=seat, kind__in=undoable).first()


def toggle(entry: LogEntry, by: Membership, press: str = "") -> LogEntry:
    """Take `entry` back, or do it again if it is taken back; the dice stay the same."""
    with entry.campaign.recording(by, press) as record:
        entry = LogEntry.objects.select_related("campaign").get(pk=entry.pk)
        if not can_take_back(entry, by):
            raise Refused(
                Problem("cannot_undo", gettext_noop("That can't be taken back any more: ask the GM."), rule="T8")
            )
        before = last_toggle(entry)  # what was really changed last, by an undo or a redo
        changes: Sequence[dict[str, Any]] = (before or entry).changes
        reversed_changes = [REVERSALS[change["what"]](record.campaign, change) for change in reversed(changes)]
        entry.is_undone = not entry.is_undone
        entry.save(update_fields=["is_undone"])
        return record(
            "undo",
            {"of": entry.key, "kind": entry.kind, "facts": entry.facts, "again": not entry.is_undone},
            changes=reversed_changes,
            audience=Audience(entry.audience),
            shared_with=entry.shared_with,
            topic=entry.topic,
            regions=dict.fromkeys([*entry.regions, f"entry-{entry.key}"]),
        )
