"""Pages of the admin panel about what belongs to a campaign: each change made there is told at its table."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.db import models, transaction
from django.db.models.functions import Coalesce
from django.http import HttpRequest
from django.template.response import TemplateResponse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.hosting import Discreet
from campaigns.models import Campaign, LogEntry
from campaigns.regions import EVERYTHING
from rules.problems import Refused


class AtTable(Discreet):
    """Rows of a campaign. Its pages are for those who sit there: only they get a link to them."""

    def get_view_on_site_url(self, obj: Any = None) -> str | None:
        """None: pages of a table are for those who sit there; `render_change_form` links them for who does."""
        return None

    def render_change_form(self, request: HttpRequest, context: Any, *args: Any, **more: Any) -> Any:
        answer, row = super().render_change_form(request, context, *args, **more), context.get("original")
        if row is not None and hasattr(row, "get_absolute_url") and self._sits(request, row):
            answer.context_data |= {"has_absolute_url": True, "absolute_url": row.get_absolute_url()}
        return answer

    def _sits(self, request: HttpRequest, row: Any) -> bool:
        campaign = row if isinstance(row, Campaign) else getattr(row, "campaign", None)
        return campaign is not None and Campaign.objects.seen_by(request.user).filter(pk=campaign.pk).exists()


class ReadOnly(AtTable):
    """Can be looked at; nobody adds, changes or deletes."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class Recorded(AtTable):
    """A change made here is an entry of the campaign's log, so that every open page hears of it."""

    def campaign_of(self, row: Any) -> Campaign:
        return row.campaign

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        super().save_model(request, obj, form, change)
        self.record(obj)

    def delete_model(self, request: HttpRequest, obj: Any) -> None:
        super().delete_model(request, obj)
        self.record(obj)

    def delete_queryset(self, request: HttpRequest, queryset: models.QuerySet[Any]) -> None:
        for row in list(queryset):
            self.delete_model(request, row)

    def record(self, obj: Any) -> None:
        campaign = self.campaign_of(obj)
        if campaign.pk is None:
            return
        with campaign.recording(None, even_archived=True) as record:
            record("admin", {"what": obj._meta.model_name, "name": str(obj)}, regions=[EVERYTHING])


# --- filters ----------------------------------------------------------------------------------------------------------


class OfCampaign(admin.SimpleListFilter):
    """The rows of one campaign, where a link has chosen it: a list of all campaigns would help nobody."""

    title = _("campaign")
    parameter_name = "campaign__id__exact"
    of = "campaigns.Campaign"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        chosen = self.used_parameters.get(self.parameter_name, "")
        return [
            (str(row.pk), row.name) for row in Campaign.objects.filter(pk=int(chosen) if chosen.isdecimal() else None)
        ]

    def queryset(self, request: HttpRequest, queryset: models.QuerySet[Any]) -> models.QuerySet[Any]:
        if self.value() is None:
            return queryset
        return queryset.filter(campaign=int(self.value())) if self.value().isdecimal() else queryset.none()


# --- columns ----------------------------------------------------------------------------------------------------------


def number_of(relation: str, of: type[models.Model] = Campaign, **only: Any) -> Any:
    """How many rows a relation of a campaign has, as a subquery: joins of several would multiply them."""
    field: Any = of._meta.get_field(relation)
    rows = field.related_model._default_manager.filter(**{field.field.name: models.OuterRef("pk"), **only})
    counted = rows.order_by().values(field.field.name).annotate(number=models.Count("pk")).values("number")
    return Coalesce(models.Subquery(counted, output_field=models.IntegerField()), 0)


def last_activity() -> Any:
    """When a campaign's last entry was made."""
    entries = LogEntry.objects.filter(campaign=models.OuterRef("pk")).order_by("-version")
    return models.Subquery(entries.values("at")[:1])


# --- actions ----------------------------------------------------------------------------------------------------------


def asking(
    page: admin.ModelAdmin,
    request: HttpRequest,
    rows: Sequence[Any],
    *,
    title: str,
    question: str,
    form: forms.Form | None = None,
) -> TemplateResponse:
    """The page between an action and what it does: what it is done to, what more it needs, and a button."""
    context = {
        **page.admin_site.each_context(request),
        "title": title,
        "question": question,
        "rows": rows,
        "form": form,
        "opts": page.model._meta,
        "action": request.POST.get("action", ""),
        "checkbox": ACTION_CHECKBOX_NAME,
        "media": page.media + (form.media if form else forms.Media()),
    }
    status = 422 if form is not None and form.is_bound and form.errors else 200
    return TemplateResponse(request, "admin/asking.html", context, status=status)


def is_confirmed(request: HttpRequest) -> bool:
    """Whether the page between was answered."""
    return request.POST.get("confirmed") == "yes"


def do_to_each(
    page: admin.ModelAdmin, request: HttpRequest, rows: Iterable[Any], do: Callable[[Any], object], what: Any
) -> None:
    """Do it to all or to none; says how many (`what(number)`), or why not. Each is an entry of its campaign's log."""
    done = 0
    try:
        with transaction.atomic():
            for row in rows:
                do(row)
                page.log_change(request, row, str(what(1)))
                done += 1
    except Refused as refusal:
        for problem in refusal.problems:
            page.message_user(request, problem.show(gettext), messages.ERROR)
        return
    page.message_user(request, what(done), messages.SUCCESS)
