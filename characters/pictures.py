"""A portrait out of whatever was uploaded: checked, turned upright, cut square, and made anew of its pixels alone."""

from io import BytesIO
from typing import Final

from django.utils.translation import gettext_noop
from PIL import Image, ImageOps

from rules.problems import Problem, Refused

MOST_BYTES: Final = 5 * 1024 * 1024
MOST_PIXELS: Final = 40_000_000
SIDE: Final = 512
FORMATS: Final = ("JPEG", "PNG", "WEBP", "GIF")
QUALITY: Final = 82
WHOLE_COLOURS: Final = {"L", "RGB", "RGBA", "CMYK"}  # modes whose pixels can be averaged

# Pillow warns of many pixels where it should refuse, and only at numbers of its own: they are counted here instead.
Image.MAX_IMAGE_PIXELS = None


def portrait_of(data: bytes) -> bytes:
    """The picture in `data` as a square WebP of at most SIDE pixels; of a moving one the first frame.

    Raises Refused where it is too large, or no picture of a known kind. What a file claims to be is never believed.
    """
    if len(data) > MOST_BYTES:
        raise _refused("too_heavy", gettext_noop("The picture is too large: 5 MB at most."))
    try:
        with Image.open(BytesIO(data), formats=FORMATS) as picture:
            if picture.width * picture.height > MOST_PIXELS:
                raise _refused("too_many_pixels", gettext_noop("The picture has too many pixels: 40 million at most."))
            picture.draft("RGB", (2 * SIDE, 2 * SIDE))  # a large JPEG is unpacked small
            return _square(picture)
    except Refused:
        raise
    except Exception as fault:  # Pillow says in a dozen ways that a file is broken
        message = gettext_noop("That is no picture this site knows: use JPEG, PNG, WebP or GIF.")
        raise _refused("no_picture", message) from fault


def _square(picture: Image.Image) -> bytes:
    if picture.mode not in WHOLE_COLOURS:
        picture = picture.convert("RGBA" if picture.has_transparency_data else "RGB")
    times = min(picture.size) // (2 * SIDE)
    small = picture.reduce(times) if times > 1 else picture  # before it is copied
    try:
        upright = ImageOps.exif_transpose(small)
    except (SyntaxError, ValueError, KeyError):  # what it says of the camera cannot be read: its pixels can
        upright = small
    upright = upright.convert("RGBA" if upright.has_transparency_data else "RGB")
    side = min(SIDE, *upright.size)
    square = ImageOps.fit(upright, (side, side))
    square.info.clear()  # where it was taken, by whom, with what
    made = BytesIO()
    square.save(made, "WEBP", quality=QUALITY)
    return made.getvalue()


def _refused(code: str, message: str) -> Refused:
    return Refused(Problem(code, message, "picture"))
