import time
from playwright.sync_api import expect
from characters.demo import load_demo
from campaigns.models import Membership

def test_explore(screen, live, settings):
    import os
    lang = os.environ.get("L", "es-ES")
    settings.SITE_URL = live.url
    campaign = load_demo()
    marta = Membership.objects.get(name="Marta"); ines = Membership.objects.get(name="Inés")
    hero = campaign.characters.first()
    ruth = Membership.objects.get(name="Ruth")
    inv = campaign.invitation.get_absolute_url()
    link = ruth.ask_back("x"*26)
    base = campaign.get_absolute_url()
    pages = {
        "start": (None, "/"), "start-in": (marta, "/"), "login": (None, "/log-in/"), "account": (ines, "/account/"), "join": (None, inv),
        "table-gm": (marta, base), "table-pl": (ines, base), "sheet": (ines, hero.get_absolute_url()),
        "log": (ines, base+"log/"), "rules": (ines, base+"rules/"), "member": (marta, f"{base}members/{ines.key}/"), "404": (ines, "/nothing/"),
    }
    screen.forgives("status of 404")
    for scheme in ("light", "dark"):
        for size in ((360,740),(1280,800)):
            for name, (who, path) in pages.items():
                t=time.time()
                page = screen(who, path, size=size, scheme=scheme, language=lang, touch=size[0]<500)
                page.screenshot(path=f"/tmp/shots/{name}-{size[0]}-{scheme}.png", full_page=os.environ.get("FULL")=="1")
                print(name, size, scheme, round(time.time()-t,2))
                page.context.close()
