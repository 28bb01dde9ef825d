"""What the account page shows of the tables' side."""

from typing import Any

from django import template
from django.utils import timezone

from campaigns.models import PasswordLink

register = template.Library()


@register.simple_tag
def password_links(person: Any) -> list[PasswordLink]:
    """What others made lately to open this account."""
    return list(person.password_links.filter(created_at__gt=timezone.now() - PasswordLink.SHOWN))
