from django.apps import AppConfig
from django.contrib.auth.signals import user_logged_in
from django.utils.translation import gettext_lazy as _


class CampaignsConfig(AppConfig):
    name = "campaigns"
    verbose_name = _("Campaigns")

    def ready(self) -> None:
        from campaigns import exchange, journal, kept, made, notes, search, table  # noqa: F401  all that registers itself
        from campaigns.house import regions  # noqa: F401  those of the house rules, too
        from campaigns.told import tell_of_password_links

        user_logged_in.connect(tell_of_password_links)
