"""Five heroes against twelve foes, run by keyboard alone; what has the focus keeps it, and what happens is said."""

from itertools import cycle

import pytest
from playwright.sync_api import Page, expect

from campaigns import chance
from campaigns.models import LogEntry
from characters.models import Character
from combat.models import Encounter, Status
from rules.notation import parse
from tests.combat.fights import sign, stored


@pytest.fixture
def heroes(campaign, brianda, pablo) -> list[Character]:
    others = [
        Character.objects.create(
            campaign=campaign, owner=pablo, name=name, is_finished=True, traits=brianda.traits, gear=brianda.gear
        )
        for name in ("Fadrique", "Ximena", "Olalla", "Gome")
    ]
    return [brianda, *others]


@pytest.fixture
def some_dice(monkeypatch) -> None:
    """Dice that show something, always the same."""
    faces = cycle((3, 8, 5, 10, 1, 6, 9, 2, 7, 4))
    monkeypatch.setattr(chance, "source", lambda sides: next(faces) % sides + 1)


@pytest.fixture
def prepared(campaign, heroes) -> Encounter:
    return Encounter.objects.create(campaign=campaign, name="La puerta norte")


@pytest.fixture
def page(screen, marta, prepared) -> Page:
    return screen(marta, prepared.get_absolute_url())


def focused(page: Page) -> str:
    return page.evaluate("() => document.activeElement.id || document.activeElement.localName")


def keys(page: Page, *pressed: str) -> None:
    for key in pressed:
        page.keyboard.press(key)


def write(page: Page, key: str, text: str) -> None:
    """Into the field of that key, and out of it again."""
    page.keyboard.press(key)
    page.keyboard.type(text)


def test_a_whole_fight_by_keyboard_alone(page, prepared, some_dice):
    """Prepared, begun, ten turns with blows, harm by hand, steps back and forward, a jump, the end: no mouse."""
    whose, log = page.locator(".turn .whose"), page.locator("#log > .entry")
    rows = page.locator(".ladder .who")

    keys(page, "1")
    expect(rows).to_have_count(5)
    foes = {"8 goblin 12 13 +5 1d6+1": 13, "3 lobo 16 12 +6 1d6": 16, "1 azcona 40 15 +9 2d6 oculto": 17}
    for line, number in foes.items():
        write(page, "+", line)
        keys(page, "Enter")
        expect(rows).to_have_count(number)
        keys(page, "Escape")
    keys(page, "n")
    expect(page.locator(".turn .round")).to_contain_text("Ronda 1")
    expect(page.locator("#throw")).to_be_visible()  # there was none while it was prepared
    beginning = sign(prepared)

    for _turn in range(10):
        before = stored(prepared).turn
        entry = log.first.get_attribute("id")
        keys(page, "o", "ArrowDown", "Escape", "t")
        expect(log.first).not_to_have_attribute("id", entry)
        if page.locator('[id^="take-"]').count():
            keys(page, "Shift+Q")
            expect(page.locator('[id^="take-"]')).to_have_count(0)
        keys(page, "n")
        expect(whose).not_to_have_text(stored(prepared).known[before].character.name)
        assert focused(page) == "body"

    write(page, "s", "3")
    keys(page, "Escape", "b", "End", "Escape", "d")
    expect(log.first).to_contain_text("pierde")
    after = sign(prepared)
    keys(page, "z")
    expect(log.first).to_contain_text("deshace")
    keys(page, "y")
    expect(log.first).to_contain_text("rehace")
    assert sign(prepared) == after

    start = page.locator(f"#jump-{LogEntry.objects.get(kind='started').key}")
    keys(page, "Shift+Z")
    assert focused(page).startswith("jump-")
    for _entry in range(80):
        if focused(page) == start.get_attribute("id"):
            break
        keys(page, "Tab")
    keys(page, "Enter")
    expect(page.locator("#jump")).to_be_visible()
    keys(page, "n")  # no key of the page acts behind the question
    while focused(page) != "jump-here":
        keys(page, "Tab")
    keys(page, "Enter")
    expect(log.first).to_contain_text("vuelve a")
    expect(page.locator("#jump")).to_be_hidden()
    assert sign(prepared) == beginning
    assert focused(page) == start.get_attribute("id")

    keys(page, "n")
    expect(log.first).to_contain_text("turno de")
    keys(page, "0")
    expect(whose).to_contain_text("terminado")
    assert stored(prepared).status == Status.ENDED


# --- focus and voice --------------------------------------------------------------------------------------------------


@pytest.fixture
def fight(campaign, marta, brianda, dice) -> Encounter:
    """Brianda 14, Goblin 2 10, Goblin 1 8; a goblin has 8 PV."""
    encounter = Encounter.objects.create(campaign=campaign, name="Emboscada")
    encounter.add(marta, [brianda])
    fixed = {"pv": 8, "defense": 12, "attack": 6, "initiative": 5}
    stored(encounter).add_foes(marta, "Goblin", count=2, fixed=fixed, damage=parse("1d6"))
    dice(5, 6, 7, 1, 3, 5, 5, 5, 6)
    stored(encounter).start(marta)
    return stored(encounter)


@pytest.mark.parametrize("control", ["next", "undo", "throw", "do-harm", "target", "amount", "pick"])
def test_the_focus_stays_where_it_is(screen, marta, fight, dice, control):
    """Through own presses, and through what others do meanwhile."""
    page = screen(marta, fight.get_absolute_url())
    log = page.locator("#log > .entry")
    goblin = next(row.character.key for row in fight.present if row.character.name == "Goblin 1")
    name = {"next": f"next-{fight.key}", "undo": f"undo-{fight.key}", "pick": f"pick-{goblin}"}.get(control, control)
    page.locator(f"#{name}").focus()

    dice(*[2, 5, 9] * 30)
    stored(fight).harm(marta, goblin, 1)
    expect(log.first).to_contain_text("pierde")
    assert focused(page) == name
    stored(fight).next_turn(marta, stored(fight).turn)
    expect(log.first).to_contain_text("turno de")
    assert focused(page) == name
    if control in {"next", "undo", "throw", "do-harm"}:
        entry = log.first.get_attribute("id")
        page.keyboard.press("Enter")
        expect(log.first).not_to_have_attribute("id", entry)
        assert focused(page) == name


def test_whose_turn_it_is_and_each_result_are_said(screen, marta, ines, fight, dice):
    page = screen(ines, fight.get_absolute_url())
    voice = page.locator("#announce[aria-live=polite]")
    brianda, goblin = (fight.known[each.character.key].character.key for each in fight.present[:2])

    expect(page.locator("body[data-line=current]")).to_be_attached()  # what it missed while it opened is not read out
    dice(1, 2, 3)
    stored(fight).attack(marta, brianda, "unarmed", goblin)
    expect(voice).to_contain_text("Falla")
    stored(fight).next_turn(marta, brianda)
    expect(voice).to_contain_text("turno de Goblin 2")
    stored(fight).harm(marta, brianda, 3)
    expect(voice).to_contain_text("Brianda pierde")


# --- every control has a key -----------------------------------------------------------------------------------------

CONTROLS = """() => {
    const fields = "a[href], button, input:not([type=hidden]), select, textarea, summary";
    const has = (part) => part?.hasAttribute("aria-keyshortcuts");
    const opened = (part) => {
        for (let fold = part.parentElement?.closest("details"); fold; fold = fold.parentElement.closest("details")) {
            if (has(fold.querySelector(":scope > summary"))) return true;
        }
        const popover = part.closest("[popover]");
        return Boolean(popover && has(document.querySelector(`[popovertarget=${popover.id}]`)));
    };
    return [...document.querySelectorAll(fields)]
        .filter((part) => !has(part) && !opened(part) && !has(part.closest(".stepper")?.querySelector("input")))
        .filter((part) => !part.closest("[hidden], .masthead, .colophon"))
        .map((part) => part.outerHTML.slice(0, 160));
}"""
EXCEPTIONS = {
    "what every page has, besides its head and foot": ['class="skip"', 'href="/t/', 'href="/c/'],
    "whose breather it is: - leads to the first, Tab to the others": ['id="rests-'],
    "asked in the dialog of keys itself": ['id="keys-on"', ">Cerrar<"],
    "a row of the order is aimed at with B or O": ['class="n pick"'],
    "entries of the log: Shift+Z leads to the newest, Tab to the others": ["back-to", 'class="stamp"'],
    "a rule is read up, and does nothing": ['class="rule"'],
    "the encounter itself": ['href="/e/'],
}
"""What has no key of its own, and why."""


def without_key(page: Page) -> list[str]:
    allowed = [mark for marks in EXCEPTIONS.values() for mark in marks]
    return [each for each in page.evaluate(CONTROLS) if not any(mark in each for mark in allowed)]


@pytest.mark.parametrize("state", ["preparing", "running", "asked", "paused", "over"])
def test_every_control_of_the_gm_has_a_key(screen, campaign, marta, fight, dice, state):
    shown = fight
    if state == "preparing":
        shown = Encounter.objects.create(campaign=campaign, name="Otra")
    elif state == "asked":
        stored(fight).harm(marta, fight.present[0].character.key, 99)
    elif state == "paused":
        stored(fight).pause(marta)
    elif state == "over":
        stored(fight).harm(marta, fight.present[0].character.key, 5)
        stored(fight).end(marta)
    page = screen(marta, shown.get_absolute_url())

    assert without_key(page) == []


def test_every_control_of_a_player_has_a_key(screen, ines, fight):
    page = screen(ines, fight.get_absolute_url())

    assert without_key(page) == []


def test_no_two_controls_share_a_key(screen, marta, ines, fight):
    for seat in (marta, ines):
        page = screen(seat, fight.get_absolute_url())
        page.locator("#show-keys").wait_for()
        found = page.evaluate(
            "() => [...document.querySelectorAll('[aria-keyshortcuts]')].map((each) => each.ariaKeyShortcuts)"
        )
        assert len(found) == len(set(found)), sorted(found)
