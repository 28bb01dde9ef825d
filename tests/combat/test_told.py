"""What the table is told of foes in sight: an alias for the name, words for numbers; and nothing of what is prepared.

(S2, S3, B30, B34.)
"""

import re

import pytest

from campaigns import feed
from campaigns.changes import toggle
from campaigns.models import LogEntry
from characters.models import Character
from combat.models import Encounter, ShownPoints
from rules.notation import parse
from tests.combat.fights import key, stored
from tests.combat.sight import ALIAS, NAME, leaks, says, text


def test_an_encounter_that_is_being_prepared_is_known_to_nobody(
    campaign, brianda, marta, ines, pablo, vera, sergio, as_, dice
):
    """“Nobody sees it until you start it.”"""
    ambush = Encounter.prepare(campaign, marta, NAME)
    ambush.add(marta, [brianda])
    stored(ambush).add_foes(marta, ALIAS, count=2, fixed={"pv": 71}, damage=parse("4d6"))
    first, second = (key(ambush, f"{ALIAS} {number}") for number in (1, 2))
    stored(ambush).harm(marta, first, 3)
    stored(ambush).heal(marta, first, 1)
    stored(ambush).hide_or_reveal(marta, first)
    stored(ambush).hide_or_reveal(marta, first)
    stored(ambush).show(marta, first, alias="", shown_points=ShownPoints.NUMBER, is_defense_known=True)
    toggle(stored(ambush).remove(marta, second), marta)
    feed.forget()

    for seat in (ines, pablo, vera, sergio, None):
        browser = as_(seat)
        urls = [campaign.get_absolute_url(), f"{campaign.get_absolute_url()}log/", ambush.get_absolute_url(), "/"]
        pages = {url: text(browser.get(url)) for url in urls}
        for name in ("table", f"fight-{ambush.key}"):
            query = {"page": name, "as": getattr(seat, "role", "player"), "lang": "es", "after": ""}
            pages[name] = text(browser.get(f"{campaign.get_absolute_url()}news/", query))
        assert leaks(pages, NAME, ALIAS, first, second, "/ 71", "Emboscada") == {}, seat
        if seat is not None:
            assert browser.get(ambush.get_absolute_url()).status_code == 404


def test_a_hero_harmed_while_it_is_prepared_is_still_seen_by_all(campaign, ambush, brianda, marta, as_, pablo):
    stored(ambush).add(marta, [brianda])
    place = feed.page(pablo, ["log"], "es").after

    stored(ambush).harm(marta, brianda.key, 5)

    query = {"page": "table", "as": "player", "lang": "es", "after": place}
    news = as_(pablo).get(f"{campaign.get_absolute_url()}news/", query).content.decode()
    assert 'id="roster"' in news
    assert "Emboscada" not in news


# --- an alias --------------------------------------------------------------------------------------------------------


@pytest.fixture
def masked(fight, add, marta) -> Character:
    """A foe in sight under another name."""
    (foe,) = add(NAME, alias=ALIAS, pv=71, defense=5)
    Character.objects.filter(pk=foe.pk).update(gender="f")
    feed.forget()
    return foe


def test_an_alias_is_all_that_the_table_ever_reads(fight, masked, all_of, table_of, marta, ines, brianda, dice):
    """B30: titles, labels, the log, undo and redo, the roll from its sheet, harm and healing, leaving."""
    dice(1, 5, 9, 6, 2, 1, 7, 10, 4, 2, 5, 9)
    last = stored(fight).attack(ines, brianda.key, "unarmed", masked.key)
    toggle(last, ines)
    toggle(LogEntry.objects.get(pk=last.pk), ines)
    stored(fight).attack(marta, masked.key, "own", brianda.key)
    Character.objects.get(pk=masked.pk).roll(marta, "physique", difficulty=9)
    toggle(Character.objects.get(pk=masked.pk).change_pool(marta, "pv", -2), marta)
    stored(fight).harm(marta, masked.key, 3)
    stored(fight).heal(marta, masked.key, 1)
    stored(fight).hide_or_reveal(marta, masked.key)
    stored(fight).hide_or_reveal(marta, masked.key)
    toggle(stored(fight).remove(marta, masked.key), marta)

    for seat in table_of:
        pages = all_of(seat)
        assert leaks(pages, NAME) == {}, seat
    assert ALIAS in all_of(ines)[f"{fight.get_absolute_url()} {{}}"]


def test_a_player_takes_back_the_own_blow_in_the_words_of_the_alias(fight, masked, as_, ines, brianda, dice):
    dice(1, 5, 9, 6, 2)
    stored(fight).attack(ines, brianda.key, "unarmed", masked.key)
    feed.forget()

    page = as_(ines).get(fight.get_absolute_url(), headers={"accept-language": "es"}).content.decode()

    mine = re.search(r'<div id="mine-.*?</div>', page, re.S)[0]
    assert ALIAS in mine
    assert NAME not in mine


def test_an_alias_given_later_hides_the_name_from_then_on(fight, as_, pablo, marta, goblins):
    stored(fight).show(marta, goblins[0].key, alias=ALIAS, shown_points=ShownPoints.WORD, is_defense_known=False)
    feed.forget()

    page = as_(pablo).get(fight.get_absolute_url()).content.decode()
    ladder = page[page.index('id="ladder-') : page.index("</ol>")]

    assert ALIAS in ladder
    assert "Goblin 1" not in ladder


# --- numbers ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def tough(fight, add, marta) -> Character:
    """A foe in sight whose numbers stand nowhere else: 971 PV, defense 5, absorption 2."""
    (foe,) = add("Ogro", pv=971, defense=5, absorption=2)
    feed.forget()
    return foe


def test_pv_of_foes_that_are_not_known_are_nowhere(fight, tough, all_of, table_of, marta, ines, brianda, dice):
    """S3, B34: damage as thrown, a word for how it looks, and no number of what is left."""
    dice(1, 5, 9, 6, 5)
    stored(fight).attack(ines, brianda.key, "unarmed", tough.key)  # 11 − 2 of 971: 962
    stored(fight).harm(marta, tough.key, 4)  # 958
    stored(fight).heal(marta, tough.key, 1)  # 959
    Character.objects.get(pk=tough.pk).change_pool(marta, "pv", -2)  # 957

    for seat in table_of:
        pages = all_of(seat)
        for number in (971, 962, 958, 959, 957):
            found = {at for at, page in pages.items() if says(page, number)}
            assert found == set(), (seat, number)
    assert "con heridas" in all_of(ines)[f"{fight.get_absolute_url()} {{}}"]


def test_the_damage_that_a_player_throws_is_told_as_thrown(fight, tough, as_, ines, campaign, brianda, dice):
    dice(1, 5, 9, 6, 5)
    stored(fight).attack(ines, brianda.key, "unarmed", tough.key)
    feed.forget()

    log = as_(ines).get(f"{campaign.get_absolute_url()}log/", headers={"accept-language": "es"}).content.decode()
    entry = re.search(r'(?s)<li class="entry.*?</li>', log)[0]

    assert "<b>11</b> de daño" in entry
    assert "− 2" not in entry  # what it absorbs
    assert "= <b>9</b>" not in entry
    assert "pierde" not in entry


def test_a_defense_that_is_not_known_is_nowhere(fight, add, as_, ines, campaign, brianda, dice):
    """S2: the sentence says hit or miss without defense or margin; odds stand by difficulty."""
    (foe,) = add("Ogro", defense=73)
    dice(1, 5, 9)
    entry = stored(fight).attack(ines, brianda.key, "unarmed", foe.key)
    assert (entry.facts["hit"], entry.facts["defense"]) == (False, 73)
    feed.forget()
    browser = as_(ines)

    pages = {
        url: text(browser.get(url, {"weapon": f"{brianda.key}:unarmed", "target": foe.key}))
        for url in (
            fight.get_absolute_url(), f"{fight.get_absolute_url()}odds/", f"{fight.get_absolute_url()}panel/",
            f"{campaign.get_absolute_url()}log/", campaign.get_absolute_url(),
        )
    }  # fmt: skip

    for number in (73, 59):  # the defense, and what was missing
        assert {url for url, page in pages.items() if says(page, number)} == set()


def test_what_is_known_is_told(fight, tough, as_, ines, campaign, marta, brianda, dice):
    """The flags of S2 and S3, on: defense 5, 971 PV, and what passes the absorption."""
    stored(fight).show(marta, tough.key, alias="", shown_points=ShownPoints.NUMBER, is_defense_known=True)
    dice(1, 5, 9, 6, 5)
    stored(fight).attack(ines, brianda.key, "unarmed", tough.key)
    feed.forget()
    browser = as_(ines)

    page = browser.get(fight.get_absolute_url(), headers={"accept-language": "es"}).content.decode()
    entry = re.search(r'(?s)<li class="entry.*?</li>', page)[0]

    assert "962<small> / 971</small>" in page
    assert "contra 5" in entry
    assert "= <b>9</b>" in entry


def test_with_pv_shown_not_at_all_not_even_a_word_or_the_order_of_targets_tells(fight, add, as_, marta, ines):
    """S3: nothing. Who is out would else be the last of the list."""
    ogre, troll = add("Ogro")[0], add("Trol")[0]
    for foe in (ogre, troll):
        stored(fight).show(marta, foe.key, alias="", shown_points=ShownPoints.NOTHING, is_defense_known=False)
    feed.forget()
    before = text(as_(ines).get(fight.get_absolute_url()))
    order = re.findall(r'<option value="(\w{12})"', before)

    stored(fight).harm(marta, ogre.key, 99)
    feed.forget()
    after = text(as_(ines).get(fight.get_absolute_url()))

    assert re.findall(r'<option value="(\w{12})"', after) == order
    rows = re.findall(r'(?s)<li class="who.*?</li>', after)
    assert [row for row in rows if "Ogro" in row and ("is-down" in row or "word-pv" in row)] == []


def test_a_known_defense_tells_nothing_of_what_is_absorbed_or_left(fight, tough, as_, marta, ines, brianda):
    """S3: odds to hit, no chance to drop, no damage that passes."""
    stored(fight).show(marta, tough.key, alias="", shown_points=ShownPoints.WORD, is_defense_known=True)

    asked = {"weapon": f"{brianda.key}:unarmed", "target": tough.key, "modifier": "0"}
    odds = as_(ines).get(f"{fight.get_absolute_url()}odds/", asked, headers={"accept-language": "es"}).content.decode()

    odds = odds[odds.index('id="odds"') :]
    assert "contra 5" in odds
    assert not says(odds, 971)
    assert "absor" not in odds
    assert "1d6" not in odds  # the picture of the damage less what is absorbed
