"""`.venv/bin/python -m docs.draw_icons`: the icons of the app, drawn anew from static/img/mark.svg (needs a browser).

The maskable one and Apple's, which the system cuts to its own shape, fill their square: the mark's ground without its
cut corners, and the drawing small enough to stand inside the circle that is never cut.
"""

import re
import sys
from io import BytesIO

from PIL import Image
from playwright.sync_api import sync_playwright

from ryfsite.environment import ROOT
from tests.browser import LAUNCH_ARGS, find_browser

IMAGES = ROOT / "static" / "img"
GROUND = re.compile(r'<path fill="(#[0-9a-f]{6})" d="[^"]+"/>')
SAFE = 0.8
COLOURS = 32  # three and their edges: half the bytes


def main() -> int:
    mark = (IMAGES / "mark.svg").read_text()
    icons = {
        "icon-192": (192, mark),
        "icon-512": (512, mark),
        "icon-maskable-512": (512, filling(mark)),
        "icon-180": (180, filling(mark)),
    }
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_browser(), args=LAUNCH_ARGS)
        for name, (size, drawing) in icons.items():
            page = browser.new_page(viewport={"width": size, "height": size})
            page.set_content(f"<style>body {{ margin: 0 }} svg {{ display: block }}</style>{drawing}")
            drawn = Image.open(BytesIO(page.screenshot(omit_background=True)))
            drawn.quantize(COLOURS).save(IMAGES / f"{name}.png", optimize=True)
            page.close()
            print(f"static/img/{name}.png", flush=True)
        browser.close()
    return 0


def filling(mark: str) -> str:
    """The mark on a whole square, smaller."""
    found = GROUND.search(mark)
    if found is None:
        raise ValueError("mark.svg has no ground to take the colour from")
    offset = 32 * (1 - SAFE)
    inner = mark[found.end() : mark.rindex("</svg>")]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><path fill="{found[1]}" d="M0 0h64v64H0z"/>'
        f'<g transform="translate({offset:g} {offset:g}) scale({SAFE})">{inner}</g></svg>'
    )


if __name__ == "__main__":
    sys.exit(main())
