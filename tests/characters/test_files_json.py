"""A character as a file: what goes out comes in again as it was (B40), older files too, and nothing secret goes out."""

import base64
import io
import json
from pathlib import Path

import pytest
from django.contrib.auth import get_user_model
from django.urls import reverse
from jsonschema import Draft202012Validator
from PIL import Image

from campaigns.models import Campaign, LogEntry, Membership, Role
from characters.exchange import SCHEMAS, document_of, file_of, read, take_in
from characters.models import Character, LedgerEntry, Portrait, Sharing
from rules.codec import to_plain
from rules.lasting import Lasting, Save
from rules.problems import Refused
from rules.techniques import Technique
from rules.vitals import Vitals
from tests.characters.conftest import GIVEN

OLD = Path(__file__).parent / "files"
DATES = {"exported_at", "at"}


def again(character: Character) -> Character:
    return Character.objects.with_pools().select_related("campaign").get(pk=character.pk)


def without_dates(value):
    if isinstance(value, dict):
        return {name: without_dates(each) for name, each in value.items() if name not in DATES}
    return [without_dates(each) for each in value] if isinstance(value, list) else value


def picture(size: int = 64, kind: str = "WEBP") -> bytes:
    made = io.BytesIO()
    Image.new("RGB", (size, size), (120, 30, 10)).save(made, kind)
    return made.getvalue()


@pytest.fixture
def nuria(db) -> Membership:
    """The GM of an empty table somewhere else, with the same rules."""
    person = get_user_model().objects.create_user("nuria", "una frase que nadie adivina", "Nuria")
    campaign = Campaign.objects.create(name="Otra mesa")
    return Membership.objects.create(campaign=campaign, user=person, role=Role.GM, name="Nuria")


@pytest.fixture
def whole(grown) -> Character:
    """Brianda with everything a sheet can hold."""
    poison = Lasting("veneno-1", "Veneno de la raíz", turns=3, save=Save("physique", 15), points=2, pool="pv")
    technique = Technique("viento2345", "Paso de viento", 2, "dexterity", "Cruza\nel río", difficulty=12)
    Character.objects.filter(pk=grown.pk).update(
        notes="Debe una barca al alguacil.\nEl anillo abre algo.",
        gm_notes="Es la hija del rey.",
        conditions=[{"key": "abc", "name": "Empapada", "note": "hasta el alba"}],
        sharing=Sharing.ALL,
        tokens=2,
        protagonism=1,
        forced=1,
        vitals=Vitals(linger=2, effects=(poison,)).plain(),
        traits={**grown.traits, "techniques": to_plain((technique,))},
        created={**GIVEN, "techniques": to_plain((technique,))},
    )
    Portrait.objects.create(character=grown, image=picture())
    return again(grown)


# --- out and in again ---------------------------------------------------------------------------------------------


def test_what_is_exported_comes_in_on_an_empty_table_and_goes_out_the_same(whole, marta, nuria):
    sent = file_of(whole, marta)

    made = take_in(nuria.campaign, nuria, nuria, read(sent.encode()))

    assert without_dates(json.loads(file_of(again(made), nuria))) == without_dates(json.loads(sent))
    assert made.key != whole.key
    assert made.owner == nuria
    assert made.campaign == nuria.campaign


def test_signs_that_a_form_once_let_through_do_not_shut_its_own_file_out(whole, marta, nuria):
    Character.objects.filter(pk=whole.pk).update(
        name="Brianda\nde\tSotomar", concept="a\x07b", notes="uno\x0b\ndos", conditions=[{"key": "a", "name": "x\ny"}]
    )
    LedgerEntry.objects.create(
        campaign=whole.campaign, character=whole, number=9, kind="award", px=1, balance=9, reason="dos\nlíneas"
    )

    made = take_in(nuria.campaign, nuria, nuria, read(file_of(again(whole), marta).encode()))

    assert (made.name, made.concept, made.notes) == ("Brianda de Sotomar", "a b", "uno \ndos")
    assert made.ledger.get(kind="award").reason == "dos líneas"


def test_what_comes_in_stands_on_its_own_ledger(whole, marta, nuria):
    made = take_in(nuria.campaign, nuria, nuria, read(file_of(whole, marta).encode()))

    rows = list(LedgerEntry.objects.filter(character=made))
    assert [(row.number, row.kind, row.px, row.balance) for row in rows] == [
        (1, "share", 12, 12), (2, "spend", -4, 8), (3, "correction", 0, 8),
    ]  # fmt: skip
    assert rows[0].reason == "El vado"
    assert rows[0].adventure is None
    assert rows[1].award == rows[0].key
    assert not {row.key for row in rows} & {row.key for row in whole.ledger.all()}
    assert made.px_spent == 4
    assert again(made).sheet.pools == {"pv": 11}


def test_it_comes_in_beside_what_is_there(whole, marta):
    made = take_in(whole.campaign, marta, marta, read(file_of(whole, marta).encode()))

    assert [row.number for row in LedgerEntry.objects.filter(character=made)] == [4, 5, 6]
    assert LogEntry.objects.first().facts["awarded"] == 12


def test_a_draft_comes_in_as_a_draft(as_, campaign, tello, ines, pablo):
    sent = as_(pablo).get(reverse("characters:export", args=[tello.key])).content.decode()

    as_(ines).post(reverse("characters:import", args=[campaign.key]), {"text": sent})

    made = Character.objects.exclude(pk=tello.pk).get()
    assert (made.is_draft, made.owner, made.name, made.traits) == (True, ines, "Tello", tello.traits)
    assert "Tello" not in as_(ines).get(campaign.get_absolute_url() + "log/").content.decode()


def test_a_foe_goes_and_comes_for_those_who_lead(as_, campaign, goblin, marta, ines, nuria):
    goblin.traits |= {"damage": "2d6", "fixed": {"pv": 8, "defense": 12}}
    goblin.save()
    sent = as_(marta).get(reverse("characters:export", args=[goblin.key])).content

    refused = as_(ines).post(reverse("characters:import", args=[campaign.key]), {"text": sent.decode()})
    made = take_in(nuria.campaign, nuria, nuria, read(sent))

    assert refused.status_code == 422
    assert (made.is_foe, made.owner, made.traits) == (True, None, goblin.traits)
    assert without_dates(document_of(made, nuria)) == without_dates(json.loads(sent))


def test_every_older_file_still_comes_in(nuria):
    for path in sorted(OLD.glob("version-*.json")):
        made = take_in(nuria.campaign, nuria, nuria, read(path.read_bytes()))

        assert made.is_finished
    assert (made.name, made.traits["skills"]) == ("Nuño el Viejo", {"swim": 5, "notice": 4, "survival": 3})
    assert made.created == made.written
    assert again(made).sheet.pools == {"pv": 9}
    assert made.gear == {"weapons": ["dagger"]}


def test_a_file_is_what_the_published_schema_says(client, whole, tello, goblin, marta):
    answer = client.get(reverse("characters:schema", args=["1"]))
    validator = Draft202012Validator(json.loads(answer.content))

    assert answer.headers["Content-Type"] == "application/schema+json"
    for each in (whole, tello, goblin):
        assert list(validator.iter_errors(document_of(again(each), marta))) == []
    assert client.get(reverse("characters:schema", args=["7"])).status_code == 404


def test_every_version_has_its_schema_and_only_what_is_named_belongs_in_it():
    def closed(node) -> bool:
        if not isinstance(node, dict):
            return True
        is_open = "properties" in node and node.get("additionalProperties") is not False
        return not is_open and all(closed(each) for each in node.values())

    found = sorted(path.name for path in SCHEMAS.glob("*.json"))
    assert found == ["character-1.json", "house-rules-1.json"]
    for name in found:
        assert closed(json.loads((SCHEMAS / name).read_text("utf-8")))


# --- what does not go out -----------------------------------------------------------------------------------------


def test_a_player_exports_no_word_of_the_gm_and_no_key(as_, whole, ines, marta, campaign):
    sent = as_(ines).get(reverse("characters:export", args=[whole.key])).content.decode()

    assert "hija del rey" not in sent
    assert "gm_notes" not in sent
    keys = {whole.key, campaign.key, whole.portrait.key, *(row.key for row in whole.ledger.all())}
    keys |= {key for seat in Membership.objects.all() for key in (seat.key, seat.user.username)}
    assert [key for key in keys if key in sent] == []
    assert "hija del rey" in as_(marta).get(reverse("characters:export", args=[whole.key])).content.decode()


def test_what_ends_at_anothers_turn_stays_in_its_fight(whole, marta, goblin):
    effects = [{"key": "a-1", "label": "Miedo", "until": {"fighter": goblin.key, "at": "start", "round": 2}}]
    Character.objects.filter(pk=whole.pk).update(vitals={"effects": effects, "treated": ["abc"]})

    assert document_of(again(whole), marta)["vitals"] == {"effects": []}


def test_the_notes_of_the_gm_in_a_players_file_stay_outside(whole, marta, ines):
    document = read(file_of(whole, marta).encode())

    assert take_in(whole.campaign, ines, ines, document).gm_notes == ""


def test_a_file_is_a_download_that_nothing_keeps(as_, whole, ines):
    answer = as_(ines).get(reverse("characters:export", args=[whole.key]))

    assert answer.headers["Content-Disposition"] == 'attachment; filename="brianda.json"'
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.headers["Content-Type"].startswith("application/json")


@pytest.mark.parametrize("rows", [3, 40])
def test_a_file_asks_the_database_as_often_whatever_is_in_it(as_, whole, ines, rows, django_assert_max_num_queries):
    for number in range(4, rows + 1):
        LedgerEntry.objects.create(
            campaign=whole.campaign, character=whole, number=number, kind="award", px=1, balance=number
        )
    browser = as_(ines)
    browser.get(reverse("characters:files", args=[whole.key]))

    with django_assert_max_num_queries(7):
        browser.get(reverse("characters:export", args=[whole.key]))


# --- whose it is, and by which rules ------------------------------------------------------------------------------


def test_who_leads_takes_it_in_for_anybody_who_plays(as_, campaign, whole, marta, pablo, vera):
    url, sent = reverse("characters:import", args=[campaign.key]), file_of(whole, marta)

    as_(marta).post(url, {"text": sent, "owner": pablo.key})
    refused = as_(marta).post(url, {"text": sent, "owner": vera.key})

    assert Character.objects.exclude(pk=whole.pk).get().owner == pablo
    assert refused.status_code == 422


def test_a_player_takes_it_in_for_nobody_else(as_, campaign, whole, ines, marta, pablo):
    form = {"text": file_of(whole, ines), "owner": pablo.key}

    as_(ines).post(reverse("characters:import", args=[campaign.key]), form)

    assert Character.objects.exclude(pk=whole.pk).get().owner == ines


def test_a_file_is_sent_as_a_file_or_as_text(as_, campaign, whole, ines):
    url, sent = reverse("characters:import", args=[campaign.key]), file_of(whole, ines)
    file = io.BytesIO(sent.encode())
    file.name = "brianda.json"

    answers = [as_(ines).post(url, {"file": file}), as_(ines).post(url, {"text": sent})]

    assert [answer.status_code for answer in answers] == [302, 302]
    assert Character.objects.count() == 3


def test_a_press_that_comes_twice_takes_it_in_once(as_, campaign, whole, ines):
    url, form = reverse("characters:import", args=[campaign.key]), {"text": file_of(whole, ines), "press": "pulsada"}

    first, second = as_(ines).post(url, form), as_(ines).post(url, form)

    assert first.headers["Location"] == second.headers["Location"]
    assert Character.objects.count() == 2


def problems_of(document, by) -> set[tuple[str, str]]:
    with pytest.raises(Refused) as refusal:
        take_in(by.campaign, by, by, read(json.dumps(document).encode()))
    return {(problem.code, problem.field) for problem in refusal.value.problems}


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"traits": {**GIVEN, "skills": {**GIVEN["skills"], "dodge": 5}}}, ("untraced", "skills.dodge")),
        ({"traits": {**GIVEN, "skills": {**GIVEN["skills"], "flying": 1}}}, ("unknown_trait", "skills.flying")),
        ({"created": {**GIVEN, "attributes": {**GIVEN["attributes"], "physique": 6}}}, ("over", "attributes.physique")),
        ({"gear": {"weapons": ["lightsaber"]}}, ("unknown_gear", "gear.weapons")),
        ({"gear": {"armor": "skin"}}, ("unknown_gear", "gear.armors")),
        ({"pools": {"mana": 3}}, ("unknown_pool", "pools.mana")),
        ({"fixed": {"pv": 99}}, ("fixed", "fixed")),
        ({"vitals": {"effects": [{"key": "a", "label": "b", "harm": "muchos"}]}}, ("dice", "vitals.effects[1].harm")),
        ({"ledger": [{"kind": "spend", "px": 5, "trait": "skills.swim"}]}, ("askew", "ledger[1]")),
        ({"ledger": [{"kind": "refund", "px": 5, "trait": "skills.swim"}]}, ("askew", "ledger[1]")),
        ({"ledger": [{"kind": "spend", "px": -4, "trait": "skills.swim"}]}, ("overspent", "px")),
        ({"ledger": [{"kind": "award", "px": 5, "reverses": 2}]}, ("order", "ledger[1].reverses")),
        (
            {"traits": {**GIVEN, "specializations": [{"skill": "melee_weapons", "name": "Espada"}]}},
            ("off", "specializations"),
        ),
    ],
)
def test_what_the_rules_refuse_is_refused_and_nothing_is_kept(ines, change, problem, everything_kept):
    document = {"format": "mesa-ryf/character", "version": 1, "kind": "hero", "name": "Sancha", "finished": True}

    found = problems_of({**document, "traits": GIVEN, "created": GIVEN, **change}, ines)

    assert problem in found


@pytest.fixture
def everything_kept(campaign, ines):
    """Nothing is stored, not even in part."""
    yield
    for model in (Character, LedgerEntry, LogEntry, Portrait):
        assert not model.objects.exists()


def test_all_that_is_wrong_is_said_at_once(ines):
    traits = {"attributes": {**GIVEN["attributes"], "luck": 3}, "skills": {"flying": 2, "dodge": 4}}
    document = {"format": "mesa-ryf/character", "version": 1, "kind": "hero", "name": "Sancha", "finished": True}

    found = problems_of({**document, "traits": traits, "created": GIVEN, "gear": {"weapons": ["x_ray"]}}, ines)

    assert {
        ("unknown_trait", "attributes.luck"), ("unknown_trait", "skills.flying"), ("unknown_gear", "gear.weapons"),
    } <= found  # fmt: skip


def test_what_the_rules_refuse_comes_in_to_be_mended(as_, campaign, ines):
    document = {
        "format": "mesa-ryf/character", "version": 1, "kind": "hero", "name": "Sancha", "finished": True,
        "traits": {"attributes": {**GIVEN["attributes"], "luck": 3}, "skills": {"flying": 2}},
    }  # fmt: skip

    url = reverse("characters:import", args=[campaign.key])
    answer = as_(ines).post(url, {"text": json.dumps(document), "to_mend": "on"})

    made = Character.objects.get()
    assert made.is_draft
    assert made.traits["skills"] == {"flying": 2}
    for step in ("", "gear/", "review/", "who/"):
        assert as_(ines).get(answer.headers["Location"] + step).status_code == 200


def test_a_prodigy_is_for_the_gm_to_take_in(campaign, ines, marta):
    campaign.changes = {"creation.attribute_maximum": 18, "creation.attribute_points": 36}
    campaign.save()
    high = {**GIVEN, "attributes": {**GIVEN["attributes"], "physique": 18, "dexterity": 6}}
    document = {
        "format": "mesa-ryf/character", "version": 1, "kind": "hero", "name": "Sancha", "finished": True,
        "traits": high, "created": high, "approved": ["attributes.physique"],
    }  # fmt: skip

    assert problems_of(document, ines) == {("prodigy", "attributes.physique")}
    made = take_in(campaign, marta, ines, read(json.dumps(document).encode()))
    assert made.approved["attributes.physique"]["by"] == "Marta"


def test_points_above_the_maximum_of_this_table_are_cut(campaign, marta, whole):
    document = read(file_of(whole, marta).encode())

    made = take_in(campaign, marta, marta, {**document, "pools": {"pv": 900}, "vitals": {}})

    assert again(made).sheet.pools == {"pv": 16}  # four times a physique of 4 (C0)


@pytest.mark.parametrize("preset", ["ryf-core", "d10x2"])
def test_other_systems_go_out_and_come_in_as_well(preset, marta, nuria):
    for seat in (marta, nuria):
        seat.campaign.preset = preset
        seat.campaign.save()
        seat.campaign.__dict__.pop("ruleset", None)
    rules = marta.campaign.ruleset.creation
    keys = [each.key for each in marta.campaign.ruleset.attributes]
    each, rest = divmod(rules.attribute_points, len(keys))
    traits = {"attributes": {key: each + (place < rest) for place, key in enumerate(keys)}, "skills": {"dodge": 4}}
    hero = Character.objects.create(
        campaign=marta.campaign, owner=marta, name="Nuño", is_finished=True, traits=traits, created=traits
    )

    made = take_in(nuria.campaign, nuria, nuria, read(file_of(again(hero), marta).encode()))

    assert without_dates(document_of(again(made), nuria)) == without_dates(document_of(again(hero), marta))


def test_a_player_has_room_for_so_many(campaign, ines, marta, grown, monkeypatch):
    monkeypatch.setattr("characters.exchange.taking_in.MOST_HEROES", 2)
    document = read(file_of(grown, ines).encode())
    take_in(campaign, ines, ines, document)

    with pytest.raises(Refused):
        take_in(campaign, ines, ines, document)


# --- the portrait -------------------------------------------------------------------------------------------------


def test_a_portrait_of_another_kind_is_made_anew(campaign, marta, whole):
    document = read(file_of(whole, marta).encode())
    document["portrait"] = base64.b64encode(picture(700, "PNG")).decode()

    made = take_in(campaign, marta, marta, document)

    found = Image.open(io.BytesIO(bytes(made.portrait.image)))
    assert (found.format, found.size) == ("WEBP", (512, 512))
