"""`manage.py restore <file>`: a copy in the place of the database, while nothing serves it."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from ryfsite import backup
from ryfsite.environment import Misconfigured


class Command(BaseCommand):
    help = "Put a copy that `backup` made in the place of the database; what is there is copied first."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        try:
            before = backup.restore(file.expanduser().resolve())
        except Misconfigured as fault:
            raise CommandError(str(fault)) from fault
        if before:
            self.stdout.write(f"What was there is in {before}")
        self.stdout.write(f"Restored from {file}. The next start brings its tables up to this version.")
