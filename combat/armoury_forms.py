"""A weapon, an armor or a shield of the campaign as it is written down (W1, W2)."""

from dataclasses import fields
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.names import Name
from characters.forms.fields import WholeNumber
from combat.armoury import words_of
from combat.forms import DiceField
from rules.changes import MAX_WORDS
from rules.gear import MAX_RANGE, Armor, Shield, Weapon, WeaponKind
from rules.options import plain

KINDS = {WeaponKind.EDGED: _("Edged"), WeaponKind.BLUNT: _("Blunt"), WeaponKind.PROJECTILE: _("Projectile")}
REACHES = ("short", "medium", "long")


class RowForm(forms.Form):
    """The columns of a row; a name that is only translated stays the one that can be."""

    of: Any

    label = Name(label=_("Name"), max_length=MAX_WORDS)

    def __init__(self, *args: Any, row: Any = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.row = row
        if row is not None:
            known: Any = plain(row)
            self.initial = {**known, "label": words_of(row), **self.initial}

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        for problem in self.made.problems() if not self.errors and hasattr(self.of, "problems") else ():
            self.add_error(None, problem.show(gettext))
        return data

    @property
    def columns(self) -> dict[str, Any]:
        """As plain JSON, as `amend` takes them."""
        found: Any = plain(self.made)
        return found

    @property
    def made(self) -> Any:
        """The row, under the key it has or will have."""
        data, names = self.cleaned_data, {each.name for each in fields(self.of)}
        values = {name: value for name, value in data.items() if name in names}
        if self.row is not None and values["label"] == words_of(self.row):
            values["label"] = self.row.label
        return self.of(key=self.row.key if self.row else "new", **values)


class WeaponForm(RowForm):
    of = Weapon

    damage = DiceField(label=_("Damage"), max_length=20, initial="1d6")
    kind = forms.ChoiceField(label=_("Kind"), choices=[(each.value, label) for each, label in KINDS.items()])
    melee = forms.BooleanField(label=_("For close combat"), required=False, initial=True)
    short = WholeNumber(label=_("Short range, m"), min_value=1, max_value=MAX_RANGE, required=False)
    medium = WholeNumber(label=_("Medium range, m"), min_value=1, max_value=MAX_RANGE, required=False)
    long = WholeNumber(label=_("Long range, m"), min_value=1, max_value=MAX_RANGE, required=False)
    attack = WholeNumber(label=_("Attack"), min_value=-20, max_value=20, initial=0)
    defense = WholeNumber(label=_("Defense"), min_value=-20, max_value=20, initial=0)
    initiative = WholeNumber(label=_("Initiative"), min_value=-20, max_value=20, initial=0)
    absorption = WholeNumber(label=_("Absorption"), min_value=-20, max_value=20, initial=0)
    projectiles = WholeNumber(label=_("Projectiles of a burst"), min_value=1, max_value=1_000, initial=1)
    ignores_absorption = forms.BooleanField(label=_("Ignores absorption"), required=False)

    def clean_kind(self) -> WeaponKind:
        return WeaponKind(self.cleaned_data["kind"])


class ArmorForm(RowForm):
    of = Armor

    absorption = WholeNumber(label=_("Absorption"), min_value=0, max_value=100, initial=1)
    encumbrance = WholeNumber(label=_("Encumbrance"), min_value=0, max_value=100, initial=1)


class ShieldForm(RowForm):
    of = Shield

    defense = WholeNumber(label=_("Defense"), min_value=0, max_value=100, initial=1)
    encumbrance = WholeNumber(label=_("Encumbrance"), min_value=0, max_value=100, initial=0)


FORMS: dict[str, type[RowForm]] = {"weapons": WeaponForm, "armors": ArmorForm, "shields": ShieldForm}
