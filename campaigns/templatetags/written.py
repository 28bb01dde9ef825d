"""The fields for what is written, and the words as they are read."""

from typing import Any

from django import template

from campaigns import markdown
from campaigns.models import Written
from campaigns.templatetags.press import here

register = template.Library()
register.filter("markdown", markdown.render)


@register.inclusion_tag("campaigns/_text.html", takes_context=True)
def text_field(context: dict[str, Any], row: Written, key: str, help: str = "") -> dict[str, Any]:
    """The field of one text, which saves itself (static/js/writing.js)."""
    return {
        "text": row.texts[key],
        "value": getattr(row, key),
        "version": row.versions.get(key, 0),
        "url": row.address_of(key),
        "back": here(context),
        "help": help,
    }
