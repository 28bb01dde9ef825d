"""Values of options and rows in the words of the table."""

from collections.abc import Callable, Mapping
from dataclasses import fields
from enum import Enum
from typing import Any

from rules.formula import Formula
from rules.mastery import MASTERY
from rules.messages import gettext_noop as _
from rules.options import Option

Translate = Callable[[str], str]

MINUS = "\N{MINUS SIGN}"

NAMES: Mapping[str, str] = {
    "level": _("level"),
    "encumbrance": _("encumbrance"),
    "shield": _("shield"),
    "absorption": _("absorption"),
    MASTERY: _("mastery"),
}
"""What formulas call the names that are no traits (`rules.sheet.SHEET_NAMES`, and what mastery gives to a defense)."""

MEMBERS: Mapping[str, str] = {
    "skill": _("skill checks"),
    "attribute": _("attribute checks"),
    "opposed": _("opposed checks"),
    "initiative": _("initiative"),
    "damage": _("damage"),
    "healing": _("healing"),
    "turns": _("turns"),
    "breather": _("breather"),
    "medieval": _("medieval"),
    "contemporary": _("contemporary"),
    "future": _("future"),
    "edged": _("edged"),
    "blunt": _("blunt"),
    "projectile": _("projectile"),
    "short": _("short range"),
    "medium": _("medium range"),
    "long": _("long range"),
}
"""The members of the enums that options and rows hold."""

COLUMNS: Mapping[str, str] = {
    "absorption": _("Absorption"),
    "attack": _("Attack"),
    "attribute": _("Attribute"),
    "can_be_dodged": _("Can be dodged"),
    "can_be_mild": _("Can be mild"),
    "clings": _("Always lasts"),
    "count": _("Number"),
    "daily": _("By days"),
    "damage": _("Damage"),
    "defense": _("Defense"),
    "encumbrance": _("Encumbrance"),
    "enemies": _("Enemies"),
    "grade": _("Grade"),
    "ignores_absorption": _("Ignores absorption"),
    "initiative": _("Initiative"),
    "kind": _("Kind"),
    "label": _("Name"),
    "level": _("Level"),
    "long": _("Long"),
    "medium": _("Medium"),
    "melee": _("Close combat"),
    "minimum": _("At least"),
    "modifier": _("Modifier"),
    "projectiles": _("Projectiles"),
    "rev": _("REV"),
    "settings": _("Settings"),
    "short": _("Short"),
    "successes": _("Successes"),
    "up_to": _("Up to"),
    "value": _("Modifier"),
    "Attribute.short": _("Abbreviation"),
}
"""Columns of rows that are no options and so have no label: by field, or by class and field where they differ."""


def head_of(row: type, name: str) -> str:
    """The head of a column, a message id: its own label if it is an option."""
    own: str = next(each.metadata.get("label", "") for each in fields(row) if each.name == name)
    known = own or COLUMNS.get(f"{row.__name__}.{name}") or COLUMNS.get(name)
    return known or name.replace("_", " ").capitalize()


class Words:
    """Speaks of the values of one ruleset, in the language of `translate`."""

    def __init__(self, ruleset: Any, translate: Translate) -> None:
        self.translate = translate
        labels = {**NAMES, **{trait.key: trait.label for trait in ruleset.traits}}
        self.labels = {key: translate(label) for key, label in labels.items()}

    def value(self, value: object) -> str:
        """A value as the table says it."""
        match value:
            case None:
                return self.translate(_("not set"))
            case bool():
                return self.translate(_("yes") if value else _("no"))
            case int():
                return str(value).replace("-", MINUS)
            case Formula():
                return value.show(self.labels)
            case Enum():
                return self.translate(MEMBERS.get(value.value, value.value))
            case frozenset():
                return self.members(value)
            case str():
                return self.labels.get(value) or (self.translate(value) if value else "")
            case _:
                return str(value)

    def members(self, chosen: frozenset[Enum]) -> str:
        """What a set holds, in the order of its kind."""
        if not chosen:
            return self.translate(_("none"))
        kind: type[Enum] = type(next(iter(chosen)))
        everything = tuple(kind)
        if len(chosen) == len(everything):
            return self.translate(_("any"))
        return ", ".join(self.value(each) for each in everything if each in chosen)

    def option(self, option: Option) -> str:
        """What a GM can change: "Hit points: Maximum"."""
        label = self.translate(option.label)
        return f"{self.translate(option.subject)}: {label}" if option.subject else label

    def column(self, row: type, name: str) -> str:
        """The head of a column."""
        return self.translate(head_of(row, name))

    def plain(self, kind: str, value: Any) -> str:
        """A value as a campaign stores it, of the kind of its option or column; of a row its name."""
        match kind, value:
            case _any, None:
                return self.value(None)
            case "formula", _text:
                return Formula.parse(value).show(self.labels)
            case "choice", _member:
                return self.translate(MEMBERS.get(value, value))
            case "choices", _members:
                return ", ".join(self.plain("choice", each) for each in value) or self.members(frozenset())
            case "row", _columns:
                return self.translate(value["label"]) if "label" in value else self.value(next(iter(value.values())))
            case _:
                return self.value(value)
