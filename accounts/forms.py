"""Choosing a login; logging in is Django's own form."""

from django import forms
from django.contrib.auth import get_user_model, password_validation
from django.utils.translation import gettext_lazy as _

from accounts.models import LOGIN
from accounts.names import folded

User = get_user_model()


class ChooseLogin(forms.Form):
    """Login and password for a new account, or for a guest who stays."""

    username = forms.CharField(
        label=_("Login"),
        max_length=60,
        validators=[LOGIN],
        widget=forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "none", "spellcheck": "false"}),
    )
    password = forms.CharField(
        label=_("Password"),
        strip=False,
        max_length=200,
        help_text=_("At least 8 characters."),
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )

    def clean_username(self) -> str:
        username = User.normalize_username(self.cleaned_data["username"])
        if User.objects.filter(folded_username=folded(username)).exists():
            raise forms.ValidationError(_("Someone has that login already: choose another."))
        return username

    def clean(self) -> dict[str, object]:
        data = super().clean() or {}
        if "password" in data:
            try:
                password_validation.validate_password(
                    str(data["password"]), User(username=str(data.get("username", "")), name=str(data.get("name", "")))
                )
            except forms.ValidationError as fault:
                self.add_error("password", fault)
        return data
