"""A sheet as text for a forum, in BBCode and in Markdown. What people wrote is only ever words in it, never markup."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from django.utils.html import escape
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.templatetags.pieces import signed
from characters.paper import Number, Paper
from characters.templatetags.builder import gear_words

PUNCTUATION = re.compile(r"([!#$&()*+\-.:<>@\[\\\]^_`{|}~])")


@dataclass(frozen=True, slots=True)
class Markup:
    """How one kind of forum marks text up; `plain` makes words of whatever stands there."""

    plain: Callable[[str], str]
    title: Callable[[str], str]
    bold: Callable[[str], str]
    items: Callable[[Iterable[str]], str]


def _in_line(text: str) -> str:
    return " ".join(text.split())


def _without_tags(text: str) -> str:
    """BBCode has no sign that takes a bracket's meaning away: a wide one looks the same and has none."""
    return _in_line(text).replace("[", "\N{FULLWIDTH LEFT SQUARE BRACKET}").replace(
        "]", "\N{FULLWIDTH RIGHT SQUARE BRACKET}"
    )  # fmt: skip


def _escaped(text: str) -> str:
    return PUNCTUATION.sub(r"\\\1", _in_line(text))


BBCODE = Markup(
    plain=_without_tags,
    title=lambda text: f"[size=150][b]{text}[/b][/size]",
    bold=lambda text: f"[b]{text}[/b]",
    items=lambda rows: "[list]\n" + "".join(f"[*]{row}\n" for row in rows) + "[/list]",
)
MARKDOWN = Markup(
    plain=_escaped,
    title=lambda text: f"## {text}",
    bold=lambda text: f"**{text}**",
    items=lambda rows: "\n".join(f"- {row}" for row in rows),
)
PAGE = Markup(
    plain=lambda text: escape(_in_line(text)),
    title=lambda text: f"<h2>{text}</h2>",
    bold=lambda text: f"<b>{text}</b>",
    items=lambda rows: f"<ul>{''.join(f'<li>{row}</li>' for row in rows)}</ul>",
)
"""For a page of our own."""


def written(paper: Paper, markup: Markup) -> str:
    """The sheet in the reader's language; notes stay at the table."""
    parts = [markup.title(markup.plain(paper.character.name)), *_who(paper, markup)]
    for label, rows in (
        (_("Attributes"), [_number(each, markup) for each in paper.attributes]),
        (_("Values"), [_number(each, markup) for each in paper.derived]),
    ):
        if rows:
            parts.append(f"{markup.bold(markup.plain(label))} {' · '.join(rows)}")
    arms = [f"{arm.label} {signed(arm.bonus)} ({gear_words(arm.weapon)})" for arm in paper.arms]
    worn = [f"{label} ({gear_words(row)})" for row, label in paper.worn]
    for label, rows in (
        (_("Skills"), [_number(each, markup) for each in paper.skills]),
        (_("Techniques"), [_technique(each.number, each.special, markup) for each in paper.techniques]),
        (_("Specializations"), [markup.plain(f"{skill}: {name}") for skill, name in paper.specializations]),
        (_("Masteries"), [_number(each, markup) for each in paper.masteries]),
        (_("Weapons"), [markup.plain(each) for each in arms]),
        (_("Armor and shield"), [markup.plain(each) for each in worn]),
    ):
        if rows:
            parts.append(f"{markup.bold(markup.plain(label))}\n{markup.items(rows)}")
    return "\n\n".join(parts) + "\n"


def _who(paper: Paper, markup: Markup) -> Iterable[str]:
    character = paper.character
    first = [character.concept, _("played by %(player)s") % {"player": character.owner.name} if character.owner else ""]
    if any(first):
        yield " · ".join(markup.plain(each) for each in first if each)
    points = [f"{markup.bold(markup.plain(each.short))} {each.now}/{each.maximum}" for each in paper.points]
    if character.level:
        points.append(markup.plain(f"{_('Level')} {character.level}"))
    if paper.tokens:
        counted = ngettext("%(n)s token", "%(n)s tokens", paper.tokens) % {"n": paper.tokens}
        points.append(markup.plain(counted))
    yield " · ".join(points)


def _number(each: Number, markup: Markup) -> str:
    value = signed(each.value) if each.is_bonus else str(each.value)
    return markup.plain(f"{each.label} {value}" + (f" ({each.how})" if each.how else ""))


def _technique(number: Number, special: str, markup: Markup) -> str:
    return _number(number, markup) + (f" · {markup.plain(special)}" if special.strip() else "")
