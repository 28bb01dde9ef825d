import os
from campaigns.models import LogEntry
from characters.models import Character

def test_explore(screen, live, campaign, marta, pablo, ines, brianda, settings):
    settings.SITE_URL = live.url
    lang = os.environ.get("L", "en-GB")
    d = Character.begin(campaign, pablo, pablo, name="Tello de Zalamea", concept="Cazador de las salinas", gender="m")
    for k, v in dict(physique=3, dexterity=4, intelligence=2, perception=5, charisma=2, willpower=2).items():
        d.spend(pablo, "attributes", k, to=v)
    for k, v in dict(ranged_weapons=4, dodge=3, reflexes=4, notice=5, stealth=3, melee_weapons=2, track=2, climb=2, haggle=2).items():
        d.spend(pablo, "skills", k, to=v)
    d.take(pablo, "long_sword"); d.take(pablo, "short_bow"); d.wear(pablo, "armor", "leather")
    fresh = Character.begin(campaign, ines, ines, name="Nuño", concept="", gender="")
    base = campaign.get_absolute_url()
    pages = {"build": (pablo, f"/c/{d.key}/build/"), "who": (pablo, f"/c/{d.key}/build/who/"), "gear": (pablo, f"/c/{d.key}/build/gear/"), "review": (pablo, f"/c/{d.key}/build/review/"),
      "new": (marta, base + "characters/new/"), "table-pl": (pablo, base), "table-gm": (marta, base), "fresh": (ines, f"/c/{fresh.key}/build/")}
    only = os.environ.get("ONLY")
    for scheme in os.environ.get("SCHEMES", "light").split(","):
        for size in ((360, 740), (1280, 800)):
            for name, (who, path) in pages.items():
                if only and name not in only.split(","): continue
                page = screen(who, path, size=size, scheme=scheme, language=lang)
                if name == "build":
                    page.locator("#more-perception").click(force=True)
                    page.wait_for_timeout(300)
                    page.locator("#value-dexterity").fill("9")
                    page.locator("#value-dexterity").blur()
                    page.wait_for_timeout(500)
                page.screenshot(path=f"/tmp/shots/b-{name}-{size[0]}-{scheme}.png", full_page=os.environ.get("FULL", "1") == "1")
                page.context.close()
    d.spend(pablo, "attributes", "physique", to=4); d.spend(pablo, "attributes", "willpower", to=3)
    for size in ((360, 740), (1280, 800)):
        page = screen(pablo, pages["review"][1], size=size, language=lang)
        page.screenshot(path=f"/tmp/shots/b-review2-{size[0]}.png", full_page=True)
        page.context.close()
    d.finish(pablo, losing=d.spending.left.skills if False else 23)
    for size in ((360, 740), (1280, 800)):
        page = screen(pablo, d.get_absolute_url().replace("build/", ""), size=size, language=lang)
        page.screenshot(path=f"/tmp/shots/b-sheet-{size[0]}.png", full_page=True)
    screen.forgives("422")
