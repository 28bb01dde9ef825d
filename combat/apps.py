from django.apps import AppConfig


class CombatConfig(AppConfig):
    name = "combat"
    verbose_name = "Encounters"

    def ready(self) -> None:
        from characters import fighting
        from combat import library, log, log_of_order, log_of_rest, regions, starters  # noqa: F401  they register themselves
        from combat.models.fighting import fighting_of, seen_foes, withdrawn

        fighting.ask, fighting.ask_seen = fighting_of, seen_foes
        fighting.withdraw = lambda character: list(withdrawn(character))
