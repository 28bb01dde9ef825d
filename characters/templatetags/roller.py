"""The dice roller on a page of another app."""

from collections.abc import Mapping
from typing import Any

from django import template

from characters import roller
from characters.forms.rolls import Trial

register = template.Library()


@register.inclusion_tag("characters/_roller.html", takes_context=True)
def dice_to_try(context: Mapping[str, Any]) -> dict[str, Any]:
    """The roller before anybody chose anything."""
    form = Trial(Trial.USUAL)
    form.full_clean()
    return {"csrf_token": context.get("csrf_token"), "form": form, "asked": roller.asked(form), "result": None}
