from django.apps import AppConfig


class CharactersConfig(AppConfig):
    name = "characters"
    verbose_name = "Characters"

    def ready(self) -> None:
        from characters import log, regions, ruled  # noqa: F401  kinds of entries, regions, pages register themselves
