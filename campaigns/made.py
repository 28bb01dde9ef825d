"""Rows that an entry of the log made, or closed, and that go or open again when it is taken back (T8).

A change is {"what": "made", "of": <place of the row>, "before": None, "row": None}: reversed, the row goes and `row` is
what it was (`campaigns.exchange.rows`); reversed again it comes back as it was. {"what": "closed", "of", "before",
"after"} is when it was closed.
"""

from typing import Any, Final

from django.core.exceptions import ObjectDoesNotExist
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext_noop

from campaigns.changes import reverses
from campaigns.exchange.rows import unsaved, written
from campaigns.models import Adventure, Campaign, Change, GameSession, JournalEntry, Scene
from rules.problems import Problem, Refused

Row = Adventure | GameSession | JournalEntry | Scene
MODELS: Final = {"adventure": Adventure, "session": GameSession, "journal": JournalEntry, "scene": Scene}
ONE_AT_A_TIME: Final = (Adventure, GameSession)


def made(row: Row) -> Change:
    """The change that an entry holds which made this row."""
    return {"what": "made", "of": _place(row), "before": None, "row": None}


def removed(row: Row) -> Change:
    """Delete the row; the change that an entry holds which removed it."""
    change = {"what": "made", "of": _place(row), "before": None, "row": written(row)}
    row.delete()
    return change


def closed(row: Adventure | GameSession) -> Change:
    """The change that an entry holds which closed this row just now."""
    return {"what": "closed", "of": _place(row), "before": None, "after": row.closed_at and row.closed_at.isoformat()}


@reverses("made")
def reverse_made(campaign: Campaign, change: Change) -> Change:
    """Take the row away, or put it back. Raises Refused while something hangs on it, or another one is in its place."""
    if change["row"] is not None:
        try:
            row = unsaved(campaign, MODELS[change["of"].partition("-")[0]], change["row"])
        except ObjectDoesNotExist:
            raise Refused(Problem("gone", gettext_noop("That is not there any more."), rule="T8")) from None
        _refuse_second(campaign, row)
        row.save(force_insert=True)
        return {**change, "row": None}
    found = find(campaign, change["of"])
    if found is None:
        raise Refused(Problem("gone", gettext_noop("That is not there any more."), rule="T8"))
    if isinstance(found, Adventure) and (found.scenes.exists() or found.ledger.exists()):  # type: ignore[attr-defined]
        message = gettext_noop("“%(name)s” has scenes or px already: close it instead.")
        raise Refused(Problem("in_use", message, rule="X5", params={"name": found.name}))
    return removed(found)


@reverses("closed")
def reverse_closed(campaign: Campaign, change: Change) -> Change:
    """Open it again, or close it as it was. Raises Refused while another one is open."""
    found = find(campaign, change["of"])
    if not isinstance(found, ONE_AT_A_TIME):
        raise Refused(Problem("gone", gettext_noop("That is not there any more."), rule="T8"))
    found.closed_at = parse_datetime(change["before"]) if change["before"] else None
    _refuse_second(campaign, found)
    found.save(update_fields=["closed_at"])
    return {**change, "before": change["after"], "after": change["before"]}


def _place(row: Row) -> str:
    return f"{next(name for name, model in MODELS.items() if isinstance(row, model))}-{row.key}"


def find(campaign: Campaign, place: str) -> Any:
    """The row at that place, if it is there."""
    kind, _dash, key = place.partition("-")
    path = getattr(MODELS[kind], "path_to_campaign", "campaign")
    return MODELS[kind]._default_manager.filter(**{path: campaign}, key=key).first()


def _refuse_second(campaign: Campaign, row: Row) -> None:
    """Of adventures and sessions one is open at a time, and no two sessions have one number."""
    if not isinstance(row, ONE_AT_A_TIME):
        return
    others = type(row)._default_manager.filter(campaign=campaign).exclude(pk=row.pk)
    if row.closed_at is None and others.filter(closed_at=None).exists():
        raise Refused(Problem("open", gettext_noop("Another one is open: close it first."), rule="T7"))
    if isinstance(row, GameSession) and others.filter(number=row.number).exists():
        raise Refused(Problem("open", gettext_noop("That session has been played since."), rule="T7"))
