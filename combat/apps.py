from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class CombatConfig(AppConfig):
    name = "combat"
    verbose_name = _("Encounters")

    def ready(self) -> None:
        from characters import fighting
        from combat import (  # noqa: F401  kinds of entries, regions and pages register themselves
            file_tables,
            journal,
            kept,
            library,
            log,
            log_of_acts,
            log_of_doings,
            log_of_order,
            log_of_rest,
            regions,
            search,
            starters,
            waiting,
        )
        from combat.models.fighting import fighting_of, seen_foes, withdrawn

        fighting.ask, fighting.ask_seen = fighting_of, seen_foes
        fighting.withdraw = lambda character: list(withdrawn(character))
