"""What a host keeps in order. The log can be read, never written; what is changed here is an entry of it too."""

from typing import Any

from django.contrib import admin, messages
from django.db.models import Count, Max, Q, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from campaigns.models import Adventure, Campaign, GameSession, Invitation, LogEntry, Membership, PasswordLink, Scene
from campaigns.regions import EVERYTHING
from campaigns.wakes import expel


class ReadOnly(admin.ModelAdmin):
    """Can be looked at; nobody adds, changes or deletes."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class Recorded(admin.ModelAdmin):
    """A change made here is an entry of the campaign's log, so that every open page hears of it."""

    def campaign_of(self, row: Any) -> Campaign:
        return row.campaign

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        super().save_model(request, obj, form, change)
        self._record(obj)

    def delete_model(self, request: HttpRequest, obj: Any) -> None:
        super().delete_model(request, obj)
        self._record(obj)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        for row in list(queryset):
            self.delete_model(request, row)

    def _record(self, obj: Any) -> None:
        campaign = self.campaign_of(obj)
        if campaign.pk is None:
            return
        with campaign.recording(None, even_archived=True) as record:
            record("admin", {"what": obj._meta.model_name, "name": str(obj)}, regions=[EVERYTHING])


class Members(admin.TabularInline):
    model = Membership
    extra = 0
    fields = ("name", "user", "role", "joined_at", "left_at")
    readonly_fields = ("user", "joined_at", "left_at")
    can_delete = False
    show_change_link = True

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def get_queryset(self, request: HttpRequest) -> QuerySet[Membership]:
        return super().get_queryset(request).select_related("user")


@admin.register(Campaign)
class CampaignAdmin(Recorded):
    list_display = ("name", "preset", "people", "characters", "last_entry", "is_demo", "created_at")
    list_filter = ("preset", "is_demo")
    search_fields = ("name", "key", "memberships__name", "memberships__user__username")
    date_hierarchy = "created_at"
    fields = ("name", "preset", "key", "version", "is_demo", "created_at")
    readonly_fields = ("preset", "key", "version", "is_demo", "created_at")
    inlines = (Members,)

    def campaign_of(self, row: Campaign) -> Campaign:
        return row

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False  # a campaign needs a GM: it is made on the start page

    def get_deleted_objects(self, objs: Any, request: HttpRequest) -> Any:
        """What nobody may delete by itself, the log for one, goes with its campaign."""
        found, counts, needed, protected = super().get_deleted_objects(objs, request)
        kept = [model for model, each in self.admin_site._registry.items() if isinstance(each, ReadOnly)]
        return found, counts, needed - {model._meta.verbose_name for model in kept}, protected

    def get_queryset(self, request: HttpRequest) -> QuerySet[Campaign]:
        return (
            super()
            .get_queryset(request)
            .annotate(
                people_count=Count("memberships", filter=Q(memberships__left_at=None), distinct=True),
                characters_count=Count("characters", distinct=True),
                last_entry_at=Max("log__at"),
            )
        )

    @admin.display(description=_("people"), ordering="people_count")
    def people(self, row: Any) -> int:
        return row.people_count

    @admin.display(description=_("characters"), ordering="characters_count")
    def characters(self, row: Any) -> int:
        return row.characters_count

    @admin.display(description=_("last entry"), ordering="last_entry_at")
    def last_entry(self, row: Any) -> Any:
        return row.last_entry_at

    def save_formset(self, request: HttpRequest, form: Any, formset: Any, change: bool) -> None:
        for row in formset.save():
            expel(row.tag)
        self._record(form.instance)


@admin.register(Membership)
class MembershipAdmin(Recorded):
    list_display = ("name", "campaign", "role", "user", "joined_at", "left_at")
    list_filter = ("role", ("left_at", admin.EmptyFieldListFilter))
    search_fields = ("name", "campaign__name", "user__username", "user__name")
    date_hierarchy = "joined_at"
    list_select_related = ("campaign", "user")
    fields = ("campaign", "user", "name", "role", "joined_at", "left_at")
    readonly_fields = ("campaign", "user", "joined_at", "left_at")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def save_model(self, request: HttpRequest, obj: Membership, form: Any, change: bool) -> None:
        super().save_model(request, obj, form, change)
        expel(obj.tag)


@admin.register(LogEntry)
class LogEntryAdmin(ReadOnly):
    list_display = ("at", "campaign", "kind", "by", "audience", "is_undone", "version")
    list_filter = ("kind", "audience", "is_undone")
    search_fields = ("key", "campaign__name", "by__name")
    date_hierarchy = "at"
    list_select_related = ("campaign", "by")


@admin.register(Invitation)
class InvitationAdmin(ReadOnly):
    list_display = ("campaign", "role", "by", "created_at", "expires_at", "used", "uses", "revoked_at")
    list_select_related = ("campaign", "by")
    search_fields = ("campaign__name",)
    exclude = ("token",)  # whoever reads it could sit down


@admin.register(PasswordLink)
class PasswordLinkAdmin(admin.ModelAdmin):
    """For who forgot their password: adding one shows the link, once, to send it on."""

    list_display = ("person", "by_name", "created_at", "used_at", "ended_at")
    list_select_related = ("person",)
    date_hierarchy = "created_at"
    fields = ("person",)
    autocomplete_fields = ("person",)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def save_model(self, request: HttpRequest, obj: PasswordLink, form: Any, change: bool) -> None:
        link = PasswordLink.objects.make(request.user, obj.person)
        obj.pk = link.pk
        url = request.build_absolute_uri(link.get_absolute_url())
        messages.success(
            request, _("Send this link to nobody else; it is good once, for a day: %(url)s") % {"url": url}
        )


@admin.register(GameSession)
class GameSessionAdmin(ReadOnly):
    list_display = ("campaign", "number", "opened_at", "closed_at")
    list_filter = (("closed_at", admin.EmptyFieldListFilter),)
    search_fields = ("campaign__name", "campaign__key")
    date_hierarchy = "opened_at"
    list_select_related = ("campaign",)


@admin.register(Adventure)
class AdventureAdmin(ReadOnly):
    list_display = ("name", "campaign", "opened_at", "closed_at")
    list_filter = (("closed_at", admin.EmptyFieldListFilter),)
    search_fields = ("name", "key", "campaign__name", "campaign__key")
    date_hierarchy = "opened_at"
    list_select_related = ("campaign",)


@admin.register(Scene)
class SceneAdmin(ReadOnly):
    list_display = ("name", "adventure", "campaign", "opened_at")
    search_fields = ("name", "note", "adventure__name", "adventure__campaign__name")
    date_hierarchy = "opened_at"
    list_select_related = ("adventure__campaign",)

    @admin.display(description=_("campaign"), ordering="adventure__campaign__name")
    def campaign(self, row: Scene) -> Campaign:
        return row.adventure.campaign
