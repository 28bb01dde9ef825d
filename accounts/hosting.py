"""What the pages of the admin panel have in common: they show what one may see, and nothing of anything else."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any
from urllib.parse import urlencode

from django.apps import apps
from django.contrib import admin
from django.contrib.admin.templatetags import admin_list
from django.core.exceptions import FieldDoesNotExist
from django.db import models
from django.http import HttpRequest
from django.templatetags.static import static
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext

SECRETS = frozenset({"token", "password", "asked_by", "press"})
"""Fields by which nobody may search: whoever could would read them letter by letter."""


def yes_or_no(value: bool | None) -> SafeString:
    """The picture for a flag. Django's own says "True" in whatever language."""
    name, words = {True: ("yes", gettext("Yes")), False: ("no", gettext("No"))}.get(
        value, ("unknown", gettext("Unknown"))
    )
    return format_html('<img src="{}" alt="{}">', static(f"admin/img/icon-{name}.svg"), words)


admin_list._boolean_icon = yes_or_no


def may_see(request: HttpRequest, model: type[models.Model]) -> bool:
    """Whether somebody has a permission for the rows of a model at all."""
    label, name = model._meta.app_label, model._meta.model_name
    return any(request.user.has_perm(f"{label}.{verb}_{name}") for verb in ("view", "change"))


def counting(model: str, **described: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """A column that tells of another model ("characters.Character"): it is there for those who may see that one."""

    def mark(column: Callable[..., Any]) -> Callable[..., Any]:
        column = admin.display(**described)(column)
        column.of = model  # type: ignore[attr-defined]
        return column

    return mark


class Discreet(admin.ModelAdmin):
    """Of a model for which somebody has no permission it shows nothing: no column, field, filter, link, search."""

    show_facets = admin.ShowFacets.NEVER

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> Any:
        title = {"title": capfirst(self.model._meta.verbose_name_plural)}
        return super().changelist_view(request, title | (extra_context or {}))

    def get_list_display(self, request: HttpRequest) -> Sequence[Any]:
        return [each for each in super().get_list_display(request) if self._may_read(request, each)]

    def get_list_filter(self, request: HttpRequest) -> Sequence[Any]:
        return [
            each
            for each in super().get_list_filter(request)
            if self._may_read(request, each[0] if isinstance(each, tuple) else each)
        ]

    def get_search_fields(self, request: HttpRequest) -> Sequence[str]:
        return [each for each in super().get_search_fields(request) if self._may_read(request, each)]

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        return [
            (name, {**options, "fields": [each for each in options["fields"] if self._may_read(request, each)]})
            for name, options in super().get_fieldsets(request, obj)
        ]

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        known = SECRETS.isdisjoint(lookup.split("__")) and self._may_read(request, lookup)
        return known and super().lookup_allowed(lookup, value, request)

    def _may_read(self, request: HttpRequest, name: Any) -> bool:
        column = getattr(self, name, None) if isinstance(name, str) else name
        if of := getattr(column, "of", None):
            return may_see(request, apps.get_model(of))
        return not isinstance(name, str) or all(may_see(request, model) for model in self._passed(name))

    def _passed(self, lookup: str) -> Iterator[type[models.Model]]:
        """The models that a lookup goes through."""
        model: Any = self.model
        for part in lookup.lstrip("^=@").split("__"):
            try:
                field = model._meta.get_field(part)
            except FieldDoesNotExist:
                return
            if field.related_model is None:
                return
            model = field.related_model
            yield model


def filled(field: str, title: Any, yes: Any, no: Any) -> type[admin.SimpleListFilter]:
    """A filter by whether a date is there: `filled("archived_at", _("archived"), _("archived"), _("at the table"))`."""

    class Filled(admin.SimpleListFilter):
        parameter_name = field

        def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
            return [("yes", yes), ("no", no)]

        def queryset(self, request: HttpRequest, queryset: models.QuerySet[Any]) -> models.QuerySet[Any]:
            chosen = self.value()
            return queryset if chosen is None else queryset.filter(**{f"{field}__isnull": chosen != "yes"})

    Filled.title = title
    return Filled


def link_to_rows(model: str, text: object, **lookups: object) -> str:
    """A link to the rows of a model ("characters.character") that these lookups leave."""
    url = reverse(f"admin:{model.replace('.', '_')}_changelist")
    return format_html('<a href="{}?{}">{}</a>', url, urlencode(lookups), text)
