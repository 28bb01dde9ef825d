"""What a fight waits for: whose turn it is, and defenses; the check at 0 is the sheet's to say."""

from collections.abc import Iterator
from typing import Final

from django.utils.translation import gettext as _

from accounts.prepared import Prepared
from campaigns.models import Campaign
from campaigns.regions import at_hand
from characters.waiting import LEADERS, Waiting, Whom, asked
from combat.board import rows_at
from combat.models import Encounter, Status

RUNNING: Final = Prepared(lambda campaign: Encounter.objects.filter(campaign=campaign, status=Status.RUNNING)[:1], int)


def fight_at(campaign: Campaign) -> Encounter | None:
    """The encounter that runs, read once for all that shows it."""

    def read() -> Encounter | None:
        found = next(iter(RUNNING(campaign.pk)), None)
        if found:
            found.campaign = campaign
        return found

    return at_hand("running", read)


@asked
def _fight(campaign: Campaign) -> Iterator[tuple[Whom, Waiting]]:
    encounter = fight_at(campaign)
    if encounter is None:
        return
    url = encounter.get_absolute_url()
    players = {row.character.key: row.character.owner_id for row in encounter.present}
    for leads in (True, False):
        for row in rows_at(encounter, leads=leads):
            whom = LEADERS if leads else players[row.key]
            if row.hits:
                yield whom, Waiting(_("A hit waits for the defense of %(name)s") % {"name": row.name}, url)
            if row.ask and not row.is_hero:
                yield whom, Waiting(_("%(name)s is at 0: the check waits") % {"name": row.name}, url)
            if row.is_now and not leads:
                yield whom, Waiting(_("It is the turn of %(name)s") % {"name": row.name}, url)
