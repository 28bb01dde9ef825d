"""The journal: the story as it was played, as each may know it, and what players write of it."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from campaigns import changes, journal
from campaigns.models import JournalEntry, LogEntry, Membership, Role
from characters import adventures, evenings
from combat.models import Encounter
from rules.problems import Refused


@pytest.fixture
def story(campaign) -> str:
    return reverse("campaigns:journal", args=[campaign.key])


@pytest.fixture
def played(campaign, marta, brianda, goblin, dice) -> Encounter:
    """A session with an adventure, a scene, a deed and a fight; another fight is only prepared."""
    evenings.open_session(campaign, marta)
    adventures.begin(campaign, marta, "El molino")
    adventures.write_scene(campaign, marta, "El vado", "Hay **niebla**.", "Azcona espera")
    adventures.award(campaign, marta, brianda, 2, "Ve la vela negra")
    fight = Encounter.objects.create(campaign=campaign, name="La emboscada")
    fight.add(marta, [brianda, goblin])
    dice(*[2, 4, 5] * 40)
    Encounter.objects.get(pk=fight.pk).start(marta)
    Encounter.objects.create(campaign=campaign, name="La torre")
    return fight


def text(browser, url: str) -> str:
    return browser.get(url).content.decode()


# --- shows ------------------------------------------------------------------------------------------------------------


def test_the_story_is_told_in_the_order_it_was_played(as_, story, played, ines):
    page = text(as_(ines), story)

    told = ["El molino</h2>", "session-mark", "El vado", "<strong>niebla</strong>", "Ve la vela negra", "La emboscada"]
    places = [page.index(words) for words in told]
    assert places == sorted(places)
    assert reverse("combat:chronicle", args=[played.key]) in page


def test_each_reads_what_they_may_know(as_, story, played, marta, ines, vera):
    """B33, B30: what is prepared, and what is secret, is in no byte for those who do not lead."""
    for who in (ines, vera):
        page = text(as_(who), story)
        assert ("La torre" in page, "Azcona" in page, "Goblin" in page) == (False, False, False)
    page = text(as_(marta), story)
    assert ("La torre" in page, "Azcona espera" in page) == (True, True)


def test_on_paper_nothing_is_secret_and_nothing_is_pressed(as_, campaign, story, played, marta, ines):
    journal.begin(campaign, ines, "De camino", "Llueve.")

    page = text(as_(marta), f"{story}print/")

    main = page.partition("<main")[2].partition("</main>")[0]
    assert "De camino" in main
    assert ("Azcona" in main, "<form" in main, "remove-" in main) == (False, False, False)


def test_a_deed_that_was_taken_back_is_none(as_, campaign, story, played, marta):
    award = campaign.ledger.get()
    adventures.take_back(campaign, marta, award.key, 2, "No fue ella")

    assert "Ve la vela negra" not in text(as_(marta), story)


def test_a_campaign_without_a_story_says_how_it_begins(as_, story, marta, ines):
    assert reverse("characters:evening", args=[marta.campaign.key]) in text(as_(marta), story)
    assert "empty" in text(as_(ines), story)


def test_it_costs_the_same_however_long_it_is(as_, campaign, story, played, marta, ines, brianda):
    browser = as_(ines)

    def count() -> int:
        browser.get(story)
        with CaptureQueriesContext(connection) as asked:
            assert browser.get(story).status_code == 200
        return len(asked)

    journal.begin(campaign, ines, "Uno", "Llueve.")
    few = count()
    for number in range(8):
        adventures.write_scene(campaign, marta, f"Escena {number}", "Nada")
        adventures.award(campaign, marta, brianda, 1, f"Motivo {number}")
        journal.begin(campaign, ines, f"Otra {number}", "Sigue lloviendo.")
        Encounter.objects.create(campaign=campaign, name=f"Encuentro {number}", status="ended")
    assert count() == few <= 15


def test_older_adventures_are_on_the_next_page(as_, campaign, story, marta):
    for number in range(6):
        adventures.begin(campaign, marta, f"Aventura {number}")
        adventures.write_scene(campaign, marta, f"Escena {number}")
        adventures.close(campaign, marta, [])

    first, second = text(as_(marta), story), text(as_(marta), f"{story}?page=2")

    assert [n for n in range(6) if f"Escena {n}</h3>" in first] == [2, 3, 4, 5]
    assert [n for n in range(6) if f"Escena {n}</h3>" in second] == [0, 1]


# --- writing ----------------------------------------------------------------------------------------------------------


def write(browser, campaign, **form: str):
    return browser.post(reverse("campaigns:journal-write", args=[campaign.key]), form)


def test_who_plays_writes_and_the_table_reads_and_hears_of_it(as_, campaign, story, ines, vera):
    answer = write(as_(ines), campaign, name="De camino", notes="Llueve **mucho**.")

    assert answer.status_code == 302
    entry, told = JournalEntry.objects.get(), LogEntry.objects.first()
    assert (entry.author, entry.notes) == (ines, "Llueve **mucho**.")
    assert (told.kind, told.audience) == ("journal", "table")
    page = text(as_(vera), story)
    assert ("<strong>mucho</strong>" in page, "Ines" in page) == (True, True)


def test_an_entry_is_its_author_s_to_change_and_the_gm_s_to_remove(as_, campaign, story, ines, pablo, marta, vera):
    journal.begin(campaign, ines, "De camino", "Llueve.")
    entry = JournalEntry.objects.get()
    change = {"text": "Nieva.", "version": 0}
    remove = reverse("campaigns:journal-remove", args=[campaign.key, entry.key])

    changed = [as_(who).post(entry.address_of("notes"), change).status_code for who in (pablo, marta, vera, ines)]
    removed = [as_(who).post(remove).status_code for who in (pablo, vera, marta)]

    assert changed == [403, 403, 403, 302]
    assert removed == [403, 403, 302]
    assert "Nieva." not in text(as_(ines), story)


def test_a_spectator_reads_and_writes_nothing(as_, campaign, story, vera):
    assert write(as_(vera), campaign, name="", notes="x").status_code == 403
    assert "journal/write" not in text(as_(vera), story)
    assert not JournalEntry.objects.exists()


def test_an_author_who_only_looks_on_by_now_changes_nothing(as_, campaign, ines):
    journal.begin(campaign, ines, "", "Llueve.")
    entry = JournalEntry.objects.get()
    Membership.objects.filter(pk=ines.pk).update(role=Role.SPECTATOR)

    assert as_(ines).post(entry.address_of("notes"), {"text": "x", "version": 0}).status_code == 403


@pytest.mark.parametrize("notes", ["", "   \n ", "x" * 20_001])
def test_an_entry_that_says_nothing_or_too_much_is_refused(as_, campaign, ines, notes):
    assert write(as_(ines), campaign, name="De camino", notes=notes).status_code == 422
    assert (JournalEntry.objects.count(), LogEntry.objects.count()) == (0, 0)
    with pytest.raises(Refused):
        journal.begin(campaign, ines, "", notes)


def test_a_double_press_writes_one(as_, campaign, ines):
    for _ in range(2):
        write(as_(ines), campaign, name="", notes="Llueve.", press="pulsada")

    assert JournalEntry.objects.count() == 1


def test_removing_is_taken_back_with_every_word_and_version(campaign, ines, marta):
    journal.begin(campaign, ines, "De camino", "Llueve.")
    JournalEntry.objects.get().write(ines, "notes", "Nieva.")
    before = JournalEntry.objects.values().get()
    before.pop("id")
    removal = journal.remove(JournalEntry.objects.get(), marta)

    changes.toggle(removal, marta)

    back = JournalEntry.objects.values().get()
    back.pop("id")
    assert back == before


def test_an_author_takes_an_own_entry_back_as_the_last_thing_done(campaign, ines):
    entry = journal.begin(campaign, ines, "", "Llueve.")

    changes.toggle(entry, ines)
    assert not JournalEntry.objects.exists()
    entry.refresh_from_db()
    changes.toggle(entry, ines)
    assert JournalEntry.objects.get().notes == "Llueve."
