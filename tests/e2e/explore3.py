from playwright.sync_api import expect
def test_x(screen, ines, brianda, dice, campaign):
    dice(2,7,9,1,3,8)
    screen.forgives(".")
    sheet = screen(ines)
    sheet.goto(brianda.get_absolute_url())
    sheet.on("console", lambda m: print("CON", m.text))
    sheet.on("request", lambda r: print("REQ", r.method, r.url, r.post_data) if "static" not in r.url else None)
    sheet.on("response", lambda r: print("RES", r.status, r.url, r.text()[:300] if r.status==200 and "live" not in r.url else "") if "static" not in r.url else None)
    sheet.evaluate("""() => { for (const n of ["click","mousedown","mouseup","change","htmx:afterRequest","htmx:beforeSwap","htmx:targetError","htmx:swapError","htmx:responseError","htmx:beforeRequest","htmx:afterSwap", "htmx:configRequest"]) document.addEventListener(n, (e) => console.log(n, e.target.id || e.target.tagName, document.body.contains(e.target), !!document.getElementById("roll"), document.getElementById("roll-stealth")?.form?.id, e.detail?.error ?? ""), true) }""")
    second = screen(ines, campaign.get_absolute_url())
    sheet.locator("select[name=audience]").select_option("private")
    sheet.locator("#modifier").fill("77")
    sheet.locator("#roll-stealth").click()
    expect(sheet.locator(".result .sum b")).to_have_text("91")  # the roller sees it
    sheet.locator("select[name=audience]").select_option("table")
    sheet.locator("#modifier").fill("0")
    sheet.locator("#roll-stealth").click(timeout=2000)
