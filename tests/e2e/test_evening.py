"""The first half of an evening, as the product tells it: a GM and two players in three browsers, a new campaign.

What the dice show is scripted; everything else is done on the pages, by mouse and by thumb.
"""

from urllib.parse import urlparse

import pytest
from playwright.sync_api import Locator, Page, expect

from campaigns.models import Campaign, LogEntry
from combat.models import Encounter
from tests.conftest import PASSWORD
from tests.e2e.screens import NO_LINE, PHONE, REFUSED, hide, is_marked, mark, messages_of, newest, row_of, show, spanish

REAL, ALIAS = "Azcona", "Figura con máscara"
JARA = {
    "attributes": {"physique": 4, "dexterity": 3, "intelligence": 2, "perception": 5, "charisma": 3, "willpower": 3},
    "skills": {"melee_weapons": 5, "reflexes": 5, "dodge": 3},
    "gear": ("weapons-long_sword", "shield-buckler"),
}
"""16 PV, +9 with her sword, defense 3 + 3 + 5 and 1 of the shield (C0); initiative +10."""
LOPE = {
    "attributes": {"physique": 5, "dexterity": 4, "intelligence": 2, "perception": 3, "charisma": 3, "willpower": 3},
    "skills": {"melee_weapons": 4, "reflexes": 2, "dodge": 4},
    "gear": ("weapons-spear", "armor-mail"),
}
"""20 PV, +9 with his spear, defense 4 + 4 + 5, absorption 4; initiative 3 + 2, less 2 of the mail."""


@pytest.fixture
def network(settings):
    """The computer is on a LAN; what the invitation says is not its own name for itself."""
    settings.SITE_URL, settings.LAN_ADDRESSES, settings.PORT = "", ["192.168.1.20"], 8000


def test_the_first_half_of_an_evening(screen, live, network, dice):
    screen.forgives(REFUSED)
    screen.forgives(NO_LINE)
    screen.forgives("status of 404")

    # a newcomer makes a campaign and finds the link for the others
    gm = screen(None, "/")
    new_campaign = gm.locator("form[action='/new/']")
    words = {"campaign": "La sal y el hierro", "name": "Marta", "username": "marta", "password": PASSWORD}
    for field, word in words.items():
        new_campaign.locator(f"[name={field}]").fill(word)
    new_campaign.locator("button.primary").click()
    expect(gm.locator("h1")).to_have_text("La sal y el hierro")
    gm.locator("#invite form button").click()
    link = urlparse(gm.locator("#invite code").text_content())
    assert link.netloc == "192.168.1.20:8000"
    expect(gm.locator("#invite svg.qr")).to_be_visible()
    mark(gm)

    # two players open it, say a name, and are in
    ruth, nuno = screen(None, size=PHONE), screen(None, size=PHONE)
    arrived = {page: messages_of(page) for page in (ruth, nuno)}
    for page, name in ((ruth, "Ruth"), (nuno, "Nuño")):
        page.goto(link.path)
        page.locator("#id_name").fill(name)
        page.locator("main .button.primary").first.tap()
        expect(page.locator("h1")).to_have_text("La sal y el hierro")
        expect(gm.locator("#members")).to_contain_text(name)
    assert is_marked(gm)
    campaign = Campaign.objects.get()
    assert campaign.memberships.count() == 3

    # each makes a character, and the GM sees them finished
    begin(ruth, "Jara", "feminine")
    spend(ruth, JARA)
    expect(left(ruth, "attributes")).to_have_text("0")
    type_in(ruth, "physique", 5)
    expect(ruth.locator("#told-physique .problem").first).to_contain_text("P1")  # one more than there is
    expect(ruth.locator("#value-physique")).to_have_attribute("aria-invalid", "true")
    type_in(ruth, "physique", 4)
    expect(ruth.locator("#told-physique .problem")).to_have_count(0)
    take(ruth, JARA)
    expect(ruth.locator("[data-derived=defense]")).to_have_text("12")
    ruth.locator(".steps a").nth(1).tap()
    for group in ("attributes", "skills"):
        for key, number in JARA[group].items():
            expect(ruth.locator(f"#value-{key}")).to_have_value(str(number))
    expect(left(ruth, "skills")).to_have_text("37")
    finish(ruth, losing=37)
    begin(nuno, "Lope", "masculine")
    spend(nuno, LOPE)
    take(nuno, LOPE)
    finish(nuno, losing=40)
    for name, most in (("Jara", "16"), ("Lope", "20")):
        expect(row_of(gm, name).locator(".pv-cell")).to_contain_text(most)
    assert is_marked(gm)

    # an encounter: heroes in one tap, four goblins in one action, one more whom nobody sees
    gm.locator("#encounters a[href$='/encounters/new/']").click()
    gm.locator("#id_name").fill("Emboscada en el pozo")
    gm.locator("main .button.primary").click()
    expect(names(gm)).to_have_text(["Jara", "Lope"])
    gm.locator(".add-fighters .more > summary").click()
    add_foes(gm, name="Goblin", count="4", points="8", defense="12", attack="6", damage="1d6", initiative="5")
    expect(names(gm)).to_have_text(["Jara", "Lope", *(f"Goblin {number}" for number in (1, 2, 3, 4))])
    gm.locator("#foe_hidden").check()
    add_foes(gm, name=REAL, count="1", points="30", attack="8", damage="2d6", initiative="8", alias=ALIAS)
    expect(names(gm)).to_have_count(7)
    fight = Encounter.objects.get()
    boss = next(row.character.key for row in fight.present if row.is_hidden)
    for page in (ruth, nuno):
        expect(page.locator("#encounters")).not_to_contain_text("Emboscada")
        assert page.request.get(fight.get_absolute_url()).status == 404

    # initiative for all: the order on every screen, and who may do more in a turn
    dice(4, 10, 10, 2, 6, 9, 1, 3, 5, 2, 6, 8, 1, 2, 4, 5, 8, 10, 1, 2, 6)
    gm.locator(f"#start-{fight.key}").click()
    seen = ["Jara", "Goblin 4", "Goblin 2", "Lope", "Goblin 1", "Goblin 3"]
    totals = ["20", "13", "11", "9", "8", "7"]
    expect(names(gm)).to_have_text([*seen[:3], REAL, *seen[3:]])
    expect(gm.locator(".ladder .init")).to_have_text([*totals[:3], "10", *totals[3:]])
    extra = gm.locator(".ladder .who").first.locator(".pips")
    expect(extra.locator(".full:not(.minor)")).to_have_count(2)
    for page in (ruth, nuno):
        page.locator("#encounters .button").tap()  # pushed to the table where they sit
        expect(names(page)).to_have_text(seen)
        expect(page.locator(".ladder .init")).to_have_text(totals)
        expect(newest(page).locator(".initiatives li").first).to_contain_text("20")
        expect(newest(page).locator(".initiatives .badge")).to_have_count(1)
        expect(newest(page)).to_contain_text("C2")
        mark(page)
    screens = (gm, ruth, nuno)

    # "te toca": odds by difficulty, for no player knows a goblin's defense; a throw that all see
    expect(ruth.locator(".your-turn")).to_contain_text("Te toca, Jara")
    expect(nuno.locator(".your-turn")).to_have_count(0)
    expect(nuno.locator("#throw")).to_have_count(0)
    expect(banner(nuno)).to_have_text("Jara")
    ruth.locator("#target").select_option(label="Goblin 2")
    expect(ruth.locator(".by-difficulty li")).to_have_count(6)
    expect(ruth.locator(".by-difficulty li", has_text="10").first).to_contain_text("97,2")  # all but a one (R4)
    expect(gm.locator("#weapon")).to_have_value(f"{key_of(fight, 'Jara')}:long_sword")
    before = bar(gm, "Goblin 2")
    dice(10, 8, 9, 2, 1)
    ruth.locator("#throw").tap()
    shown = the_same_entry(screens, kept="9", line="Goblin 2")
    expect(shown[gm].locator(".rolls-line").first).to_contain_text("18")
    expect(shown[gm].locator(".rolls-line").first).to_contain_text("12")
    for page in (ruth, nuno):
        expect(shown[page]).to_contain_text("18")
        expect(shown[page].locator(".rolls-line").first).not_to_contain_text("12")  # its defense
        expect(state(page, "Goblin 2")).to_contain_text(spanish("badly hurt"))
    expect(points(gm, "Goblin 2")).to_have_text("5 / 8")
    assert bar(gm, "Goblin 2") != before
    expect(shown[ruth].locator(".why")).to_contain_text("C10")
    expect(shown[ruth].locator(".rolls-line").first).to_be_in_viewport()  # without looking for it
    expect(points(ruth, "Goblin 2")).to_have_count(0)

    # her second action: a critical adds a die, a six is thrown again
    expect(ruth.locator(".your-turn small")).to_contain_text("1")
    ruth.locator("#target").select_option(label="Goblin 1")
    ruth.locator("#modifier").fill("3")
    ruth.locator("#modifier").blur()
    expect(ruth.locator("#odds .sum-line")).to_contain_text("+12")
    dice(4, 10, 10, 6, 5, 1, 1)
    ruth.locator("#throw").tap()
    shown = the_same_entry(screens, kept="10", line="Goblin 1")
    for page in screens:
        expect(shown[page]).to_contain_text("13")
        for rule in ("R6", "C5", "R11"):
            expect(shown[page].locator(".why")).to_contain_text(rule)
    for page in (ruth, nuno):
        expect(row(page, "Goblin 1").locator(".badge.quiet")).to_be_visible()
    expect(ruth.locator("#throw")).to_have_count(0)
    expect(ruth.locator("#panel")).to_contain_text("C2")

    # next turns; a goblin strikes back
    ruth.locator(".your-turn button").tap()
    everyone_sees(screens, "Goblin 4")
    expect(ruth.locator(".your-turn")).to_have_count(0)
    expect(gm.locator("#weapon")).to_have_value(f"{key_of(fight, 'Goblin 4')}:own")
    gm.locator("#target").select_option(label="Jara")
    dice(7, 8, 3, 4)
    gm.locator("#throw").click()
    the_same_entry(screens, kept="7", line="Jara")
    for page in screens:
        expect(points(page, "Jara")).to_have_text("12 / 16")
    expect(ruth.locator(".own .pv")).to_contain_text("12")
    next_turn(gm)
    everyone_sees(screens, "Goblin 2")

    # whoever is hidden acts: the banner of the players stays where it was
    next_turn(gm)
    expect(banner(gm)).to_have_text(REAL)
    at_start = {page: whole(page) for page in screens}
    for page in (ruth, nuno):
        expect(banner(page)).to_have_text("Goblin 2")
    steps = [undo(gm).text_content()]
    expect(gm.locator("#weapon")).to_have_value(f"{boss}:own")  # the panel has followed the turn
    gm.locator("#target").select_option(label="Lope")
    dice(6, 7, 9, 5, 5)
    gm.locator("#throw").click()
    for page in screens:
        expect(points(page, "Lope")).to_have_text("14 / 20")  # 10 of damage, 4 of them absorbed
    for page in (ruth, nuno):
        expect(newest(page).locator(".line")).to_contain_text("Lope")
        expect(newest(page).locator(".mini")).to_have_count(0)
        expect(banner(page)).to_have_text("Goblin 2")
        expect(names(page)).to_have_text(seen)

    # three more steps, and then the mistake is seen: four steps back, on every screen
    steps.append(undo_says_more(gm, steps))
    next_turn(gm)
    expect(nuno.locator(".your-turn")).to_contain_text("Te toca, Lope")
    steps.append(undo_says_more(gm, steps))
    nuno.locator("#target").select_option(label="Goblin 4")
    dice(5, 5, 9, 4)
    nuno.locator("#throw").tap()
    the_same_entry(screens, kept="5", line="Goblin 4")
    steps.append(undo_says_more(gm, steps))
    gm.locator("#who").select_option(label="Jara")
    gm.locator("#amount").fill("9")
    gm.locator("#do-harm").click()
    for page in screens:
        expect(points(page, "Jara")).to_have_text("3 / 16")
        expect(row(page, "Jara").locator(".badge.harm")).to_be_visible()
    undo_says_more(gm, steps)
    for step in reversed(steps):
        undo(gm).click()
        expect(undo(gm)).to_have_text(step)
    for page in screens:
        for part, html in at_start[page].items():
            expect(page.locator(part)).to_have_js_property("innerHTML", html)
        expect(page.locator(".entry.undone .badge")).to_have_count(4)
    assert LogEntry.objects.filter(is_undone=True).count() == 4

    # and it goes on: this time the blow misses
    expect(gm.locator("#weapon")).to_have_value(f"{boss}:own")
    gm.locator("#target").select_option(label="Lope")
    dice(1, 2, 3)
    gm.locator("#throw").click()
    expect(undo(gm)).to_contain_text("Lope")
    next_turn(gm)
    everyone_sees(screens, "Lope")
    expect(points(nuno, "Lope")).to_have_text("20 / 20")

    # a phone sleeps through several turns, and wakes
    hide(ruth)
    ruth.context.set_offline(True)
    asleep = whole(ruth)
    dice(5, 5, 9, 4)
    nuno.locator("#target").select_option(label="Goblin 4")
    nuno.locator("#throw").tap()
    expect(state(nuno, "Goblin 4")).to_contain_text(spanish("badly hurt"))
    nuno.locator(".your-turn button").tap()
    everyone_sees((gm, nuno), "Goblin 3")  # Goblin 1 is out (T4)
    next_turn(gm)
    everyone_sees((gm, nuno), "Jara")
    expect(gm.locator(".turn .round")).to_contain_text("2")
    gm.locator("#who").select_option(label=REAL)
    gm.locator("#do-hide").click()
    expect(names(nuno)).to_have_text([*seen[:3], ALIAS, *seen[3:]])
    assert whole(ruth) == asleep
    for page in (ruth, nuno):
        assert all(boss not in message and ALIAS not in message for message in arrived[page][:-1])
    ruth.context.set_offline(False)
    show(ruth)
    expect(ruth.locator(".your-turn")).to_contain_text("Te toca, Jara")
    expect(ruth.locator(".ladder")).to_have_js_property("innerHTML", nuno.locator(".ladder").inner_html())
    expect(ruth.locator("#throw")).to_be_visible()
    assert ruth.locator("#log > .entry").evaluate_all("(all) => all.map((each) => each.id)") == nuno.locator(
        "#log > .entry"
    ).evaluate_all("(all) => all.map((each) => each.id)")

    # nobody's page was loaded again, and the name that was kept was in nothing that came to a player
    for page in (ruth, nuno):
        assert is_marked(page)
        assert REAL not in page.content()
        assert not any(REAL in message for message in arrived[page])


# --- building ---------------------------------------------------------------------------------------------------------


def begin(page: Page, name: str, gender: str) -> None:
    page.locator("#own a[href$='/characters/new/']").tap()
    page.locator("#id_name").fill(name)
    page.locator(".choice label", has_text=spanish(gender)).tap()
    page.locator("main .button.primary").tap()
    expect(left(page, "attributes")).to_have_text("14")


def spend(page: Page, hero: dict) -> None:
    for group in ("attributes", "skills"):
        for key, number in hero[group].items():
            type_in(page, key, number)
    expect(left(page, "attributes")).to_have_text("0")
    expect(left(page, "skills")).to_have_text(str(50 - sum(hero["skills"].values())))


def type_in(page: Page, key: str, number: int) -> None:
    page.locator(f"#value-{key}").fill(str(number))
    page.locator(f"#value-{key}").blur()


def take(page: Page, hero: dict) -> None:
    page.locator(".steps a").nth(2).tap()
    for thing in hero["gear"]:
        page.locator(f"#{thing}").press("Enter")  # scrolled to the same spot, a quick second tap is a double one
        expect(page.locator(f"#{thing}")).to_have_attribute("aria-pressed", "true")


def finish(page: Page, *, losing: int) -> None:
    page.locator(".steps a").nth(3).tap()
    expect(page.locator("#finish")).to_contain_text(str(losing))
    page.locator("#finish").tap()
    expect(page.locator("[id^=finish-] .notice.sound")).to_be_visible()
    page.locator("aside a[href^='/t/']").last.tap()
    expect(page.locator("#roster")).to_be_visible()


def left(page: Page, budget: str) -> Locator:
    return page.locator(f"[data-left={budget}]")


# --- the encounter ----------------------------------------------------------------------------------------------------


def add_foes(page: Page, **values: str) -> None:
    for field, text in values.items():
        page.locator(f"#foe_{field}").fill(text)
    page.locator("#add-foe").click()


def names(page: Page) -> Locator:
    return page.locator(".ladder .who .n")


def row(page: Page, name: str) -> Locator:
    return page.locator(".ladder .who", has=page.get_by_text(name, exact=True))


def points(page: Page, name: str) -> Locator:
    return row(page, name).locator("> .pv")


def state(page: Page, name: str) -> Locator:
    """What a row says of someone's PV in words."""
    return row(page, name)


def bar(page: Page, name: str) -> str:
    return row(page, name).locator(".pv-bar").inner_html()


def banner(page: Page) -> Locator:
    return page.locator(".turn .whose")


def everyone_sees(pages: tuple[Page, ...], name: str) -> None:
    for page in pages:
        expect(banner(page)).to_have_text(name)
        expect(page.locator(".ladder .is-now .n")).to_have_text(name)


def next_turn(page: Page) -> None:
    page.locator("[id^=next-]").click()


def undo(page: Page) -> Locator:
    return page.locator(".turn [id^=undo-]")


def undo_says_more(page: Page, steps: list[str]) -> str:
    """What the banner offers to take back, once it is none of what it offered before."""
    expect(undo(page)).not_to_have_text(steps[-1])
    return undo(page).text_content()


def the_same_entry(pages: tuple[Page, ...], *, kept: str, line: str) -> dict[Page, Locator]:
    """The newest entry on each of these screens: the same one, with the kept die marked and a sentence."""
    expect(newest(pages[0]).locator(".line")).to_contain_text(line)
    expect(newest(pages[0]).locator(".mini .kept text").first).to_have_text(kept)
    key = newest(pages[0]).get_attribute("id")
    shown = {page: page.locator(f"#log > #{key}") for page in pages}
    sentence = " ".join(shown[pages[0]].locator(".line").text_content().split())
    for page, entry in shown.items():
        expect(newest(page)).to_have_id(key)
        expect(entry.locator(".line")).to_have_text(sentence)
        expect(entry.locator(".mini .kept text").first).to_have_text(kept)
        expect(entry.locator(".why")).not_to_be_empty()
    return shown


def whole(page: Page) -> dict[str, str]:
    """All that a screen shows of the fight as it stands: order, turn, points, actions; on a phone one's own too."""
    parts = [".ladder", *(["[id^=yours-]"] if page.locator("[id^=yours-]").count() else [])]
    return {part: page.locator(part).inner_html() for part in parts}


def key_of(fight: Encounter, name: str) -> str:
    return next(each.character.key for each in fight.present if each.character.name == name)
