"""A whole evening, as the product tells it (B43), by keyboard alone: nothing is clicked, tapped, filled or focused.

Pages are read as a person reads them; on the way to a control Tab is pressed so many times at most, and what has the
focus must be in sight. What the dice show is scripted.
"""

import re
from urllib.parse import urlparse

import pytest
from playwright.sync_api import expect

from tests.conftest import PASSWORD
from tests.e2e.keyboard import OPTION, Hands
from tests.e2e.screens import NO_LINE, PHONE, REFUSED, hide, newest, row_of, show, spanish

TABLE, FIGHT = "La sal y el hierro", "Emboscada en el pozo"
REAL, ALIAS = "Azcona", "Figura con máscara"
JARA = {
    "name": "Jara",
    "attributes": {"Físico": 4, "Destreza": 3, "Inteligencia": 2, "Percepción": 5, "Carisma": 3, "Voluntad": 3},
    "skills": {"Armas cuerpo a cuerpo": 5, "Reflejos": 5, "Esquivar": 3},
    "gear": (("Llevar", "Espada larga"), ("Ponerse", "Broquel")),
    "lost": 37,
}
"""20 PV at physique × 5, +9 with her sword, defense 3 + 3 + 5 and 1 of the shield (C0); initiative +10."""
LOPE = {
    "name": "Lope",
    "attributes": {"Físico": 5, "Destreza": 4, "Inteligencia": 2, "Percepción": 3, "Carisma": 3, "Voluntad": 3},
    "skills": {"Armas cuerpo a cuerpo": 4, "Reflejos": 2, "Esquivar": 4},
    "gear": (("Llevar", "Lanza"), ("Ponerse", "Cota de malla")),
    "lost": 40,
}
"""25 PV, +9 with his spear, active defense 4 + 4, absorption 4; initiative 3 + 2, less 2 of the mail."""


@pytest.fixture
def network(settings):
    settings.SITE_URL, settings.LAN_ADDRESSES, settings.PORT = "", ["192.168.1.20"], 8000


def test_an_evening_by_keyboard_alone(screen, live, network, dice):
    screen.forgives(f"{REFUSED}|{NO_LINE}")
    gm, ruth, nuno = Hands(screen(None, "/")), Hands(screen(None, size=PHONE)), Hands(screen(None, size=PHONE))
    a_campaign_is_made(gm)
    hit_points_are_changed(gm)
    link = somebody_is_invited(gm)
    for player, name, hero in ((ruth, "Ruth", JARA), (nuno, "Nuño", LOPE)):
        sits_down(player, link, name)
        builds(player, hero)
    for name, most in (("Jara", "20"), ("Lope", "25")):
        expect(row_of(gm.page, name).locator(".pv-cell")).to_contain_text(most)
    a_boss_is_made(gm)
    an_adventure_is_opened(gm, ruth)
    a_fight_is_prepared(gm)
    it_begins(gm, ruth, nuno, dice)
    a_player_attacks(gm, ruth, nuno, dice)
    an_arrow_is_dodged(gm, nuno, dice)
    somebody_falls(gm, ruth, nuno, dice)
    four_steps_back_and_on(gm, ruth)
    a_phone_sleeps_and_wakes(gm, ruth, nuno)
    it_ends(gm, ruth, dice)
    px_are_earned(gm)
    one_rises_a_level(nuno)
    all_of_it_is_kept(gm, ruth)


# --- before -----------------------------------------------------------------------------------------------------------


def a_campaign_is_made(gm: Hands) -> None:
    gm.press(spanish("A campaign of my own"), "link")
    gm.write(spanish("Name of the campaign"), TABLE)
    gm.write("Tu nombre", "Marta")
    gm.write("Usuario", "marta")
    gm.write(spanish("Password"), PASSWORD)
    gm.to("radio", re.compile("^RyF de mesa"))
    gm.follow(spanish("Make the campaign"), "button")
    expect(gm.page.locator("h1")).to_have_text(TABLE)


def hit_points_are_changed(gm: Hands) -> None:
    """Found by its name, tried out, read, and saved."""
    gm.follow(spanish("House rules"))
    gm.write(spanish("Find an option"), "puntos de vida", "searchbox")
    gm.write("Puntos de vida: máximo", "físico × 5")
    gm.follow(spanish("See what it does"), "button")
    expect(gm.page.locator("#unsaved")).to_contain_text("Físico × 5 en vez de Físico × 4")
    gm.follow(spanish("Save"), "button")
    expect(gm.page.locator("#housenow")).to_contain_text("Físico × 5")
    gm.follow(spanish("Table"), back=True)


def somebody_is_invited(gm: Hands) -> str:
    gm.follow(spanish("Make an invitation"), "button")
    return urlparse(gm.page.locator("#invite code").inner_text()).path


def sits_down(player: Hands, link: str, name: str) -> None:
    player.page.goto(link)
    player.past_the_head()
    player.write("Tu nombre en la mesa", name)
    player.follow(spanish("Sit down at the table"), "button")
    expect(player.page.locator("h1")).to_have_text(TABLE)


def builds(player: Hands, hero: dict) -> None:
    page = player.page
    player.follow("Hacer mi personaje")
    player.write(spanish("Name"), hero["name"])
    player.follow(spanish("On to the points"), "button")
    for name, number in hero["attributes"].items():
        player.write(name, str(number))
    player.keys("Tab")
    expect(page.locator("[data-left=attributes]")).to_have_text("0")
    player.to("searchbox", spanish("Find or add a skill"))
    for name, number in hero["skills"].items():  # Enter leads to its number, and from there back
        expect(page.locator("#find")).to_be_focused()
        page.keyboard.type(name)
        player.keys("Enter")
        page.keyboard.type(str(number))
        player.keys("Enter")
    expect(page.locator("[data-left=skills]")).to_have_text(str(hero["lost"]))
    player.follow("Equipo", back=True)
    for does, thing in hero["gear"]:
        player.press(f"{does} {thing}")
        expect(page.get_by_role("button", pressed=True).filter(has_text=thing)).to_be_focused()
    player.follow("Repaso", back=True)
    player.press(re.compile("^Acabar y perder"))
    expect(page.locator("[id^=finish-] .notice.sound")).to_be_visible()
    player.follow(spanish("Back to the table"))
    expect(page.locator("#roster")).to_contain_text(hero["name"])


# --- the story and the fight ------------------------------------------------------------------------------------------


def a_boss_is_made(gm: Hands) -> None:
    gm.past_the_head()
    gm.follow(spanish("Library"), back=True)
    gm.follow(spanish("A new foe"))
    gm.write(spanish("Name"), REAL)
    gm.write("PV", "30", "spinbutton")
    gm.write(spanish("Attack"), "4", "spinbutton")
    gm.write(spanish("Damage"), "")
    gm.keys("Delete")
    gm.unfold(spanish("What it carries"))
    gm.press("Arco largo", "checkbox", key="Space")
    gm.write("Alias para la mesa", ALIAS)
    gm.follow(spanish("Keep it"), "button")
    gm.follow(spanish("Table"), back=True)


def an_adventure_is_opened(gm: Hands, ruth: Hands) -> None:
    gm.follow(spanish("Run the evening"))
    gm.write("Nombre de la aventura", "El molino")
    gm.follow(spanish("Open it"), "button")
    gm.write("Nombre de la escena", "El vado")
    gm.write("Nota para la mesa", "Niebla, y **una luz**.")
    gm.follow(spanish("Go on to it"), "button")
    expect(ruth.page.locator("#adventure strong")).to_have_text("una luz")
    gm.follow(spanish("Table"), back=True)


def a_fight_is_prepared(gm: Hands) -> None:
    """Four goblins in one line, numbered by themselves, and one whom nobody sees."""
    rows = gm.page.locator(".ladder .who")
    gm.follow(spanish("Prepare one"))
    gm.write(re.compile("^Nombre"), FIGHT)
    gm.follow(spanish("Prepare it"), "button")
    expect(rows).to_have_count(2)
    gm.keys("+")
    for line, number in (("4 goblin", 6), ("1 azcona oculto", 7)):
        expect(gm.page.locator("#line")).to_be_focused()
        gm.page.keyboard.type(line)
        gm.keys("Enter")
        expect(rows).to_have_count(number)
    gm.keys("Escape")


def it_begins(gm: Hands, ruth: Hands, nuno: Hands, dice) -> None:
    dice(4, 10, 10, 2, 6, 9, 1, 3, 5, 2, 6, 8, 1, 2, 4, 5, 8, 10, 1, 5, 6)
    gm.keys("n")
    order = ["Jara", "Goblin 4", "Goblin 2", REAL, "Lope", "Goblin 1", "Goblin 3"]
    expect(gm.page.locator(".ladder .who .n")).to_have_text(order)
    for player in (ruth, nuno):
        player.follow(re.compile("^Entrar"))
        expect(player.page.locator(".ladder .who .n")).to_have_text([each for each in order if each != REAL])
        expect(player.page.locator(".ladder .who").first.locator(".init")).to_have_text("20")


def a_player_attacks(gm: Hands, ruth: Hands, nuno: Hands, dice) -> None:
    """On a phone's screen: the odds by difficulty, the throw, and the end of the turn."""
    ruth.choose("A quién", "Goblin 2")
    expect(ruth.page.locator(".by-difficulty li")).to_have_count(6)
    dice(10, 8, 9, 2, 1)
    ruth.press(re.compile("^Tirar"))
    for each in (gm, ruth, nuno):
        expect(newest(each.page).locator(".line")).to_contain_text("Jara ataca a Goblin 2")
        expect(newest(each.page).locator(".mini .kept text").first).to_have_text("9")
        expect(each.page.locator("#announce")).to_contain_text("Acierta")
    expect(ruth.page.locator("#throw")).to_be_focused()
    ruth.press(re.compile("^Terminar turno"), back=True)
    turn_of("Goblin 4", gm, ruth, nuno)
    expect(ruth.page.locator("[id^=yours-]")).to_be_focused()  # its button has gone


def an_arrow_is_dodged(gm: Hands, nuno: Hands, dice) -> None:
    """Whoever was hidden steps out and shoots; the defender is asked, with the odds, and gets away."""
    gm.keys("n")
    turn_of("Goblin 2", gm)
    gm.keys("n")
    turn_of(REAL, gm)
    gm.keys("b")
    gm.pick(gm.page.locator("#who"), REAL)
    gm.keys("Escape", "h")
    expect(nuno.page.locator(".ladder")).to_contain_text(ALIAS)
    expect(gm.page.locator(".ladder .is-hidden")).to_have_count(0)
    expect(gm.page.locator("#target option", has_text=REAL)).to_have_count(0)  # the panel is that of who has the turn
    expect(gm.page.locator("#panel.htmx-request")).to_have_count(0)
    gm.keys("o")
    gm.pick(gm.page.locator("#target"), "Lope")
    gm.keys("Escape")
    expect(gm.page.locator("#odds .dodged")).to_contain_text("Si esquiva")
    assert gm.page.locator("#target").evaluate(OPTION) == "Lope"
    dice(1, 3, 9)
    gm.keys("t")
    expect(nuno.page.locator(".ask h3")).to_have_text(f"{ALIAS} dispara a Lope")
    expect(nuno.page.locator("#announce")).to_contain_text(f"{ALIAS} dispara a Lope")
    dice(8, 10, 10)
    nuno.press(spanish("Dodge"))
    expect(newest(nuno.page).locator(".line")).to_contain_text("Lope")
    expect(nuno.page.locator(".own .pv")).to_contain_text("25")
    expect(nuno.page.locator("[id^=yours-]")).to_be_focused()
    assert REAL not in nuno.page.content()


def turn_of(name: str, *hands: Hands) -> None:
    for each in hands:
        expect(each.page.locator(".turn .whose")).to_have_text(name)


# --- what goes wrong, and how it ends ---------------------------------------------------------------------------------


def somebody_falls(gm: Hands, ruth: Hands, nuno: Hands, dice) -> None:
    """To 0: the check with its odds on her own screen, then the tally of three, which her turn throws."""
    gm.keys("n")
    turn_of("Lope", gm, nuno)
    nuno.press(spanish("End turn"), most=30)
    turn_of("Goblin 1", gm, ruth)
    gm.keys("b")
    gm.pick(gm.page.locator("#who"), "Jara")
    gm.keys("Escape", "s")
    gm.page.keyboard.type("20")
    gm.keys("Escape", "d")
    expect(ruth.page.locator(".ask h3")).to_have_text("Jara ha caído a 0")
    expect(ruth.page.locator(".ask .chance-line")).to_contain_text("0,0 %")  # willpower 3 and the low die against 15
    expect(ruth.page.locator("#announce")).to_contain_text("Jara ha caído a 0")
    dice(2, 3, 4)
    ruth.press("Tirar Voluntad")
    expect(ruth.page.locator(".tally .ok")).to_contain_text("0 éxitos")
    gm.keys("n")
    turn_of("Goblin 3", gm)
    dice(7)
    gm.keys("n")
    turn_of("Goblin 4", gm, ruth)  # she lies there, and the round is over
    expect(ruth.page.locator(".tally .ok")).to_contain_text("1 éxito")


def four_steps_back_and_on(gm: Hands, ruth: Hands) -> None:
    """Turns, tally, check and points are what they were; then all of it again."""
    places = [(each, ".ladder") for each in (gm, ruth)] + [(ruth, "[id^=yours-]")]

    def shown() -> list[str]:
        return [each.page.locator(part).inner_text() for each, part in places]

    after = shown()
    for key, state in (("z", "Ronda 1"), ("y", "Ronda 2")):
        for _step in range(4):
            before = newest(gm.page).get_attribute("id")
            gm.keys(key)
            expect(newest(gm.page)).not_to_have_id(before)
        expect(gm.page.locator(".turn .round")).to_have_text(state)
        key_of_last = newest(gm.page).get_attribute("id")
        expect(newest(ruth.page)).to_have_id(key_of_last)
        if key == "z":
            expect(ruth.page.locator(".own .pv")).to_contain_text("20 / 20")
            expect(ruth.page.locator(".ask")).to_have_count(0)
    assert shown() == after


def a_phone_sleeps_and_wakes(gm: Hands, ruth: Hands, nuno: Hands) -> None:
    hide(nuno.page)
    nuno.page.context.set_offline(True)
    for name, seen in (("Goblin 2", "Goblin 2"), (REAL, ALIAS), ("Lope", "Lope")):
        gm.keys("n")
        turn_of(name, gm)
        turn_of(seen, ruth)
    turn_of("Goblin 4", nuno)
    nuno.page.context.set_offline(False)
    show(nuno.page)
    turn_of("Lope", nuno)
    expect(nuno.page.locator(".your-turn")).to_contain_text("Te toca, Lope")


def it_ends(gm: Hands, ruth: Hands, dice) -> None:
    gm.keys("0")
    expect(gm.page.locator(".turn .whose")).to_contain_text("terminado")
    dice(3, 4)
    gm.keys("Shift+G")  # the breather
    expect(ruth.page.locator(".own .pv")).to_contain_text("7 / 20")


def px_are_earned(gm: Hands) -> None:
    """Into the pool, fifteen for each; as the adventure closes everybody gets all thirty."""
    gm.past_the_head()
    gm.follow(spanish("Table"), back=True)
    gm.follow(spanish("Run the evening"))
    for name in ("Jara", "Lope"):
        gm.press(name, "checkbox", key="Space")
    gm.write("Px", "15", "spinbutton")
    gm.write("Por qué", "El pozo")
    gm.follow(spanish("Award them"), "button")
    expect(gm.page.locator("#experience tfoot")).to_contain_text("30")
    gm.follow(spanish("Close it"), "button")
    expect(gm.page.locator("#adventure")).to_contain_text("No hay ninguna aventura abierta")


def one_rises_a_level(nuno: Hands) -> None:
    nuno.past_the_head()
    nuno.follow(spanish("Sheet"), back=nuno.page.viewport_size["width"] > 640)
    nuno.unfold("Páginas de Lope")
    nuno.follow(spanish("Growth"))
    account = nuno.page.locator(".account dd")
    expect(account).to_have_text(["30", "0", "0"])
    nuno.press("30 px · comprar Físico 6")
    expect(account).to_have_text(["0", "30", "1"])  # 30 of 20 px
    expect(nuno.page.locator("[id^=ledger-] tbody tr").first).to_contain_text("−30")


def all_of_it_is_kept(gm: Hands, ruth: Hands) -> None:
    """The fight for a forum, a sheet for paper, the campaign as a file."""
    ruth.past_the_head()
    ruth.follow(spanish("Chronicle"))
    ruth.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    ruth.press(f"{spanish('Copy')} BBCode")
    expect(ruth.page.locator("#announce")).to_have_text(spanish("Copied"))
    assert "tira la de tres" in ruth.page.evaluate("() => navigator.clipboard.readText()")
    assert REAL not in ruth.page.content()
    ruth.follow(spanish("Sheet"))
    ruth.unfold(f"Páginas de {JARA['name']}")
    ruth.follow(spanish("Print"))
    ruth.page.evaluate("() => { window.print = () => { window.printed = true } }")
    ruth.press(spanish("Print"))
    assert ruth.page.evaluate("() => window.printed")
    gm.past_the_head()
    gm.follow(spanish("Table"), back=True)
    gm.follow(spanish("Manage"))
    gm.to("link", spanish("Download the campaign (JSON)"))
    with gm.page.expect_download() as coming:
        gm.keys("Enter")
    assert FIGHT in coming.value.path().read_text()
