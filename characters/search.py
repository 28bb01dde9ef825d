"""Characters that are looked for: those one knows of, by as much as one may read of them."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from campaigns.models import Membership
from campaigns.search import CHARACTERS, ROWS, Hit, Needle, source
from characters.models import Character, Sharing


@source(CHARACTERS)
def characters(seat: Membership, needle: Needle) -> Iterator[Hit]:
    table = seat.campaign.get_absolute_url()
    for each in Character.objects.known_to(seat).select_related("owner")[:ROWS]:
        shown = each.shown_to(seat)
        open_words = [each.name]
        if shown != Sharing.NOTHING:
            open_words += [each.concept, *(condition["name"] for condition in each.conditions)]
        notes = each.notes if shown == Sharing.ALL else ""
        secret = each.gm_notes if seat.leads else ""
        if needle.is_in(*open_words, notes, secret):
            url = each.get_absolute_url() if shown == Sharing.ALL else f"{table}#roster"
            kind = _("Foe") if each.is_foe else _("Draft") if each.is_draft else each.owner.name if each.owner else ""
            yield Hit(each.name, url, kind, *needle.piece_and_secret(notes, secret))
