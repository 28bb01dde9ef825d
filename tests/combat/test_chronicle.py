"""The chronicle of a fight: its story for a forum, as the whole table may know it, whoever asks."""

import html
import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from campaigns.models import LogEntry
from characters.models import Character
from combat.models import Encounter, ShownPoints
from combat.views import telling
from rules.notation import parse
from tests.combat.fights import FOE, key, stored
from tests.combat.sight import ALIAS, DOINGS, NAME, SPANISH, hidden_doings


@pytest.fixture
def texts_of(as_, fight):
    """`texts_of(marta)`: BBCode and Markdown as that seat gets them."""

    def ask(seat, language: str = "es", **asked) -> tuple[str, str]:
        answer = as_(seat).get(f"{fight.get_absolute_url()}chronicle/", asked, headers={"accept-language": language})
        assert answer.status_code == 200
        bbcode, markdown = re.findall(r"<textarea[^>]*>(.*?)</textarea>", answer.content.decode(), re.S)
        return html.unescape(bbcode), html.unescape(markdown)

    return ask


@pytest.fixture
def blow(fight, press, ines, brianda, dice):
    """Brianda, 9, and the middle die 7: 16 against 12, a die of damage of 3."""
    dice(9, 2, 7, 3)
    aimed = {"weapon": f"{brianda.key}:unarmed", "target": key(fight, "Goblin 3"), "modifier": "0"}
    assert press(ines, "attack", fight, **aimed).status_code == 204


def test_it_tells_the_fight_with_its_dice_in_bbcode(texts_of, fight, blow, marta, brianda):
    stored(fight).next_turn(marta, brianda.key)
    stored(fight).harm(marta, brianda.key, 2)

    bbcode, _markdown = texts_of(marta)

    assert bbcode.startswith("[size=150][b]Emboscada[/b][/size]\n")
    assert "[*][b]Brianda[/b] ataca a [b]Goblin 3[/b] — Acierta · (2 [b]7[/b] 9) 7 + 9 = [b]16[/b] · (3)" in bbcode
    assert "\n[b]Turno de Goblin 3[/b]\n" in bbcode
    assert "[*][b]Brianda[/b] pierde 2 PV · [b]14[/b] / 16 PV · Marta\n" in bbcode
    assert bbcode.index("ataca") < bbcode.index("Turno de Goblin 3") < bbcode.index("pierde 2 PV")


def test_and_in_markdown(texts_of, fight, blow, marta, brianda):
    stored(fight).next_turn(marta, brianda.key)

    _bbcode, markdown = texts_of(marta)

    assert markdown.startswith("## Emboscada\n")
    assert r"- **Brianda** ataca a **Goblin 3** — Acierta · \(2 **7** 9\) 7 \+ 9 = **16** · \(3\)" in markdown
    assert "\n**Turno de Goblin 3**\n" in markdown


def test_it_speaks_the_readers_language(texts_of, blow, marta):
    spanish, english = (texts_of(marta, language)[0] for language in ("es", "en"))

    assert "ataca a" in spanish
    assert "attacks" in english
    assert "ataca" not in english


def test_no_id_of_a_rule_nor_markup_of_the_page_is_in_it(texts_of, blow, marta):
    for text in texts_of(marta):
        assert not re.search(r"\b[RCT]\d", text)
        assert "<" not in text


def test_it_is_the_same_for_the_gm_and_for_the_table(texts_of, turn_of_the_hidden, marta, coral, table_of):
    told = texts_of(marta)

    assert {texts_of(seat) for seat in [coral, *table_of]} == {told}
    assert "Brianda" in told[0]


@pytest.fixture
def turn_of_the_hidden(hidden, fight, marta, brianda):
    """What a hidden foe does and suffers, and what becomes of the turn."""
    stored(fight).next_turn(marta, brianda.key)
    stored(fight).harm(marta, hidden.key, 5)
    stored(fight).next_turn(marta, hidden.key)


@pytest.mark.parametrize("doing", DOINGS)
def test_nothing_of_a_hidden_foe_is_in_it_even_for_the_gm(texts_of, fight, hidden, marta, dice, doing):
    stored(fight).harm(marta, hidden.key, 3)
    hidden_doings(fight, marta, hidden, dice)[doing]()

    for text in texts_of(marta):
        assert NAME not in text
        assert ALIAS not in text


def test_a_foe_has_the_name_that_the_table_knew(texts_of, fight, marta):
    goblin = key(fight, "Goblin 3")
    stored(fight).show(marta, goblin, alias=ALIAS, shown_points=ShownPoints.WORD, is_defense_known=False)
    stored(fight).harm(marta, goblin, 2)

    bbcode, _markdown = texts_of(marta)

    assert f"[b]{ALIAS}[/b] recibe daño" in bbcode or f"[b]{ALIAS}[/b]" in bbcode
    assert "2 PV" not in bbcode  # its points are known as a word


def test_what_was_taken_back_never_happened(texts_of, as_, campaign, fight, blow, marta):
    entry = LogEntry.objects.get(kind="attack")
    as_(marta).post(reverse("campaigns:toggle", args=[campaign.key, entry.key]))

    bbcode, markdown = texts_of(marta)

    assert "ataca" not in bbcode + markdown
    assert "deshace" not in bbcode + markdown


def test_names_are_words_and_never_markup(texts_of, fight, marta):
    Character.objects.filter(name="Goblin 3").update(name="[b]Gog*_<i>")
    stored(fight).harm(marta, key(fight, "[b]Gog*_<i>"), 2)

    bbcode, markdown = texts_of(marta)

    assert "［b］Gog*_<i>" in bbcode
    assert r"\[b\]Gog\*\_\<i\>" in markdown


def test_another_fight_is_another_chronicle(texts_of, campaign, fight, marta):
    other = Encounter.objects.create(campaign=campaign, name="La otra")
    stored(fight).pause(marta)
    stored(other).add_foes(marta, "Lobo", count=1, fixed=FOE, damage=parse("1d6"))
    stored(other).start(marta)

    assert "Lobo" not in texts_of(marta)[0]


def test_before_it_starts_there_is_nothing_to_tell(as_, ambush, marta, pablo):
    address = f"{ambush.get_absolute_url()}chronicle/"

    assert "<textarea" not in as_(marta).get(address).content.decode()
    assert as_(pablo).get(address).status_code == 404


def test_it_is_for_those_at_the_table(as_, fight, sergio, vera):
    address = f"{fight.get_absolute_url()}chronicle/"

    assert as_(vera).get(address).status_code == 200
    assert as_(sergio).get(address).status_code == 404


def test_the_page_of_the_fight_leads_there(as_, fight, marta, ines):
    for seat in (marta, ines):
        page = as_(seat).get(fight.get_absolute_url()).content.decode()
        assert f'href="{fight.get_absolute_url()}chronicle/"' in page


def test_a_long_one_comes_in_parts(texts_of, fight, marta, brianda, monkeypatch):
    monkeypatch.setattr(telling, "ENTRIES_A_PAGE", 3)
    for _blow in range(4):
        stored(fight).harm(marta, brianda.key, 1)

    first, second = texts_of(marta)[0], texts_of(marta, page="2")[0]

    assert "iniciativa" in first
    assert "[b]12[/b] / 16" in second
    assert "[b]12[/b] / 16" not in first


def test_it_asks_as_often_whatever_the_length(as_, fight, marta, brianda):
    browser, counts = as_(marta), []
    address = f"{fight.get_absolute_url()}chronicle/"
    browser.get(address, headers=SPANISH)
    for _time in range(2):
        for _blow in range(8):
            stored(fight).harm(marta, brianda.key, 1)
        with CaptureQueriesContext(connection) as found:
            browser.get(address, headers=SPANISH)
        counts.append(len(found))

    assert counts[0] == counts[1] <= 11


def test_it_can_be_read_there_with_who_fought(as_, fight, blow, ines):
    page = as_(ines).get(f"{fight.get_absolute_url()}chronicle/", headers=SPANISH).content.decode()

    assert "<li><b>Brianda</b> ataca a <b>Goblin 3</b> — Acierta · (2 <b>7</b> 9) 7 + 9 = <b>16</b> · (3)" in page
    heroes, foes = re.findall(r"<dd>(.*?)</dd>", page.split('id="sides"')[1].split("</section>")[0])
    assert "Brianda" in heroes
    assert "Goblin" not in heroes
    assert "Goblin 3" in foes
    assert "Brianda" not in foes


def test_on_paper_all_of_it_stands_on_one_page(as_, fight, blow, marta, monkeypatch):
    monkeypatch.setattr(telling, "ENTRIES_A_PAGE", 1)
    stored(fight).next_turn(marta, stored(fight).turn)
    address = f"{fight.get_absolute_url()}chronicle/"

    read, paper = (as_(marta).get(path, headers=SPANISH).content.decode() for path in (address, f"{address}print/"))

    assert "?page=2" in read or "?page=1" in read
    assert "?page=" not in paper
    assert "ataca a <b>Goblin 3</b>" in paper
    assert "Turno de Goblin 3" in paper
    assert "<textarea" not in paper


def test_what_is_written_there_is_only_words(as_, fight, blow, marta, brianda):
    Character.objects.filter(pk=brianda.pk).update(name="<b>&Brianda")
    stored(fight).harm(marta, brianda.key, 2)

    page = as_(marta).get(f"{fight.get_absolute_url()}chronicle/", headers=SPANISH).content.decode()

    assert "&lt;b&gt;&amp;Brianda" in page.split('id="story"')[1]
    assert "<b>&Brianda" not in page


def test_a_hidden_foe_is_not_among_who_fought(as_, fight, hidden, marta, ines):
    for seat in (ines, marta):
        page = as_(seat).get(f"{fight.get_absolute_url()}chronicle/print/", headers=SPANISH).content.decode()

        assert "Goblin 2" in page.split('id="sides"')[1].split("</section>")[0]
        assert NAME not in page
