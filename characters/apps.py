from django.apps import AppConfig


class CharactersConfig(AppConfig):
    name = "characters"
    verbose_name = "Characters"

    def ready(self) -> None:
        from characters import journal, log, regions, search  # noqa: F401  kinds, regions, sources register themselves
        from characters.exchange import tables  # noqa: F401  so does what of them is in the file of a campaign
