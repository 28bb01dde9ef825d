from playwright.sync_api import expect
from tests.e2e.screens import points
def test_press(screen, ines, marta, brianda):
    screen.forgives(".")
    sheet = screen(ines, brianda.get_absolute_url())
    sheet.locator(".pool .less").hover()
    sheet.mouse.down()
    brianda.change_pool(marta, "pv", -2)
    expect(points(sheet)).to_have_text("14")
    sheet.mouse.up()
    expect(points(sheet)).to_have_text("13", timeout=3000)
def test_swallow(screen, ines, marta, brianda):
    screen.forgives(".")
    sheet = screen(ines, brianda.get_absolute_url())
    def swallow(route) -> None:
        route.fetch()  # it arrives, and is done
        route.abort()
    sheet.route("**/roll/**", swallow)
    sheet.locator("#roll-stealth").click()
    expect(sheet.locator(".result")).to_be_visible()
    sheet.unroute("**/roll/**")
    sheet.locator("#roll-stealth").click()
    sheet.wait_for_timeout(1000)
    from campaigns.models import LogEntry
    assert LogEntry.objects.count() == 2
    expect(sheet.locator("#offline")).to_be_hidden()
