"""What is pushed moves nothing under the finger: only a log grows, at its top."""

import pytest
from playwright.sync_api import Page, Route, expect

from tests.e2e.screens import DESK, PHONE

WATCH = """async () => {
    await Promise.allSettled([...document.fonts].map(face => face.load()))  // what one that comes late moves is no push
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame)
    window.moved = []
    new PerformanceObserver(list => {
        for (const { node } of list.getEntries().flatMap(entry => [...entry.sources])) {
            const element = node?.closest ? node : node?.parentElement
            if (element && !element.closest("#log")) window.moved.push(element.id || element.className)
        }
    }).observe({ type: "layout-shift" })
}"""
SHIFTED = """() => {
    let sum = 0
    new PerformanceObserver(list => list.getEntries().forEach(entry => { sum += entry.value }))
        .observe({ type: "layout-shift" })
    const drawn = () => new Promise(done => requestAnimationFrame(() => setTimeout(done, 0)))
    window.shifted = async () => { await drawn(); await drawn(); return sum }
    return drawn()
}"""
LITTLE = 0.005  # up to 0.1 is good (Core Web Vitals)
MOVED = "() => new Promise(done => requestAnimationFrame(() => setTimeout(() => done(window.moved), 0)))"


@pytest.mark.parametrize("size", [PHONE, DESK])
def test_points_that_somebody_else_takes_move_nothing_on_a_sheet(screen, brianda, ines, marta, size):
    brianda.roll(ines, "stealth", difficulty=10)
    page = screen(ines, brianda.get_absolute_url(), size=size)
    page.evaluate(WATCH)

    brianda.change_pool(marta, "pv", -3)
    expect(page.locator(f"#pools-{brianda.key}")).to_contain_text("13")

    assert page.evaluate(MOVED) == []


@pytest.mark.parametrize("size", [PHONE, DESK])
def test_what_happens_at_the_table_moves_only_its_log(screen, brianda, ines, marta, size):
    for number in range(12):
        brianda.change_pool(marta, "pv", 1 if number % 2 else -1)
    page = screen(ines, brianda.campaign.get_absolute_url(), size=size)
    page.evaluate(WATCH)

    entry = brianda.change_pool(marta, "pv", -2)
    expect(page.locator(f"#entry-{entry.key}")).to_be_attached()

    assert page.evaluate(MOVED) == []


def moved_by_late_faces(page: Page, path: str) -> float:
    """How much moves, as the browser counts it, when all three faces come after the page has been drawn."""
    held: list[Route] = []
    page.route("**/*.woff2", lambda route: held.append(route))
    page.goto(path, wait_until="domcontentloaded")
    page.evaluate(SHIFTED)
    while len(held) < 3:
        page.wait_for_event("request", lambda request: request.url.endswith(".woff2"))
    for each in held:
        each.continue_()
    return page.evaluate("async () => { await document.fonts.ready; return window.shifted() }")


@pytest.mark.parametrize("size", [PHONE, DESK])
def test_faces_that_come_late_move_next_to_nothing(screen, ines, brianda, size):
    """What stands in for them is as wide and as high (tokens.css)."""
    brianda.roll(ines, "stealth", difficulty=10)

    assert moved_by_late_faces(screen(ines, size=size), brianda.get_absolute_url()) < LITTLE
