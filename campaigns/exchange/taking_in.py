"""A document becomes a campaign, all of it or nothing: whoever brings it is its GM, the others' seats wait for them."""

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any, Final

from django.contrib.auth import get_user_model
from django.db import IntegrityError, transaction
from django.utils.translation import get_language
from django.utils.translation import gettext_noop as _

from campaigns.exchange.arriving import Arriving, path_of, tried
from campaigns.exchange.campaign import CAMPAIGN
from campaigns.exchange.reading import MOST_FAULTS
from campaigns.exchange.tables import TABLES, Table, in_order
from campaigns.models import Campaign, Membership, Role
from campaigns.regions import REGIONS, audience_of, held_by, reading, split
from rules.problems import Problem, Refused

BATCH: Final = 500
NOT_SHOWN: Final = _("%(path)s: its page cannot be shown.")


def checked(document: Mapping[str, Any], key: str = "") -> Arriving:
    """What `reading.read` gave, ready to be stored. Raises Refused with all that is wrong. Nothing is written or
    locked meanwhile: this takes its time."""
    arriving = Arriving(document, CAMPAIGN, key)
    _refuse_any(arriving.problems())
    return arriving


def take_in(arriving: Arriving, user: Any) -> Campaign:
    """A new campaign of `user`, once: all of it, or Refused and nothing.

    Its log is the one it brings: nothing is added, so that it goes out again as it came in.
    """
    try:
        with transaction.atomic():
            _seat(arriving, user)
            arriving.campaign.pk = None
            arriving.campaign.save_base(raw=True, force_insert=True)  # what comes with a new one is in the file
            for table in in_order():
                _store(table, arriving.rows[table.name])
            _refuse_any(_unshowable(arriving))
    except IntegrityError as fault:
        raise Refused(Problem("integrity", _("What is in the file does not fit together."), "file")) from fault
    return Campaign.objects.get(pk=arriving.campaign.pk)


def _seat(arriving: Arriving, user: Any) -> None:
    """`user` sits down where the GM sat; at every other seat taken sits a guest, whose link the GM can send."""
    guests = []
    for seat in arriving.rows["seats"]:
        if seat.left_at is not None:
            continue
        if seat.role == Role.GM:
            seat.user = user
        else:
            seat.user = get_user_model()(name=seat.name)
            seat.user.set_unusable_password()
            guests.append(seat.user)
    get_user_model().objects.bulk_create(guests)


def _store(table: Table, rows: list[Any]) -> None:
    """Their references are set once more, to those that have been stored by now."""
    own = [name for name, other in table.references.items() if other == table.name]
    followed = {name: [(row, before) for row in rows if (before := getattr(row, name)) is not None] for name in own}
    columns = [each.name for each in table.model._meta.concrete_fields if each.is_relation]
    for row in rows:
        row.pk = None
        for name in columns:
            setattr(row, name, None if name in own else getattr(row, name))
    table.model._base_manager.bulk_create(rows, batch_size=BATCH)
    for name, pairs in followed.items():
        for row, before in pairs:
            setattr(row, name, before)
        table.model._base_manager.bulk_update([row for row, _before in pairs], [name], batch_size=BATCH)


def _unshowable(arriving: Arriving) -> Iterator[Problem]:
    """Pages that the campaign would have and that fail, for its GM and for one who does not lead."""
    campaign = Campaign.objects.get(pk=arriving.campaign.pk)
    seats = list(Membership.objects.sitting().filter(campaign=campaign).select_related("campaign", "user"))
    readers = [next((seat for seat in seats if seat.leads is leads), None) for leads in (True, False)]
    pages = [("campaign", "table")]
    for table in TABLES.values():
        for place, row in enumerate(arriving.rows[table.name], start=1):
            if name := table.page(row):
                pages.append((path_of(table, place), name))
    for path, name in pages:
        for seat in filter(None, readers):
            yield from tried(path, NOT_SHOWN, lambda seat=seat, name=name: _show(campaign, seat, name))


def _show(campaign: Campaign, seat: Membership, page: str) -> None:
    language = get_language() or ""
    with reading():
        for name in held_by(seat, page) or ():
            prefix, about = split(name)
            if prefix in REGIONS:
                REGIONS[prefix].render(campaign, about, audience_of(name, seat, language))


def _refuse_any(problems: Iterator[Problem]) -> None:
    if found := list(islice(problems, MOST_FAULTS)):
        raise Refused(*found)
