"""Whatever is sent as a character: a 4xx with sentences that name the place, and nothing has changed."""

import base64
import io
import json
import zlib

import pytest
from django.urls import reverse
from PIL import Image

from campaigns.models import LogEntry
from characters.exchange import MOST_BYTES, file_of, read, take_in
from characters.models import Character, LedgerEntry, Portrait
from rules.problems import Refused
from tests.characters.conftest import GIVEN

pytestmark = pytest.mark.postgres

HEAD = {"format": "mesa-ryf/character", "version": 1, "kind": "hero", "name": "Sancha", "traits": {}}


def text(**change: object) -> str:
    return json.dumps({**HEAD, **change}, ensure_ascii=False)


def sentences(data: bytes | str) -> dict[str, str]:
    """What is refused, by its path."""
    with pytest.raises(Refused) as refusal:
        read(data if isinstance(data, bytes) else data.encode("utf-8", "surrogatepass"))
    return {problem.field or "": str(problem) for problem in refusal.value.problems}


def png(width: int, height: int) -> bytes:
    """A PNG that says it is so large, in a few bytes."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return len(data).to_bytes(4, "big") + kind + data + zlib.crc32(kind + data).to_bytes(4, "big")

    head = width.to_bytes(4, "big") + height.to_bytes(4, "big") + bytes([8, 0, 0, 0, 0])
    rows = zlib.compress(b"\0" * (min(height, 2000) * (min(width, 2000) + 1)))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


BROKEN = {
    "nothing": b"",
    "no JSON": b"{",
    "no text": b"\xff\xfe\x00\x01",
    "another encoding": text(name="Nuño").encode("utf-16"),
    "nesting": b'{"format": "mesa-ryf/character", "traits": ' + b"[" * 1_000_000 + b"]" * 900_000,
    "nested objects": b'{"a":' * 300_000,
    "nesting that ends": b'{"format": "mesa-ryf/character", "traits": ' + b"[" * 900 + b"]" * 900 + b"}",
    "too long": b'{"notes": "' + b"x" * MOST_BYTES + b'"}',
    "NaN": text(tokens=1).replace("1}", "NaN}").encode(),
    "Infinity": text(tokens=1).replace('"tokens": 1', '"tokens": -Infinity').encode(),
    "an exponent": text().replace('"version": 1', '"version": 1e400').encode(),
    "a fraction": text().replace('"version": 1', '"version": 1.0').encode(),
    "ten thousand digits": text().replace('"version": 1', f'"version": {"9" * 10_000}').encode(),
    "a name twice": text().replace('"version": 1', '"version": 1, "version": 1').encode(),
    "a null byte": text(name="San\0cha").encode(),
    "a lone surrogate": json.dumps({**HEAD, "name": "\ud800"}).encode(),
    "a line break in a name": text(name="San\ncha").encode(),
    "a line break at the end of a key": text(pools={"pv\n": 1}).encode(),
    "a null byte in a key": text(traits={"skills": {"a\0": 1}}).encode(),
    "a list": b"[]",
    "a number": b"7",
    "another format": text(format="else").encode(),
    "a newer version": text(version=2).encode(),
    "a version that is none": text(version="1").encode(),
    "a version that is true": text(version=True).encode(),
    "an older version in name only": json.dumps({**HEAD, "version": 0, "attributes": [], "points": 7}).encode(),
    "a name of blanks": text(name="   ").encode(),
    "a picture that runs": text(portrait=base64.b64encode(b"<svg onload='alert(1)'/>").decode()).encode(),
    "a picture that is none": text(portrait="¿?").encode(),
    "a picture that is huge": text(portrait=base64.b64encode(png(60_000, 60_000)).decode()).encode(),
    "a picture that is cut off": text(portrait=base64.b64encode(png(3000, 3000)).decode()).encode(),
    "a level of its own": text(traits={"skills": {"dodge": 10**11}}).encode(),
    "a level below nothing": text(traits={"skills": {"dodge": -1}}).encode(),
    "a boolean for a level": text(traits={"skills": {"dodge": True}}).encode(),
    "somebody's key": text(owner="abc").encode(),
    "dice without end": text(kind="foe", damage="9" * 100).encode(),
    "many skills": text(traits={"skills": {f"skill_{number}": 1 for number in range(20_000)}}).encode(),
    "many wrong things": text(ledger=[{"kind": "gift", "px": "x"}] * 5000).encode(),
    "a technique without a name": text(
        finished=False, traits={**GIVEN, "techniques": [{"key": "a", "name": " ", "level": 1, "attribute": "luck"}]}
    ).encode(),
}


@pytest.mark.parametrize("name", BROKEN)
def test_it_is_refused_with_sentences_in_both_languages_and_nothing_is_kept(as_, campaign, marta, name):
    url, browser = reverse("characters:import", args=[campaign.key]), as_(marta)
    browser.raise_request_exception = False
    answers = []
    for language in ("es", "en"):
        file = io.BytesIO(BROKEN[name])
        file.name = "x.json"
        answers.append(browser.post(url, {"file": file}, headers={"accept-language": language}))

    assert [answer.status_code for answer in answers] == [422, 422]
    pages = [answer.content.decode() for answer in answers]
    assert all('class="problem"' in page for page in pages)
    assert len(pages[0]) < 40_000
    for model in (Character, LedgerEntry, LogEntry, Portrait):
        assert not model.objects.exists()


def test_a_text_that_is_too_long_to_paste_is_refused(as_, campaign, marta):
    url = reverse("characters:import", args=[campaign.key])

    assert as_(marta).post(url, {"text": "x" * 1_500_000}).status_code == 400


@pytest.mark.parametrize(
    ("change", "path"),
    [
        ({"owner": "abc"}, "owner"),
        ({"traits": {"luck": {}}}, "traits.luck"),
        ({"traits": {"skills": {"dodge": "5"}}}, "traits.skills.dodge"),
        ({"traits": {"skills": {"dodge": 100}}}, "traits.skills.dodge"),
        ({"traits": {"skills": {"Dodge ": 1}}}, "traits.skills.Dodge "),
        ({"ledger": [{"kind": "award"}, {"px": 3}]}, "ledger[2].kind"),
        ({"ledger": [{"kind": "gift"}]}, "ledger[1].kind"),
        ({"gear": {"weapons": "dagger"}}, "gear.weapons"),
        ({"name": "x" * 61}, "name"),
        ({"gender": "x"}, "gender"),
        (
            {"vitals": {"effects": [{"key": "a", "label": "b", "raises": [["pv", "x"]]}]}},
            "vitals.effects[1].raises[1][2]",
        ),
        ({"conditions": [{"name": "Empapada", "key": "abc"}]}, "conditions[1].key"),
        ({"notes": 5}, "notes"),
    ],
)
def test_every_fault_is_told_with_its_path(change, path):
    found = sentences(text(**change))

    assert list(found) == [path]
    assert found[path].startswith(path)


def test_all_faults_are_told_at_once():
    found = sentences(text(name=5, gender="x", traits={"skills": {"dodge": -1}, "luck": {}}, owner="abc"))

    assert list(found) == ["gender", "name", "owner", "traits.luck", "traits.skills.dodge"]


def test_markup_in_names_is_only_words(as_, campaign, ines):
    name = "<script>alert(1)</script><b>[b]*x*"
    as_(ines).post(reverse("characters:import", args=[campaign.key]), {"text": text(name=name, notes=name)})

    made = Character.objects.get()
    pages = [reverse(f"characters:{each}", args=[made.key]) for each in ("files", "print", "build")]
    for page in [*pages, campaign.get_absolute_url()]:
        assert "<script>alert" not in as_(ines).get(page).content.decode()
    assert made.name == name


def test_pixels_alone_make_a_portrait(campaign, marta, grown):
    """What hides behind a picture's end, or beside its pixels, is not kept."""
    made = io.BytesIO()
    Image.new("RGB", (32, 32)).save(made, "WEBP", exif=b"Exif\0\0where it was taken")
    for data in (made.getvalue(), made.getvalue() + b"<script>"):
        document = json.loads(file_of(grown, marta)) | {"portrait": base64.b64encode(data).decode(), "name": "Otra"}
        hero = take_in(campaign, marta, marta, read(json.dumps(document).encode()))
        kept = bytes(hero.portrait.image)
        assert b"where it was taken" not in kept
        assert b"<script>" not in kept


@pytest.mark.parametrize(
    "data", [b"[" * 2_000_000, b'{"format": "mesa-ryf/character", "a": ["' + b"\\u0000" * 300_000 + b'"]}']
)
def test_what_could_take_minutes_ends(data):
    assert sentences(data)
