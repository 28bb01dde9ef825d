"""People. A guest is one without a login: a name and a cookie; choosing a login and a password keeps everything."""

from typing import Any, ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.core.validators import RegexValidator
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.names import folded

LOGIN = RegexValidator(r"^[\w.@+-]+\Z", _("Letters, digits and @ . + - _ only, without spaces."))


class UserManager(BaseUserManager["User"]):
    def get_by_natural_key(self, username: str | None) -> "User":
        return self.get(folded_username=folded(username or ""))

    def create_guest(self, name: str, **extra: object) -> "User":
        """Someone who came by a link: nobody can log in as them from elsewhere."""
        user = self.model(name=name, **extra)
        user.set_unusable_password()
        user.save(using=self._db)
        return user

    def create_user(self, username: str, password: str, name: str = "", **extra: object) -> "User":
        user = self.model(username=self.model.normalize_username(username), name=name or username, **extra)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, username: str, password: str, name: str = "", **extra: object) -> "User":
        return self.create_user(username, password, name, is_staff=True, is_superuser=True, **extra)

    def with_login(self) -> "models.QuerySet[User]":
        """Those who chose a password of their own: neither guests nor the people of the demo."""
        return self.filter(username__isnull=False, is_demo=False)


class User(AbstractBaseUser, PermissionsMixin):
    username = models.CharField(_("login"), max_length=60, unique=True, null=True, blank=True, validators=[LOGIN])
    folded_username = models.CharField(max_length=120, unique=True, null=True, editable=False)  # noqa: DJ001  guests have none
    name = models.CharField(_("name"), max_length=60)
    is_staff = models.BooleanField(_("may enter the admin panel"), default=False)
    is_active = models.BooleanField(_("active"), default=True)
    is_demo = models.BooleanField(_("belongs to the demo"), default=False, editable=False)
    is_host = models.BooleanField(_("first account, made on this machine"), default=False, editable=False)
    date_joined = models.DateTimeField(_("since"), default=timezone.now, editable=False)

    objects: ClassVar[UserManager] = UserManager()

    USERNAME_FIELD = "username"
    REQUIRED_FIELDS: ClassVar[list[str]] = ["name"]

    class Meta:
        verbose_name = _("person")
        verbose_name_plural = _("people")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["is_host"], condition=models.Q(is_host=True), name="one_host"),
        ]

    def __str__(self) -> str:
        return self.name

    def save(self, *args: Any, **kwargs: Any) -> None:
        self.folded_username = None if self.username is None else folded(self.username)
        if (fields := kwargs.get("update_fields")) is not None and "username" in fields:
            kwargs["update_fields"] = [*fields, "folded_username"]
        super().save(*args, **kwargs)

    @property
    def has_login(self) -> bool:
        """Can log in from anywhere, with a password of their own."""
        return self.username is not None and self.has_usable_password()
