from django.apps import AppConfig
from django.db.models.signals import post_save


class SiteConfig(AppConfig):
    """The site as a whole: its commands, and what it counts of all tables."""

    name = "ryfsite"

    def ready(self) -> None:
        from campaigns.models import LogEntry
        from ryfsite.metrics import count_action

        post_save.connect(count_action, sender=LogEntry)
