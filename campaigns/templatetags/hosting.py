"""The few numbers that a host wants at a glance, on the first page of the admin panel."""

from pathlib import Path
from typing import Any

from django import template
from django.contrib.auth import get_user_model
from django.db import connection
from django.http import HttpRequest
from django.utils.translation import gettext as _

import live
from accounts.hosting import may_see
from campaigns.models import Campaign

register = template.Library()


@register.simple_tag(takes_context=True)
def at_a_glance(context: Any) -> list[tuple[str, Any, str]]:
    """Label, number, and its unit ("bytes" or nothing). What is nobody's row is for superusers."""
    request: HttpRequest = context["request"]
    people = get_user_model()
    found: list[tuple[str, Any, str]] = []
    if may_see(request, Campaign):
        found.append((_("campaigns"), Campaign.objects.filter(is_demo=False, is_solo=False).count(), ""))
    if may_see(request, people):
        found.append((_("people"), people.objects.filter(is_demo=False).count(), ""))
        found.append((_("with a login"), people.objects.with_login().count(), ""))
    if request.user.is_superuser:
        found.append((_("open screens"), live.screens(), ""))
        found.append((_("database"), database_size(), "bytes"))
    return found


def database_size() -> int:
    """In bytes; of SQLite with what is written and not yet folded in."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_database_size(current_database())")
            return int(cursor.fetchone()[0])
    main = Path(connection.settings_dict["NAME"])
    files = [main, main.with_name(main.name + "-wal")]
    return sum(each.stat().st_size for each in files if each.exists())
