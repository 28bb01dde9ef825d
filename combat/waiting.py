"""What a fight waits for: whose turn it is, and defenses; the check at 0 is the sheet's to say."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from campaigns.models import Campaign, Membership
from campaigns.regions import at_hand
from characters.waiting import Waiting, asked
from combat.board import rows_for
from combat.models import Encounter, Status


def fight_at(campaign: Campaign) -> Encounter | None:
    """The encounter that runs, read once for all that shows it."""

    def read() -> Encounter | None:
        found = campaign.encounters.filter(status=Status.RUNNING).first()
        if found:
            found.campaign = campaign
        return found

    return at_hand("running", read)


@asked
def _fight(campaign: Campaign, seat: Membership) -> Iterator[Waiting]:
    encounter = fight_at(campaign)
    if encounter is None:
        return
    url = encounter.get_absolute_url()
    own = {row.character.key for row in encounter.present if seat.leads or row.character.owner_id == seat.pk}
    for row in rows_for(encounter, leads=seat.leads):
        if row.key not in own:
            continue
        if row.hits:
            yield Waiting(_("A hit waits for the defense of %(name)s") % {"name": row.name}, url)
        if row.ask and not row.is_hero:
            yield Waiting(_("%(name)s is at 0: the check waits") % {"name": row.name}, url)
        if row.is_now and not seat.leads:
            yield Waiting(_("It is the turn of %(name)s") % {"name": row.name}, url)
