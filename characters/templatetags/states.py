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
        ("pain", ""): pgettext("neutral", "in pain"),
        ("pain", "f"): pgettext("feminine", "in pain"),
        ("pain", "m"): pgettext("masculine", "in pain"),
        ("stunned", ""): pgettext("neutral", "stunned"),
        ("stunned", "f"): pgettext("feminine", "stunned"),
        ("stunned", "m"): pgettext("masculine", "stunned"),
        ("falling", ""): pgettext("neutral", "at 0"),
        ("falling", "f"): pgettext("feminine", "at 0"),
        ("falling", "m"): pgettext("masculine", "at 0"),
        ("down", ""): pgettext("neutral", "down"),
        ("down", "f"): pgettext("feminine", "down"),
        ("down", "m"): pgettext("masculine", "down"),
        ("stable", ""): pgettext("neutral", "stable"),
        ("stable", "f"): pgettext("feminine", "stable"),
        ("stable", "m"): pgettext("masculine", "stable"),
        ("unconscious", ""): pgettext("neutral", "unconscious"),
        ("unconscious", "f"): pgettext("feminine", "unconscious"),
        ("unconscious", "m"): pgettext("masculine", "unconscious"),
        ("dead", ""): pgettext("neutral", "dead"),
        ("dead", "f"): pgettext("feminine", "dead"),
        ("dead", "m"): pgettext("masculine", "dead"),
        ("knocked-out", ""): pgettext("neutral", "knocked out"),
        ("knocked-out", "f"): pgettext("feminine", "knocked out"),
        ("knocked-out", "m"): pgettext("masculine", "knocked out"),
        ("out", ""): pgettext("neutral", "out of combat"),
        ("out", "f"): pgettext("feminine", "out of combat"),
        ("out", "m"): pgettext("masculine", "out of combat"),
    }
    return words[state, gender]
