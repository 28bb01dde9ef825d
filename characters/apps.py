from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class CharactersConfig(AppConfig):
    name = "characters"
    verbose_name = _("Characters")

    def ready(self) -> None:
        from characters import journal, kept, log, regions, ruled, search  # noqa: F401  all of them register themselves
        from characters.exchange import tables  # noqa: F401  so does what of them is in the file of a campaign
