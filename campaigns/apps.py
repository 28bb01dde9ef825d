from django.apps import AppConfig
from django.contrib.auth.signals import user_logged_in


class CampaignsConfig(AppConfig):
    name = "campaigns"
    verbose_name = "Campaigns"

    def ready(self) -> None:
        from campaigns import exchange, table  # noqa: F401  the regions of the table page register themselves
        from campaigns.told import tell_of_password_links

        user_logged_in.connect(tell_of_password_links)
