"""Every page and the main actions under each of the rule systems: no page asks which one it is.

What is made of an evening: a draft, a finished hero, rolls, a fight with a quick foe, its log.
"""

import re

import pytest

from campaigns import chance, feed
from campaigns.models import Campaign, LogEntry, Membership, Role
from characters import adventures
from characters.models import Character
from combat.models import Encounter
from combat.models.choices import Place
from rules import PRESETS
from rules.notation import parse
from rules.reference import reference
from tests.combat.fights import FOE, stored


@pytest.fixture(params=PRESETS)
def table(request, db, monkeypatch, django_user_model):
    """A campaign under that system, its GM and a player with a hero of 5 in everything, a fight that runs."""
    people = [django_user_model.objects.create_user(name, "tres tristes tigres", name) for name in ("marta", "ines")]
    campaign = Campaign.objects.create(name="Mesa", preset=request.param)
    seats = [
        Membership.objects.create(campaign=campaign, user=person, role=role, name=person.name)
        for person, role in zip(people, (Role.GM, Role.PLAYER), strict=True)
    ]
    rules = campaign.ruleset
    traits = {
        "attributes": {each.key: 5 for each in rules.attributes},
        "skills": {each.key: 5 for each in rules.skills[:6]},
    }
    hero = Character.objects.create(
        campaign=campaign, owner=seats[1], name="Brianda", gender="f", is_finished=True, traits=traits,
        gear={"weapons": ["long_sword", "mace", "long_bow"], "armor": "mail"},
    )  # fmt: skip
    Character.objects.create(campaign=campaign, owner=seats[1], name="Urraca", traits=traits)
    dice = iter([5, 6, 8] * 10_000)
    monkeypatch.setattr(chance, "source", lambda sides: min(next(dice), sides))
    fight = Encounter.prepare(campaign, seats[0], "Emboscada")
    fight.add(seats[0], [hero])
    stored(fight).add_foes(seats[0], "Goblin", count=2, fixed=FOE | {"pv": 300}, damage=parse("1d6"))
    stored(fight).start(seats[0])
    return campaign, seats, hero, fight


def pages(campaign, hero, fight):
    draft = Character.objects.get(name="Urraca")
    return [
        campaign.get_absolute_url(), f"{campaign.get_absolute_url()}log/", f"{campaign.get_absolute_url()}rules/",
        hero.get_absolute_url(), f"{hero.get_absolute_url()}?all=1", fight.get_absolute_url(), draft.get_absolute_url(),
        f"{draft.get_absolute_url()}who/", f"{draft.get_absolute_url()}gear/", f"{draft.get_absolute_url()}review/",
    ]  # fmt: skip


def act(campaign, seats, hero, fight):
    """One of each action that a page offers."""
    hero.roll(seats[1], campaign.ruleset.skills[0].key, difficulty=12)
    hero.roll(seats[1], campaign.ruleset.attributes[0].key, difficulty=30)
    for pool in campaign.ruleset.pools:
        Character.objects.get(pk=hero.pk).change_pool(seats[0], pool.key, -3)
    goblin = next(row.character for row in stored(fight).present if not row.is_hero)
    for weapon in ("long_sword", "mace"):
        stored(fight).attack(seats[0], hero.key, weapon, goblin.key)
    shot = stored(fight).attack(seats[0], hero.key, "long_bow", goblin.key, place=Place("short"))
    if shot.facts["pending"]:
        stored(fight).defend(seats[0], shot.facts["pending"], "dodge")
    stored(fight).attack(seats[0], goblin.key, "own", hero.key)
    stored(fight).harm(seats[0], hero.key, 4)
    stored(fight).heal(seats[0], hero.key, 1)
    stored(fight).next_turn(seats[0], stored(fight).turn)


@pytest.mark.parametrize("language", ["es", "en"])
def test_every_page_answers(table, as_, language):
    campaign, seats, hero, fight = table
    act(*table)

    for seat in seats:
        browser = as_(seat)
        browser.cookies["django_language"] = language
        for url in pages(campaign, hero, fight):
            feed.forget()
            answer = browser.get(url)
            assert answer.status_code == 200, url
            text = re.sub(r"<[^>]*>", " ", answer.content.decode())
            assert "None" not in text, url
            assert not re.search(r"%\(\w+\)s", text), url


def test_what_was_done_is_in_the_log(table):
    act(*table)

    kinds = list(LogEntry.objects.values_list("kind", flat=True))
    assert {"check", "pool", "attack", "harm", "heal", "turn"} <= set(kinds)


def test_a_fall_is_judged_by_the_system(table):
    _campaign, (marta, _ines), hero, fight = table

    stored(fight).harm(marta, hero.key, 200)

    assert Character.objects.with_pools().select_related("campaign").get(pk=hero.pk).condition.out


def test_each_of_the_pools_is_on_the_sheet(table, as_):
    campaign, (_marta, ines), hero, _fight = table
    page = as_(ines).get(hero.get_absolute_url()).content.decode()

    for pool in campaign.ruleset.pools:
        assert f"/points/{pool.key}/" in page


CITED = re.compile(r'<a class="rule" href="([^"#]*)#([^"]+)">')


def test_every_rule_that_is_named_is_in_the_book_and_links_there(table, as_):
    """Wherever a page or an entry names a rule, its number leads to that rule among those in force."""
    campaign, seats, hero, fight = table
    act(*table)
    adventures.award(campaign, seats[0], hero, 5, "por llegar")
    book = f"{campaign.get_absolute_url()}rules/"
    anchors = {rule.id for chapter in reference(campaign.ruleset) for rule in chapter.rules}
    browser, cited = as_(seats[0]), set()
    posts = [
        (f"{campaign.get_absolute_url()}evening/session/open/", {}),
        (f"{campaign.get_absolute_url()}evening/adventure/open/", {"name": "El vado"}),
    ]
    for url, data in posts:
        assert browser.post(url, data).status_code == 302, url

    more = [f"{hero.get_absolute_url()}{page}/" for page in ("growth", "proof", "history", "oppose", "files")]
    more += [f"{campaign.get_absolute_url()}{page}/" for page in ("evening", "proofs", "library", "library/new")]
    more += [f"{fight.get_absolute_url()}{page}/" for page in ("panel", "acts", "chronicle")]
    for url in [*pages(campaign, hero, fight), *more]:
        answer = browser.get(url)
        assert answer.status_code == 200, url
        if url != book:
            text = answer.content.decode()
            assert '<span class="rule">' not in text, url
            for address, id in CITED.findall(text):
                assert address == book, (url, id)
                assert id in anchors, (url, id)
                cited.add(id)
    assert {campaign.ruleset.attacks.rule, campaign.ruleset.rolls.rule, "X1"} <= cited
