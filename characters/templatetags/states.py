"""The words for states, inflected by a character's grammatical gender."""

from django import template
from django.utils.translation import pgettext

register = template.Library()


@register.simple_tag
def state_word(state: str, gender: str) -> str:
    """`"wounded"` as it is said of a character of that gender; neutral words stay as they are."""
    words = {
        ("wounded", ""): pgettext("neutral", "wounded"),
        ("wounded", "f"): pgettext("feminine", "wounded"),
        ("wounded", "m"): pgettext("masculine", "wounded"),
        ("out", ""): pgettext("neutral", "out of combat"),
        ("out", "f"): pgettext("feminine", "out of combat"),
        ("out", "m"): pgettext("masculine", "out of combat"),
    }
    return words[state, gender]
