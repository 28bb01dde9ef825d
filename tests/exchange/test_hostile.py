"""Whatever is sent as a campaign: taken in whole, or refused with each fault's path and nothing written (B40)."""

import gzip
import json
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest
from django.db import transaction

from campaigns.exchange import MOST_BYTES, checked, file_of, read, take_in
from campaigns.models import Campaign
from rules.problems import Refused
from tests.exchange.conftest import bring, everything
from tests.exchange.spoiling import spoilt

pytestmark = pytest.mark.postgres

HEAD = '{"format": "mesa-ryf/campaign", "version": 1'
BROKEN = {
    "nothing": b"",
    "no JSON": b"{",
    "no text": b"\xff\xfe\x00",
    "a list": b"[]",
    "another format": b'{"format": "mesa-ryf/character", "version": 1}',
    "a newer version": b'{"format": "mesa-ryf/campaign", "version": 2}',
    "a version that is true": b'{"format": "mesa-ryf/campaign", "version": true}',
    "only a head": HEAD.encode() + b"}",
    "a name twice": HEAD.encode() + b', "seats": [], "seats": []}',
    "NaN": HEAD.encode() + b', "x": NaN}',
    "more than there is": HEAD.encode() + b', "x": 1e999}',
    "ten thousand digits": HEAD.encode() + b', "x": ' + b"9" * 10_000 + b"}",
    "brackets without end": HEAD.encode() + b', "log": ' + b"[" * 500_000,
    "fifty brackets": HEAD.encode() + b', "log": ' + b"[" * 50 + b"]" * 50 + b"}",
    "too long": HEAD.encode() + b', "x": "' + b"x" * MOST_BYTES + b'"}',
    "a bomb": gzip.compress(b" " * (MOST_BYTES * 4)),
    "half of what is packed": gzip.compress(HEAD.encode())[:20],
    "packed nonsense": b"\x1f\x8b" + b"x" * 100,
    "a null byte": HEAD.encode() + b', "exported_at": "\\u0000"}',
    "a lone surrogate": HEAD.encode() + b', "exported_at": "\\ud800"}',
}  # fmt: skip


@pytest.mark.parametrize("name", BROKEN)
def test_what_is_no_campaign_is_refused_with_a_sentence(db, refused, name):
    assert all(refused(BROKEN[name]).values())


def entry(document: dict[str, Any], kind: str) -> tuple[str, dict[str, Any]]:
    place = next(place for place, each in enumerate(document["log"]) if each["kind"] == kind)
    return f"log[{place + 1}]", document["log"][place]


def of(document: dict[str, Any], table: str, name: str) -> tuple[str, dict[str, Any]]:
    place = next(place for place, each in enumerate(document[table]) if each.get("name") == name)
    return f"{table}[{place + 1}]", document[table][place]


Spoil = Callable[[dict[str, Any]], str]
"""It spoils the document and says at which path the fault is to be named."""


def two_gms(file):
    _path, pablo = of(file, "seats", "Pablo")
    pablo["role"] = "gm"
    return "seats"


def no_gm(file):
    _path, marta = of(file, "seats", "Marta")
    del marta["role"]
    return "seats"


def same_name(file):
    path, pablo = of(file, "seats", "Pablo")
    pablo["name"] = "INÉS"
    return path


def strange_rules(file):
    file["campaign"]["preset"] = "chess"
    return "campaign.preset"


def house_rules_that_are_none(file):
    file["campaign"]["changes"] = {"creation.skill_points": "many"}
    return "campaign.changes"


def log_after_its_end(file):
    file["campaign"]["version"] = 3
    return "campaign.version"


def owner_of_another_table(file):
    path, hero = of(file, "characters", "Brianda")
    hero["owner"] = "abcdefghjkmn"
    return f"{path}.owner"


def owner_who_is_no_seat(file):
    path, hero = of(file, "characters", "Brianda")
    hero["owner"] = hero["key"]
    return f"{path}.owner"


def follows_itself(file):
    path, heir = of(file, "characters", "Urraca")
    heir["successor_of"] = heir["key"]
    return f"{path}.successor_of"


def follow_each_other(file):
    _path, heir = of(file, "characters", "Urraca")
    _path, dead = of(file, "characters", "Fadrique")
    dead["successor_of"] = heir["key"]
    return "characters"


def key_twice(file):
    path, heir = of(file, "characters", "Urraca")
    heir["key"] = file["campaign"]["key"]
    return f"{path}.key"


def key_that_is_none(file):
    path, heir = of(file, "characters", "Urraca")
    heir["key"] = "../../etc"
    return f"{path}.key"


def a_row_of_the_database(file):
    path, hero = of(file, "characters", "Brianda")
    hero["id"] = 1
    return f"{path}.id"


def a_person(file):
    path, marta = of(file, "seats", "Marta")
    marta["user"] = 1
    return f"{path}.user"


def level_without_end(file):
    path, hero = of(file, "characters", "Brianda")
    hero["traits"]["skills"] = {"dodge": 10**11}
    return f"{path}.traits.skills.dodge"


def dice_that_are_none(file):
    path, hero = of(file, "characters", "Brianda")
    hero["vitals"] = {"effects": [{"key": "x", "label": "x", "harm": "many"}]}
    return path


def picture_that_runs(file):
    file["portraits"][0]["image"] = "PHN2Zy8+"
    return "portraits[1].image"


def two_pictures(file):
    file["portraits"].append(deepcopy(file["portraits"][0]))
    return "portraits[2]"


def more_px_than_were_given(file):
    place, row = next((place, row) for place, row in enumerate(file["ledger"], 1) if row["kind"] == "share")
    row["px"] += 100
    return f"ledger[{place}].balance"


def px_that_were_never_spent(file):
    path, hero = of(file, "characters", "Brianda")
    hero["px_spent"] = 0
    return f"{path}.px_spent"


def spent_of_nothing(file):
    place, row = next((place, row) for place, row in enumerate(file["ledger"], 1) if row["kind"] == "spend")
    row["award"] = "abcdefghjkmn"
    return f"ledger[{place}].award"


def a_moment_that_is_none(file):
    file["sessions"][0]["opened_at"] = "yesterday evening"
    return "sessions[1].opened_at"


def a_moment_before_time(file):
    file["sessions"][0]["opened_at"] = "0001-01-01T00:00:00+00:00"
    return "sessions[1].opened_at"


def unknown_kind(file):
    file["log"][3]["kind"] = "miracle"
    return "log[4].kind"


def facts_that_nobody_can_tell(file):
    path, found = entry(file, "check")
    found["facts"]["outcome"] = {"throws": "x"}
    return f"{path}.facts"


def dice_of_no_shape(file):
    path, found = entry(file, "check")
    found["facts"]["thrown"] = {"thrown": [{"die": "dragon", "faces": [1]}]}
    return f"{path}.facts"


def change_that_nothing_takes_back(file):
    path, found = entry(file, "pool")
    found["changes"][0]["what"] = "built"
    return f"{path}.changes[1].what"


def change_of_a_column_of_its_own(file):
    path, found = entry(file, "harm")
    change = next(each for each in found["changes"] if each["what"] == "fight")
    change["before"] = {"fight": {"campaign_id": 1}}
    return f"{path}.changes"


def undo_that_makes_an_account(file):
    """A row that undoing would put back is a row of the campaign, never another model's."""
    place, change = next(
        (place, change)
        for place, each in enumerate(file["log"], 1)
        for change in each.get("changes", ())
        if change["what"] == "made"
    )
    change["row"] = {"model": "accounts.user", "pk": 1, "fields": {"is_superuser": True}}
    return f"log[{place}].changes"


def turn_of_nobody(file):
    file["encounters"][0]["turn"] = "abcdefghjkmn"
    return "encounters[1].turn"


def fight_of_another_shape(file):
    file["encounters"][0]["state"]["pending"] = [{"by": "x"}]
    return "encounters[1].state"


def told_later_of_nothing(file):
    file["encounters"][0]["state"]["untold"] = [
        {"event": "save", "fighter": file["combatants"][0]["character"], "rules": [], "outcome": {"dice": "many"}}
    ]
    return "encounters[1]"


def points_that_nobody_has_kept_from_the_table(file):
    lasting = {"was": {}, "is": {}}
    file["characters"][0]["withheld"] = {"vitals": lasting, "pools": {"luck": {"was": 1, "is": 0}}}
    return "characters[1]"


def fighter_of_another_shape(file):
    file["combatants"][0]["state"] = {"majors": "many"}
    return "combatants[1].state.majors"


def twice_in_a_fight(file):
    file["combatants"].append(deepcopy(file["combatants"][0]))
    return f"combatants[{len(file['combatants'])}]"


def in_two_fights(file):
    fight = deepcopy(file["encounters"][0])
    fight |= {"key": "abcdefghjkmn", "status": "running"}
    file["encounters"][0]["status"] = "running"
    file["encounters"].append(fight)
    file["combatants"] += [{**deepcopy(row), "encounter": "abcdefghjkmn"} for row in file["combatants"]]
    return "combatants["


def foe_without_dice(file):
    file["foes"][0]["traits"]["damage"] = "a lot"
    return "foes[1].traits"


def group_of_thousands(file):
    file["meetings"][0]["groups"][0]["count"] = 99_999
    return "meetings[1].groups[1].count"


SPOILT = [
    two_gms, no_gm, same_name, strange_rules, house_rules_that_are_none, log_after_its_end, owner_of_another_table,
    owner_who_is_no_seat, follows_itself, follow_each_other, key_twice, key_that_is_none, a_row_of_the_database,
    a_person, level_without_end, dice_that_are_none, picture_that_runs, two_pictures, more_px_than_were_given,
    px_that_were_never_spent, spent_of_nothing, a_moment_that_is_none, a_moment_before_time, unknown_kind,
    facts_that_nobody_can_tell, dice_of_no_shape, change_that_nothing_takes_back, change_of_a_column_of_its_own,
    undo_that_makes_an_account, turn_of_nobody, fight_of_another_shape, told_later_of_nothing,
    points_that_nobody_has_kept_from_the_table, fighter_of_another_shape, twice_in_a_fight, in_two_fights,
    foe_without_dice, group_of_thousands,
]  # fmt: skip


def test_each_of_these_is_refused_with_its_path(file, refused):
    """One after the other, so that the campaign is played once."""
    wrong = {}
    for spoil in SPOILT:
        document = deepcopy(file)
        path = spoil(document)
        said = refused(document)
        if not any(found.startswith(path) for found in said) or any("%(" in sentence for sentence in said.values()):
            wrong[spoil.__name__] = (path, said)

    assert wrong == {}


def test_many_faults_are_named_at_once_and_no_more_than_thirty(file, refused):
    for row in file["characters"]:
        row["traits"] = 3
    file["log"] = [{**each, "kind": 7} for each in file["log"]] * 3

    assert len(refused(file)) == 30


def test_what_is_spoilt_anywhere_is_taken_in_whole_or_refused(file, zoe):
    """A hundred seeds: what is taken in goes out again, what is not has written nothing."""
    before, taken = everything(), 0
    for seed in range(100):
        document, where = spoilt(file, seed)
        try:
            with transaction.atomic():
                made = bring(document, zoe)
                file_of(made)
                taken += 1
                transaction.set_rollback(True)
        except Refused as refusal:
            faults = refusal.problems
            if not 1 <= len(faults) <= 30:
                pytest.fail(f"{where}: {len(faults)} faults")
        assert everything() == before, where

    assert 0 < taken < 100


def test_five_megabytes_in_one_text_are_refused(file, refused):
    file["characters"][0]["notes"] = "x" * 5_000_000

    assert set(refused(file)) == {"characters[1].notes"}


def test_what_fails_while_it_is_stored_leaves_nothing(file, zoe, monkeypatch):
    arriving = checked(read(json.dumps(file).encode()))
    before = everything()
    monkeypatch.setattr("campaigns.exchange.taking_in._show", lambda *_rest: 1 / 0)

    with pytest.raises(Refused) as refusal:
        take_in(arriving, zoe)

    assert {problem.field for problem in refusal.value.problems} >= {"campaign", "encounters[1]"}
    assert everything() == before
    assert not Campaign.objects.filter(memberships__user=zoe).exists()
