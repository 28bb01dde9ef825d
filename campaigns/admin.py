"""What a host keeps in order. The log can be read, never written; what is changed here is an entry of it too."""

from typing import Any

from django import forms
from django.contrib import admin
from django.contrib.auth import get_user_model
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _

from accounts.hosting import counting, filled, link_to_rows, may_see
from accounts.names import folded
from campaigns.hosting import OfCampaign, ReadOnly, Recorded, last_activity, number_of
from campaigns.kinds import KINDS, worded
from campaigns.models import Adventure, Campaign, GameSession, Invitation, LogEntry, Membership, Role, Scene
from campaigns.wakes import expel


class Members(admin.TabularInline):
    """Who sits at a campaign, each with a link to the page where that changes."""

    model = Membership
    extra = 0
    readonly_fields = ("name", "user", "role", "joined_at", "left_at")
    can_delete = False
    show_change_link = True

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def get_fields(self, request: HttpRequest, obj: Any = None) -> list[str]:
        is_person_seen = may_see(request, get_user_model())
        return [each for each in self.readonly_fields if each != "user" or is_person_seen]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Membership]:
        return super().get_queryset(request).select_related("user")


@admin.register(Campaign)
class CampaignAdmin(Recorded):
    list_display = (
        "name", "preset", "people", "characters", "encounters", "px", "log", "last_activity", "is_solo", "is_demo",
        "created_at",
    )  # fmt: skip
    list_filter = ("preset", "is_solo", "is_demo")
    search_fields = ("name", "key", "memberships__name", "memberships__user__username")
    date_hierarchy = "created_at"
    fields = (
        "name", "preset", "people", "characters", "encounters", "px", "log", "last_activity", "key", "version",
        "is_solo", "is_demo", "created_at",
    )  # fmt: skip
    readonly_fields = fields[1:]
    inlines = (Members,)

    def campaign_of(self, row: Campaign) -> Campaign:
        return row

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False  # a campaign needs a GM: it is made on the start page

    def get_deleted_objects(self, objs: Any, request: HttpRequest) -> Any:
        """What nobody may delete by itself, the log for one, goes with its campaign. Its rows are only counted: there
        are thousands, and not all of them are for everybody to read."""
        _found, counts, needed, protected = super().get_deleted_objects(objs, request)
        kept = [model for model, each in self.admin_site._registry.items() if isinstance(each, ReadOnly)]
        return [str(each) for each in objs], counts, needed - {model._meta.verbose_name for model in kept}, protected

    def get_queryset(self, request: HttpRequest) -> QuerySet[Campaign]:
        return (
            super()
            .get_queryset(request)
            .annotate(
                people_count=number_of("memberships", left_at=None),
                characters_count=number_of("characters"),
                encounters_count=number_of("encounters"),
                ledger_count=number_of("ledger"),
                last_entry_at=last_activity(),
            )
        )

    @counting("campaigns.Membership", description=_("people"), ordering="people_count")
    def people(self, row: Any) -> str:
        return link_to_rows("campaigns.membership", row.people_count, campaign__id__exact=row.pk, left_at="no")

    @counting("characters.Character", description=_("characters"), ordering="characters_count")
    def characters(self, row: Any) -> str:
        return link_to_rows("characters.character", row.characters_count, campaign__id__exact=row.pk)

    @counting("combat.Encounter", description=_("encounters"), ordering="encounters_count")
    def encounters(self, row: Any) -> str:
        return link_to_rows("combat.encounter", row.encounters_count, campaign__id__exact=row.pk)

    @counting("characters.LedgerEntry", description=_("movements of px"), ordering="ledger_count")
    def px(self, row: Any) -> str:
        return link_to_rows("characters.ledgerentry", row.ledger_count, campaign__id__exact=row.pk)

    @counting("campaigns.LogEntry", description=_("log"), ordering="version")
    def log(self, row: Campaign) -> str:
        return link_to_rows("campaigns.logentry", row.version, campaign__id__exact=row.pk)

    @admin.display(description=_("last activity"), ordering="last_entry_at")
    def last_activity(self, row: Any) -> str:
        return date_format(timezone.localtime(row.last_entry_at), "SHORT_DATETIME_FORMAT") if row.last_entry_at else "–"


class SeatForm(forms.ModelForm):
    """The name and the role of a seat. There is one GM, who hands the campaign over; a name is nobody else's."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if role := self.fields.get("role"):
            role.choices = [each for each in Role.choices if each[0] != Role.GM]

    def clean_name(self) -> str:
        name = self.cleaned_data["name"]
        others = Membership.objects.sitting().filter(campaign=self.instance.campaign_id).exclude(pk=self.instance.pk)
        if self.instance.left_at is None and others.filter(folded_name=folded(name)).exists():
            raise forms.ValidationError(_("Someone at the table has that name."))
        return name


@admin.register(Membership)
class MembershipAdmin(Recorded):
    form = SeatForm
    list_display = ("name", "campaign", "role", "user", "characters", "joined_at", "left_at")
    list_filter = (OfCampaign, "role", filled("left_at", _("left"), _("left"), _("at the table")))
    search_fields = ("name", "campaign__name", "user__username", "user__name")
    date_hierarchy = "joined_at"
    list_select_related = ("campaign", "user")
    fields = ("campaign", "user", "name", "role", "characters", "joined_at", "left_at")
    readonly_fields = ("campaign", "user", "characters", "joined_at", "left_at")

    @counting("characters.Character", description=_("characters"), ordering="characters_count")
    def characters(self, row: Any) -> str:
        return link_to_rows("characters.character", row.characters_count, owner__id__exact=row.pk)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Membership]:
        return super().get_queryset(request).annotate(characters_count=number_of("characters", of=Membership))

    def get_readonly_fields(self, request: HttpRequest, obj: Membership | None = None) -> Any:
        is_gm = obj is not None and obj.rank is Role.GM
        return (*super().get_readonly_fields(request, obj), *(["role"] if is_gm else []))

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def save_model(self, request: HttpRequest, obj: Membership, form: Any, change: bool) -> None:
        super().save_model(request, obj, form, change)
        expel(obj.tag)


@admin.register(LogEntry)
class LogEntryAdmin(ReadOnly):
    list_display = ("at", "campaign", "title", "kind", "by", "audience", "is_undone", "version")
    list_filter = (OfCampaign, "audience", "is_undone", "kind")
    search_fields = ("key", "kind", "campaign__name", "by__name")
    date_hierarchy = "at"
    list_select_related = ("campaign", "by")
    fields = (
        "at", "campaign", "title", "kind", "by", "audience", "shared_with", "is_undone", "version", "key", "topic",
        "facts", "changes", "regions",
    )  # fmt: skip
    show_full_result_count = False

    @admin.display(description=_("what"))
    def title(self, row: LogEntry) -> str:
        kind = KINDS.get(row.kind)
        return kind.title(worded(row, leads=True)) if kind else ""


@admin.register(Invitation)
class InvitationAdmin(ReadOnly):
    list_display = ("campaign", "role", "by", "is_open", "created_at", "expires_at", "revoked_at")
    list_filter = (OfCampaign, filled("revoked_at", _("revoked"), _("revoked"), _("not revoked")))
    list_select_related = ("campaign", "by")
    search_fields = ("campaign__name",)
    date_hierarchy = "created_at"
    exclude = ("token",)  # whoever reads it could sit down

    @admin.display(description=_("opens the door"), boolean=True)
    def is_open(self, row: Invitation) -> bool:
        return row.revoked_at is None and row.expires_at > timezone.now()


@admin.register(GameSession)
class GameSessionAdmin(ReadOnly):
    list_display = ("campaign", "number", "opened_at", "closed_at")
    list_filter = (OfCampaign, filled("closed_at", _("closed"), _("closed"), _("open")))
    search_fields = ("campaign__name", "campaign__key")
    date_hierarchy = "opened_at"
    list_select_related = ("campaign",)


@admin.register(Adventure)
class AdventureAdmin(ReadOnly):
    list_display = ("name", "campaign", "opened_at", "closed_at")
    list_filter = (OfCampaign, filled("closed_at", _("closed"), _("closed"), _("open")))
    search_fields = ("name", "key", "campaign__name", "campaign__key")
    date_hierarchy = "opened_at"
    list_select_related = ("campaign",)


@admin.register(Scene)
class SceneAdmin(ReadOnly):
    list_display = ("name", "adventure", "campaign", "opened_at")
    search_fields = ("name", "note", "adventure__name", "adventure__campaign__name")
    date_hierarchy = "opened_at"
    list_select_related = ("adventure__campaign",)

    @counting("campaigns.Campaign", description=_("campaign"), ordering="adventure__campaign__name")
    def campaign(self, row: Scene) -> Campaign:
        return row.adventure.campaign
