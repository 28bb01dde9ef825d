"""`manage.py backup [folder]`: a whole copy of the database, also while people play."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from ryfsite import backup
from ryfsite.environment import Misconfigured


def positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise ValueError
    return number


class Command(BaseCommand):
    help = "Copy the database and the secret key to a folder, whole and checked, also while people play."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", nargs="?", type=Path, help="where to; without it DATA_DIR/backups")
        parser.add_argument("--keep", type=positive, metavar="N", help="delete all but the newest N such copies there")

    def handle(self, *args: Any, folder: Path | None, keep: int | None, **options: Any) -> None:
        folder = (folder or settings.DATA_DIR / "backups").expanduser().resolve()
        try:
            copy = backup.keep(folder, "mesa", keep)
            backup.keep_the_key(folder)
        except Misconfigured as fault:
            raise CommandError(str(fault)) from fault
        except OSError as fault:
            raise CommandError(f"{fault.filename or folder} cannot be written ({fault.strerror}).") from fault
        self.stdout.write(str(copy))
