"""What a keyboard and a strong zoom need of a page; each answers with what is wrong, in sentences."""

from playwright.sync_api import Page

ZOOMED = (320, 256)
"""1280 by 1024 at 400 % (WCAG 1.4.10)."""

START = "() => { document.body.tabIndex = -1; document.body.focus(); document.body.removeAttribute('tabindex'); }"
"""Before the first stop, also where a field took the focus as the page came."""

FOCUSED = "() => document.activeElement.outerHTML.slice(0, 90)"
IS_INSIDE = """() => {
    const content = document.querySelector("#content");
    return content.contains(document.activeElement) || !content.querySelector("a, button, input");
}"""
FLOATING = """() => {
    const height = innerHeight, boxes = [];
    for (const each of document.querySelectorAll("body *")) {
        if (!["fixed", "sticky"].includes(getComputedStyle(each).position) || !each.checkVisibility()) continue;
        const box = each.getBoundingClientRect();
        const [top, bottom] = [Math.max(0, box.top), Math.min(height, box.bottom)];
        if (bottom > top && box.width > 1) boxes.push([top, bottom]);
    }
    let covered = 0, end = 0;
    for (const [top, bottom] of boxes.sort((one, other) => one[0] - other[0])) {
        covered += Math.max(0, bottom - Math.max(end, top));
        end = Math.max(end, bottom);
    }
    return covered / height;
}"""
STICKS_OUT = """(width) => [...document.querySelectorAll("body *")]
    .filter((each) => each.getBoundingClientRect().right > width + 0.5 && !each.closest(".unseen, .skip, svg *"))
    .map((each) => each.outerHTML.slice(0, 90))"""
IS_IN_SIGHT = """(each) => {
    const box = each.getBoundingClientRect();
    const spots = [];
    for (const x of [0.1, 0.5, 0.9]) for (const y of [0.1, 0.5, 0.9]) {
        spots.push([box.left + box.width * x, box.top + box.height * y]);
    }
    return spots.some(([x, y]) => {
        const at = document.elementFromPoint(x, y);
        return Boolean(at && (each.contains(at) || at.contains(each) || at.closest("label")?.control === each));
    });
}"""
HIDDEN_WHEN_FOCUSED = """() => {
    const found = [], isInSight = IS_IN_SIGHT;
    for (const each of document.querySelectorAll("details.menu")) each.open = false;
    const all = "a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex='0']";
    const skips = "fieldset:disabled *, [disabled], .unseen, .unseen *, .skip, dialog:not([open]) *";
    for (const each of document.querySelectorAll(all)) {
        if (each.matches(skips) || !each.checkVisibility({ visibilityProperty: true })) continue;
        each.focus();
        if (document.activeElement === each && !isInSight(each)) found.push(each.outerHTML.slice(0, 110));
    }
    document.activeElement.blur();
    scrollTo(0, 0);
    return found;
}""".replace("IS_IN_SIGHT", IS_IN_SIGHT)


def zoomed_faults(page: Page, name: str) -> list[str]:
    """Nothing scrolls sideways, and what floats leaves more than half of the height to what is read."""
    before, (width, height) = page.viewport_size, ZOOMED
    page.set_viewport_size({"width": width, "height": height})
    found = []
    if page.evaluate("() => document.documentElement.scrollWidth") > width:
        found.append(f"{name} zoomed scrolls sideways: {page.evaluate(STICKS_OUT, width)}")
    for where in ("0", "document.body.scrollHeight / 2", "document.body.scrollHeight"):
        page.evaluate(f"() => scrollTo(0, {where})")
        if (covered := page.evaluate(FLOATING)) > 0.5:
            found.append(f"{name} zoomed is covered to {covered:.0%} at {where}")
    found += hidden_focus(page, f"{name}, zoomed")
    page.set_viewport_size(before)
    return found


def hidden_focus(page: Page, name: str) -> list[str]:
    """Whatever takes the focus can be seen (WCAG 2.4.11)."""
    return [f"{name}: focused but covered: {each}" for each in page.evaluate(HIDDEN_WHEN_FOCUSED)]


def skip_link_faults(page: Page, name: str) -> list[str]:
    """The first stop of the Tab key leads past the head of the page."""
    page.evaluate(START)
    page.keyboard.press("Tab")
    if not page.evaluate("() => document.activeElement.matches('.skip')"):
        return [f"{name}: the first stop is {page.evaluate(FOCUSED)}"]
    if not page.evaluate("() => document.activeElement.getBoundingClientRect().height > 20"):
        return [f"{name}: the way past the head cannot be seen"]
    page.keyboard.press("Enter")
    if not page.evaluate(IS_INSIDE):
        return [f"{name}: after the way past the head: {page.evaluate(FOCUSED)}"]
    return []
