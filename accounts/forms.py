"""Choosing a login, another password, and going for good; logging in is Django's own form."""

from typing import Any

from django import forms
from django.contrib.auth import authenticate, get_user_model, password_validation
from django.contrib.auth.forms import PasswordChangeForm, SetPasswordForm
from django.core.validators import MaxLengthValidator
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.models import LOGIN
from accounts.names import Name, folded, is_in_one_script

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
        MaxLengthValidator(self.fields["username"].max_length)(username)  # it may have grown
        if not is_in_one_script(username):
            raise forms.ValidationError(Name.default_error_messages["mixed"])
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


class ForgottenPassword(SetPasswordForm):
    """Django's own form, in our words."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        self.fields["new_password1"].help_text = _("At least 8 characters.")
        self.fields["new_password2"].label = _("The new password again")
        self.fields["new_password2"].help_text = ""
        for field in self.fields.values():
            field.max_length = 200
            field.validators.append(MaxLengthValidator(200))


class NewPassword(ForgottenPassword, PasswordChangeForm):
    """The same for who knows the old one, which is asked as at the log-in: tries are counted."""

    def __init__(self, request: HttpRequest, *args: object) -> None:
        super().__init__(request.user, *args)
        self.request = request

    def clean_old_password(self) -> str:
        password = self.cleaned_data["old_password"]
        if not is_password(self.request, password):
            raise forms.ValidationError(self.error_messages["password_incorrect"], code="password_incorrect")
        return password


def is_password(request: HttpRequest, password: str) -> bool:
    """Whether it is that of whoever is logged in; a wrong one is a bad try to log in (axes)."""
    return authenticate(request, username=request.user.username, password=password) is not None


class Farewell(forms.Form):
    """Nobody deletes an account by a slip: the name typed out, and the password where there is one."""

    name = forms.CharField(
        max_length=60, widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none"})
    )
    password = forms.CharField(
        label=_("Password"),
        strip=False,
        max_length=200,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def __init__(self, *args: Any, request: HttpRequest, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.request, self.wanted = request, request.user.username or request.user.name
        self.fields["name"].label = _("Write %(name)s to say that you mean it") % {"name": self.wanted}
        if not request.user.has_login:
            del self.fields["password"]

    def clean_name(self) -> str:
        if folded(self.cleaned_data["name"]) != folded(self.wanted):
            raise forms.ValidationError(_("That is not the name that stands above."))
        return self.cleaned_data["name"]

    def clean_password(self) -> str:
        password = self.cleaned_data["password"]
        if not is_password(self.request, password):
            raise forms.ValidationError(_("That is not your password."))
        return password
