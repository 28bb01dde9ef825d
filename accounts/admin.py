from django.contrib import admin
from django.contrib.auth import get_user_model
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.models import Group
from django.utils.translation import gettext_lazy as _

admin.site.unregister(Group)


@admin.register(get_user_model())
class PersonAdmin(UserAdmin):
    ordering = ("-date_joined",)
    list_display = ("name", "username", "is_staff", "is_active", "is_demo", "date_joined")
    list_filter = ("is_staff", "is_active", "is_demo")
    search_fields = ("name", "username")
    date_hierarchy = "date_joined"
    filter_horizontal = ("user_permissions",)
    readonly_fields = ("date_joined", "last_login", "is_demo", "is_host")
    fieldsets = (
        (None, {"fields": ("name", "username", "password")}),
        (_("Rights"), {"fields": ("is_active", "is_staff", "is_superuser", "user_permissions")}),
        (_("Dates"), {"fields": ("date_joined", "last_login", "is_demo", "is_host")}),
    )
    add_fieldsets = ((None, {"classes": ("wide",), "fields": ("name", "username", "password1", "password2")}),)
