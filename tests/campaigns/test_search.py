"""Search: everything that one may see, whatever the accents and capitals, and nothing else."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from campaigns import journal, places
from campaigns.models import LogEntry
from campaigns.search import LINES, Needle, plain
from characters import adventures
from characters.models import Sharing
from combat.models import Encounter, FoeTemplate, SavedEncounter

pytestmark = pytest.mark.postgres

KEY = re.compile(r'name="csrfmiddlewaretoken" value="\w+"|name="press" value="[\w-]+"')


@pytest.fixture
def look(as_, campaign):
    """`look(ines, "vado")`: what the page of results says to a seat, without what differs each time."""

    def ask(seat, words: str) -> str:
        answer = as_(seat).get(reverse("campaigns:search", args=[campaign.key]), {"q": words})
        assert answer.status_code == 200
        return KEY.sub("", answer.content.decode()).partition("<main")[2].partition("</main>")[0]

    return ask


@pytest.fixture
def found(look):
    """`found(ines, "vado")`: the links of the hits."""
    return lambda seat, words: re.findall(r'<li><a href="([^"]*)"', look(seat, words))


def nothing(look, seat, words: str) -> bool:
    """Whether the answer is, but for the words themselves, the same as for what is nowhere."""
    nowhere = "q" * len(words)
    return look(seat, words).replace(words, "…") == look(seat, nowhere).replace(nowhere, "…")


# --- what one may see -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("words", ["Brianda", "brianda", "BRIANDA", "brián", "exploradora", "bri explo"])
def test_a_hero_is_found_by_name_and_concept_whatever_the_accents(found, ines, brianda, words):
    assert brianda.get_absolute_url() in found(ines, words)


def test_letters_are_compared_without_their_marks():
    assert plain("Ñuño el Ágil, ¡GÜELFO!") == "nuno el agil, ¡guelfo!"
    assert Needle.of("vilchez").is_in("Doña Teresa Vílchez")


def test_a_piece_of_notes_is_shown_without_its_marks():
    notes = "# El vado\n\n**Valdeniebla**: doce casas.\n\n- Teresa, la `molinera`"

    assert Needle.of("doce").piece_and_secret(notes, "") == (
        "El vado Valdeniebla: doce casas. Teresa, la molinera",
        False,
    )


def test_the_story_is_found_by_what_the_table_reads(found, campaign, marta, ines):
    adventures.begin(campaign, marta, "El molino")
    adventures.write_scene(campaign, marta, "El vado", "Una vela **negra**.")
    journal.begin(campaign, ines, "De camino", "Vimos la vela.")
    places.find(campaign, "campaign").write(marta, "notes", "Sin velas no se juega.")

    assert len([url for url in found(ines, "vela") if "/journal/#" in url]) == 3
    assert any("#adventure-" in url for url in found(ines, "molino"))


def test_the_log_is_found_by_what_its_lines_say(found, campaign, marta, ines, brianda, dice):
    dice(2, 6, 9)
    entry = brianda.roll(ines, "stealth", difficulty=10)

    assert reverse("campaigns:entry", args=[campaign.key, entry.key]) in found(ines, "brianda")


def test_the_rules_are_found_by_id_and_title(found, campaign, vera):
    rules = reverse("campaigns:rules", args=[campaign.key])

    assert f"{rules}#R5" in found(vera, "r5")
    assert f"{rules}#R5" in found(vera, "PIFIA")


def test_those_who_lead_find_foes_library_and_what_is_secret(found, campaign, marta, goblin, brianda):
    template = FoeTemplate.objects.create(campaign=campaign, name="Trasgo", traits={"fixed": {"pv": 8}})
    SavedEncounter.objects.create(campaign=campaign, name="El puente", groups=[])
    brianda.write(marta, "gm_notes", "La traiciona su hermano")

    assert goblin.get_absolute_url() in found(marta, "goblin")
    assert reverse("combat:foe", args=[campaign.key, template.key]) in found(marta, "trasgo")
    assert reverse("combat:library", args=[campaign.key]) in found(marta, "puente")
    assert brianda.get_absolute_url() in found(marta, "hermano")


# --- and nothing else -------------------------------------------------------------------------------------------------


def test_a_hidden_foe_and_the_name_under_an_alias_are_nowhere(look, found, campaign, marta, ines, vera, goblin, dice):
    """B33: not even a count; the page is the same as for a name that nobody has."""
    from characters.models import Character

    boss = Character.objects.create(
        campaign=campaign, name="Azcona", is_foe=True, is_finished=True, traits={"fixed": {"pv": 20, "initiative": 1}}
    )
    fight = Encounter.objects.create(campaign=campaign, name="La emboscada")
    fight.add(marta, [goblin, boss])
    fight.combatants.filter(character=goblin).update(is_hidden=True)
    fight.combatants.filter(character=boss).update(alias="La figura de la máscara")
    dice(*[2, 4, 5] * 40)
    Encounter.objects.get(pk=fight.pk).start(marta)
    started = Encounter.objects.get(pk=fight.pk)
    started.next_turn(marta, ends=started.turn)

    for seat in (ines, vera):
        assert nothing(look, seat, "Azcona")
        assert nothing(look, seat, "Goblin Secreto")
        assert fight.get_absolute_url() in found(seat, "mascara")
    assert {fight.get_absolute_url(), boss.get_absolute_url()} <= {*found(marta, "azcona")}
    assert fight.get_absolute_url() in found(marta, "goblin secreto")


def test_what_is_secret_private_or_only_prepared_is_nowhere(look, campaign, marta, coral, ines, pablo, brianda, dice):
    adventures.begin(campaign, marta, "El molino")
    adventures.write_scene(campaign, marta, "El vado", "Niebla", "Encantamiento")
    brianda.write(marta, "gm_notes", "Encantamiento")
    brianda.write(ines, "notes", "Encantamiento")
    places.find(campaign, "campaign").write(marta, "gm_notes", "Encantamiento")
    Encounter.objects.create(campaign=campaign, name="Encantamiento")
    FoeTemplate.objects.create(campaign=campaign, name="Encantamiento", traits={})
    adventures.award(campaign, marta, brianda, 1, "")

    assert nothing(look, pablo, "Encantamiento")
    assert "Encantamiento" in look(coral, "encantamiento")
    assert brianda.get_absolute_url() in look(ines, "encantamiento"), "her own notes"


def test_notes_are_found_by_the_others_as_soon_as_they_are_shown(look, found, ines, pablo, brianda):
    brianda.write(ines, "notes", "Debe nueve monedas")
    assert nothing(look, pablo, "monedas")

    brianda.share(ines, Sharing.ALL)

    assert brianda.get_absolute_url() in found(pablo, "monedas")


def test_a_private_roll_is_found_by_those_who_read_it(look, found, campaign, ines, pablo, marta, brianda, dice):
    """B35"""
    dice(1, 5, 9)
    entry = brianda.roll(ines, "stealth", difficulty=15, audience="private")
    url = reverse("campaigns:entry", args=[campaign.key, entry.key])

    assert [url in found(seat, "brianda") for seat in (ines, marta, pablo)] == [True, True, False]


def test_another_table_is_nowhere(look, found, as_, campaign, marta, ines, sergio):
    from campaigns.models import Campaign

    other = Campaign.objects.create(name="Otra")
    from campaigns.models import Adventure

    Adventure.objects.create(campaign=other, name="Encantamiento")

    assert nothing(look, marta, "Encantamiento")
    assert as_(sergio).get(reverse("campaigns:search", args=[campaign.key]), {"q": "x"}).status_code == 404


def test_keys_and_markup_find_nothing(look, ines, marta, brianda, dice):
    """What is in a row but nobody reads is not found: keys of rows, names of fields, the HTML of a line."""
    dice(2, 6, 9)
    entry = brianda.roll(ines, "stealth", difficulty=10)

    for words in (brianda.key, entry.key, "rolls-line", "csrf", "outcome"):
        assert nothing(look, ines, words)


# --- what is typed ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("words", ["", "  ", "a", "ñ"])
def test_too_little_finds_nothing_and_says_so(look, ines, words):
    page = look(ines, words)

    assert "<li>" not in page
    assert ("problem" in page) == bool(words.strip())


def test_too_much_is_refused_with_a_sentence(as_, campaign, ines):
    answer = as_(ines).get(reverse("campaigns:search", args=[campaign.key]), {"q": "x" * 81})

    assert (answer.status_code, 'class="problem"' in answer.content.decode()) == (422, True)


@pytest.mark.parametrize("words", ["<script>alert(1)</script>", "%_%", "' OR 1=1 --", "((((", "\\", "%s %(name)s"])
def test_signs_are_only_signs(look, ines, brianda, words):
    page = look(ines, words)

    assert "<script" not in page
    assert "<li>" not in page


# --- what it costs ----------------------------------------------------------------------------------------------------


def test_it_asks_as_often_and_reads_as_much_of_a_long_log_as_of_a_short_one(as_, campaign, marta, ines, brianda, dice):
    url = reverse("campaigns:search", args=[campaign.key])

    def count(seat) -> int:
        browser = as_(seat)
        browser.get(url, {"q": "brianda"})
        with CaptureQueriesContext(connection) as asked:
            assert browser.get(url, {"q": "brianda"}).status_code == 200
        lines = next(each["sql"] for each in asked.captured_queries if '"campaigns_logentry"."facts"' in each["sql"])
        assert f"LIMIT {LINES}" in lines
        return len(asked)

    Encounter.objects.create(campaign=campaign, name="El vado", status="ended")
    dice(2, 6, 9)
    brianda.roll(ines, "stealth", difficulty=10)
    few = [count(seat) for seat in (ines, marta)]
    start, facts = LogEntry.objects.first().version, LogEntry.objects.first().facts
    LogEntry.objects.bulk_create(
        LogEntry(campaign=campaign, version=start + number, kind="check", by=ines, facts=facts, topic=brianda.topic)
        for number in range(1, 10_000)
    )
    campaign.version = start + 10_000
    campaign.save()
    for number in range(20):
        Encounter.objects.create(campaign=campaign, name=f"Brianda {number}", status="ended", created_at=timezone.now())

    assert [count(seat) for seat in (ines, marta)] == few
    assert max(few) <= 17
