"""What is bought, corrected and given: px, traits, reasons."""

import re
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.names import Name
from characters.forms.evenings import NUMBER
from characters.forms.fields import WholeNumber
from characters.log.growth import label_of, path_label
from characters.models import Character
from rules.creation.budgets import TOP
from rules.growth.ledger import MAX_PX
from rules.traits import Chapter

NEW = "new"


class Buy(forms.Form):
    """The next level of a trait: its path and that level, "skills.stealth:4"."""

    buy = forms.RegexField(
        re.compile(r"[a-z]+\.[\w.-]{1,60}:\d{1,3}", re.ASCII),
        max_length=80,
        error_messages={"invalid": _("Choose what to buy from the list.")},
    )

    def clean_buy(self) -> tuple[str, int]:
        trait, _colon, to = self.cleaned_data["buy"].rpartition(":")
        return trait, int(to)


class Reason(forms.Form):
    reason = forms.CharField(label=_("Why"), max_length=200, widget=forms.TextInput(attrs={"autocomplete": "off"}))


class TakeBack(Reason):
    """A spend, or so many px of an award."""

    px = WholeNumber(label=_("Px"), min_value=1, max_value=MAX_PX, widget=forms.NumberInput(attrs=NUMBER))

    def __init__(self, *args: Any, left: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not left:
            del self.fields["px"]


class Correct(Reason):
    """A trait of a hero, and what it shall be."""

    trait = forms.ChoiceField(label=_("Trait"))
    to = WholeNumber(label=_("What it shall be"), min_value=0, max_value=TOP, widget=forms.NumberInput(attrs=NUMBER))
    name = Name(
        label=_("Name of a specialization"), max_length=60, required=False, help_text=_("Only where one is added.")
    )
    field_order = ("trait", "to", "name", "reason")

    def __init__(self, *args: Any, hero: Character, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["trait"].choices = [(path, label) for path, label in traits_of(hero)]
        if not hero.ruleset.creation.has_specializations:
            del self.fields["name"]


class Priced(forms.Form):
    """What the GM prices: an extra or powers of a technique, a new technique, a specialization (X2, P4)."""

    what = forms.ChoiceField(label=_("What"))
    name = Name(label=_("Name"), max_length=60, required=False, widget=forms.TextInput(attrs={"autocomplete": "off"}))
    px = WholeNumber(
        label=_("Px"), min_value=0, max_value=MAX_PX, required=False, widget=forms.NumberInput(attrs=NUMBER)
    )
    powers = WholeNumber(
        label=_("New powers"), min_value=0, max_value=TOP, required=False, widget=forms.NumberInput(attrs=NUMBER)
    )
    attribute = forms.ChoiceField(label=_("Attribute of a new technique"), required=False)

    def __init__(self, *args: Any, hero: Character, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        rules, levels = hero.ruleset, hero.build.levels
        choices = [(NEW, _("A new technique"))]
        choices += [(Chapter.TECHNIQUES.path(each.key), each.name) for each in hero.build.techniques]
        if rules.creation.has_specializations:
            able = rules.creation.specialization_from
            skills = [each for each in rules.skills if levels.get(Chapter.SKILLS.path(each.key), 0) >= able]
            paths = [Chapter.SPECIALIZATIONS.path(each.key) for each in skills]
            choices += [(path, path_label(hero.campaign, path)) for path in paths]
        self.fields["what"].choices = choices
        self.fields["attribute"].choices = [(each.key, _(each.label)) for each in rules.attributes]

    def clean(self) -> dict[str, Any] | None:
        data = super().clean() or {}
        if self.errors:
            return data
        what, name, px = (data.get(field) for field in ("what", "name", "px"))
        if what == NEW and not data.get("attribute"):
            self.add_error("attribute", _("Choose its attribute."))
        if not name and (what == NEW or what.startswith(Chapter.SPECIALIZATIONS)):
            self.add_error("name", _("It needs a name."))
        elif not name and px:
            self.add_error("name", _("Say what these px are for."))
        elif name and px is None:
            self.add_error("px", _("Say what it costs."))
        return data


def traits_of(hero: Character) -> list[tuple[str, str]]:
    """Every trait that a hero may have, by path, with what it is called; those that its campaign has lost, too."""
    rules = hero.ruleset
    paths = [Chapter.ATTRIBUTES.path(each.key) for each in rules.attributes]
    paths += [Chapter.SKILLS.path(each.key) for each in rules.skills]
    if rules.catalog.mastery:
        paths += [Chapter.MASTERIES.path(weapon) for weapon in rules.catalog.weapon_skills]
    if rules.creation.has_specializations:
        paths += [Chapter.SPECIALIZATIONS.path(each.key) for each in rules.skills]
    return [(path, label_of(hero, path)) for path in dict.fromkeys([*paths, *hero.build.levels])]
