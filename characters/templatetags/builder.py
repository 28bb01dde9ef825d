"""What the build page says of gear and of problems."""

from django import template
from django.forms import BoundField
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from characters.regions.lines import Line
from rules.gear import Armor, Shield, Weapon
from rules.problems import Problem

register = template.Library()


@register.simple_tag
def say(problem: Problem) -> str:
    """A problem's sentence in the reader's language."""
    return problem.show(_)


@register.simple_tag
def gear_words(row: Weapon | Armor | Shield) -> str:
    """The numbers of a weapon, an armor or a shield in one line."""
    if isinstance(row, Weapon):
        found = [str(row.damage)]
        if row.is_ranged:
            found.append(
                _("%(short)s/%(medium)s/%(long)s m") % {"short": row.short, "medium": row.medium, "long": row.long}
            )
        for number, words in (
            (row.attack, _("%(n)+d to attacks")),
            (row.defense, _("%(n)+d to defense")),
            (row.initiative, _("%(n)+d to initiative")),
            (row.absorption, _("%(n)+d to absorption")),
        ):
            if number:
                found.append(words % {"n": number})
        if row.ignores_absorption:
            found.append(_("ignores absorption"))
        if row.projectiles > 1:
            found.append(_("bursts of %(n)d") % {"n": row.projectiles})
        return " · ".join(found)
    gain = (
        _("absorbs %(n)d") % {"n": row.absorption}
        if isinstance(row, Armor)
        else _("%(n)+d to defense") % {"n": row.defense}
    )
    return f"{gain} · " + (_("encumbrance %(n)d") % {"n": row.encumbrance} if row.encumbrance else _("no encumbrance"))


@register.simple_tag
def trait_label(line: Line) -> str:
    """What a trait is called: by its player, or by the ruleset in the reader's language."""
    return line.label or _(line.trait.label)


@register.simple_tag
def word_field(field: BoundField) -> SafeString:
    """A field of a form of its own; the form has the id that the field would have."""
    return field.as_widget(attrs={"id": f"field-{field.auto_id}"})


@register.simple_tag
def step(line: Line, by: int) -> SafeString:
    """The attributes of a − or + beside a number. At a bound it can still be pressed, and says why it does nothing."""
    words = _("Raise %(trait)s") if by > 0 else _("Lower %(trait)s")
    return format_html(
        'type="submit" form="act" id="{}-{}" name="step" value="{}" formaction="{}" formmethod="post" hx-post="{}" '
        'hx-swap="none" hx-sync="closest .stepper:queue all" data-repeat aria-label="{}"{}',
        "more" if by > 0 else "less",
        line.id,
        by,
        line.url,
        line.url,
        words % {"trait": trait_label(line)},
        SafeString("" if (line.can_rise if by > 0 else line.can_fall) else ' aria-disabled="true"'),
    )
