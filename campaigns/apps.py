from django.apps import AppConfig


class CampaignsConfig(AppConfig):
    name = "campaigns"
    verbose_name = "Campaigns"

    def ready(self) -> None:
        from campaigns import table  # noqa: F401  the regions of the table page register themselves
        from campaigns.house import regions  # noqa: F401  those of the house rules, too
