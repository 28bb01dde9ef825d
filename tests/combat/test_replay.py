"""`manage.py check_campaigns`: what is stored is held against logs and ledgers, and whatever differs is named."""

from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from campaigns import changes
from campaigns.models import Adventure, Campaign, LogEntry
from campaigns.replay import Difference, differences
from characters import adventures
from characters.models import Character, LedgerEntry, Pool
from combat.models import Combatant, Encounter
from tests.combat.fights import key, stored

pytestmark = pytest.mark.postgres


@pytest.fixture
def played(fight, campaign, marta, coral, ines, brianda) -> Encounter:
    """A bit of everything: blows, turns, a house rule, a condition, px, and steps back."""
    stored(fight).harm(marta, brianda.key, 3)
    stored(fight).next_turn(ines, brianda.key)
    blow = stored(fight).harm(coral, key(fight, "Goblin 1"), 3)
    stored(fight).harm(coral, key(fight, "Goblin 3"), 2)
    point = brianda.change_pool(ines, "pv", -2)
    brianda.change_pool(marta, "pv", 1)
    stored(fight).hide_or_reveal(marta, key(fight, "Goblin 2"))
    brianda.afflict(marta, "Envenenada", "hasta el alba")
    campaign.choose_setting(marta, "medieval")
    campaign.amend(marta, {"attacks.two_weapons.main": -3})
    adventures.begin(campaign, marta, "La sal")
    adventures.award(campaign, marta, brianda, 7, "Por la sal")
    changes.jump(blow, marta, past=True)
    changes.toggle(point, marta)
    stored(fight).harm(marta, brianda.key, 99)
    return fight


def found() -> list[Difference]:
    return list(differences(Campaign.objects.get()))


def test_what_was_played_is_as_it_says(played, capsys):
    call_command("check_campaigns")

    told = capsys.readouterr().out
    assert told == f"1 campaigns, {LogEntry.objects.count()} entries of their logs: all as they say\n"


def spoil(model: Any, of: dict[str, object], **fields: object) -> None:
    assert model.objects.filter(**of).update(**fields) == 1


def not_in_the_log(campaign: Campaign) -> None:
    with campaign.recording(None) as record:
        record("award", {})
    LogEntry.objects.filter(version=campaign.version).delete()


def wrong_balance(campaign: Campaign) -> None:
    adventure = Adventure.objects.get()
    LedgerEntry.objects.create(
        campaign=campaign, number=2, kind="award", px=5, balance=500, adventure=adventure, reason="x"
    )


def at_another_table(campaign: Campaign) -> None:
    elsewhere = Campaign.objects.create(name="Otra")
    spoil(Character, {"name": "Goblin 2"}, campaign=elsewhere)


BROKEN = {
    "points": ("pool:", lambda _: spoil(Pool, {"character__name": "Brianda", "key": "pv"}, current=3)),
    "points that no sheet has told": (
        "pool:",
        lambda _: spoil(Pool, {"character__name": "Goblin 3", "key": "pv"}, current=7),
    ),
    "vitals": ("vitals:", lambda _: spoil(Character, {"name": "Brianda"}, vitals={})),
    "a condition": ("condition:", lambda _: spoil(Character, {"name": "Brianda"}, conditions=[])),
    "the turn": ("fight:", lambda _: spoil(Encounter, {}, turn="zzzz")),
    "what the rules cannot read": ("sheet:", lambda _: spoil(Character, {"name": "Brianda"}, vitals={"tally": "x"})),
    "who is in sight": ("combatant:", lambda _: spoil(Combatant, {"character__name": "Goblin 2"}, is_hidden=True)),
    "the setting": ("setting", lambda _: spoil(Campaign, {}, setting="future")),
    "house rules": ("rules:", lambda _: spoil(Campaign, {}, changes={})),
    "the version": ("version", lambda _: spoil(Campaign, {}, version=999)),
    "an entry that has gone": ("version", not_in_the_log),
    "what is taken back": (
        "taken back:",
        lambda _: spoil(LogEntry, {"kind": "pool", "is_undone": True}, is_undone=False),
    ),
    "a closed adventure": ("row:", lambda _: spoil(Adventure, {}, key="another")),
    "a balance of px": ("px:", wrong_balance),
    "somebody of another table": ("combatant:", at_another_table),
}


@pytest.mark.parametrize("what", BROKEN)
def test_each_value_that_is_not_as_the_log_says_is_named(played, campaign, what, capsys):
    place, spoil_it = BROKEN[what]
    campaign.refresh_from_db()

    spoil_it(campaign)

    named = list(differences(Campaign.objects.get(pk=campaign.pk)))
    assert [each for each in named if each.place.startswith(place)], named
    with pytest.raises(CommandError, match=f"{len(named)} differences") as ended:
        call_command("check_campaigns", campaign.key)
    assert ended.value.returncode == 1
    told = capsys.readouterr().out
    for each in named:
        assert f"{campaign.name} [{campaign.key}] · {each.place}: by the log {each.expected!r}, stored" in told


def test_a_broken_chain_is_named_with_the_entry_that_begins_elsewhere(played, campaign):
    entry = LogEntry.objects.get(kind="setting")
    campaign.refresh_from_db()
    again = campaign.choose_setting(None, "future")
    spoil(LogEntry, {"pk": entry.pk}, changes=[{**entry.changes[0], "to": "contemporary"}])

    assert Difference("setting", "contemporary", "medieval", again.key) in found()


def test_it_changes_nothing_and_asks_as_often_however_long_the_log_is(played, campaign, marta, brianda):
    def queries() -> int:
        with CaptureQueriesContext(
            connection,
        ) as asked:
            assert found() == []
        assert not [each for each in asked.captured_queries if not each["sql"].startswith(("SELECT", "DECLARE"))]
        return len(asked)

    before = queries()
    for points in (9, 8) * 6:
        brianda.change_pool(marta, "pv", to=points)
    assert queries() == before


def test_a_campaign_that_is_none_is_named(db):
    with pytest.raises(CommandError, match="There is no campaign zzzz"):
        call_command("check_campaigns", "zzzz")
