"""The fields of the page of house rules. There are hundreds, so they are built here and not in templates."""

from collections.abc import Iterator

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from campaigns.house.page import Field
from campaigns.templatetags.pieces import icon

register = template.Library()

NOTHING = mark_safe("")
CHECKED, SELECTED, SOUGHT = mark_safe(" checked"), mark_safe(" selected"), mark_safe(" data-sought")
UNSPELLED = mark_safe(' type="text" autocomplete="off" spellcheck="false"')
TICK = '<label class="tick"><input type="checkbox" name="{}" value="{}"{}><span>{}</span></label>'


@register.simple_tag
def house_field(field: Field, in_row: bool = False) -> SafeString:
    """One thing to fill in, with what the preset says and what is wrong. In a row the way back is the row's."""
    return format_html(
        '<div class="option of-{}{}{}" id="o-{}"{}>{}{}{}</div>',
        field.kind,
        " is-changed" if field.is_changed else "",
        " wrong" if field.problems else "",
        field.name,
        NOTHING if in_row else SOUGHT,
        _control(field),
        _preset(field, in_row) if field.is_changed else NOTHING,
        _problems(field) if field.problems else NOTHING,
    )


def _control(field: Field) -> SafeString:
    match field.kind:
        case "flag":
            tick = format_html(TICK, field.name, "on", CHECKED if field.text == "on" else NOTHING, field.label)
            return format_html('<input type="hidden" name="{}" value="off">{}', field.name, tick)
        case "choices":
            ticks = (
                (field.name, value, CHECKED if chosen else NOTHING, words) for value, words, chosen in field.choices
            )
            return format_html(
                '<fieldset class="several"><legend>{}</legend>'
                '<input type="hidden" name="{}" value=""><div>{}</div></fieldset>',
                field.label,
                field.name,
                format_html_join("", TICK, ticks),
            )
        case "choice" | "trait":
            return format_html(
                '<label for="f-{0}">{1}</label><select id="f-{0}" name="{0}"{2}>{3}</select>',
                field.name,
                field.label,
                _described(field),
                format_html_join("", '<option value="{}"{}>{}</option>', _choices(field)),
            )
        case _:
            return format_html(
                '<label for="f-{0}">{1}</label><input id="f-{0}" name="{0}" value="{2}"{3}{4}>',
                field.name,
                field.label,
                field.text,
                _bounds(field) if field.kind == "number" else UNSPELLED,
                _described(field),
            )


def _choices(field: Field) -> Iterator[tuple[str, SafeString, str]]:
    if not any(chosen for _value, _words, chosen in field.choices):
        yield field.text, SELECTED, "–"
    for value, words, chosen in field.choices:
        yield value, SELECTED if chosen else NOTHING, words


def _bounds(field: Field) -> SafeString:
    """A phone's keypad of figures has no minus."""
    pad = "numeric" if field.minimum is not None and field.minimum >= 0 else "text"
    return format_html(' type="number" step="1" inputmode="{}" min="{}" max="{}"', pad, field.minimum, field.maximum)


def _described(field: Field) -> SafeString:
    return format_html(' aria-invalid="true" aria-describedby="p-{}"', field.name) if field.problems else NOTHING


def _preset(field: Field, in_row: bool) -> SafeString:
    back = format_html(
        '<button class="button plain small" name="reset" value="{}" aria-label="{}">{} <span>{}</span></button>',
        field.name,
        _("Back to the preset's: %(option)s") % {"option": field.label},
        icon("undo"),
        _("Back to it"),
    )
    said = _("preset: %(value)s") % {"value": field.default}
    return format_html('<p class="preset"><span>{}</span>{}</p>', said, NOTHING if in_row else back)


def _problems(field: Field) -> SafeString:
    lines = ((icon("warning"), sentence) for sentence in field.problems)
    return format_html(
        '<div id="p-{}">{}</div>',
        field.name,
        format_html_join("", '<p class="problem">{}<span>{}</span></p>', lines),
    )
