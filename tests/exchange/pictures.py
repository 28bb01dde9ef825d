"""A small picture, as a portrait is kept."""

import io

from PIL import Image


def webp() -> bytes:
    data = io.BytesIO()
    Image.new("RGB", (8, 8), "teal").save(data, "WEBP")
    return data.getvalue()
