"""Characters and their px, for the host: what may be changed here is told in the log like any other change."""

import io
import zipfile
from collections.abc import Callable
from typing import Any, ClassVar

from django import forms
from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.text import slugify
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from accounts.hosting import counting, filled, link_to_rows, may_see
from campaigns.hosting import OfCampaign, ReadOnly, Recorded, asking, do_to_each, is_confirmed
from campaigns.models import Membership
from characters import adventures
from characters.exchange import file_of
from characters.forms.fields import WholeNumber
from characters.forms.files import players
from characters.models import TEXTS, Character, LedgerEntry, Pool
from rules.growth.ledger import MAX_PX
from rules.ruleset.values import row_of

Rows = QuerySet[Character]
AWARDING = _("Each of them gets these px; while an adventure is open they go to its pool.")
ARCHIVING = _("No page, no list and no fight has them any more. They can be restored here.")


class Pools(admin.TabularInline):
    model = Pool
    extra = 0
    fields = ("which", "current")
    readonly_fields = ("which", "current")  # points change at the table, where the log counts them
    can_delete = False

    @admin.display(description=_("points"))
    def which(self, pool: Pool) -> str:
        return gettext(row_of(pool.character.ruleset.pools, pool.key).label)

    def has_add_permission(self, request: object, obj: object = None) -> bool:
        return False


class AwardToAll(forms.Form):
    """Px for each of those who were chosen (X1, X5)."""

    px = WholeNumber(label=_("Px for each"), min_value=1, max_value=MAX_PX)
    reason = forms.CharField(label=_("What for"), max_length=200, required=False)


class Heir(forms.Form):
    """Who plays those who were chosen from now on."""

    owner = forms.ModelChoiceField(label=_("Played by"), queryset=Membership.objects.none(), empty_label=None)


@admin.register(Character)
class CharacterAdmin(Recorded):
    list_display = ("name", "campaign", "owner", "is_foe", "is_finished", "px", "archived_at", "created_at")
    list_filter = (
        OfCampaign, "is_foe", "is_finished", filled("archived_at", _("archived"), _("archived"), _("at the table")),
    )  # fmt: skip
    search_fields = ("name", "key", "campaign__name", "owner__name")
    date_hierarchy = "created_at"
    list_select_related = ("campaign", "owner")
    readonly_fields = (
        "campaign", "owner", "key", "is_foe", "is_finished", "created_at", "archived_at", "px", "traits", "gear",
    )  # fmt: skip
    fieldsets = (
        (None, {"fields": ("campaign", "name", "concept", "gender", "owner", "archived_at", "px")}),
        (_("Traits"), {"fields": ("traits", "gear", "is_foe", "is_finished", "key", "created_at")}),
    )
    inlines = (Pools,)
    actions: ClassVar = ["award", "hand_over", "archive", "restore", "export"]

    @counting("characters.LedgerEntry", description=_("px spent"), ordering="px_spent")
    def px(self, row: Character) -> str:
        return link_to_rows("characters.ledgerentry", row.px_spent, character__id__exact=row.pk)

    def has_add_permission(self, request: object) -> bool:
        return False

    def has_award_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("characters.add_ledgerentry")

    def has_hand_over_permission(self, request: HttpRequest) -> bool:
        return self.has_change_permission(request) and may_see(request, Membership)

    def save_model(self, request: Any, obj: Character, form: Any, change: bool) -> None:
        for field in TEXTS.keys() & form.changed_data:  # who writes the same text meanwhile is told
            obj.versions = {**obj.versions, field: obj.versions.get(field, 0) + 1}
        super().save_model(request, obj, form, change)

    # --- actions ------------------------------------------------------------------------------------------------------

    @admin.action(permissions=["award"], description=_("Award px to the chosen ones"))
    def award(self, request: HttpRequest, rows: Rows) -> HttpResponse | None:
        form = AwardToAll(request.POST if is_confirmed(request) else None)
        if not form.is_valid():
            return self._ask(
                request,
                rows,
                _("Award px"),
                AWARDING,
                form,
            )
        px, reason = form.cleaned_data["px"], form.cleaned_data["reason"]

        def give(hero: Character) -> None:
            adventures.award(hero.campaign, None, hero, px, reason)

        return self._do(request, rows, give, lambda n: ngettext("%(n)s has px.", "%(n)s have px.", n) % {"n": n})

    @admin.action(permissions=["hand_over"], description=_("Hand the chosen ones over"))
    def hand_over(self, request: HttpRequest, rows: Rows) -> HttpResponse | None:
        campaigns = {row.campaign for row in rows.select_related("campaign")}
        if len(campaigns) != 1:
            self.message_user(request, _("Choose characters of one campaign."), messages.ERROR)
            return None
        form = Heir(request.POST if is_confirmed(request) else None)
        form.fields["owner"].queryset = players(campaigns.pop())
        if not form.is_valid():
            return self._ask(request, rows, _("Hand over"), _("Who had them before loses their pages at once."), form)
        owner = form.cleaned_data["owner"]
        return self._do(request, rows, lambda each: each.hand_over(None, owner), _changed)

    @admin.action(permissions=["change"], description=_("Archive the chosen ones"))
    def archive(self, request: HttpRequest, rows: Rows) -> HttpResponse | None:
        if not is_confirmed(request):
            return self._ask(
                request,
                rows,
                _("Archive"),
                ARCHIVING,
            )
        return self._do(request, rows, lambda each: each.archive(None), _changed)

    @admin.action(permissions=["change"], description=_("Restore the chosen ones"))
    def restore(self, request: HttpRequest, rows: Rows) -> HttpResponse | None:
        return self._do(request, rows, lambda each: each.restore(None), _changed)

    @admin.action(permissions=["view"], description=_("Export the chosen ones as JSON"))
    def export(self, request: HttpRequest, rows: Rows) -> HttpResponse:
        """One file, or a ZIP of them."""
        found = list(rows.with_pools().select_related("campaign", "portrait"))
        names = [f"{slugify(each.name) or 'character'}-{each.key}.json" for each in found]
        if len(found) == 1:
            return _attached(names[0], "application/json; charset=utf-8", file_of(found[0], None).encode())
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, each in zip(names, found, strict=True):
                archive.writestr(name, file_of(each, None))
        return _attached("characters.zip", "application/zip", packed.getvalue())

    def _ask(self, request: HttpRequest, rows: Rows, title: Any, question: Any, form: Any = None) -> HttpResponse:
        return asking(self, request, list(rows), title=str(title), question=str(question), form=form)

    def _do(
        self, request: HttpRequest, rows: Rows, do: Callable[[Character], object], what: Callable[[int], str]
    ) -> None:
        """To all or none, campaign after campaign: two hosts who press at once lock them in the same order."""
        do_to_each(self, request, rows.select_related("campaign").order_by("campaign_id", "pk"), do, what)


def _changed(number: int) -> str:
    return ngettext("%(n)s character changed.", "%(n)s characters changed.", number) % {"n": number}


def _attached(name: str, kind: str, data: bytes) -> HttpResponse:
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(data, content_type=kind, headers=headers)


@admin.register(LedgerEntry)
class LedgerEntryAdmin(ReadOnly):
    list_display = ("at", "campaign", "number", "character", "kind", "px", "balance", "trait", "reason", "by")
    list_filter = (OfCampaign, "kind")
    search_fields = ("key", "campaign__name", "character__name", "earned_by__name", "trait", "reason", "by")
    date_hierarchy = "at"
    list_select_related = ("campaign", "character")
    show_full_result_count = False
