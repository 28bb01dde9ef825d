"""The campaign itself, its seats, its evenings and its log, as they stand in its file."""

from collections.abc import Iterable, Iterator
from typing import Any, Final

from django.template.loader import render_to_string
from django.utils.translation import gettext_noop as _
from jsonschema import Draft202012Validator

from accounts.names import folded
from campaigns.changes import REVERSALS
from campaigns.exchange.arriving import Arriving, problem, tried
from campaigns.exchange.changed import ANY_OTHER, CHANGED, about, changed, from_to
from campaigns.exchange.faults import path_of as path_in
from campaigns.exchange.shapes import COUNT, MOMENT, NAME, NUMBER, PLAIN, by_name, many, obj, or_none
from campaigns.exchange.tables import TABLES, Table, leave_out, register
from campaigns.fallen import fallen
from campaigns.kinds import KINDS, TOGGLES, worded
from campaigns.luck import DICE
from campaigns.models import (
    Adventure,
    Ban,
    Campaign,
    GameSession,
    Invitation,
    JournalEntry,
    LogEntry,
    Membership,
    Notebook,
    PasswordLink,
    Role,
    Scene,
    SeatLink,
)
from campaigns.models.campaign import settings
from campaigns.table import entry_context
from rules.problems import Problem

SIDES: Final = range(2, 1_001)
"""Of a die."""
VERSIONS: Final = {"versions": by_name(COUNT)}
NO_CHANGE: Final = {"what": ""}
NOT_TOLD: Final = _("%(path)s: the log cannot tell it.")


def _campaign(arriving: Arriving, path: str, campaign: Campaign) -> Iterator[Problem]:
    """House rules that can be in force, and one GM."""
    message = _("%(path)s: the rules cannot read it.")
    yield from tried(f"{path}.changes", message, lambda: campaign.ruleset, has_fields=True)
    sitting = [seat for seat in arriving.rows["seats"] if seat.role == Role.GM and seat.left_at is None]
    if len(sitting) != 1:
        yield problem("gm", "seats", _("%(path)s: one who sits there is the GM, and no more than one."))
    newest = max((entry.version for entry in arriving.rows["log"]), default=0)
    if campaign.version < newest:
        yield problem("version", f"{path}.version", _("%(path)s: the log goes on after it."))


CAMPAIGN: Final = Table(
    "campaign",
    Campaign,
    of="pk",
    left_out={
        "is_demo": "a campaign that was brought is nobody's demo",
        "link_address": "where one machine is reached",
    },
    shapes={"changes": PLAIN},
    check=_campaign,
)


def _fold(seat: Membership) -> None:
    seat.folded_name = folded(seat.name)


def _entry(arriving: Arriving, path: str, entry: LogEntry) -> Iterable[Problem]:
    """Kinds that are known, changes that undo can work with, and facts that can be told to everyone."""
    if entry.kind not in KINDS:
        return [problem("kind", f"{path}.kind", _("%(path)s: there is no such kind of entry."))]
    faults = [*_changes(path, entry)]
    for leads in (True, False):
        faults = faults or [*tried(f"{path}.facts", NOT_TOLD, lambda leads=leads: _told(entry, leads=leads))]
    return faults


def _told(entry: LogEntry, *, leads: bool) -> None:
    render_to_string("campaigns/_entry.html", entry_context(entry, leads=leads))
    known = worded(entry, leads=leads)
    KINDS[entry.kind].title(known)
    for die, face in fallen(known.facts, leads):  # what the page of luck counts
        if not (die in DICE or int(die.removeprefix("d")) in SIDES) or type(face) is not int:
            raise ValueError(die)


def _changes(path: str, entry: LogEntry) -> Iterator[Problem]:
    is_undoable = entry.kind in TOGGLES or KINDS[entry.kind].is_undoable
    for here, change in _each(f"{path}.changes", entry.changes):
        what = change["what"]
        if is_undoable and what not in REVERSALS:
            yield problem("change", f"{here}.what", _("%(path)s: nothing takes such a change back."))
            continue
        for fault in _shape(what).iter_errors(change):
            inside = path_in(fault.absolute_path)
            yield problem("change", f"{here}.{inside}" if inside else here, _("%(path)s: it does not fit."))


def _each(path: str, changes: Any) -> Iterator[tuple[str, Any]]:
    """All changes and what followed from them, each with its path."""
    for place, change in enumerate(changes, start=1):
        here = f"{path}[{place}]"
        yield here, change
        if isinstance(followed := change.get("followed"), list):
            yield from _each(f"{here}.followed", [each if isinstance(each, dict) else NO_CHANGE for each in followed])


_VALIDATORS: dict[str, Draft202012Validator] = {}


def _shape(what: str) -> Draft202012Validator:
    if what not in CHANGED:
        return Draft202012Validator(ANY_OTHER)
    if what not in _VALIDATORS:
        _VALIDATORS[what] = Draft202012Validator(CHANGED[what])
    return _VALIDATORS[what]


register(
    Table(
        "seats",
        Membership,
        left_out={"user": "people stay where they are", "folded_name": "made of the name"},
        completes=_fold,
        most=300,
    ),
    Table("sessions", GameSession),
    Table("adventures", Adventure, shapes=VERSIONS),
    Table("scenes", Scene, of="adventure__campaign", shapes=VERSIONS),
    Table("notebooks", Notebook, shapes=VERSIONS, most=1),
    Table("journal", JournalEntry, shapes=VERSIONS),
    Table(
        "log",
        LogEntry,
        left_out={"press": "one press of one browser"},
        shapes={"facts": PLAIN, "changes": many(ANY_OTHER, 500), "regions": many(NAME, 1_000)},
        most=100_000,
        check=_entry,
    ),
)
leave_out(Invitation, "a door of the place where it was made")
leave_out(SeatLink, "a door of the place where it was made")
leave_out(PasswordLink, "a door to somebody's account")
leave_out(Ban, "people stay where they are, those who may not come back too")

from_to("setting", 0, {"enum": ["", *(key for key, _label in settings())]})
from_to("campaign-name", 0, {"type": "string", "minLength": 1, "maxLength": 80})
changed("rules", 0, needs=("from", "to", "followed"), **{"from": PLAIN, "to": PLAIN, "followed": many(ANY_OTHER, 500)})
changed("gm-tokens", 0, needs=("by",), by=NUMBER)
NONE: Final = {"type": "null"}
CHANGED["made"] = {
    "anyOf": [
        obj(
            needs=("what", "of", "row"),
            what={"const": "made"},
            of=about(f"{kind}-[a-z0-9]{{12}}"),
            before=NONE,
            row=or_none(TABLES[table].shape),
        )
        for kind, table in (
            ("adventure", "adventures"), ("session", "sessions"), ("journal", "journal"), ("scene", "scenes")
        )
    ]
}  # fmt: skip
CHANGED["closed"] = obj(
    needs=("what", "of", "before", "after"),
    what={"const": "closed"},
    of=about("(adventure|session)-[a-z0-9]{12}"),
    before=or_none(MOMENT),
    after=or_none(MOMENT),
)
