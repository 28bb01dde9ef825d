"""What one says of an attack beyond weapon, target and place, and of points that the GM changes by hand."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from characters.forms.fields import WholeNumber
from characters.forms.rolls import FacesField, modifier_field
from characters.models import MOST_POINTS
from combat.forms import Attack
from combat.models.choices import HERE, PATIENCE, Ambush, Place
from combat.models.combatant import Combatant
from combat.models.manner import Manner, Spent
from rules.blows import Share
from rules.checks import DIFFICULTIES
from rules.gear import WeaponKind
from rules.notation import Dice, parse
from rules.problems import Refused

MOST_KEYS = 60
OPEN, YES = "open", "yes"
"""What fields of one target's place say: nothing to hide behind; lying down."""
SHARES = {each.value: each for each in Share}


class Keys(forms.Field):
    """Any number of keys, as ticks send them."""

    widget = forms.MultipleHiddenInput

    def clean(self, value: Any) -> tuple[str, ...]:
        keys = tuple(dict.fromkeys(str(each) for each in value or ()))
        if self.required and not keys:
            raise forms.ValidationError(_("Choose at least one."))
        if len(keys) > MOST_KEYS or any(len(key) > MOST_KEYS or "\0" in key for key in keys):
            raise forms.ValidationError(_("The request is not one this site makes."))
        return keys


class Points(forms.CharField):
    """So many points, or dice as they are written, such as 2d6+3."""

    def clean(self, value: object) -> int | Dice:
        text = str(super().clean(value)).strip()
        if text.isascii() and text.isdigit():
            if len(text) > 6 or not 1 <= int(text) <= MOST_POINTS:
                sentence = _("Write a whole number from 1 to %(most)s.") % {"most": MOST_POINTS}
                raise forms.ValidationError(sentence)
            return int(text)
        try:
            dice = parse(text)
        except Refused as refusal:
            raise forms.ValidationError([problem.show(_) for problem in refusal.problems]) from None
        if not dice.groups:
            raise forms.ValidationError(_("Write how many points, or dice such as 2d6+3."))
        return dice


def shares_in(data: Any, keys: tuple[str, ...]) -> dict[str, Share]:
    """What is left of it for each, by the fields "share-<key>"; the whole where nothing is said (C3)."""
    return {key: SHARES.get(str(data.get(f"share-{key}", "")), Share.WHOLE) for key in keys}


class Strike(Attack):
    """An attack of any manner. `actor` says for whom the fields of its manner were shown; those for another one do not
    count."""

    also = Keys(required=False)
    actor = forms.CharField(max_length=16, required=False)
    beside = forms.CharField(max_length=16, required=False)
    off = forms.CharField(max_length=40, required=False)
    off_target = forms.CharField(max_length=16, required=False)
    modifiers = Keys(required=False)
    called = forms.CharField(max_length=40, required=False)
    projectiles = WholeNumber(required=False, min_value=1, max_value=999)
    sweeps = forms.BooleanField(required=False)
    dodged = forms.BooleanField(required=False)
    lethal = forms.BooleanField(required=False)
    token = forms.BooleanField(required=False)
    protagonism = forms.BooleanField(required=False)
    specialization = forms.CharField(max_length=60, required=False)
    difficulty = WholeNumber(required=False, min_value=DIFFICULTIES.start, max_value=DIFFICULTIES.stop - 1)
    sneaks = modifier_field()
    notices = modifier_field()
    dice = FacesField()

    @property
    def ambush(self) -> Ambush:
        """What is added on both sides where surprise is tried (C6)."""
        return Ambush(self.cleaned_data["sneaks"] or 0, self.cleaned_data["notices"] or 0)

    def places(self, targets: Sequence[str], place: Place) -> dict[str, Place]:
        """The places of those of several who are shot at from another one than the rest, by the fields "band-<key>",
        "cover-<key>" and "prone-<key>"; "" is as for all (C7)."""
        if not place.band or len(targets) < 2:
            return {}
        own = {key: self._own_place(key, place) for key in targets}
        return {key: each for key, each in own.items() if each != place}

    def _own_place(self, key: str, place: Place) -> Place:
        band, cover, prone = (str(self.data.get(f"{name}-{key}", "")) for name in ("band", "cover", "prone"))
        return Place(
            band or place.band,
            ("" if cover == OPEN else cover) if cover else place.cover,
            prone == YES if prone else place.is_prone,
        )

    def place(self, reaches: Any, *, shoots_only: bool) -> Place:
        return self.aim(reaches, shoots_only=shoots_only) if reaches or shoots_only else HERE

    def targets(self, attacker: str) -> tuple[str, ...]:
        """Whom it is aimed at, the first one first."""
        data = self.cleaned_data
        also = data["also"] if data["actor"] in {"", attacker} else ()
        return tuple(dict.fromkeys([data["target"], *(key for key in also if key != attacker)]))

    def manner(self, attacker: Combatant, place: Place, *, leads: bool) -> Manner:
        """How it is made; what only the GM says counts only of those who lead (C3, C9, D8, P2)."""
        data, is_shown = self.cleaned_data, self.cleaned_data["actor"] == attacker.character.key
        if data["actor"] and not is_shown:
            return Manner()
        spent = Spent(data["token"], data["protagonism"], data["modifiers"], data["specialization"])
        return Manner(
            shares=shares_in(self.data, self.targets(attacker.character.key)) if leads else {},
            beside=data["beside"] if leads else "",
            off=data["off"],
            off_target=data["off_target"],
            called=data["called"],
            projectiles=data["projectiles"],
            sweeps=data["sweeps"],
            is_dodged=data["dodged"] and leads,
            is_lethal=data["lethal"] if is_shown else None,
            difficulty=data["difficulty"] if leads else None,
            places=self.places(self.targets(attacker.character.key), place),
            spent=spent,
        )


class Defenses(forms.Form):
    """One press of how attacks are answered here: the seconds that players have, or whether foes dodge (C8, D8)."""

    patience = WholeNumber(required=False, min_value=0, max_value=max(PATIENCE))
    foes_dodge = forms.ChoiceField(required=False, choices=[("", ""), ("yes", "yes"), ("no", "no")])

    @property
    def changes(self) -> dict[str, Any]:
        """What is to change; None stays as it is."""
        data = self.cleaned_data
        return {"patience": data["patience"], "foes_dodge": {"yes": True, "no": False}.get(data["foes_dodge"])}


class ByHand(forms.Form):
    """Points, or dice, to one or to several, each its share (C3). Where several are ticked it is them alone."""

    who = Keys(required=False)
    several = Keys(required=False)
    amount = Points(max_length=40)
    absorbs = forms.BooleanField(required=False)
    kind = forms.ChoiceField(required=False, choices=[("", ""), *[(each.value, each.value) for each in WeaponKind]])
    pool = forms.CharField(max_length=30, required=False)
    lethal = forms.ChoiceField(required=False, choices=[("", ""), ("yes", "yes"), ("no", "no")])

    def clean(self) -> dict[str, Any]:
        data = {**self.cleaned_data}
        data["who"] = data.get("several") or data.get("who")
        if not data["who"] and not self.errors:
            self.add_error("who", _("Choose at least one."))
        return data

    @property
    def shares(self) -> dict[str, Share]:
        return shares_in(self.data, self.cleaned_data["who"])

    @property
    def is_lethal(self) -> bool | None:
        """As usual where nothing is said (C11)."""
        return {"yes": True, "no": False}.get(self.cleaned_data["lethal"])
