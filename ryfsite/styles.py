"""Style sheets as they are served: each holds what it imports, without comments and indentation.

In the source there is a file for each thing, and `site.css`, `fight.css` and `book.css` import them. A browser would
fetch each of forty files, and apart they weigh twice what they weigh together. A minifier would save another half
percent, and those that are maintained bring binaries that not every computer has.
"""

import re
from collections.abc import Iterator
from pathlib import PurePath
from typing import Any

from django.core.files.base import ContentFile
from django.core.files.storage import Storage
from whitenoise.storage import CompressedManifestStaticFilesStorage

IMPORTED = re.compile(r'^@import "([\w-]+\.css)";$', re.MULTILINE)
LEFT_OUT = re.compile(r"/\*.*?\*/|^\s+", re.DOTALL | re.MULTILINE)


def gathered(source: Storage, name: str) -> str:
    """The style sheet `name` with those beside it that it imports, each where it is imported."""
    with source.open(name) as file:
        text = file.read().decode()
    text = IMPORTED.sub(lambda found: gathered(source, str(PurePath(name).with_name(found[1]))), text)
    return LEFT_OUT.sub("", text)


class _Gathering:
    """The storage where a style sheet lies, which opens it gathered."""

    def __init__(self, source: Storage) -> None:
        self._source = source

    def open(self, name: str) -> ContentFile:
        return ContentFile(gathered(self._source, name).encode())


class GatheredStyles(CompressedManifestStaticFilesStorage):
    """Hashed and compressed static files, our style sheets gathered; Django's own stay as they came."""

    def post_process(self, paths: dict[str, tuple[Any, str]], **options: Any) -> Iterator[tuple[str, str, bool]]:
        ours = {
            name: (_Gathering(source), path)
            for name, (source, path) in paths.items()
            if PurePath(name).parent == PurePath("css")
        }
        return super().post_process({**paths, **ours}, **options)
