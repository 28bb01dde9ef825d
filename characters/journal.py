"""What heroes earned px for, as the journal of the campaign tells it."""

from collections.abc import Iterator

from campaigns.journal import Moment, Stretch, source
from campaigns.models import Membership
from characters.models import LedgerEntry
from rules.growth import MovementKind


@source
def deeds(seat: Membership, stretch: Stretch) -> Iterator[Moment]:
    """The awards that say what for, but those that were taken back (X1)."""
    awards = LedgerEntry.objects.filter(campaign=seat.campaign, kind=MovementKind.AWARD)
    rows = list(stretch.of(awards.select_related("character", "earned_by"), "at"))
    taken_back = {row.reverses for row in rows}
    for row in rows:
        if row.px > 0 and row.reason and row.key not in taken_back:
            yield Moment(row.at, "characters/_deed.html", row)
