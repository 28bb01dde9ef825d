from django.apps import AppConfig
from django.contrib.auth.signals import user_logged_in
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    name = "accounts"
    verbose_name = _("People")

    def ready(self) -> None:
        from accounts.browsers import note_agent

        user_logged_in.connect(lambda request, **_rest: note_agent(request), weak=False, dispatch_uid="note_agent")
