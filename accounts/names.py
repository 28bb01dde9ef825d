"""Names as they are compared."""

import unicodedata


def folded(name: str) -> str:
    """A name whatever its case, and however its accents are written. SQLite itself folds only a to z."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFKC", name).casefold())
