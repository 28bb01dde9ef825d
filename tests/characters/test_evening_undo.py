"""Sessions, adventures and scenes are taken back like anything else, and done again (T8, T7, X5)."""

import pytest
from django.utils import timezone

from campaigns import changes
from campaigns.models import Adventure, Campaign, GameSession, LogEntry, Scene
from characters import adventures, evenings
from characters.models import Character, LedgerEntry
from rules.problems import Refused


def undo(entry: LogEntry, by) -> LogEntry:
    return changes.toggle(LogEntry.objects.get(pk=entry.pk), by)


def balance(hero: Character) -> int:
    return Character.objects.with_ledger().get(pk=hero.pk).account.balance


def test_a_scene_goes_and_comes_back_as_it_was_written(campaign, marta):
    adventures.begin(campaign, marta, "El molino")
    entry = adventures.write_scene(campaign, marta, "El vado", "Niebla", "Azcona")
    Scene.objects.get().write(marta, "notes", "Niebla espesa")
    before = Scene.objects.values().get()
    before.pop("id")

    undo(entry, marta)
    assert not Scene.objects.exists()
    undo(entry, marta)

    back = Scene.objects.values().get()
    back.pop("id")
    assert back == before


def test_an_opened_adventure_goes_with_the_protagonism_it_gave(campaign, marta, brianda):
    campaign.preset = "d10x2"
    campaign.save()
    Character.objects.update(protagonism=5)

    entry = adventures.begin(campaign, marta, "El molino")
    assert Character.objects.get(pk=brianda.pk).protagonism == 1
    undo(entry, marta)

    assert not Adventure.objects.exists()
    assert Character.objects.get(pk=brianda.pk).protagonism == 5


def test_an_adventure_in_which_something_has_happened_stays(campaign, marta, brianda):
    entry = adventures.begin(campaign, marta, "El molino")
    scene = adventures.write_scene(campaign, marta, "El vado")
    with pytest.raises(Refused):
        undo(entry, marta)
    undo(scene, marta)
    adventures.award(campaign, marta, brianda, 2, "La vela negra")
    with pytest.raises(Refused):
        undo(entry, marta)

    assert Adventure.objects.get().name == "El molino"


def test_a_closed_adventure_opens_again_and_each_share_is_taken_back_by_a_negative_award(campaign, marta, brianda):
    """X1: nothing in the ledger is deleted; X5: closing it again gives the whole pool once."""
    adventures.begin(campaign, marta, "El molino")
    adventures.award(campaign, marta, brianda, 4, "La vela negra")
    entry = adventures.close(campaign, marta, [brianda.key])
    assert balance(brianda) == 4

    undo(entry, marta)
    assert Adventure.objects.get().closed_at is None
    assert balance(brianda) == 0
    assert list(LedgerEntry.objects.filter(character=brianda).values_list("kind", "px")) == [
        ("share", 4), ("award", -4),
    ]  # fmt: skip
    undo(entry, marta)

    assert Adventure.objects.get().closed_at is not None
    assert balance(brianda) == 4


def test_a_share_of_which_something_is_spent_is_not_taken_back(campaign, marta, ines, brianda):
    adventures.begin(campaign, marta, "El molino")
    adventures.award(campaign, marta, brianda, 5, "La vela negra")
    entry = adventures.close(campaign, marta, [brianda.key])
    brianda.buy(ines, "skills.stealth", 4)

    with pytest.raises(Refused):
        undo(entry, marta)

    assert (balance(brianda), Adventure.objects.get().closed_at is None) == (1, False)


def test_an_adventure_does_not_open_again_beside_another(campaign, marta):
    adventures.begin(campaign, marta, "El molino")
    entry = adventures.close(campaign, marta, [])
    adventures.begin(campaign, marta, "El vado")

    with pytest.raises(Refused):
        undo(entry, marta)

    assert Adventure.objects.get(closed_at=None).name == "El vado"


def test_a_session_goes_with_the_tokens_it_gave_and_took(campaign, marta, brianda):
    campaign.preset = "ryf-core"
    campaign.save()
    Character.objects.update(tokens=3)
    Campaign.objects.update(tokens=2)

    entry = evenings.open_session(campaign, marta)
    assert (Character.objects.get(pk=brianda.pk).tokens, Campaign.objects.get().tokens) == (1, 0)
    undo(entry, marta)

    assert (Character.objects.get(pk=brianda.pk).tokens, Campaign.objects.get().tokens) == (3, 2)
    assert not GameSession.objects.exists()
    undo(entry, marta)
    assert (Character.objects.get(pk=brianda.pk).tokens, Campaign.objects.get().tokens) == (1, 0)
    assert GameSession.objects.get().number == 1


def test_a_session_is_taken_back_in_order(campaign, marta):
    opened = evenings.open_session(campaign, marta)
    closed = evenings.close_session(campaign, marta)
    with pytest.raises(Refused):
        undo(opened, marta)

    undo(closed, marta)
    assert GameSession.objects.get().closed_at is None
    undo(opened, marta)
    assert not GameSession.objects.exists()


def test_a_session_that_was_taken_back_is_not_done_again_where_another_has_its_number(campaign, marta):
    entry = evenings.open_session(campaign, marta)
    undo(entry, marta)
    GameSession.objects.create(campaign=campaign, number=1, closed_at=timezone.now())

    with pytest.raises(Refused):
        undo(entry, marta)


def test_a_player_takes_none_of_it_back(as_, campaign, marta, ines):
    entry = evenings.open_session(campaign, marta)

    assert not changes.can_take_back(entry, ines)
    assert f"toggle-{entry.key}" in as_(marta).get(campaign.get_absolute_url()).content.decode()
    assert f"toggle-{entry.key}" not in as_(ines).get(campaign.get_absolute_url()).content.decode()
