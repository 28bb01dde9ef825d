"""Taking back what an entry changed, and doing it again.

A change is a dict: `what` names the function that applies it, `of` what it changes ("pool:<character>:pv"), the rest is
that function's own. Differences stay differences: what others changed since then stays.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final

from django.core.exceptions import ObjectDoesNotExist
from django.db.models import Q
from django.utils.translation import gettext_noop

from accounts.prepared import Prepared
from campaigns.kinds import KINDS, TOGGLES, undoable, worded
from campaigns.models import Audience, Campaign, Change, LogEntry, LogEntryQuerySet, Membership, Recorder
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


@reverses("rules")
def _reverse_rules(campaign: Campaign, change: Change) -> Change:
    """House rules as they were, and what had followed from the others given back."""

    def give_back() -> list[Change]:
        return [REVERSALS[each["what"]](campaign, each) for each in reversed(change["followed"])]

    return campaign.restore_rules(change, give_back)


@reverses("campaign-name")
def _reverse_name(campaign: Campaign, change: Change) -> Change:
    campaign.name = change["from"]
    campaign.save(update_fields=["name"])
    return {**change, "from": change["to"], "to": change["from"]}


def last_toggle(entry: LogEntry) -> LogEntry | None:
    """The entry that took `entry` back or did it again most recently."""
    later = LogEntry.objects.filter(campaign=entry.campaign_id, version__gt=entry.version)
    return later.filter(kind__in=TOGGLES, facts__of=entry.key).first()


def can_take_back(entry: LogEntry, by: Membership, last: LogEntry | None = None) -> bool:
    """A leader takes back or redoes anything, in order; a player an own last change, while nothing later builds on it.

    (T8.) Differences can be taken back in any order; what was before/after only while nothing later changed it too.
    `last` is the last entry of `by`, where the caller has it at hand.
    """
    if entry.kind not in KINDS or not KINDS[entry.kind].is_undoable or not entry.is_visible_to(by):
        return False
    if entry.is_undone and entry.is_in_order and not _is_next(entry):
        return False
    if KINDS[entry.kind].is_of_leaders and not by.leads:
        return False
    if by.leads:
        return not _is_built_on(entry, {change["of"] for change in entry.changes if "before" in change})
    if not by.rank.plays or entry.by_id != by.pk or entry != (last or last_of(by)):
        return False
    if entry.is_undone:
        toggle = last_toggle(entry)
        return toggle is not None and toggle.by_id == by.pk
    return not _is_built_on(entry, {change["of"] for change in entry.changes})


def actions_of(campaign: Campaign, topic: str) -> LogEntryQuerySet:
    """All that can be taken back of what is taken back in order, newest first."""
    return LogEntry.objects.filter(campaign=campaign, topic=topic, kind__in=undoable())


def waiting(campaign: Campaign, topic: str) -> LogEntryQuerySet:
    """What steps forward do again, in order: what was taken back since the newest action. All that was taken back
    before it is final, also when that one is taken back too (T8)."""
    actions = actions_of(campaign, topic)
    newest = actions.first()
    if newest is None or not newest.is_undone:
        return actions.none()
    last = actions.filter(is_undone=False).first()
    toggles = LogEntry.objects.filter(campaign=campaign, topic=topic, kind__in=TOGGLES, version__gt=newest.version)
    taken_back = set(toggles.values_list("facts__of", flat=True))
    found = actions.filter(is_undone=True, key__in=taken_back, version__gt=last.version if last else 0)
    return found.order_by("version")


def _is_next(entry: LogEntry) -> bool:
    """What a step forward does again."""
    return waiting(entry.campaign, entry.topic).first() == entry


def _is_built_on(entry: LogEntry, touched: set[str]) -> bool:
    """Whether an entry after this one, and not taken back, changed one of these too; the newest are looked at first."""
    if not touched:
        return False
    newest = NEWEST_CHANGES(entry.campaign_id, entry.version)
    if any(touched & {change["of"] for change in changes} for (changes,) in newest):
        return True
    later = _changes_after(entry.campaign_id, entry.version).values_list("changes", flat=True)
    return len(newest) == NEWEST and any(touched & {change["of"] for change in found} for found in later.iterator())


def _changes_after(campaign: int, version: int) -> LogEntryQuerySet:
    later = LogEntry.objects.filter(campaign=campaign, version__gt=version, is_undone=False)
    return later.exclude(kind__in=TOGGLES).exclude(changes=[])


NEWEST: Final = 10
NEWEST_CHANGES: Final = Prepared(
    lambda campaign, version: _changes_after(campaign, version).values_list("changes")[:NEWEST], *(int, int)
)
LAST: Final = Prepared(
    lambda campaign, seat: LogEntry.objects.filter(campaign=campaign, by=seat, kind__in=undoable())[:1], *(int, int)
)


def last_of(seat: Membership) -> LogEntry | None:
    """The last entry of `seat` that can be taken back or redone."""
    return next(iter(LAST(seat.campaign_id, seat.pk)), None)


def toggle(entry: LogEntry, by: Membership, press: str = "") -> LogEntry:
    """Take `entry` back, or do it again if it is taken back; the dice stay the same."""
    with entry.campaign.recording(by, press) as record:
        return _toggled(record, entry.pk, by)


def _toggled(record: Recorder, pk: int, by: Membership, kind: str = "undo") -> LogEntry:
    entry = LogEntry.objects.select_related("campaign").get(pk=pk)
    if not can_take_back(entry, by):
        raise Refused(Problem("cannot_undo", gettext_noop("That can't be taken back any more: ask the GM."), rule="T8"))
    before = last_toggle(entry)  # what was really changed last, by an undo or a redo
    changes: Sequence[dict[str, Any]] = (before or entry).changes
    reversed_changes = _reversed(record.campaign, changes)
    entry.is_undone = not entry.is_undone
    entry.save(update_fields=["is_undone"])
    return record(
        kind,
        {"of": entry.key, "kind": entry.kind, "facts": entry.facts, "again": not entry.is_undone},
        changes=reversed_changes,
        audience=Audience(entry.audience),
        shared_with=entry.shared_with,
        topic=entry.topic,
        regions=dict.fromkeys([*entry.regions, f"entry-{entry.key}"]),
    )


def _reversed(campaign: Campaign, changes: Sequence[Change]) -> list[Change]:
    """The changes that reverse these. Raises Refused where what they changed is not there: the host has deleted it, or
    a file that was taken in told of what it did not bring."""
    try:
        return [REVERSALS[change["what"]](campaign, change) for change in reversed(changes)]
    except (ObjectDoesNotExist, KeyError):
        message = gettext_noop("What it changed is not there any more.")
        raise Refused(Problem("gone", message, rule="T8")) from None


# --- to any point -----------------------------------------------------------------------------------------------------


def way_to(entry: LogEntry, *, past: bool = False) -> list[LogEntry]:
    """The steps that make `entry` the last that counts: those after it taken back, newest first, and with `past` it
    too; or, where it waits to be done again, all of them up to it. None where it was taken back for good (T8)."""
    if entry.is_undone:
        steps = list(waiting(entry.campaign, entry.topic).filter(version__lte=entry.version).select_related("by"))
        return steps if entry in steps else []
    later = actions_of(entry.campaign, entry.topic).filter(is_undone=False).select_related("by")
    return list(later.filter(**{"version__gte" if past else "version__gt": entry.version}))


def jump(entry: LogEntry, by: Membership, press: str = "", *, past: bool = False) -> LogEntry:
    """Back or forward to `entry` in one (T8), as `way_to` says. Raises Refused, and nothing has changed, where one on
    the way cannot be taken back; it is named."""
    with entry.campaign.recording(by, press) as record:
        entry = LogEntry.objects.select_related("campaign").get(pk=entry.pk)
        entry.campaign = record.campaign
        steps = way_to(entry, past=past)
        if not steps:
            raise Refused(Problem("no_way", gettext_noop("There is nothing to do to get there."), rule="T8"))
        told = _jumped(record, entry, steps, past=past)
        for step in steps:
            try:
                _toggled(record, step.pk, by, "step")
            except Refused as refused:
                step.campaign = record.campaign
                message = gettext_noop("“%(what)s” is in the way, and nothing was taken back or done again.")
                what = KINDS[step.kind].title(worded(step, leads=True))
                raise Refused(
                    Problem("in_the_way", message, rule="T8", params={"what": what}), *refused.problems
                ) from None
        return told


def _jumped(record: Recorder, entry: LogEntry, steps: Sequence[LogEntry], *, past: bool) -> LogEntry:
    """The entry that says so: those who lead read where to and how many, the table the last one there that it may see;
    nothing where it saw none of the steps."""
    again = entry.is_undone
    stays = actions_of(record.campaign, entry.topic).filter(version__lte=entry.version)
    stays = stays.exclude(pk__in=[step.pk for step in steps] if not again else ())
    stays = stays.filter(Q(is_undone=False) | Q(pk__in=[step.pk for step in steps]))
    is_seen = any(step.audience == Audience.TABLE for step in steps)
    return record(
        "jump",
        {
            "again": again,
            "count": len(steps),
            "to": _mentioned(stays.first()),
            "shown": _mentioned(stays.filter(audience=Audience.TABLE).first()),
        },
        audience=Audience.TABLE if is_seen else Audience.PRIVATE,
        topic=entry.topic,
    )


def _mentioned(entry: LogEntry | None) -> dict[str, Any] | None:
    return entry and {"kind": entry.kind, "facts": entry.facts}
