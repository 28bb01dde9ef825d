"""Buttons that do something at the table. They hold no token: they point at a form outside the pushed regions."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from accounts.sessions import back_to
from campaigns.keys import new_key

register = template.Library()


@register.simple_tag
def press(view: str, *args: object, form: str = "act", repeat: bool = False) -> SafeString:
    """The attributes of a button that posts to `view` with the fields of `form`; works without JavaScript too.

    Each press counts once. `repeat` is for − and +, where quick taps all count.
    """
    url = reverse(view, args=args)
    return format_html(
        'type="submit" form="{}" formaction="{}" formmethod="post"'
        ' hx-post="{}" hx-swap="none" hx-params="*" hx-sync="this:queue all"{}',
        form,
        url,
        url,
        SafeString(" data-repeat") if repeat else "",
    )


@register.simple_tag(takes_context=True)
def here(context: Mapping[str, Any]) -> str:
    """A page to come back to: this one, or where the press came from that it answers."""
    request = context["request"]
    return request.get_full_path() if request.method in {"GET", "HEAD"} else back_to(request, "/")


@register.simple_tag(takes_context=True)
def way_back(context: Mapping[str, Any]) -> str:
    """The page that led to this one, "" where it is none of ours or this one itself."""
    request = context["request"]
    url = back_to(request, "")
    return "" if urlsplit(url).path == request.path else url


@register.simple_tag
def press_key() -> str:
    """A name for the press that follows, where no script renews it."""
    return new_key()
