"""The growth page and its presses: who may, what is bought, what not and why; the proof page and that of all sheets."""

import re

import pytest
from django.urls import reverse

from campaigns.models import LogEntry
from characters import adventures
from characters.models import Character, LedgerEntry
from rules.growth import Extra
from rules.techniques import Technique
from tests.characters.conftest import address, again


@pytest.fixture
def press(as_):
    """`press(ines, "buy", hero, buy="skills.stealth:4")`: a press, followed to the page that comes back."""

    def send(seat, what, hero, /, *more, **fields):
        url = address(what, hero, *more)
        back = address("growth", hero)
        return as_(seat).post(url, {"back": back, **fields}, headers={"accept-language": "en"}, follow=True)

    return send


def page_of(as_, seat, url: str) -> str:
    answer = as_(seat).get(url, headers={"accept-language": "en"})
    assert answer.status_code == 200
    return re.sub(r"\s+", " ", answer.content.decode())


def part(page: str, name: str) -> str:
    """One region of a page: from its id to the next one's."""
    return re.split(r'id="(?:account|offers|lessons|ledger)-', page.partition(f'id="{name}-')[2])[0]


def test_it_shows_px_level_and_how_far_to_the_next(as_, rich, ines):
    hero = rich(40)
    hero.buy(ines, "attributes.physique", 5)

    account = part(page_of(as_, ines, address("growth", hero)), "account")

    assert re.findall(r"<dd[^>]*>(\d+)</dd>", account) == ["15", "25", "1"]
    assert "5 of 20 px spent toward the next level." in account


def test_what_can_be_bought_has_a_button_and_the_rest_its_reason(as_, rich, ines):
    hero = rich(10)
    hero.buy(ines, "skills.stealth", 4)

    page = page_of(as_, ines, address("growth", hero))

    offers = part(page, "offers")
    assert re.findall(r'name="buy" value="([^"]+)"', offers) == [
        f"skills.{each}" for each in ("notice:5", "reflexes:5", "dodge:5", "melee_weapons:6")
    ]
    assert "In one award a skill rises by 1 at most." in offers
    assert "19 px are missing." in offers, "physique 5 costs 25, and there are 6"
    assert 'value="skills.swim:1"' in part(page, "lessons")


def test_the_ledger_says_what_when_why_by_whom_and_the_balance(as_, hero, marta, ines):
    adventures.award(hero.campaign, marta, hero, 10, "Por el vado")
    hero.buy(ines, "skills.swim", 1)

    ledger = part(page_of(as_, ines, address("growth", hero)), "ledger")

    assert re.findall(r'<td class="num [^>]*">([^<]*)</td><td class="num">([^<]*)</td>', ledger) == [
        ("−2", "8"),
        ("+10", "10"),
    ]
    assert "Por el vado · Marta ·" in ledger
    assert "Bought: Swim 0" in ledger
    assert "Take back" not in ledger, "that is the GM's"


def test_a_purchase_without_javascript_comes_back_to_the_page(press, rich, ines):
    hero = rich(10)

    answer = press(ines, "buy", hero, buy="skills.stealth:4")

    assert (answer.status_code, answer.request["PATH_INFO"]) == (200, address("growth", hero))
    assert again(hero).traits["skills"]["stealth"] == 4


def test_a_purchase_with_htmx_answers_its_entry(as_, rich, ines):
    hero = rich(10)

    answer = as_(ines).post(address("buy", hero), {"buy": "skills.stealth:4"}, headers={"hx-request": "true"})

    assert (answer.status_code, answer.headers["Mesa-Entry"]) == (204, LogEntry.objects.get(kind="spend").key)


def test_b38_a_direct_post_that_is_too_dear_is_refused(press, rich, ines):
    """10 px, and something for 30."""
    hero = rich(10)
    before = list(LedgerEntry.objects.values())

    answer = press(ines, "buy", hero, buy="attributes.charisma:4")  # 15 + 20

    assert answer.status_code == 422
    assert "It costs 35 px, and there are 10." in answer.content.decode()
    assert list(LedgerEntry.objects.values()) == before
    assert again(hero).traits["attributes"]["charisma"] == 2


def test_nobody_else_sees_or_buys(as_, rich, pablo, vera, sergio):
    hero = rich(10)
    for who, status in ((pablo, 403), (vera, 403), (sergio, 404)):
        for name in ("growth", "proof"):
            assert as_(who).get(address(name, hero)).status_code == status
        assert as_(who).post(address("buy", hero), {"buy": "skills.stealth:4"}).status_code == status
    assert LedgerEntry.objects.count() == 1


@pytest.mark.parametrize("name", ["correct", "buy-priced", "approve"])
def test_only_those_who_lead_put_right(as_, rich, ines, name):
    hero = rich(10)
    more = ("physique",) if name == "approve" else ()
    assert as_(ines).post(address(name, hero, *more), {}).status_code == 403
    assert "What the GM does" not in page_of(as_, ines, address("growth", hero))


def test_a_correction_from_the_page(press, hero, marta):
    answer = press(marta, "correct", hero, trait="skills.stealth", to="5", reason="Su oficio")

    assert answer.status_code == 200
    assert "Correction: Stealth" in answer.content.decode()
    assert again(hero).traits["skills"]["stealth"] == 5


def test_a_technique_its_extra_and_its_powers_from_the_page(press, rich, marta):
    hero = rich(30)

    press(marta, "buy-priced", hero, what="new", name="Bola de fuego", px="6", attribute="intelligence")
    path = f"techniques.{again(hero).traits['techniques'][0]['key']}"
    press(marta, "buy-priced", hero, what=path, name="área", px="3")
    answer = press(marta, "buy-priced", hero, what=path, powers="1")

    assert "Bought: Bola de fuego" in answer.content.decode()
    assert list(LedgerEntry.objects.filter(kind="spend").values_list("px", flat=True)) == [-6, -3, -2]


@pytest.mark.parametrize(
    "fields",
    [
        {"what": "new", "px": "3", "attribute": "intelligence"},
        {"what": "new", "name": "Bola", "attribute": "intelligence"},
        {"what": "specializations.stealth", "name": "sombras", "px": "2"},
        {"what": "techniques.none", "name": "área", "px": "2"},
    ],
)
def test_what_has_no_name_or_no_price_is_not_bought(press, rich, marta, fields):
    answer = press(marta, "buy-priced", rich(30), **fields)

    assert answer.status_code == 422
    assert LedgerEntry.objects.filter(kind="spend").count() == 0


def test_a_prodigy_is_approved_from_the_page(press, as_, rich, marta, ines):
    hero = rich(90)
    hero.correct(marta, "attributes.physique", 15, "Giganta")
    assert "Let it be a prodigy" not in page_of(as_, ines, address("growth", hero))
    assert 'id="approve-physique"' in page_of(as_, marta, address("growth", hero))

    press(marta, "approve", hero, "physique", answer="approve")
    answer = press(ines, "buy", hero, buy="attributes.physique:16")

    assert answer.status_code == 200
    assert again(hero).traits["attributes"]["physique"] == 16


def test_a_spend_is_taken_back_on_its_own_page(as_, rich, marta, ines):
    hero = rich(10)
    hero.buy(ines, "skills.swim", 1)
    spend = LedgerEntry.objects.get(kind="spend")
    url = reverse("characters:take-back", args=[hero.campaign.key, spend.key])
    assert url in page_of(as_, marta, address("growth", hero))
    assert 'name="px"' not in page_of(as_, marta, url)

    without_reason = as_(marta).post(url, {"reason": ""})
    done = as_(marta).post(url, {"reason": "No sabe", "back": address("growth", hero)})

    assert (without_reason.status_code, done.status_code) == (422, 302)
    assert LedgerEntry.objects.last().kind == "refund"
    assert "nothing left of it" in page_of(as_, marta, url)


def test_an_award_is_taken_back_in_part(as_, rich, marta):
    hero = rich(10)
    url = reverse("characters:take-back", args=[hero.campaign.key, LedgerEntry.objects.get().key])

    for px, status in (("4", 302), ("7", 422), ("0", 422), ("6", 302)):
        assert as_(marta).post(url, {"px": px, "reason": "Eran menos"}).status_code == status

    assert list(LedgerEntry.objects.values_list("px", "balance")) == [(10, 10), (-4, 6), (-6, 0)]


def test_a_correction_is_not_taken_back(as_, hero, marta):
    hero.correct(marta, "skills.stealth", 5, "Su oficio")
    url = reverse("characters:take-back", args=[hero.campaign.key, LedgerEntry.objects.get().key])

    assert as_(marta).post(url, {"reason": "No"}).status_code == 422
    assert LedgerEntry.objects.count() == 1


def test_a_setting_leaves_out_what_it_does_not_have(as_, campaign, hero, ines):
    campaign.setting = "medieval"
    campaign.save()

    lessons = part(page_of(as_, ines, address("growth", hero)), "lessons")

    assert "Ride" in lessons
    assert "Astrophysics" not in lessons


@pytest.mark.parametrize("preset", ["ryf-table", "ryf-core", "d10x2"])
def test_every_preset_has_its_pages(as_, campaign, hero, marta, preset):
    """The same templates; what a system has of traits is what they show."""
    campaign.preset = preset
    campaign.save()
    hero.correct(marta, "skills.stealth", 9, "Para el ejemplo")
    hero.buy_technique(marta, Technique("bola", "Bola de fuego", 1, "intelligence"), Extra("alcance", 0))

    growth, proof, proofs = (
        page_of(as_, marta, url)
        for url in (
            address("growth", hero),
            address("proof", hero),
            reverse("characters:proofs", args=[campaign.key]),
        )
    )

    assert ("Mastery: Dagger" in part(growth, "lessons")) == (preset == "d10x2")
    assert ("Specialization of Stealth" in growth) == (preset == "ryf-core")
    assert "Bola de fuego" in proof
    assert hero.name in proofs


def test_a_draft_is_led_to_where_it_is_made(as_, tello, pablo):
    for name in ("growth", "proof"):
        assert as_(pablo).get(address(name, tello)).headers["Location"] == tello.get_absolute_url()


def test_a_foe_has_no_growth(as_, goblin, marta):
    for name in ("growth", "proof"):
        assert as_(marta).get(address(name, goblin)).status_code == 404


def test_the_page_costs_the_same_with_a_long_ledger(as_, hero, marta, ines, django_assert_num_queries):
    browser = as_(ines)

    def ask():
        browser.get(address("growth", hero))
        adventures.award(hero.campaign, marta, hero, 9, "")
        with django_assert_num_queries(13):
            assert browser.get(address("growth", hero)).status_code == 200

    ask()
    for _ in range(20):
        adventures.award(hero.campaign, marta, hero, 9, "")
    adventures.begin(hero.campaign, marta, "El molino")
    adventures.award(hero.campaign, marta, hero, 3, "")
    adventures.close(hero.campaign, marta, [hero.key])
    ask()


# --- the proof --------------------------------------------------------------------------------------------------------


def test_the_proof_traces_each_point(as_, rich, marta, ines):
    hero = rich(10)
    hero.buy(ines, "skills.stealth", 4)
    hero.correct(marta, "skills.stealth", 6, "Su oficio")

    page = page_of(as_, ines, address("proof", hero))

    row = page.partition("Stealth</th>")[2].partition("</tr>")[0]
    assert re.findall(r"<li>([^<]*)</li>", row) == ["+3 creation", "+1 for 4 px", "+2 correction of Marta: Su oficio"]
    assert "no rule in force is broken" in page


def test_a_point_from_nowhere_is_named(as_, hero, ines):
    hero.traits["skills"]["stealth"] = 9
    hero.save()

    page = page_of(as_, ines, address("proof", hero))

    row = page.partition("Stealth</th>")[2].partition("</tr>")[0]
    assert "6 points come from nowhere" in row
    assert "1 thing breaks a rule" in page


def test_a_house_rule_shows_which_sheets_it_breaks(as_, campaign, hero, marta):
    twin = Character.objects.create(
        campaign=campaign, name="Nuño", is_finished=True, traits=hero.traits, created=hero.created
    )
    url = reverse("characters:proofs", args=[campaign.key])
    assert page_of(as_, marta, url).count('class="problem"') == 0

    campaign.changes = {"creation.skill_maximum": 4}
    campaign.save()
    page = page_of(as_, marta, url)

    assert page.count("5 is over the maximum of 4.") == 2, "melee weapons 5, both of them"
    assert twin.name in page


def test_a_trait_that_the_campaign_has_lost_is_named(as_, campaign, hero, ines):
    campaign.changes = {"skills.stealth": None}
    campaign.save()

    assert "There is no “stealth” here." in page_of(as_, ines, address("proof", hero))


def test_the_proofs_of_all_cost_the_same_whatever_their_number(as_, campaign, hero, marta, django_assert_num_queries):
    browser, url = as_(marta), reverse("characters:proofs", args=[campaign.key])

    def ask():
        browser.get(url)
        with django_assert_num_queries(6):
            assert browser.get(url).status_code == 200

    adventures.award(campaign, marta, hero, 9, "")
    ask()
    for name in ("Nuño", "Urraca", "Tello"):
        other = Character.objects.create(
            campaign=campaign, name=name, is_finished=True, traits=hero.traits, created=hero.created
        )
        adventures.award(campaign, marta, other, 9, "")
    adventures.begin(campaign, marta, "El molino")
    adventures.close(campaign, marta, list(campaign.characters.values_list("key", flat=True)))
    ask()


def test_only_those_who_lead_read_all_proofs(as_, campaign, hero, ines, sergio):
    url = reverse("characters:proofs", args=[campaign.key])
    assert as_(ines).get(url).status_code == 403
    assert as_(sergio).get(url).status_code == 404


def test_px_over_time_are_two_stairs_with_their_numbers_in_words(as_, rich, ines):
    """Earned 40 at once; physique takes 25 of them, and the picture is 82 high from its axis at 92."""
    hero = rich(40)
    assert 'class="chart over-time"' not in page_of(as_, ines, address("growth", hero))  # one movement is no picture
    hero.buy(ines, "attributes.physique", 5)

    ledger = part(page_of(as_, ines, address("growth", hero)), "ledger")

    assert re.search(r'aria-label="Px from [^"]+: 40 earned in all, 15 left"', ledger)
    earned, left = re.findall(r'class="curve (?:lower|main)" d="M26 92H26V10H376V([\d.]+)"', ledger)
    assert (earned, left) == ("10", "61.2")  # 92 - 82 * 15 / 40
