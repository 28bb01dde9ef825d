"""How fast one seat may press: far faster than any hand plays, and no faster.

The log is what all workers share, so the log is what counts. It is asked only of a seat that has pressed much at this
very process within the minute: a press at the pace of play costs no query.
"""

import time
from collections import Counter
from datetime import timedelta
from typing import TYPE_CHECKING, Final

from django.conf import settings
from django.utils import timezone

if TYPE_CHECKING:
    from campaigns.models import Campaign, Membership

MINUTE: Final = 60
UNASKED: Final = 8  # an eighth of what is allowed: with up to so many workers the limit is exact
FAR: Final = 10  # so many times the limit is looked back in the log of a table, which bounds what is read


class TooFast(Exception):
    """More presses in a minute than a hand makes."""


_counted: tuple[int, Counter[int]] = (0, Counter())


def check(campaign: "Campaign", by: "Membership | None") -> None:
    """Raise TooFast where the seat has made as many entries within the last minute as it may."""
    global _counted
    most = settings.PRESSES_A_MINUTE
    if by is None or not most:
        return
    minute = int(time.monotonic()) // MINUTE
    if _counted[0] != minute:
        _counted = (minute, Counter())
    _counted[1][by.pk] += 1
    if _counted[1][by.pk] <= most // UNASKED:
        return
    now = timezone.now()
    mine = campaign.log.filter(by=by, version__gt=campaign.version - FAR * most)
    if mine.filter(at__gt=now - timedelta(seconds=MINUTE), at__lte=now).count() >= most:
        raise TooFast
