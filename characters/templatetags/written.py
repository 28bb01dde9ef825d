"""The fields for what is written on a sheet."""

from typing import Any

from django import template
from django.urls import reverse

from campaigns.templatetags.press import here
from characters.models import TEXTS, Character

register = template.Library()


@register.inclusion_tag("characters/_text.html", takes_context=True)
def text_field(context: dict[str, Any], character: Character, key: str, help: str = "") -> dict[str, Any]:
    """The field of one text, which saves itself (static/js/writing.js)."""
    return {
        "text": TEXTS[key],
        "value": getattr(character, key),
        "version": character.versions.get(key, 0),
        "url": reverse("characters:write", args=[character.key, key]),
        "back": here(context),
        "help": help,
    }
