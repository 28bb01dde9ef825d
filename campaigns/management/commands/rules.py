"""`manage.py rules <preset, or key of a campaign>`: the rules in force, as Markdown."""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext, override

from campaigns.models import Campaign
from rules import PRESETS, Ruleset
from rules.reference import markdown, reference


class Command(BaseCommand):
    help = "Print the rules in force as Markdown."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("whose", help=f"{', '.join(PRESETS)}, or the key of a campaign (it is in its address)")
        parser.add_argument("--language", default=settings.LANGUAGE_CODE, choices=dict(settings.LANGUAGES))

    def handle(self, *args: Any, whose: str, language: str, **options: Any) -> None:
        ruleset = PRESETS.get(whose) or self.of_campaign(whose)
        with override(language):
            self.stdout.write(markdown(reference(ruleset, gettext), gettext))

    def of_campaign(self, key: str) -> Ruleset:
        found = Campaign.objects.filter(key=key).first()
        if not found:
            raise CommandError(f"There is no campaign or preset {key!r}.")
        return found.ruleset
