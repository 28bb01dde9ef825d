"""Every text and mark can be read on every ground it stands on, light and dark (WCAG 2.2 AA)."""

import math
import re
from pathlib import Path

import pytest

CSS = Path(__file__).resolve().parents[1] / "static" / "css"
TEXT, MARK = 4.5, 3.0
PAIRS = [
    *(("ink", ground, TEXT) for ground in ("paper", "paper-raised", "paper-sunken")),
    *(("ink", ground, TEXT) for ground in ("kept-wash", "harm-wash", "sound-wash")),
    *(("ink-soft", ground, TEXT) for ground in ("paper", "paper-raised", "paper-sunken", "kept-wash")),
    ("paper", "ink", TEXT),
    ("paper", "ink-soft", TEXT),
    ("on-kept", "kept", TEXT),
    *(("harm", ground, TEXT) for ground in ("paper", "paper-raised", "paper-sunken", "harm-wash", "kept-wash")),
    *(("sound", ground, TEXT) for ground in ("paper", "paper-raised", "paper-sunken", "sound-wash", "kept-wash")),
    *(("book", ground, TEXT) for ground in ("paper", "paper-raised", "paper-sunken", "kept-wash")),
    *(("line-strong", ground, MARK) for ground in ("paper", "paper-raised", "paper-sunken")),
    *(("kept-edge", ground, MARK) for ground in ("paper", "paper-raised", "kept-wash")),
    *(("kept-outline", ground, MARK) for ground in ("paper", "paper-raised")),
    ("code-ink", "code-paper", TEXT),
]
OKLCH = re.compile(r"oklch\(([\d.]+) ([\d.]+) ([\d.]+)(?: / ([\d.]+))?\)")
HEX = re.compile(r"#([0-9a-f]{6})([0-9a-f]{2})?\b")
LIGHT_DARK = re.compile(r"light-dark\((oklch\([^)]+\)), (oklch\([^)]+\))\)")


PLAIN, _, MORE = (CSS / "tokens.css").read_text(encoding="utf-8").partition("@media (prefers-contrast: more)")


def tokens(css):
    """Custom properties that hold a colour, by name, in the order written."""
    return [
        (name, value)
        for name, value in re.findall(r"--([\w-]+): (.+);", css)
        if OKLCH.search(value) or HEX.search(value)
    ]


def linear(lightness, chroma, hue):
    """Linear sRGB of an OKLCH colour, clipped."""
    a, b = chroma * math.cos(math.radians(hue)), chroma * math.sin(math.radians(hue))
    long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
    medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (lightness - 0.0894841775 * a - 1.2914855480 * b) ** 3
    channels = (
        4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
        -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
        -0.0041960863 * long - 0.7034186147 * medium + 1.7076147010 * short,
    )
    return [min(1.0, max(0.0, channel)) for channel in channels]


def luminance(colour):
    red, green, blue = linear(*colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def ratio(one, other):
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def colour(name, dark, more=""):
    value = dict(tokens(PLAIN + more))[name]
    found = OKLCH.findall(value)
    return [float(part) for part in found[-1 if dark else 0][:3]]


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize(("front", "ground", "bar"), PAIRS)
def test_it_can_be_read(front, ground, bar, dark):
    assert ratio(colour(front, dark), colour(ground, dark)) >= bar


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("front", ["harm", "sound", "book"])
def test_who_wants_more_contrast_has_seven_to_one(front, dark):
    for ground in ("paper", "paper-raised", "paper-sunken"):
        assert ratio(colour(front, dark, MORE), colour(ground, dark)) >= 7


def channels_of_oklch(value):
    """Red, green, blue and opacity of every colour in a value, 0 to 255."""
    for *colour, opacity in OKLCH.findall(value):
        for channel in linear(*map(float, colour)):
            yield 255 * (12.92 * channel if channel <= 0.0031308 else 1.055 * channel ** (1 / 2.4) - 0.055)
        yield 255 * float(opacity or 1)


def channels_of_hex(value):
    for digits, opacity in HEX.findall(value):
        yield from bytes.fromhex(digits + (opacity or "ff"))


def fallback_blocks():
    css = (CSS / "fallback.css").read_text(encoding="utf-8")
    return dict(re.findall(r"(:root[^ ]*) \{([^}]+)\}", css))


@pytest.mark.parametrize(
    ("selector", "dark"),
    [(":root", False), (':root:not([data-theme="light"])', True), (':root[data-theme="dark"]', True)],
)
def test_browsers_without_light_dark_see_the_same_colours(selector, dark):
    wanted = {
        name: LIGHT_DARK.sub(r"\2" if dark else r"\1", value)
        for name, value in tokens(PLAIN)
        if not dark or "light-dark" in value
    }
    given = dict(tokens(fallback_blocks()[selector]))

    assert given.keys() == wanted.keys()
    for name, value in wanted.items():
        assert list(channels_of_hex(given[name])) == pytest.approx(list(channels_of_oklch(value)), abs=0.51), name


def test_no_other_file_declares_a_colour():
    for sheet in CSS.glob("*.css"):
        if sheet.name not in {"tokens.css", "fallback.css", "print.css"}:
            css = sheet.read_text(encoding="utf-8")
            assert not re.search(r"#[0-9a-f]{3,8}\b(?=[;, )])|oklch\(|rgb\(|hsl\(", css), sheet.name
