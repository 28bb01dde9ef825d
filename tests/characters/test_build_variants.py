"""Characters by the rules of tables in the wild, through the pages, from nothing to finished (P1–P5)."""

from collections.abc import Mapping

import pytest
from django.urls import reverse

from campaigns import feed
from characters.models import Character
from tests.rules.variants import CUSTOM, HEROIC, REALISTIC, SUMMED, TWO_TENS, WIDE, Variant

HTMX = {"headers": {"HX-Request": "true"}}
SIX = ("physique", "dexterity", "intelligence", "perception", "charisma", "willpower")
CORE = Variant("ryf-core", {})
MARGINS = Variant("d10x2", {})
EIGHT = ("strength", "constitution", "dexterity", "agility", "perception", "intelligence", "charisma", "willpower")


class Builder:
    """A player's browser on the pages of one draft."""

    def __init__(self, browser, draft: Character) -> None:
        self.browser, self.draft = browser, draft

    def url(self, name: str, *args: str) -> str:
        return reverse(f"characters:{name}", args=[self.draft.key, *args])

    def spend(self, group: str, levels: Mapping[str, int]) -> None:
        for key, value in levels.items():
            answer = self.browser.post(self.url("spend", group, key), {"value": str(value)}, **HTMX)
            assert answer.status_code == 204, (key, value, answer.content.decode())

    def refuses(self, group: str, key: str, value: int) -> str:
        answer = self.browser.post(self.url("spend", group, key), {"value": str(value)}, **HTMX)
        assert answer.status_code == 422, (key, value)
        return answer.content.decode()

    def page(self, name: str = "build") -> str:
        answer = self.browser.get(self.url(name), headers={"accept-language": "en"})
        assert answer.status_code == 200
        return answer.content.decode()

    def left(self) -> tuple[int, int]:
        found = Character.objects.select_related("campaign").get(pk=self.draft.pk)
        return tuple(found.spending.left)

    def finish(self, losing: int = 0) -> Character:
        answer = self.browser.post(self.url("finish"), {"losing": str(losing)})
        assert answer.headers.get("Location") == self.url("sheet"), answer.content.decode()
        assert self.browser.get(self.url("sheet")).status_code == 200
        found = Character.objects.select_related("campaign").get(pk=self.draft.pk)
        assert found.is_finished
        assert found.created == found.written
        return found


@pytest.fixture
def build(as_, campaign, pablo):
    """`build(variant)`: pablo begins a character by those rules."""

    def begin(variant: Variant) -> Builder:
        campaign.preset, campaign.changes = variant.preset, variant.changes
        campaign.save(update_fields=["preset", "changes"])
        feed.forget()
        browser = as_(pablo)
        browser.post(reverse("characters:new", args=[campaign.key]), {"name": "Tello"})
        return Builder(browser, Character.objects.get())

    return begin


def test_thirty_points_over_four_attributes_with_a_pyramid(build):
    """1 at 6, 3 at 5, 3 at 4, 3 at 3, 3 at 2, 3 at 1: 6 + 15 + 12 + 9 + 6 + 3 = 51."""
    builder = build(HEROIC)
    page = builder.page()
    assert 'id="trait-willpower"' not in page
    assert 'id="trait-charisma"' not in page
    assert "from 4 to 10" in page

    builder.spend("attributes", {"physique": 8, "dexterity": 8, "intelligence": 7, "perception": 7})
    assert "P1" in builder.refuses("attributes", "physique", 9)
    skills = (
        "melee_weapons", "dodge", "reflexes", "notice", "stealth", "brawl", "athletics", "climb",
        "swim", "ride", "track", "search", "music", "law", "commerce", "streetwise",
    )  # fmt: skip
    levels = (6, 5, 5, 5, 4, 4, 4, 3, 3, 3, 2, 2, 2, 1, 1, 1)
    builder.spend("skills", dict(zip(skills, levels, strict=True)))
    assert builder.left() == (0, 0)
    assert "P3" in builder.refuses("skills", "dodge", 6)

    found = builder.finish()
    assert found.ruleset.maximum(found.sheet, "pv") == 32


def test_what_a_new_pyramid_breaks_is_said_at_the_list(build, campaign):
    builder = build(CORE)
    builder.spend("skills", {"dodge": 5, "notice": 5, "swim": 5})
    campaign.changes = REALISTIC.changes | {"creation.has_specializations": True}
    campaign.save(update_fields=["changes"])
    feed.forget()

    page = builder.page()

    head = page.partition('<section class="part list" id="skills">')[2].partition('<ul class="spends')[0]
    assert "the pyramid has room for 2" in head
    assert f'href="{builder.url("build")}#skills"' in page


def test_a_realistic_one(build):
    """22 points in 4–10 over four attributes, two skills at each of five levels: 30."""
    builder = build(REALISTIC)
    builder.spend("attributes", {"physique": 7, "dexterity": 5, "intelligence": 5, "perception": 5})
    skills = ("dodge", "notice", "swim", "climb", "ride", "track", "law", "music", "search", "stealth")
    builder.spend("skills", dict(zip(skills, (5, 5, 4, 4, 3, 3, 2, 2, 1, 1), strict=True)))

    builder.finish()


def test_thirty_seven_points_over_five_and_ninety_for_skills(build):
    builder = build(WIDE)
    five = [key for key in SIX if key != "willpower"]
    builder.spend("attributes", dict(zip(five, (10, 9, 7, 6, 5), strict=True)))
    builder.spend("skills", dict.fromkeys(("dodge", "notice", "swim", "climb", "ride", "track", "law", "music"), 10))
    builder.spend("skills", {"search": 9})
    assert builder.left() == (0, 1)
    assert "from 0 to 10" in builder.page()

    builder.browser.post(builder.url("techniques"), {"name": "Tajo", "attribute": "physique"})
    assert builder.left() == (0, 0)
    found = builder.finish()
    assert found.build.techniques[0].name == "Tajo"


def test_attribute_and_skill_together_have_a_maximum(build):
    builder = build(SUMMED)
    five = [key for key in SIX if key != "willpower"]
    builder.spend("attributes", dict(zip(five, (10, 10, 8, 7, 5), strict=True)))
    builder.spend("skills", {"melee_weapons": 5})
    assert "P3" in builder.refuses("skills", "melee_weapons", 6)
    builder.spend("attributes", {"physique": 9})
    builder.spend("skills", {"melee_weapons": 6})

    told = builder.refuses("attributes", "physique", 10)  # it says whose sum that is
    assert "Armas cuerpo a cuerpo" in told
    builder.spend("attributes", {"charisma": 6})
    builder.finish(losing=34)


def test_renamed_added_and_least_levels(build):
    builder = build(CUSTOM)
    page = builder.page()
    for words in ("Agilidad", "Suerte", "Azar", "Cordura"):
        assert words in page
    row = page.partition('id="trait-notice"')[2].partition("</li>")[0]
    assert 'class="problem"' in row  # everyone has it
    assert f'href="{builder.url("build")}#trait-notice"' in page

    builder.spend("attributes", dict(zip((*SIX, "luck"), (4, 4, 3, 3, 2, 2, 2), strict=True)))
    answer = builder.browser.post(builder.url("finish"), {"losing": "50"})
    assert answer.status_code == 422
    builder.spend("skills", {"notice": 1, "gamble": 5})

    found = builder.finish(losing=44)
    assert found.ruleset.value(found.sheet, "sanity") == 12  # 2 × 5 + 2


def test_an_attribute_added_meanwhile_waits_for_a_value(build, campaign):
    builder = build(CORE)
    builder.spend("attributes", dict(zip(SIX, (4, 4, 3, 4, 2, 3), strict=True)))
    campaign.changes = {
        "attributes.luck": {"label": "Suerte", "short": "SUE"},
        "creation.attribute_points": 22,
        "creation.skill_points": 0,
    }
    campaign.save(update_fields=["changes"])
    feed.forget()
    row = builder.page().partition('id="trait-luck"')[2].partition("</li>")[0]
    assert 'class="problem"' in row

    builder.spend("attributes", {"luck": 2})
    assert builder.finish().traits["attributes"]["luck"] == 2


def test_from_a_base_of_three_with_generation_points(build):
    """24 points over eight attributes whose first three are free (P1); PG for techniques and masteries (P5)."""
    builder = build(TWO_TENS)
    assert builder.left() == (24, 50)
    builder.spend("attributes", dict.fromkeys(EIGHT, 6))
    builder.spend("skills", {"melee": 7, "dodge": 7})
    builder.spend("masteries", {"long_sword": 4})  # 30 of the forty
    builder.browser.post(builder.url("techniques"), {"name": "Rayo", "attribute": "intelligence"})
    technique = Character.objects.get().traits["techniques"][0]["key"]
    builder.spend("techniques", {technique: 7})

    assert 'data-left="generation">3<' in builder.page()
    found = builder.finish(losing=36 + 3)
    assert found.ruleset.maximum(found.sheet, "stamina") == 72  # 6 × (6 + 6)


def test_a_specialist_from_nothing_to_finished(build):
    builder = build(CORE)
    builder.spend("attributes", dict(zip(SIX, (4, 4, 3, 4, 2, 3), strict=True)))
    builder.spend("skills", {"dodge": 5, "notice": 5})
    builder.browser.post(builder.url("specialize", "dodge"), {"name": "Flechas"})
    assert builder.left() == (0, 39)
    found = builder.finish(losing=39)
    assert [each.name for each in found.build.specializations] == ["Flechas"]


def test_two_tens_from_nothing_to_finished(build):
    builder = build(MARGINS)
    builder.spend("attributes", dict.fromkeys(EIGHT, 7))
    builder.spend("skills", {"melee": 7, "dodge": 7, "reflexes": 7, "notice": 7, "athletics": 7, "stealth": 7})
    builder.spend("skills", {"medicine": 7, "resistance": 1})
    builder.spend("masteries", {"long_sword": 4, "unarmed": 1, "dagger": 1})
    assert 'data-left="generation">4<' in builder.page()
    for step in ("who", "build", "gear", "review"):
        assert "Tello" in builder.page(step)
    assert "Long sword" in builder.page("review")

    builder.finish(losing=4)


def test_of_two_tens_the_threshold_is_that_of_pain_and_a_division_says_how_it_rounds(as_, campaign, tello, pablo):
    """D16, D8: 12 + 3·⌊(agility + athletics)/3⌋ comes to less than it reads without a word on rounding."""
    campaign.preset = "d10x2"
    campaign.save(update_fields=["preset"])

    page = (
        as_(pablo)
        .get(reverse("characters:build", args=[tello.key]), headers={"accept-language": "en"})
        .content.decode()
    )

    assert "In pain at" in page
    assert "Wounded at" not in page
    assert "÷ rounds down" in page
