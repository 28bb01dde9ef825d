"""Options of a ruleset in words."""

from django import template
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from rules.formula import Formula
from rules.options import Option
from rules.ruleset import Ruleset

register = template.Library()


@register.simple_tag
def option_label(option: Option, ruleset: Ruleset) -> str:
    """What a GM can change: "Difficulties: Easy, for skills"."""
    return f"{_(option.subject)}: {_(option.label)}" if option.subject else _(option.label)


@register.simple_tag
def option_value(option: Option, ruleset: Ruleset) -> str:
    """The value in force, as the table says it."""
    value = option.value
    if isinstance(value, bool):
        return _("on") if value else _("off")
    if isinstance(value, Formula):
        return value.show({key: _(label) for key, label in _labels(ruleset).items()})
    if isinstance(value, frozenset):
        return ", ".join(_(KINDS_OF_CHECK.get(each, each)) for each in sorted(value)) or _("none")
    if isinstance(value, tuple):
        return str(len(value))
    return _("none") if value is None else str(value)


KINDS_OF_CHECK = {
    "skill": gettext_noop("skill checks"),
    "attribute": gettext_noop("attribute checks"),
    "opposed": gettext_noop("opposed checks"),
    "initiative": gettext_noop("initiative"),
}


def _labels(ruleset: Ruleset) -> dict[str, str]:
    return {
        **{each.key: each.label for each in (*ruleset.attributes, *ruleset.skills)},
        "level": gettext_noop("level"),
        "encumbrance": gettext_noop("encumbrance"),
        "shield": gettext_noop("shield"),
        "absorption": gettext_noop("absorption"),
    }
