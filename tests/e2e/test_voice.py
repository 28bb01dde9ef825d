"""What a screen reader says by itself: each result, question, refusal and change of the line, and each of them once."""

import re

import pytest
from playwright.sync_api import Page, expect

from characters.models import Character
from combat.models import Encounter
from rules.notation import parse
from tests.combat.fights import stored
from tests.e2e.screens import NO_LINE, newest, spanish

LISTEN = """() => {
    const known = new Map();
    const look = () => {
        for (const part of document.querySelectorAll("[aria-live], [role=status], [role=alert]")) {
            const said = part.checkVisibility() ? part.innerText.replace(/\\s+/g, " ").trim() : "";
            if (said && known.get(part) !== said && window.spoken) window.spoken.push(said);
            known.set(part, said);
        }
    };
    look();
    window.spoken = [];
    new MutationObserver(look).observe(document.body,
        { subtree: true, childList: true, characterData: true, attributes: true });
}"""


def listen(page: Page) -> None:
    """From now on; what was missed while the page opened is not read out."""
    expect(page.locator("body[data-line=current]")).to_be_attached()
    page.evaluate(LISTEN)


def says_once(page: Page, *words: str) -> None:
    """Each of them has been said, and none again by the time that all of them were."""
    for each in words:
        page.wait_for_function("(words) => window.spoken.some((each) => each.includes(words))", arg=each)
    spoken = page.evaluate("() => window.spoken")
    for each in words:
        assert sum(len(re.findall(re.escape(each), said)) for said in spoken) == 1, spoken
    page.evaluate("() => { window.spoken = [] }")


@pytest.fixture
def fight(campaign, marta, brianda, dice) -> Encounter:
    """Brianda 14, Azcona 10, who shoots."""
    Character.objects.filter(pk=brianda.pk).update(gear={"weapons": ["long_sword"]})
    encounter = Encounter.objects.create(campaign=campaign, name="Emboscada")
    encounter.add(marta, [brianda])
    fixed = {"pv": 8, "defense": 12, "attack": 6, "initiative": 5}
    stored(encounter).add_foes(marta, "Azcona", count=1, fixed=fixed, damage=parse("1d6"))
    Character.objects.filter(name="Azcona").update(gear={"weapons": ["long_bow"]}, traits={"fixed": fixed})
    dice(5, 6, 7, 1, 5, 6)
    stored(encounter).start(marta)
    return stored(encounter)


def test_a_check_is_said_once_to_whoever_rolls_and_to_the_table(screen, campaign, marta, ines, brianda, dice):
    table, sheet = screen(marta, campaign.get_absolute_url()), screen(ines, brianda.get_absolute_url())
    for page in (table, sheet):
        listen(page)

    dice(2, 7, 9)
    sheet.locator("#roll-stealth").click()

    says_once(table, "Brianda, Sigilo")
    says_once(sheet, "Sigilo")
    dice(3, 8, 9)
    sheet.locator("#roll-stealth").click()
    says_once(sheet, "Sigilo")


def test_attack_turn_and_question_are_said_once(screen, marta, ines, fight, brianda, dice):
    gm, player = (screen(seat, fight.get_absolute_url()) for seat in (marta, ines))
    for page in (gm, player):
        listen(page)

    dice(1, 2, 3)
    player.locator("#throw").click()
    for page in (gm, player):
        says_once(page, "Brianda ataca a Azcona")
    player.locator(".your-turn button").click()
    for page in (gm, player):
        says_once(page, "turno de Azcona")
    gm.locator("#target").select_option(label="Brianda")
    expect(gm.locator("#odds .dodged")).to_be_visible()
    dice(4, 6, 9)
    gm.locator("#throw").click()
    says_once(player, "Azcona dispara a Brianda", "espera la defensa")
    says_once(gm, "espera la defensa")
    dice(1, 2, 3, 1, 1, 1, 1, 1, 1)
    player.locator("[id^=take-]").click()
    expect(newest(gm).locator(".rolls-line").first).to_be_visible()
    stored(fight).harm(marta, brianda.key, 99)
    says_once(player, "Brianda ha caído a 0")


def test_what_could_not_be_saved_is_said_once(screen, campaign, ines):
    screen.forgives(r"\b422\b")
    draft = Character.begin(campaign, ines, ines, name="Jimena", concept="", gender="f")
    page = screen(ines, draft.get_absolute_url())
    listen(page)

    page.locator("#value-physique").fill("9")
    page.locator("#value-physique").blur()

    says_once(page, spanish("Not saved"), "P1")


def test_a_line_that_is_lost_and_comes_back_is_said_once(screen, ines, brianda):
    screen.forgives(NO_LINE)
    page = screen(ines, brianda.get_absolute_url())
    listen(page)

    page.context.set_offline(True)
    says_once(page, "Sin conexión")
    page.context.set_offline(False)
    says_once(page, spanish("The connection is back."))
