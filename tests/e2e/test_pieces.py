"""All pieces on one page: axe finds nothing in light and dark, and each of them can be told in forced colours."""

import pytest
from django.urls import reverse

from tests.e2e.reach import STICKS_OUT
from tests.e2e.screens import PHONE
from tests.e2e.test_access_axe import axe, faults

SHAPES = """(selectors) => selectors.map((selector) => {
    const style = getComputedStyle(document.querySelector(selector));
    return [style.fill, style.stroke, style.strokeWidth, style.backgroundColor, style.borderTopWidth].join(" ");
})"""


@pytest.fixture
def pieces(settings):
    settings.DEBUG = True
    return reverse("style")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_among_all_the_pieces(screen, pieces, theme):
    other = {"light": "dark", "dark": "light"}[theme]  # what the page says goes before what the system says
    page = screen(None, f"{pieces}?theme={theme}", scheme=other)

    assert page.evaluate("() => getComputedStyle(document.documentElement).colorScheme") == theme
    found = faults(page, theme)
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    if page.evaluate("() => document.documentElement.scrollWidth") > PHONE[0]:
        found.append(f"scrolls sideways: {page.evaluate(STICKS_OUT, PHONE[0])}")
    assert not found, "\n".join(found)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_what_means_another_thing_looks_another_way_in_forced_colours(screen, pieces, scheme):
    page = screen(None, pieces, scheme=scheme, forced_colors="active")

    for one, *others in (
        (".throw .kept .body", ".throw .die:not(.kept) .body"),
        (".pv-bar:not(.wounded) .left", ".pv-bar.wounded .left", ".pv-bar .room"),
        (".pip.full", ".pip:not(.full)"),
        (".button:not(.primary, .strong)", ".button.primary", ".button.strong"),
        (".choice label:has(:checked)", ".choice label:not(:has(:checked))"),
        (".tick input:checked", ".tick input:not(:checked)"),
        (".chart .hit", ".chart .miss"),
        (".ladder .hero .side", ".ladder .foe .side"),
    ):
        shapes = page.evaluate(SHAPES, [one, *others])
        assert len(set(shapes)) == len(shapes), (one, shapes)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_who_asks_for_more_contrast_reads_all_of_it_at_seven_to_one(screen, pieces, scheme):
    page = screen(None, pieces, scheme=scheme, contrast="more")

    found = axe(page, scheme, {"runOnly": {"type": "rule", "values": ["color-contrast-enhanced"]}})

    assert not found, "\n".join(found)


def test_nothing_moves_for_whoever_asks_for_less_motion(screen, pieces):
    page = screen(None, pieces)  # asks for it

    moving = page.evaluate(
        """() => [...document.querySelectorAll("body *")]
            .filter((each) => ["transition", "animation"].some((kind) => {
                const style = getComputedStyle(each), name = kind === "animation" ? style.animationName : "all";
                return name !== "none" && style[`${kind}Duration`].split(", ").some((time) => parseFloat(time) > 0.05);
            }))
            .map((each) => each.outerHTML.slice(0, 90))"""
    )

    assert moving == []
