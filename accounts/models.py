"""People. A guest is one without a login: a name and a cookie; choosing a login and a password keeps everything."""

from datetime import datetime, timedelta
from typing import Any, ClassVar

from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.contrib.sessions.base_session import AbstractBaseSession
from django.core.validators import RegexValidator
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.browsers import MOST_OF_AGENT, SessionStore, words_of
from accounts.names import folded
from accounts.sessions import session_tag

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
    language = models.CharField(_("language"), max_length=10, blank=True, default="", editable=False)
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
        """A new password puts every browser out; the one that chose it goes on with a session of another name."""
        has_new_password = self._password is not None
        self.folded_username = None if self.username is None else folded(self.username)
        if (fields := kwargs.get("update_fields")) is not None and "username" in fields:
            kwargs["update_fields"] = [*fields, "folded_username"]
        super().save(*args, **kwargs)
        if has_new_password:
            self.browsers.all().delete()

    @property
    def has_login(self) -> bool:
        """Can log in from anywhere, with a password of their own."""
        return self.username is not None and self.has_usable_password()


class Browser(AbstractBaseSession):
    """A session: a browser, and who is logged in there. Its row gone, that browser is out and its streams end."""

    person = models.ForeignKey(User, models.CASCADE, null=True, related_name="browsers")
    agent = models.CharField(max_length=MOST_OF_AGENT, blank=True, default="")

    @classmethod
    def get_session_store_class(cls) -> type[SessionStore]:
        return SessionStore

    @property
    def tag(self) -> str:
        """The name under which its streams are sent away."""
        return session_tag(self.session_key)

    @property
    def key(self) -> str:
        """How it is known outside; the session's own key stays in the cookie."""
        return self.tag.rpartition(":")[2]

    @property
    def words(self) -> str:
        return words_of(self.agent)

    @property
    def seen_at(self) -> datetime:
        """When it was last here, to the day: that often a session is written (accounts.middleware)."""
        return self.expire_date - timedelta(seconds=settings.SESSION_COOKIE_AGE)


class Knocks(models.Model):
    """How often somebody has knocked at a door of the site since then (accounts.doors)."""

    door = models.CharField(max_length=20)
    who = models.CharField(max_length=64)
    since = models.DateTimeField(db_index=True)
    count = models.PositiveIntegerField(default=0)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["door", "who"], name="one_count_a_door")]

    def __str__(self) -> str:
        return f"{self.door}: {self.count}"
