"""Encounters that are looked for, by their names and by those of whom one sees in them; and the library of the GM."""

from collections.abc import Iterator

from django.urls import reverse
from django.utils.translation import gettext as _

from campaigns.models import Membership
from campaigns.search import FIGHTS, LIBRARY, ROWS, Hit, Needle, source
from combat.models import Combatant, Encounter, FoeTemplate, SavedEncounter


@source(FIGHTS)
def fights(seat: Membership, needle: Needle) -> Iterator[Hit]:
    seen = {row.pk: row for row in Encounter.objects.seen_by(seat)[:ROWS]}
    for row in seen.values():
        if needle.is_in(row.name):
            yield Hit(row.name, row.get_absolute_url(), row.get_status_display())
    foes = Combatant.objects.filter(encounter__in=list(seen), character__is_foe=True, is_present=True)
    if not seat.leads:
        foes = foes.filter(is_hidden=False)
    for foe in foes.select_related("character").order_by("-pk")[:ROWS]:
        fight = seen[foe.encounter_id]
        called = foe.called
        name = called["gm"] if seat.leads else called["table"]
        names = [name, foe.alias] if seat.leads else [name]
        if needle.is_in(*names):
            yield Hit(name, fight.get_absolute_url(), _("in %(fight)s") % {"fight": fight.name})


@source(LIBRARY)
def library(seat: Membership, needle: Needle) -> Iterator[Hit]:
    """What those who lead prepare from."""
    if not seat.leads:
        return
    shelf = reverse("combat:library", args=[seat.campaign.key])
    for foe in FoeTemplate.objects.of(seat.campaign)[:ROWS]:
        if needle.is_in(foe.name, foe.alias, foe.notes):
            url = reverse("combat:foe", args=[seat.campaign.key, foe.key])
            yield Hit(foe.name, url, _("Foe"), needle.piece_of(foe.notes))
    for saved in SavedEncounter.objects.of(seat.campaign)[:ROWS]:
        if needle.is_in(saved.name, *(group.name for group in saved.foes)):
            yield Hit(saved.name, shelf, _("Encounter"))
