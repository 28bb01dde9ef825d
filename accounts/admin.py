"""People, for the host. Only a superuser hands out rights; others neither change nor delete those who have some."""

from typing import Any

from django import forms
from django.apps import apps
from django.contrib import admin
from django.contrib.auth import get_user_model
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.forms import AdminUserCreationForm, UserChangeForm, UsernameField
from django.contrib.auth.models import Group, Permission
from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.hosting import Discreet, counting, link_to_rows

admin.site.unregister(Group)

VERBS = {"add": _("add"), "change": _("change"), "delete": _("delete"), "view": _("view")}


class Rights(forms.ModelMultipleChoiceField):
    """Permissions for what the panel shows, in the reader's language."""

    def label_from_instance(self, obj: Permission) -> str:
        verb, _line, name = obj.codename.partition("_")
        model = apps.get_model(obj.content_type.app_label, name)
        words = {"model": capfirst(model._meta.verbose_name_plural), "verb": VERBS.get(verb, verb)}
        return gettext("%(model)s: %(verb)s") % words


class Login(UsernameField):
    """A login, or none: Django's own field measures what is not there."""

    def to_python(self, value: Any) -> Any:
        return self.empty_value if value in self.empty_values else super().to_python(value)


class NewPerson(AdminUserCreationForm):
    class Meta(AdminUserCreationForm.Meta):
        model = get_user_model()
        field_classes = {"username": Login}


class OnePerson(UserChangeForm):
    class Meta(UserChangeForm.Meta):
        model = get_user_model()
        field_classes = {"username": Login}


@admin.register(get_user_model())
class PersonAdmin(Discreet, UserAdmin):
    form, add_form = OnePerson, NewPerson
    ordering = ("-date_joined",)
    list_display = ("name", "username", "seats", "is_staff", "is_active", "is_demo", "last_login", "date_joined")
    list_filter = ("is_staff", "is_active", "is_demo")
    search_fields = ("name", "username")
    date_hierarchy = "date_joined"
    filter_horizontal = ()
    readonly_fields = ("seats", "date_joined", "last_login", "is_demo", "is_host")
    fieldsets = (
        (None, {"fields": ("name", "username", "password", "seats")}),
        (_("Rights"), {"fields": ("is_active", "is_staff", "is_superuser", "user_permissions")}),
        (_("Dates"), {"fields": ("date_joined", "last_login", "is_demo", "is_host")}),
    )
    add_fieldsets = ((None, {"classes": ("wide",), "fields": ("name", "username", "password1", "password2")}),)
    view_on_site = False

    @counting("campaigns.Membership", description=_("campaigns"), ordering="seats_count")
    def seats(self, row: Any) -> str:
        return link_to_rows("campaigns.membership", row.seats_count, user__id__exact=row.pk)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        sitting = Count("memberships", filter=Q(memberships__left_at=None))
        return super().get_queryset(request).annotate(seats_count=sitting)

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        rights = () if request.user.is_superuser else ("is_staff", "is_superuser", "user_permissions")
        return (*super().get_readonly_fields(request, obj), *rights)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return super().has_change_permission(request, obj) and _may_touch(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return super().has_delete_permission(request, obj) and _may_touch(request, obj)

    def formfield_for_manytomany(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        if db_field.name == "user_permissions":
            shown = Q()
            for model in self.admin_site._registry:
                shown |= Q(content_type__app_label=model._meta.app_label, content_type__model=model._meta.model_name)
            kwargs |= {"form_class": Rights, "widget": forms.CheckboxSelectMultiple}
            kwargs["queryset"] = Permission.objects.filter(shown).select_related("content_type")
        return super().formfield_for_manytomany(db_field, request, **kwargs)

    def get_actions(self, request: HttpRequest) -> dict[str, Any]:
        """Several at once would slip past `_may_touch`: people are deleted one by one."""
        return {name: each for name, each in super().get_actions(request).items() if name != "delete_selected"}


def _may_touch(request: HttpRequest, person: Any) -> bool:
    return person is None or request.user.is_superuser or not (person.is_staff or person.is_superuser)
