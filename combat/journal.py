"""The fights of a campaign, as its journal tells them: each at its start, with the way to its chronicle."""

from collections.abc import Iterator

from django.db.models import CharField, DateTimeField, F, OuterRef, Subquery, Value
from django.db.models.functions import Cast, Coalesce, Concat

from campaigns.journal import Moment, Stretch, source
from campaigns.models import LogEntry, Membership
from combat.models import Encounter


@source
def fights(seat: Membership, stretch: Stretch) -> Iterator[Moment]:
    topic = Concat(Value("e:"), Cast(OuterRef("key"), CharField()))
    starts = LogEntry.objects.filter(campaign=seat.campaign, topic=topic, kind="started").order_by("version")
    began = Subquery(starts.values("at")[:1], output_field=DateTimeField())
    seen = Encounter.objects.seen_by(seat).annotate(began=Coalesce(began, F("created_at")))
    for row in stretch.of(seen, "began"):
        yield Moment(row.began, "combat/_fought.html", row)
