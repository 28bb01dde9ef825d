from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "accounts"
    verbose_name = "People"

    def ready(self) -> None:
        from django.contrib.auth.signals import user_logged_out

        from accounts.sessions import go_blind

        user_logged_out.connect(go_blind)
