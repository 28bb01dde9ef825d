"""`manage.py check_campaigns`: whether what is stored is what the logs and the ledgers say."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from campaigns.models import Campaign, LogEntry
from campaigns.replay import at_one_moment, differences


class Command(BaseCommand):
    help = (
        "Replay the log and the ledger of each campaign and name every value that is stored otherwise. "
        "Reads only, also while people play; ends with 1 where something differs."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("keys", nargs="*", help="keys of campaigns (they are in their addresses); none: all")

    def handle(self, *args: Any, keys: list[str], **options: Any) -> None:
        campaigns = Campaign.objects.order_by("pk")
        if keys:
            campaigns = campaigns.filter(key__in=keys)
            if missing := set(keys) - set(campaigns.values_list("key", flat=True)):
                raise CommandError(f"There is no campaign {', '.join(sorted(missing))}.")
        found = entries = 0
        with at_one_moment():
            for campaign in list(campaigns):
                entries += LogEntry.objects.filter(campaign=campaign).count()
                for each in differences(campaign):
                    found += 1
                    by = f" (entry {each.entry})" if each.entry else ""
                    self.stdout.write(
                        f"{campaign.name} [{campaign.key}] · {each.place}: "
                        f"by the log {each.expected!r}, stored {each.found!r}{by}"
                    )
        told = f"{len(campaigns)} campaigns, {entries} entries of their logs: "
        if found:
            raise CommandError(f"{told}{found} differences", returncode=1)
        self.stdout.write(f"{told}all as they say")
