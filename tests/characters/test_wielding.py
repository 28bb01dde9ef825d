"""What is in hand, on the sheet: one tap, and the bonuses of that weapon count (W2), of one or of two (C4).

Brianda: defense 13 (dexterity 4 + dodge 4 + 5), initiative 8 + die. Her katana has +1 of each, her main gauche +2 of
defense and 1 of absorption; her leather absorbs 1.
"""

import json
import re

import pytest
from django.urls import reverse

from campaigns import changes
from campaigns.models import Audience, Campaign, LogEntry
from characters.exchange import document_of, read, take_in
from characters.models import Character

KATANA = {"label": "Catana", "damage": "1d6+3", "attack": 1, "defense": 1, "initiative": 1}
GAUCHE = {"label": "Misericordia", "damage": "1d6", "defense": 2, "absorption": 1}


@pytest.fixture
def armed(campaign, marta, brianda):
    """Brianda carries a dagger, a katana, a main gauche and a long bow; nobody has said what is in hand."""
    campaign.amend(marta, {"weapons.katana": KATANA, "weapons.gauche": GAUCHE})
    brianda.gear = {"weapons": ["dagger", "katana", "gauche", "long_bow"], "armor": "leather"}
    brianda.save()
    return brianda


def again(character) -> Character:
    found = Character.objects.with_pools().select_related("campaign", "owner").get(pk=character.pk)
    found.__dict__.pop("sheet", None)
    return found


def numbers(character):
    """Defense, initiative without its die, absorption."""
    now = again(character)
    return (
        now.ruleset.value(now.sheet, "defense"),
        now.ruleset.initiative(now.sheet).bonus,
        now.ruleset.absorption(now.sheet),
    )


@pytest.fixture
def hold(as_, armed):
    """`hold(ines, weapon="katana")`: a press on the sheet, as htmx sends it; its answer."""

    def press(seat, **fields):
        headers = {"hx-request": "true", "accept-language": "es"}
        return as_(seat).post(reverse("characters:wield", args=[armed.key]), fields, headers=headers)

    return press


def test_the_first_weapon_carried_is_in_hand_until_somebody_says_otherwise(armed):
    """Leather: encumbrance 1, so the initiative is 8 − 1."""
    assert [each.key for each in armed.wielded] == ["dagger"]
    assert numbers(armed) == (13, 7, 1)


def test_w2_the_bonuses_of_what_is_in_hand_count_and_of_nothing_else(hold, armed, ines):
    assert hold(ines, weapon="katana").status_code == 204
    assert numbers(armed) == (14, 8, 1)
    hold(ines, weapon="gauche")
    assert numbers(armed) == (15, 7, 2)
    hold(ines, weapon="")
    assert (again(armed).wielded, numbers(armed)) == ([], (13, 7, 1))


def test_c4_a_weapon_in_each_hand_gives_both_bonuses(hold, armed, ines):
    hold(ines, weapon="katana")
    assert hold(ines, other="gauche").status_code == 204
    assert numbers(armed) == (16, 8, 2)
    hold(ines, other="")
    assert numbers(armed) == (14, 8, 1)
    hold(ines, other="gauche")
    hold(ines, weapon="dagger")  # alone: one tap says all
    assert again(armed).gear["wielded"] == ["dagger"]


@pytest.mark.parametrize(
    "fields", [{"weapon": "excalibur"}, {"weapon": "mace"}, {"other": "dagger"}, {"other": "long_bow"}, {},
               {"weapon": "katana", "other": "gauche"}, {"weapon": "x" * 5000}, {"weapon": "\x00"}]
)  # fmt: skip
def test_what_cannot_be_in_hand_is_refused(hold, armed, ines, fields):
    """Not carried, the same one twice, a bow in the other hand, nothing said, both at once."""
    before = LogEntry.objects.count()

    assert hold(ines, **fields).status_code == 422

    assert ("wielded" in again(armed).gear, LogEntry.objects.count()) == (False, before)


def test_where_the_rules_know_no_second_weapon_there_is_no_other_hand(campaign, hold, armed, as_, ines):
    Campaign.objects.filter(pk=campaign.pk).update(preset="d10x2")

    assert hold(ines, other="gauche").status_code == 422
    assert 'name="other"' not in as_(ines).get(armed.get_absolute_url()).content.decode()


def test_it_is_logged_for_the_table_once_a_press_and_taken_back(hold, armed, as_, campaign, ines, pablo):
    hold(ines, weapon="katana", press="one-1")
    hold(ines, weapon="katana", press="one-1")
    hold(ines, weapon="katana", press="two-2")  # in hand already: nothing to tell

    entry = LogEntry.objects.get(kind="wielded")
    assert (entry.audience, entry.facts["weapons"]) == (Audience.TABLE, ["Catana"])
    page = as_(pablo).get(reverse("campaigns:log", args=[campaign.key]), headers={"accept-language": "es"})
    assert "en mano: Catana" in page.content.decode()
    changes.toggle(entry, ines)
    assert "wielded" not in again(armed).gear
    changes.toggle(LogEntry.objects.get(pk=entry.pk), ines)
    assert again(armed).gear["wielded"] == ["katana"]


def test_it_cannot_be_taken_back_once_another_is_in_hand(hold, armed, ines, marta):
    hold(ines, weapon="katana")
    hold(marta, weapon="gauche")

    assert not changes.can_take_back(LogEntry.objects.filter(kind="wielded").last(), marta)


def test_only_its_player_and_those_who_lead(hold, armed, ines, pablo, vera, marta, coral):
    assert [hold(seat, weapon="katana").status_code for seat in (pablo, vera)] == [403, 403]
    assert [hold(marta, weapon="katana").status_code, hold(coral, weapon="dagger").status_code] == [204, 204]


def test_a_foe_is_nobodys_business_but_of_those_who_lead(campaign, as_, marta, pablo):
    foe = Character.objects.create(
        campaign=campaign, name="Ogro", is_foe=True, is_finished=True, gear={"weapons": ["mace", "dagger"]},
        traits={"attributes": {"dexterity": 3}},
    )  # fmt: skip
    url = reverse("characters:wield", args=[foe.key])

    assert as_(pablo).post(url, {"weapon": "dagger"}).status_code == 404
    as_(marta).post(url, {"weapon": "dagger"})
    assert LogEntry.objects.get(kind="wielded").audience == Audience.PRIVATE


def test_sheet_paper_and_the_look_of_others_follow(hold, armed, as_, ines, pablo):
    hold(ines, weapon="katana")
    armed.share(ines, "all")

    for page, seat in ((armed.get_absolute_url(), ines), (armed.get_absolute_url(), pablo),
                       (reverse("characters:print", args=[armed.key]), ines)):  # fmt: skip
        told = re.sub(r"\s+", " ", as_(seat).get(page, headers={"accept-language": "es"}).content.decode())
        assert re.search(r"<dt>Defensa</dt><dd[^>]*>14</dd>", told), page


def test_every_screen_of_the_sheet_gets_the_new_values_and_asks_for_its_rolls_anew(hold, armed, as_, campaign, ines):
    browser, url = as_(ines), reverse("campaigns:news", args=[campaign.key])
    page = browser.get(armed.get_absolute_url()).content.decode()
    felt = re.search(r'data-changes="state" data-state="([^"]*)"', page)[1]
    after = re.search(r'data-after="([^"]*)"', page)[1]
    hold(ines, weapon="katana")

    query = {"page": f"sheet-{armed.key}", "as": ines.role, "lang": "es", "after": after}
    news = browser.get(url, query).content.decode()
    assert re.search(r'<dd data-derived="defense">14</dd>', news)
    assert re.search(r'id="hold-\w+-katana"[^>]*aria-pressed="true"', news)
    assert re.search(r'data-changes="state" data-state="([^"]*)"', news)[1] != felt


def test_a_file_keeps_it_and_one_without_it_still_fits(hold, armed, campaign, ines):
    """An older file has no such field: the first weapon is in hand."""
    hold(ines, weapon="gauche")
    document = document_of(again(armed), ines)
    assert document["gear"]["wielded"] == ["gauche"]
    del document["gear"]["wielded"]
    for gear, held in ((again(armed).gear, "gauche"), (document["gear"], "dagger")):
        foe = {"format": document["format"], "version": 1, "kind": "hero", "finished": False, "name": "Otra"}
        traits = {"attributes": {each.key: 1 for each in campaign.ruleset.attributes}, "skills": {}}
        taken = take_in(campaign, ines, ines, read(json.dumps({**foe, "traits": traits, "gear": gear}).encode()))
        assert [each.key for each in again(taken).wielded] == [held]


def test_a_copy_keeps_it(hold, armed, ines):
    hold(ines, weapon="gauche")
    armed.created = armed.written
    armed.save(update_fields=["created"])

    assert [each.key for each in again(armed).copy(ines).wielded] == ["gauche"]


def test_a_weapon_that_is_carried_no_longer_is_in_nobodys_hand(armed):
    armed.gear = {**armed.gear, "wielded": ["katana", "spear"], "weapons": ["mace", "dagger"]}

    assert [each.key for each in armed.wielded] == ["mace"]
