"""Out, in on an empty instance, and out again: the same but for ids and dates (B40); and it can be played on."""

import json
import re
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.urls import reverse

from campaigns.changes import toggle
from campaigns.exchange import FORMAT, file_of, schema
from campaigns.exchange.arriving import renamed
from campaigns.models import Campaign, LogEntry, Membership, Role
from characters.models import Character, LedgerEntry
from combat.models import Encounter, FoeTemplate
from rules.problems import Refused
from tests.combat.fights import stored
from tests.exchange.conftest import bring, load

pytestmark = pytest.mark.postgres

FILES = Path(__file__).parent / "files"
KEY = re.compile(r"\b[2-9a-hjkmnp-z]{12}\b")


def without_ids(data: bytes) -> dict[str, object]:
    """A file, its keys numbered as its rows come, without its time. (PostgreSQL orders the names of an object.)"""
    document = {name: value for name, value in json.loads(data).items() if name != "exported_at"}
    rows = [row for value in document.values() if isinstance(value, list) for row in value if "key" in row]
    keys = [document["campaign"]["key"], *(row["key"] for row in rows)]
    numbers = {key: f"key {number}" for number, key in enumerate(keys)}
    return json.loads(KEY.sub(lambda found: numbers.get(found[0], found[0]), json.dumps(document)))


def test_it_comes_out_as_it_went_in(played, zoe):
    """B40."""
    data, _ending = file_of(played.campaign)
    made = bring(data, zoe)
    again, _ending = file_of(made)

    assert made != played.campaign
    assert without_ids(again) == without_ids(data)
    assert len(data) > 10_000


def test_what_the_table_does_not_see_yet_goes_along(played, zoe):
    """Taken out while somebody hidden acts."""
    file = json.loads(file_of(played.campaign)[0])
    hero = next(row for row in file["characters"] if row["name"] == "Brianda")
    hero["withheld"] = {"vitals": {"was": {"linger": 1}, "is": hero["vitals"]}, "pools": {}}
    file["encounters"][0]["state"]["untold"] = [
        {"event": "wound", "fighter": hero["key"], "before": 1, "after": 0, "recovered": True, "rules": ["T5"]}
    ]

    made = bring(json.dumps(file).encode(), zoe)

    came = Character.objects.get(campaign=made, name="Brianda")
    assert came.as_seen(leads=False).vitals == {"linger": 1}
    (event,) = Encounter.objects.get(campaign=made, state__has_key="untold").state["untold"]
    assert event["fighter"] == came.key


def test_no_key_is_the_same_and_every_one_that_is_named_is_there(once, zoe):
    before = set(KEY.findall(file_of(once.campaign)[0].decode()))
    after = json.loads(file_of(bring(file_of(once.campaign)[0], zoe))[0])
    rows = [row for name, rows in after.items() if isinstance(rows, list) for row in rows if "key" in row]
    ours = {row["key"] for row in rows} | {after["campaign"]["key"]}

    assert not ours & before
    for entry in after["log"]:
        for key in KEY.findall(json.dumps([entry["facts"], entry.get("topic", ""), entry.get("regions", [])])):
            assert key not in before, entry


def test_whoever_brings_it_is_its_gm_and_the_others_are_guests(once, zoe):
    made = bring(file_of(once.campaign)[0], zoe)
    seats = {seat.name: seat for seat in Membership.objects.filter(campaign=made).select_related("user")}

    assert {name: seat.role for name, seat in seats.items()} == {
        "Marta": Role.GM, "Inés": Role.PLAYER, "Pablo": Role.PLAYER, "Vera": Role.SPECTATOR,
    }  # fmt: skip
    assert seats["Marta"].user == zoe
    assert not seats["Inés"].user.has_login
    assert seats["Inés"].user != once.ines.user
    assert Character.objects.get(campaign=made, name="Brianda").owner == seats["Inés"]


def test_the_others_come_in_by_a_link_to_their_seat(once, zoe, client):
    made = bring(file_of(once.campaign)[0], zoe)
    seats = {seat.name: seat for seat in Membership.objects.filter(campaign=made).select_related("campaign", "user")}

    link = seats["Inés"].send_link(seats["Marta"])
    client.post(link.get_absolute_url())

    hero = Character.objects.get(campaign=made, name="Brianda")
    assert client.get(hero.get_absolute_url()).status_code == 200


def test_nothing_of_people_is_in_the_file(once):
    text = file_of(once.campaign)[0].decode()

    assert "Sergio" not in text  # who was banned
    assert not re.search(r"password|pbkdf2|argon2|md5\$|session_key|csrf|token\"|folded|marta-", text)


def test_the_file_fits_the_published_schema(once, file, client):
    from jsonschema import Draft202012Validator

    published = client.get(reverse("campaigns:schema", args=[1])).json()

    assert published == json.loads(json.dumps(schema()))
    Draft202012Validator.check_schema(published)
    assert list(Draft202012Validator(published).iter_errors(file)) == []
    assert file["format"] == FORMAT


def arrival(once, zoe) -> SimpleNamespace:
    made = bring(file_of(once.campaign)[0], zoe)
    return SimpleNamespace(
        campaign=made,
        gm=Membership.objects.select_related("campaign").get(campaign=made, role=Role.GM),
        fight=Encounter.objects.get(campaign=made),
        hero=load(Character.objects.get(campaign=made, name="Brianda")),
    )


def test_a_fight_that_waited_goes_on_and_is_taken_back_exactly(once, zoe):
    here = arrival(once, zoe)
    before = stored(here.fight).kept()

    assert stored(here.fight).status == "paused"
    stored(here.fight).resume(here.gm)
    stored(here.fight).next_turn(here.gm, stored(here.fight).turn)
    assert stored(here.fight).kept() != before
    for _step in range(2):
        toggle(LogEntry.objects.filter(campaign=here.campaign, is_undone=False, topic=here.fight.topic)
               .exclude(kind="undo").first(), here.gm)  # fmt: skip
    assert stored(here.fight).kept() == before


def test_what_was_done_before_it_left_is_taken_back_where_it_arrived(once, zoe):
    """The pause, then the seven points that the goblin had lost."""
    here = arrival(once, zoe)
    acts = LogEntry.objects.filter(campaign=here.campaign, topic=here.fight.topic, is_undone=False).exclude(kind="undo")
    harm = acts.filter(kind="harm").first()
    (who,) = harm.facts["about"]
    before = stored(here.fight).known[who].character.sheet.pools["pv"]

    toggle(acts.get(kind="paused"), here.gm)
    toggle(harm, here.gm)

    assert stored(here.fight).known[who].character.sheet.pools["pv"] == before + 7


def test_what_was_taken_back_is_done_again_where_it_arrived(once, zoe):
    here = arrival(once, zoe)
    entry = LogEntry.objects.get(campaign=here.campaign, kind="pool", is_undone=True)
    before = load(here.hero).sheet.pools["pv"]

    toggle(entry, here.gm)

    assert load(here.hero).sheet.pools["pv"] == before - 2


def test_an_entry_of_the_journal_goes_and_comes_back_where_it_arrived(once, zoe):
    here = arrival(once, zoe)
    entry = LogEntry.objects.get(campaign=here.campaign, kind=once.written.kind)
    (written,) = here.campaign.journal.all()
    was = (written.key, written.name, written.notes, written.author)

    toggle(entry, here.gm)
    assert not here.campaign.journal.exists()
    toggle(entry, here.gm)

    (back,) = here.campaign.journal.all()
    assert (back.key, back.name, back.notes, back.author) == was


def test_px_and_their_proof_are_the_same_where_it_arrived(once, zoe):
    """Twenty px, six of them spent for a level of skill 6 (X2)."""
    here, there = arrival(once, zoe), load(once.hero)

    assert here.hero.account.balance == there.account.balance == 20 - 6
    assert here.hero.proof.problems == there.proof.problems
    assert LedgerEntry.objects.filter(campaign=here.campaign).count() == once.campaign.ledger.count()


def test_every_page_answers_where_it_arrived(once, zoe, as_):
    here = arrival(once, zoe)
    draft = Character.objects.get(campaign=here.campaign, name="Urraca")
    table = here.campaign.get_absolute_url()
    for url in (table, f"{table}log/", f"{table}luck/", f"{table}journal/", f"{table}search/?q=rueda",
                here.hero.get_absolute_url(), draft.get_absolute_url(), here.fight.get_absolute_url(),
                f"{here.fight.get_absolute_url()}chronicle/", f"{table}library/", f"{table}manage/"):  # fmt: skip
        assert as_(zoe).get(url).status_code == 200, url
    assert draft.successor_of.name == "Fadrique"


def test_the_library_is_the_one_it_brings(once, zoe):
    FoeTemplate.objects.filter(campaign=once.campaign).exclude(name="Wolf").exclude(name="Lobo").delete()
    made = bring(file_of(once.campaign)[0], zoe)

    assert (
        FoeTemplate.objects.filter(campaign=made).count() == FoeTemplate.objects.filter(campaign=once.campaign).count()
    )


def test_house_rules_come_along(once, zoe):
    once.campaign.changes = {"creation.skill_points": 61}
    once.campaign.save()
    made = bring(file_of(once.campaign)[0], zoe)

    assert made.ruleset.creation.skill_points == 61


def test_the_same_file_is_taken_in_twice(once, zoe):
    data, _ending = file_of(once.campaign)

    assert bring(data, zoe) != bring(data, zoe)
    assert Campaign.objects.count() == 3


def test_a_large_file_is_packed_and_taken_in(once, zoe, monkeypatch):
    monkeypatch.setattr("campaigns.exchange.document.LARGE", 1000)
    data, ending = file_of(once.campaign)

    assert (data[:2], ending) == (b"\x1f\x8b", ".json.gz")
    assert bring(data, zoe).name == once.campaign.name


def test_it_is_written_with_few_queries_however_much_there_is(once, django_assert_max_num_queries):
    with django_assert_max_num_queries(25):
        file_of(once.campaign)


@pytest.mark.parametrize(("text", "becomes"), [
    ("pool:abcdefghjkmn:pv", "pool:zzzzzzzzzzzz:pv"),
    ("turn-abcdefghjkmn", "turn-zzzzzzzzzzzz"),
    ("abcdefghjkmn", "zzzzzzzzzzzz"),
    ("/c/abcdefghjkmn/", "/c/zzzzzzzzzzzz/"),
    ("roll_abcdefghjkmn", "roll_zzzzzzzzzzzz"),
    ("xabcdefghjkmn", "xabcdefghjkmn"),
    ("abcdefghjkmn2", "abcdefghjkmn2"),
    ("Abcdefghjkmn", "Abcdefghjkmn"),
    ("abcdefghjkm", "abcdefghjkm"),
])  # fmt: skip
def test_a_key_is_another_wherever_it_stands_as_a_word(text, becomes):
    names = {"abcdefghjkmn": "zzzzzzzzzzzz"}

    assert renamed({text: [text, 3, None, True]}, names) == {becomes: [becomes, 3, None, True]}


def test_an_undo_of_what_the_host_has_deleted_is_refused(once, zoe):
    here = arrival(once, zoe)
    entry = LogEntry.objects.filter(campaign=here.campaign, kind="condition").first()
    entry.changes = [{**entry.changes[0], "of": "condition:zzzzzzzzzzzz:zz"}]
    entry.save()

    with pytest.raises(Refused):
        toggle(entry, here.gm)
    entry.refresh_from_db()
    assert not entry.is_undone


def test_a_file_of_each_older_version_still_comes_in(db, zoe):
    """B40. What was written once is read for ever: a file of a version is never made anew."""
    for path in sorted(FILES.glob("campaign-*.json")):
        made = bring(path.read_bytes(), zoe)
        assert Character.objects.get(campaign=made, name="Brianda").account.balance == 20 - 6, path.name
        assert Encounter.objects.get(campaign=made).status == "paused", path.name
