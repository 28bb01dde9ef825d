"""A database that cannot do its part: which kind of it, and the sentence for whoever pressed.

What an open transaction had done is gone with it. Only a commit whose answer was lost may have counted: the page asks
for the news and keeps the name of the press, so that pressing again counts once (static/js/press.js).
"""

from typing import Final

from django.db import InterfaceError, InternalError, OperationalError
from django.utils.translation import gettext_noop

SECONDS: Final = 5  # after which it is worth trying again
AWAY: Final = gettext_noop("The database does not answer just now. Try again in a moment: the page shows what counted.")
BUSY: Final = gettext_noop("Too much is being saved at this moment. Nothing was changed: try again.")
FULL: Final = gettext_noop("The site has no room left to save anything. Nothing was changed: tell whoever hosts it.")
READ_ONLY: Final = gettext_noop("The site can only be read just now. Nothing was changed: tell whoever hosts it.")
OF_SQLITE: Final = {
    "FULL": FULL,
    "IOERR_WRITE": FULL,
    "IOERR_FSYNC": FULL,
    "IOERR_SHMSIZE": FULL,
    "IOERR": AWAY,
    "READONLY": READ_ONLY,
    "BUSY": BUSY,
    "LOCKED": BUSY,
    "CANTOPEN": AWAY,
}
"""By SQLite's name for the fault, or the first word of it."""
OF_POSTGRES: Final = {"53100": FULL, "25006": READ_ONLY, "55P03": BUSY, "40P01": BUSY}


def of(fault: BaseException | None) -> str:
    """The sentence for a fault (a message id), "" for one that is a mistake of the code and no outage."""
    if not isinstance(fault, OperationalError | InterfaceError | InternalError):
        return ""
    cause = fault.__cause__
    if (name := getattr(cause, "sqlite_errorname", None)) is not None:
        name = name.removeprefix("SQLITE_")
        return OF_SQLITE.get(name) or OF_SQLITE.get(name.partition("_")[0], "")
    state = getattr(cause, "sqlstate", None)
    return OF_POSTGRES.get(state or "", "" if isinstance(fault, InternalError) else AWAY)
