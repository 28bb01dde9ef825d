"""What is pushed moves nothing under the finger: only a log grows, at its top."""

import pytest
from playwright.sync_api import expect

from tests.e2e.screens import DESK, PHONE

WATCH = """async () => {
    await document.fonts.ready  // what a face that comes late moves is no push
    window.moved = []
    new PerformanceObserver(list => {
        for (const { node } of list.getEntries().flatMap(entry => [...entry.sources])) {
            const element = node?.closest ? node : node?.parentElement
            if (element && !element.closest("#log")) window.moved.push(element.id || element.className)
        }
    }).observe({ type: "layout-shift" })
}"""
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
