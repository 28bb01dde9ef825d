"""House rules of another table, and as a file: looked at first, refused whole, nothing half-written."""

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from campaigns.models import Campaign, LogEntry, Membership, Role
from characters.exchange import house_rules

CHANGES = {
    "pools.pv.formula": "physique * 5 + level * 5",
    "skills.dance": None,
    "skills.gamble": {"label": "Azar", "attribute": "charisma", "settings": ["medieval"], "minimum": 0},
    "rolls.difficulties.easy": {"label": "Trivial"},
    "rolls.natural_one_fails": ["skill"],
}


@pytest.fixture
def other(marta) -> Campaign:
    """Another table of marta's, which plays much otherwise."""
    campaign = Campaign.objects.create(name="La barcaza", changes=CHANGES)
    Membership.objects.create(campaign=campaign, user=marta.user, role=Role.GM, name="Marta")
    return campaign


def address(campaign: Campaign, name: str) -> str:
    return reverse(f"characters:{name}", args=[campaign.key])


def document(**more: object) -> dict[str, object]:
    return {"format": "mesa-ryf/house-rules", "version": 1, "changes": {}, **more}


@pytest.fixture
def bring(as_, campaign, marta):
    """`bring(document)`: what marta is answered when she brings a file, or its text where it is text."""

    def answer(brought):
        if isinstance(brought, str):
            return as_(marta).post(address(campaign, "house-import"), {"text": brought})
        data = brought if isinstance(brought, bytes) else json.dumps(brought).encode()
        return as_(marta).post(address(campaign, "house-import"), {"file": SimpleUploadedFile("rules.json", data)})

    return answer


def stored(campaign: Campaign) -> dict[str, object]:
    return Campaign.objects.get(pk=campaign.pk).changes


def test_those_of_another_table_are_looked_at_and_then_saved(as_, campaign, marta, other):
    answer = as_(marta).post(address(campaign, "house-copy"), {"campaign": other.key})

    assert answer.status_code == 200
    assert {each.path for each in answer.context["unsaved"]} == {
        *CHANGES.keys() - {"rolls.difficulties.easy"}, "rolls.difficulties.easy.label",
    }  # fmt: skip
    assert stored(campaign) == {}

    saved = as_(marta).post(address(campaign, "house"), fields_of(answer.content.decode()))
    assert saved.status_code == 302
    assert stored(campaign) == CHANGES


def fields_of(html: str) -> dict[str, list[str]]:
    """What a browser would send of the form of house rules."""
    from html.parser import HTMLParser

    class Reader(HTMLParser):
        def __init__(self) -> None:
            super().__init__()
            self.sent: dict[str, list[str]] = {}
            self.inside = False
            self.select = ""

        def handle_starttag(self, tag, attributes):
            at = dict(attributes)
            if tag == "form":
                self.inside = at.get("id") == "house-form"
            if not self.inside:
                return
            if tag == "select":
                self.select = at["name"]
            if tag == "option" and "selected" in at:
                self.sent.setdefault(self.select, []).append(at["value"])
            if tag == "input" and "name" in at and (at.get("type") != "checkbox" or "checked" in at):
                self.sent.setdefault(at["name"], []).append(at.get("value", ""))

        def handle_endtag(self, tag):
            if tag == "form":
                self.inside = False

    reader = Reader()
    reader.feed(html)
    return reader.sent


def test_a_page_sent_back_as_it_stands_changes_nothing(as_, campaign, marta):
    for preset in ("ryf-table", "ryf-core", "d10x2"):
        Campaign.objects.filter(pk=campaign.pk).update(preset=preset)
        fields = fields_of(as_(marta).get(address(campaign, "house")).content.decode())

        answer = as_(marta).post(address(campaign, "house-preview"), fields)
        assert answer.status_code == 200
        assert answer.context["unsaved"] == []


def test_only_tables_that_one_leads_are_offered(as_, campaign, marta, other):
    Membership.objects.filter(campaign=other).update(role=Role.PLAYER)

    assert "La barcaza" not in as_(marta).get(address(campaign, "house")).content.decode()
    answer = as_(marta).post(address(campaign, "house-copy"), {"campaign": other.key})
    assert answer.status_code == 422
    assert stored(campaign) == {}


def test_what_does_not_fit_here_is_named_and_nothing_is_changed(as_, campaign, marta, other):
    Campaign.objects.filter(pk=other.pk).update(preset="d10x2", changes={"rolls.great_margin": 8})
    answer = as_(marta).post(address(campaign, "house-copy"), {"campaign": other.key})

    assert answer.status_code == 422
    assert "rolls.great_margin" in answer.content.decode()
    assert stored(campaign) == {}


def test_a_file_goes_there_and_back(as_, campaign, marta, ines, other, bring):
    exported = as_(marta).get(address(other, "house-export"))
    assert exported.headers["Content-Disposition"] == 'attachment; filename="la-barcaza-house-rules.json"'
    assert json.loads(exported.content)["changes"] == CHANGES

    looked = bring(exported.content)
    assert looked.status_code == 200
    assert stored(campaign) == {}
    as_(marta).post(address(campaign, "house"), fields_of(looked.content.decode()))
    assert stored(campaign) == CHANGES
    assert json.loads(as_(ines).get(address(campaign, "house-export")).content)["changes"] == CHANGES


def test_its_text_will_do(bring):
    answer = bring(json.dumps(document(changes={"rolls.critical_margin": 8})))

    assert [each.path for each in answer.context["unsaved"]] == ["rolls.critical_margin"]


def test_the_published_schema_is_the_one_that_counts(as_):
    answer = as_(None).get("/schema/house-rules-1.json")

    assert json.loads(answer.content) == house_rules._validator.schema


@pytest.mark.parametrize(
    ("brought", "said"),
    [
        ("no", "no es JSON"),
        ("[]", "format"),
        ("{}", "format"),
        (b"\xff\xfe", "UTF-8"),
        ("[" * 50_000, "corchetes"),
        (document(changes=3), "changes"),
        (document(version=2), "version"),
        (document(luck=1), "luck"),
        (document(changes={"__class__": 1}), "changes"),
        (document(changes={"a.b": {"c": {"d": 1}}}), "changes.a.b.c"),
        (document(changes={"a.b": ["x", 3]}), "changes.a.b[2]"),
        (document(changes={"a.b": "x" * 401}), "changes.a.b"),
        ('{"format": "mesa-ryf/house-rules", "version": 1, "changes": {"a": 1.5}}', "1.5"),
        ('{"format": "mesa-ryf/house-rules", "version": 1, "changes": {"a": 1, "a": 2}}', "dos veces"),
        (document(changes={"rolls.luck": 1}), "rolls.luck"),
        (document(changes={"rolls.critical_margin": 0}), "Margen de un crítico"),
        (document(changes={"skills.gamble": {"label": "<b>", "attribute": "luck"}}), "luck"),
        (document(changes={"attributes.perception": None}), "Percepción"),
        (document(changes={"skills.gamble": {"label": "a\u0007b", "attribute": "charisma"}}), "skills.gamble.label"),
        (b"x" * (2 * 1024 * 1024 + 1), "2 MB"),
        ("", "Elige un archivo"),
    ],
)
def test_a_hostile_file_is_refused_with_the_path_of_each_fault(bring, campaign, brought, said):
    answer = bring(brought)

    assert answer.status_code == 422
    assert said in answer.content.decode().split('role="alert"')[2]
    assert stored(campaign) == {}
    assert not LogEntry.objects.exists()


def test_a_player_brings_nothing(as_, campaign, ines, other):
    for name in ("house-copy", "house-import"):
        assert as_(ines).post(address(campaign, name), {"campaign": other.key, "text": "{}"}).status_code == 403
