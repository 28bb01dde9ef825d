"""Foes as they are chosen for an encounter, and as they are written into the library."""

from collections.abc import Iterable, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.names import Name
from characters.forms.fields import WholeNumber
from characters.models import MOST_POINTS, Gender
from combat.forms import DiceField
from combat.lines import MOST_LETTERS
from combat.models import MOST_AT_ONCE, FoeTemplate, SavedEncounter, ShownPoints
from rules.ruleset import Ruleset

FIXED = {"pv": "points", "defense": "defense", "attack": "attack", "initiative": "initiative"}
"""What a foe without attributes must have, by its name among the fixed values, and the field of it."""
MOST_LEVEL = 99
AS_KEPT = [("", _("as in the library")), *ShownPoints.choices]


class Looks(forms.Form):
    """How those who come look to the table; what is left open is as the library says."""

    hidden = forms.BooleanField(label=_("Hidden"), required=False)
    together = forms.BooleanField(label=_("One initiative for all of them"), required=False)
    alias = Name(label=_("Alias for the table"), max_length=50, required=False)
    shown_points = forms.ChoiceField(label=_("PV for the table"), choices=AS_KEPT, required=False)
    is_defense_known = forms.BooleanField(label=_("The table knows its defense"), required=False)

    @property
    def looks(self) -> dict[str, Any]:
        """What was chosen, by the names of a `Group`."""
        data = self.cleaned_data
        chosen = {name: data[name] for name in ("alias", "shown_points", "is_defense_known") if data[name]}
        return {**chosen, "is_hidden": data["hidden"], "together": data["together"]}


class WrittenFoes(Looks):
    """Foes in one line (`combat.lines`)."""

    line = forms.CharField(label=_("Foes in one line"), max_length=MOST_LETTERS)


class ShelfFoes(Looks):
    """So many of one foe of the library."""

    foe = forms.CharField(max_length=16)
    count = WholeNumber(label=_("How many"), min_value=1, max_value=MOST_AT_ONCE)


class FoeForm(forms.Form):
    """A foe of the library: its fixed values, or attributes and skills as a hero has them, which no budget limits (P6);
    what it carries, and how it looks to the table."""

    name = Name(label=_("Name"), max_length=50)
    gender = forms.ChoiceField(label=_("Gender of words"), choices=Gender.choices, required=False)
    points = WholeNumber(label=_("PV"), min_value=1, max_value=MOST_POINTS, required=False)
    defense = WholeNumber(label=_("Defense"), min_value=0, max_value=99, required=False)
    attack = WholeNumber(label=_("Attack"), min_value=-20, max_value=99, required=False)
    damage = DiceField(label=_("Damage"), max_length=20, required=False)
    absorption = WholeNumber(label=_("Absorption"), min_value=0, max_value=99, required=False)
    initiative = WholeNumber(label=_("Initiative"), min_value=-20, max_value=99, required=False)
    weapons = forms.MultipleChoiceField(label=_("Weapons"), required=False, widget=forms.CheckboxSelectMultiple)
    armor = forms.ChoiceField(label=_("Armor"), required=False)
    shield = forms.ChoiceField(label=_("Shield"), required=False)
    alias = Name(label=_("Alias for the table"), max_length=50, required=False)
    shown_points = forms.ChoiceField(label=_("PV for the table"), choices=ShownPoints.choices)
    is_defense_known = forms.BooleanField(label=_("The table knows its defense"), required=False)
    notes = forms.CharField(label=_("Notes"), max_length=2000, required=False, widget=forms.Textarea)

    def __init__(self, *args: Any, ruleset: Ruleset, foe: FoeTemplate | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.foe = foe
        for name, rows in (("weapons", ruleset.weapons), ("armor", ruleset.armors), ("shield", ruleset.shields)):
            choices = [(row.key, gettext(row.label)) for row in rows]
            self.fields[name].choices = choices if name == "weapons" else [("", _("none")), *choices]
        for group, rows in (("attributes", ruleset.attributes), ("skills", ruleset.skills)):
            for row in rows:
                level = WholeNumber(label=gettext(row.label), min_value=0, max_value=MOST_LEVEL, required=False)
                self.fields[f"{group}-{row.key}"] = level
        if foe:
            self.initial = {**_written(foe), **self.initial}

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if self.errors or self.levels("attributes"):
            return data
        for name in FIXED.values():
            if data[name] is None:
                self.add_error(name, _("Write it, or give it attributes."))
        if not data["damage"] and not data["weapons"]:
            self.add_error("damage", _("Write its damage, or give it a weapon."))
        return data

    def fields_of(self, group: str) -> list[forms.BoundField]:
        """The fields of its attributes, or of its skills."""
        return [self[name] for name in self.fields if name.startswith(f"{group}-")]

    def levels(self, group: str) -> dict[str, int]:
        """The attributes, or the skills, that it has; those that nobody asked for, and those that the campaign's rules
        do not name, as they were."""
        asked = [field.name for field in self.fields_of(group) if field.html_name in self.data]
        said = {name.removeprefix(f"{group}-"): self.cleaned_data.get(name) for name in asked}
        kept = self.foe.traits.get(group, {}) if self.foe else {}
        return {key: level for key, level in {**kept, **said}.items() if level}

    @property
    def written(self) -> dict[str, Any]:
        """The fields of a `FoeTemplate`; what else its traits say stays."""
        data, kept = self.cleaned_data, dict(self.foe.traits) if self.foe else {}
        fields = FIXED | {"absorption": "absorption"}
        fixed = {key: data[name] for key, name in fields.items() if data[name] is not None}
        kept.pop("damage", None)
        for group in ("attributes", "skills"):
            kept.pop(group, None)
            if levels := self.levels(group):
                kept[group] = levels
        damage = {"damage": str(data["damage"])} if data["damage"] else {}
        gear = {name: data[name] for name in ("weapons", "armor", "shield") if data[name]}
        same = {name: data[name] for name in ("name", "gender", "alias", "shown_points", "is_defense_known", "notes")}
        return {**same, "traits": {**kept, "fixed": fixed, **damage}, "gear": gear}


def _written(foe: FoeTemplate) -> dict[str, Any]:
    """A foe as the form shows it."""
    fixed = foe.traits.get("fixed", {})
    same = ("name", "gender", "alias", "shown_points", "is_defense_known", "notes")
    return {
        **{name: getattr(foe, name) for name in same},
        "points": fixed.get("pv"),
        **{name: fixed.get(name) for name in ("defense", "attack", "absorption", "initiative")},
        "damage": foe.traits.get("damage", ""),
        **foe.gear,
        **{f"{group}-{key}": level for group in ("attributes", "skills") for key, level in _levels(foe, group)},
    }


def _levels(foe: FoeTemplate, group: str) -> Iterable[tuple[str, int]]:
    found: dict[str, int] = foe.traits.get(group, {})
    return found.items()


class Chosen(forms.Form):
    """Which foes and encounters of a library, by their keys; all of them at first."""

    foes = forms.MultipleChoiceField(label=_("Foes"), required=False, widget=forms.CheckboxSelectMultiple)
    encounters = forms.MultipleChoiceField(
        label=_("Saved encounters"), required=False, widget=forms.CheckboxSelectMultiple
    )

    def __init__(self, *args: Any, foes: Sequence[FoeTemplate], saved: Sequence[SavedEncounter], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, rows in (("foes", foes), ("encounters", saved)):
            self.fields[name].choices = [(row.key, row.name) for row in rows]
            self.initial[name] = [row.key for row in rows]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if not self.errors and not data["foes"] and not data["encounters"]:
            raise forms.ValidationError(gettext("Tick at least one."))
        return data

    def chosen(self, rows: Iterable[Any]) -> list[Any]:
        """Those of the rows that are ticked."""
        keys = {*self.cleaned_data["foes"], *self.cleaned_data["encounters"]}
        return [row for row in rows if row.key in keys]
