from typing import Any

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from campaigns.admin import ReadOnly, Recorded
from characters.models import TEXTS, Character, LedgerEntry, Pool


class Pools(admin.TabularInline):
    model = Pool
    extra = 0
    fields = ("key", "current")
    readonly_fields = ("key", "current")  # points change at the table, where the log counts them
    can_delete = False

    def has_add_permission(self, request: object, obj: object = None) -> bool:
        return False


@admin.register(Character)
class CharacterAdmin(Recorded):
    list_display = ("name", "campaign", "owner", "is_foe", "is_finished", "archived_at", "created_at")
    list_filter = ("is_foe", "is_finished", ("archived_at", admin.EmptyFieldListFilter))
    search_fields = ("name", "key", "campaign__name", "owner__name")
    date_hierarchy = "created_at"
    list_select_related = ("campaign", "owner")
    autocomplete_fields = ("owner",)
    readonly_fields = ("campaign", "key", "is_foe", "is_finished", "created_at", "traits", "gear")
    fieldsets = (
        (None, {"fields": ("campaign", "name", "concept", "gender", "owner", "archived_at")}),
        (_("Traits"), {"fields": ("traits", "gear", "is_foe", "is_finished", "key", "created_at")}),
    )
    inlines = (Pools,)

    def has_add_permission(self, request: object) -> bool:
        return False

    def save_model(self, request: Any, obj: Character, form: Any, change: bool) -> None:
        for field in TEXTS.keys() & form.changed_data:  # who writes the same text meanwhile is told
            obj.versions = {**obj.versions, field: obj.versions.get(field, 0) + 1}
        super().save_model(request, obj, form, change)


@admin.register(LedgerEntry)
class LedgerEntryAdmin(ReadOnly):
    list_display = ("at", "campaign", "number", "character", "kind", "px", "balance", "trait", "reason", "by")
    list_filter = ("kind",)
    search_fields = ("key", "campaign__name", "character__name", "earned_by__name", "trait", "reason", "by")
    date_hierarchy = "at"
    list_select_related = ("campaign", "character")
