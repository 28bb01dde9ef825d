from django.apps import AppConfig


class CombatConfig(AppConfig):
    name = "combat"
    verbose_name = "Encounters"

    def ready(self) -> None:
        from characters import fighting
        from combat import log, log_of_acts, log_of_doings, regions  # noqa: F401  kinds of entries, regions and pages register themselves
        from combat.models import fighting_of

        fighting.ask = fighting_of
