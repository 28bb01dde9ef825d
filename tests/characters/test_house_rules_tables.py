"""Tables as house rules: rows renamed, renumbered, added, left out, brought back; attributes and skills too (P1, R8).

What a sheet has of a trait that is gone stays stored, and is there again when the trait comes back.
"""

import json

import pytest
from django.urls import reverse

from campaigns.models import Campaign, LogEntry
from characters.models import Character
from rules.presets import PRESETS
from tests.characters.test_house_rules import filled, house, now


@pytest.fixture
def save(as_, campaign, marta):
    return lambda **fields: as_(marta).post(house(campaign), filled(campaign, **fields))


@pytest.fixture
def look(as_, campaign, marta):
    return lambda **fields: as_(marta).post(house(campaign, "house-preview"), filled(campaign, **fields))


def sheet_page(as_, who, character: Character) -> str:
    answer = as_(who).get(reverse("characters:sheet", args=[character.key]))
    assert answer.status_code == 200
    return answer.content.decode()


def plus(table: str, **columns: str) -> dict[str, str]:
    """The line for a row more, filled in."""
    return {f"{table}.+.{name}": text for name, text in columns.items()}


def test_rows_are_renamed_renumbered_added_and_left_out(save, campaign):
    save(
        **{"rolls.difficulties.easy.label": "Trivial", "rolls.difficulties.hard.skill": "21"},
        **{"rolls.difficulties.moderate": "drop", "rolls.difficulties.normal.attribute": ""},
        **plus("rolls.difficulties", label="Absurda de verdad", skill="40", attribute=""),
    )

    rows = {each.key: (each.label, each.skill, each.attribute) for each in now(campaign).ruleset.rolls.difficulties}
    assert rows["easy"] == ("Trivial", 10, 9)
    assert rows["hard"] == ("Hard", 21, 15)
    assert rows["normal"] == ("Normal", 15, None)
    assert rows["absurda_de_verdad"] == ("Absurda de verdad", 40, None)
    assert "moderate" not in rows


def test_a_row_that_was_left_out_is_offered_again_and_comes_back(as_, save, campaign, marta):
    save(**{"weapons.rifle": "drop"})
    assert now(campaign).ruleset.find_weapon("rifle") is None
    html = as_(marta).get(house(campaign)).content.decode()
    assert '<input type="checkbox" name="weapons.rifle" value="back">' in html

    save(**{"weapons.rifle": ["drop", "back"]})
    assert now(campaign).changes == {}


def test_a_row_of_the_tables_own_that_is_left_out_in_a_draft_stays_out_when_it_is_saved(
    as_, save, look, campaign, marta
):
    campaign.amend(marta, {"weapons.whip": {"label": "Látigo", "damage": "1d6"}})
    html = look(**{"weapons.whip": "drop"}).content.decode()

    assert '<input type="hidden" name="weapons.whip" value="drop">' in html
    save(**{"weapons.whip": "drop"})
    assert now(campaign).changes == {}


def test_a_row_that_was_only_looked_at_is_still_there_at_the_next_look(look, campaign):
    first = look(**plus("weapons", label="Látigo", damage="1b2d6", kind="blunt"))
    assert 'name="weapons.latigo.label" value="Látigo"' in first.content.decode()

    again = look(**{"weapons.latigo.label": "Látigo largo", "weapons.latigo.damage": "1b2d6"})
    assert [each.label for each in again.context["unsaved"]] == ["Armas: Látigo largo"]
    assert now(campaign).changes == {}


def test_an_untouched_line_for_a_row_more_is_no_row(look):
    answer = look(**plus("armors", label="", absorption="0", encumbrance="0"))

    assert answer.context["unsaved"] == []


def test_a_row_that_does_not_fit_is_named_at_its_fields_and_not_lost(save, campaign):
    answer = save(
        **plus("weapons", label="Látigo", damage="muchos", attack="21"), **plus("armors", label="", absorption="3")
    )

    assert answer.status_code == 422
    html = answer.content.decode()
    assert 'id="p-weapons.latigo.damage"' in html
    assert 'id="p-weapons.latigo.attack"' in html
    assert 'name="weapons.latigo.damage" value="muchos"' in html
    assert 'id="p-armors.row.label"' in html
    assert now(campaign).changes == {}


def test_two_of_one_name_get_two_keys(save, campaign):
    save(**plus("skills", label="Sigilo", attribute="dexterity"))
    save(**plus("skills", label="Sigilo", attribute="physique"))
    save(**plus("skills", label="Dodge", attribute="physique"))

    rules = now(campaign).ruleset
    assert rules.find_skill("sigilo").attribute == "dexterity"
    assert rules.find_skill("sigilo_2").attribute == "physique"
    assert rules.find_skill("dodge").label == "Dodge"
    assert rules.find_skill("dodge_2").attribute == "physique"


@pytest.mark.parametrize("label", ["忍び", "min", "123", "¡!", "x" * 80])
def test_whatever_it_is_called_it_gets_a_key(save, campaign, label):
    assert save(**plus("skills", label=label, attribute="dexterity")).status_code == 302
    assert label in {each.label for each in now(campaign).ruleset.skills}


# --- attributes and skills (P1) ---------------------------------------------------------------------------------------


def test_an_attribute_that_others_name_is_not_removed_and_all_of_them_are_told(save, campaign):
    answer = save(**{"attributes.charisma": "drop"})

    assert answer.status_code == 422
    problems = answer.context["problems"]
    assert {each.path for each in problems} == {
        f"skills.{key}" for key in ("threaten", "interrogate", "smooth_talk", "leadership", "haggle", "seduce")
    }
    assert all("Carisma" in each.sentence for each in problems)
    assert now(campaign).changes == {}


def test_charisma_and_willpower_are_switched_off_and_what_sheets_have_of_it_is_kept(as_, save, campaign, brianda, ines):
    social = ("threaten", "interrogate", "smooth_talk", "leadership", "haggle", "seduce")
    off = {"attributes.charisma": "drop", "attributes.willpower": "drop", **{f"skills.{key}": "drop" for key in social}}
    before = sheet_page(as_, ines, brianda)
    assert "Carisma" in before

    assert save(**off).status_code == 302
    assert "Carisma" not in sheet_page(as_, ines, brianda)
    assert Character.objects.get(pk=brianda.pk).traits["attributes"]["charisma"] == 2

    back = {path: ["drop", "back"] for path in off}
    save(**back)
    assert now(campaign).changes == {}
    assert "Carisma" in sheet_page(as_, ines, brianda)


def test_a_skill_that_goes_and_comes_back_is_as_it_was(as_, save, campaign, brianda, marta, ines):
    save(**{"skills.stealth": "drop"})
    assert "Sigilo" not in sheet_page(as_, ines, brianda).split("<main")[1]

    entry = LogEntry.objects.get(kind="rules")
    as_(marta).post(reverse("campaigns:toggle", args=[campaign.key, entry.key]))
    assert "Sigilo" in sheet_page(as_, ines, brianda)
    assert Character.objects.get(pk=brianda.pk).sheet.skill("stealth") == 3


def test_a_new_attribute_can_be_named_by_formulas_and_skills_at_once(as_, save, campaign, brianda, ines):
    answer = save(
        **plus("attributes", label="Suerte", short="SUE"),
        **{"pools.pv.formula": "físico × 4 + suerte + 5", "skills.gossip.attribute": "suerte"},
    )
    assert answer.status_code == 302

    rules = now(campaign).ruleset
    assert rules.find_skill("gossip").attribute == "suerte"
    assert rules.maximum(Character.objects.get(pk=brianda.pk).sheet, "pv") == 21
    assert "Suerte" in sheet_page(as_, ines, brianda)


def test_a_derived_value_of_the_tables_own(save, campaign, brianda):
    save(**plus("derived", label="Aguante", formula="físico + voluntad"))

    assert now(campaign).ruleset.value(Character.objects.get(pk=brianda.pk).sheet, "aguante") == 7


def test_what_fights_need_cannot_be_left_out(save, campaign):
    answer = save(**{"derived.defense": "drop"})

    assert answer.status_code == 422
    assert now(campaign).changes == {}


@pytest.mark.parametrize("preset", PRESETS)
def test_whatever_row_goes_the_sheet_still_opens(as_, campaign, brianda, marta, ines, preset):
    """Each table without its first row and without all rows that the rules can do without, one after the other."""
    from rules.options import options
    from rules.problems import Refused

    Campaign.objects.filter(pk=campaign.pk).update(preset=preset)
    campaign.refresh_from_db()
    gone: dict[str, object] = {}
    for table in [each for each in options(campaign.preset_ruleset) if each.kind == "table"]:
        for row in table.value:
            try:
                campaign.preset_ruleset.patched({**gone, f"{table.path}.{row.key}": None})
            except Refused:
                continue
            gone[f"{table.path}.{row.key}"] = None
    campaign.amend(marta, gone)

    assert len(gone) > 40
    sheet_page(as_, ines, brianda)
    for name in ("table", "rules", "log"):
        assert as_(marta).get(reverse(f"campaigns:{name}", args=[campaign.key])).status_code == 200
    assert as_(marta).get(house(campaign)).status_code == 200
    assert as_(marta).get(reverse("characters:new", args=[campaign.key])).status_code == 200
    assert json.loads(json.dumps(now(campaign).changes)) == gone
