"""A fight and the rules on paper: all of it on A4, nothing cut, nothing blank, and nothing to press."""

import re
from itertools import cycle

import pytest
from django.urls import reverse
from django.utils.translation import gettext, override

from campaigns import chance
from campaigns.rulebook import rulebook
from combat.models import Encounter
from rules.notation import parse
from tests.e2e.test_print import pages_of

FOE = {"pv": 12, "defense": 12, "attack": 6, "initiative": 5}


def squeezed(text: str) -> str:
    return re.sub(r"\s+", "", text)


def unsaid(*messages: str) -> list[str]:
    """Words of buttons and bars, as a Spanish page has them."""
    with override("es"):
        return [squeezed(gettext(each)) for each in ("Skip to content", "Account", *messages)]


@pytest.fixture
def fought(campaign, marta, ines, brianda, monkeypatch) -> Encounter:
    """Six goblins, forty blows, and it is over."""
    faces = cycle((3, 8, 5, 10, 1, 6, 9, 2, 7, 4))
    monkeypatch.setattr(chance, "source", lambda sides: next(faces) % sides + 1)
    encounter = Encounter.objects.create(campaign=campaign, name="Emboscada en el pozo")

    def now() -> Encounter:
        return Encounter.objects.select_related("campaign").get(pk=encounter.pk)

    now().add(marta, [brianda])
    now().add_foes(marta, "Goblin", count=6, fixed=FOE, damage=parse("1d6+1"))
    now().start(marta)
    foes = [row.character.key for row in now().present if not row.is_hero]
    for blow in range(40):
        now().harm(marta, foes[blow % 6], 1)
        now().next_turn(marta, now().turn)
    now().end(marta)
    return now()


def test_a_fight_is_told_on_paper_from_its_first_blow_to_its_last(screen, fought, ines):
    page = screen(ines, reverse("combat:chronicle-print", args=[fought.key]))
    turns = page.locator(".story-of-fight > b").all_inner_texts()
    deeds = page.locator(".story-of-fight li").all_inner_texts()
    assert len(deeds) >= 40

    pages = pages_of(page)

    text = "".join(pages)
    assert len(pages) >= 2
    assert all(pages)  # none is blank
    assert [line for line in (*turns, *deeds, "Brianda", "Goblin 6") if squeezed(line) not in text] == []
    assert [word for word in unsaid("Back", "Print", "For a forum", "Copy") if word in text] == []


def test_the_page_of_the_fight_prints_the_same_story(screen, fought, ines):
    page = screen(ines, reverse("combat:chronicle", args=[fought.key]))
    deeds = page.locator(".story-of-fight li").all_inner_texts()

    text = "".join(pages_of(page))

    assert [line for line in deeds if squeezed(line) not in text] == []
    assert [word for word in unsaid("On paper", "For a forum", "Copy", "Markdown") if word in text] == []


@pytest.mark.parametrize("preset", ["ryf-table", "d10x2"])
def test_the_rules_in_force_are_on_paper_whole_what_is_folded_too(screen, campaign, ines, preset):
    campaign.preset = preset
    campaign.save()
    campaign.__dict__.pop("ruleset", None)
    page = screen(ines, reverse("campaigns:rules", args=[campaign.key]))
    assert page.locator(".chapters details:not([open]) table").count() > 0
    with override("es"):
        rules = [rule for chapter in rulebook(campaign).chapters for rule in chapter.rules]
        said = [words for rule in rules for words in (rule.id, rule.title, *rule.paragraphs)]
        rows = [str(row.label) for rule in rules for table in rule.tables for row in table.rows]

    pages = pages_of(page)

    text = "".join(pages)
    assert all(pages)  # none is blank
    assert [words for words in said if squeezed(str(words)) not in text] == []
    assert [words for words in rows if squeezed(words).lower() not in text.lower()] == []
    assert [word for word in unsaid("Find a rule") if word in text] == []
