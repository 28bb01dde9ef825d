from django.apps import AppConfig
from django.contrib.auth.signals import user_logged_in


class AccountsConfig(AppConfig):
    name = "accounts"
    verbose_name = "People"

    def ready(self) -> None:
        from accounts.browsers import note_agent

        user_logged_in.connect(lambda request, **_rest: note_agent(request), weak=False, dispatch_uid="note_agent")
