"""What gear does to the numbers of a draft, before and after (C0, W)."""

import pytest
from django.urls import reverse
from django.utils.translation import override

from campaigns import feed
from characters.models import Character
from characters.regions.shelves import burden, shelves


@pytest.fixture(autouse=True)
def english():
    with override("en"):
        yield


def again(character: Character) -> Character:
    return Character.objects.select_related("campaign").get(pk=character.pk)


def change_rules(campaign, changes) -> None:
    campaign.changes = changes
    campaign.save(update_fields=["changes"])
    feed.forget()


def effects_of(items) -> dict[str, tuple[int, int]]:
    return {each.label: (each.before, each.after) for each in items}


def item_of(character: Character, key: str):
    return next(
        item
        for shelf in shelves(character)
        for group in shelf["groups"]
        for item in group["items"]
        if item.row.key == key
    )


@pytest.fixture
def ready(ready) -> Character:
    """Perception 5 and reflexes 5: initiative 10; dexterity 4 and dodge 5: defense 14 (C0)."""
    return ready


def test_encumbrance_is_shown_where_it_bites(ready, pablo):
    """Mail 4/2, heavy shield 2/1."""
    ready.wear(pablo, "armor", "mail")
    ready.wear(pablo, "shield", "heavy_shield")
    draft = again(ready)

    assert burden(draft)["encumbrance"] == 3
    assert effects_of(burden(draft)["effects"]) == {"Initiative": (10, 7), "Defense": (14, 16)}


def test_each_thing_says_what_it_changes_beside_the_other(ready, pablo):
    ready.wear(pablo, "shield", "heavy_shield")
    draft = again(ready)

    assert effects_of(item_of(draft, "full_plate").effects) == {"Initiative": (9, 5)}
    assert effects_of(item_of(draft, "heavy_shield").effects) == {"Initiative": (10, 9), "Defense": (14, 16)}
    assert item_of(draft, "long_sword").effects == ()


def test_where_the_option_is_on_it_lowers_the_rolls_of_an_attribute(campaign, ready, pablo):
    change_rules(campaign, {"encumbrance_lowers": True})
    ready.wear(pablo, "armor", "scale")

    found = effects_of(burden(again(ready))["effects"])

    assert (4, 1) in found.values()  # dexterity 4, encumbrance 3
    assert found["Initiative"] == (10, 7)


def test_by_rules_where_it_lowers_nothing_it_says_so(as_, campaign, tello, pablo):
    campaign.preset = "d10x2"
    campaign.save(update_fields=["preset"])
    draft = again(tello)
    draft.wear(pablo, "armor", "plate")

    assert effects_of(burden(again(tello))["effects"]) == {}
    page = as_(pablo).get(reverse("characters:gear", args=[tello.key]), headers={"accept-language": "en"})
    assert "changes no number" in page.content.decode()


def test_the_shelves_are_those_of_the_campaign(as_, campaign, tello, pablo):
    change_rules(
        campaign,
        {
            "weapons.dagger": None,
            "weapons.net": {"label": "Red de mar", "damage": "1d6", "kind": "blunt", "defense": 2, "initiative": 1},
            "armors.bark": {"label": "Corteza", "absorption": 2, "encumbrance": 0},
        },
    )

    page = as_(pablo).get(reverse("characters:gear", args=[tello.key]), headers={"accept-language": "en"})

    text = page.content.decode()
    assert 'id="weapons-dagger"' not in text
    assert 'id="weapons-net"' in text
    assert "+2 to defense · +1 to initiative" in text
    assert 'id="armor-bark"' in text
    as_(pablo).post(reverse("characters:gear", args=[tello.key]), {"take": "weapons:net"})
    assert again(tello).gear["weapons"] == ["net"]


@pytest.mark.parametrize("preset", ["ryf-table", "ryf-core", "d10x2"])
def test_weapons_stand_by_how_they_hurt(as_, campaign, marta, preset):
    campaign.preset = preset
    campaign.save(update_fields=["preset"])
    draft = Character.begin(campaign, marta, marta, name="Tello", concept="", gender="")

    kinds = {item.row.kind.value for group in shelves(draft)[0]["groups"] for item in group["items"]}

    assert kinds == {"edged", "blunt", "projectile"}
