from typing import Any

from django.contrib import admin
from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.hosting import counting, filled
from campaigns.hosting import OfCampaign, ReadOnly
from combat.models import Encounter, FoeTemplate, SavedEncounter


@admin.register(Encounter)
class EncounterAdmin(ReadOnly):
    list_display = ("name", "campaign", "status", "round", "fighters", "created_at")
    list_filter = (OfCampaign, "status")
    search_fields = ("name", "key", "campaign__name")
    date_hierarchy = "created_at"
    list_select_related = ("campaign",)
    fields = ("name", "campaign", "status", "round", "fighters", "key", "created_at")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Encounter]:
        there = Count("combatants", filter=Q(combatants__is_present=True))
        return super().get_queryset(request).annotate(fighters_count=there)

    @counting("characters.Character", description=_("in the fight"), ordering="fighters_count")
    def fighters(self, row: Any) -> int:
        return row.fighters_count


class OnTheShelf(ReadOnly):
    """What a campaign keeps for its fights."""

    list_display = ("name", "campaign", "created_at", "archived_at")
    list_filter = (OfCampaign, filled("archived_at", _("put away"), _("put away"), _("on the shelf")))
    search_fields = ("name", "key", "campaign__name")
    date_hierarchy = "created_at"
    list_select_related = ("campaign",)


@admin.register(FoeTemplate)
class FoeTemplateAdmin(OnTheShelf):
    fields = ("name", "campaign", "alias", "traits", "gear", "notes", "key", "created_at", "archived_at")


@admin.register(SavedEncounter)
class SavedEncounterAdmin(OnTheShelf):
    fields = ("name", "campaign", "groups", "has_heroes", "key", "created_at", "archived_at")
