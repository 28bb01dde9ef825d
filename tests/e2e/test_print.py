"""A sheet on paper (B42): one A4 page with every value on it, long ones on two, none cut and none blank."""

import io
import re

import pytest
from django.urls import reverse
from django.utils.translation import gettext, override
from playwright.sync_api import Page
from pypdf import PdfReader

from characters.models import Character
from characters.paper import paper_of
from combat.demo import load_demo
from rules.codec import to_plain
from rules.techniques import Specialization, Technique

A4 = (595, 842)  # points

WORDS = (
    "Debe una barca al alguacil de Valdeniebla. El anillo de su hermana abre algo, no sabe qué. "
    "Los tres del molino la vieron cruzar y ninguno ha hablado todavía. "
)


def pages_of(page: Page) -> list[str]:
    """What stands on each page of the PDF that the browser prints, blanks apart; all pages are A4."""
    reader = PdfReader(io.BytesIO(page.pdf(prefer_css_page_size=True)))
    assert {(round(float(each.mediabox.width)), round(float(each.mediabox.height))) for each in reader.pages} == {A4}
    return [re.sub(r"\s+", "", each.extract_text()) for each in reader.pages]


def printed(character: Character) -> list[str]:
    """All that has to stand on paper."""
    with override("es"):
        paper = paper_of(character)
        found = [character.name, character.concept]
        for each in (*paper.attributes, *paper.derived, *paper.skills, *paper.masteries):
            found += [each.label, str(abs(each.value)), each.how]
        for each in paper.points:
            found += [each.label, f"{each.now}/{each.maximum}"]
        for arm in paper.arms:
            found += [arm.label, str(arm.weapon.damage), str(abs(arm.bonus))]
        found += [label for _row, label in paper.worn]
        for each in paper.techniques:
            found += [each.number.label, each.special]
        found += [part for each in paper.specializations for part in each]
    return [re.sub(r"\s+", "", each) for each in found if each]


def missing(character: Character, pages: list[str]) -> list[str]:
    text = "".join(pages)
    return [each for each in printed(character) if each not in text]


def again(character: Character) -> Character:
    return Character.objects.with_pools().select_related("campaign").get(pk=character.pk)


def test_each_hero_of_the_demo_is_one_page(screen):
    campaign = load_demo()

    for hero in campaign.characters.heroes():
        page = screen(hero.owner, reverse("characters:print", args=[hero.key]))
        pages = pages_of(page)
        assert len(pages) == 1, hero.name
        assert missing(again(hero), pages) == []
        page.context.close()


@pytest.mark.parametrize("preset", ["ryf-table", "ryf-core", "d10x2"])
def test_a_full_sheet_of_each_system_is_one_page(screen, campaign, ines, preset):
    campaign.preset = preset
    campaign.save()
    campaign.__dict__.pop("ruleset", None)
    rules = campaign.ruleset
    skills = [each.key for each in rules.skills][:18]
    attribute = rules.attributes[0].key
    hero = Character.objects.create(
        campaign=campaign,
        owner=ines,
        name="Sancha de Valdeniebla y Orgaz",
        concept="Capitana sin barco",
        is_finished=True,
        notes=WORDS,
        gear={"weapons": [each.key for each in rules.weapons][:4], "armor": rules.armors[0].key},
        traits={
            "attributes": {each.key: 5 for each in rules.attributes},
            "skills": {key: 1 + place % 5 for place, key in enumerate(skills)},
            "techniques": to_plain((Technique("a", "Paso de viento", 3, attribute, "Cruza sin mojarse."),)),
            "specializations": to_plain((Specialization(skills[0], "De noche"),)),
            "masteries": {rules.weapons[0].key: 2},
        },
    )

    pages = pages_of(screen(ines, reverse("characters:print", args=[hero.key])))

    assert len(pages) == 1
    assert missing(again(hero), pages) == []


def test_forty_skills_and_long_notes_flow_to_a_second_page(screen, campaign, ines, brianda):
    keys = [each.key for each in campaign.ruleset.skills][:40]
    assert len(keys) == 40
    notes = (WORDS * 30)[:2985].rstrip() + " Fin de notas."
    Character.objects.filter(pk=brianda.pk).update(
        notes=notes, traits={**brianda.traits, "skills": {key: 1 + place % 5 for place, key in enumerate(keys)}}
    )

    pages = pages_of(screen(ines, reverse("characters:print", args=[brianda.key])))

    assert len(pages) == 2
    assert missing(again(brianda), pages) == []
    assert re.sub(r"\s+", "", notes) in "".join(pages)
    assert all(len(each) > 100 for each in pages)


def test_what_is_one_long_word_is_not_cut(screen, campaign, ines, brianda):
    word = "x" * 58
    Character.objects.filter(pk=brianda.pk).update(name=word, concept=word, notes="y" * 3000)

    text = "".join(pages_of(screen(ines, reverse("characters:print", args=[brianda.key]))))

    assert text.count(word) >= 2
    assert "y" * 3000 in text


def test_neither_buttons_nor_the_notes_of_the_gm_are_on_paper(screen, campaign, marta, ines, brianda):
    Character.objects.filter(pk=brianda.pk).update(gm_notes="Es la hija del rey.")

    text = pages_of(screen(marta, reverse("characters:print", args=[brianda.key])))[0]

    with override("es"):
        for word in (gettext("Print"), gettext("Skip to content"), gettext("Account"), "hijadelrey"):
            assert word.replace(" ", "") not in text


def test_a_foe_is_printed_with_what_it_has(screen, campaign, marta, goblin):
    pages = pages_of(screen(marta, reverse("characters:print", args=[goblin.key])))

    assert len(pages) == 1
    assert missing(again(goblin), pages) == []


def test_the_way_to_a_forum_works_without_a_clipboard(screen, campaign, ines, brianda):
    page = screen(ines, reverse("characters:files", args=[brianda.key]))
    page.evaluate("() => Object.defineProperty(navigator, 'clipboard', { value: undefined })")

    page.locator("button[data-copies=bbcode]").click()

    chosen = "(text) => text.value.slice(text.selectionStart, text.selectionEnd)"
    bbcode = page.locator("#bbcode")
    assert bbcode.evaluate(chosen) == bbcode.input_value()
