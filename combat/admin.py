from django.contrib import admin

from campaigns.admin import ReadOnly
from combat.models import Encounter


@admin.register(Encounter)
class EncounterAdmin(ReadOnly):
    list_display = ("name", "campaign", "status", "round", "created_at")
    list_filter = ("status",)
    search_fields = ("name", "key", "campaign__name")
    date_hierarchy = "created_at"
    list_select_related = ("campaign",)
