"""A portrait: whatever is uploaded is checked and made anew, and shown to those who see how the character is."""

from io import BytesIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from PIL import Image

from campaigns.models import LogEntry
from characters import pictures
from characters.models import Character, Portrait, Sharing
from rules.problems import Refused


def picture(size=(900, 600), kind="JPEG", mode="RGB", **options) -> bytes:
    made = BytesIO()
    Image.new(mode, size, 128 if mode == "L" else None).save(made, kind, **options)
    return made.getvalue()


def upload(browser, character: Character, data: bytes, name: str = "yo.jpg"):
    return browser.post(
        reverse("characters:put-portrait", args=[character.key]), {"picture": SimpleUploadedFile(name, data)}
    )


def again(character: Character) -> Character:
    return Character.objects.get(pk=character.pk)


@pytest.mark.parametrize(
    ("size", "kind", "mode", "side"),
    [
        ((900, 600), "JPEG", "RGB", 512),
        ((600, 900), "PNG", "RGBA", 512),
        ((300, 700), "WEBP", "RGB", 300),
        ((520, 520), "GIF", "P", 512),
        ((700, 700), "JPEG", "CMYK", 512),
        ((700, 700), "PNG", "L", 512),
    ],
)
def test_a_picture_is_made_anew_square_and_small(as_, ines, brianda, size, kind, mode, side):
    answer = upload(as_(ines), brianda, picture(size, kind, mode))

    assert answer.status_code == 302
    made = Image.open(BytesIO(bytes(Portrait.objects.get(character=brianda).image)))
    assert (made.format, made.size) == ("WEBP", (side, side))


def test_a_picture_is_turned_upright_and_says_nothing_of_where_it_was_taken():
    exif = Image.Exif()
    exif[0x0112] = 6  # lies on its side
    exif[0x010F] = "Secreto"
    lying = Image.new("RGB", (1600, 800), "black")
    lying.paste("white", (0, 0, 800, 800))
    data = BytesIO()
    lying.save(data, "JPEG", exif=exif, comment=b"Secreto")

    made = pictures.portrait_of(data.getvalue())

    assert b"Secreto" not in made
    shown = Image.open(BytesIO(made)).convert("L")
    assert not shown.getexif()
    assert shown.getpixel((256, 30)) > 200 > 50 > shown.getpixel((256, 480))  # the white half is on top


def test_of_a_moving_picture_the_first_frame_is_taken():
    frames = [Image.new("RGB", (64, 64), colour) for colour in ("white", "black")]
    data = BytesIO()
    frames[0].save(data, "GIF", save_all=True, append_images=frames[1:])

    made = Image.open(BytesIO(pictures.portrait_of(data.getvalue())))

    assert getattr(made, "n_frames", 1) == 1
    assert made.convert("L").getpixel((30, 30)) > 200


BROKEN = {
    "nothing": b"",
    "text": b"esto no es un retrato",
    "script": b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>",
    "cut short": picture()[:400],
    "another kind": picture(kind="BMP"),
    "a lie": b"GIF89a" + b"\xff" * 200,
    "too heavy": b"\xff\xd8" + b"\0" * pictures.MOST_BYTES,
    "too many pixels": picture((8000, 5001), "PNG", "1"),
}


@pytest.mark.parametrize("what", BROKEN)
def test_what_is_no_picture_is_refused_with_a_sentence(as_, ines, brianda, what):
    answer = upload(as_(ines), brianda, BROKEN[what])

    assert answer.status_code == 422
    assert 'class="notice harm"' in answer.content.decode()
    assert not Portrait.objects.exists()


def test_forty_million_pixels_are_taken_without_being_unpacked_in_full():
    assert pictures.portrait_of(picture((8000, 5000), "JPEG", "L"))


def test_a_bomb_is_refused_before_it_is_unpacked(monkeypatch):
    bomb = picture((20_000, 20_000), "PNG", "1")
    monkeypatch.setattr(Image.Image, "load", lambda self: pytest.fail("unpacked"))

    with pytest.raises(Refused) as refusal:
        pictures.portrait_of(bomb)

    assert refusal.value.problems[0].code == "too_many_pixels"


def test_a_portrait_may_be_kept_for_ever_and_a_new_one_has_a_new_address(as_, ines, brianda):
    upload(as_(ines), brianda, picture())
    first = again(brianda).picture_url

    answer = as_(ines).get(first)
    assert answer.headers["Content-Type"] == "image/webp"
    assert answer.headers["Cache-Control"] == "private, max-age=31536000, immutable"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    same = as_(ines).get(first, headers={"If-None-Match": answer.headers["ETag"]})
    assert (same.status_code, same.content) == (304, b"")

    upload(as_(ines), brianda, picture((50, 50)))
    assert again(brianda).picture_url != first
    assert as_(ines).get(first).status_code == 404
    assert Portrait.objects.count() == 1


def test_putting_up_and_taking_down_are_logged_and_shown(as_, ines, brianda, campaign):
    upload(as_(ines), brianda, picture())
    address = again(brianda).picture_url
    for place in (campaign.get_absolute_url(), brianda.get_absolute_url()):
        assert address in as_(ines).get(place).content.decode()
    as_(ines).post(reverse("characters:no-portrait", args=[brianda.key]))

    entries = LogEntry.objects.filter(kind="portrait")
    assert [(entry.facts["had"], entry.facts["has"], entry.by) for entry in entries] == [
        (True, False, ines), (False, True, ines)
    ]  # fmt: skip
    assert {"roster", f"identity-{brianda.key}"} <= {*entries[0].regions}
    assert address not in as_(ines).get(campaign.get_absolute_url()).content.decode()
    assert as_(ines).post(reverse("characters:no-portrait", args=[brianda.key])).status_code == 422


def test_a_list_never_loads_the_pictures(as_, ines, brianda, campaign, django_assert_max_num_queries):
    brianda.put_portrait(ines, pictures.portrait_of(picture()))

    loaded = Character.objects.with_pools().get(pk=brianda.pk)

    with django_assert_max_num_queries(0):
        assert loaded.picture_url


@pytest.mark.parametrize(
    ("sharing", "statuses"),
    [(Sharing.NOTHING, (403, 403, 200, 200)), (Sharing.STATE, (200, 200, 200, 200)), (Sharing.ALL, (200,) * 4)],
)
def test_those_see_it_who_see_how_the_hero_is(as_, pablo, vera, ines, marta, brianda, sharing, statuses):
    brianda.put_portrait(ines, b"picture")
    brianda.share(ines, sharing)
    address = again(brianda).picture_url

    assert tuple(as_(who).get(address).status_code for who in (pablo, vera, ines, marta)) == statuses


def test_a_foe_s_portrait_is_the_gm_s(as_, pablo, marta, coral, goblin, sergio):
    goblin.put_portrait(marta, b"picture")
    address = again(goblin).picture_url

    assert [as_(who).get(address).status_code for who in (marta, coral, pablo, sergio)] == [200, 200, 404, 404]
    assert LogEntry.objects.get(kind="portrait").audience == "private"
