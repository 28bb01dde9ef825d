"""The portrait in a file: only what is a small picture, made anew, ever gets to a page."""

import base64
import binascii
import io
from typing import Final, NoReturn

from django.utils.translation import gettext_noop as _
from PIL import Image, UnidentifiedImageError

from characters.pictures import SIDE, portrait_of
from rules.problems import Problem, Refused

FORMATS: Final = ("WEBP", "PNG", "JPEG")
MOST_PIXELS: Final = 16_000_000


def picture_of(text: str) -> bytes:
    """The picture that base64 text holds, as WebP. Raises Refused for anything else."""
    try:
        data = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        _refuse(_("portrait: it is no picture in base64."))
    if _is_ours(data):
        return data
    return _made_anew(data)


def _is_ours(data: bytes) -> bool:
    """Whether it is nothing but a small WebP, so that it may stay as it is, sign for sign."""
    if (data[:4], data[8:12]) != (b"RIFF", b"WEBP") or int.from_bytes(data[4:8], "little") + 8 != len(data):
        return False
    place, end = 12, len(data)
    while place + 8 <= end:
        if data[place : place + 4] not in (b"VP8 ", b"VP8L", b"VP8X", b"ALPH"):
            return False
        size = int.from_bytes(data[place + 4 : place + 8], "little")
        place += 8 + size + size % 2
    with _opened(data) as picture:
        return place == end and max(picture.size) <= SIDE and not getattr(picture, "is_animated", False)


def _made_anew(data: bytes) -> bytes:
    _opened(data).close()
    return portrait_of(data)


def _opened(data: bytes) -> Image.Image:
    """Decoded whole, once its size is known to be harmless."""
    try:
        picture = Image.open(io.BytesIO(data), formats=FORMATS)
        if picture.width * picture.height > MOST_PIXELS:
            _refuse(_("portrait: the picture is too large."))
        picture.load()
    except Refused:
        raise
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError, EOFError, Image.DecompressionBombError):
        _refuse(_("portrait: it is no picture that can be read."))
    return picture


def _refuse(message: str) -> NoReturn:
    raise Refused(Problem("portrait", message, "portrait"))
