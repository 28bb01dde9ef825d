"""Django's command line, for those who carry the project on; players and hosts start with run.py."""

import os
import sys

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ryfsite.settings")
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)
