"""Sessions that know whose they are: Django's own in the database, with two columns more (SESSION_ENGINE).

The packages for it (django-qsessions) begin with an empty table, which would put out every guest, who has nothing but
the cookie; and they keep addresses, which nobody here needs.
"""

import re
from typing import Any, Final

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore as DatabaseStore
from django.http import HttpRequest
from django.utils import timezone

from accounts.prepared import Prepared

AGENT = "agent"  # what the browser calls itself
MOST_OF_AGENT = 250

NAMES = (  # the first that fits: most browsers claim to be others too
    ("Edge", r"Edg(e|A|iOS)?/"),
    ("Opera", r"OPR/|Opera"),
    ("Samsung Internet", r"SamsungBrowser/"),
    ("Firefox", r"Firefox/|FxiOS/"),
    ("Chrome", r"Chrom(e|ium)/|CriOS/"),
    ("Safari", r"Safari/"),
)
SYSTEMS = (
    ("Android", r"Android"),
    ("iPhone", r"iPhone"),
    ("iPad", r"iPad"),
    ("Windows", r"Windows"),
    ("macOS", r"Mac OS X|Macintosh"),
    ("ChromeOS", r"CrOS"),
    ("Linux", r"Linux|X11"),
)


class SessionStore(DatabaseStore):
    @classmethod
    def get_model_class(cls) -> Any:
        from accounts.models import Browser

        return Browser

    def _get_session_from_db(self) -> Any:
        """What Django's does, of a query that is compiled once: it is asked at every request."""
        row = next(iter(ROWS(self.session_key)), None)
        if row is None or row.expire_date <= timezone.now():
            self._session_key = None
            return None
        return row

    def create_model_instance(self, data: dict[str, Any]) -> Any:
        row = super().create_model_instance(data)
        row.person_id = data.get(SESSION_KEY)
        row.agent = data.get(AGENT, "")
        return row


ROWS: Final = Prepared(lambda key: SessionStore.get_model_class().objects.filter(session_key=key), str)


def note_agent(request: HttpRequest) -> None:
    """Remember in the session which browser it is."""
    request.session[AGENT] = request.META.get("HTTP_USER_AGENT", "")[:MOST_OF_AGENT]


def words_of(agent: str) -> str:
    """`"Firefox · Android"`: what a browser calls itself in two words, "" where it says nothing we know."""
    found = [next((word for word, sign in kinds if re.search(sign, agent)), "") for kinds in (NAMES, SYSTEMS)]
    return " · ".join(word for word in found if word)
