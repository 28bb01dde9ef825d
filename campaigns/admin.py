"""What a host keeps in order. The log can be read, never written; what is changed here is an entry of it too."""

from typing import Any, ClassVar

from django import forms
from django.contrib import admin, messages
from django.contrib.auth import get_user_model
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from accounts.hosting import Discreet, counting, filled, link_to_rows, may_see
from accounts.names import folded
from campaigns.exchange.tables import TABLES
from campaigns.hosting import OfCampaign, ReadOnly, Recorded, asking, do_to_each, is_confirmed, last_activity, number_of
from campaigns.kinds import KINDS, worded
from campaigns.models import (
    Adventure,
    Campaign,
    GameSession,
    Invitation,
    LogEntry,
    Membership,
    PasswordLink,
    Role,
    Scene,
)
from campaigns.views.exchange import sent
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
        "name", "preset", "people", "characters", "encounters", "px", "log", "last_activity", "archived_at", "is_solo",
        "is_demo", "created_at",
    )  # fmt: skip
    list_filter = ("preset", filled("archived_at", _("archived"), _("archived"), _("in play")), "is_solo", "is_demo")
    search_fields = ("name", "key", "memberships__name", "memberships__user__username")
    date_hierarchy = "created_at"
    fields = (
        "name", "preset", "people", "characters", "encounters", "px", "log", "last_activity", "key", "version",
        "is_solo", "is_demo", "created_at", "archived_at",
    )  # fmt: skip
    readonly_fields = fields[1:]
    inlines = (Members,)
    actions: ClassVar = ["hand_over", "archive", "restore", "export"]

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

    # --- actions ------------------------------------------------------------------------------------------------------

    def has_hand_over_permission(self, request: HttpRequest) -> bool:
        return self.has_change_permission(request) and may_see(request, Membership)

    @admin.action(permissions=["hand_over"], description=_("Hand the chosen one over"))
    def hand_over(self, request: HttpRequest, rows: QuerySet[Campaign]) -> HttpResponse | None:
        """To another of its members; who was GM is co-GM from then on."""
        if rows.count() != 1:
            self.message_user(request, gettext("Choose one campaign."), messages.ERROR)
            return None
        campaign = rows.get()
        form = NextGM(request.POST if is_confirmed(request) else None, campaign=campaign)
        if not form.is_valid():
            question = gettext("A co-GM or a player with a login leads it from now on; who was GM is co-GM.")
            return asking(self, request, [campaign], title=gettext("Hand over"), question=question, form=form)
        heir = form.cleaned_data["to"]
        do_to_each(self, request, [campaign], lambda each: each.hand_over(None, heir), _changed)
        return None

    @admin.action(permissions=["change"], description=_("Archive the chosen ones"))
    def archive(self, request: HttpRequest, rows: QuerySet[Campaign]) -> HttpResponse | None:
        if not is_confirmed(request):
            question = gettext("From then on they are only read. They can be restored here, and by their GM.")
            return asking(self, request, list(rows), title=gettext("Archive"), question=question)
        do_to_each(self, request, rows.order_by("pk"), lambda each: each.archive(None), _changed)
        return None

    @admin.action(permissions=["change"], description=_("Restore the chosen ones"))
    def restore(self, request: HttpRequest, rows: QuerySet[Campaign]) -> None:
        do_to_each(self, request, rows.order_by("pk"), lambda each: each.restore(None), _changed)

    def has_export_permission(self, request: HttpRequest) -> bool:
        """All of a campaign is in its file: only who may see all of it takes it out."""
        return all(may_see(request, table.model) for table in TABLES.values())

    @admin.action(permissions=["export"], description=_("Export the chosen one"))
    def export(self, request: HttpRequest, rows: QuerySet[Campaign]) -> HttpResponse | None:
        if rows.count() != 1:
            self.message_user(request, gettext("Choose one campaign."), messages.ERROR)
            return None
        return sent(rows.get())


def _changed(number: int) -> str:
    return ngettext("%(n)s campaign changed.", "%(n)s campaigns changed.", number) % {"n": number}


class NextGM(forms.Form):
    """Who leads a campaign from now on."""

    to = forms.ModelChoiceField(label=_("Led by"), queryset=Membership.objects.none(), empty_label=None)

    def __init__(self, *args: Any, campaign: Campaign, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["to"].queryset = campaign.memberships.sitting().exclude(role=Role.GM)


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
    list_display = ("campaign", "role", "by", "is_open", "created_at", "expires_at", "used", "uses", "revoked_at")
    list_filter = (OfCampaign, filled("revoked_at", _("revoked"), _("revoked"), _("not revoked")))
    list_select_related = ("campaign", "by")
    search_fields = ("campaign__name",)
    date_hierarchy = "created_at"
    exclude = ("token",)  # whoever reads it could sit down
    actions: ClassVar = ["revoke"]

    @admin.display(description=_("opens the door"), boolean=True)
    def is_open(self, row: Invitation) -> bool:
        in_time = row.expires_at is None or row.expires_at > timezone.now()
        return row.revoked_at is None and in_time and (row.uses is None or row.used < row.uses)

    def has_revoke_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("campaigns.change_invitation")

    @admin.action(permissions=["revoke"], description=_("Revoke the chosen ones"))
    def revoke(self, request: HttpRequest, rows: QuerySet[Invitation]) -> HttpResponse | None:
        if not is_confirmed(request):
            question = gettext("They let nobody in any more; who came by them stays.")
            return asking(self, request, list(rows), title=gettext("Revoke"), question=question)
        ordered = rows.select_related("campaign").order_by("campaign_id", "pk")
        do_to_each(self, request, ordered, lambda each: each.revoke(None), _revoked)
        return None


def _revoked(number: int) -> str:
    return ngettext("%(n)s invitation revoked.", "%(n)s invitations revoked.", number) % {"n": number}


@admin.register(PasswordLink)
class PasswordLinkAdmin(Discreet):
    """For who forgot their password: adding one shows the link, once, to send it on."""

    list_display = ("person", "by_name", "created_at", "used_at", "ended_at")
    list_select_related = ("person",)
    date_hierarchy = "created_at"
    fields = ("person",)
    autocomplete_fields = ("person",)

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return super().has_view_permission(request, obj) and may_see(request, get_user_model())

    def has_add_permission(self, request: HttpRequest) -> bool:
        return super().has_add_permission(request) and may_see(request, get_user_model())

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
    search_fields = ("name", "notes", "adventure__name", "adventure__campaign__name")
    date_hierarchy = "opened_at"
    list_select_related = ("adventure__campaign",)

    @counting("campaigns.Campaign", description=_("campaign"), ordering="adventure__campaign__name")
    def campaign(self, row: Scene) -> Campaign:
        return row.adventure.campaign
