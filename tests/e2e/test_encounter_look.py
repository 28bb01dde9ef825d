"""How the encounter and the builder look: axe finds nothing, nothing sticks out, nothing is too small to press."""

from collections.abc import Callable
from itertools import cycle

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from campaigns import chance
from campaigns.changes import toggle
from campaigns.models import Campaign, LogEntry, Membership
from characters.models import Character, Gender
from combat.models import Encounter, FoeTemplate, Status
from rules.notation import parse
from tests.e2e.languages import wrong_words
from tests.e2e.reach import STICKS_OUT, hidden_focus, skip_link_faults, zoomed_faults
from tests.e2e.screens import DESK, PHONE, is_marked, mark
from tests.e2e.test_access_axe import faults, faults_of_three_of_a_kind, so_tall_that_the_dock_covers_nothing
from tests.e2e.test_phone import LONG, TOO_SMALL
from tests.e2e.test_steady import LITTLE, moved_by_late_faces
from tests.e2e.test_tablet import UPRIGHT, box, stand_beside, under_the_thumb

SMALLEST, FINGER = 25.5, 44  # `TOO_SMALL` forgives a pixel and a half: 24 (WCAG 2.5.8), and what a thumb needs
ROWS_IN_SIGHT = """(rows) => {
    const end = document.querySelector("#hand").getBoundingClientRect().top;
    return rows.filter((row) => row.getBoundingClientRect().bottom <= end).length;
}"""
HIDES = "(box) => box.scrollHeight - box.clientHeight"
SKILLS = ("melee_weapons", "brawl", "athletics", "dodge", "stealth", "climb", "swim", "notice", "reflexes", "track")


@pytest.fixture
def some_dice(monkeypatch) -> None:
    """Dice that show something, always the same."""
    faces = cycle((3, 8, 5, 10, 1, 6, 9, 2, 7, 4))
    monkeypatch.setattr(chance, "source", lambda sides: next(faces) % sides + 1)


@pytest.fixture
def heroes(campaign, brianda, ines, pablo) -> list[Character]:
    """Five of them, the first one Inés's, with a sword and a dagger."""
    brianda.gear = {"weapons": ["long_sword", "dagger"]}
    brianda.save()
    others = [
        Character.objects.create(
            campaign=campaign,
            owner=pablo,
            name=name,
            gender=Gender.FEMININE,
            is_finished=True,
            gear={"weapons": ["spear"]},
            traits={
                "attributes": dict.fromkeys(("physique", "dexterity", "perception"), 4),
                "skills": {"reflexes": place},
            },
        )
        for place, name in enumerate(("Fadrique", "Ximena", "Olalla", "Gome"))
    ]
    return [brianda, *others]


@pytest.fixture
def prepared(campaign, marta, heroes, some_dice) -> Callable[..., Encounter]:
    """`prepared("Emboscada")`: five heroes and twelve foes, one of them hidden under an alias, one under an alias."""

    def prepare(name: str, foe: str = "Goblin", extra: int = 0) -> Encounter:
        encounter = Encounter.objects.create(campaign=campaign, name=name)
        again(encounter).add(marta, Character.objects.heroes().filter(campaign=campaign).with_pools())
        for each, count, points, looks in (
            (foe, 6 + extra, 12, {}),
            ("Lobo", 4, 16, {}),
            ("Azcona", 1, 40, {"is_hidden": True, "alias": "Figura con máscara"}),
            ("Bandolero", 1, 12, {"alias": "Un mendigo"}),
        ):
            fixed = {"pv": points, "defense": 12, "attack": 6, "initiative": 5}
            again(encounter).add_foes(marta, each, count=count, fixed=fixed, damage=parse("1d6+1"), **looks)
        return again(encounter)

    return prepare


@pytest.fixture
def begun(campaign, marta, prepared) -> Callable[..., Encounter]:
    """The same, in Brianda's turn, after all that leaves a mark: wounded, out, hits, something taken back."""

    def begin(*args: object, **kwargs: object) -> Encounter:
        encounter = prepared(*args, **kwargs)
        for other in campaign.encounters.filter(status=Status.RUNNING):
            again(other).pause(marta)  # nobody fights in two at once
        encounter.start(marta)
        encounter = again(encounter)
        foes = [row.character.key for row in encounter.present if not row.is_hero and not row.is_hidden]
        own, other, *_rest, last = sorted(
            (row for row in encounter.present if row.is_hero), key=lambda row: row.character.pk
        )
        brianda = own.character.key
        encounter.harm(marta, foes[0], 12)
        again(encounter).harm(marta, foes[1], 11)
        if (too_many := campaign.ruleset.points(own.character.sheet, "pv") - 4) > 0:
            again(encounter).harm(marta, brianda, too_many)
        while again(encounter).turn != brianda:
            again(encounter).next_turn(marta, again(encounter).turn)
        again(encounter).attack(marta, foes[3], "own", last.character.key)
        again(encounter).attack(marta, other.character.key, "spear", foes[2])
        again(encounter).heal(marta, brianda, 1)
        toggle(LogEntry.objects.first(), marta)
        return again(encounter)

    return begin


@pytest.fixture
def draft(campaign, ines) -> Character:
    """Half made, and not as the rules want it."""
    draft = Character.begin(
        campaign, ines, ines, name="Tello", concept="Cazador de las salinas", gender=Gender.MASCULINE
    )
    for key in SKILLS:
        draft.spend(ines, "skills", key, to=5)
    draft.spend(ines, "attributes", "physique", to=5)
    draft.take(ines, "long_sword")
    draft.wear(ines, "armor", "mail")
    return draft


@pytest.fixture
def pages(campaign, marta, ines, pablo, vera, prepared, begun, draft) -> dict[str, tuple[Membership, str]]:
    """Every page of the encounter in each of its states, and of the builder in each of its steps."""
    being_prepared = prepared("Emboscada en el pozo")
    over = begun("La puerta norte", foe="Orco")
    over.end(marta)
    stopped = begun("La torre", foe="Ogro")
    stopped.pause(marta)
    again(stopped).save_as(marta, "La torre otra vez")
    wolf = FoeTemplate.objects.of(campaign).first()
    wolf.put_away(marta)
    running = begun("El vado", foe="Trasgo")
    who = running.present[-1].character.key
    ready = Character.begin(campaign, pablo, pablo, name="Ruy", concept="", gender=Gender.NEUTRAL)
    for key, goal in {
        "physique": 4,
        "dexterity": 4,
        "intelligence": 3,
        "perception": 3,
        "charisma": 3,
        "willpower": 3,
    }.items():
        ready.spend(pablo, "attributes", key, to=goal)
    return {
        "preparing, GM": (marta, being_prepared.get_absolute_url()),
        "running, GM": (marta, running.get_absolute_url()),
        "running, one's turn": (ines, running.get_absolute_url()),
        "running, another's turn": (pablo, running.get_absolute_url()),
        "running, spectator": (vera, running.get_absolute_url()),
        "over, GM": (marta, over.get_absolute_url()),
        "over, player": (ines, over.get_absolute_url()),
        "paused, GM": (marta, stopped.get_absolute_url()),
        "paused, player": (ines, stopped.get_absolute_url()),
        "back to an entry": (
            marta,
            reverse("combat:jump", args=[running.key, LogEntry.objects.get(topic=running.topic, kind="started").key]),
        ),
        **{f"act, {act}": (ines, reverse("combat:act", args=[running.key, act])) for act in ("roll", "oppose", "free")},
        "chronicle": (ines, reverse("combat:chronicle", args=[over.key])),
        "chronicle on paper": (ines, reverse("combat:chronicle-print", args=[over.key])),
        "library": (marta, reverse("combat:library", args=[campaign.key])),
        "new foe": (marta, reverse("combat:new-foe", args=[campaign.key])),
        "foe of the library": (marta, reverse("combat:foe", args=[campaign.key, wolf.key])),
        "new encounter": (marta, reverse("combat:new", args=[campaign.key])),
        "what the table is told": (marta, f"{reverse('combat:look', args=[running.key])}?who={who}"),
        "new character": (marta, reverse("characters:new", args=[campaign.key])),
        **{
            f"builder, {step}": (ines, reverse(f"characters:{step}", args=[draft.key]))
            for step in ("who", "build", "gear", "review")
        },
        "builder, last question": (pablo, reverse("characters:review", args=[ready.key])),
        "table with encounters": (ines, campaign.get_absolute_url()),
    }


def test_by_day_on_a_desk_axe_finds_nothing_and_all_can_be_pressed(opened, pages):
    found = []
    for name, (who, path) in pages.items():
        page = opened(who, path, language="es-ES", scheme="light", size=DESK)
        found += [f"{name}: {small}" for small in page.evaluate(TOO_SMALL, SMALLEST)]
        found += skip_link_faults(page, name) + hidden_focus(page, name)
        if page.evaluate("() => document.documentElement.scrollWidth") > DESK[0]:
            found.append(f"{name} scrolls sideways: {page.evaluate(STICKS_OUT, DESK[0])}")
        found += faults(page, name)
    assert not found, "\n".join(found)


def test_by_night_in_english_on_a_phone_axe_finds_nothing(opened, pages):
    found = []
    for name, (who, path) in pages.items():
        page = opened(who, path, language="en-GB", scheme="dark", size=PHONE)
        so_tall_that_the_dock_covers_nothing(page)
        found += faults_of_three_of_a_kind(page, name)
    assert not found, "\n".join(found)


def test_a_fight_and_the_builder_speak_one_language(pages, as_):
    found = [each for name, (who, path) in pages.items() for each in wrong_words(name, as_(who), path)]
    assert not found, "\n".join(found)


def test_sixty_letters_and_twenty_combatants_fit_a_phone(opened, campaign, marta, heroes, pages, begun, ines):
    for each in (campaign, ines, *Character.objects.filter(campaign=campaign)):
        each.name = LONG[: each._meta.get_field("name").max_length]
        if not isinstance(each, Character):
            each.save()
    Character.objects.filter(campaign=campaign).update(name=LONG, concept=LONG)
    crowd = begun(LONG + LONG[:20], foe=LONG[:50], extra=3)
    assert len(crowd.present) >= 20
    pages["crowd, GM"] = marta, crowd.get_absolute_url()
    pages["crowd, one's turn"] = ines, crowd.get_absolute_url()
    found = []
    for name, (who, path) in pages.items():
        page = opened(who, path, size=PHONE)
        page.evaluate("() => document.querySelectorAll('details').forEach((each) => { each.open = true })")
        for width in (360, 320):
            page.set_viewport_size({"width": width, "height": 740})
            if page.evaluate("() => document.documentElement.scrollWidth") > width:
                found.append(f"{name} at {width} scrolls sideways: {page.evaluate(STICKS_OUT, width)}")
        small = page.evaluate(TOO_SMALL, FINGER)
        found += [f"{name}: {each}" for each in small if 'class="n pick"' not in each]  # all of its row takes the press
        page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
        found += hidden_focus(page, name) + zoomed_faults(page, name)
    assert not found, "\n".join(found)


def test_on_a_laptop_the_page_of_the_gm_stands_still(opened, marta, pages, begun):
    for name in ("preparing, GM", "running, GM", "paused, GM", "over, GM", "crowd, GM"):
        if name == "crowd, GM":
            pages[name] = marta, begun("Veinte", foe="Sombra", extra=6).get_absolute_url()
        page = opened(marta, pages[name][1], size=DESK)
        assert page.evaluate("() => document.documentElement.scrollHeight") == DESK[1], name
        assert page.evaluate(TOO_SMALL, SMALLEST) == [], name
        for what in (".turn", "#hand", "#throw", "#start", "#add-line"):
            for each in page.locator(f"{what}:visible").all():
                expect(each).to_be_in_viewport(ratio=1)
        if name == "running, GM":
            assert page.locator(".ladder .who").evaluate_all(ROWS_IN_SIGHT) >= 14
            assert page.locator(".attack-side").evaluate(HIDES) == 0  # a whole attack, odds and all
        if page.locator(".is-now").count():  # the order follows the turn
            expect(page.locator(".is-now .n")).to_be_in_viewport()
            if name == "paused, GM":
                continue
            who = page.locator(".is-now .n").text_content()
            page.locator("[id^=next-]").click()
            expect(page.locator(".is-now .n")).not_to_have_text(who)
            expect(page.locator(".is-now .n")).to_be_in_viewport()


def test_fourteen_fit_the_laptop_also_where_names_are_long_and_people_wounded(opened, campaign, marta, heroes, begun):
    """43 px a row (design): a wounded hero with a long name and a player, ties, one hidden, one under an alias."""
    Character.objects.filter(pk=heroes[0].pk).update(name="Brianda de Sotomar")
    Character.objects.filter(pk=heroes[1].pk).update(name="Fadrique el Largo")
    page = opened(marta, begun("El paso").get_absolute_url(), size=DESK)

    rows = "rows => rows.map((row) => [row.getBoundingClientRect().height, row.innerText])"
    heights = page.locator(".ladder .who").evaluate_all(rows)

    assert [(height, words) for height, words in heights if height > 43.5] == []
    assert page.locator(".ladder .who.is-wounded").count() >= 1


def test_what_was_thrown_is_seen_on_the_phone_without_scrolling(opened, ines, pages, dice):
    page = opened(*pages["running, one's turn"], size=PHONE)
    dice(1, 2, 2)  # a miss, whatever the target

    box = page.locator("#throw").bounding_box()
    page.touchscreen.tap(box["x"] + 20, box["y"] + 20)

    entry = page.locator("#log > .entry").first
    expect(entry.locator(".mini .die text")).to_have_text(["1", "2", "2"])
    expect(entry.locator(".mini")).to_be_in_viewport(ratio=1)
    expect(page.locator(".your-turn button")).to_be_in_viewport(ratio=1)
    expect(page.locator("#log > .entry:visible")).to_have_count(4)  # then comes the order


def test_a_fight_has_the_attack_on_the_left_and_the_order_on_the_right(screen, ines, begun):
    page = screen(ines, begun("El vado").get_absolute_url(), size=UPRIGHT)

    stand_beside(page, ".acting", ".around")
    assert box(page, ".around .ladder")["y"] < box(page, "#log")["y"]
    expect(page.locator("#throw")).to_be_in_viewport(ratio=1)
    under_the_thumb(page)
    assert hidden_focus(page, "encounter") == []


def test_px_and_the_numbers_come_by_themselves(screen, marta, prepared):
    """At the end both stand where the attack was; taken back, the attack is there again."""
    page = screen(marta, prepared("El paso").get_absolute_url(), size=DESK)
    mark(page)
    expect(page.locator("#award-them")).to_have_count(0)

    page.locator("[id^=start-]").click()
    expect(page.locator("#open-award")).to_be_visible()
    expect(page.locator("#award-them")).to_be_hidden()
    page.locator("#throw").click()
    expect(page.locator("#log .rolls-line").first).to_be_visible()
    page.locator("[id^=end-]").click()

    for what in ("#award-them", "#after table.deeds", "#after .links"):
        expect(page.locator(f".attack-side {what}")).to_be_visible()
    expect(page.locator("#award-form [name=who]:checked")).to_have_count(5)
    expect(page.locator("#hand")).to_be_hidden()
    page.locator(".turn [id^=undo-]").click()
    expect(page.locator("#throw")).to_be_visible()
    expect(page.locator("#hand")).to_be_visible()
    expect(page.locator("#after table.deeds")).to_have_count(0)
    assert is_marked(page)


def test_a_form_for_px_that_somebody_fills_in_is_left_alone(screen, marta, begun):
    page = screen(marta, begun("El paso").get_absolute_url(), size=DESK)
    page.locator("#open-award").click()
    page.locator("#award-form [name=px]").fill("3")

    page.locator("[id^=end-]").click()

    expect(page.locator("#after .links")).to_be_visible()
    expect(page.locator("#award-form [name=px]")).to_have_value("3")


@pytest.mark.parametrize("size", [PHONE, DESK])
def test_faces_that_come_late_move_next_to_nothing_of_a_fight(screen, marta, begun, size):
    assert moved_by_late_faces(screen(marta, size=size), begun("El vado").get_absolute_url()) < LITTLE


def again(encounter: Encounter) -> Encounter:
    """As it stands."""
    found = Encounter.objects.get(pk=encounter.pk)
    found.campaign = Campaign.objects.get(pk=found.campaign_id)
    return found
