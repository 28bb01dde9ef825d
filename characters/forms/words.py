"""What is written on a sheet, one field at a time."""

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.names import Name
from characters.models import Sharing


class NewCondition(forms.Form):
    name = Name(label=_("Condition"), max_length=40, widget=forms.TextInput(attrs={"autocomplete": "off"}))
    note = forms.CharField(
        label=_("Note"), max_length=120, required=False, widget=forms.TextInput(attrs={"autocomplete": "off"})
    )


class Share(forms.Form):
    sharing = forms.ChoiceField(label=_("What the others see"), choices=Sharing.choices)
